"""Ages: how many groups may have been committed to a FIFO since a token's own, with the path that says so."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from asyncir.analyses.commit_distance import Point
from asyncir.analyses.commit_weights import Weight
from asyncir.ir import Operation, SSAValue


class Step(NamedTuple):
    """A piece of a path, behind `earlier`."""

    op: Operation
    """The commit, or what carries the token on."""
    way: tuple[Point, Point] | None
    """The points between which other commits were counted, if there were any."""
    earlier: Step | None
    inside: Step | None = None
    """The path inside `op`, a loop or a call."""
    origin: Operation | None = None
    """The commit of the token's group, with which the path starts; None where the token is ready."""


class Age(NamedTuple):
    """At least and at most so many groups were committed since."""

    least: int
    most: int
    nearest: Step | None = None
    """A path on which it is the least."""
    farthest: Step | None = None


@dataclass(eq=False, slots=True)
class Mark:
    """A root that is the same in all scopes."""

    name: str


COMMIT: Final = Mark("COMMIT")
"""The token is of a group of the FIFO: the age counts the groups after it."""

BEGIN: Final = Mark("BEGIN")
"""The token is of no group of the FIFO: it is ready, say. The age counts all groups since the thread started."""


@dataclass(frozen=True, slots=True)
class UnknownAge:
    """The token may be of something that is not known."""

    reason: str
    op: Operation


Root = Mark | UnknownAge | SSAValue
"""Where a token comes from: one of the marks, or a value that the scope gets from outside."""

Ages = dict[Root, Age]

ZERO = Age(0, 0)


def merged(parts: Iterable[Mapping[Root, Age]]) -> Ages:
    """One of the parts, whichever."""
    found: Ages = {}
    for part in parts:
        for root, age in part.items():
            known = found.get(root)
            found[root] = age if known is None else wider(known, age)
    return found


def wider(one: Age, other: Age) -> Age:
    """One or the other."""
    low = one if one.least <= other.least else other
    high = one if one.most >= other.most else other
    return low if low is high else Age(low.least, high.most, low.nearest, high.farthest)


def later(age: Age, weight: Weight, limit: int, step: tuple[Operation, tuple[Point, Point] | None]) -> Age:
    """The age after so many further commits, on the way that the step tells."""
    op, way = step
    return behind(age, Age(*weight), limit, op, way if weight[1] else None)


def behind(age: Age, inner: Age, limit: int, op: Operation, way: tuple[Point, Point] | None = None) -> Age:
    """The age after the way through `op` that `inner` is the age of."""
    return Age(
        min(limit, age.least + inner.least),
        min(limit, age.most + inner.most),
        _further(age.nearest, op, way, inner.nearest),
        _further(age.farthest, op, way, inner.farthest),
    )


def widen_behind(found: Ages, outer: Mapping[Root, Age], inner: Age, limit: int, op: Operation) -> None:
    """Widen `found` by each age of `outer`, after the way through `op` that `inner` is the age of.

    Paths are put together only for an age that makes it wider: of many, few do.
    """
    for root, before in outer.items():
        known = found.get(root)
        if known is None:
            found[root] = behind(before, inner, limit, op)
        elif before.least + inner.least < known.least or (
            known.most < limit and before.most + inner.most > known.most
        ):
            found[root] = wider(known, behind(before, inner, limit, op))


def _further(
    earlier: Step | None, op: Operation, way: tuple[Point, Point] | None, inside: Step | None
) -> Step:
    return Step(op, way, earlier, inside, None if earlier is None else earlier.origin)


def same(one: Mapping[Root, Age], other: Mapping[Root, Age]) -> bool:
    """Whether the numbers are the same."""
    return len(one) == len(other) and all(
        root in other and equal(age, other[root]) for root, age in one.items()
    )


def equal(one: Age, other: Age) -> bool:
    """Whether the numbers are the same."""
    return one.least == other.least and one.most == other.most
