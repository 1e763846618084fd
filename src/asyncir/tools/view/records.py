"""What a pass has written on an op, read so that it does no harm if it was somebody else."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from asyncir.dialects.pipelining import integers, number
from asyncir.ir import ArrayAttr, Attribute, DictionaryAttr, StringAttr, UnitAttr


class Record:
    """A dictionary of attributes; what is missing, or of another kind, is a default."""

    def __init__(self, attribute: Attribute | None):
        self.items: Mapping[str, Attribute] = attribute.data if isinstance(attribute, DictionaryAttr) else {}

    def count(self, name: str, default: int = 1, least: int = 1) -> int:
        """A number, not below `least`."""
        found = number(self.items, name)
        return max(least, default if found is None else found)

    def counts(self) -> dict[str, int]:
        """All that it has, as numbers."""
        return {name: self.count(name) for name in self.items}

    def numbers(self, name: str) -> list[int]:
        """A list of numbers."""
        return list(integers(self.items[name]) or ()) if name in self.items else []

    def text(self, name: str) -> str:
        """A text, `?` by default."""
        found = self.items.get(name)
        return found.data if isinstance(found, StringAttr) else "?"

    def has(self, name: str) -> bool:
        """Whether it is marked so."""
        return isinstance(self.items.get(name), UnitAttr)

    def record(self, name: str) -> Record:
        """A dictionary in this one."""
        return Record(self.items.get(name))

    def records(self, name: str) -> list[Record]:
        """A list of dictionaries."""
        found = self.items.get(name)
        return (
            [*map(Record, cast("ArrayAttr[Attribute]", found).data)] if isinstance(found, ArrayAttr) else []
        )
