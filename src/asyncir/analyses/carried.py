"""What control flow carries from one point of a program to another, found on demand.

Some facts about a run change at some ops and are the same everywhere else: which group of a FIFO is its second
youngest, how many groups were committed so far. This module answers what such a fact is in front of an op, as a graph
of nodes: what an op gave it (`Given`), and where control flow joins, a `Phi` with one input for each way. Only what
is asked for gets nodes, so that a phi is a value that an author would have to carry as well.

The fact is a `Variable`, whose `scope` says which ops may change it. What an op does to it is said by a `Quantity`.
After `solve`, phis whose inputs are all the same value stand for that value.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from bisect import bisect_left
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar

from asyncir.analyses.flow import ways_into, ways_out, yields
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region
from asyncir.ir.graphs import reached
from asyncir.ir.walk import block_of, walk


@dataclass(frozen=True, slots=True)
class Variable:
    """Something that ops change, and that has one value at each point of a run."""

    scope: Hashable
    """What the ops that change it are known by: the FIFO, say."""
    index: int = 0
    """Tells the variables of a scope apart."""


@dataclass(eq=False, slots=True)
class Node:
    """The value of a variable at some point."""

    inputs: list[Node] = field(init=False, default_factory=list["Node"])
    """The nodes that it is computed from."""


@dataclass(eq=False, slots=True)
class Given(Node):
    """A value that does not depend on the way by which control came here."""

    value: Hashable


@dataclass(eq=False, slots=True)
class Unknown(Node):
    """A value that cannot be told, with the reason, and the op because of which."""

    op: Operation
    reason: str


@dataclass(eq=False, slots=True)
class CarriedNode(Node):
    """What `op` makes of the values in front of it; the quantity knows how.

    It is the value behind the op, or where `inside`, that at the start of an iteration of the loop `op`.
    """

    op: Operation
    variable: Variable
    inside: bool = False


@dataclass(frozen=True, slots=True)
class CarriedPlace:
    """Where a phi is: the arguments of a block, or the results of an op.

    `kind` is `block` (a block with predecessors), `function` (the arguments of a function), `call` (the results of a
    call), `argument` (the carried values of a loop), `forwarded` (what the condition of an `scf.while` passes on), or
    `result` (the results of an op with regions).
    """

    kind: str
    at: Operation | Block

    @property
    def region(self) -> Region | None:
        """The region in which a value there is defined."""
        if isinstance(self.at, Block):
            return self.at.parent
        if self.kind in ("call", "result"):
            return self.at.parent_region()
        return self.at.regions[1 if self.kind == "forwarded" else 0]


@dataclass(eq=False, slots=True)
class Phi(Node):
    """The value where control flow joins; each input is the value on one way there."""

    place: CarriedPlace
    variable: Variable


CarriedChange = Node | Variable | tuple[Variable, ...]
"""What an op does to a variable: its value afterwards, or the variable that had this value before the op.

Of several variables, the value is computed from what they are before the op.
"""


@dataclass(slots=True)
class Quantity(ABC):
    """What ops do to the variables of an analysis."""

    initial: ClassVar[Node]
    """The value when an execution starts."""

    @abstractmethod
    def changed_by(self, op: Operation, variable: Variable) -> CarriedChange | None:
        """What `op`, which changes the variable's scope, does to it; None to follow the regions or the callee."""

    def at_iteration(self, loop: Operation, variable: Variable) -> tuple[Variable, ...] | None:
        """What the value is computed from as an iteration of `loop`, which changes it, starts; None: it is carried."""
        return None

    def refuses(self, place: CarriedPlace, variable: Variable) -> str | None:
        """Why the value is not to be carried at this place."""
        return None


@dataclass(frozen=True, slots=True)
class Changes:
    """Which ops change which scopes, directly, through their regions or through what they call."""

    scopes: Mapping[Operation, frozenset[Hashable]]
    """For each op that changes something."""
    calls: Mapping[Operation, Operation]
    """The callee of each call of a function with a body."""
    callers: Mapping[Operation, Sequence[Operation]]
    """All calls of each function that only calls enter, and that is not an entry itself."""
    values: frozenset[Operation] = frozenset()
    """The functions that may be called by value, from anywhere."""


LOOPS = frozenset({OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP})
BRANCHING = frozenset({OpKind.IF, OpKind.SWITCH, OpKind.REGION})
_BRANCHES = frozenset({OpKind.JUMP, OpKind.BRANCH, OpKind.SWITCH_BRANCH})
_ONCE = BRANCHING | {OpKind.COMMIT, OpKind.ISSUE, OpKind.PARALLEL_LOOP, OpKind.PARALLEL_FORALL, OpKind.REDUCE}
"""Ops at the start of whose regions a variable is what it is in front of the op, unless the regions change it."""


class Carried:
    """Answers what variables are at points of a module, and what has to be carried for that."""

    def __init__(self, module: Operation, changes: Changes, quantity: Quantity) -> None:
        self._changes = changes
        self._quantity = quantity
        self._order: dict[Operation, int] = {}
        self._in_block: dict[tuple[Block, Hashable], list[Operation]] = {}
        self._nodes: dict[tuple[Hashable, Variable], Node] = {}
        self._pending: list[Phi | CarriedNode] = []
        self._phis: list[Phi] = []
        self._stands_for: dict[Node, Node] = {}
        for number, op in enumerate(walk(module)):
            self._order[op] = number
            if op.parent is not None:
                for scope in changes.scopes.get(op, ()):
                    self._in_block.setdefault((op.parent, scope), []).append(op)

    def callee(self, call: Operation) -> Operation:
        """The function that is called."""
        return self._changes.calls[call]

    def calls_of(self, function: Operation) -> Sequence[Operation]:
        """All calls of a function that only calls enter."""
        return self._changes.callers[function]

    def before(self, op: Operation, variable: Variable) -> Node:
        """The value in front of `op`."""
        while True:
            block = block_of(op)
            changing = self._in_block.get((block, variable.scope), ())
            index = bisect_left(changing, self._order[op], key=self._order.__getitem__)
            if index == 0:
                start = self._at_start(block, variable)
                if isinstance(start, Node):
                    return start
                op = start
                continue
            op = changing[index - 1]
            after = self._after(op, variable)
            if isinstance(after, Node):
                return after
            variable = after

    def _after(self, op: Operation, variable: Variable) -> Node | Variable:
        """The value behind an op that changes it, or the variable that is the same in front of the op."""
        change = self._quantity.changed_by(op, variable)
        if isinstance(change, tuple):
            return self._node(("computed", op), variable, lambda: CarriedNode(op, variable))
        if change is not None:
            return change
        if op in self._changes.calls:
            if self._changes.calls[op] not in self._changes.callers:
                return Unknown(op, "the signature of a function that others may call stays as it is")
            return self._phi(CarriedPlace("call", op), variable)
        if kind_of(op) in LOOPS or kind_of(op) in BRANCHING:
            return self._phi(CarriedPlace("result", op), variable)
        if kind_of(op) is OpKind.CALL_OF_VALUE:
            return Unknown(op, "which function is called by value is not known")
        return Unknown(op, f"{op.name} does not say in which order its regions run")

    def _at_start(self, block: Block, variable: Variable) -> Node | Operation:
        """The value at the start of a block, or an op in front of which it is the same."""
        region = block.parent
        around = region.parent if region is not None else None
        assert region is not None
        assert around is not None
        if block is not region.first_block:
            return self._phi(CarriedPlace("block", block), variable)
        if kind_of(around) is OpKind.FUNCTION:
            if around in self._changes.values:
                return Unknown(around, "a function that it is in, or called by, may be called by value")
            if around not in self._changes.callers:
                return self._quantity.initial
            return self._phi(CarriedPlace("function", around), variable)
        if kind_of(around) in (OpKind.TASK, OpKind.TASK_FUNCTION):
            return self._quantity.initial
        inside_changes = variable.scope in self._changes.scopes.get(around, ())
        if kind_of(around) in LOOPS and inside_changes:
            if self._quantity.at_iteration(around, variable) is not None:
                return self._node(("inside", around), variable, lambda: CarriedNode(around, variable, True))
            after = kind_of(around) is OpKind.CONDITIONAL_LOOP and region is around.regions[1]
            return self._phi(CarriedPlace("forwarded" if after else "argument", around), variable)
        if kind_of(around) is OpKind.CONDITIONAL_LOOP and region is around.regions[1]:
            return around
        if kind_of(around) in _ONCE or kind_of(around) in LOOPS:
            if inside_changes and kind_of(around) not in BRANCHING and kind_of(around) is not OpKind.COMMIT:
                return Unknown(around, f"the iterations of {around.name} have no order")
            return around
        return Unknown(around, f"nothing says when the body of {around.name} runs")

    def _phi(self, place: CarriedPlace, variable: Variable) -> Node:
        reason = self._quantity.refuses(place, variable)
        if reason is not None:
            op = place.at if isinstance(place.at, Operation) else place.at.parent_op()
            assert op is not None
            return Unknown(op, reason)
        return self._node(place, variable, lambda: Phi(place, variable))

    def _node(self, key: Hashable, variable: Variable, make: Callable[[], Phi | CarriedNode]) -> Node:
        node = self._nodes.get((key, variable))
        if node is None:
            node = make()
            self._nodes[key, variable] = node
            self._pending.append(node)
        return node

    def solve(self) -> None:
        """Find the inputs of all nodes that were asked for, and the phis that stand for another value."""
        while self._pending:
            node = self._pending.pop()
            if isinstance(node, Phi):
                node.inputs = [self._at_end(end, node) for end in self.ends(node.place)]
                self._phis.append(node)
            else:
                ask = self._quantity.at_iteration if node.inside else self._quantity.changed_by
                inputs = ask(node.op, node.variable)
                assert isinstance(inputs, tuple)
                node.inputs = [self.before(node.op, v) for v in inputs]
            while not self._pending:
                self._simplify()
                if not self._pass_through():
                    return

    def ends(self, place: CarriedPlace) -> Sequence[Operation]:
        """The ops from which control goes to the place, passing the value on; the op itself for a region that it lacks."""
        at, start = place.at, place.region and place.region.first_block
        if isinstance(at, Block):
            ways = ways_into(at)
        elif place.kind == "function":
            return self.calls_of(at)
        elif place.kind == "call":
            return list(yields(self.callee(at).regions[0]))
        else:
            ways = ways_out(at) if place.kind == "result" or start is None else ways_into(start)
        return [way.at for way in ways or ()]

    def _at_end(self, end: Operation, phi: Phi) -> Node:
        """The value on one way to the phi."""
        if isinstance(phi.place.at, Block) and kind_of(end) not in _BRANCHES:
            return Unknown(end, f"{end.name} passes no values on")
        return self.before(end, phi.variable)

    def _simplify(self) -> None:
        """Let a phi whose inputs are one value, apart from itself, stand for it, where that value can be seen."""
        users: dict[Node, list[Phi]] = {}
        for phi in self._phis:
            for node in phi.inputs:
                users.setdefault(self.value(node), []).append(phi)
        pending = list(self._phis)
        while pending:
            phi = pending.pop()
            if phi in self._stands_for:
                continue
            values = {self.value(node) for node in phi.inputs} - {phi}
            merged = values.pop() if len(values) == 1 else None
            if merged is not None and _visible(merged, phi.place):
                self._stands_for[phi] = merged
                again = users.pop(phi, [])
                users.setdefault(merged, []).extend(again)
                pending.extend(again)

    def _pass_through(self) -> bool:
        """Where a function hands back what it was given, let the result of a call be what the call gave it.

        Whether there was such a call.
        """
        found = False
        for phi in self._phis:
            if phi.place.kind != "call" or phi in self._stands_for:
                continue
            values = {self.value(node) for node in phi.inputs}
            only = values.pop() if len(values) == 1 else None
            call = phi.place.at
            if isinstance(only, Phi) and isinstance(call, Operation) and only.place.kind == "function":
                assert only.place.at is self._changes.calls[call]
                given = self.value(self.before(call, only.variable))
                if given is not phi:
                    self._stands_for[phi] = given
                    found = True
        return found

    def value(self, node: Node) -> Node:
        """The node that `node` stands for, which may be itself."""
        while (other := self._stands_for.get(node)) is not None:
            node = other
        return node

    def reachable(self, roots: Iterable[Node]) -> dict[Node, None]:
        """All nodes from which the values of the roots are computed, the roots' own included."""
        return reached(map(self.value, roots), lambda node: map(self.value, node.inputs))


def _visible(node: Node, place: CarriedPlace) -> bool:
    """Whether the value, where it is one that some op defines, can be used at the place."""
    defined = _region_of(node)
    if place.kind in ("call", "function"):
        return defined is None  # else it is one of another execution of a function, perhaps of the same
    region = place.region
    while region is not None and region is not defined:
        region = region.parent.parent_region() if region.parent is not None else None
    return defined is None or region is defined


def _region_of(node: Node) -> Region | None:
    """The region in which the value is defined; None for one that is the same everywhere."""
    if isinstance(node, Given):
        return node.value.parent_region() if isinstance(node.value, Operation) else None
    if isinstance(node, CarriedNode):
        return node.op.regions[0] if node.inside else node.op.parent_region()
    return node.place.region if isinstance(node, Phi) else None
