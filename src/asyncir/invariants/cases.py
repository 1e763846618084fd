"""What a certificate says of a point: how it calls what it knows, and what is true."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.certificates.task_state import GroupLabel
from asyncir.certificates.values import Relation, coalesced


@dataclass(frozen=True)
class Layout:
    """How a case calls what it knows."""

    names: tuple[str, ...]
    tokens: tuple[tuple[str, int], ...]
    """`VALUE@OWNER`, and how many numbers its label has."""
    groups: tuple[tuple[str, GroupLabel], ...]
    memory: tuple[tuple[str, str], ...]

    @property
    def kinds(self) -> object:
        """What does not change from one state of a case to another."""
        return self.tokens, self.groups, self.memory

    @property
    def coordinates(self) -> list[str]:
        """The names of all coordinates."""
        return [*self.names, *(f"{token}#{n}" for token, size in self.tokens for n in range(size))]


@dataclass
class Case:
    """What is true at a point."""

    layout: Layout
    where: Relation
    flying: dict[str, Relation] = field(default_factory=dict[str, Relation])
    sure: dict[str, Relation] = field(default_factory=dict[str, Relation])

    def said(self) -> dict[str, Any]:
        """As a certificate has it, but for the relations, which are no texts yet."""
        return {
            "coordinates": self.layout.coordinates,
            "where": self.where,
            "tokens": [token for token, _ in self.layout.tokens],
            "groups": {value: [of.made, of.depth] for value, of in self.layout.groups},
            "memory": dict(self.layout.memory),
            "flying": self.flying,
            "sure": self.sure,
        }

    def text(self) -> dict[str, Any]:
        """As a certificate has it."""
        found = self.said()
        found["where"] = str(coalesced(self.where))
        for what in ("flying", "sure"):
            found[what] = {
                key: str(coalesced(relation))
                for key, relation in sorted(found[what].items())
                if not relation.is_empty()
            }
        return found
