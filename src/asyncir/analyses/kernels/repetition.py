# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a replay says of all runs that a trace stands for: itself, and those in which its periods come more often.

A family of `Period`s of a trace says that the events between their cuts may come k times each, for any k >= 1: each time
that is a run of the kernel, with more trips of a loop. (The trace itself is the run with k = 1.) What it says is of the
machine: addresses, branches, phases. Here the same is asked of happens-before. Write run(k) for the replay of that run, and

    S(k, w, j)     the state in run(k) after j of the k copies of window w

Let S(k, w, k) and S(k, w, k - q) be alike (`canonical_states.py`) for all windows w. Then run(k + q) ends like run(k): its
copies of the first window go on from S(k, 1, k) as those of run(k) went on from S(k, 1, k - q), and q copies later it is as
far as before; so the second window is reached in the same state, and so on. It has no other conflicts. So if that is so for
k, k + 1, .. k + q - 1, and run(1) .. run(k + q - 1) are free of conflicts, then all are: a proof for all k, with k and q as
its certificate. Usually k = q = 1: the trace alone. A conflict on the way is one of a run that exists. If no such k and q is
found among the first few, nothing is known.

Each copy counts its phases from where the one before ended, so that phases are shifted by what the period completes.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

import numpy as np

from asyncir.analyses.kernels.canonical_states import Form, canonical_form, digest, last_looks
from asyncir.analyses.kernels.conflicts import AS_WRITTEN, ConflictKey, KernelConflict, Relaxation
from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.analyses.kernels.pieces import SyncNode
from asyncir.analyses.kernels.replay_order import ReplayOrder
from asyncir.analyses.kernels.replay_state import ReplayState
from asyncir.analyses.kernels.trace import ClusterArrived, PhaseCompleted

MOST_COPIES = 7
CHECKPOINT = 64

Window = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ClosedPeriod:
    """A proof for all k: runs with `first` copies and more repeat each `every` copies. `state` names a state of that."""

    loop: int
    steps: int
    family: int
    first: int
    every: int
    state: str


@dataclass(frozen=True, slots=True)
class RunsVerdict:
    """What all runs that a trace stands for have: conflicts, and a proof of its periods or why there is none.

    `copies` is how many copies of the periods the run had in which a new conflict was found (1: the trace itself).
    """

    conflicts: tuple[KernelConflict, ...]
    new: KernelConflict | None
    closed: tuple[ClosedPeriod, ...] = ()
    open: tuple[str, ...] = ()
    copies: int = 1

    @property
    def proved(self) -> bool:
        """Nothing new is wrong, however often the periods come."""
        return self.new is None and not self.open


@dataclass(slots=True, eq=False)
class _Start:
    """Where the replay as written was before an item."""

    place: int
    state: ReplayState


@dataclass(frozen=True, slots=True)
class _Family:
    """Windows that come equally often: places of items."""

    number: int
    loop: int
    steps: int
    windows: tuple[Window, ...]


@dataclass(eq=False)
class TraceRuns:
    """One trace, ready to be replayed many times; states of the replay as written are kept to start from."""

    order: ReplayOrder
    starts: dict[int, _Start] = field(default_factory=dict[int, _Start])
    replays: int = 0

    def __post_init__(self) -> None:
        self.looks = last_looks(self.order)
        self.why = ""
        self.families = self.usable_families()
        self.borders = sorted({place for family in self.families for w in family.windows for place in w})

    def usable_families(self) -> list[_Family]:
        """The families of the trace whose windows are windows of the replay too; `why` has what is against the others."""
        found: dict[int, list[Window]] = {}
        told: dict[int, tuple[int, int]] = {}
        broken: set[int] = set()
        for period, window in zip(self.order.trace.periods, self.order.windows, strict=True):
            told[period.family] = (period.loop, period.steps)
            if isinstance(window, str):
                self.why = window
                broken.add(period.family)
            else:
                found.setdefault(period.family, []).append(window)
        return [
            _Family(number, *told[number], tuple(sorted(windows)))
            for number, windows in found.items()
            if number not in broken
        ]

    def judge(
        self, relaxation: Relaxation = AS_WRITTEN, known: Iterable[ConflictKey] | None = None
    ) -> RunsVerdict:
        """All runs with a relaxation. With `known` it stops at the first conflict that is not among them."""
        self.replays += 1
        replay = TraceReplay(self.order, relaxation, known or (), known is not None)
        keeps = relaxation == AS_WRITTEN
        start = self.start(relaxation)
        replay.state = start.state.copy()
        end = len(self.order.items)
        at = {place: self.starts[place].state for place in self.borders if place <= start.place and not keeps}
        stops = {*self.borders, end, *(range(CHECKPOINT, end, CHECKPOINT) if keeps else ())}
        place = start.place
        for stop in sorted(stop for stop in stops if stop >= place):
            if not replay.run(place, stop):
                return self.verdict(replay, 1)
            place = stop
            if stop in self.borders or keeps:
                state = replay.state.copy()
                at[stop] = state
                if keeps:
                    self.starts[stop] = _Start(stop, state)
        replay.finish()
        if replay.new is not None and replay.stop_at_new:
            return self.verdict(replay, 1)
        return self.repeat(replay, at)

    def start(self, relaxation: Relaxation) -> _Start:
        """The last state kept before a relaxed instruction synchronises for the first time."""
        fresh = _Start(0, ReplayState.start(self.order))
        if relaxation == AS_WRITTEN or not self.starts:
            return fresh
        end = len(self.order.items)
        first = min((self.order.first_uses.get(site, end) for site in relaxation.touched()), default=0)
        early = [start for start in self.starts.values() if start.place <= first]
        return max(early, key=lambda start: start.place, default=fresh)

    def repeat(self, replay: TraceReplay, at: dict[int, ReplayState]) -> RunsVerdict:
        """Runs with more copies, until one family is proved."""
        why = self.why
        for family in self.families:
            proof = self.closes(replay, family, at)
            if isinstance(proof, int):
                return self.verdict(replay, proof)
            if isinstance(proof, ClosedPeriod):
                return self.verdict(replay, 1, (proof,))
            why = proof
        return self.verdict(replay, 1, (), (why,) if why else ())

    def closes(
        self, replay: TraceReplay, family: _Family, at: dict[int, ReplayState]
    ) -> ClosedPeriod | str | int:
        """A proof, or why there is none, or the number of copies with which something new is wrong."""
        forms = [[self.form(at[place], low) for place in (low, high)] for low, high in family.windows]
        repeats = [self.distances(forms)]
        for copies in range(1, MOST_COPIES + 1):
            if copies > 1:
                forms = self.run_copies(replay, family, at[family.windows[0][0]], copies)
                if forms is None:
                    return copies
                repeats.append(self.distances(forms))
            for every in range(1, copies + 1):
                # Runs copies - every + 1 .. copies all end as they were `every` copies before.
                if all(every in repeats[run] for run in range(copies - every, copies)):
                    first = copies - every + 1
                    state = digest(forms[0][-1])
                    return ClosedPeriod(family.loop, family.steps, family.number, first, every, state)
        return f"the state of happens-before did not repeat within {MOST_COPIES} periods"

    @staticmethod
    def distances(forms: list[list[Form]]) -> set[int]:
        """For which q the last state of each window is the one q copies before."""
        copies = len(forms[0]) - 1
        return {q for q in range(1, copies + 1) if all(states[-1] == states[-1 - q] for states in forms)}

    def form(self, state: ReplayState, place: int) -> Form:
        """The form of a state before the items from `place` on come."""
        return canonical_form(state, self.order, self.looks, place)

    def run_copies(
        self, replay: TraceReplay, family: _Family, start: ReplayState, copies: int
    ) -> list[list[Form]] | None:
        """The run with so many copies of each window, from the first on: the states around them; None if it stops."""
        state = replay.state = start.copy()
        ends = [low for low, _ in family.windows[1:]] + [len(self.order.items)]
        found: list[list[Form]] = []
        for (low, high), end in zip(family.windows, ends, strict=True):
            phases, rounds = self.phases_of(low, high), self.rounds_of(low, high)
            forms = [self.form(state, low)]
            for copy in range(copies):
                if copy:
                    state.shift, state.cluster_shift = state.shift + phases, state.cluster_shift + rounds
                if not replay.run(low, high):
                    return None
                forms.append(self.form(state, low))
            found.append(forms)
            if not replay.run(high, end):
                return None
        replay.finish()
        return None if replay.new is not None and replay.stop_at_new else found

    def phases_of(self, low: int, high: int) -> np.ndarray:
        """How many phases of each mbarrier end in a period."""
        counts = Counter(
            self.order.mbarriers.get(item.event.mbarrier, -1)
            for item in self.order.items[low:high]
            if isinstance(item, SyncNode) and isinstance(item.event, PhaseCompleted)
        )
        return np.array([counts[k] for k in range(len(self.order.mbarriers))], np.int32)

    def rounds_of(self, low: int, high: int) -> int:
        """How often the cluster's barrier is arrived at in a period."""
        events = (item.event for item in self.order.items[low:high] if isinstance(item, SyncNode))
        return len({event.round for event in events if isinstance(event, ClusterArrived)})

    def verdict(
        self,
        replay: TraceReplay,
        copies: int,
        closed: tuple[ClosedPeriod, ...] = (),
        unknown: tuple[str, ...] = (),
    ) -> RunsVerdict:
        """What a replay came to."""
        return RunsVerdict(tuple(replay.found.values()), replay.new, closed, unknown, copies)
