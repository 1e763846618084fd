"""Where regions on tensors run on a machine with several devices, and what has to be moved between their memories.

A region says where it runs by its attribute `device`, the name of an engine, or leaves it open. Engines that share a
memory which not all engines see hand each other values at no cost; so do those that have none of their own, the issuer
among them. Any other value that crosses is moved by an engine that takes copies and sees both memories.

Regions are placed in the order of the program, each where it is over first, its transfers counted: list scheduling by the
earliest finish (as in HEFT, Topcuoglu et al. 2002, in the order of the program). Times are cycles: `startup` and
`per-operation` of the engine for each point of the domains of the region's structured ops, and its `latency`. An engine
does `count` things at once.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import prod

from asyncir.analyses.contractions import contraction_of, points
from asyncir.analyses.device_tokens import owner_of
from asyncir.diagnostics import Diagnostic
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.dialects.verification import span_of
from asyncir.ir import (
    Attribute,
    Block,
    MemRefType,
    Operation,
    SSAValue,
    StringAttr,
    TensorType,
    UnrankedMemRefType,
)
from asyncir.ir.walk import is_defined_below, walk
from asyncir.targets.machine import Engine, MachineModel, Work
from asyncir.targets.misfits import engine_faults

DEVICE = "device"
"""The attribute of a region that names the engine it runs on."""

MOVED_FROM = "from"
"""The attribute of a transfer that says where it comes from."""

HOST_MEMORY = "host"
"""What the memory is called of engines that have none of their own."""

UNKNOWN_SIZE = 256
"""What a size counts as that is not known."""


@dataclass(frozen=True)
class Transfer:
    """A value that is moved."""

    value: SSAValue
    source: str
    target: str
    engine: str
    """Who moves it."""
    begin: int
    end: int


@dataclass(frozen=True)
class PlacedRegion:
    """Where a region runs, when, and what is moved for it."""

    region: RegionOp
    device: str
    home: str
    """The memory that its values are in; "host" for that of the issuer."""
    begin: int
    end: int
    transfers: tuple[Transfer, ...]


@dataclass(frozen=True)
class Placement:
    """Where the regions of a block run, and what the issuer needs moved back."""

    regions: tuple[PlacedRegion, ...]
    back: tuple[Transfer, ...]
    cycles: int
    """When all is over."""


@dataclass
class _State:
    """When engines are free, and where values are, and from when on."""

    free: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    there: dict[tuple[SSAValue, str], int] = field(default_factory=dict[tuple[SSAValue, str], int])
    """For each value and home of engines."""

    def copy(self) -> _State:
        return _State({name: list(slots) for name, slots in self.free.items()}, dict(self.there))

    def take(self, engine: Engine, ready: int, cycles: int) -> tuple[int, int]:
        """The engine does something as early as it can; when."""
        slots = self.free.setdefault(engine.name, [0] * engine.count)
        slot = min(range(len(slots)), key=slots.__getitem__)
        begin = max(ready, slots[slot])
        slots[slot] = begin + cycles
        return begin, begin + cycles + engine.latency


class PlacementFault(Exception):
    """A region cannot run where it is said to, or anywhere."""

    def __init__(self, diagnostics: Sequence[Diagnostic]):
        super().__init__(diagnostics[0].message)
        self.diagnostics = tuple(diagnostics)


def place(block: Block, machine: MachineModel) -> Placement:
    """Place the regions of a block; raises `PlacementFault`."""
    return _Placing(machine).run(block)


def _refusal(code: str, message: str, op: Operation, help: str) -> PlacementFault:
    return PlacementFault([Diagnostic(code, message, span_of(op), help=help)])


def needed_work(region: RegionOp) -> dict[Work, int]:
    """The kinds of work that a region does, and how many operations of each."""
    found: dict[Work, int] = {}
    moved = 0
    for op in walk(region.body):
        if isinstance(op, Structured) and all(block.first_op is block.last_op for block in op.body.blocks):
            moved += prod(each or UNKNOWN_SIZE for each in op.sizes())  # what is filled or copied for others
            continue
        if isinstance(op, Structured):
            contraction = contraction_of(op) is not None and len(op.sizes()) >= _TENSOR_LOOPS
            size = points(op)
            count = size if size is not None else prod(each or UNKNOWN_SIZE for each in op.sizes())
            kind = Work.TENSOR if contraction else Work.VECTOR
        elif any(isinstance(result.type, TensorType) for result in op.results) and op.operands:
            kind, count = Work.VECTOR, max(_elements(result) for result in op.results)
        else:
            continue
        found[kind] = found.get(kind, 0) + count
    return found or ({Work.COPY: moved} if moved else {Work.SCALAR: 1})


def values_of(region: RegionOp) -> int:
    """How many elements the results of a region have."""
    return sum(_elements(value) for value in region.results if _is_tensor(value.type))


_TENSOR_LOOPS = 3


def _is_tensor(of: Attribute) -> bool:
    return isinstance(of, TensorType)


def _elements(value: SSAValue) -> int:
    of: Attribute = value.type
    return prod(extent or UNKNOWN_SIZE for extent in extents_of(of)) if _is_tensor(of) else 1


def _of_outside(region: RegionOp) -> Iterator[SSAValue]:
    """What the region uses from outside, each once."""
    used = [*region.captures, *(value for op in walk(region.body) for value in op.operands)]
    return (value for value in dict.fromkeys(used) if not is_defined_below(value, region))


class _Placing:
    def __init__(self, machine: MachineModel):
        self.machine = machine
        self.state = _State()
        self.host = machine.engine(machine.issuer) or Engine(machine.issuer, frozenset(Work))
        self.engines = [e for e in machine.engines if e.name != self.host.name]

    def run(self, block: Block) -> Placement:
        placed = [self._place(op) for op in block.ops if isinstance(op, RegionOp)]
        back = self._back(block)
        ends = [each.end for each in (*placed, *back)]
        return Placement(tuple(placed), tuple(back), max(ends, default=0))

    def home(self, engine: Engine) -> str:
        """The memory that values on the engine are in; empty for what all engines see."""
        own = (m for m in self.machine.memories if m.seen_by is not None and engine.name in m.seen_by)
        computing = (m.name for m in own if not (m.seen_by or set()) <= self._movers())
        return "" if engine is self.host or engine.name in self._movers() else next(computing, "")

    def _movers(self) -> set[str]:
        return {engine.name for engine in self.machine.engines if set(engine.takes) == {Work.COPY}}

    def _place(self, region: RegionOp) -> PlacedRegion:
        if MOVED_FROM in region.attributes:
            raise _refusal("P222", "these regions are placed already", region, "place them once")
        named = region.attributes.get(DEVICE)
        if named is not None and not isinstance(named, StringAttr):
            raise _refusal("P222", "`device` is the name of an engine", region, 'write {device = "npu"}')
        candidates = [*self.engines, self.host]
        if named is not None:
            faults = list(engine_faults(region, named, self.machine))
            if faults:
                raise PlacementFault(faults)
            candidates = [self.machine.engine(named.data) or self.host]
        work = needed_work(region)
        fitting = [engine for engine in candidates if engine.takes >= set(work)]
        if not fitting:
            raise self._unfit(region, candidates, work, named)
        options: list[tuple[int, int, _State, PlacedRegion]] = []
        for number, engine in enumerate(fitting):
            state = self.state.copy()
            found = self._try(region, engine, work, state)
            options.append((found.end, number, state, found))
        _, _, self.state, best = min(options, key=lambda option: option[:2])
        return best

    def _unfit(
        self, region: RegionOp, candidates: list[Engine], work: dict[Work, int], named: StringAttr | None
    ) -> PlacementFault:
        kinds = ", ".join(sorted(work))
        if named is None:
            help = f"add {kinds} to what an engine of '{self.machine.name}' takes"
            return _refusal("P222", f"no engine takes all that this region does: {kinds}", region, help)
        takes = ", ".join(sorted(candidates[0].takes)) or "no work"
        who = [engine.name for engine in (*self.engines, self.host) if engine.takes >= set(work)]
        help = f"let it run on {' or '.join(who)}" if who else "split it into regions that engines take"
        missing = ", ".join(sorted(set(work) - candidates[0].takes))
        message = f'the engine "{named.data}" takes {takes}, and the region does {missing}'
        return _refusal("P222", message, region, help)

    def _try(self, region: RegionOp, engine: Engine, work: dict[Work, int], state: _State) -> PlacedRegion:
        transfers: list[Transfer] = []
        ready = 0
        for value in [*_of_outside(region), *region.dependencies_]:
            if isinstance(value.type, MemRefType | UnrankedMemRefType) and self.home(engine):
                raise _refusal(
                    "P223",
                    f'the region is to run on "{engine.name}", and uses memory of the issuer',
                    region,
                    "let it use tensors, which are moved where they are needed",
                )
            ready = max(ready, self._available(value, engine, region, state, transfers))
        cycles = sum(engine.busy(count) for count in work.values())
        begin, end = state.take(engine, ready, cycles)
        for result in region.results:
            state.there[result, self.home(engine)] = end
        home = self.home(engine) or HOST_MEMORY
        return PlacedRegion(region, engine.name, home, begin, end, tuple(transfers))

    def _available(
        self, value: SSAValue, engine: Engine, op: Operation, state: _State, transfers: list[Transfer]
    ) -> int:
        """When a value is where the engine sees it; what is moved for that is added to the transfers."""
        home = self.home(engine)
        places = [(at, place) for (known, place), at in state.there.items() if known is value]
        if not places:
            places = [(0, "")]
            state.there[value, ""] = 0
        here = [at for at, place in places if place == home]
        if here or not isinstance(value.type, TensorType):
            return here[0] if here else min(places)[0]
        at, source = min(places)
        mover = self._mover(source, home, op)
        begin, end = state.take(mover, at, mover.busy(_elements(value)))
        state.there[value, home] = end
        transfers.append(Transfer(value, source or HOST_MEMORY, home or HOST_MEMORY, mover.name, begin, end))
        return end

    def _mover(self, source: str, target: str, op: Operation) -> Engine:
        """Who moves values from one memory to another."""
        seeing = [
            m.seen_by for m in self.machine.memories if m.name in (source, target) and m.seen_by is not None
        ]
        for engine in sorted(self.engines, key=lambda engine: len(engine.takes)):
            if Work.COPY in engine.takes and all(engine.name in seen for seen in seeing):
                return engine
        where = f'"{source or "main"}" to "{target or "main"}"'
        help = "add an engine that takes copies and sees both memories"
        raise _refusal("P222", f"no engine of '{self.machine.name}' moves values from {where}", op, help)

    def _back(self, block: Block) -> list[Transfer]:
        """What others than regions use is moved back."""
        found: list[Transfer] = []
        for op in block.ops:
            if isinstance(op, RegionOp):
                continue
            for inner in walk(op):
                for value in inner.operands:
                    if isinstance(owner_of(value), RegionOp) and isinstance(value.type, TensorType):
                        self._available(value, self.host, op, self.state, found)
        return found
