"""Whether a conjunction of linear inequalities over integers has a solution, where elimination tells.

The Omega test without its last resort (Pugh, 1991): equalities with a unit coefficient are substituted; then variables
are eliminated one by one. The real shadow of an elimination has every integer solution and maybe more, its dark shadow
has only such, and maybe not all. Remainders and quotients are expressed by a number of their own first.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache
from math import gcd

from asyncir.analyses.in_flight.exprs import Atom, Lin

Row = dict[int, int]
"""The coefficients of an inequality `sum + constant >= 0`; a variable that is not in it has none."""

_MOST_ROWS = 150
_MOST_COEFFICIENT = 1 << 100

Terms = tuple[tuple[int, int], ...]


class _Unsolved(Exception):
    """Elimination does not tell."""


class _Empty(Exception):
    """There is no solution."""


class Effort:
    """How many inequalities were made in the search for solutions: what a question costs."""

    rows = 0


@lru_cache(maxsize=16_000)
def decided(rows: tuple[tuple[Terms, int], ...]) -> tuple[bool | None, int]:
    """Whether the inequalities have a solution (None: unknown), and how much work it is to say."""
    work = 0
    for dark in (False, True):
        elimination = _Elimination(dark)
        try:
            exact = elimination.run(dict(rows))
        except _Empty:
            return (None if dark else False), work + elimination.work
        except _Unsolved:
            return None, work + elimination.work
        work += elimination.work
        if exact or dark:
            return True, work
    return None, work


class System:
    """Inequalities of which questions are asked: equations are solved once, and questions see what they hang on."""

    def __init__(self, lins: Iterable[Lin] = (), base: System | None = None):
        self.numbers: dict[Atom, int] = {} if base is None else dict(base.numbers)
        self.rows: dict[Terms, int] = {} if base is None else dict(base.rows)
        """Of those with equal coefficients the tightest."""
        self.values: dict[int, tuple[Row, int]] = {} if base is None else dict(base.values)
        """What a variable is in terms of the others, where an equation says it."""
        self.rows_of: dict[int, list[Terms]] | None = None
        """By variable; None as long as equations are solved."""
        self.is_empty = base is not None and base.is_empty
        try:
            for e in lins:
                row, const = self._row_of(e)
                _add(self.rows, row, const)
            while (equal := _equality(self.rows)) is not None:
                self._solve(*equal)
        except _Empty:
            self.is_empty = True
        self.rows_of = {}
        for terms in self.rows:
            self._enter(self.rows_of, terms)

    def _solve(self, terms: Terms, const: int, name: int) -> None:
        sign = next(c for n, c in terms if n == name)
        value, offset = {n: -sign * c for n, c in terms if n != name}, -sign * const
        Effort.rows += len(self.rows)
        self.rows = _replaced(self.rows, name, value, offset)
        for known, (row, k) in self.values.items():
            if name in row:
                self.values[known] = _put(row, k, name, value, offset)
        self.values[name] = value, offset

    @staticmethod
    def _enter(rows_of: dict[int, list[Terms]], terms: Terms) -> None:
        for n, _ in terms:
            rows_of.setdefault(n, []).append(terms)

    def has_solution(self, wanted: Iterable[Lin]) -> bool | None:
        """Whether some integers make these non-negative too; None: unknown. What has nothing to do with them is not asked."""
        if self.is_empty or self.rows_of is None:
            return False
        rows: dict[Terms, int] = {}
        try:
            for e in wanted:
                _add(rows, *self._row_of(e))
            pending = [n for terms in rows for n, _ in terms]
            seen: set[int] = set()
            while pending:
                n = pending.pop()
                if n in seen:
                    continue
                seen.add(n)
                for terms in self.rows_of.get(n, ()):
                    _add_terms(rows, terms, self.rows[terms])
                    pending.extend(m for m, _ in terms if m not in seen)
        except _Empty:
            return False
        return _decided(rows)

    def may_be(self) -> bool | None:
        """Whether all of them have a solution; None: unknown."""
        return False if self.is_empty else _decided(self.rows)

    def _variable(self, atom: Atom) -> int:
        return self.numbers.setdefault(atom, len(self.numbers))

    def _row_of(self, e: Lin) -> tuple[Row, int]:
        """The expression with a quotient in the place of each remainder and quotient, of which all is known."""
        row: Row = {}
        const = e.const
        for atom, c in e.terms:
            if isinstance(atom, str) or atom[0] == "load":
                const += self._plus(row, self._variable(atom), c)
                continue
            kind, inner, m = atom
            quotient = self.numbers.get(("div", inner, m))
            part, offset = self._row_of(inner)
            if quotient is None:
                quotient = self._variable(("div", inner, m))
                self._define({**part, quotient: -m}, offset)
                self._define({**{n: -x for n, x in part.items()}, quotient: m}, m - 1 - offset)
            if kind == "mod":
                for n, x in part.items():
                    row[n] = row.get(n, 0) + c * x
                const += c * offset
                c *= -m
            const += self._plus(row, quotient, c)
        return row, const

    def _plus(self, row: Row, number: int, c: int) -> int:
        """Add a multiple of a variable, or of what it is; the constant that comes with it."""
        value, offset = self.values.get(number, ({number: 1}, 0))
        for n, x in value.items():
            row[n] = row.get(n, 0) + c * x
        return c * offset

    def _define(self, row: Row, const: int) -> None:
        """What is true of any quotient."""
        terms = _add(self.rows, row, const)
        if terms is not None and self.rows_of is not None:
            self._enter(self.rows_of, terms)


def _decided(rows: dict[Terms, int]) -> bool | None:
    """Questions that differ in names alone are one."""
    names: dict[int, int] = {}
    for terms in rows:
        for n, _ in terms:
            names.setdefault(n, len(names))
    renamed = tuple((tuple(sorted((names[n], c) for n, c in terms)), k) for terms, k in rows.items())
    answer, work = decided(renamed)
    Effort.rows += work
    return answer


def _put(row: Row, const: int, name: int, value: Row, offset: int) -> tuple[Row, int]:
    """The expression with the value of a variable in its place."""
    mine = row[name]
    found = {n: c for n, c in row.items() if n != name}
    for n, c in value.items():
        found[n] = found.get(n, 0) + mine * c
    return found, const + mine * offset


def _add(rows: dict[Terms, int], row: Row, const: int) -> Terms | None:
    """Keep the inequality, reduced, unless one is known that implies it; its terms, if it is new."""
    terms = tuple(sorted([item for item in row.items() if item[1]]))
    if not terms:
        if const < 0:
            raise _Empty
        return None
    divisor = 0
    for _, c in terms:
        divisor = gcd(divisor, c)
        if divisor == 1:
            break
    if divisor > 1:
        terms, const = tuple([(n, c // divisor) for n, c in terms]), const // divisor
    return _add_terms(rows, terms, const)


def _add_terms(rows: dict[Terms, int], terms: Terms, const: int) -> Terms | None:
    """The same, of one that is reduced."""
    known = rows.get(terms)
    if known is not None and known <= const:
        return None
    rows[terms] = const
    opposite = rows.get(tuple([(n, -c) for n, c in terms]))
    if opposite is not None and opposite + const < 0:
        raise _Empty
    return terms if known is None else None


class _Elimination:
    def __init__(self, dark: bool):
        self.dark = dark
        self.work = 0

    def run(self, rows: dict[Terms, int]) -> bool:
        """Eliminate all variables; whether the answer (a solution exists) is exact. Raises `_Empty` if there is none."""
        exact = True
        while rows:
            self.work += len(rows)
            if len(rows) > _MOST_ROWS:
                raise _Unsolved
            equal = _equality(rows)
            if equal is not None:
                terms, const, name = equal
                sign = next(c for n, c in terms if n == name)
                value = {n: -sign * c for n, c in terms if n != name}
                rows = _replaced(rows, name, value, -sign * const)
                continue
            rows, sure = _projected(rows, _cheapest(rows), self.dark)
            exact = exact and sure
        return exact


def _cheapest(rows: dict[Terms, int]) -> int:
    """The variable with the fewest pairs of bounds; one of which the shadow is exact first."""
    lower: dict[int, list[int]] = {}
    upper: dict[int, list[int]] = {}
    for terms in rows:
        for n, c in terms:
            (lower if c > 0 else upper).setdefault(n, []).append(abs(c))
    best: tuple[bool, int, int] | None = None
    for n in {*lower, *upper}:
        lows, highs = lower.get(n, ()), upper.get(n, ())
        inexact = bool(lows and highs) and max(lows) > 1 and max(highs) > 1
        cost = (inexact, len(lows) * len(highs) - len(lows) - len(highs), n)
        if best is None or cost < best:
            best = cost
    assert best is not None
    return best[2]


def _equality(rows: dict[Terms, int]) -> tuple[Terms, int, int] | None:
    """Two opposite inequalities that are one equation, with a variable of it that has a unit coefficient."""
    for terms, const in rows.items():
        if rows.get(tuple([(n, -c) for n, c in terms])) == -const:
            for n, c in terms:
                if c in (1, -1):
                    return terms, const, n
    return None


def _replaced(rows: dict[Terms, int], name: int, value: Row, offset: int) -> dict[Terms, int]:
    """The inequalities with the value of a variable in its place."""
    found: dict[Terms, int] = {}
    changed: list[tuple[Row, int]] = []
    for terms, const in rows.items():
        row = dict(terms)
        if name in row:
            changed.append((row, const))
        else:
            found[terms] = const
    for row, const in changed:
        _add(found, *_put(row, const, name, value, offset))
    return found


def _projected(rows: dict[Terms, int], name: int, dark: bool) -> tuple[dict[Terms, int], bool]:
    """The shadow without the variable, and whether it is exact."""
    found: dict[Terms, int] = {}
    lows: list[tuple[int, Row, int]] = []
    highs: list[tuple[int, Row, int]] = []
    for terms, const in rows.items():
        rest = dict(terms)
        mine = rest.pop(name, 0)
        if not mine:
            found[terms] = const
            continue
        (lows if mine > 0 else highs).append((abs(mine), rest, const))
    exact = True
    for a, low, j in lows:
        for b, high, k in highs:
            # a*x >= -(low + j) and b*x <= high + k
            row = {n: b * c for n, c in low.items()}
            for n, c in high.items():
                row[n] = row.get(n, 0) + a * c
            const = b * j + a * k
            gap = (a - 1) * (b - 1)
            if gap and not (const >= gap and not any(row.values())):
                exact = False
                if dark:
                    const -= gap
            if abs(const) > _MOST_COEFFICIENT:
                raise _Unsolved
            _add(found, row, const)
    return found, exact
