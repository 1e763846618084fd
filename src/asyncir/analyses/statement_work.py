"""What a statement does and how much of it: the kind of its work, and its operations on elements.

All of it follows from effects, types and loops. An access is an operation on each element that it touches; so is an op
without effects that computes data: something else than an index, a constant or a view. Loops multiply what is inside of
them by the number of their iterations, and of branches the longest counts.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import takewhile
from typing import cast

from asyncir.analyses.obstacles import fault_of_statement
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.data_ops import computes_data
from asyncir.dialects.effects import Access, Effect, Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import (
    Attribute,
    BlockArgument,
    Operation,
    OpResult,
    SSAValue,
    VectorType,
)
from asyncir.ir.graphs import reached
from asyncir.ir.walk import enclosing, walk
from asyncir.targets.machine import Work

_TENSOR_LOOPS = 3
"""So many loops around a sum of products make it a contraction."""


@dataclass(frozen=True, slots=True)
class Amount:
    """The kind of work, and how many operations on single elements."""

    work: Work
    operations: float


def work_of(
    statement: Operation, effects: Effects, weights: Mapping[str, float], unknown_trips: int
) -> Amount:
    """What one execution of the statement does; `weights` are the operations for which ops of a name count."""
    counter = _Counter(statement, effects, weights, unknown_trips)
    return Amount(counter.kind(), counter.operations(statement))


def why_not_in_flight(statement: Operation) -> str:
    """Why a statement cannot be asynchronous; empty where it can."""
    body = statement.regions[0]
    if statement.results:
        return "it hands over a value"
    if body.first_block is not body.last_block:
        return "it has several blocks"
    fault = fault_of_statement([op for op in walk(statement) if op is not statement])
    return "" if fault is None else f"what is in flight cannot {fault[1]}"


class _Counter:
    def __init__(
        self, statement: Operation, effects: Effects, weights: Mapping[str, float], unknown_trips: int
    ):
        self.statement = statement
        self.effects = effects
        self.weights = weights
        self.unknown_trips = unknown_trips

    def operations(self, op: Operation) -> float:
        """What executing `op` counts."""
        if not op.regions:
            weight = self.weights.get(op.name)
            elements = self._accessed(op) or (_lanes(op) if computes_data(op, self.effects) else 0)
            return elements if weight is None else weight * _lanes(op)
        inside = [
            sum(self.operations(inner) for block in region.blocks for inner in block.ops)
            for region in op.regions
        ]
        if kind_of(op) not in (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP):
            return max(inside, default=0)
        trips = trips_of(op)
        times = max(trips.least, self.unknown_trips) if trips.most is None else trips.most
        return times * sum(inside)

    def _accessed(self, op: Operation) -> float:
        """How many elements of memory `op` reads and writes."""
        return sum(self._elements(op, effect) for effect in self._memory_effects(op))

    def _memory_effects(self, op: Operation) -> list[Effect]:
        return [
            effect
            for effect in self.effects.of(op)
            if effect.access in (Access.READ, Access.WRITE) and isinstance(effect.root, SSAValue)
        ]

    def _elements(self, op: Operation, effect: Effect) -> float:
        if effect.indices is not None and effect.sizes is None:
            return _lanes(op)
        if effect.sizes is not None:
            return math.prod(n if isinstance(n, int) else self.unknown_trips for n in effect.sizes)
        if any(isinstance(value.type, VectorType) for value in (*op.operands, *op.results)):
            return _lanes(op)
        assert isinstance(effect.root, SSAValue)
        shape = shape_of(effect.root.type)
        return math.prod(self.unknown_trips if size is None else size for size in shape)

    def kind(self) -> Work:
        """The kind of work."""
        ops = [op for op in walk(self.statement) if not op.regions]
        computing = [op for op in ops if computes_data(op, self.effects)]
        if not computing:
            moves = any(e.access is Access.WRITE for op in ops for e in self._memory_effects(op))
            return Work.COPY if moves else Work.SCALAR
        nest = _nest(self.statement)
        if nest >= _TENSOR_LOOPS and any(self._adds_up(op, nest) for op in ops):
            return Work.TENSOR
        in_loops = any(self._loops_around(op) for op in computing)
        return Work.VECTOR if in_loops or any(map(_is_vector, computing)) else Work.SCALAR

    def _loops_around(self, op: Operation) -> list[Operation]:
        inside = takewhile(lambda around: around is not self.statement.parent_op(), enclosing(op))
        return [around for around in inside if kind_of(around) is OpKind.COUNTED_LOOP]

    def _adds_up(self, op: Operation, nest: int) -> bool:
        """Whether `op`, in so deep a nest of loops, writes one element again and again: its indices leave a counter out."""
        counters = {loop.regions[0].block.args[0] for loop in self._loops_around(op)}
        return any(
            effect.access is Access.WRITE and len(counters & _leaves(effect.indices)) < nest
            for effect in self._memory_effects(op)
            if effect.indices is not None
        )


def _nest(statement: Operation) -> int:
    """How many loops are inside of each other."""
    deepest, pending = 0, [(statement, 0)]
    while pending:
        op, depth = pending.pop()
        depth += kind_of(op) is OpKind.COUNTED_LOOP
        deepest = max(deepest, depth)
        pending += [(inner, depth) for region in op.regions for block in region.blocks for inner in block.ops]
    return deepest


def _leaves(indices: tuple[SSAValue, ...]) -> set[SSAValue]:
    """The block arguments from which indices are computed."""
    values = reached(indices, lambda value: value.op.operands if isinstance(value, OpResult) else ())
    return {value for value in values if isinstance(value, BlockArgument)}


def _is_vector(op: Operation) -> bool:
    return any(isinstance(value.type, VectorType) for value in (*op.operands, *op.results))


def _lanes(op: Operation) -> int:
    """Of how many elements each of the op's vectors is, at most; 1 where it has none."""
    return max((_size(value.type) for value in (*op.operands, *op.results)), default=1)


def _size(type_: Attribute) -> int:
    return math.prod(cast("VectorType[Attribute]", type_).get_shape()) if isinstance(type_, VectorType) else 1
