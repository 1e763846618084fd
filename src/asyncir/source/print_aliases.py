"""Attributes that are printed through an alias in front of the module, whose number is known only in the end.

mlir-opt sorts aliases by how deep others are in them, then by their kind, then by where they are first used.
"""

from __future__ import annotations

import re
from collections import Counter

from asyncir.ir import Attribute, CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc, UnitAttr, UnknownLoc
from asyncir.ir.distinct import DistinctAttr
from asyncir.ir.rare_attributes import FileRangeLoc

LOCATIONS = (CallSiteLoc, FileLineColLoc, FusedLoc, NameLoc, UnknownLoc, FileRangeLoc)

_MENTION = re.compile("\0([0-9]+)\0")
_NUMBER = re.compile("distinct\\[\1([0-9]+)\1\\]")


class Aliases:
    """The aliases of one text."""

    def __init__(self) -> None:
        self._bodies: dict[Attribute, str] = {}
        self._kinds: dict[Attribute, str] = {}
        self._depths: dict[Attribute, int] = {}
        self._inner: list[int] = []
        self._mentioned: list[tuple[Attribute, str]] = []

    def knows(self, attribute: Attribute) -> bool:
        """Whether the attribute has an alias."""
        return attribute in self._bodies

    def begin(self) -> None:
        """Begin the text of an attribute that gets an alias."""
        self._inner.append(0)

    def end(self, attribute: Attribute, kind: str, body: str) -> None:
        """End it: the attribute is printed as `#kind`, and in front of the module is what it stands for."""
        self._bodies[attribute], self._kinds[attribute] = body, kind
        self._depths[attribute] = self._inner.pop()

    def mention(self, attribute: Attribute, otherwise: str = "") -> str:
        """What stands for the attribute until the end, where it is its alias, or the other text where it has none."""
        if self._inner:
            self._inner[-1] = max(self._inner[-1], self._depths.get(attribute, 0) + 1)
        self._mentioned.append((attribute, otherwise))
        return f"\0{len(self._mentioned) - 1}\0"

    def resolved(self, body: str) -> str:
        """The whole text, from that of the module."""
        if not self._mentioned and "\1" not in body:
            return body
        position = {attribute: index for index, attribute in enumerate(self._bodies)}
        order = sorted(self._bodies, key=lambda a: (self._depths[a], self._kinds[a], position[a]))
        numbers = Counter[str]()
        names: dict[Attribute, str] = {}
        for attribute in order:
            kind = self._kinds[attribute]
            names[attribute] = f"#{kind}{numbers[kind] or ''}"
            numbers[kind] += 1

        def named(match: re.Match[str]) -> str:
            attribute, otherwise = self._mentioned[int(match[1])]
            return names.get(attribute) or _MENTION.sub(named, otherwise)

        lines = "".join(f"{names[attribute]} = {self._bodies[attribute]}\n" for attribute in order)
        return _numbered(_MENTION.sub(named, lines + body))


def _numbered(text: str) -> str:
    """The text, in which distinct attributes are numbered as they come."""
    numbers: dict[str, int] = {}
    return _NUMBER.sub(lambda match: f"distinct[{numbers.setdefault(match[1], len(numbers))}]", text)


def kind_of_alias(attribute: Attribute) -> str | None:
    """What the aliases of the attribute are called; None where it has none."""
    if isinstance(attribute, LOCATIONS):
        return "loc"
    if isinstance(attribute, DistinctAttr):
        return None if isinstance(attribute.referenced, UnitAttr) else "distinct"
    return getattr(type(attribute), "ALIAS", None)
