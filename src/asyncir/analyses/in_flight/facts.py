"""What is known on a path: a conjunction of inequalities, with questions to isl where a look does not answer.

A conjunction maps the atoms of each inequality `atoms + constant >= 0` to the smallest constant known; equalities
are two inequalities. isl sees every load from memory as an unknown number of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from asyncir.analyses.in_flight.exprs import (
    Atom,
    Lin,
    Terms,
    atoms_in,
    substituted,
    text_of,
)
from asyncir.analyses.in_flight.finite import has_no_small_solution
from asyncir.analyses.in_flight.integers import System

_Answer = TypeVar("_Answer")


_NEVER = Lin(-1)


class Facts:
    """An immutable conjunction."""

    __slots__ = ("_lins", "_system", "answers", "base", "known")

    def __init__(
        self, known: dict[Terms, Lin] | None = None, base: tuple[Facts, tuple[Lin, ...]] | None = None
    ):
        self.known: dict[Terms, Lin] = {} if known is None else known
        """By its atoms, the tightest inequality."""
        self._lins: tuple[Lin, ...] | None = None
        self._system: System | None = None
        self.base = base
        """Other facts, and what there is besides them."""
        self.answers: dict[tuple[Lin, ...], bool] = {}
        """What was asked of it, and found."""

    def lins(self) -> tuple[Lin, ...]:
        """The expressions that are not negative."""
        if self._lins is None:
            self._lins = tuple(self.known.values())
        return self._lins

    @property
    def system(self) -> System:
        """The inequalities as rows of coefficients."""
        if self._system is None:
            base, more = (None, self.lins()) if self.base is None else self.base
            self._system = System(more, None if base is None else base.system)
            self.base = None
        return self._system

    def holds(self, e: Lin) -> bool | None:
        """Whether `e >= 0`, as far as a look tells; None: ask `decide`."""
        if not e.terms:
            return e.const >= 0
        e = e if e.is_reduced else e.reduced()
        terms, const = e.terms, e.const
        known = self.known.get(terms)
        if known is not None and known.const <= const:
            return True
        opposite = self.known.get(e.opposite.terms)
        if opposite is not None and opposite.const + const < 0:
            return False
        if len(terms) == 1 and not isinstance(terms[0][0], str) and terms[0][0][0] == "mod":
            (atom, c) = terms[0]
            if c == 1 and const >= 0:
                return True
            if c == -1 and const >= atom[2] - 1:
                return True
        return None

    def decide(self, e: Lin) -> bool | None:
        """Whether `e >= 0` on this path: true, false, or sometimes."""
        look = self.holds(e)
        if look is not None:
            return look
        if not feasible(self, (e,)):
            return False
        if not feasible(self, (e.opposite,)):
            return True
        return None

    def implies(self, e: Lin) -> bool:
        """Whether `e >= 0` on all of this path."""
        look = self.holds(e)
        return not feasible(self, (e.opposite,)) if look is None else look

    def plus(self, *more: Lin) -> Facts:
        """With more expressions that are not negative."""
        known = dict(self.known)
        for e in more:
            if not e.terms:
                if e.const < 0:
                    known[()] = _NEVER
                continue
            e = e if e.is_reduced else e.reduced()
            old = known.get(e.terms)
            if old is None or old.const > e.const:
                known[e.terms] = e
        return Facts(known, (self, more) if self._system is not None else None)

    def substituted(self, by: Mapping[str, Lin]) -> Facts:
        """With symbols replaced."""
        kept: dict[Terms, Lin] = {}
        changed: list[Lin] = []
        for terms, e in self.known.items():
            if e.symbols.isdisjoint(by):
                kept[terms] = e
            else:
                changed.append(e)
        if not changed:
            return self
        return Facts(kept).plus(*(substituted(e, by) for e in changed))

    def about(self, symbols: frozenset[str] | set[str]) -> Facts:
        """Only what speaks of no other symbols than these."""
        return Facts({terms: e for terms, e in self.known.items() if e.symbols <= symbols})

    def without(self, symbols: set[str]) -> Facts:
        """Only what speaks of none of these symbols."""
        known = {terms: e for terms, e in self.known.items() if e.symbols.isdisjoint(symbols)}
        return self if len(known) == len(self.known) else Facts(known)

    def value_of(self, name: str) -> Lin | None:
        """What the symbol equals, where the inequalities say it and it can be replaced."""
        for terms, e in self.known.items():
            mine = next((c for atom, c in terms if atom == name), 0) if name in e.symbols else 0
            if mine not in (1, -1):
                continue
            other = self.known.get(e.opposite.terms)
            if other is None or other.const != -e.const:
                continue
            rest = Lin(e.const, tuple(t for t in terms if t[0] != name))
            if name in rest.symbols:
                continue
            return rest.scaled(-mine)
        return None

    def is_empty(self) -> bool:
        """Whether a look shows that no execution is on this path."""
        if () in self.known:
            return True
        return any(
            (opposite := self.known.get(e.opposite.terms)) is not None and opposite.const + e.const < 0
            for e in self.known.values()
        )


_isl: Any = None


def isl() -> Any:
    """The library, imported when it is needed first: it takes a while."""
    global _isl
    if _isl is None:
        # late: slow to load, and few programs need it
        import islpy

        _isl = islpy
    return _isl


class Asked:
    """How often isl was asked: what a step costs."""

    times = 0


_answers: dict[tuple[str, ...], bool] = {}
_MOST_ANSWERS = 10_000
_MOST_OPERATIONS = 20_000
"""isl counts what it does: an answer must not depend on how fast the machine is."""


def feasible(facts: Facts, more: Iterable[Lin] = ()) -> bool:
    """Whether some values satisfy `facts` and make all of `more` non-negative."""
    wanted = tuple(more)
    for e in wanted:
        if facts.holds(e) is False:
            return False
    answer = facts.answers.get(wanted)
    if answer is None:
        answer = facts.system.has_solution(wanted) if wanted else facts.system.may_be()
        if answer is None:
            relevant = [e for e in (*wanted, *connected(facts, wanted)) if e.terms or e.const < 0]
            answer = not has_no_small_solution(relevant) and _asked(relevant)
        facts.answers[wanted] = answer
    return answer


def _asked(lins: Iterable[Lin]) -> bool:
    """Whether some values make all of these non-negative, as isl finds."""
    names: dict[Atom, str] = {}
    lines = tuple(_renamed(e, names) for e in lins)
    answer = _answers.get(lines)
    if answer is None:
        Asked.times += 1
        if len(_answers) > _MOST_ANSWERS:
            _answers.clear()
        text = f"[{', '.join(names.values())}] -> {{ [] : {' and '.join(f'{x} >= 0' for x in lines)} }}"
        # That it took too long to see that there is no solution proves nothing.
        answer = within_budget(lambda: not isl().BasicSet(text).is_empty(), True)
        _answers[lines] = answer
    return answer


def within_budget(
    question: Callable[[], _Answer], otherwise: _Answer, operations: int | None = None
) -> _Answer:
    """What isl answers, unless that takes it more than so many operations: they count alike on every machine."""
    context = isl().DEFAULT_CONTEXT
    context.reset_operations()
    context.set_max_operations(operations or _MOST_OPERATIONS)
    try:
        return question()
    except isl().Error:  # While it reads a text, it calls it a syntax error to run out of operations.
        return otherwise
    finally:
        context.set_max_operations(0)
        context.reset_operations()


def connected(facts: Facts, wanted: tuple[Lin, ...]) -> list[Lin]:
    """The facts that have something to do with `wanted`; all of them where nothing is wanted."""
    if not wanted:
        return list(facts.lins())
    rest = [(e, atoms_in(e)) for e in facts.lins()]
    reached: set[Atom] = set()
    for e in wanted:
        reached |= atoms_in(e)
    found: list[Lin] = []
    changed = True
    while changed:
        changed = False
        left: list[tuple[Lin, frozenset[Atom]]] = []
        for e, atoms in rest:
            if atoms.isdisjoint(reached) and atoms:
                left.append((e, atoms))
            else:
                found.append(e)
                reached |= atoms
                changed = True
        rest = left
    return found


def is_free(facts: Facts, e: Lin) -> bool:
    """Whether what is known of `e` hangs on counters and threads alone, not on arguments or what memory holds."""
    return all(
        isinstance(atom, str) and atom[0] in "kt"
        for known in (e, *connected(facts, (e,)))
        for atom in atoms_in(known)
    )


def _renamed(e: Lin, names: dict[Atom, str]) -> str:
    """The expression with symbols and loads numbered, so that questions of one shape are asked once."""
    parts: list[str] = [str(e.const)]
    for atom, c in e.terms:
        parts.append(f"{c}*{_atom_renamed(atom, names)}")
    return " + ".join(parts)


def _atom_renamed(atom: Atom, names: dict[Atom, str]) -> str:
    if isinstance(atom, str) or atom[0] == "load":
        name = names.get(atom)
        if name is None:
            name = names[atom] = f"p{len(names)}"
        return name
    inner = _renamed(atom[1], names)
    return f"(({inner}) mod {atom[2]})" if atom[0] == "mod" else f"floor(({inner})/{atom[2]})"


def sample(facts: Facts, more: Iterable[Lin] = ()) -> dict[Atom, int] | None:
    """Values for all symbols and loads, small where that can be; None if there are none."""
    lins = [*facts.lins(), *more]
    names: dict[Atom, str] = {}
    lines = [f"{_renamed(e, names)} >= 0" for e in lins]
    if not names:
        return {} if all(e.const >= 0 for e in lins) else None
    point = within_budget(lambda: _sampled(lines, names), None)
    # Numbers are read outside of the budget: where it is used up, isl prints nothing and reports nothing.
    return None if point is None or point.is_void() else _values(point, names)


def _sampled(lines: list[str], names: dict[Atom, str]) -> Any:
    dims = ", ".join(names.values())
    whole = isl().BasicSet(f"{{ [{dims}] : {' and '.join(lines)} }}")
    for bound in (4, 8, 20, 100, 1000):
        near = isl().BasicSet(
            f"{{ [{dims}] : {' and '.join(f'-{bound} <= {d} <= {bound}' for d in names.values())} }}"
        )
        point = whole.intersect(near).sample_point()
        if not point.is_void():
            return point
    return whole.sample_point()


def _values(point: Any, names: dict[Atom, str]) -> dict[Atom, int]:
    kind = isl().dim_type.set
    return {atom: int(point.get_coordinate_val(kind, i).to_python()) for i, atom in enumerate(names)}


def highest(e: Lin, where: Iterable[Lin], values: Mapping[Atom, int]) -> int | None:
    """The largest value of `e` where all of `where` are not negative; None if there is none.

    Loads have the values given, 0 where none is given.
    """
    if e.is_const:
        return e.const
    names: dict[Atom, str] = {}
    lines = [f"top = {_renamed(e, names)}", *(f"{_renamed(x, names)} >= 0" for x in where)]
    for atom, name in names.items():
        if not isinstance(atom, str):
            lines.append(f"{name} = {values.get(atom, 0)}")
    found = isl().Set(f"{{ [top, {', '.join(names.values())}] : {' and '.join(lines)} }}").dim_max_val(0)
    return int(found.to_python()) if found.is_int() else None


def hull(a: Facts, b: Facts) -> Facts:
    """What is true on both paths, of what is known on one of them."""
    kept = [e for e in a.lins() if b.implies(e)]
    kept += [e for e in b.lins() if a.implies(e)]
    return Facts().plus(*kept)


def widened(old: Facts, new: Facts) -> Facts:
    """What was known of earlier arrivals and is true of this one too."""
    return Facts().plus(*(e for e in old.lins() if new.implies(e)))


def is_exact_hull(whole: Facts, a: Facts, b: Facts) -> bool:
    """Whether each execution in `whole` is in `a` or in `b`."""
    lost_a = [e for e in a.lins() if not whole.implies(e)]
    lost_b = [e for e in b.lins() if not whole.implies(e)]
    return not any(feasible(whole, (x.opposite, y.opposite)) for x in lost_a for y in lost_b)


def describe(facts: Facts) -> str:
    """The conjunction as text."""
    return " and ".join(f"{text_of(e)} >= 0" for e in facts.lins()) or "true"
