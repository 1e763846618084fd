"""After how many iterations remainders come round."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import gcd, lcm

from asyncir.analyses.in_flight.exprs import Lin
from asyncir.dialects import sync
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, IntegerAttr, MemRefType, Operation, OpResult, SSAValue
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import ResourceKind

_DIVISIONS = frozenset({OpKind.DIVIDE, OpKind.DIVIDE_UNSIGNED, OpKind.DIVIDE_FLOOR})
_SUMS = frozenset({OpKind.ADD, OpKind.SUBTRACT, OpKind.MULTIPLY})
_DEEPEST = 12
_MOST_PERIOD = 12


def literal(value: SSAValue) -> int | None:
    """The number that a constant is."""
    if isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT:
        data = value.op.properties.get("value")
        return data.value.data if isinstance(data, IntegerAttr) else None
    return None


def modulus_of(op: Operation) -> int | None:
    """By what an op takes the remainder, a literal number."""
    kind = kind_of(op)
    if kind in (OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED):
        return literal(op.operands[1])
    if kind is OpKind.AND:
        return _power_above(literal(op.operands[1]))
    return None


def _power_above(mask: int | None) -> int | None:
    """The power of two of which a number is one less."""
    return mask + 1 if mask is not None and mask > 0 and not mask & (mask + 1) else None


def divisor_of(op: Operation) -> int | None:
    """By what an op divides, a literal number."""
    if kind_of(op) in _DIVISIONS:
        by = literal(op.operands[1])
        return by if by is not None and by > 0 else None
    if kind_of(op) in (OpKind.SHIFT_RIGHT, OpKind.SHIFT_RIGHT_UNSIGNED):
        by = literal(op.operands[1])
        return 1 << by if by is not None and 0 <= by < 32 else None
    return None


def repeats_after(op: Operation) -> int | None:
    """After how many steps of what it counts a remainder comes round: `(i / 3) mod 2` after 6. None for other ops."""
    by = modulus_of(op)
    return None if by is None or by <= 0 else by * _slowness(op.operands[0], 0)


def _slowness(value: SSAValue, depth: int) -> int:
    """How many steps a number takes until it changes, as far as divisions make it slow."""
    if not isinstance(value, OpResult) or depth > _DEEPEST:
        return 1
    by = divisor_of(value.op)
    if by is not None:
        divided = value.op.operands[0]
        return by // gcd(by, _pace(divided)) * _slowness(divided, depth + 1)
    if kind_of(value.op) in _SUMS:
        return lcm(*(_slowness(operand, depth + 1) for operand in value.op.operands))
    return 1


def _pace(value: SSAValue) -> int:
    """By how much the counter of a loop grows, or its distance from where it begins; 1 for other numbers."""
    if isinstance(value, OpResult) and kind_of(value.op) is OpKind.SUBTRACT:
        value = value.op.operands[0]
    loop = value.block.parent_op() if isinstance(value, BlockArgument) else None
    if (
        loop is None
        or kind_of(loop) is not OpKind.COUNTED_LOOP
        or value is not loop.regions[0].blocks[0].args[0]
    ):
        return 1
    return max(1, literal(loop.operands[2]) or 1)


def slowness(number: Lin) -> int:
    """The same of a number as a walk has it."""
    found = 1
    for atom, _ in number.terms:
        if not isinstance(atom, str) and atom[0] == "div":
            found = lcm(found, atom[2] * slowness(atom[1]))
    return found


def uses_lasting(ops: Iterable[Operation], machine: MachineModel) -> tuple[bool, bool]:
    """Whether there are ops of phases or timelines, and waits for phases whose parity is a literal number."""
    lasting = literally = False
    for inner in ops:
        if isinstance(inner, sync.SignalOp | sync.WaitOp):
            resource = machine.resource(inner.resource.data)
            kind = None if resource is None else resource.kind
            lasting |= kind in (ResourceKind.PHASES, ResourceKind.TIMELINE)
            literally |= kind is ResourceKind.PHASES and inner.dynamic_number is None
    return lasting, literally


def period_of(inside: Sequence[Operation], machine: MachineModel, cycle: int = 1) -> int | None:
    """After how many iterations of a loop what is in it takes in turn comes round; None where that is too many.

    `cycle` says the same of the numbers that it carries.
    """
    period = lcm(cycle, _least_period(inside, machine), *_remainders(inside))
    return period if period <= _MOST_PERIOD else None


def part_of_period(inside: Sequence[Operation], machine: MachineModel) -> int | None:
    """After how many iterations comes round as much as can of what a loop takes in turn: of its remainders some."""
    period = _least_period(inside, machine)
    for by in sorted(set(_remainders(inside))):
        if lcm(period, by) <= _MOST_PERIOD:
            period = lcm(period, by)
    return period if period <= _MOST_PERIOD else None


def _least_period(inside: Iterable[Operation], machine: MachineModel) -> int:
    """After how many iterations phases, and memory that loops hand on, come round."""
    _, literally = uses_lasting(inside, machine)
    period = 2 if literally else 1
    for inner in inside:
        if kind_of(inner) is OpKind.COUNTED_LOOP:
            memories = sum(isinstance(v.type, MemRefType) for v in inner.operands[3:])
            period = lcm(period, *range(1, memories + 1)) if memories < 5 else period
    return period


def _remainders(inside: Iterable[Operation]) -> Iterator[int]:
    return (by for inner in inside if (by := repeats_after(inner)) is not None)
