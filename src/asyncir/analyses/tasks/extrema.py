"""Numbers that are the smaller or the larger one of two others, where it is not decided which.

A tile at the edge of a matrix is as large as what is left of it, or as a tile: `min(n - offset, tile)`. To decide that
once for each tile makes as many paths as there are tiles. So the number gets a name, and only a question that speaks of it
is asked both ways: whether two views have an element in common, say. The answer is the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from asyncir.analyses.in_flight.accesses import overlap
from asyncir.analyses.in_flight.exprs import Atom, Lin, evaluated, substituted
from asyncir.analyses.in_flight.facts import Facts, feasible
from asyncir.analyses.in_flight.state import FlightAccess
from asyncir.analyses.in_flight.world import UNKNOWN, World

_MOST_ASKED = 12
"""A question that speaks of more such numbers is not asked both ways: they may be any."""

Along = tuple[Lin, Lin, Lin, Lin]
"""Two ranges: where each begins, and how long it is."""


class Extremum(NamedTuple):
    """What a name stands for."""

    least: bool
    first: Lin
    second: Lin

    def bounds(self, number: Lin) -> tuple[Lin, Lin]:
        """What is not negative of the number, whichever it is."""
        first, second = (number - e for e in (self.first, self.second))
        return (first.scaled(-1), second.scaled(-1)) if self.least else (first, second)

    def choices(self) -> tuple[tuple[Lin, Lin], ...]:
        """What it may be, each with what is not negative then."""
        apart = self.second - self.first if self.least else self.first - self.second
        return (self.first, apart), (self.second, apart.scaled(-1))


class Extrema:
    """The names of a path."""

    def __init__(self) -> None:
        self.names: dict[Extremum, Lin] = {}
        self.known: dict[str, Extremum] = {}
        self.apart: dict[Along, bool] = {}
        """Of two ranges whether they are known to have nothing in common."""
        self.asked = 0
        """How many questions were asked."""

    def copy(self) -> Extrema:
        """A copy that may change."""
        made = Extrema()
        made.names, made.known, made.apart = dict(self.names), dict(self.known), dict(self.apart)
        return made

    def name(self, what: Extremum, world: World) -> Lin:
        """The name of the number; each time the same."""
        found = self.names.get(what)
        if found is None:
            found = self.names[what] = world.fresh()
            self.known[str(found.terms[0][0])] = what
        return found

    def values(self, given: Mapping[Atom, int]) -> dict[str, int]:
        """What the names stand for where these are the values of other numbers; what is not given is 0."""
        found: dict[str, int] = {}
        for name, what in self.known.items():
            both = [evaluated(e, {**given, **found}) for e in what[1:]]
            found[name] = min(both) if what.least else max(both)
        return found

    def touched(self, access: FlightAccess, facts: Facts) -> tuple[Lin, ...] | None:
        """When there is an element in the set, as inequalities; None if that is never on this path."""
        some = (*access.where, *(size - 1 for size in access.sizes or ()))
        asked = tuple(e for e in some if not _is_true(e))
        return asked if not asked or self.possible(asked, facts) is not None else None

    def overlap(self, a: FlightAccess, b: FlightAccess, facts: Facts) -> tuple[Lin, ...] | None:
        """When the two touch a common element, as inequalities; None if that is never on this path."""
        if not self.known:
            return overlap(a, b, facts)
        if a.index and b.index and a.sizes and b.sizes and a.root == b.root:
            ranges = zip(a.index, a.sizes, b.index, b.sizes, strict=False)
            if any(self._are_apart(along, facts) for along in ranges):
                return None
        conditions = overlap(a, b, facts)
        return None if conditions is None or self.possible(conditions, facts) is None else conditions

    def _are_apart(self, along: Along, facts: Facts) -> bool:
        """Whether two ranges have nothing in common: tiles of one matrix have few ranges, and many pairs."""
        known = self.apart.get(along)
        if known is None:
            i, m, j, n = along
            together = (j + n - i - 1, i + m - j - 1, m - 1, n - 1)
            known = self.apart[along] = self.possible(together, facts) is None
        return known

    def possible(self, conditions: tuple[Lin, ...], facts: Facts) -> tuple[Lin, ...] | None:
        """The conditions, with what the names stand for in one way that they can be fulfilled; None if there is none.

        It ends: what a name stands for speaks of names that were made before it.
        """
        self.asked += 1
        names = {s for e in conditions for s in e.symbols if s in self.known}
        if not feasible(facts, conditions):
            return None
        if not names or len(names) > _MOST_ASKED:
            return conditions
        name = max(names, key=lambda s: int(s[len(UNKNOWN) :]))  # Made last.
        for value, where in self.known[name].choices():
            asked = tuple(
                e for e in (*(substituted(e, {name: value}) for e in conditions), where) if not _is_true(e)
            )
            found = self.possible(asked, facts)
            if found is not None:
                return found
        return None


def _is_true(e: Lin) -> bool:
    return e.is_const and e.const >= 0
