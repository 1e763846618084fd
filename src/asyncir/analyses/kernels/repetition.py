# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a replay says of all runs that a trace stands for: itself, and any number of copies of its periods.

A `Period` of a trace says that the events between two cuts may come k times, for any k: each time that is a run of the
kernel, with more trips of a loop. What it says is of the machine: addresses, branches, phases. Here the same is asked of
happens-before.

    S(0)      the state at the period's first cut
    S(j + 1)  the state after one more copy of the period
    rest(j)   what comes behind the period, from S(j) on

A run with k copies has the conflicts of the events before, of copies 0 .. k - 1, and of rest(k). Let S(a) and S(b) be alike
(`canonical_states.py`), a < b. Then so are S(a + i) and S(b + i) for all i, and copies and rests from there on repeat. So if
copies 0 .. b - 1 and rests 0 .. b - 1 are free of conflicts, all are: a proof for all k, with a and b as its certificate. A
conflict found on the way is one of a run that exists. If no two of the first states are alike, nothing is known.

Each copy counts its phases from where the one before ended, so that phases are shifted by what the period completes.

A trace with several periods (of loops one after another, or of an inner and an outer one) has each of them proved with
the others as they are in the trace.
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

MOST_COPIES = 12
CHECKPOINT = 64


@dataclass(frozen=True, slots=True)
class ClosedPeriod:
    """A period that is proved: after `first` copies and after `second` the states are alike; `state` names them."""

    loop: int
    steps: int
    first: int
    second: int
    state: str


@dataclass(frozen=True, slots=True)
class RunsVerdict:
    """What all runs that a trace stands for have: conflicts, and for each period a proof or why there is none.

    `copies` is how many copies of a period the run had in which a new conflict was found (1: the trace itself).
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


@dataclass(eq=False)
class TraceRuns:
    """One trace, ready to be replayed many times; states of the replay as written are kept to start from."""

    order: ReplayOrder
    starts: list[_Start] = field(default_factory=list[_Start])
    replays: int = 0

    def __post_init__(self) -> None:
        self.looks = last_looks(self.order)
        self.windows = self.distinct_windows()

    def distinct_windows(self) -> list[tuple[int, int, int, int] | str]:
        """For each loop its first period as (first item, last item, loop, steps), or why it has none."""
        seen: dict[int, tuple[int, int, int, int] | str] = {}
        for period, window in zip(self.order.trace.periods, self.order.windows, strict=True):
            found = window if isinstance(window, str) else (*window, period.loop, period.steps)
            if period.loop not in seen or isinstance(seen[period.loop], str):
                seen[period.loop] = found
        return list(seen.values())

    def judge(
        self, relaxation: Relaxation = AS_WRITTEN, known: Iterable[ConflictKey] | None = None
    ) -> RunsVerdict:
        """All runs with a relaxation. With `known` it stops at the first conflict that is not among them."""
        self.replays += 1
        replay = TraceReplay(self.order, relaxation, known or (), known is not None)
        start = self.start(relaxation)
        replay.state = start.state.copy()
        borders = [w[0] for w in self.windows if not isinstance(w, str)]
        at: dict[int, ReplayState] = {}
        place, end = start.place, len(self.order.items)
        for stop in sorted({b for b in borders if b >= place} | {end} | self.checkpoints(relaxation, place)):
            if not replay.run(place, stop):
                return self.verdict(replay, 1)
            place = stop
            if stop in borders:
                at[stop] = replay.state.copy()
            if relaxation == AS_WRITTEN:
                self.starts.append(_Start(stop, replay.state.copy()))
        replay.finish()
        for window in self.windows:
            if not isinstance(window, str) and window[0] not in at:
                at[window[0]] = self.state_at(window[0])
        return self.repeat(replay, at)

    def checkpoints(self, relaxation: Relaxation, place: int) -> set[int]:
        """Where to keep states: on the way of the replay as written."""
        if relaxation != AS_WRITTEN or self.starts:
            return set()
        borders = {w[0] for w in self.windows if not isinstance(w, str)}
        return set(range(place + CHECKPOINT, len(self.order.items), CHECKPOINT)) | borders

    def start(self, relaxation: Relaxation) -> _Start:
        """The last state kept before a relaxed instruction synchronises for the first time."""
        fresh = _Start(0, ReplayState.start(self.order))
        first = min(
            (self.order.first_uses.get(site, len(self.order.items)) for site in relaxation.touched()),
            default=0,
        )
        early = [start for start in self.starts if start.place <= first]
        return max(early, key=lambda start: start.place) if early and relaxation != AS_WRITTEN else fresh

    def state_at(self, place: int) -> ReplayState:
        """The state as written before an item that was passed over."""
        return next(start.state for start in self.starts if start.place == place)

    def repeat(self, replay: TraceReplay, at: dict[int, ReplayState]) -> RunsVerdict:
        """Copies of each period until the state repeats, and the rest behind each number of copies."""
        closed: list[ClosedPeriod] = []
        unknown: list[str] = []
        for window in self.windows:
            if isinstance(window, str):
                unknown.append(window)
                continue
            proof = self.copies(replay, window, at[window[0]])
            if isinstance(proof, int):
                return self.verdict(replay, proof)
            if isinstance(proof, str):
                unknown.append(proof)
            else:
                closed.append(proof)
        return self.verdict(replay, 1, tuple(closed), tuple(unknown))

    def copies(
        self, replay: TraceReplay, window: tuple[int, int, int, int], start: ReplayState
    ) -> ClosedPeriod | str | int:
        """A proof for one period, or why there is none, or the number of copies with which something new is wrong."""
        low, high, loop, steps = window
        end = len(self.order.items)
        turn, rounds = self.phases_of(low, high), self.rounds_of(low, high)
        forms: list[Form] = []
        state = start.copy()
        for copy in range(MOST_COPIES + 1):
            form = canonical_form(state, self.order, self.looks, low)
            if form in forms:
                return ClosedPeriod(loop, steps, forms.index(form), copy, digest(form))
            forms.append(form)
            if copy != 1:  # The rest behind one copy is the trace's own.
                replay.state = state.copy()
                replay.state.shift = state.shift + (copy - 1) * turn
                replay.state.cluster_shift += (copy - 1) * rounds
                if not replay.run(high, end):
                    return copy
                replay.finish()
            replay.state = state
            state.shift = start.shift + copy * turn
            state.cluster_shift = start.cluster_shift + copy * rounds
            if not replay.run(low, high):
                return copy + 1
            state.shift, state.cluster_shift = start.shift.copy(), start.cluster_shift
        return f"the state of happens-before did not repeat within {MOST_COPIES} periods"

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
