"""What each iteration of a loop reports of memory is reported once, in front of the loop, where it is elements in a row.

So loops stay as fast as they are without reports. A loop is left alone if anything in it launches, waits or completes, since
then its iterations come at different times for others, or if an iteration may end early.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects import arith, scf
from asyncir.dialects.execution_traits import may_fail
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.rt_races import TellOp, TouchOp
from asyncir.ir import MemRefType, Operation, SSAValue
from asyncir.ir.walk import is_defined_below, post_order, walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder

_ENDS_EARLY = frozenset({OpKind.CALL, OpKind.CALL_OF_VALUE, OpKind.TASK_CALL, OpKind.CONDITIONAL_LOOP})

_MOVABLE = (arith.ConstantOp, arith.AddiOp, arith.SubiOp, arith.MuliOp, arith.MaxSIOp, arith.MinSIOp)
"""What may be computed although no iteration needs it."""


@dataclass(frozen=True, slots=True)
class IterationEpochs:
    """Of a parallel loop: the epoch of its first iteration, that of each, and how many there are along each dimension."""

    first: SSAValue
    each: SSAValue
    trips: Sequence[SSAValue]


def report_ranges(function: FunctionOp, epochs: Mapping[Operation, IterationEpochs]) -> None:
    """Move the reports of the function's loops in front of them, from the innermost to the outermost."""
    for op in post_order(function):
        if isinstance(op, scf.ForOp) and _is_steady(op, [op.step]):
            _move(op, _Range(op, [op.body.block.args[0]], [op.lb], None))
        elif isinstance(op, scf.ParallelOp) and op in epochs and _is_steady(op, op.step):
            _move(op, _Range(op, op.body.block.args, op.lowerBound, epochs[op]))


def _is_steady(loop: Operation, steps: Sequence[SSAValue]) -> bool:
    """Whether counters go up by one, each iteration runs to its end, and nothing in it orders anything."""
    if any(constant_of(step) != 1 for step in steps):
        return False
    inner = (op for op in walk(loop) if op is not loop)
    return not any(isinstance(op, TellOp) or may_fail(type(op)) or kind_of(op) in _ENDS_EARLY for op in inner)


class _Range:
    """A loop with its counters, which go up by one."""

    def __init__(
        self,
        loop: Operation,
        counters: Sequence[SSAValue],
        lower: Sequence[SSAValue],
        epochs: IterationEpochs | None,
    ):
        self.loop = loop
        self.counters = list(counters)
        self.lower = list(lower)
        self.epochs = epochs
        self.build = Builder(loop)
        self._trips: list[SSAValue] | None = None if epochs is None else list(epochs.trips)
        self._once: SSAValue | None = None

    def trips(self) -> list[SSAValue]:
        """How many iterations there are along each dimension."""
        if self._trips is None:
            assert isinstance(self.loop, scf.ForOp)
            distance = self.build.minus(self.loop.ub, self.loop.lb)
            self._trips = [self.build.value(arith.MaxSIOp(distance, self.build.index(0)))]
        return self._trips

    def once(self) -> SSAValue:
        """1 if there are iterations, else 0."""
        if self._once is None:
            self._once = self.build.least(self.trips()[0], self.build.index(1))
        return self._once

    def is_fixed(self, value: SSAValue) -> bool:
        """Whether the value is the same in all iterations; what computes it is in front of the loop then."""
        if not is_defined_below(value, self.loop):
            return True
        owner = value.owner
        body = self.loop.regions[0].blocks[0]
        if not isinstance(owner, _MOVABLE) or owner.parent_block() is not body:
            return False
        if not all(map(self.is_fixed, owner.operands)):
            return False
        move_ops([owner], self.loop)
        return True

    def counter_in(self, index: SSAValue) -> tuple[int, SSAValue | None, type[Operation]] | None:
        """The number of the counter that an index is, or is a fixed distance from: the distance, and how it is applied."""
        if index in self.counters:
            return self.counters.index(index), None, arith.AddiOp
        owner = index.owner
        if isinstance(owner, arith.AddiOp | arith.SubiOp):
            left, right = owner.operands
            if left in self.counters and self.is_fixed(right):
                return self.counters.index(left), right, type(owner)
            if isinstance(owner, arith.AddiOp) and right in self.counters and self.is_fixed(left):
                return self.counters.index(right), left, type(owner)
        return None


def _move(loop: Operation, of: _Range) -> None:
    body = loop.regions[0].blocks[0]
    for touch in [op for op in body.ops if isinstance(op, TouchOp)]:
        if isinstance(touch.memory.type, MemRefType) and touch.how.data in ("read", "write"):
            _move_one(touch, of)


def _move_one(touch: TouchOp, of: _Range) -> None:
    if touch.whole is not None or touch.stepped is not None:
        return
    fixed = [touch.activation, touch.memory, *touch.extents]
    if not all(map(of.is_fixed, fixed)):
        return
    if of.epochs is None:
        if not of.is_fixed(touch.epoch):
            return
    elif touch.epoch is not of.epochs.each:
        return
    found = _box(touch, of)
    if found is None:
        return
    indices, extents, stepped = found
    epoch = touch.epoch if of.epochs is None else of.epochs.first
    build = Builder(of.loop, touch)
    build.add(
        TouchOp(
            touch.how.data,
            touch.of.data,
            touch.task.data,
            (touch.activation, epoch),
            touch.memory,
            indices,
            extents,
            stepped=stepped,
        )
    )
    erase(touch)


def _box(touch: TouchOp, of: _Range) -> tuple[list[SSAValue], list[SSAValue], int] | None:
    """All elements that the loop touches: where they begin, how many there are, along how many dimensions the epoch grows."""
    rank = len(shape_of(touch.memory.type))
    places: dict[int, int] = {}
    indices: list[SSAValue] = []
    for dimension, index in enumerate(touch.indices):
        if of.is_fixed(index):
            indices.append(index)
            continue
        if (counted := of.counter_in(index)) is None or counted[0] in places:
            return None
        number, distance, how = counted
        places[number] = dimension
        start = of.lower[number]
        indices.append(
            start
            if distance is None
            else of.build.value(how.create(operands=[start, distance], result_types=[start.type]))
        )
    extents = list(touch.extents)
    if not places:
        return None if of.epochs is not None else (indices, _if_any(extents, of), 0)
    in_order = [places[number] for number in sorted(places)]
    first, last = in_order[0], in_order[-1]
    if in_order != sorted(in_order) or last >= rank - len(extents):
        return None
    if of.epochs is not None and len(places) != len(of.counters):
        return None  # iterations touch the same elements
    one = of.build.index(1)
    along = {dimension: of.trips()[number] for number, dimension in places.items()}
    outer = [along.get(dimension, one) for dimension in range(first, rank - len(extents))]
    return indices, [*outer, *extents], 0 if of.epochs is None else last - first + 1


def _if_any(extents: Sequence[SSAValue], of: _Range) -> list[SSAValue]:
    """What each iteration touches is touched if there is an iteration."""
    if not extents:
        return [of.once()]
    return [of.build.times(extents[0], of.once()), *extents[1:]]
