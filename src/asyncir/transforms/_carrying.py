"""Makes the values of `analyses.carried` values of the program: block arguments, loop-carried values, results.

Ops that get further results are rebuilt, so that an analysis made before no longer holds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.carried import LOOPS, Carried, CarriedNode, CarriedPlace, Node, Phi, Variable
from asyncir.dialects import scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, Block, Operation, Region, SSAValue
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
            match place.kind:
                case "block":
                    assert isinstance(place.at, Block)
                    self._add_arguments(place, place.at, variables)
                case "call" | "result":
                    assert isinstance(place.at, Operation)
                    self._add_results(place, place.at, variables)
                case kind:
                    op = place.at
                    assert isinstance(op, Operation)
                    block = self._regions_of(op)[1 if kind == "forwarded" else 0].first_block
                    assert block is not None
                    self._add_arguments(place, block, variables)

    def current(self, op: Operation) -> Operation:
        """What the op is now."""
        return self.new.get(op, op)

    def _regions_of(self, op: Operation) -> Sequence[Region]:
        return self.current(op).regions

    def _add_arguments(self, place: CarriedPlace, block: Block, variables: Sequence[Variable]) -> None:
        for variable in variables:
            argument = block.insert_arg(self._type_of(variable), len(block.args))
            argument.name_hint = self._hint
            self.values[place, variable] = argument

    def _add_results(self, place: CarriedPlace, op: Operation, variables: Sequence[Variable]) -> None:
        new = extended(op, [self._type_of(variable) for variable in variables])
        self.new[op] = new
        self.instead.update(zip(op.results, new.results, strict=False))
        added = new.results[len(new.results) - len(variables) :]
        for variable, result in zip(variables, added, strict=True):
            result.name_hint = self._hint
            self.values[place, variable] = result

    def _functions(self) -> dict[Operation, None]:
        """The functions whose signature changes."""
        found: dict[Operation, None] = {}
        for place in self._plan.slots:
            if place.kind == "function" and isinstance(place.at, Operation):
                found[place.at] = None
        for op in self._plan.operands:
            around = op.parent_op()
            if kind_of(op) is OpKind.RETURN and around is not None:
                found[around] = None
        return found

    def pass_on(self, value_of: ValueOf) -> None:
        """Hand the values over: from predecessors, before loops, to callees, at the ends of regions."""
        for op, nodes in self._plan.missing.items():
            for region in self._regions_of(op):
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
        for function in self._functions():
            match_type(function)


def in_order(nodes: Iterable[Node], order: Mapping[Operation, int]) -> list[CarriedNode]:
    """The computed nodes in the order of their ops, so that each comes after those that it is computed from."""
    computed = [node for node in nodes if isinstance(node, CarriedNode)]
    return sorted(computed, key=lambda node: (order[node.op], node.variable.index))
