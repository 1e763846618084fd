# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proofs that one run stands for infinitely many: parts of it that may come any number of times.

A run with n trips is looked at each time that a loop begins a trip (a *cut*). Let the machine be alike at cuts i and
i + P, but for registers that differ by a number (`snapshots.py`). The claim is that the run with p more trips of the
parameter, n + p, is this run with the events between the two cuts once more; and so on for n + 2p, ….

It is shown by following this run together with that one (`relation.py`), in three parts.

1. From the start to cut i + P the run of n + p does the same as the run of n. Registers that depend on the number of
   trips are shifted (by p trips' worth: what the parameter has more, carried along by the rules of `shifts.py`), and
   nothing that decides may depend on that: a comparison with the number of trips comes out the same because the shift
   moves its sides further apart.
2. From there on the run of n + p is in a state that this run had at cut i, but for the shifts of both kinds: those
   between the two cuts plus those from part 1. Followed from cut i to the end with these shifts, again nothing that
   decides is different. The induction variable and the number of trips have moved by the same amount there; so the
   loop ends after as many trips as it has left here.

3. On the way from cut i, when it is at cut i + P, the shifts are what they were at cut i.

Then the run of n + p is: the events of this run up to cut i + P, then those from cut i on. Each rule holds for k times
the shift; by part 3 k periods move a register by k times what one does. So the same is true of n + 2p, n + 3p, ….
Values are assumed not to wrap around.

A loop that begins several times in a run gets a period each time: from the second part on, the comparison stops at the
latest where that loop ends again, goes back there by P cuts in the same way, and on. These periods are one family.
Where to go back is found by trying: the last cut that the comparison reached and that is alike with the one P earlier.

What happens-before knows has to repeat as well; whoever uses a period looks at that (`Period`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from asyncir.analyses.kernels.execute import KernelMachine
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.relation import Relation, Unrelated
from asyncir.analyses.kernels.shifts import Shift, added, normal
from asyncir.analyses.kernels.snapshots import Moment, Shifts, alike, fork, moment
from asyncir.analyses.kernels.trace import KernelTrace, Period
from asyncir.analyses.kernels.values import ThreadShifts
from asyncir.ptx.program import Kernel

MOST_CUTS: Final = 64
"""Cuts of one loop that are kept."""

NEVER_ALIKE: Final = "no two trips leave the machine in the same state"

MOST_LEGS: Final = 24
"""Stretches of a run that are followed in one search."""


@dataclass(frozen=True)
class Growing:
    """What makes a kernel's loops longer: the launch with n trips, for each n ≥ 0.

    The launches must differ in their parameters only, and each parameter must grow by the same amount with each trip.
    `text` says which parameter it is, `fewest` and `most` are the smallest and the largest n that can be asked for.
    """

    launch: Callable[[int], GridLaunch]
    text: str = ""
    fewest: int = 0
    most: int = 1 << 20


@dataclass(frozen=True, slots=True)
class LoopPeriod:
    """A loop that grows: `steps` visits of it between two cuts are `more` trips of the parameter. `others` are loops that
    grow with it, each with its visits.
    """

    head: int
    steps: int
    more: int
    others: tuple[tuple[int, int], ...] = ()

    @property
    def heads(self) -> tuple[int, ...]:
        """The heads of all of them."""
        return tuple(dict.fromkeys((self.head, *(head for head, _ in self.others))))


@dataclass(slots=True)
class KeptCut:
    """A visit of a loop's head: where in the events, the state, and a machine that goes on from there."""

    event: int
    state: Moment
    machine: KernelMachine


@dataclass
class WatchedRun:
    """A run with the cuts of the loops that were watched."""

    trips: int
    machine: KernelMachine
    cuts: dict[int, list[KeptCut]] = field(default_factory=dict[int, list[KeptCut]])


def watched_run(code: KernelCode, growing: Growing, trips: int, heads: Sequence[int]) -> WatchedRun:
    """Run with `trips` trips; keep the cuts of the loops in `heads`."""
    machine = KernelMachine(code, growing.launch(trips))
    run = WatchedRun(trips, machine, {h: [] for h in heads})

    def watch(now: KernelMachine, head: int, visit: int) -> None:
        cuts = run.cuts.get(head)
        if cuts is not None and visit < MOST_CUTS:
            cuts.append(KeptCut(len(now.events) - 1, moment(now), fork(now)))

    if heads:
        machine.watch = watch
    machine.run()
    machine.watch = None
    return run


def parameter_shift(kernel: Kernel, growing: Growing, trips: int, more: int) -> Callable[[str], Shift]:
    """What the parameters of `trips + more` trips have more than those of `trips`, by their name in frames."""
    first, second, third = (growing.launch(trips + k * more) for k in range(3))

    def shift(key: str) -> Shift:
        name, _, rest = key[1:].rpartition("+")
        offset, _, width = rest.partition(":")
        values = [x.word(kernel, name, int(offset), int(width)) for x in (first, second, third)]
        step = normal(values[1] - values[0], int(width))
        if step != normal(values[2] - values[1], int(width)):
            return f"parameter '{name}' does not grow evenly with the number of trips"
        return step

    return shift


Visit = tuple[int, int]
"""The head of a loop, and which visit of it."""


@dataclass
class Leg:
    """A stretch that was followed: the shifts of each group at the visits of loops that it saw, and why it ended
    (nothing: with the run).
    """

    shifts: dict[Visit, list[dict[str, Shift]]] = field(default_factory=dict[Visit, list[dict[str, Shift]]])
    memory: dict[Visit, dict[int, tuple[int, Shift]]] = field(
        default_factory=dict[Visit, dict[int, tuple[int, Shift]]]
    )
    why: str = ""


@dataclass(frozen=True, slots=True)
class AlikePair:
    """Two cuts of a loop that are alike, `late` that many visits behind `early`, and what registers have more there."""

    early: Visit
    late: Visit
    first: int
    last: int
    shifts: Shifts


@dataclass
class PeriodSearch:
    """The search for a family of periods in one run."""

    code: KernelCode
    run: WatchedRun
    growing: Growing
    loop: LoopPeriod
    why: str = NEVER_ALIKE
    left: int = MOST_LEGS
    tried: bool = False

    def __post_init__(self) -> None:
        self.parameters = parameter_shift(self.code.part.kernel, self.growing, self.run.trips, self.loop.more)
        self.pairs: list[AlikePair] = []
        for head, steps in ((self.loop.head, self.loop.steps), *self.loop.others):
            self._find_pairs(head, steps)
        self.pairs.sort(key=lambda pair: -pair.last)

    def _find_pairs(self, head: int, steps: int) -> None:
        cuts = self.run.cuts[head]
        for place in range(len(cuts) - steps):
            early, late = cuts[place], cuts[place + steps]
            between = alike(self.run.machine, early.state, late.state)
            if isinstance(between, str):
                self.why = f"{NEVER_ALIKE}: {between}"
            else:
                pair = AlikePair((head, place), (head, place + steps), early.event, late.event, between)
                self.pairs.append(pair)

    def families(self, most: int) -> list[tuple[AlikePair, ...]]:
        """Up to `most` families of periods."""
        if not self.pairs:
            return []
        leg = self.follow(None, [], {})
        if not leg.why:
            self.why = "the parameter does not make it longer"
            return []
        found: list[tuple[AlikePair, ...]] = []
        for pair in self.choices(leg, 0):
            rest = self.rest(pair, leg)
            if rest is not None:
                found.append((pair, *rest))
            if len(found) >= most or self.left <= 0:
                break
        return found

    def choices(self, leg: Leg, lowest: int) -> list[AlikePair]:
        """Pairs that the leg reached, from event `lowest` on; the last first."""
        return [pair for pair in self.pairs if pair.first >= lowest and pair.late in leg.shifts]

    def rest(self, pair: AlikePair, before: Leg) -> tuple[AlikePair, ...] | None:
        """Go back from the pair's later cut to the earlier, and on to the end, with more periods where one is needed."""
        both = zip(pair.shifts, before.shifts[pair.late], strict=True)
        shifts = [_together(self.run.machine, a, b) for a, b in both]
        head, place = pair.early
        leg = self.follow(self.run.cuts[head][place], shifts, before.memory[pair.late])
        changed = self._changed(pair, leg, shifts, before.memory[pair.late])
        if changed:
            if not self.tried:
                self.tried, self.why = True, leg.why if pair.late not in leg.shifts else changed
            return None
        if not leg.why:
            return ()
        if not self.tried:
            self.tried, self.why = True, leg.why
        for other in self.choices(leg, pair.last)[:2]:
            if self.left <= 0:
                break
            found = self.rest(other, leg)
            if found is not None:
                return (other, *found)
        return None

    def _changed(
        self,
        pair: AlikePair,
        leg: Leg,
        shifts: Sequence[Mapping[str, Shift]],
        memory: Mapping[int, tuple[int, Shift]],
    ) -> str:
        """Why the period's end has other shifts than its beginning; nothing if they are the same, as part 3 needs."""
        if pair.late not in leg.shifts:
            return leg.why
        if leg.memory[pair.late] != dict(memory):
            return "numbers in shared memory grow unevenly"
        for before, after in zip(shifts, leg.shifts[pair.late], strict=True):
            for name in before.keys() | after.keys():
                old, new = before.get(name, 0), after.get(name, 0)
                if not isinstance(old, str) and old != new:
                    return f"register '{name}' does not grow evenly: by {old}, then by {new}"
        return ""

    def follow(
        self,
        cut: KeptCut | None,
        shifts: Sequence[Mapping[str, Shift]],
        memory: Mapping[int, tuple[int, Shift]],
    ) -> Leg:
        """Follow the run from its start or a cut, as far as the other does the same."""
        self.left -= 1
        if cut is None:
            machine = KernelMachine(self.code, self.growing.launch(self.run.trips), quiet=True)
        else:
            machine = fork(cut.machine)
            for group, tags in zip(sorted(machine.groups, key=lambda g: g.first), shifts, strict=True):
                group.frame.tags = {n: s for n, s in tags.items() if s}
        relation = machine.relation = Relation(self.parameters, memory)
        leg = Leg()

        def watch(now: KernelMachine, where: int, visit: int) -> None:
            if where in self.run.cuts:
                leg.shifts[where, visit] = shifts_now(now)
                leg.memory[where, visit] = dict(relation.memory)

        machine.watch = watch
        try:
            machine.run()
        except Unrelated as why:
            leg.why = str(why)
        return leg


def unaffected(code: KernelCode, growing: Growing, trips: int, more: int) -> str:
    """Why runs of `more`, 2 * `more`, … trips more than `trips` may do something else than that one; nothing if they all
    do the same.
    """
    machine = KernelMachine(code, growing.launch(trips), quiet=True)
    machine.relation = Relation(parameter_shift(code.part.kernel, growing, trips, more))
    try:
        machine.run()
    except Unrelated as why:
        return str(why)
    return ""


def shifts_now(machine: KernelMachine) -> list[dict[str, Shift]]:
    """Shifts of the live registers of each group."""
    found: list[dict[str, Shift]] = []
    for group in sorted(machine.groups, key=lambda g: g.first):
        tags = group.frame.tags
        found.append({n: tags[n] for n in machine.part.live_at(group.pc) & tags.keys()})
    return found


def periods_of(
    code: KernelCode,
    growing: Growing,
    run: WatchedRun,
    loop: LoopPeriod,
    most: int,
) -> tuple[list[Period], str]:
    """Up to `most` families of periods of a loop, which `loop.more` more trips of the parameter add; or why not (nothing
    where the run has too few trips).
    """
    if len(run.cuts[loop.head]) <= loop.steps:
        return [], ""
    search = PeriodSearch(code, run, growing, loop)
    found = [
        Period(pair.first, pair.last, pair.early[0], pair.late[1] - pair.early[1], family)
        for family, pairs in enumerate(search.families(most))
        for pair in pairs
    ]
    return found, "" if found else search.why


def _together(
    machine: KernelMachine, a: Mapping[str, int | ThreadShifts], b: Mapping[str, Shift]
) -> dict[str, Shift]:
    result: dict[str, Shift] = dict(a)
    for name, shift in b.items():
        result[name] = normal(added(a.get(name, 0), shift), machine.code.width(name))
    return result


def with_periods(trace: KernelTrace, periods: Sequence[Period], open_loops: Mapping[int, str]) -> KernelTrace:
    """The trace with what was proved of it."""
    return replace(trace, periods=tuple(periods), open_loops=dict(open_loops))
