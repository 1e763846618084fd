"""Makes the values of `analyses.carried` values of the program: block arguments, loop-carried values, results.

Ops that get further results are rebuilt, so that an analysis made before no longer holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.carried import LOOPS, Carried, CarriedNode, CarriedPlace, Node, Phi, Variable
from asyncir.dialects import scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, Block, Operation, SSAValue
from asyncir.transforms._rebuilding import extended, match_type
from asyncir.transforms._regions import edges_of, set_edges

Passed = list[tuple[Node, Variable]]
"""Nodes, and what they are values of."""

ValueOf = Callable[[Node, Variable, Operation], SSAValue]
"""The value that a node is, for use in front of an op; what is missing (constants, ready tokens) is made."""


@dataclass
class Plan:
    """What has to be added where, found before anything is changed."""

    slots: dict[CarriedPlace, list[Variable]] = field(default_factory=dict[CarriedPlace, list[Variable]])
    """The variables that are carried at each place, in order."""
    operands: dict[Operation, Passed] = field(default_factory=dict[Operation, Passed])
    """What loops, calls and terminators pass on in addition."""
    edges: dict[Operation, dict[Block, Passed]] = field(default_factory=dict[Operation, dict[Block, Passed]])
    """What branches pass on in addition, to each of their destinations."""
    missing: dict[Operation, Passed] = field(default_factory=dict[Operation, Passed])
    """What the empty regions of an op would yield."""


def plan(carried: Carried, live: Iterable[Node]) -> Plan:
    """What has to be carried so that the live phis are values."""
    found = Plan()
    wanted: dict[CarriedPlace, set[Variable]] = {}
    for node in live:
        if isinstance(node, Phi):
            for place in _together(carried, node.place):
                wanted.setdefault(place, set()).add(node.variable)
    for place, variables in wanted.items():
        # The oldest first, as in a shift register: `iter_args(%older = %b, %younger = %c)`.
        found.slots[place] = sorted(variables, key=lambda v: (str(v.scope), -v.index))
    for place, variables in found.slots.items():
        _pass_on(carried, place, variables, found)
    return found


def _together(carried: Carried, place: CarriedPlace) -> list[CarriedPlace]:
    """The places that carry the same variables, because the syntax wants it."""
    op = place.at
    if isinstance(op, Block):
        return [place]
    if kind_of(op) is OpKind.COUNTED_LOOP:
        return [CarriedPlace("argument", op), CarriedPlace("result", op)]
    if kind_of(op) is OpKind.CONDITIONAL_LOOP and place.kind != "argument":
        return [CarriedPlace("forwarded", op), CarriedPlace("result", op)]
    if place.kind == "call":
        return [CarriedPlace("call", call) for call in carried.calls_of(carried.callee(op))]
    return [place]


def _pass_on(carried: Carried, place: CarriedPlace, variables: Sequence[Variable], found: Plan) -> None:
    """Note what has to be passed to the place, where this is not noted for another place of the same op."""
    at = place.at
    if place.kind == "result" and isinstance(at, Operation) and kind_of(at) in LOOPS:
        return
    for end in carried.ends(place):
        nodes = [(carried.before(end, v), v) for v in variables]
        if isinstance(at, Block):
            found.edges.setdefault(end, {})[at] = nodes
        elif place.kind == "result" and end is at:
            found.missing[end] = nodes
        else:
            found.operands[end] = nodes


class Carrier:
    """Carries out a plan. `new` says what became of ops that were rebuilt."""

    def __init__(self, plan: Plan, type_of: Callable[[Variable], Attribute], hint: str) -> None:
        self._plan = plan
        self._type_of = type_of
        self._hint = hint
        self.new: dict[Operation, Operation] = {}
        self.values: dict[tuple[CarriedPlace, Variable], SSAValue] = {}
        self.instead: dict[SSAValue, SSAValue] = {}
        """What stands for the results of ops that were rebuilt."""

    def make_room(self) -> None:
        """Add the block arguments and results."""
        for place, variables in self._plan.slots.items():
            types, at = [self._type_of(variable) for variable in variables], place.at
            if isinstance(at, Operation) and place.kind in ("call", "result"):
                added = self._added_results(at, types)
            else:
                # A function's body, a loop's first region; what the condition of a loop forwards goes to the second one.
                which = 1 if place.kind == "forwarded" else 0
                block = at if isinstance(at, Block) else self.current(at).regions[which].blocks[0]
                added = [block.insert_arg(type, len(block.args)) for type in types]
            for variable, value in zip(variables, added, strict=True):
                value.name_hint = self._hint
                self.values[place, variable] = value

    def current(self, op: Operation) -> Operation:
        """What the op is now."""
        return self.new.get(op, op)

    def _added_results(self, op: Operation, types: Sequence[Attribute]) -> Sequence[SSAValue]:
        new = self.new[op] = extended(op, types)
        self.instead.update(zip(op.results, new.results, strict=False))
        return new.results[len(op.results) :]

    def pass_on(self, value_of: ValueOf) -> None:
        """Hand the values over: from predecessors, before loops, to callees, at the ends of regions."""
        for op, nodes in self._plan.missing.items():
            for region in self.current(op).regions:
                if not region.blocks:
                    values = [value_of(node, v, self.current(op)) for node, v in nodes]
                    region.add_block(Block([scf.YieldOp(*values)]))
        for op, nodes in self._plan.operands.items():
            current = self.current(op)
            current.operands = (*current.operands, *(value_of(node, v, current) for node, v in nodes))
        for op, destinations in self._plan.edges.items():
            edges = [
                (block, (*values, *(value_of(node, v, op) for node, v in destinations.get(block, ()))))
                for block, values in edges_of(op)
            ]
            set_edges(op, edges)
        functions: list[Operation | Block | None] = [
            place.at for place in self._plan.slots if place.kind == "function"
        ]
        functions += [op.parent_op() for op in self._plan.operands if kind_of(op) is OpKind.RETURN]
        for function in dict.fromkeys(functions):
            if isinstance(function, Operation):
                match_type(function)


def in_order(nodes: Iterable[Node], order: Mapping[Operation, int]) -> list[CarriedNode]:
    """The computed nodes in the order of their ops, so that each comes after those that it is computed from."""
    computed = [node for node in nodes if isinstance(node, CarriedNode)]
    return sorted(computed, key=lambda node: (order[node.op], node.variable.index))
