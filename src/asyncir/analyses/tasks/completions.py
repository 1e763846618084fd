"""Tokens, values and groups of a path: what they stand for, and whether it is complete."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from asyncir.analyses.in_flight.exprs import ZERO, Lin
from asyncir.analyses.tasks.happens_before import Edge
from asyncir.ir import Operation


@dataclass(slots=True, eq=False)
class Awaitable:
    """What a task, or somebody who promised it, completes: its token and all its values."""

    op: Operation
    done: bool = False
    failed: bool = False
    outside: bool = False
    """Whether what is done is outside of the program: it may fail, and when it is over may be why somebody waits."""
    may_fail: bool = False
    """Whether it may fail, which was not looked at: who waits for it would then fail, too."""
    stalled: bool = False
    """Whether what would complete it has come to something undefined: it never completes, and that is no deadlock."""
    known: int = 0
    """What happens before whoever waits for it."""
    segment: int = 0
    values: dict[int, Any] = field(default_factory=dict[int, Any])
    """What its values hold, by number, once it is complete."""

    def sources(self, edge: Edge | None) -> Iterator[tuple[int, int, Edge | None]]:
        """What a wait for it lets happen before."""
        yield self.known, self.segment, edge


@dataclass(slots=True, eq=False)
class AwaitableGroup:
    """A group: complete when it has all its members and they are."""

    op: Operation
    size: Lin
    count: Lin = ZERO
    """How many members it has."""
    members: list[tuple[Awaitable, int, int]] = field(default_factory=list[tuple[Awaitable, int, int]])
    """Each with what happened before it was added, and the segment; one may stand for several."""
    adders: int = 0
    """The segments in which members were added."""
    broken: bool = False
    """Whether its size is negative: it is complete, with an error."""

    @property
    def outside(self) -> bool:
        """Whether a member is outside of the program."""
        return any(member.outside for member, _, _ in self.members)

    @property
    def failed(self) -> bool:
        """Whether a member failed."""
        return self.broken or any(member.failed for member, _, _ in self.members)

    def sources(self, edge: Edge | None) -> Iterator[tuple[int, int, Edge | None]]:
        """What a wait for it lets happen before."""
        for member, known, at in self.members:
            yield from member.sources(edge)
            yield known, at, edge


@dataclass(frozen=True, slots=True)
class TokenOf:
    """A token or value: whose it is, and which of its values (-1: the token)."""

    of: Awaitable
    number: int = -1
