# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""The slice of a kernel that decides: addresses of shared and tensor memory, control, counts, phases, predicates.

Most of a kernel computes data. What synchronisation does depends on little of it: registers that reach an address in
shared memory, a branch, the predicate of something with an effect, a count, a parity. They are found backwards from
there. A value that comes from memory ends the way: it is not known, but where shared memory holds it; the stores
that such a load reads from are part of the slice once a run has seen it happen (`stores`).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from asyncir.analyses.kernels.computations import (
    WIDTHS,
    Computation,
    ParameterWord,
    computation_of,
    in_its_register,
    source_registers,
    targets_of,
    types_of,
    unknown_results,
)
from asyncir.analyses.kernels.conditions import loaded, place_of
from asyncir.analyses.kernels.control_flow import ENDS, ControlFlow
from asyncir.analyses.kernels.values import Value, same
from asyncir.analyses.kernels.whole_warps import for_whole_warps
from asyncir.ptx.effects import (
    ArriveWhenDone,
    Barrier,
    Collective,
    CommitGroup,
    Effect,
    EffectNumber,
    Fence,
    Issue,
    MbarrierArrive,
    MbarrierComplete,
    MbarrierExpect,
    MbarrierInit,
    MbarrierInvalidate,
    MbarrierTest,
    PtxAccess,
    Synchronous,
    TensorMemoryEffect,
    WaitGroup,
    WarpBarrier,
)
from asyncir.ptx.program import Address, Kernel, PtxInstruction, Register, Symbol, registers_of

ELSEWHERE: Final = frozenset({"global", "local", "param", "const", "registers"})
"""Spaces that no trace shows."""

CONTROL: Final = ENDS | {"bra", "brx"}


def accesses_of(effect: Effect) -> tuple[PtxAccess, ...]:
    """The accesses of an effect."""
    match effect:
        case Synchronous(accesses=found) | Issue(accesses=found) | TensorMemoryEffect(accesses=found):
            return found
        case _:
            return ()


def shown(effect: Effect) -> bool:
    """Whether a trace can have an event for it."""
    if isinstance(effect, Collective):
        return False
    if isinstance(effect, Synchronous):
        return any(access.space not in ELSEWHERE for access in effect.accesses)
    return True


def _numbers(effect: Effect) -> Iterator[int]:
    """Operands that an effect's meaning depends on, but for its accesses."""
    match effect:
        case Issue():
            yield effect.mbarrier
            yield effect.multicast
        case WaitGroup(count=EffectNumber(operand)) | WarpBarrier(EffectNumber(operand)):
            yield operand
        case ArriveWhenDone():
            yield effect.mbarrier
            yield effect.multicast
        case MbarrierInit(mbarrier, EffectNumber(operand)) | MbarrierArrive(mbarrier, EffectNumber(operand)):
            yield mbarrier
            yield operand
        case MbarrierExpect(mbarrier, EffectNumber(operand)) | MbarrierComplete(
            mbarrier, EffectNumber(operand)
        ):
            yield mbarrier
            yield operand
        case MbarrierInvalidate(mbarrier):
            yield mbarrier
        case MbarrierTest():
            yield effect.mbarrier
            yield effect.phase
        case Barrier(identity, count):
            yield identity.operand
            if count is not None:
                yield count.operand
        case TensorMemoryEffect(_, columns):
            yield columns.operand
        case _:
            return


def roots_of(instruction: PtxInstruction, effects: Sequence[Effect], visible: bool) -> frozenset[str]:
    """Registers that decide what the instruction does to synchronisation: all that a trace shows of it. `visible`:
    a run looks at it.
    """
    found: set[str] = set()
    if instruction.name in CONTROL:
        if instruction.name == "brx":
            found.update(registers_of(instruction.operands[0]))
        if instruction.guard:
            found.add(instruction.guard.register)
        return frozenset(found)
    places: set[int] = set()
    for effect in effects:
        if not shown(effect):
            continue
        places.update(_numbers(effect))
        for access in accesses_of(effect):
            if access.space not in ELSEWHERE:
                footprint = access.footprint
                places.update((access.address, footprint.size.operand, footprint.stride.operand))
                if access.footprint.kind == "box":
                    places.update(_maps(instruction))
    for place in places - {-1}:
        if place < len(instruction.operands):
            found.update(_decisive(instruction, place))
    if visible and instruction.guard:
        found.add(instruction.guard.register)
    return frozenset(found)


def _maps(instruction: PtxInstruction) -> Iterator[int]:
    """Operands that are a tensor map with coordinates."""
    for place, operand in enumerate(instruction.operands):
        if isinstance(operand, Address) and operand.coordinates is not None:
            yield place


def _decisive(instruction: PtxInstruction, place: int) -> Iterator[str]:
    operand = instruction.operands[place]
    if isinstance(operand, Address):
        yield from registers_of(operand.base)  # coordinates of a tensor copy are places of global memory
    else:
        yield from registers_of(operand)


@dataclass
class Slice:
    """What has to be executed.

    `computations` are by instruction; `roots` the registers whose values decide an instruction with an effect or a
    branch; `loads` instructions whose result is needed and comes from memory (`ld`, `atom`, …); `stores` those whose
    values are kept.
    """

    kernel: Kernel
    flow: ControlFlow
    effects: Sequence[tuple[Effect, ...]]
    stores: frozenset[int] = frozenset()
    computations: dict[int, Computation] = field(default_factory=dict[int, Computation])
    roots: list[frozenset[str]] = field(default_factory=list[frozenset[str]])
    loads: set[int] = field(default_factory=set[int])
    registers: set[str] = field(default_factory=set[str])

    def __post_init__(self) -> None:
        body = self.kernel.body
        self.aligned = frozenset(i.index for i in body if for_whole_warps(i))
        """Instructions that whole warps execute together."""
        self.visible = [
            any(shown(e) for e in self.effects[i.index]) or (i.index in self.aligned and i.guard is not None)
            for i in body
        ]
        self.roots = [roots_of(i, self.effects[i.index], self.visible[i.index]) for i in body]
        self._find()
        self._liveness()

    def is_step(self, index: int) -> bool:
        """Whether the instruction is more than a computation: it has an effect that counts, or is a branch."""
        return self.visible[index] or self.kernel.body[index].name in CONTROL

    def _find(self) -> None:
        body = self.kernel.body
        self.targets = [targets_of(i) for i in body]
        definitions: dict[str, list[int]] = {}
        for index, targets in enumerate(self.targets):
            for name in targets:
                if name is not None:
                    definitions.setdefault(name, []).append(index)
        work = list({name for roots in self.roots for name in roots})
        work += [n for index in self.stores for o in body[index].operands[1:] for n in registers_of(o)]
        self.registers = set(work)
        seen: set[int] = set()
        while work:
            for index in definitions.get(work.pop(), ()):
                if index in seen:
                    continue
                seen.add(index)
                for name in self._needs(index):
                    if name not in self.registers:
                        self.registers.add(name)
                        work.append(name)

    def _needs(self, index: int) -> Iterator[str]:
        """Take instruction `index` into the slice; the registers that its results depend on."""
        instruction = self.kernel.body[index]
        targets = self.targets[index]
        if instruction.guard:
            yield instruction.guard.register
        if self.visible[index]:
            self.loads.add(index)
            yield from self.roots[index]
            return
        if instruction.name in {"ld", "ldu", "atom"}:
            self.loads.add(index)
            foreign = "param" in instruction.modifiers and not self._of_the_kernel(instruction)
            computation = (unknown_results if foreign else load_of)(instruction, targets)
        else:
            computation = in_its_register(computation_of(instruction, targets), self.kernel.registers)
        self.computations[index] = computation
        for source in computation.sources:
            yield from source_registers(source)

    def _of_the_kernel(self, instruction: PtxInstruction) -> bool:
        """Whether `ld.param` loads a parameter of the kernel, not what a call that is not followed gives back."""
        bases = [o.base for o in instruction.operands if isinstance(o, Address)]
        names = {parameter.name for parameter in self.kernel.parameters}
        return all(not isinstance(base, Symbol) or base.name in names for base in bases)

    def _liveness(self) -> None:
        """Registers of the slice that are read behind a place before they are set anew."""
        body, flow = self.kernel.body, self.flow
        self.uses: list[frozenset[str]] = []
        self.sets: list[frozenset[str]] = []
        for index, instruction in enumerate(body):
            uses = set(self.roots[index])
            sets: set[str] = set()
            if (computation := self.computations.get(index)) is not None:
                uses.update(n for s in computation.sources for n in source_registers(s))
            if index in self.stores:
                uses.update(n for o in instruction.operands[1:] for n in registers_of(o))
            if computation is not None or index in self.loads:
                names = {n for n in self.targets[index] if n is not None and n in self.registers}
                if instruction.guard:
                    uses.add(instruction.guard.register)
                    uses.update(names)  # the old value stays where the guard fails
                sets.update(names)
            self.uses.append(frozenset(uses))
            self.sets.append(frozenset(sets))
        self._live_in: list[frozenset[str]] = [frozenset()] * (flow.end + 1)
        matter = [k for k in range(len(body)) if self.uses[k] or self.sets[k]]
        self._block_of: list[int] = [b.number for b in flow.blocks for _ in range(b.start, b.end)]
        self._matter: list[list[int]] = [[] for _ in flow.blocks]
        for k in reversed(matter):
            self._matter[self._block_of[k]].append(k)
        work = list(flow.order)
        while work:
            number = work.pop()
            before = self._backwards(number, flow.blocks[number].start)
            if before != self._live_in[number]:
                self._live_in[number] = before
                work += [p for p in flow.predecessors[number] if p != flow.end]
        self._live: dict[int, frozenset[str]] = {}
        for number in range(len(flow.blocks)):  # what is dead is another use of a register's name
            for k in self._dead_in(number):
                del self.computations[k]
                self.uses[k] = self.sets[k] = frozenset()

    def _dead_in(self, number: int) -> list[int]:
        """The computations of a block whose results nobody needs."""
        live: set[str] = set()
        for successor in self.flow.blocks[number].successors:
            live |= self._live_in[successor]
        dead: list[int] = []
        for k in self._matter[number]:
            if k in self.computations and self.sets[k].isdisjoint(live):
                dead.append(k)
                continue
            live -= self.sets[k]
            live |= self.uses[k]
        return dead

    def roots_of_stores(self, index: int) -> frozenset[str]:
        """Registers whose values instruction `index` writes to memory, if the slice keeps them."""
        if index not in self.stores:
            return frozenset()
        return frozenset(n for o in self.kernel.body[index].operands[1:] for n in registers_of(o))

    def block_of(self, index: int) -> int:
        """The number of the block that has instruction `index`."""
        return self._block_of[index]

    def _backwards(self, number: int, start: int) -> frozenset[str]:
        """Live registers in front of instruction `start` of a block, from those that its successors need. What only
        computes registers that nobody needs needs nothing itself.
        """
        live: set[str] = set()
        for successor in self.flow.blocks[number].successors:
            live |= self._live_in[successor]
        for k in self._matter[number]:
            if k < start:
                break
            sets = self.sets[k]
            if k not in self.computations or not sets.isdisjoint(live):
                live -= sets
                live |= self.uses[k]
        return frozenset(live)

    def live_at(self, index: int, block: int | None = None) -> frozenset[str]:
        """Registers of the slice that are live in front of instruction `index`; or at the end of `block`."""
        if block is None and index >= len(self._block_of):
            return frozenset()
        if block is not None and index >= self.flow.blocks[block].end:
            return self._backwards(block, index)
        if index not in self._live:
            self._live[index] = self._backwards(self._block_of[index], index)
        return self._live[index]


def load_of(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation:
    """A load from memory that no trace shows: of a parameter its value; of other data unknown values, the same for all
    threads that load from one address.
    """
    if instruction.name == "ld" and "param" in instruction.modifiers:
        return parameter_load(instruction, targets)
    # What others write meanwhile a strong load may see in one thread and not in another.
    plain = instruction.name != "atom" and not STRONG_WORDS & set(instruction.modifiers)
    address = next((o for o in instruction.operands if isinstance(o, Address)), None)
    base = None if address is None else address.base
    sources = (base,) if isinstance(base, Register) else ()
    offset = 0 if address is None else address.offset
    symbol = base.name if isinstance(base, Symbol) else ""

    def function(*addresses: Value) -> Value:
        uniform = plain and all(same(a) for a in addresses)
        place = place_of(symbol, addresses, offset)
        results = tuple(loaded((place, k) if k else place, uniform) for k in range(len(targets)))
        return results if len(targets) > 1 else results[0]

    return Computation(instruction, targets, sources, (64,) * len(sources), function)


def parameter_load(instruction: PtxInstruction, targets: tuple[str | None, ...]) -> Computation:
    """`ld.param`: the values that the run was given."""
    address = next(o for o in instruction.operands if isinstance(o, Address))
    width = next((WIDTHS[t] for t in reversed(types_of(instruction)) if t in WIDTHS), 32)
    each = width // 8
    if isinstance(address.base, Symbol):
        name, start = address.base.name, address.base.offset + address.offset
        words = tuple(ParameterWord(name, start + k * each, width) for k in range(len(targets)))
        return Computation(instruction, targets, words, (width,) * len(words), _as_they_are)
    if not isinstance(address.base, Register):
        return unknown_results(instruction, targets)
    word = ParameterWord("", address.offset, width)

    def function(read: Callable[[Value, int, int], Value], base: Value) -> Value:
        return _as_they_are(*(read(base, word.offset + k * each, width) for k in range(len(targets))))

    return Computation(instruction, targets, (word, address.base), (64, 64), function)


def _as_they_are(*values: Value) -> Value:
    return values if len(values) != 1 else values[0]


STRONG_WORDS: Final = frozenset({"relaxed", "acquire", "volatile", "mmio"})

DECIDE_NOTHING: Final = (CommitGroup, WaitGroup, Fence, WarpBarrier)
"""Effects that decide neither registers nor who goes on."""


def keeps_values(part: Slice) -> bool:
    """Whether the slice loads from shared memory, so that what is written there has to be kept."""
    effects = (e for k in part.loads for e in part.effects[k])
    return any(isinstance(e, Synchronous) and shown(e) for e in effects)


def that_decide_nothing(part: Slice) -> Iterator[int]:
    """Instructions whose effects decide neither registers nor who goes on: accesses, groups, fences."""
    nothing: tuple[type, ...] = DECIDE_NOTHING
    if not keeps_values(part):
        nothing = (*DECIDE_NOTHING, Synchronous, Issue)
    for index, effects in enumerate(part.effects):
        seen = [effect for effect in effects if shown(effect)]
        if index in part.loads or not seen:
            continue
        if all(isinstance(e, nothing) and not (isinstance(e, Issue) and e.mbarrier >= 0) for e in seen):
            yield index
