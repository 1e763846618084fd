"""What is asked of an exploration: are there races, and which waits does each access rely on."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field, replace

from asyncir.analyses.in_flight.exprs import Lin
from asyncir.analyses.in_flight.meetings import Key, Meeting, Retired
from asyncir.analyses.in_flight.state import Entry, FlightAccess, Lane, State, Vector
from asyncir.ir import Operation

Visit = tuple[Lane, dict[tuple[Hashable, int | None], bool]]
"""The thread that comes to a wait, and the groups that it meets there: whether the wait retires each."""


@dataclass
class Races:
    """Waits retire groups as written; an access that meets one in flight is a race."""

    found: dict[Key, list[Meeting]] = field(default_factory=dict[Key, "list[Meeting]"])
    steady: dict[int, Visit] = field(default_factory=dict[int, Visit])
    """For each wait, the visit that readers are shown."""
    negative: dict[int, list[tuple[State, Lin]]] = field(default_factory=dict[int, "list[tuple[State, Lin]]"])
    """Where a wait's count may be negative, and the count."""
    unfinished: dict[Operation, Meeting] = field(default_factory=dict[Operation, Meeting])
    """What may still be writing memory of the caller's when the entry returns."""
    dangles: dict[Operation, Meeting] = field(default_factory=dict[Operation, Meeting])
    """What may be in flight on memory of a function that returns."""
    watch: bool = True
    most: int = 3

    @property
    def anything(self) -> bool:
        """Whether anything was found that may go wrong."""
        return bool(self.found or self.negative or self.unfinished or self.dangles)

    def waited(self, state: State, entry: Entry, wait: int, slack: int) -> Entry | None:
        """Gone if the wait retires it; where other threads may touch the same, only after a barrier."""
        if slack >= 0:
            return None if entry.local else entry._replace(done=True)
        return entry._replace(last=(wait, slack))

    def published(self, state: State, entry: Entry) -> Entry | None:
        """Gone if it has been waited for; else it is not the barrier that is to blame, but the wait before it."""
        blamed = entry if entry.last is None else entry._replace(last_published=entry.last)
        return None if entry.done else blamed

    def met(self, meeting: Meeting) -> None:
        """A race."""
        key = (meeting.hazard, meeting.entry.op, meeting.op, meeting.last is None)
        found = self.found.setdefault(key, [])
        if len(found) < self.most:
            found.append(replace(meeting, state=meeting.state.copy()))

    def left(self, meetings: Sequence[Meeting]) -> None:
        """Note what is in flight."""
        for meeting in meetings:
            if meeting.entry.op not in self.unfinished:
                self.unfinished[meeting.entry.op] = replace(meeting, state=meeting.state.copy())

    def dangling(self, meetings: Sequence[Meeting]) -> None:
        """Note what is in flight."""
        for meeting in meetings:
            if meeting.entry.op not in self.dangles:
                self.dangles[meeting.entry.op] = replace(meeting, state=meeting.state.copy())

    def reached(
        self, state: State, lane: Lane, wait: int, retired: Retired, limits: dict[Hashable, int]
    ) -> None:
        """Remember it."""
        if self.watch and retired:
            self.steadiest(wait, (lane.copy(), dict(retired)))

    def steadiest(self, wait: int, visit: Visit) -> None:
        """Of the visits with the most groups in flight, the last one is the steady state."""
        if wait not in self.steady or len(visit[1]) >= len(self.steady[wait][1]):
            self.steady[wait] = visit

    def touched(self, access: FlightAccess) -> None:
        """Nothing to note."""

    def failed(self, state: State, wait: int, count: Lin) -> None:
        """Note it."""
        found = self.negative.setdefault(wait, [])
        if len(found) < self.most:
            found.append((state.copy(), count))


@dataclass(frozen=True, slots=True)
class Need:
    """An access that relies on one of some waits."""

    met: Vector
    last: tuple[int, int] | None
    certain: bool
    """Whether it is exact: neither folded nor blurred."""
    folded: bool
    """Whether its group is one of several old ones: with more groups told apart more may be known."""


Unserved = tuple[Vector, tuple[int, int] | None, Operation, Operation]


@dataclass
class Needs:
    """Waits retire nothing, but groups remember them; an access that meets a group needs one of them."""

    saturated: int
    minimal: dict[Vector, Need] = field(default_factory=dict[Vector, Need])
    single: dict[int, int] = field(default_factory=dict[int, int])
    several: dict[int, set[Vector]] = field(default_factory=dict[int, "set[Vector]"])
    broken: dict[Unserved, Need] = field(default_factory=dict["Unserved", Need])
    """Needs that nothing serves, by the ops in them."""
    evidence: dict[Vector, tuple[Operation | None, Operation, Operation]] = field(
        default_factory=dict[Vector, "tuple[Operation | None, Operation, Operation]"]
    )
    written: dict[int, set[int]] = field(default_factory=dict[int, "set[int]"])
    """The counts with which each wait was executed."""
    served: dict[tuple[int, Operation | None], Operation] = field(
        default_factory=dict["tuple[int, Operation | None]", Operation]
    )
    """For a wait and what committed a group: an access that needed the group and met the wait."""

    def waited(self, state: State, entry: Entry, wait: int, slack: int) -> Entry | None:
        """The entry remembers the wait; gone if any need of it is implied by needs that are known."""
        slack = min(slack, self.saturated)
        met = dict(entry.met)
        if met.get(wait, -1_000_000) < slack:
            met[wait] = slack
        vector = tuple(sorted(met.items()))
        if entry.local and self._implied(vector):
            return None
        if vector == entry.met and entry.last == (wait, slack):
            return entry
        return entry._replace(met=vector, last=(wait, slack))

    def published(self, state: State, entry: Entry) -> Entry | None:
        """Other threads know now of the waits that its own thread has met."""
        if self._implied(entry.met):
            return None
        return entry if entry.local else entry._replace(published=entry.met, last_published=entry.last)

    def _implied(self, vector: Vector) -> bool:
        """Whether whatever serves some known need also serves one with these waits; never if none does yet."""
        if all(slack < 0 for _, slack in vector):
            return False
        for wait, slack in vector:
            if self.single.get(wait, 1_000_000) <= slack:
                return True
        own = dict(vector)
        return any(
            all(own.get(w, -1_000_000) >= s for w, s in other)
            for wait, _ in vector
            for other in self.several.get(wait, ())
        )

    def met(self, meeting: Meeting) -> None:
        """Note the need."""
        entry = meeting.entry
        vector, last = (entry.published, entry.last_published) if meeting.crosses else (entry.met, entry.last)
        certain = meeting.exact and not entry.many and not meeting.is_vague
        certain = certain and (not entry.rank or not any(slack for _, slack in vector))
        for wait, _ in vector:
            self.served.setdefault((wait, entry.commit), meeting.op)
            self.served.setdefault((wait, None), meeting.op)
        if not vector:
            return
        if all(slack < 0 for _, slack in vector):
            self.broken.setdefault(
                (vector, last, entry.op, meeting.op), Need(vector, last, certain, entry.many)
            )
            self.evidence.setdefault(vector, (entry.commit, entry.op, meeting.op))
            return
        if self._implied(vector):
            return
        self.evidence.setdefault(vector, (entry.commit, entry.op, meeting.op))
        self.minimal[vector] = Need(vector, last, certain, entry.many)
        if len(vector) == 1:
            wait, slack = vector[0]
            self.single[wait] = min(slack, self.single.get(wait, slack))
        else:
            self.several.setdefault(vector[0][0], set()).add(vector)

    def left(self, meetings: Sequence[Meeting]) -> None:
        """Who waits for all of it before returning needs these waits; who does not wants it in flight."""
        if all(any(slack >= 0 for _, slack in meeting.entry.met) for meeting in meetings):
            for meeting in meetings:
                self.met(meeting)

    def dangling(self, meetings: Sequence[Meeting]) -> None:
        """Memory may end only behind these waits."""
        for meeting in meetings:
            self.met(meeting)

    def reached(
        self, state: State, lane: Lane, wait: int, retired: Retired, limits: dict[Hashable, int]
    ) -> None:
        """Note the count, which tokens stand for too."""
        self.written.setdefault(wait, set()).update(limits.values())

    def touched(self, access: FlightAccess) -> None:
        """Nothing to note."""

    def failed(self, state: State, wait: int, count: Lin) -> None:
        """Nothing to note."""
