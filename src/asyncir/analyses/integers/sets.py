"""The few numbers that a value can be, where that can be told: a constant, `i mod 4`, `2 - i` in a short loop."""

from __future__ import annotations

from itertools import product
from math import prod

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.arithmetic import BINARY, SIGNED_CASTS, UNSIGNED_CASTS, computed
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.ranges import may_wrap, range_of
from asyncir.analyses.integers.widths import width_of
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue

MOST_VALUES = 64
"""Sets do not get larger: what is asked is always which of a few cases it is."""

_DEEPEST = 16
"""Operands of operands are looked at no deeper."""

_COMPUTING = BINARY | SIGNED_CASTS | UNSIGNED_CASTS | {OpKind.SELECT, OpKind.COMPARE}


def possible_values(value: SSAValue, depth: int = _DEEPEST) -> frozenset[int] | None:
    """A set that holds every number that `value` is in any run; None where that is no small set."""
    value = handed_over(value)
    if width_of(value.type) is None:
        return None
    found = _computed(value.op, depth - 1) if isinstance(value, OpResult) and depth else None
    if found is None:
        (low, high), step = range_of(value), _step_of(value)
        found = frozenset(range(low, high + 1, step)) if high - low < MOST_VALUES * step else frozenset[int]()
    return found if 0 < len(found) <= MOST_VALUES else None


def _computed(op: Operation, depth: int) -> frozenset[int] | None:
    """What comes of the numbers that the operands can be."""
    if kind_of(op) not in _COMPUTING:
        return None
    operands = [possible_values(operand, depth) for operand in op.operands]
    if kind_of(op) is OpKind.SELECT and operands[0] is None:
        operands[0] = frozenset({0, -1})
    known = [operand for operand in operands if operand is not None]
    if len(known) < len(operands) or prod(map(len, known)) > MOST_VALUES**2:
        return None
    results = {computed(op, numbers) for numbers in product(*known)}
    # There is no number where an operand divides by zero, or is a shift too far.
    return frozenset(result for result in results if result is not None)


def _step_of(value: SSAValue) -> int:
    """By how much the counter of a loop grows that begins at a constant; 1 of anything else."""
    loop = value.block.parent_op() if isinstance(value, BlockArgument) else None
    for count in () if loop is None else counts_of(loop):
        plain = value in count.values and not count.unsigned and not may_wrap(count)
        if plain and constant_of(count.lower) is not None:
            step = count.step if isinstance(count.step, int) else constant_of(count.step)
            return step if step is not None and step > 0 else 1
    return 1
