"""What is known of the numbers of a tensor: how large they are, whether they are exact, and how far off they may be.

A float is *exact* if it is a multiple of a unit, and so small that its type has all multiples up to there: then sums and
products have the same bits in whatever order and with whatever fusion they are formed. Of others the error is estimated, so
that cancellation is no difference. Integers wrap, and are always exact.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

BITS = {"f64": 53, "f32": 24, "f16": 11, "bf16": 8}
MOST = {"f64": 1e9, "f32": 1e6, "f16": 256.0, "bf16": 1e4}
WIDTH = {"i1": 1, "i8": 8, "i16": 16, "i32": 32, "i64": 64, "index": 64}
FLOATS = tuple(BITS)
INTEGERS = tuple(WIDTH)


class Skip(Exception):
    """What was drawn cannot be written here; another statement is drawn instead."""


@dataclass(frozen=True)
class Range:
    """Numbers of at most `most`, all multiples of `unit` (0: not exact), each off by no more than `error`."""

    most: float
    unit: float = 0.0
    error: float = 0.0

    def join(self, other: Range) -> Range:
        """Numbers of one or of the other."""
        return Range(max(self.most, other.most), min(self.unit, other.unit), max(self.error, other.error))

    def fits(self, limit: Range) -> bool:
        """Whether the limit promises no more than is so."""
        return self.most <= limit.most and self.unit >= limit.unit and self.error <= limit.error

    @property
    def exact(self) -> bool:
        """Whether all ways to compute them come to the same bits."""
        return self.unit > 0 and self.error == 0


WHOLE = Range(0.0, 1.0)
"""Stands for integers, of which nothing needs to be known."""
GIVEN = Range(8.0, 0.25)
"""What arguments and constants have."""


def is_float(element: str) -> bool:
    """Whether the type is one of floats."""
    return element in BITS


def ulp(element: str) -> float:
    """How much a number of the type is off when it was rounded, by itself."""
    return 2.0 ** -BITS[element]


def rounded(element: str, found: Range) -> Range:
    """The range after the operation has been rounded to the type; refuses what grows too large or too wrong."""
    if found.most > MOST[element] or found.error > 1e-2 * max(1.0, found.most):
        raise Skip
    if found.unit and found.most <= found.unit * 2.0 ** BITS[element] and found.unit >= 2.0**-14:
        return found
    return Range(found.most, 0.0, found.error + ulp(element) * found.most)


def added(element: str, x: Range, y: Range) -> Range:
    """A sum or a difference."""
    if not is_float(element):
        return WHOLE
    return rounded(element, Range(x.most + y.most, min(x.unit, y.unit), x.error + y.error))


def multiplied(element: str, x: Range, y: Range) -> Range:
    """A product."""
    if not is_float(element):
        return WHOLE
    error = x.most * y.error + y.most * x.error + x.error * y.error
    return rounded(element, Range(x.most * y.most, x.unit * y.unit, error))


def summed(element: str, start: Range, term: Range, count: int) -> Range:
    """A sum of so many terms."""
    if not is_float(element):
        return WHOLE
    count = max(count, 1)
    whole = Range(
        start.most + count * term.most, min(start.unit, term.unit), start.error + count * term.error
    )
    found = rounded(element, whole)
    return found if found.unit else Range(found.most, 0.0, found.error + count * ulp(element) * found.most)


def converted(source: str, to: str, given: Range) -> Range:
    """What a conversion to the type makes of it; to an integer only where the number certainly fits."""
    if not is_float(to):
        if is_float(source) and not (given.exact and given.most < 2.0 ** (WIDTH[to] - 1) - 1):
            raise Skip
        return WHOLE
    if is_float(source):
        return rounded(to, given)
    if WIDTH[source] > 16:
        raise Skip
    return rounded(to, Range(2.0 ** max(1, WIDTH[source]), 1.0))


def smooth(element: str, name: str, x: Range) -> Range:
    """A function of `math` that is computed by a library, or correctly rounded."""
    slack = 8 * ulp(element)
    if name == "exp":
        if x.most > 4:
            raise Skip
        most = math.exp(x.most + x.error)
        return Range(most, 0.0, most * (x.error + slack))
    if name in ("tanh", "erf", "sin", "cos"):
        return Range(1.0, 0.0, 1.2 * x.error + slack)
    if name == "sqrt" and x.error == 0:
        return Range(math.sqrt(x.most) + 1, 0.0, slack * math.sqrt(x.most + 1))
    raise Skip
