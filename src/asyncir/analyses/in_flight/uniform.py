"""Whether all threads of a block meet the same barriers, as far as a look at where numbers come from tells."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from asyncir.analyses.in_flight.code import Code, Instruction, Kind
from asyncir.analyses.in_flight.graphs import reverse_postorder
from asyncir.dialects.effects import Effects
from asyncir.dialects.interfaces.completion import BlockSize, ThreadIndex
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, SSAValue

_WITHOUT_OPERANDS = frozenset({OpKind.CONSTANT, OpKind.BLOCK_INDEX, OpKind.GRID_SIZE})
_TESTS = frozenset({Kind.BRANCH, Kind.CASE, Kind.TEST})


def constants_that_barriers_rely_on(
    code: Code, effects: Effects, mutable: set[Hashable]
) -> set[Hashable] | None:
    """None if threads may meet different barriers; else the objects of which that takes for granted that nothing
    writes them.
    """
    if not any(step.kind is Kind.BARRIER for step in code.instructions):
        return set()
    look = _Look(code, effects, mutable)
    return look.relied_on if look.same_for_all() else None


class _Look:
    """Finds the values that may differ between threads."""

    def __init__(self, code: Code, effects: Effects, mutable: set[Hashable]):
        self.code = code
        self.effects = effects
        self.mutable = mutable
        self.relied_on: set[Hashable] = set()
        self.differ: set[SSAValue] = set()
        self.apart: set[int] = set()
        """Instructions that some threads may be at while others are elsewhere, or in another iteration."""
        self.sources: dict[SSAValue, list[SSAValue]] = {}
        for step in code.instructions:
            for target, source in step.pairs:
                self.sources.setdefault(target, []).append(source)
        self.meets = _where_ways_meet(code)

    def same_for_all(self) -> bool:
        """Whether no barrier hangs on what may differ."""
        before = (-1, -1)
        while before != (len(self.differ), len(self.apart)):
            before = (len(self.differ), len(self.apart))
            for at, step in enumerate(self.code.instructions):
                self._values(at, step)
                if step.kind in _TESTS and self._may_differ(step) and not self._split(at):
                    return False
        return not any(self.code.instructions[at].kind is Kind.BARRIER for at in self.apart)

    def _values(self, at: int, step: Instruction) -> None:
        apart = at in self.apart
        self.differ.update(t for t, source in step.pairs if apart or source in self.differ)
        if step.kind is Kind.HEAD and step.loop is not None:
            loop = step.loop
            bounds = loop.bounds or ()
            if loop.variable is not None and (apart or not self.differ.isdisjoint(bounds)):
                self.differ.add(loop.variable)
            self.differ.update(a for a, (init, _) in loop.inductions.items() if apart or init in self.differ)
        elif step.op is not None and step.kind in (Kind.OP, Kind.ISSUE, Kind.COMMIT):
            own = not _is_same_for_all(step.op) or not self._is_function_of_operands(step)
            if apart or own or not self.differ.isdisjoint(step.op.operands):
                self.differ.update(step.op.results)

    def _is_function_of_operands(self, step: Instruction) -> bool:
        assert step.op is not None
        if kind_of(step.op) is not OpKind.LOAD:
            return self.effects.is_pure(step.op)
        memory = step.op.operands[0]
        seen: set[SSAValue] = set()
        while len(self.sources.get(memory, ())) == 1 and memory not in seen:
            seen.add(memory)
            memory = self.sources[memory][0]
        entry = self.code.entry.regions[0].blocks.first
        if not isinstance(memory, BlockArgument) or memory.block is not entry:
            return False
        root = ("arg", memory.index)
        if root in self.mutable or ("?",) in self.mutable:
            return False
        self.relied_on.add(root)
        return True

    def _may_differ(self, step: Instruction) -> bool:
        tested = (
            (step.value,) if step.value is not None else () if step.loop is None else step.loop.bounds or ()
        )
        return not self.differ.isdisjoint(tested)

    def _split(self, at: int) -> bool:
        """Note what is between the test and the place where its ways meet; false if there is no such place."""
        end = self.meets.get(at)
        if end is None:
            return False
        pending = list(successors(self.code, at))
        while pending:
            each = pending.pop()
            if each != end and each not in self.apart:
                self.apart.add(each)
                pending.extend(successors(self.code, each))
        return True


def _is_same_for_all(op: Operation) -> bool:
    """Whether threads that execute the op on the same operands have the same results, if it is pure."""
    if op.operands:
        return op.get_trait(ThreadIndex) is None
    return op.get_trait(BlockSize) is not None or kind_of(op) in _WITHOUT_OPERANDS


def successors(code: Code, at: int) -> Iterator[int]:
    """Where control goes from an instruction."""
    step = code.instructions[at]
    if step.kind in (Kind.JUMP, *_TESTS):
        yield step.target
    if step.kind not in (Kind.JUMP, Kind.END):
        yield at + 1


def _where_ways_meet(code: Code) -> dict[int, int]:
    """The immediate postdominator of each instruction from which the end is reached."""
    size = len(code.instructions)
    predecessors: list[list[int]] = [[] for _ in range(size)]
    for at in range(size):
        for successor in successors(code, at):
            predecessors[successor].append(at)
    # The instructions that reach the end, from there backwards.
    order = reverse_postorder(len(predecessors) - 1, lambda at: predecessors[at])
    rank = {at: i for i, at in enumerate(order)}
    found = {order[0]: order[0]}
    changed = True
    while changed:
        changed = False
        for at in order[1:]:
            ways = [s for s in successors(code, at) if s in found]
            meet = ways[0]
            for other in ways[1:]:
                while meet != other:
                    while rank[meet] > rank[other]:
                        meet = found[meet]
                    while rank[other] > rank[meet]:
                        other = found[other]
            if found.get(at) != meet:
                found[at] = meet
                changed = True
    del found[order[0]]
    return found
