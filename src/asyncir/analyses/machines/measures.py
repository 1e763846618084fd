"""Numbers that are measured from others: which symbols are equal but for a constant.

The value of a timeline may be a number that loops carry. Nobody knows what it is behind a loop of any length, but what the
loop hands on is as far from the value of the timeline as it was in front: so both are measured from one symbol.
"""

from __future__ import annotations

from asyncir.analyses.in_flight.exprs import Lin

Measured = tuple[str, int]
"""A symbol, or nothing where the number is known, and how far from there."""


class Measures:
    """Of each symbol that was made equal to another number: from what it is measured."""

    def __init__(self) -> None:
        self._from: dict[str, Measured] = {}
        self.supposed: dict[str, Measured] = {}
        """What symbols are on the way that is walked."""

    def of(self, number: Lin) -> Measured | None:
        """From where a number is measured; None where it is no symbol but for a constant."""
        if number.is_const:
            return "", number.const
        if len(number.terms) != 1:
            return None
        atom, factor = number.terms[0]
        if factor != 1 or not isinstance(atom, str):
            return None
        start, more = self.supposed.get(atom) or self._found(atom)
        return start, more + number.const

    def _found(self, name: str) -> Measured:
        more = 0
        while name in self._from:
            name, further = self._from[name]
            more += further
        return name, more

    def equate(self, name: str, what: Measured) -> None:
        """A symbol is the same as something else, if nothing has been said of it."""
        if name not in self._from and self._found(what[0])[0] != name:
            self._from[name] = what
