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


def has_solution(lins: Iterable[Lin]) -> bool | None:
    """Whether some integers make all of these non-negative; None: unknown."""
    try:
        system = _System()
        for e in lins:
            row, const = system.row_of(e)
            system.add(row, const)
    except _Empty:
        return False
    # Questions that differ in names alone are one.
    return decided(tuple(system.rows.items()))


@lru_cache(maxsize=16_000)
def decided(rows: tuple[tuple[Terms, int], ...]) -> bool | None:
    """Whether the inequalities have a solution; None: unknown."""
    for dark in (False, True):
        try:
            exact = _eliminated(dict(rows), dark)
        except _Empty:
            if not dark:
                return False
            return None
        except _Unsolved:
            return None
        if exact or dark:
            return True
    return None


class _System:
    """Inequalities, of those with equal coefficients the tightest."""

    def __init__(self) -> None:
        self.rows: dict[Terms, int] = {}
        self.numbers: dict[Atom, int] = {}

    def _variable(self, atom: Atom) -> int:
        return self.numbers.setdefault(atom, len(self.numbers))

    def row_of(self, e: Lin) -> tuple[Row, int]:
        """The expression with a quotient in the place of each remainder and quotient, of which all is known."""
        row: Row = {}
        const = e.const
        for atom, c in e.terms:
            if isinstance(atom, str) or atom[0] == "load":
                number = self._variable(atom)
                row[number] = row.get(number, 0) + c
                continue
            kind, inner, m = atom
            quotient = self.numbers.get(("div", inner, m))
            part, offset = self.row_of(inner)
            if quotient is None:
                quotient = self._variable(("div", inner, m))
                self.add({**part, quotient: -m}, offset)
                self.add({**{n: -x for n, x in part.items()}, quotient: m}, m - 1 - offset)
            if kind == "div":
                row[quotient] = row.get(quotient, 0) + c
            else:
                for n, x in part.items():
                    row[n] = row.get(n, 0) + c * x
                row[quotient] = row.get(quotient, 0) - c * m
                const += c * offset
        return row, const

    def add(self, row: Row, const: int) -> None:
        """One more."""
        _add(self.rows, row, const)


def _add(rows: dict[Terms, int], row: Row, const: int) -> None:
    """Keep the inequality, reduced, unless one is known that implies it."""
    terms = tuple(sorted(item for item in row.items() if item[1]))
    if not terms:
        if const < 0:
            raise _Empty
        return
    divisor = 0
    for _, c in terms:
        divisor = gcd(divisor, c)
        if divisor == 1:
            break
    if divisor > 1:
        terms, const = tuple((n, c // divisor) for n, c in terms), const // divisor
    known = rows.get(terms)
    if known is not None and known <= const:
        return
    rows[terms] = const
    opposite = rows.get(tuple((n, -c) for n, c in terms))
    if opposite is not None and opposite + const < 0:
        raise _Empty


def _eliminated(rows: dict[Terms, int], dark: bool) -> bool:
    """Eliminate all variables; whether the answer (a solution exists) is exact. Raises `_Empty` if there is none."""
    exact = True
    while rows:
        if len(rows) > _MOST_ROWS:
            raise _Unsolved
        equal = _equality(rows)
        if equal is not None:
            rows = _substituted(rows, *equal)
            continue
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
        rows, sure = _projected(rows, best[2], dark)
        exact = exact and sure
    return exact


def _equality(rows: dict[Terms, int]) -> tuple[Terms, int, int] | None:
    """Two opposite inequalities that are one equation, with a variable of it that has a unit coefficient."""
    for terms, const in rows.items():
        if rows.get(tuple((n, -c) for n, c in terms)) == -const:
            for n, c in terms:
                if c in (1, -1):
                    return terms, const, n
    return None


def _substituted(rows: dict[Terms, int], terms: Terms, const: int, name: int) -> dict[Terms, int]:
    """The other inequalities without the variable, which the equation determines."""
    sign = next(c for n, c in terms if n == name)
    value = {n: -sign * c for n, c in terms if n != name}
    offset = -sign * const
    found: dict[Terms, int] = {}
    for each, k in rows.items():
        mine = next((c for n, c in each if n == name), 0)
        if not mine:
            _add(found, dict(each), k)
            continue
        row = {n: c for n, c in each if n != name}
        for n, c in value.items():
            row[n] = row.get(n, 0) + mine * c
        _add(found, row, k + mine * offset)
    return found


def _projected(rows: dict[Terms, int], name: int, dark: bool) -> tuple[dict[Terms, int], bool]:
    """The shadow without the variable, and whether it is exact."""
    found: dict[Terms, int] = {}
    lows: list[tuple[int, Row, int]] = []
    highs: list[tuple[int, Row, int]] = []
    for terms, const in rows.items():
        mine = next((c for n, c in terms if n == name), 0)
        if not mine:
            found[terms] = const
            continue
        rest = {n: c for n, c in terms if n != name}
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
