"""Counters that start again when they are full, and those that inner loops and branches move on.

A slot of a ring is often not `i mod n` but a number that a loop carries, which is 0 again after n - 1. That it is a
remainder is found by trying: a value that hangs on one other and on constants alone is computed for each number that
this one may be. `(c + k * step) mod n` is then its value in iteration k.

Where an inner loop or a branch moves a carried number on, nothing says by how much. Such a number is a symbol from the
start (`moved_on`), so that slots that are computed from it are told relative to each other, not as constants.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import cast

from asyncir.analyses.in_flight.code import FlatLoop, Instruction, Kind
from asyncir.analyses.in_flight.folding import folded, wrapped
from asyncir.analyses.in_flight.widths import width_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import IndexType, IntegerAttr, IntegerType, Operation, SSAValue

_LARGEST = 64
"""Rings of more slots are not recognised by trying."""
_MOST_OPS = 12

_CASTS = (
    OpKind.INDEX_CAST,
    OpKind.INDEX_CAST_UNSIGNED,
    OpKind.EXTEND,
    OpKind.EXTEND_UNSIGNED,
    OpKind.TRUNCATE,
)


def literal(value: SSAValue) -> int | None:
    """The integer that an `arith.constant` makes."""
    op = value.owner
    if isinstance(op, Operation) and kind_of(op) is OpKind.CONSTANT:
        attribute = op.properties.get("value")
        if isinstance(attribute, IntegerAttr):
            return wrapped(attribute.value.data, width_of(value.type))
    return None


def cycle_of(value: SSAValue) -> tuple[SSAValue, int, int] | None:
    """`(x, step, n)` where the value is `(x + step) mod n` for each x from 0 to n - 1."""
    cone = _cone(value)
    if cone is None:
        return None
    leaf, ops, constants = cone
    for n in sorted({abs(c) + d for c in constants for d in (0, 1) if 2 <= abs(c) + d <= _LARGEST} | {2}):
        first = _computed(ops, value, leaf, 0)
        if first is None or not 0 <= first < n:
            continue
        if all(_computed(ops, value, leaf, x) == (x + first) % n for x in range(n)):
            return leaf, first, n
    return None


def _cone(value: SSAValue) -> tuple[SSAValue, list[Operation], set[int]] | None:
    """The one value that is no constant from which this is computed, the ops on the way in order, and the constants."""
    ops: dict[Operation, None] = {}
    leaves: dict[SSAValue, None] = {}
    constants: set[int] = set()
    pending = [value]
    while pending:
        each = pending.pop()
        op, number = each.owner, literal(each)
        if number is not None:
            constants.add(number)
        elif isinstance(op, Operation) and _is_computed(op):
            ops.pop(op, None)
            ops[op] = None
            pending.extend(op.operands)
        else:
            leaves[each] = None
        if len(ops) > _MOST_OPS or len(leaves) > 1 or len(pending) > 4 * _MOST_OPS:
            return None
    return (next(iter(leaves)), list(ops)[::-1], constants) if leaves and ops else None


def _is_computed(op: Operation) -> bool:
    whole = all(isinstance(v.type, IndexType | IntegerType) for v in (*op.operands, *op.results))
    known = (
        kind_of(op) in (*_CASTS, OpKind.COMPARE, OpKind.SELECT) or folded(kind_of(op), 8, 1, 1) is not None
    )
    return whole and known and bool(op.operands)


def _computed(ops: Sequence[Operation], value: SSAValue, leaf: SSAValue, number: int) -> int | None:
    """What the value is where the leaf is this number."""
    known: dict[SSAValue, int] = {leaf: number}
    for op in ops:
        operands = [known.get(v, literal(v)) for v in op.operands]
        if any(x is None for x in operands):
            return None
        found = _result(op, cast("list[int]", operands))
        if found is None:
            return None
        known[op.results[0]] = found
    return known.get(value)


def _result(op: Operation, operands: list[int]) -> int | None:
    if kind_of(op) is OpKind.SELECT:
        return operands[1] if operands[0] & 1 else operands[2]
    if kind_of(op) in _CASTS:
        # Of numbers without a sign that fit, which those of a ring are, any cast is the same.
        fits = 0 <= operands[0] < 1 << (min(width_of(op.results[0].type), width_of(op.operands[0].type)) - 1)
        return operands[0] if fits else None
    if kind_of(op) is OpKind.COMPARE:
        predicate = cast("IntegerAttr[IntegerType]", op.properties["predicate"]).value.data
        a, b = operands
        if predicate > 5:
            a, b = a % (1 << 64), b % (1 << 64)
        return int((a == b, a != b, a < b, a <= b, a > b, a >= b, a < b, a <= b, a > b, a >= b)[predicate])
    return folded(kind_of(op), width_of(op.results[0].type), *operands)


def moved_on(loop: FlatLoop, code: Sequence[Instruction]) -> dict[SSAValue, int | None]:
    """What the loop carries and only adds to, in inner loops or on some paths; of remainders, of what they are."""
    carried = [
        a for a in loop.carried if a not in loop.inductions and isinstance(a.type, IndexType | IntegerType)
    ]
    if not carried:
        return {}
    inside: dict[SSAValue, list[SSAValue]] = {}
    for step in code[loop.first : loop.last + 1]:
        if step.kind is Kind.ASSIGN:
            for target, source in step.pairs:
                inside.setdefault(target, []).append(source)
    found: dict[SSAValue, int | None] = {}
    for argument in carried:
        moduli: set[int] = set()
        if argument in inside and _adds_to(argument, inside, moduli) and len(moduli) <= 1:
            found[argument] = next(iter(moduli), None)
    return found


def _adds_to(argument: SSAValue, inside: Mapping[SSAValue, list[SSAValue]], moduli: set[int]) -> bool:
    """Whether each iteration hands on the argument with something added."""
    pending, seen = list(inside[argument]), {argument}
    moved = False
    while pending:
        value = pending.pop()
        if value in seen:
            continue
        seen.add(value)
        op, cycle = value.owner, cycle_of(value)
        if value in inside:
            pending.extend(inside[value])
        elif cycle is not None:
            moduli.add(cycle[2])
            pending.append(cycle[0])
            moved = True
        elif isinstance(op, Operation) and kind_of(op) in (OpKind.ADD, OpKind.SUBTRACT):
            literals = [literal(v) for v in op.operands]
            if literals[1] is None and (literals[0] is None or kind_of(op) is OpKind.SUBTRACT):
                return False
            pending.append(op.operands[0 if literals[1] is not None else 1])
            moved = True
        elif isinstance(op, Operation) and kind_of(op) is OpKind.SELECT:
            pending.extend(op.operands[1:])
        else:
            return False
    return moved
