"""Which elements were accessed on a path, in which segments: what races, and which order the program relies on.

Of the accesses to one set of elements those are kept that a later one may have to be ordered with: the writes since the
last one that is ordered behind all, and for each activation its last read. Two conflicting accesses are either ordered,
and then the pair of their segments is an order on which the program relies; or they race.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field
from typing import NamedTuple

from asyncir.analyses.in_flight.exprs import Lin, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.state import FlightAccess
from asyncir.analyses.in_flight.world import UNKNOWN, UNKNOWN_OBJECT
from asyncir.analyses.tasks.extrema import Extrema
from asyncir.analyses.tasks.happens_before import TaskStrand
from asyncir.ir import Operation

OUTPUT = FlightAccess(("output",), ())
"""What is printed: no race, but an order to rely on."""


_FOR_A_QUESTION = 4
"""To ask about numbers that have names takes as long as so many other comparisons."""


class TaskAccess(NamedTuple):
    """One access."""

    op: Operation
    kind: str
    """`R`, `W`, or `A` for an atomic update; `F` where memory ends."""
    segment: int
    task: int
    calls: tuple[Operation, ...]
    where: tuple[int, ...]
    """Which iterations of the loops around it."""


@dataclass(frozen=True, slots=True)
class TaskMeeting:
    """Two accesses of which neither happens before the other, and when they touch one element."""

    first: TaskAccess
    second: TaskAccess
    conditions: tuple[Lin, ...]
    facts: Facts
    access: FlightAccess
    exact: bool

    @property
    def ends_memory(self) -> bool:
        """Whether one of them is the end of memory on the stack."""
        return "F" in (self.first.kind, self.second.kind)

    @property
    def hazard(self) -> str:
        """RAW, WAR or WAW."""
        return ("R" if self.second.kind == "R" else "W") + "A" + ("R" if self.first.kind == "R" else "W")


@dataclass(slots=True)
class _Slot:
    """The accesses to one set of elements."""

    writes: list[TaskAccess] = field(default_factory=list[TaskAccess])
    reads: dict[int, TaskAccess] = field(default_factory=dict[int, TaskAccess])
    atomics: list[TaskAccess] = field(default_factory=list[TaskAccess])

    def tasks(self) -> set[int]:
        """Whose accesses they are."""
        return {seen.task for seen in (*self.writes, *self.reads.values(), *self.atomics)}

    def against(self, kind: str) -> list[TaskAccess]:
        """Those with which an access of this kind conflicts."""
        if kind in "RP":
            return [*self.writes, *self.atomics]
        return [*self.writes, *self.reads.values(), *(self.atomics if kind != "A" else ())]


@dataclass(slots=True)
class _History:
    """The accesses to one object."""

    slots: dict[FlightAccess, _Slot] = field(default_factory=dict[FlightAccess, _Slot])
    ranges: list[FlightAccess] = field(default_factory=list[FlightAccess])
    """Those that are not one element at a constant place."""
    related: dict[FlightAccess, list[tuple[FlightAccess, tuple[Lin, ...]]]] = field(
        default_factory=dict[FlightAccess, "list[tuple[FlightAccess, tuple[Lin, ...]]]"]
    )
    """For each, those that may have elements in common with it, and when."""

    def copy(self) -> _History:
        """A copy that may change."""
        slots = {
            key: _Slot(list(slot.writes), dict(slot.reads), list(slot.atomics))
            for key, slot in self.slots.items()
        }
        return _History(slots, list(self.ranges), {key: list(others) for key, others in self.related.items()})

    def meet(self, access: FlightAccess, facts: Facts, extrema: Extrema) -> int:
        """Note a set of elements that was not accessed before; how many comparisons that took."""
        asked = extrema.asked
        self.slots[access] = _Slot()
        some = extrema.touched(access, facts)
        if some is None:
            self.related[access] = []
            return 1
        mine = self.related[access] = [(access, some)]
        point, mine_only = _is_point(access), _apart(access)
        for other in self.ranges if point else list(self.slots):
            if other is access:
                continue
            common = extrema.overlap(other, mine_only, facts)
            if common is not None:
                mine.append((other, common))
                self.related[other].append((access, common))
        if not point:
            self.ranges.append(access)
        return (
            _FOR_A_QUESTION * (extrema.asked - asked)
            if extrema.known
            else len(self.ranges if point else self.slots)
        )


BOUND = "v"
"""How the names of numbers begin that only the set of elements knows in which they are: `v0`, `v1`, …"""


def with_bound_names(access: FlightAccess, since: int, facts: Facts) -> FlightAccess:
    """The same set, where its own numbers have names that are the same in each such set.

    Its own are those that were named later than `since`, and of which nothing else is known.
    """
    if not access.where:
        return access
    names = {s for e in access.lins() for s in e.symbols if s.startswith(UNKNOWN)}
    own = [n for n in names if int(n[len(UNKNOWN) :]) > since]
    known = {s for e in facts.lins() for s in e.symbols} if own else frozenset[str]()
    own = sorted((n for n in own if n not in known), key=lambda n: int(n[len(UNKNOWN) :]))
    return access.substituted({name: symbol(f"{BOUND}{n}") for n, name in enumerate(own)}) if own else access


def _apart(access: FlightAccess) -> FlightAccess:
    """The same set, with other names for its own numbers."""
    own = {s for e in access.lins() for s in e.symbols if s.startswith(BOUND)}
    return access.substituted({name: symbol(f"w{name[1:]}") for name in own}) if own else access


def _is_point(access: FlightAccess) -> bool:
    if access.index is None or access.where or not all(e.is_const for e in access.index):
        return False
    return all(e.is_const and e.const == 1 for e in access.sizes or ())


_Execution = tuple[Operation, tuple[Operation, ...], tuple[int, ...]]
"""An op, through which calls, in which iterations."""
ReliedOps = tuple[_Execution, _Execution]


class AccessHistory:
    """All accesses of a path."""

    def __init__(self) -> None:
        self.histories: dict[Hashable, _History] = {}
        self.relied_on: dict[tuple[int, int], None] = {}
        """Pairs of segments of which the second has to come behind the first."""
        self.meetings: dict[tuple[Operation, Operation, str], TaskMeeting] = {}
        self.relied_ops: dict[ReliedOps, None] = {}
        """The same, as executions of ops."""
        self.open_at_end = False
        """Whether something is not known to be over when the entry returns, that its caller may come upon."""
        self.vague = False
        """Whether a number decided on the way here of which nothing is known: what races then may not race in a run."""
        self.compared = 0
        """How often it was asked whether two sets have elements in common."""
        self.extrema = Extrema()

    def copy(self) -> AccessHistory:
        """A copy that may change."""
        made = AccessHistory()
        made.histories = {root: history.copy() for root, history in self.histories.items()}
        made.relied_on, made.relied_ops = dict(self.relied_on), self.relied_ops
        made.open_at_end = self.open_at_end
        made.meetings, made.extrema = self.meetings, self.extrema.copy()
        return made

    def remember(self, access: FlightAccess, kind: str, seen: TaskAccess, facts: Facts) -> None:
        """An access that was made before."""
        history = self.histories.setdefault(access.root, _History())
        if access not in history.slots:
            self.compared += history.meet(access, facts, self.extrema)
        slot = history.slots[access]
        if kind == "R":
            slot.reads[seen.task] = seen
        else:
            (slot.writes if kind == "W" else slot.atomics).append(seen)

    def touch(
        self,
        access: FlightAccess,
        kind: str,
        seen: TaskAccess,
        strand: TaskStrand,
        facts: Facts,
    ) -> None:
        """An access on this strand."""
        history = self.histories.setdefault(access.root, _History())
        if access not in history.slots:
            self.compared += history.meet(access, facts, self.extrema)
        for key, conditions in history.related[access]:
            for other in history.slots[key].against(kind):
                self._order(other, seen, strand, access, key, conditions, facts)
        if access.root == UNKNOWN_OBJECT or UNKNOWN_OBJECT in self.histories:
            self._elsewhere(access, kind, seen, strand, facts)
        self._keep(history.slots[access], access, kind, seen, strand)

    def _elsewhere(
        self, access: FlightAccess, kind: str, seen: TaskAccess, strand: TaskStrand, facts: Facts
    ) -> None:
        """Accesses of which it is not known to which object they are may be to any."""
        for root, history in self.histories.items():
            if root == access.root or (access.root != UNKNOWN_OBJECT and root != UNKNOWN_OBJECT):
                continue
            for key, slot in history.slots.items():
                for other in slot.against(kind):
                    self._order(other, seen, strand, access, key, (), facts, exact=False)

    def _order(
        self,
        other: TaskAccess,
        seen: TaskAccess,
        strand: TaskStrand,
        access: FlightAccess,
        key: FlightAccess,
        conditions: tuple[Lin, ...],
        facts: Facts,
        exact: bool = True,
    ) -> None:
        if other.segment == strand.segment or strand.known >> other.segment & 1:
            self._rely(other, seen, strand)
            return
        if seen.kind == "P":
            return
        exact = exact and access.exact and key.exact and not self.vague
        what = (other.op, seen.op, other.kind + seen.kind)
        known = self.meetings.get(what)
        if known is None or (exact and not known.exact):
            self.meetings[what] = TaskMeeting(other, seen, conditions, facts, access, exact)

    def _keep(
        self, slot: _Slot, access: FlightAccess, kind: str, seen: TaskAccess, strand: TaskStrand
    ) -> None:
        if kind == "R":
            slot.reads[seen.task] = seen
        elif kind == "A":
            self._atomically(slot, seen, strand)
        elif kind == "P":
            slot.atomics = [o for o in slot.atomics if not strand.known >> o.segment & 1]
            slot.atomics.append(seen)
        elif access.exact and all(
            o.segment == strand.segment or strand.known >> o.segment & 1
            for o in (*slot.writes, *slot.reads.values(), *slot.atomics)
        ):
            slot.writes, slot.reads, slot.atomics = [seen], {}, []
        elif slot.writes[-1:] != [seen]:
            slot.writes.append(seen)

    def _atomically(self, slot: _Slot, seen: TaskAccess, strand: TaskStrand) -> None:
        """Atomic updates do not race with each other, but where they are ordered, what they return hangs on it."""
        for other in slot.atomics:
            if strand.known >> other.segment & 1:
                self._rely(other, seen, strand)
        if seen not in slot.atomics:
            slot.atomics.append(seen)

    def hand_over(
        self, seen: TaskAccess, strand: TaskStrand, unfinished: dict[Operation, tuple[TaskAccess, TaskAccess]]
    ) -> None:
        """The entry returns: its caller may look at what it was given, and at what was printed."""
        for root, history in self.histories.items():
            if isinstance(root, tuple) and root[0] == "alloc":  # pyright: ignore
                continue
            of_caller = root != OUTPUT.root
            for slot in history.slots.values():
                for other in slot.against("W"):
                    if other.segment == strand.segment or strand.known >> other.segment & 1:
                        self._rely(other, seen, strand)
                    else:
                        self.open_at_end = True
                        if other.kind != "R" and of_caller:
                            unfinished.setdefault(other.op, (other, seen))

    def _rely(self, other: TaskAccess, seen: TaskAccess, strand: TaskStrand) -> None:
        if other.task != seen.task:
            self.relied_on[other.segment, strand.segment] = None
            self.relied_ops[(other.op, other.calls, other.where), (seen.op, seen.calls, seen.where)] = None
