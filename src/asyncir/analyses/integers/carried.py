"""What a loop carries, in its k-th iteration: what grows by a constant, goes round in a ring, or was computed before."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.arithmetic import computed
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.expressions import Expressions
from asyncir.analyses.integers.forms import Form, Number
from asyncir.analyses.integers.linear import offset_of
from asyncir.analyses.integers.widths import width_of, wrapped
from asyncir.ir import OpResult, SSAValue

_MOST_VALUES = 64
"""What takes more values before they come again is not followed."""

_MOST_CASES = 16
"""Values that do not grow evenly are told apart one by one, if they are no more."""

_DEEPEST = 16
"""Operands of operands are looked at no deeper."""


def carried_number(
    e: Expressions, argument: SSAValue, becomes: OpResult, init: SSAValue, iteration: str
) -> Number | None:
    """The argument in an iteration, `becomes` being what it is in the next one."""
    first, width = e.number(init), width_of(argument.type)
    if width is None:
        return None
    base, grows = offset_of(becomes)
    if base is argument and first is not None:
        return e.made(first.form + Form(0, {iteration: grows} if grows else {}), width)
    if first is not None and first.constant is not None:
        found = _going_round(
            e, first.constant, lambda now: _evaluated(becomes, {argument: now}, _DEEPEST), iteration, width
        )
        if found is not None:
            return found
    return None if first is None else _of_before(e, first, becomes, iteration)


def _evaluated(value: SSAValue, known: dict[SSAValue, int], depth: int) -> int | None:
    """The number, where it follows from those that are known."""
    value = handed_over(value)
    width, constant = width_of(value.type), constant_of(value)
    if width is None:
        return None
    if constant is not None:
        return wrapped(constant, width)
    if value in known or not isinstance(value, OpResult) or not depth:
        return known.get(value)
    op = value.op
    operands = [_evaluated(operand, known, depth - 1) for operand in op.operands]
    numbers = [number for number in operands if number is not None]
    if op.regions or not numbers or len(numbers) < len(operands):
        return None
    found = computed(op, numbers)
    if found is not None:
        known[value] = found
    return found


def _going_round(
    e: Expressions, first: int, follow: Callable[[int], int | None], iteration: str, width: int
) -> Number | None:
    """A number that comes again after some iterations, and then the same ones follow."""
    values, at = [first], {first: 0}
    while True:
        following = follow(values[-1])
        if following is None:
            return None
        if following in at:
            break
        if len(values) == _MOST_VALUES:
            return None
        at[following] = len(values)
        values.append(following)
    start, k = at[following], Form.of(iteration)
    period = len(values) - start
    since = k - Form(start)
    phase = since - e.quotient((since, -start, e.bounds[iteration][1]), period, "down") * period
    step = values[1] - values[0] if len(values) > 1 else 0
    if not start and all(b - a == step for a, b in pairwise(values)):
        return Number(phase * step + Form(first), width, min(values), max(values))
    if len(values) > _MOST_CASES:
        return None
    found = e.fresh(min(values), max(values))
    cases = [
        f"({k} = {n} and {found} = {value})"
        if n < start
        else f"({since} >= 0 and {phase} = {n - start} and {found} = {value})"
        for n, value in enumerate(values)
    ]
    e.conditions.append(f"({' or '.join(cases)})")
    return Number(found, width, min(values), max(values))


def _of_before(e: Expressions, first: Number, becomes: OpResult, iteration: str) -> Number | None:
    """What an iteration computes of its number alone, as the next one has it."""
    now = e.number(becomes)
    if (
        now is None
        or not now.exact
        or any(name != iteration and name in e.variables for name in now.form.terms)
    ):
        return None
    before = now.form - Form(now.form.terms.get(iteration, 0))
    found = Number(before, now.width, now.low, now.high)
    return e.either(f"({iteration} = 0)", first, found)
