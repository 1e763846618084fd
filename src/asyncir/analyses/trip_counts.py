"""How often loops run: bounds that hold in every execution, from the ranges of what they count from and to."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.linear import offset_of
from asyncir.analyses.integers.ranges import MANY, may_wrap, range_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, fits, width_of
from asyncir.dialects.counted_loops import Count, counts_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation


@dataclass(frozen=True, slots=True)
class Trips:
    """A loop runs at least `least` and at most `most` times (None: no bound is known) each time it is reached."""

    least: int
    most: int | None


ANY_TRIPS = Trips(0, None)


def trips_of(loop: Operation) -> Trips:
    """How often the body of an `scf.for`, or the second region of an `scf.while`, runs."""
    if kind_of(loop) not in (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP):
        return ANY_TRIPS
    return next((_counted(count) for count in counts_of(loop)), ANY_TRIPS)


def _counted(count: Count) -> Trips:
    step = count.step if isinstance(count.step, int) else constant_of(count.step)
    lower, upper = range_of(count.lower), range_of(count.upper)
    if step is None or step <= 0 or (count.unsigned and min(lower[0], upper[0]) < 0):
        return ANY_TRIPS
    least, most = upper[0] - lower[1], upper[1] - lower[0]
    (base, start), (other, end) = offset_of(count.lower), offset_of(count.upper)
    if base is other:
        (low, high), width = range_of(base), width_of(base.type) or INDEX_WIDTH
        certain = fits(low + min(start, end), high + max(start, end), width)
        if certain:
            least = max(least, end - start)
        if certain or (start <= end and fits(min(start, end), max(start, end), width)):
            # Where the upper bound alone has wrapped, there is no iteration.
            most = min(most, end - start)
    least, most = (max(0, -(-distance // step)) for distance in (least, most))
    return Trips(least, None if most > MANY or may_wrap(count) else most)
