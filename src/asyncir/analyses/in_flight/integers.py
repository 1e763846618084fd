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


class _Rows:
    """Inequalities: of those with equal coefficients the tightest, and by variable where it has a bound in them."""

    __slots__ = ("equal", "highs", "lows", "rows")

    def __init__(self, base: _Rows | None = None):
        self.rows: dict[Terms, int] = {} if base is None else dict(base.rows)
        self.lows: dict[int, dict[Terms, int]] = _copied(base and base.lows)
        """By variable, where it has a positive coefficient, and which."""
        self.highs: dict[int, dict[Terms, int]] = _copied(base and base.highs)
        """By variable, where it has a negative coefficient, and its magnitude."""
        self.equal: list[Terms] = []
        """Those whose opposites are known too, which makes them equations."""

    def add(self, row: Row, const: int) -> None:
        """Keep the inequality, reduced, unless one is known that implies it."""
        terms = tuple(sorted([item for item in row.items() if item[1]]))
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
            terms, const = tuple([(n, c // divisor) for n, c in terms]), const // divisor
        self.put(terms, const)

    def put(self, terms: Terms, const: int) -> None:
        """The same, of one that is reduced."""
        known = self.rows.get(terms)
        if known is None:
            for n, c in terms:
                side, c = (self.lows, c) if c > 0 else (self.highs, -c)
                if n in side:
                    side[n][terms] = c
                else:
                    side[n] = {terms: c}
        elif known <= const:
            return
        self.rows[terms] = const
        opposite = self.rows.get(tuple([(n, -c) for n, c in terms]))
        if opposite is not None:
            if opposite + const < 0:
                raise _Empty
            if opposite == -const:
                self.equal.append(terms)

    def take(self, name: int) -> list[tuple[Row, int, int]]:
        """Remove all inequalities with the variable; of each the rest, the constant, and the variable's coefficient."""
        taken: list[tuple[Row, int, int]] = []
        for terms in (*self.lows.pop(name, ()), *self.highs.pop(name, ())):
            row = dict(terms)
            mine = row.pop(name)
            for n, c in row.items():
                del (self.lows if c > 0 else self.highs)[n][terms]
            taken.append((row, self.rows.pop(terms), mine))
        return taken

    def equation(self) -> tuple[int, Row, int] | None:
        """What some variable is in terms of the others, where an equation says it."""
        while self.equal:
            terms = self.equal.pop()
            const = self.rows.get(terms)
            if const is None or self.rows.get(tuple([(n, -c) for n, c in terms])) != -const:
                continue
            for name, sign in terms:
                if sign in (1, -1):
                    return name, {n: -sign * c for n, c in terms if n != name}, -sign * const
        return None

    def replace(self, name: int, value: Row, offset: int) -> None:
        """Put the value of a variable in its place."""
        for row, const, mine in self.take(name):
            for n, c in value.items():
                row[n] = row.get(n, 0) + mine * c
            self.add(row, const + mine * offset)


def _copied(side: dict[int, dict[Terms, int]] | None) -> dict[int, dict[Terms, int]]:
    return {n: dict(rows) for n, rows in side.items()} if side else {}


@lru_cache(maxsize=16_000)
def decided(rows: tuple[tuple[Terms, int], ...]) -> tuple[bool | None, int]:
    """Whether the inequalities have a solution (None: unknown), and how much work it is to say."""
    work = 0
    for dark in (False, True):
        elimination = _Elimination(dark)
        try:
            for terms, const in rows:
                elimination.put(terms, const)
            exact = elimination.run()
        except _Empty:
            return (None if dark else False), work + elimination.work
        except _Unsolved:
            return None, work + elimination.work
        work += elimination.work
        if exact or dark:
            return True, work
    return None, work


class System(_Rows):
    """Inequalities of which questions are asked: equations are solved once, and questions see what they hang on."""

    __slots__ = ("is_empty", "numbers", "values")

    def __init__(self, lins: Iterable[Lin] = (), base: System | None = None):
        super().__init__(base)
        self.numbers: dict[Atom, int] = {} if base is None else dict(base.numbers)
        self.values: dict[int, tuple[Row, int]] = {} if base is None else dict(base.values)
        """What a variable is in terms of the others, where an equation says it."""
        self.is_empty = base is not None and base.is_empty
        try:
            for e in lins:
                self.add(*self._row_of(e))
            while (equation := self.equation()) is not None:
                self._solve(*equation)
        except _Empty:
            self.is_empty = True

    def _solve(self, name: int, value: Row, offset: int) -> None:
        Effort.rows += len(self.rows)
        self.replace(name, value, offset)
        for known, (row, k) in self.values.items():
            if name in row:
                self.values[known] = _put(row, k, name, value, offset)
        self.values[name] = value, offset

    def has_solution(self, wanted: Iterable[Lin]) -> bool | None:
        """Whether some integers make these non-negative too; None: unknown. What has nothing to do with them is not asked."""
        if self.is_empty:
            return False
        asked = _Rows()
        try:
            for e in wanted:
                asked.add(*self._row_of(e))
            rows = asked.rows
            pending = [n for terms in rows for n, _ in terms]
            seen: set[int] = set()
            while pending:
                n = pending.pop()
                if n in seen:
                    continue
                seen.add(n)
                for terms in (*self.lows.get(n, ()), *self.highs.get(n, ())):
                    const, known = self.rows[terms], rows.get(terms)
                    if known is None or known > const:
                        rows[terms] = const
                    pending.extend([m for m, _ in terms if m not in seen])
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
                self.add({**part, quotient: -m}, offset)
                self.add({**{n: -x for n, x in part.items()}, quotient: m}, m - 1 - offset)
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


class _Elimination(_Rows):
    __slots__ = ("dark", "work")

    def __init__(self, dark: bool):
        super().__init__()
        self.dark = dark
        self.work = 0

    def run(self) -> bool:
        """Eliminate all variables; whether the answer (a solution exists) is exact. Raises `_Empty` if there is none."""
        exact = True
        while True:
            self._drop_unbounded()
            if not self.rows:
                return exact
            self.work += len(self.rows)
            if len(self.rows) > _MOST_ROWS:
                raise _Unsolved
            equation = self.equation()
            if equation is not None:
                self.replace(*equation)
            else:
                exact = self._project(self._cheapest()) and exact

    def _drop_unbounded(self) -> None:
        """Without what bounds a variable on one side alone: some value of the variable always does."""
        pending = [n for n in (*self.lows, *self.highs) if not (self.lows.get(n) and self.highs.get(n))]
        while pending:
            for row, _, _ in self.take(pending.pop()):
                pending += [n for n in row if not (self.lows.get(n) and self.highs.get(n))]

    def _cheapest(self) -> int:
        """The variable with the fewest pairs of bounds; one of which the shadow is exact first."""
        best: tuple[bool, int, int] | None = None
        for n, lows in self.lows.items():
            highs = self.highs[n]
            inexact = max(lows.values()) > 1 and max(highs.values()) > 1
            cost = (inexact, len(lows) * len(highs) - len(lows) - len(highs), n)
            if best is None or cost < best:
                best = cost
        assert best is not None
        return best[2]

    def _project(self, name: int) -> bool:
        """Leave the shadow without the variable; whether it is exact."""
        taken = self.take(name)
        exact = True
        lows = [bound for bound in taken if bound[2] > 0]
        for low, j, a in lows:
            for high, k, b in [(row, k, -mine) for row, k, mine in taken[len(lows) :]]:
                # a*x >= -(low + j) and b*x <= high + k
                row = {n: b * c for n, c in low.items()}
                for n, c in high.items():
                    row[n] = row.get(n, 0) + a * c
                const = b * j + a * k
                gap = (a - 1) * (b - 1)
                if gap and not (const >= gap and not any(row.values())):
                    exact = False
                    if self.dark:
                        const -= gap
                if abs(const) > _MOST_COEFFICIENT:
                    raise _Unsolved
                self.add(row, const)
        return exact
