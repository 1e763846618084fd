"""How many operations a work is: what engines are busy with.

An access is an operation on each element that it touches; so is an op that computes data of data: nothing that is an
index, a constant or a view. Loops multiply what is in them by their trips, of branches the longest counts. What hangs
on a value from outside of the work is read when the work is given; on a value inside, a loop takes the machine's
`unknown-trips`, and a size as many elements. Memory that a work lists counts with the larger of the two sides.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from asyncir.dialects.data_ops import computes_data
from asyncir.dialects.effects import Access
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.dialects.sync import WorkOp
from asyncir.ir import (
    ConstantLike,
    Operation,
    OpResult,
    SSAValue,
    VectorType,
)
from asyncir.semantics.core.lift import attribute
from asyncir.semantics.core.values import Registers

if TYPE_CHECKING:
    from asyncir.semantics.machines.compiler import SyncCompiler

Count = Callable[[Registers], float]
Cost = float | Count
"""Known before the program is played, or read from the registers of who gives the work."""

_LOOPS = (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP)


def cost_of(op: WorkOp, c: SyncCompiler) -> Count:
    """The operations of a work."""
    counter = Counter(op, c)
    body = counter.region_cost(op)
    listed = [counter.elements(memories) for memories in (op.read, op.written)]
    total = _add([body, _largest(listed)])
    return total if callable(total) else lambda r: total


def count(cost: Cost, r: Registers) -> float:
    """The number."""
    return cost(r) if callable(cost) else cost


def _add(costs: Sequence[Cost]) -> Cost:
    known = sum(cost for cost in costs if not callable(cost))
    others = [cost for cost in costs if callable(cost)]
    if not others:
        return known
    return lambda r: known + sum(cost(r) for cost in others)


def _times(first: Cost, second: Cost) -> Cost:
    if callable(first) or callable(second):
        return 0.0 if 0.0 in (first, second) else lambda r: count(first, r) * count(second, r)
    return first * second


def _largest(costs: Sequence[Cost]) -> Cost:
    if not any(callable(cost) for cost in costs):
        return max((cost for cost in costs if not callable(cost)), default=0.0)
    return lambda r: max(count(cost, r) for cost in costs)


class Counter:
    """Counts the operations of ops in a region whose values from outside are in registers of the code at hand."""

    def __init__(self, around: Operation, c: SyncCompiler):
        self.around = around
        self.c = c
        self.model = c.sync.model
        self.effects = c.sync.effects

    def region_cost(self, op: Operation) -> Cost:
        """What all ops in the op's regions count; of several regions, the longest."""
        inside = [
            _add([self.cost(inner) for block in region.blocks for inner in block.ops])
            for region in op.regions
        ]
        return _add(inside) if kind_of(op) is OpKind.CONDITIONAL_LOOP else _largest(inside)

    def cost(self, op: Operation) -> Cost:
        """What executing the op counts."""
        if op.regions:
            trips = self._trips(op) if kind_of(op) in _LOOPS else 1.0
            return _times(trips, self.region_cost(op))
        weight = self.model.operations.get(op.name)
        if weight is not None:
            return weight * _lanes(op)
        accessed = self._accessed(op)
        if callable(accessed) or accessed:
            return accessed
        return float(_lanes(op)) if computes_data(op, self.effects) else 0.0

    def elements(self, memories: Sequence[SSAValue]) -> Cost:
        """How many elements the memories have."""
        return _add([self._size(memory) for memory in memories])

    def elements_of(self, memories: Sequence[SSAValue], size: int | None) -> list[Cost]:
        """Of each memory how many elements it has, times a size, or the size of its elements."""
        return [
            _times(self._size(memory), float(_bytes_of(memory) if size is None else size))
            for memory in memories
        ]

    def _accessed(self, op: Operation) -> Cost:
        costs: list[Cost] = []
        for effect in self.effects.of(op):
            if effect.access not in (Access.READ, Access.WRITE) or not isinstance(effect.root, SSAValue):
                continue
            if effect.indices is not None and effect.sizes is None:
                costs.append(float(_lanes(op)))
            elif effect.sizes is not None:
                costs.append(self._box(effect.sizes))
            elif any(isinstance(value.type, VectorType) for value in (*op.operands, *op.results)):
                costs.append(float(_lanes(op)))
            else:
                costs.append(self._size(effect.root))
        return _add(costs)

    def _box(self, sizes: Sequence[int | SSAValue]) -> Cost:
        found: Cost = 1.0
        for size in sizes:
            number = float(size) if isinstance(size, int) else self._number(size)
            found = _times(found, float(self.model.unknown_trips) if number is None else number)
        return found

    def _size(self, memory: SSAValue) -> Cost:
        shape: Sequence[int | None] = shape_of(memory.type) if hasattr(memory.type, "get_shape") else (None,)
        if None not in shape:
            return float(math.prod(size for size in shape if size is not None))
        slot = self._outside(memory)
        if slot is not None:
            return lambda r: float(math.prod(r[slot].sizes))
        return float(math.prod(self.model.unknown_trips if size is None else size for size in shape))

    def _trips(self, op: Operation) -> Cost:
        if kind_of(op) is not OpKind.COUNTED_LOOP:
            return float(self.model.unknown_trips)
        bounds = [self._number(value) for value in op.operands[:3]]
        known = [bound for bound in bounds if bound is not None]
        if len(known) < len(bounds):
            return float(self.model.unknown_trips)
        lower, upper, step = known
        if callable(lower) or callable(upper) or callable(step):
            return lambda r: _trip_count(count(lower, r), count(upper, r), count(step, r))
        return _trip_count(lower, upper, step)

    def _number(self, value: SSAValue) -> Cost | None:
        """A constant, or what reads it; None where it is computed in the work."""
        if isinstance(value, OpResult) and value.op.has_trait(ConstantLike):
            return float(attribute(value.op, "value").value.data)
        slot = self._outside(value)
        return None if slot is None else partial(_register, slot)

    def _outside(self, value: SSAValue) -> int | None:
        """The register of a value from outside of the work."""
        owner: Any = value.owner
        inside: Operation | None = owner if isinstance(owner, Operation) else owner.parent_op()
        while inside is not None and inside is not self.around:
            inside = inside.parent_op()
        return self.c.use(value) if inside is None else None


def _bytes_of(memory: SSAValue) -> int:
    """How large an element is; one byte where that is not known."""
    known: Any = memory.type
    return bytes_of_element(known) or 1


def _register(slot: int, r: Registers) -> float:
    return float(r[slot])


def _trip_count(lower: float, upper: float, step: float) -> float:
    return float(max(0, math.ceil((upper - lower) / step))) if step > 0 else 0.0


def _lanes(op: Operation) -> int:
    """Of how many elements each of the op's vectors is, at most; 1 where it has none."""
    shapes = (shape_of(v.type) for v in (*op.operands, *op.results) if v.type.name == VectorType.name)
    return max((math.prod(size or 1 for size in shape) for shape in shapes), default=1)
