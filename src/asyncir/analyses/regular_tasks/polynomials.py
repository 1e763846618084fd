"""Products of sizes: polynomials with rational coefficients in isl's variables."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from types import MappingProxyType

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.forms import Form
from asyncir.analyses.integers.ranges import may_wrap
from asyncir.analyses.integers.widths import INDEX_WIDTH, width_of
from asyncir.analyses.regular_tasks.frames import InstanceRun, TurnFrame
from asyncir.analyses.regular_tasks.places import LoopPlace
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import OpResult, SSAValue

Monomial = tuple[str, ...]


@dataclass(frozen=True)
class Polynomial:
    """Coefficients by the variables of which they have the product."""

    terms: Mapping[Monomial, int | Fraction] = field(default_factory=lambda: MappingProxyType({}))

    @staticmethod
    def constant(number: int) -> Polynomial:
        """A number."""
        return Polynomial({(): number} if number else {})

    @staticmethod
    def of(form: Form) -> Polynomial:
        """A sum of variables."""
        linear = {(name,): factor for name, factor in form.terms.items()}
        return Polynomial(linear) + Polynomial.constant(form.constant)

    def __add__(self, other: Polynomial) -> Polynomial:
        terms = dict(self.terms)
        for names, factor in other.terms.items():
            terms[names] = terms.get(names, 0) + factor
        return Polynomial({names: factor for names, factor in terms.items() if factor})

    def __mul__(self, other: Polynomial) -> Polynomial:
        found = Polynomial()
        for a, x in self.terms.items():
            found = found + Polynomial({tuple(sorted((*a, *b))): x * y for b, y in other.terms.items()})
        return found

    def linear(self) -> Form | None:
        """The sum that it is; None where it has products or fractions."""
        terms = {names: int(factor) for names, factor in self.terms.items() if factor.denominator == 1}
        if len(terms) < len(self.terms) or any(len(names) > 1 for names in terms):
            return None
        return Form(terms.get((), 0), {names[0]: factor for names, factor in terms.items() if names})

    def is_zero(self) -> bool:
        """Whether it is 0 modulo 2 to the power of the width of an index."""
        return all(factor % (1 << INDEX_WIDTH) == 0 for factor in self.terms.values())


def polynomial_of(frame: TurnFrame, value: SSAValue) -> Polynomial | None:
    """An index as a polynomial, modulo 2 to the power of its width."""
    if width_of(value.type) != INDEX_WIDTH:
        return None
    kind = kind_of(value.op) if isinstance(value, OpResult) else None
    if isinstance(value, OpResult) and kind in (OpKind.ADD, OpKind.SUBTRACT, OpKind.MULTIPLY):
        left, right = (polynomial_of(frame, operand) for operand in value.op.operands)
        if left is None or right is None:
            return None
        if kind is OpKind.MULTIPLY:
            return left * right
        return left + (right * Polynomial.constant(-1) if kind is OpKind.SUBTRACT else right)
    number = frame.number(value)
    return None if number is None else Polynomial.of(number.form)


def trips_of(run: InstanceRun, loop: LoopPlace) -> Form | None:
    """How often a loop runs, if that is not less than 0; None where the run does not know its bounds."""
    known = run.frame.trips(loop)
    if known is not None:
        return known
    count = loop.counter
    if count is None or count.unsigned or may_wrap(count):
        return None
    step = count.step if isinstance(count.step, int) else constant_of(count.step)
    lower, upper = run.frame.number(count.lower), run.frame.number(count.upper)
    if step is None or step <= 0 or lower is None or upper is None:
        return None
    length = run.frame.settled(upper) - run.frame.settled(lower)
    return run.frame.quotient((length, *length.bounds(run.bounds)), step, "up")
