"""What a program on a machine consists of, for those who walk it: which ops matter, and what each of them is.

Scalar ops are left out: their values are looked up when somebody needs them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum, auto
from functools import cached_property, partial
from typing import Any

from asyncir.analyses.machines.calls import MachineCalls
from asyncir.analyses.machines.early_waits import EarlyWaits
from asyncir.analyses.machines.elsewhere import Elsewhere
from asyncir.analyses.machines.objects import Objects
from asyncir.analyses.machines.views import MachineViews
from asyncir.dialects import sync
from asyncir.dialects.effects import Access, Effect, Effects
from asyncir.dialects.interfaces.effect_groups import in_memory
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, IsTerminator, Operation, SSAValue
from asyncir.ir.walk import enclosing, walk
from asyncir.targets.effect_groups import MachineEffects
from asyncir.targets.machine import MachineModel
from asyncir.targets.matching import forms_of
from asyncir.targets.resources import CompletionOrder


class MachineRole(Enum):
    """What an op is to a machine."""

    WORK = auto()
    OWN = auto()
    """What the process does itself: it touches memory."""
    SIGNAL = auto()
    WAIT = auto()
    COMMIT = auto()
    BARRIER = auto()
    INIT = auto()
    ARM = auto()
    FREE = auto()
    FENCE = auto()
    LOOP = auto()
    BRANCHES = auto()
    """One of its regions runs, or none; of some it is the only one."""
    CALL = auto()
    """A call of a function of the module that gives works or synchronises."""
    SIDE_END = auto()
    """The end of a side of a branch: nothing is done there, but orders may be made in front of it."""
    END = auto()
    """The return of the function."""
    UNKNOWN = auto()
    """What is not followed."""


_ROLES: dict[type[Operation], MachineRole] = {
    sync.WorkOp: MachineRole.WORK,
    sync.SignalOp: MachineRole.SIGNAL,
    sync.WaitOp: MachineRole.WAIT,
    sync.CommitOp: MachineRole.COMMIT,
    sync.BarrierOp: MachineRole.BARRIER,
    sync.InitOp: MachineRole.INIT,
    sync.ArmOp: MachineRole.ARM,
    sync.FreeOp: MachineRole.FREE,
    sync.FenceOp: MachineRole.FENCE,
    sync.ProcessOp: MachineRole.UNKNOWN,
}

LOOPS = frozenset({OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP})
IN_PLACE = frozenset({OpKind.REGION, OpKind.STACK_REGION})
"""Their region runs once, in place."""
_BRANCHES = frozenset({OpKind.IF, OpKind.SWITCH}) | IN_PLACE
SIDES = _BRANCHES - IN_PLACE
"""One of their regions runs, or none."""
COMPOUND = LOOPS | _BRANCHES
"""What has works of several iterations or ways in it."""


@dataclass(frozen=True, slots=True)
class MachineItem:
    """An op that matters."""

    op: Operation
    role: MachineRole
    engine: int = 0
    """Who executes it: the number of an engine."""
    effects: tuple[Effect, ...] = ()


@dataclass
class MachineProgram:
    """A function on a machine."""

    function: Operation
    machine: MachineModel
    args_alias: bool = False
    """Whether arrays that are passed may overlap."""
    ignored: frozenset[Operation] = frozenset()
    """Ops of synchronisation that are taken not to be there."""
    engines: list[str] = field(init=False)
    """By number; the issuer has number 0."""

    def __post_init__(self) -> None:
        named = [engine.name for engine in self.machine.engines]
        self.engines = list(dict.fromkeys([self.machine.issuer, *named]))
        self._numbers = {name: number for number, name in enumerate(self.engines)}
        issuer = self.machine.engine(self.machine.issuer)
        self.issuer_in_order = issuer is None or (
            issuer.order is CompletionOrder.IN_ORDER and issuer.count == 1
        )
        """Whether what the process does itself is in order; else loops of it are no single steps."""
        self._effects = Effects()
        self.asynchronous = MachineEffects(self.machine, self._effects)
        """Which effects are in flight, as the machine's file says."""
        self.elsewhere = Elsewhere(self._effects, partial(forms_of, self.machine))
        """Which ops are none of the machine's."""
        self._items: dict[Block, list[MachineItem]] = {}
        self._item_places: dict[Operation, int] = {}
        self._counting: dict[Block, tuple[dict[Operation, int], list[tuple[int, Operation]]]] = {}
        self.objects = Objects(self.args_alias)
        self.views = MachineViews()
        self._engines_in: dict[Operation, frozenset[int]] = {}
        self._tellers: dict[Operation, tuple[int, ...]] = {}
        self.worlds: tuple[Any, ...] | None = None
        """What is assumed of numbers from outside, case by case; worlds.py finds it."""
        self.cases: tuple[Any, ...] | None = None
        """The same, with the ways that branches go."""
        self.walked = 0
        """How many ops all walks have been through."""
        self.coarse: dict[Operation, None] = {}
        """Loops that take in turn what comes round only after very many iterations: walks take all of it for one."""

    @cached_property
    def calls(self) -> MachineCalls:
        """The calls of functions that give works or synchronise."""
        return MachineCalls(self.function, lambda op: type(op) in _ROLES)

    @cached_property
    def _early_waits(self) -> EarlyWaits:
        """The waits that stand in front of their signals, here and in what is called."""
        ops = (op for op in self.calls.inside(self.function) if op not in self.ignored)
        ends = [op for op in ops if isinstance(op, sync.SignalOp | sync.WaitOp)]
        return EarlyWaits(ends, self.machine, lambda op: engine_name(op) or "")

    @property
    def has_early_waits(self) -> bool:
        """Whether waits stand in front of their signals: without an order, ops may be taken in another turn."""
        return bool(self._early_waits.waits)

    @cached_property
    def size(self) -> int:
        """How many ops it has."""
        return sum(1 for _ in self.calls.inside(self.function))

    def beside(self, function: Operation) -> MachineProgram:
        """Another function of the module, which shares what is known of calls."""
        other = MachineProgram(function, self.machine, self.args_alias)
        other.calls = self.calls
        return other

    def engine(self, name: str) -> int | None:
        """The number of an engine; None where there is none of that name."""
        return self._numbers.get(name)

    def items(self, block: Block) -> list[MachineItem]:
        """The ops of a block that matter, in order; what a wait further up needs comes first."""
        found = self._items.get(block)
        if found is None:
            made = (self.item(op) for op in block.ops if op not in self.ignored)
            items = {item.op: item for item in made if item is not None}
            found = [items[op] for op in self._early_waits.in_turn(list(items))]
            around, last = block.parent_op(), block.last_op
            if found and last is not None and around is not None and kind_of(around) in SIDES:
                found.append(MachineItem(last, MachineRole.SIDE_END))
            self._items[block] = found
            self._item_places.update((item.op, number) for number, item in enumerate(found))
        return found

    def next_item(self, op: Operation) -> MachineItem | None:
        """What comes behind an op that matters."""
        assert op.parent is not None
        items = self.items(op.parent)
        place = self._item_places[op] + 1
        return items[place] if place < len(items) else None

    def counting_behind(self, op: Operation) -> list[Operation]:
        """Ops behind a loop, in its block, that may compute how many iterations it has."""
        assert op.parent is not None
        found = self._counting.get(op.parent)
        if found is None:
            found = self._counting[op.parent] = ({}, [])
            for place, one in enumerate(op.parent.ops):
                if one.regions:
                    found[0][one] = place
                elif kind_of(one) in (OpKind.DIVIDE_CEILING, OpKind.MAXIMUM):
                    found[1].append((place, one))
        places, ops = found
        return [one for place, one in ops if place > places[op]]

    def without(self, ops: Iterable[Operation]) -> MachineProgram:
        """The program without some ops of synchronisation."""
        fewer = MachineProgram(self.function, self.machine, self.args_alias, self.ignored | set(ops))
        fewer.objects = self.objects
        fewer.views = self.views
        fewer.worlds = self.worlds
        fewer.cases = self.cases
        fewer.calls = self.calls
        return fewer

    def engines_in(self, op: Operation) -> frozenset[int]:
        """The engines that execute something in an op."""
        found = self._engines_in.get(op)
        if found is None:
            items = (self.item(inner) for inner in self.calls.inside(op))
            found = frozenset(
                item.engine for item in items if item and item.role in (MachineRole.WORK, MachineRole.OWN)
            )
            self._engines_in[op] = found
        return found

    def tellers(self, op: Operation) -> tuple[int, ...]:
        """The process, and the engines that execute something in an op."""
        found = self._tellers.get(op)
        if found is None:
            found = self._tellers[op] = tuple(self.engines_in(op) | {0})
        return found

    def item(self, op: Operation) -> MachineItem | None:
        """What an op is; None where it does not matter."""
        role = _ROLES.get(type(op))
        if role is not None:
            return self._of_sync(op, role)
        kind = kind_of(op)
        if self.calls.callee(op) is not None:
            return MachineItem(op, MachineRole.CALL if kind is OpKind.CALL else MachineRole.UNKNOWN)
        if kind is OpKind.RETURN:
            return MachineItem(op, MachineRole.END)
        if kind in LOOPS or kind in _BRANCHES:
            if self._has_sync(op) or (not self.issuer_in_order and in_memory(self._effects.of(op))):
                return MachineItem(op, MachineRole.LOOP if kind in LOOPS else MachineRole.BRANCHES)
        elif op.regions and self._has_sync(op):
            return MachineItem(op, MachineRole.UNKNOWN)
        if kind is OpKind.STACK_RETURN:
            ended = tuple(Effect(Access.FREE, memory, whole=True) for memory in _on_stack_of(op))
            return MachineItem(op, MachineRole.OWN, 0, ended) if ended else None
        if op.has_trait(IsTerminator, value_if_unregistered=False):
            return None
        if self.elsewhere.why(op):
            return MachineItem(op, MachineRole.UNKNOWN)
        effects = in_memory(self._effects.of(op))
        return MachineItem(op, MachineRole.OWN, 0, effects) if effects else None

    def _has_sync(self, op: Operation) -> bool:
        return any(type(inner) in _ROLES or self.calls.callee(inner) is not None for inner in walk(op))

    def _of_sync(self, op: Operation, role: MachineRole) -> MachineItem:
        name = engine_name(op)
        engine = 0 if name is None else self.engine(name)
        if engine is None or role is MachineRole.UNKNOWN:
            return MachineItem(op, MachineRole.UNKNOWN)
        if not isinstance(op, sync.WorkOp):
            return MachineItem(op, role, engine)
        if any(self.calls.callee(inner) is not None for inner in walk(op.body)):
            return MachineItem(op, MachineRole.UNKNOWN)
        return MachineItem(op, role, engine, self.asynchronous.of_work(op))


def _on_stack_of(end: Operation) -> Iterator[SSAValue]:
    """The memory that ends with a region of the stack: what its own ops have allocated there, not those of regions in it."""
    around = end.parent_op()
    assert around is not None
    for op in walk(around):
        if kind_of(op) is OpKind.ALLOCATE_ON_STACK:
            owners = (o for o in enclosing(op) if kind_of(o) is OpKind.STACK_REGION or type(o) in _ROLES)
            if next(owners) is around:
                yield op.results[0]


def engine_name(op: Operation) -> str | None:
    """The engine that executes an op of the sync dialect; None: the process."""
    if isinstance(op, sync.SignalOp) and op.source is not None:
        return op.source.data
    if isinstance(op, sync.WaitOp) and op.target is not None:
        return op.target.data
    engine = op.properties.get("engine")
    return getattr(engine, "data", None)
