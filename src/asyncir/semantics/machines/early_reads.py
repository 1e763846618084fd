"""The reads of an element that are more than are looked at one by one: what much of a program reads and nobody writes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncir.semantics.machines.accesses import AccessingActor, NotedAccess

MOST = 64
"""So many accesses of an element are looked at one by one."""


class EarlyReads:
    """Reads by many ops, the oldest first; it never changes, so elements share it.

    Of the reads of one stream, who knows the newest to be over knows all of them to be. So only the newest is asked
    for, and the others where it is not known.
    """

    __slots__ = ("_before", "_count", "_limit", "_newest", "_reads")

    def __init__(self, before: EarlyReads | None, reads: Sequence[NotedAccess]):
        self._before = before
        self._reads = reads
        self._newest: dict[int, int] = {} if before is None else before._newest.copy()
        """By slot: the step of the newest read."""
        for one in reads:
            self._newest[one.slot] = max(one.step, self._newest.get(one.slot, one.step))
        self._count: int = len(reads) + (0 if before is None else before._count)
        self._limit: int = 2 * len(reads) + MOST if before is None else before._limit

    def and_more(self, reads: Sequence[NotedAccess]) -> EarlyReads:
        """These, and some that came later. Those that an op has read again are left out now and then."""
        found = EarlyReads(self, reads)
        return found if found._count <= found._limit else EarlyReads(None, found.each())

    def each(self) -> list[NotedAccess]:
        """Of each op and stream the newest read, in the order in which they were noted."""
        parts: list[Sequence[NotedAccess]] = []
        at: EarlyReads | None = self
        while at is not None:
            parts.append(at._reads)
            at = at._before
        found: dict[object, NotedAccess] = {}
        for one in (one for part in reversed(parts) for one in part):
            key = one.slot, one.op
            found.pop(key, None)
            found[key] = one
        return list(found.values())

    def are_over(self, actor: AccessingActor) -> bool:
        """Whether all are known to be over, and none of them belongs to what the actor is doing."""
        known, step = actor.known, actor.giver_step
        for at, newest in self._newest.items():
            own = at in (actor.slot, actor.read_slot)
            if (own or at == actor.giver_slot) and newest >= step:
                return False
            is_over = (
                (at < len(known) and known[at] >= newest)
                or at == actor.giver_slot
                or (own and newest <= actor.prev)
            )
            if not is_over:
                return False
        return True


class CrowdedState(tuple["NotedAccess", ...]):
    """The accesses that an element keeps, where early reads are kept apart: behind the first accesses that are no reads."""

    early: EarlyReads

    def __eq__(self, other: object) -> bool:
        return self is other

    __hash__ = object.__hash__

    def each(self) -> tuple[NotedAccess, ...]:
        """All accesses, one by one."""
        first = _first_read(self)
        return (*self[:first], *self.early.each(), *self[first:])


def state_of(kept: Sequence[NotedAccess], early: EarlyReads | None) -> tuple[NotedAccess, ...]:
    """The state of an element that keeps these accesses, the newest last, and perhaps early reads."""
    if len(kept) > MOST:
        first = end = _first_read(kept)
        while end < len(kept) - 1 and not kept[end].kind:
            end += 1
        if end - first >= MOST // 2:
            moved = kept[first:end]
            early = EarlyReads(None, moved) if early is None else early.and_more(moved)
            kept = (*kept[:first], *kept[end:])
    if early is None:
        return tuple(kept)
    state = CrowdedState(kept)
    state.early = early
    return state


def _first_read(kept: Sequence[NotedAccess]) -> int:
    """How many accesses that are no reads come first."""
    return next((number for number, one in enumerate(kept) if not one.kind), len(kept))
