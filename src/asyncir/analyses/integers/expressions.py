"""Integers as quasi-affine expressions for isl.

An expression is a sum of variables (`Form`). Addition, subtraction and multiplication by a constant are right modulo 2 to the
power of the width, so the sum is kept as it is, and only known to be *congruent* where it may have wrapped. What needs the
number itself (a comparison, a quotient, a cast to a wider type) takes what is `settled`: a variable between the bounds of
the width that differs from the sum by a multiple. Quotients, remainders, bits under a mask, the smaller of two numbers and
selections are variables, too, with conditions that say what they are. So each expression is exact; where a value cannot be
written so there is none.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.arithmetic import SIGNED_CASTS, UNSIGNED_CASTS
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.forms import Form, Number, constant_number, number_of
from asyncir.analyses.integers.ranges import range_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, limits, width_of, wrapped
from asyncir.dialects.arith import CmpiOp, SelectOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, OpResult, SSAValue

_DEEPEST = 32
"""Operands of operands are looked at no deeper: what lies below may be anything."""

_MOST_CASES = 8
"""With more distinctions of cases, questions to isl take too long."""

FEW = 8
"""A parameter with so few values is looked at for each of them: products with it are affine then."""

_MOST_RUNS = 4
"""Masks with more runs of ones may be anything."""


class Expressions(ABC):
    """Values at one point of a run, in variables that begin with `prefix`."""

    def __init__(self, prefix: str):
        self.prefix = prefix
        self.variables: list[str] = []
        self.conditions: list[str] = []
        self.bounds: dict[str, tuple[int, int]] = {}
        """Of all variables, and of the parameters that are used."""
        self.vague = False
        """Whether some variable may be one of several numbers, since it is not known which."""
        self.products: dict[tuple[str, str], str] = {}
        """Variables for a number of iterations times a parameter, by both."""
        self._cases = 0
        self._known: dict[SSAValue, Number | None] = {}

    @abstractmethod
    def leaf(self, value: SSAValue) -> Number | None:
        """A value that no arithmetic computes."""

    @abstractmethod
    def is_outside(self, value: SSAValue) -> bool:
        """Whether the value is a parameter."""

    @abstractmethod
    def truth(self, value: SSAValue) -> str | None:
        """A condition that no arithmetic computes."""

    def fresh(self, low: int, high: int) -> Form:
        """A variable of its own, between two bounds."""
        name = f"{self.prefix}v{len(self.variables)}"
        self.variables.append(name)
        self.bounds[name] = (low, high)
        self.conditions.append(f"{low} <= {name} <= {high}")
        return Form.of(name)

    def number(self, value: SSAValue, depth: int = _DEEPEST) -> Number | None:
        """The value; None where it is no such expression."""
        value = handed_over(value)
        width = width_of(value.type)
        if width is None:
            return None
        known = constant_of(value)
        if known is not None:
            return constant_number(wrapped(known, width), width)
        if value not in self._known:
            self._known[value] = None  # while its operands are looked at
            self._known[value] = self._number(value, width, depth)
        return self._known[value]

    def _number(self, value: SSAValue, width: int, depth: int) -> Number | None:
        if self.is_outside(value) or not isinstance(value, OpResult):
            return self.leaf(value)
        found = self._computed(value.op, width, depth - 1) if depth else None
        return self.leaf(value) if found is None else found

    def settled(self, number: Number) -> Form:
        """The number itself."""
        if number.exact:
            return number.form
        return self._congruent(number.form, number.width, number.low, number.high)

    def read(self, number: Number, *, signed: bool) -> tuple[Form, int, int]:
        """The number read with or without a sign, and its bounds."""
        if signed or number.low >= 0:
            return self.settled(number), number.low, number.high
        most = (1 << number.width) - 1
        return self._congruent(number.form, number.width, 0, most), 0, most

    def _congruent(self, form: Form, width: int, low: int, high: int) -> Form:
        """What is between these bounds and differs from the form by a multiple of 2 to the power of the width."""
        least, most = form.bounds(self.bounds)
        turns = self.fresh((least - high) // (1 << width), -((low - most) // (1 << width)))
        settled = self.fresh(low, high)
        self.conditions.append(f"{settled} = {form - turns * (1 << width)}")
        return settled

    def made(self, form: Form, width: int, hint: tuple[int, int] | None = None) -> Number:
        """A number that is congruent to a form; a `hint` has bounds of it."""
        return number_of(form, width, form.bounds(self.bounds), hint)

    def _computed(self, op: Operation, width: int, depth: int) -> Number | None:
        if kind_of(op) in SIGNED_CASTS or kind_of(op) in UNSIGNED_CASTS:
            return self._cast(op, width, depth)
        if isinstance(op, SelectOp):
            return self._selected(op, depth)
        if isinstance(op, CmpiOp):
            return self._compared(op)
        compute = _BINARY.get(kind_of(op))
        if compute is None:
            return None
        left, right = (self.number(operand, depth) for operand in op.operands)
        found = None if left is None or right is None else compute(self, left, right)
        if found is None or found.exact or not _is_promised(op):
            return found
        low, high = found.form.bounds(self.bounds)
        return Number(found.form, width, max(found.low, low), min(found.high, high))

    def _cast(self, op: Operation, width: int, depth: int) -> Number | None:
        number = self.number(op.operands[0], depth)
        if number is None:
            return None
        if width <= number.width:
            exact = number.exact and limits(width)[0] <= number.low and number.high <= limits(width)[1]
            if exact:
                return Number(number.form, width, number.low, number.high)
            return Number(number.form, width, *limits(width), exact=False)
        form, low, high = self.read(number, signed=kind_of(op) in SIGNED_CASTS)
        return Number(form, width, low, high)

    def _selected(self, op: Operation, depth: int) -> Number | None:
        left, right = (self.number(operand, depth) for operand in op.operands[1:])
        if left is None or right is None:
            return None
        return self.either(self.condition(op.operands[0]), left, right)

    def either(self, condition: str | None, left: Number, right: Number) -> Number | None:
        """One number or, where the condition does not hold, the other."""
        if not self._distinguish():
            return None
        a, b = self.settled(left), self.settled(right)
        low, high = min(left.low, right.low), max(left.high, right.high)
        chosen = self.fresh(low, high)
        if condition is None:
            self.vague = True
            self.conditions.append(f"({chosen} = {a} or {chosen} = {b})")
        else:
            self.conditions.append(
                f"(({condition} and {chosen} = {a}) or (not {condition} and {chosen} = {b}))"
            )
        return Number(chosen, left.width, low, high)

    def _compared(self, op: CmpiOp) -> Number | None:
        condition = self.condition(op.results[0])
        yes, no = constant_number(-1, 1), constant_number(0, 1)
        return None if condition is None else self.either(condition, yes, no)

    def _distinguish(self) -> bool:
        self._cases += 1
        return self._cases <= _MOST_CASES

    def condition(self, value: SSAValue, depth: int = _DEEPEST) -> str | None:
        """That the `i1` is true; None where that cannot be said."""
        value = handed_over(value)
        known = constant_of(value)
        if known is not None:
            return "(1 = 1)" if known else "(1 = 0)"
        if self.is_outside(value) or not isinstance(value, OpResult) or not depth:
            return self.truth(value)
        op, found = value.op, None
        if isinstance(op, CmpiOp):
            found = self._comparison(op)
        elif kind_of(op) in _CONNECTIVES:
            left, right = (self.condition(operand, depth - 1) for operand in op.operands)
            if left is not None and right is not None:
                found = _CONNECTIVES[kind_of(op)].format(left, right)
        return self.truth(value) if found is None else f"({found})"

    def _comparison(self, op: CmpiOp) -> str | None:
        left, right = (self.number(operand) for operand in op.operands)
        if left is None or right is None:
            return None
        name = op.predicate_name
        a, b = (self.read(number, signed=name[0] != "u")[0] for number in (left, right))
        return f"{a} {_RELATIONS[name[-2:]]} {b}"

    def quotient(self, left: tuple[Form, int, int], by: int, rounding: str) -> Form:
        """A form, which is between two bounds, divided by a positive constant."""
        form, low, high = left
        if by == 1:
            return form
        # Where no number is negative, division cuts off as it rounds down.
        cut = rounding == "cut" and low < 0
        found = self.fresh(low // by, -(-high // by))
        down = f"{found * by} <= {form} < {found * by + Form(by)}"
        up = f"{found * by - Form(by)} < {form} <= {found * by}"
        if cut and high > 0:
            self._cases += 1
            self.conditions.append(f"(({form} >= 0 and {down}) or ({form} < 0 and {up}))")
        else:
            self.conditions.append(up if rounding == "up" or cut else down)
        return found

    def product(self, a: Number, b: Number) -> Number | None:
        """The product of a number that grows with the iterations and a parameter."""
        for iterations, by in ((a, b), (b, a)):
            number, parameter = _only(iterations.form), _alone(by.form)
            if number is None or parameter is None or not (iterations.exact and by.exact):
                continue
            if number not in self.variables or parameter in self.variables or self.bounds[number][0] < 0:
                continue
            key = (number, parameter)
            if key not in self.products:
                ends = [self.bounds[number][1] * end for end in self.bounds[parameter]]
                self.products[key] = _alone(self.fresh(min(0, *ends), max(0, *ends))) or ""
                self.conditions.append(self._is_product(self.products[key], number, parameter))
            product = Form.of(self.products[key]) * iterations.form.terms[number]
            return self.made(product + by.form * iterations.form.constant, a.width)
        return None

    def _is_product(self, variable: str, number: str, parameter: str) -> str:
        low, high = self.bounds[parameter]
        if high - low < FEW:
            cases = (f"({parameter} = {n} and {variable} = {n} * {number})" for n in range(low, high + 1))
            return f"({' or '.join(cases)})"
        sign = ">= 0" if low >= 0 else "<= 0" if high <= 0 else "!= 0 or 1 = 1"
        return f"(({number} = 0 and {variable} = 0) or ({number} > 0 and ({variable} {sign})))"

    def ratio(self, a: Number, b: Number) -> Number | None:
        """A product divided by the parameter again."""
        variable, parameter = _alone(a.form), _alone(b.form)
        if not (a.exact and b.exact and b.low > 0):
            return None
        for (number, by), product in self.products.items():
            if (product, by) == (variable, parameter):
                return Number(Form.of(number), a.width, 0, self.bounds[number][1])
        return None

    def bits(self, form: Form, low: int, high: int, mask: int) -> Form | None:
        """The bits of a form under a mask that is not negative; None where these are too many runs."""
        found, place, runs = Form(), 0, 0
        while mask >> place:
            place += ((mask >> place) & -(mask >> place)).bit_length() - 1
            length = ((mask >> place) + 1 & ~(mask >> place)).bit_length() - 1
            runs += 1
            if runs > _MOST_RUNS:
                return None
            begin = self.quotient((form, low, high), 1 << place, "down")
            end = self.quotient((form, low, high), 1 << (place + length), "down")
            found += (begin - end * (1 << length)) * (1 << place)
            place += length
        return found


def _is_promised(op: Operation) -> bool:
    """Whether the op says that it does not wrap, read with a sign."""
    flags = op.properties.get("overflowFlags")
    return flags is not None and "nsw" in str(flags)


def _sum(e: Expressions, a: Number, b: Number) -> Number:
    return _with_bounds(e, a, b, a.form + b.form, (a.low + b.low, a.high + b.high))


def _difference(e: Expressions, a: Number, b: Number) -> Number:
    return _with_bounds(e, a, b, a.form - b.form, (a.low - b.high, a.high - b.low))


def _with_bounds(e: Expressions, a: Number, b: Number, form: Form, bounds: tuple[int, int]) -> Number:
    found = e.made(form, a.width)
    least, most = limits(a.width)
    if a.exact and b.exact and least <= bounds[0] and bounds[1] <= most:
        return Number(form, a.width, max(found.low, bounds[0]), min(found.high, bounds[1]))
    return found


def _product(e: Expressions, a: Number, b: Number) -> Number | None:
    factor, other = (a.constant, b) if b.constant is None else (b.constant, a)
    if factor is None:
        return e.product(a, b)
    return _with_bounds(
        e,
        other,
        other,
        other.form * factor,
        (min(factor * other.low, factor * other.high), max(factor * other.low, factor * other.high)),
    )


def _quotient(rounding: str, *, signed: bool = True) -> _Compute:
    def compute(e: Expressions, a: Number, b: Number) -> Number | None:
        by = b.constant
        if by is None or by <= 0:
            return e.ratio(a, b)
        form, low, high = e.read(a, signed=signed)
        found = e.quotient((form, low, high), by, rounding)
        least, most = _divided(low, by, rounding), _divided(high, by, rounding)
        if most > limits(a.width)[1]:
            return e.made(found, a.width)  # divided by 1: what had no sign has one again
        return Number(found, a.width, least, most)

    return compute


def _divided(number: int, by: int, rounding: str) -> int:
    up = rounding == "up" or (rounding == "cut" and number < 0)
    return -(-number // by) if up else number // by


def _remainder(*, signed: bool) -> _Compute:
    def compute(e: Expressions, a: Number, b: Number) -> Number | None:
        by = b.constant
        if by is None or by <= 0:
            return None
        form, low, high = e.read(a, signed=signed)
        if low >= 0 and high < by:
            return Number(form, a.width, low, high)
        rest = form - e.quotient((form, low, high), by, "cut") * by
        return Number(rest, a.width, max(low, 1 - by) if low < 0 else 0, min(by - 1, high) if high > 0 else 0)

    return compute


def _masked(finish: Callable[[Form, Form, int], Form]) -> _Compute:
    """With a constant: what is made of the number, of its bits under the constant, and of that."""

    def compute(e: Expressions, a: Number, b: Number) -> Number | None:
        mask, other = (a.constant, b) if b.constant is None else (b.constant, a)
        if mask is None:
            return None
        form = e.settled(other)
        under = e.bits(form, other.low, other.high, mask if mask >= 0 else ~mask)
        if under is None:
            return None
        common = under if mask >= 0 else form - under
        found = finish(form, common, mask)
        hint = (0, mask) if mask >= 0 and common is found else limits(a.width)
        if other.low >= 0 and mask >= 0:
            hint = (0, min(hint[1], (1 << max(other.high, mask).bit_length()) - 1))
        return Number(found, a.width, *hint)

    return compute


def _shifted_left(e: Expressions, a: Number, b: Number) -> Number | None:
    by = b.constant
    if by is None or not 0 <= by < a.width:
        return None
    return _product(e, a, Number(Form(1 << by), a.width, 1 << by, 1 << by))


def _shifted_right(*, signed: bool) -> _Compute:
    def compute(e: Expressions, a: Number, b: Number) -> Number | None:
        by = b.constant
        if by is None or not 0 <= by < a.width:
            return None
        power = Number(Form(1 << by), a.width, 1 << by, 1 << by)
        return _quotient("down", signed=signed)(e, a, power)

    return compute


def _extreme(*, least: bool, signed: bool) -> _Compute:
    def compute(e: Expressions, a: Number, b: Number) -> Number | None:
        if (signed or min(a.low, b.low) >= 0) and (a.high <= b.low or b.high <= a.low):
            return a if (a.high <= b.low) == least else b
        smaller = f"{e.read(a, signed=signed)[0]} <= {e.read(b, signed=signed)[0]}"
        found = e.either(f"({smaller})", *((a, b) if least else (b, a)))
        if found is None or not signed:
            return found
        pick = min if least else max
        return Number(found.form, found.width, pick(a.low, b.low), pick(a.high, b.high))

    return compute


_Compute = Callable[[Expressions, Number, Number], Number | None]

_BINARY: dict[OpKind, _Compute] = {
    OpKind.ADD: _sum,
    OpKind.SUBTRACT: _difference,
    OpKind.MULTIPLY: _product,
    OpKind.DIVIDE: _quotient("cut"),
    OpKind.DIVIDE_FLOOR: _quotient("down"),
    OpKind.DIVIDE_CEILING: _quotient("up"),
    OpKind.DIVIDE_UNSIGNED: _quotient("down", signed=False),
    OpKind.DIVIDE_CEILING_UNSIGNED: _quotient("up", signed=False),
    OpKind.REMAINDER: _remainder(signed=True),
    OpKind.REMAINDER_UNSIGNED: _remainder(signed=False),
    OpKind.AND: _masked(lambda form, common, mask: common),
    OpKind.OR: _masked(lambda form, common, mask: form - common + Form(mask)),
    OpKind.XOR: _masked(lambda form, common, mask: form - common * 2 + Form(mask)),
    OpKind.SHIFT_LEFT: _shifted_left,
    OpKind.SHIFT_RIGHT: _shifted_right(signed=True),
    OpKind.SHIFT_RIGHT_UNSIGNED: _shifted_right(signed=False),
    OpKind.MINIMUM: _extreme(least=True, signed=True),
    OpKind.MAXIMUM: _extreme(least=False, signed=True),
    OpKind.MINIMUM_UNSIGNED: _extreme(least=True, signed=False),
    OpKind.MAXIMUM_UNSIGNED: _extreme(least=False, signed=False),
}
_CONNECTIVES = {
    OpKind.AND: "{0} and {1}",
    OpKind.OR: "{0} or {1}",
    OpKind.XOR: "({0} and not {1}) or (not {0} and {1})",
}
_RELATIONS = {"eq": "=", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">="}


def _only(form: Form) -> str | None:
    """The one variable of the form."""
    return next(iter(form.terms)) if len(form.terms) == 1 else None


def _alone(form: Form) -> str | None:
    """The variable that the form is."""
    return _only(form) if not form.constant and list(form.terms.values()) == [1] else None


def parameter_number(name: str, value: SSAValue) -> Number:
    """A value from outside, which has a name."""
    return Number(Form.of(name), width_of(value.type) or INDEX_WIDTH, *range_of(value))
