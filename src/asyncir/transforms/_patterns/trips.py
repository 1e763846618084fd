"""How often loops run, as far as constants tell."""

from __future__ import annotations

from asyncir.dialects.elementwise import IntegerOverflowAttr, IntegerOverflowFlag
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Operation, SSAValue
from asyncir.transforms._folds.constants import definition, integer, signed_integer


def trip_count(op: Operation) -> int | None:
    """How often the body of an `scf.for` runs: exact where known, else None."""
    lower, upper, step = op.operands[0], op.operands[1], op.operands[2]
    return trips(lower, upper, step, unsigned="unsignedCmp" in op.properties)


def trips(lower: SSAValue, upper: SSAValue, step: SSAValue, *, unsigned: bool = False) -> int | None:
    """How many numbers there are from `lower` on, below `upper`, by `step`; None where that is not known."""
    if lower is upper:
        return 0
    read = integer if unsigned else signed_integer
    first, last, by = read(lower), read(upper), signed_integer(step)
    if first is not None and last is not None:
        distance = last - first
    elif unsigned or (distance := _distance(lower, upper)) is None:
        return None
    return steps(distance, by)


def steps(distance: int, by: int | None) -> int | None:
    """How many steps it takes to go that far or farther; None where a step goes nowhere, or is not known."""
    if distance <= 0:
        return 0
    return None if by is None or by <= 0 else -(-distance // by)


def _distance(lower: SSAValue, upper: SSAValue) -> int | None:
    """The constant by which `upper` is `lower` plus it, where that sum does not wrap."""
    total = definition(upper, OpKind.ADD)
    if total is None or total.operands[0] is not lower:
        return None
    flags = total.properties.get("overflowFlags")
    if not isinstance(flags, IntegerOverflowAttr) or IntegerOverflowFlag.NSW not in flags.data:
        return None
    return signed_integer(total.operands[1])
