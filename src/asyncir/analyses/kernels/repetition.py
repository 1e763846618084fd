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

from bisect import bisect_left, bisect_right
from collections import Counter
from dataclasses import dataclass, field, replace

import numpy as np

from asyncir.analyses.kernels.canonical_states import Form, canonical_form, digest, last_looks
from asyncir.analyses.kernels.conflicts import AS_WRITTEN, ConflictKey, KernelConflict, Relaxation
from asyncir.analyses.kernels.happens_before import TraceReplay
from asyncir.analyses.kernels.pieces import SyncNode
from asyncir.analyses.kernels.replay_order import ReplayOrder, sites_of
from asyncir.analyses.kernels.replay_state import ReplayState
from asyncir.analyses.kernels.trace import ClusterArrived, PhaseCompleted

MOST_COPIES = 7
CHECKPOINT = 16

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


@dataclass(frozen=True, slots=True)
class _Family:
    """Windows that come equally often: places of items."""

    number: int
    loop: int
    steps: int
    windows: tuple[Window, ...]


@dataclass(slots=True, eq=False)
class _Begun:
    """A run of many copies after some copies of the first window: the state, and the forms before and after each."""

    state: ReplayState
    forms: list[Form]


@dataclass(eq=False)
class KeptReplay:
    """A replay whose states on the way are kept, for others that differ from it in few places to start from.

    `starts` are the states in front of items, `stops` where there are any, `forms` those that were asked for.
    """

    relaxation: Relaxation
    starts: dict[int, ReplayState]
    stops: list[int]
    verdict: RunsVerdict
    forms: dict[int, Form] = field(default_factory=dict[int, Form])

    def before(self, place: int) -> int:
        """The last place up to `place` whose state was kept."""
        return self.stops[bisect_right(self.stops, place) - 1]


@dataclass(eq=False)
class TraceRuns:
    """One trace, ready to be replayed many times. Replays of the text as it is, and of others that are asked for, are
    kept to start from.
    """

    order: ReplayOrder
    replays: int = 0

    def __post_init__(self) -> None:
        self.looks = last_looks(self.order)
        self.replayed: dict[Relaxation, KeptReplay] = {}
        self.judged: dict[tuple[Relaxation, frozenset[ConflictKey] | None], RunsVerdict] = {}
        self.uses: dict[int, list[int]] = {}
        for place, item in enumerate(self.order.items):
            if isinstance(item, SyncNode):
                for site in sites_of(item.event):
                    self.uses.setdefault(site, []).append(place)
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
        self,
        relaxation: Relaxation = AS_WRITTEN,
        known: frozenset[ConflictKey] | None = None,
        base: Relaxation = AS_WRITTEN,
    ) -> RunsVerdict:
        """All runs with a relaxation. With `known` it stops at the first conflict that is not among them. It starts from
        the replay of `base`: the answer is the same, and comes sooner where the two differ in few places.
        """
        if relaxation in (base, AS_WRITTEN):
            verdict = self.kept(relaxation).verdict
            if known is None:
                return verdict
            if known.issuperset(c.key for c in verdict.conflicts):
                return replace(verdict, new=None)
        key = (relaxation, known)
        if key not in self.judged:
            self.replays += 1
            self.judged[key] = self.weaker(relaxation, known, self.kept(base))
        return self.judged[key]

    def kept(self, relaxation: Relaxation) -> KeptReplay:
        """The replay with a relaxation, with its states on the way."""
        if relaxation not in self.replayed:
            self.replays += 1
            replay = TraceReplay(self.order, relaxation)
            end = len(self.order.items)
            place = 0
            starts: dict[int, ReplayState] = {}
            for stop in sorted({0, *self.borders, end, *range(CHECKPOINT, end, CHECKPOINT)}):
                replay.run(place, stop)
                place = stop
                starts[stop] = replay.state.copy()
            replay.finish()
            verdict = self.repeat(replay, {place: starts[place] for place in self.borders})
            self.replayed[relaxation] = KeptReplay(relaxation, starts, sorted(starts), verdict)
        return self.replayed[relaxation]

    def weaker(
        self, relaxation: Relaxation, known: frozenset[ConflictKey] | None, kept: KeptReplay
    ) -> RunsVerdict:
        """All runs with a relaxation.

        Where its state is alike to that of the replay that was kept, both go on alike up to the next item at which the
        relaxations differ; so the replay goes on from the last state that was kept before that.
        """
        uses = sorted({k for s in relaxation.unlike(kept.relaxation) for k in self.uses.get(s, ())})
        end = len(self.order.items)
        may_pass = (known or frozenset()).issuperset(c.key for c in kept.verdict.conflicts)
        place = kept.before(uses[0] if uses else end) if uses or may_pass else 0
        place = place if may_pass or kept.relaxation == AS_WRITTEN else 0
        at = {border: kept.starts[border] for border in self.borders if border <= place}
        state = kept.starts[place].copy()
        replay = TraceReplay(self.order, relaxation, known or (), known is not None, state)
        while place < end:
            use = bisect_left(uses, place)
            target = kept.before(uses[use] if use < len(uses) else end)
            if target > place and may_pass and self.form(replay.state, place) == self.kept_form(kept, place):
                at.update((k, kept.starts[k]) for k in self.borders if place < k <= target)
                place, replay.state = target, kept.starts[target].copy()
                continue
            stop = kept.stops[bisect_right(kept.stops, place)]
            if not replay.run(place, stop):
                return self.verdict(replay, 1)
            place = stop
            if stop in self.borders:
                at[stop] = replay.state.copy()
        replay.finish()
        if replay.new is not None and replay.stop_at_new:
            return self.verdict(replay, 1)
        if may_pass and self.borders and self.same_periods(uses, at, kept):
            return self.verdict(replay, 1, kept.verdict.closed, kept.verdict.open)
        return self.repeat(replay, at)

    def same_periods(self, uses: list[int], at: dict[int, ReplayState], kept: KeptReplay) -> bool:
        """Whether nothing is different in the periods and behind, and they begin as in the replay that was kept."""
        first = self.borders[0]
        return at[first] is kept.starts[first] and (not uses or uses[-1] < first)

    def kept_form(self, kept: KeptReplay, place: int) -> Form:
        """The form of a state that was kept."""
        if place not in kept.forms:
            kept.forms[place] = self.form(kept.starts[place], place)
        return kept.forms[place]

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
        begun = _Begun(at[family.windows[0][1]].copy(), list(forms[0]))
        for copies in range(1, MOST_COPIES + 1):
            if copies > 1:
                forms = self.run_copies(replay, family, begun, copies)
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
        self, replay: TraceReplay, family: _Family, begun: _Begun, copies: int
    ) -> list[list[Form]] | None:
        """The run with so many copies of each window, from the first on: the states around them; None if it stops.

        `begun` is how far the run with one copy less came in the first window, and is moved on.
        """
        ends = [low for low, _ in family.windows[1:]] + [len(self.order.items)]
        found: list[list[Form]] = []
        state = replay.state = begun.state
        for number, ((low, high), end) in enumerate(zip(family.windows, ends, strict=True)):
            phases, rounds = self.phases_of(low, high), self.rounds_of(low, high)
            forms = begun.forms if number == 0 else [self.form(state, low)]
            for copy in range(len(forms) - 1, copies):
                if copy:
                    state.shift, state.cluster_shift = state.shift + phases, state.cluster_shift + rounds
                if not replay.run(low, high):
                    return None
                forms.append(self.form(state, low))
            if number == 0:
                begun.state = state.copy()
            found.append(list(forms))
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
