# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All runs that decide about a kernel: small trip counts one by one, then those that stand for all larger ones.

First a longer run shows which loop grows with the parameter, and after how many trips its state repeats (the period,
in trips of the parameter). Then trip counts 0, 1, 2, … run until as many in a row as the period is long have a
period: one of each residue. Every larger trip count is one of these plus a multiple of the period.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from asyncir.analyses.kernels.execute import KernelMachine, counting_run
from asyncir.analyses.kernels.kernel_code import KernelCode
from asyncir.analyses.kernels.launches import GridLaunch
from asyncir.analyses.kernels.periods import (
    NEVER_ALIKE,
    Growing,
    LoopPeriod,
    WatchedRun,
    periods_of,
    unaffected,
    watched_run,
    with_periods,
)
from asyncir.analyses.kernels.prepare import prepare
from asyncir.analyses.kernels.trace import KernelTrace
from asyncir.ptx.program import Kernel, PtxModule

LONGER: Final = (10, 18, 34)
"""Trip counts of the runs in which a period is looked for, one after the other."""

LONG_LOOPS: Final = (4, *LONGER)
"""The same for loops whose trips are long, as those of unrolled code are: each is mostly like the one before."""

LONG_RUN: Final = 1500
"""A run of the fewest of these trips that has so many steps has such a loop."""

SHORT: Final = (1, 3, 6)
"""Trip counts more than the fewest of runs of which one may be enough."""

FEWEST: Final = 9
"""Trip counts that run where no period is found: 0 … this."""

MODULI: Final = (1, 2, 4, 8)
"""How much more of a parameter that makes no loop longer may leave everything as it is."""

MOST: Final = 48
"""Trip counts that run at most."""

MOST_REFUTED: Final = 12
"""Periods of one loop in one run that are refuted, though states repeat, until it is given up."""

MOST_BEGINS: Final = 8
"""How often a loop may begin in one run, of those that get periods."""


@dataclass(frozen=True)
class KernelRunsAsked:
    """What to run: the launch, what makes its loops longer (nothing: one run), and how many periods each trace that
    stands for larger trip counts should offer.

    `ways`: branches on loaded data are taken in so many combinations at most, each a `KernelRuns` of its own.
    """

    launch: GridLaunch
    growing: Growing | None = None
    periods: int = 1
    sample: int = 6
    ways: int = 1
    ends: Callable[[KernelTrace], bool] | None = None
    """Asked of a few short runs first: where it is true of one, that one is enough, and the others are not run."""


@dataclass
class KernelRuns:
    """The traces, by trips of the parameter, and what they cover.

    `every`: all trip counts from 0 on are covered, all ways of branches on loaded data too. `loop` is the one that
    grows, with its period. `why` says what stopped a proof. `decided` are instructions that branch on loaded data;
    `launch` says how they went in these runs, `others` are the runs in which they went otherwise.
    """

    traces: dict[int, KernelTrace] = field(default_factory=dict[int, KernelTrace])
    every: bool = False
    loop: LoopPeriod | None = None
    why: str = ""
    launch: GridLaunch | None = None
    decided: set[int] = field(default_factory=set[int])
    others: list["KernelRuns"] = field(default_factory=list["KernelRuns"])
    ended: bool = False
    """A run was enough: there are no others."""

    def add(self, trips: int, machine: KernelMachine, trace: KernelTrace) -> None:
        """One more run."""
        self.traces[trips] = trace
        self.decided |= machine.decided.keys()

    def all_traces(self) -> list[KernelTrace]:
        """The traces of these runs, then of the others."""
        return [trace for runs in (self, *self.others) for trace in runs.traces.values()]


def run_all(module: PtxModule, kernel: Kernel, asked: KernelRunsAsked) -> list[KernelTrace]:
    """The traces of `run_kernel`, all ways of branches on loaded data, in the order of their trip counts."""
    return run_kernel(module, kernel, asked).all_traces()


def run_kernel(module: PtxModule, kernel: Kernel, asked: KernelRunsAsked) -> KernelRuns:
    """Run a kernel with all the trip counts that are needed, and in as many ways as are asked for."""
    growing = asked.growing
    start = growing.launch(asked.sample) if growing else asked.launch
    code, complete = prepare(module, kernel, start)
    found = _runs_of_way(code, asked, complete)
    waiting = [] if found.ended else _other_ways(found, {})
    while waiting and len(found.others) + 1 < asked.ways:
        decisions = waiting.pop(0)
        other = _runs_of_way(code, asked, replace(complete, decisions={**complete.decisions, **decisions}))
        found.others.append(other)
        waiting += _other_ways(other, decisions)
        if not other.every:
            found.every, found.why = False, found.why or other.why
    if waiting:
        line = kernel.body[max(waiting[0])].spot.line
        found.every = False
        found.why = (
            found.why or f"line {line}: what it does depends on loaded data, and not all ways were run"
        )
    return found


def _other_ways(found: KernelRuns, decisions: Mapping[int, bool]) -> list[dict[int, bool]]:
    """What else branches on loaded data may do that nobody had decided: each of them the other way, those before it as
    they went.
    """
    assert found.launch is not None
    free = sorted(found.decided - found.launch.decisions.keys())
    kept = dict.fromkeys(free, False)
    return [
        {**decisions, **{k: kept[k] for k in free[:place]}, index: True} for place, index in enumerate(free)
    ]


def _runs_of_way(code: KernelCode, asked: KernelRunsAsked, complete: GridLaunch) -> KernelRuns:
    """All trip counts, with branches on loaded data as `complete` says."""
    growing = asked.growing
    found = KernelRuns(launch=complete)
    ends = asked.ends or _never
    if growing is None:
        machine = watched_run(code, Growing(lambda _: complete), 0, ()).machine
        found.add(0, machine, machine.trace())
        found.ended = ends(found.traces[0])
        found.every, found.why = (
            not machine.stopped,
            next(iter(machine.unknown), "") if machine.stopped else "",
        )
        return found

    def launch(trips: int) -> GridLaunch:
        return replace(growing.launch(trips), boxes=complete.boxes, decisions=complete.decisions)

    full = Growing(launch, growing.text, growing.fewest, growing.most)
    for n in (growing.fewest + more for more in SHORT if asked.ends):
        machine = watched_run(code, full, n, ()).machine
        trace = machine.trace()
        if ends(trace):
            found.add(n, machine, trace)
            found.ended, found.why = True, "a run goes wrong, and the others were not run"
            return found
    found.loop, found.why = _look(code, full)
    if found.loop is None:
        _cover_without_growth(code, full, found)
    else:
        _cover(code, full, asked, found, found.loop)
    return found


def _never(_: KernelTrace) -> bool:
    """No run is enough."""
    return False


def _cover_without_growth(code: KernelCode, growing: Growing, found: KernelRuns) -> None:
    """Trip counts from 0 on, of loops that do not grow: the last of them may stand for all larger ones that are equal
    to it modulo a small number.
    """
    why = found.why
    counts = range(growing.fewest, growing.fewest + FEWEST + 1)
    stopped = False
    for n in counts:
        machine = watched_run(code, growing, n, ()).machine
        stopped = stopped or machine.stopped
        trace = machine.trace()
        found.add(
            n, machine, with_periods(trace, (), dict.fromkeys(trace.trips or {-1: 0}, why) if why else {})
        )
    if why or stopped:
        return
    for more in MODULI:
        reasons = [unaffected(code, growing, n, more) for n in counts[-more:]]
        if not any(reasons):
            found.why, found.every = "", True
            return
        found.why = found.why or next(r for r in reasons if r)


def _cover(
    code: KernelCode, growing: Growing, asked: KernelRunsAsked, found: KernelRuns, loop: LoopPeriod
) -> None:
    """Trip counts from 0 on, until as many in a row as the period is long have a period."""
    in_a_row = 0
    for n in range(growing.fewest, growing.fewest + MOST):
        run = watched_run(code, growing, n, loop.heads)
        periods, why = periods_of(code, growing, run, loop, asked.periods)
        enough = len({p.family for p in periods}) >= asked.periods
        in_a_row = in_a_row + 1 if enough else 0
        trace = with_periods(run.machine.trace(), periods, {} if periods else {loop.head: why})
        found.add(n, run.machine, trace)
        found.why = "" if enough else why
        if run.machine.stopped:
            found.why = trace.unknown[-1]
            return
        if in_a_row == loop.more:
            found.every = True
            return


def _look(code: KernelCode, growing: Growing) -> tuple[LoopPeriod | None, str]:
    """A loop that grows with the parameter and repeats, and how; or why there is none (nothing: no loop grows)."""
    why = ""
    sample = counting_run(code, growing.launch(max(growing.fewest, LONG_LOOPS[0])))
    for trips in LONG_LOOPS if sample.launch.steps - sample.left > LONG_RUN else LONGER:
        if 3 * trips > growing.most:
            break
        visits = {n: _visits(code, growing, n) for n in range(max(trips - 8, growing.fewest), trips + 1)}
        rates = growth(visits, trips)
        if not rates:
            if visits[trips] != visits[trips - 1]:
                why = "the trips of its loops do not grow evenly"
            continue
        run = watched_run(code, growing, trips, [head for head, _, _ in rates])
        for head, steps, more in rates:
            loop, text = _repeats(code, growing, run, LoopPeriod(head, steps, more), ())
            if loop is not None:
                return loop, ""
            if not why or why.startswith(NEVER_ALIKE):
                why = text
        if len(rates) > 1:
            head, steps, more = rates[0]
            loop, _ = _repeats(code, growing, run, LoopPeriod(head, steps, more), rates[1:])
            if loop is not None:
                return loop, ""
    return None, why


def _visits(code: KernelCode, growing: Growing, trips: int) -> Mapping[int, int]:
    return counting_run(code, growing.launch(trips)).visits


def growth(visits: Mapping[int, Mapping[int, int]], trips: int) -> list[tuple[int, int, int]]:
    """Loops that grow evenly: (head, visits more, for how many trips more), those with the fewest first."""
    found: list[tuple[int, int, int]] = []
    for head in visits[trips]:
        counts = {n: v.get(head, 0) for n, v in visits.items()}
        for more in range(1, len(counts) // 2 + 1):
            gaps = {counts[n + more] - counts[n] for n in counts if n + more in counts}
            if len(gaps) == 1 and min(gaps) > 0:
                found.append((head, min(gaps), more))
                break
    return sorted(found, key=lambda row: (row[1], row[2]))


def _repeats(
    code: KernelCode,
    growing: Growing,
    run: WatchedRun,
    rate: LoopPeriod,
    others: Sequence[tuple[int, int, int]],
) -> tuple[LoopPeriod | None, str]:
    """A multiple of the loop's rate after which it, and the others with it, repeat."""
    why = NEVER_ALIKE
    refuted = 0
    for times in range(1, run.trips // rate.more):
        total, more = rate.steps * times, rate.more * times
        for begins in range(1, min(total, MOST_BEGINS) + 1):
            if total % begins:
                continue
            beside = tuple((h, s * (more // m) // begins) for h, s, m in others if more % m == 0)
            loop = LoopPeriod(rate.head, total // begins, more, tuple((h, n) for h, n in beside if n))
            periods, text = periods_of(code, growing, run, loop, 1)
            if periods:
                return loop, ""
            if text and not text.startswith(NEVER_ALIKE):
                refuted += 1
                why = text if why.startswith(NEVER_ALIKE) else why
            elif text and why.startswith(NEVER_ALIKE):
                why = text
            if refuted == MOST_REFUTED:
                return None, why
    return None, why
