"""How many groups each op commits to each FIFO: the least and the most, over all paths through it."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, cast

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.paths import longest, shortest
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import FIFOS_ATTRIBUTE, QueueId, commits, fifo_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, OpResult, Region, SSAValue
from asyncir.ir.walk import is_below, post_order

Fifo = Hashable
"""A FIFO: what `fifo_of` says of a literal queue; the value itself of a computed one, inside its scope."""

Weight = tuple[int, int]
"""The least and the most groups committed; at the limit, that many or more."""

Weights = dict[Fifo, Weight]

NONE: Weight = (0, 0)


class _Wild:
    """The only instance stands for commits to a queue of which nothing is known."""


WILD: Final = _Wild()


class CommitWeights:
    """The weights of the ops of a module that commit anything, directly, in their regions, or in what they call."""

    def __init__(self, graph: CallGraph, limit: int):
        self.limit = limit
        self.graph = graph
        self.of: dict[Operation, Weights] = {}
        self.recursive: set[str] = set()
        self._functions: dict[str, Weights] = {}
        self._entries = _entries(graph)
        for component in graph.components():
            cyclic = len(component) > 1 or component[0] in graph.may_call(component[0])
            if cyclic:
                self.recursive.update(component)
                self._summarise_cycle(component)
            for name in component:
                weights = self._summarise(graph.functions[name])
                if not cyclic:
                    self._functions[name] = weights

    def fifo(self, queue: QueueId, function: str) -> Fifo:
        """The FIFO of a queue that is named in the function; `WILD` where callers do not agree on it."""
        if isinstance(queue, SSAValue):
            known = constant_of(queue)
            if known is None:
                return queue
            queue = known
        entry = self._entries[function]
        return WILD if entry is None else fifo_of(queue, entry)

    def weight(self, weights: Mapping[Fifo, Weight], fifo: Fifo) -> Weight:
        """What is committed to the FIFO: commits to computed queues may all be to it, or none."""
        least, most = weights.get(fifo, NONE)
        exact = not is_computed(fifo)
        most += sum(w[1] for key, w in weights.items() if key != fifo and (is_computed(key) or not exact))
        return least, min(most, self.limit)

    def _summarise_cycle(self, names: Sequence[str]) -> None:
        """Functions that call each other commit anything that they may commit, any number of times."""
        keys: set[Fifo] = set()
        for name in names:
            for op in post_order(self.graph.functions[name]):
                trait = commits(op)
                callee = callee_name(op)
                if trait is not None:
                    keys.add(_outside(self.fifo(trait.queue(op), name)))
                elif callee in self._functions:
                    keys.update(_outside(key) for key in self._functions[callee])
                elif kind_of(op) is OpKind.CALL_OF_VALUE:
                    keys.update(self._of_values())
        for name in names:
            self._functions[name] = dict.fromkeys(keys, (0, self.limit))

    def _summarise(self, function: Operation) -> Weights:
        name = function.properties["sym_name"]
        for op in post_order(function):
            if op is function:
                break
            weights = self._of_op(op, getattr(name, "data", ""))
            if weights:
                self.of[op] = weights
        return self._left(function, self.of_region(function.regions[0]))

    def _of_op(self, op: Operation, function: str) -> Weights:
        trait = commits(op)
        if trait is not None:
            return {self.fifo(trait.queue(op), function): (1, 1)}
        callee = callee_name(op)
        if callee is not None:
            return self._of_call(op, callee, function)
        if kind_of(op) is OpKind.CALL_OF_VALUE:
            return dict.fromkeys(self._of_values(), (0, self.limit))
        if not op.regions:
            return {}
        parts = [self.of_region(region) for region in op.regions]
        return self._left(op, self._combined(op, parts)) if any(parts) else {}

    def _of_values(self) -> set[Fifo]:
        """What functions that are called by value may commit to."""
        own = (self._functions.get(name, {}) for name in self.graph.values)
        return {_outside(key) for weights in own for key in weights}

    def _of_call(self, op: Operation, callee: str, function: str) -> Weights:
        summary = self._functions.get(callee, {})
        entry = self.graph.functions[callee].regions[0].first_block if summary else None
        found: Weights = {}
        for key, weight in summary.items():
            queue = computed_queue(key)
            if queue is not None and entry is not None:
                position = next((a.index for a in entry.args if a is queue), None)
                key = WILD if position is None else self.fifo(op.operands[position], function)
            found[key] = self.sum(found.get(key, NONE), weight if key is not WILD else (0, weight[1]))
        return found if kind_of(op) is OpKind.CALL else self._unsure(found)

    def _combined(self, op: Operation, parts: Sequence[Weights]) -> Weights:
        match kind_of(op):
            case OpKind.IF:
                known = constant_of(op.operands[0])
                return either(parts) if known is None else parts[0 if known else 1]
            case OpKind.SWITCH:
                return either(parts)
            case OpKind.REGION:
                return parts[0]
            case OpKind.COUNTED_LOOP | OpKind.CONDITIONAL_LOOP:
                trips = trips_of(op)
                once = self.times(joined(parts, self.limit), trips.least, trips.most)
                return once if kind_of(op) is OpKind.COUNTED_LOOP else joined((once, parts[0]), self.limit)
            case _:
                return self._unsure(joined(parts, self.limit))

    def of_block(self, block: Block) -> Weights:
        """What the ops of the block commit together."""
        return joined((self.of[op] for op in block.ops if op in self.of), self.limit)

    def of_region(self, region: Region) -> Weights:
        """What is committed from the entry of the region to where it ends."""
        first = region.first_block
        if first is None:
            return {}
        if first is region.last_block:
            return self.of_block(first)
        totals = {block: self.of_block(block) for block in region.blocks}
        ends = [b for b in region.blocks if b.last_op is not None and not b.last_op.successors]
        found: Weights = {}
        for key in {key for weights in totals.values() for key in weights}:
            least = shortest(region, lambda b, key=key: totals[b].get(key, NONE)[0])
            most = longest(first, lambda b, key=key: totals[b].get(key, NONE)[1], self.limit)
            reached = [end for end in ends if end in least]
            if reached:
                found[key] = (
                    min(self.limit, min(least[b] + totals[b].get(key, NONE)[0] for b in reached)),
                    min(self.limit, max(most[b] + totals[b].get(key, NONE)[1] for b in reached)),
                )
        return found

    def sum(self, left: Weight, right: Weight) -> Weight:
        """One after the other."""
        return min(self.limit, left[0] + right[0]), min(self.limit, left[1] + right[1])

    def times(self, weights: Weights, least: int, most: int | None) -> Weights:
        """What so many executions commit."""
        found: Weights = {}
        for key, (low, high) in weights.items():
            many = self.limit if most is None else min(most, self.limit)
            found[key] = (min(self.limit, low * least), min(self.limit, high * many))
        return found

    def _left(self, op: Operation, weights: Weights) -> Weights:
        """Outside of `op`, a queue that is computed inside it is not known."""
        found: Weights = {}
        for key, weight in weights.items():
            queue = computed_queue(key)
            if queue is not None and _is_defined_below(queue, op):
                key, weight = WILD, (0, weight[1])
            found[key] = self.sum(found.get(key, NONE), weight)
        return found

    def _unsure(self, weights: Weights) -> Weights:
        return dict.fromkeys(weights, (0, self.limit))


def computed_queue(fifo: Fifo) -> SSAValue | None:
    """The value that computes the queue, if it is known by that."""
    return cast("SSAValue", fifo) if isinstance(fifo, SSAValue) else None


def is_computed(fifo: Fifo) -> bool:
    """Whether the FIFO could be the same as any other."""
    return fifo is WILD or isinstance(fifo, SSAValue)


def joined(parts: Iterable[Weights], limit: int) -> Weights:
    """What is committed by all parts, one after the other."""
    found: Weights = {}
    for part in parts:
        for key, (least, most) in part.items():
            low, high = found.get(key, NONE)
            found[key] = (min(limit, low + least), min(limit, high + most))
    return found


def either(parts: Sequence[Weights]) -> Weights:
    """What is committed by one of the parts."""
    keys = dict.fromkeys(key for part in parts for key in part)
    return {
        key: (min(part.get(key, NONE)[0] for part in parts), max(part.get(key, NONE)[1] for part in parts))
        for key in keys
    }


def _outside(fifo: Fifo) -> Fifo:
    return WILD if isinstance(fifo, SSAValue) else fifo


def _is_defined_below(value: SSAValue, op: Operation) -> bool:
    if isinstance(value, OpResult):
        return is_below(value.op, op)
    around = value.owner.parent_op() if isinstance(value.owner, Block) else None
    # The arguments of a function are known to its callers.
    return (
        around is not None and is_below(around, op) and not (around is op and kind_of(op) is OpKind.FUNCTION)
    )


def _entries(graph: CallGraph) -> dict[str, Operation | None]:
    """For each function, the one at which programs that run it start; None where these have other FIFOs."""
    found: dict[str, set[Operation]] = {name: set() for name in graph.functions}
    for component in reversed(graph.components()):
        around: set[Operation] = {entry for name in component for entry in found[name]}
        if not around:
            around = {graph.functions[component[0]]}
        for name in component:
            found[name] = around
            for callee in graph.may_call(name):
                if callee not in component:
                    found[callee] |= around
    return {name: _agreed(entries) for name, entries in found.items()}


def _agreed(entries: set[Operation]) -> Operation | None:
    attributes = {entry.attributes.get(FIFOS_ATTRIBUTE) for entry in entries}
    return next(iter(entries)) if len(attributes) == 1 else None
