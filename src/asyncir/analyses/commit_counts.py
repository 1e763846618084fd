"""How many groups a thread has committed to a FIFO so far, at any point of a program.

Where every way commits equally many, the number is a sum of constants and induction variables; elsewhere it has
to be carried: a phi of `analyses.carried`, which is a counter at run time.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from asyncir.analyses.carried import (
    Carried,
    CarriedChange,
    CarriedNode,
    Given,
    Node,
    Phi,
    Quantity,
    Unknown,
    Variable,
)
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.linear import Linear, linear_of
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.interfaces.completion import commits
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import IndexType, Operation, Region

_NOTHING = Given("nothing committed")


@dataclass(frozen=True, slots=True)
class Iteration:
    """How many iterations of a loop are over, inside it."""

    loop: Operation


@dataclass(frozen=True, slots=True)
class TripCount:
    """How many iterations a loop had, behind it."""

    loop: Operation


@dataclass(frozen=True, slots=True)
class IsCommittedTo:
    """1 if a commit to a computed queue is one to this FIFO, else 0."""

    commit: Operation
    fifo: Hashable


@dataclass(slots=True)
class _Numbers(Quantity):
    """What ops do to the number of groups."""

    initial = _NOTHING
    fifos: FifoChanges
    _added: dict[tuple[Operation, Hashable], int | None] = field(
        default_factory=dict[tuple[Operation, Hashable], "int | None"]
    )

    def changed_by(self, op: Operation, variable: Variable) -> CarriedChange | None:
        """A commit, or an op in which each way commits equally many, adds a number."""
        if commits(op) is not None and self.fifos.ids[op] is None:
            return Unknown(op, "callers disagree about which queues share a FIFO")
        if op in self.fifos.hiding:
            return Unknown(op, "what is called in it may commit as well")
        known = self.added_by(op, variable.scope) is not None or commits(op) is not None
        return (variable,) if known or self._in_rounds(op, variable.scope) else None

    def at_iteration(self, loop: Operation, variable: Variable) -> tuple[Variable, ...] | None:
        """Each iteration of a counted loop adds a number."""
        return (variable,) if self._in_rounds(loop, variable.scope) else None

    def _in_rounds(self, op: Operation, fifo: Hashable) -> bool:
        """Whether each iteration of a counted loop adds the same number."""
        is_counted = kind_of(op) is OpKind.COUNTED_LOOP and _counts_up(op)
        return is_counted and self.added_in(op.regions[0], fifo) is not None

    def added_by(self, op: Operation, fifo: Hashable) -> int | None:
        """The number of groups that executing `op` commits, whatever happens; None if that varies."""
        key = (op, fifo)
        if key not in self._added:
            self._added[key] = None  # for recursive functions
            self._added[key] = self._count(op, fifo)
        return self._added[key]

    def _count(self, op: Operation, fifo: Hashable) -> int | None:
        if fifo not in self.fifos.changes.scopes.get(op, ()):
            return 0
        if commits(op) is not None:
            ids = self.fifos.ids[op]
            certain = ids is not None and ids.complete and set(ids.fifos.values()) == {fifo}
            return 1 if certain else None
        callee = self.fifos.changes.calls.get(op)
        if callee is not None:
            return self.added_in(callee.regions[0], fifo)
        if kind_of(op) in (OpKind.IF, OpKind.SWITCH, OpKind.REGION):
            ways = {self.added_in(region, fifo) for region in op.regions}
            return ways.pop() if len(ways) == 1 else None
        if kind_of(op) is OpKind.COUNTED_LOOP:
            each, trips = self.added_in(op.regions[0], fifo), trips_of(op)
            return each * trips.least if each is not None and trips.least == trips.most else None
        return None

    def added_in(self, region: Region, fifo: Hashable) -> int | None:
        """The number of groups that going through the region commits."""
        if len(region.blocks) > 1:
            return None
        parts = [self.added_by(op, fifo) for block in region.blocks for op in block.ops]
        known = [part for part in parts if part is not None]
        return sum(known) if len(known) == len(parts) else None

    def after(self, node: CarriedNode, before: Linear) -> Linear:
        """What a computed number is, in terms of what it is before the op."""
        fifo, op = node.variable.scope, node.op
        added = None if node.inside else self.added_by(op, fifo)
        if added is not None:
            return before + added
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return before + Linear(0, {IsCommittedTo(op, fifo): 1})
        each = self.added_in(op.regions[0], fifo)
        assert each is not None
        return before + (_iteration(op, each) if node.inside else Linear(0, {TripCount(op): each}))


def _counts_up(loop: Operation) -> bool:
    """Whether the number of the iteration follows from the induction variable."""
    step = constant_of(loop.operands[2])
    is_index = isinstance(loop.operands[0].type, IndexType)
    return step is not None and step > 0 and is_index and "unsignedCmp" not in loop.properties


def _iteration(loop: Operation, factor: int) -> Linear:
    """`factor` times the number of iterations before this one."""
    step = constant_of(loop.operands[2])
    assert step is not None
    if factor % step:
        return Linear(0, {Iteration(loop): factor})
    variable = Linear(0, {loop.regions[0].block.args[0]: 1})
    return (variable - linear_of(loop.operands[0])) * (factor // step)


class CommitCounts:
    """Answers how many groups were committed: ask with `before`, `solve`, then look at `number_of`."""

    def __init__(self, fifos: FifoChanges) -> None:
        self._numbers = _Numbers(fifos)
        self.carried = Carried(fifos.module, fifos.changes, self._numbers)
        self._known: dict[Node, Linear] = {_NOTHING: Linear()}

    def before(self, op: Operation, fifo: Hashable) -> Node:
        """The number in front of `op`."""
        return self.carried.before(op, Variable(fifo))

    def number_of(self, node: Node) -> Linear:
        """The number as a sum, in which a `Phi` is a counter that has to be carried."""
        node = self.carried.value(node)
        chain: list[CarriedNode] = []
        while node not in self._known and isinstance(node, CarriedNode):
            chain.append(node)
            node = self.carried.value(node.inputs[0])
        if node not in self._known:
            assert isinstance(node, Phi)
            self._known[node] = Linear(0, {node: 1})
        number = self._known[node]
        for computed in reversed(chain):
            number = self._numbers.after(computed, number)
            self._known[computed] = number
        return number
