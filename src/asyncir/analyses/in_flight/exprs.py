"""Quasi-affine expressions over symbols, in a normal form: what indices, counts and conditions are compared in.

An atom is a symbol (a string), `("mod", e, m)`, `("div", e, m)` (floor) with a constant m > 0, or
`("load", root, indices)`: the element of a memory that nothing writes. An expression is a constant and a sum of
atoms with coefficients; equal normal forms are equal values, though not the other way round.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from functools import lru_cache
from math import gcd
from typing import Any

Atom = Any
"""A string or one of the tuples above."""

Terms = tuple[tuple[Atom, int], ...]


class Lin:
    """A constant and a sum of atoms, each with a coefficient other than zero, in a fixed order."""

    __slots__ = ("_hash", "_opposite", "_symbols", "const", "is_reduced", "terms")

    def __init__(self, const: int, terms: Terms = ()):
        self.const = const
        self.terms = terms
        self._hash: int | None = None
        self._symbols: frozenset[str] | None = None
        self._opposite: Lin | None = None
        self.is_reduced = False
        """Whether it is known that the coefficients have no common divisor."""

    def __hash__(self) -> int:
        if self._hash is None:
            self._hash = hash((self.const, self.terms))
        return self._hash

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return isinstance(other, Lin) and self.const == other.const and self.terms == other.terms

    def __repr__(self) -> str:
        return text_of(self)

    @property
    def is_const(self) -> bool:
        """Whether there are no atoms."""
        return not self.terms

    @property
    def symbols(self) -> frozenset[str]:
        """All symbols in it, those inside other atoms too."""
        if self._symbols is None:
            found: list[str] = []
            for atom, _ in self.terms:
                if isinstance(atom, str):
                    found.append(atom)
                else:
                    found.extend(_symbols_of(atom))
            self._symbols = frozenset(found)
        return self._symbols

    @property
    def opposite(self) -> Lin:
        """What is not negative where this is."""
        if self._opposite is None:
            self._opposite = Lin(-1 - self.const, negated(self.terms))
        return self._opposite

    def reduced(self) -> Lin:
        """What is not negative where this is not, with coefficients that have no common divisor."""
        if self.is_reduced:
            return self
        divisor = 0
        for _, c in self.terms:
            divisor = gcd(divisor, c)
            if divisor == 1:
                break
        least = self
        if divisor > 1:
            least = Lin(self.const // divisor, tuple([(atom, c // divisor) for atom, c in self.terms]))
        least.is_reduced = True
        return least

    def __add__(self, other: Lin | int) -> Lin:
        if isinstance(other, int):
            return Lin(self.const + other, self.terms)
        if not other.terms:
            return Lin(self.const + other.const, self.terms)
        if not self.terms:
            return Lin(self.const + other.const, other.terms)
        return _summed(self.const + other.const, (*self.terms, *other.terms))

    def __sub__(self, other: Lin | int) -> Lin:
        if isinstance(other, int):
            return Lin(self.const - other, self.terms)
        if not other.terms:
            return Lin(self.const - other.const, self.terms)
        if not self.terms:
            return Lin(self.const - other.const, negated(other.terms))
        return _summed(self.const - other.const, (*self.terms, *negated(other.terms)))

    def scaled(self, factor: int) -> Lin:
        """This times a constant."""
        if factor == 0:
            return ZERO
        return Lin(self.const * factor, tuple([(atom, c * factor) for atom, c in self.terms]))


def _symbols_of(atom: Atom) -> Iterator[str]:
    if atom[0] == "load":
        for index in atom[2]:
            yield from index.symbols
    else:
        yield from atom[1].symbols


def _summed(const: int, terms: Iterable[tuple[Atom, int]]) -> Lin:
    total: dict[Atom, int] = {}
    for atom, c in terms:
        total[atom] = total.get(atom, 0) + c
    kept = [(atom, c) for atom, c in total.items() if c]
    if len(kept) > 1:
        kept.sort(key=lambda term: atom_text(term[0]))
    return Lin(const, tuple(kept))


ZERO = Lin(0)


def constant(value: int) -> Lin:
    """An expression without atoms."""
    return Lin(value)


def symbol(name: str) -> Lin:
    """An expression that is one symbol."""
    return Lin(0, ((name, 1),))


def load(root: Hashable, indices: tuple[Lin, ...]) -> Lin:
    """An element of a memory that nothing writes."""
    return Lin(0, ((("load", root, indices), 1),))


def floor_div(e: Lin, m: int) -> Lin:
    """`e` divided by m > 0, rounded down."""
    if m == 1:
        return e
    whole: list[tuple[Atom, int]] = []
    rest: list[tuple[Atom, int]] = []
    for atom, c in e.terms:
        q, r = divmod(c, m)
        if q:
            whole.append((atom, q))
        if r:
            rest.append((atom, r))
    q, r = divmod(e.const, m)
    if not rest:
        return _summed(q, whole)
    atom, c = rest[0]
    if (
        len(rest) == 1
        and c == 1
        and not r
        and not isinstance(atom, str)
        and atom[0] == "mod"
        and not atom[2] % m
    ):
        # Of what is left after division by a multiple of m.
        return Lin(q, tuple(whole)) + modulo(floor_div(atom[1], m), atom[2] // m)
    return _summed(q, (*whole, (("div", _summed(r, rest), m), 1)))


def modulo(e: Lin, m: int) -> Lin:
    """What is left of `e` after division by m > 0; never negative."""
    if m == 1:
        return ZERO
    terms: list[tuple[Atom, int]] = []
    const = e.const
    for atom, c in e.terms:
        if not isinstance(atom, str) and atom[0] == "mod" and atom[2] % m == 0:
            const += atom[1].const * c
            terms.extend((inner, c * d) for inner, d in atom[1].terms)
        else:
            terms.append((atom, c))
    summed = _summed(const, terms)
    reduced = Lin(summed.const % m, tuple((a, c % m) for a, c in summed.terms if c % m))
    if not reduced.terms:
        return reduced
    if len(reduced.terms) == 1 and reduced.const == 0:
        (atom, c) = reduced.terms[0]
        if c == 1 and not isinstance(atom, str) and atom[0] == "mod" and atom[2] <= m:
            return reduced
    return Lin(0, ((("mod", reduced, m), 1),))


def with_remainders(e: Lin) -> Lin:
    """`e` with what is written as `x - m * (x / m)` as the remainder that it is.

    Of a remainder it is plain in which bounds it is. Of the difference these would be facts, for each one that is computed.
    """
    for atom, c in e.terms:
        if isinstance(atom, str) or atom[0] != "div" or c % atom[2]:
            continue
        times = -c // atom[2]
        rest = e - atom[1].scaled(times) - Lin(0, ((atom, c),))
        if len(rest.terms) + 1 < len(e.terms):
            return with_remainders(rest) + modulo(atom[1], atom[2]).scaled(times)
    return e


_MOST_RUNS = 3
"""A constant with more runs of bits that are set is not followed."""


def common_bits(e: Lin, mask: int) -> Lin | None:
    """`e and mask`: for each run of bits in the mask, what division and remainder leave of `e`."""
    if mask < 0:
        rest = common_bits(e, ~mask)
        return None if rest is None else e - rest
    found, low = constant(0), 0
    for _ in range(_MOST_RUNS):
        if not mask >> low:
            return found
        while not mask >> low & 1:
            low += 1
        high = low
        while mask >> high & 1:
            high += 1
        found = found + modulo(floor_div(e, 1 << low), 1 << (high - low)).scaled(1 << low)
        low = high
    return None if mask >> low else found


@lru_cache(maxsize=16_000)
def atoms_in(e: Lin) -> frozenset[Atom]:
    """The symbols and loads, those inside of mod and div too."""
    found: set[Atom] = set()
    pending = [e]
    while pending:
        for atom, _ in pending.pop().terms:
            if isinstance(atom, str) or atom[0] == "load":
                found.add(atom)
            else:
                pending.append(atom[1])
    return frozenset(found)


def differing_bits(a: Lin, b: Lin, bits: int) -> Lin:
    """`a xor b` of two numbers that have so many bits, and no sign."""
    found = constant(0)
    for low in (1 << n for n in range(bits)):
        found = found + modulo(floor_div(a, low) + floor_div(b, low), 2).scaled(low)
    return found


def substituted(e: Lin, by: Mapping[str, Lin]) -> Lin:
    """`e` with symbols replaced."""
    if e.symbols.isdisjoint(by):
        return e
    const = e.const
    terms: list[tuple[Atom, int]] = []
    for atom, c in e.terms:
        if isinstance(atom, str) and atom not in by:
            terms.append((atom, c))
            continue
        value = _atom_substituted(atom, by)
        const += c * value.const
        terms += [(inner, c * d) for inner, d in value.terms]
    return _summed(const, terms)


def _atom_substituted(atom: Atom, by: Mapping[str, Lin]) -> Lin:
    if isinstance(atom, str):
        found = by.get(atom)
        return symbol(atom) if found is None else found
    if atom[0] == "load":
        return load(atom[1], tuple(substituted(i, by) for i in atom[2]))
    inner = substituted(atom[1], by)
    return modulo(inner, atom[2]) if atom[0] == "mod" else floor_div(inner, atom[2])


def evaluated(e: Lin, values: Mapping[Atom, int]) -> int:
    """The number that `e` is; symbols and loads that have no value are 0."""
    return e.const + sum(c * _atom_evaluated(atom, values) for atom, c in e.terms)


def _atom_evaluated(atom: Atom, values: Mapping[Atom, int]) -> int:
    if isinstance(atom, str) or atom[0] == "load":
        return values.get(atom, 0)
    inner = evaluated(atom[1], values)
    return inner % atom[2] if atom[0] == "mod" else inner // atom[2]


@lru_cache(maxsize=32_000)
def atom_text(atom: Atom) -> str:
    """The atom as text, in isl's syntax (a load as a name of its own)."""
    if isinstance(atom, str):
        return atom
    if atom[0] == "load":
        return f"{atom[1]}[{', '.join(map(text_of, atom[2]))}]"
    inner = text_of(atom[1])
    return f"(({inner}) mod {atom[2]})" if atom[0] == "mod" else f"floor(({inner})/{atom[2]})"


def text_of(e: Lin) -> str:
    """The expression as text, in isl's syntax."""
    parts = [f"{c}*{atom_text(atom)}" if c != 1 else atom_text(atom) for atom, c in e.terms]
    if e.const or not parts:
        parts.append(str(e.const))
    return " + ".join(parts)


def negated(terms: Terms) -> Terms:
    """The sum times -1."""
    return tuple([(atom, -c) for atom, c in terms])
