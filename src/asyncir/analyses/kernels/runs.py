# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""All runs that decide about a kernel: small trip counts one by one, then those that stand for all larger ones.

First a longer run shows which loop grows with the parameter, and after how many trips its state repeats (the period,
in trips of the parameter). Then trip counts 0, 1, 2, … run until as many in a row as the period is long have a
period: one of each residue. Every larger trip count is one of these plus a multiple of the period.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

from asyncir.analyses.kernels.execute import Code
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.periods import (
    Growing,
    LoopPeriod,
    WatchedRun,
    periods_of,
    watched_run,
    with_periods,
)
from asyncir.analyses.kernels.prepare import prepare
from asyncir.analyses.kernels.trace import KernelTrace
from asyncir.ptx.program import Kernel, PtxModule

LONGER: Final = (10, 18, 34)
"""Trip counts of the runs in which a period is looked for, one after the other."""

FEWEST: Final = 9
"""Trip counts that run where no period is found: 0 … this."""

MOST: Final = 48
MOST_BEGINS: Final = 8
"""How often a loop may begin in one run, of those that get periods."""


@dataclass(frozen=True)
class KernelRunsAsked:
    """What to run: the launch, what makes its loops longer (nothing: one run), and how many periods each trace that
    stands for larger trip counts should offer.
    """

    launch: KernelLaunch
    growing: Growing | None = None
    periods: int = 1
    sample: int = 6


@dataclass
class KernelRuns:
    """The traces, by trips of the parameter, and what they cover.

    `every`: all trip counts from 0 on are covered. `period` is in trips. `why` says what stopped a proof.
    """

    traces: dict[int, KernelTrace] = field(default_factory=dict[int, KernelTrace])
    every: bool = False
    loop: LoopPeriod | None = None
    why: str = ""
    launch: KernelLaunch | None = None


def run_all(module: PtxModule, kernel: Kernel, asked: KernelRunsAsked) -> list[KernelTrace]:
    """The traces of `run_kernel`, in the order of their trip counts."""
    return list(run_kernel(module, kernel, asked).traces.values())


def run_kernel(module: PtxModule, kernel: Kernel, asked: KernelRunsAsked) -> KernelRuns:
    """Run a kernel with all the trip counts that are needed."""
    growing = asked.growing
    first = growing.launch(asked.sample) if growing else asked.launch
    code, complete = prepare(module, kernel, first)
    if growing is None:
        run = watched_run(code, Growing(lambda _: complete), 0, ())
        return KernelRuns({0: run.machine.trace()}, every=True, launch=complete)
    full = Growing(lambda n: _with_boxes(growing.launch(n), complete), growing.text, growing.most)
    found = KernelRuns(launch=complete)
    found.loop, found.why = _look(code, full)
    if found.loop is None:
        for n in range(FEWEST + 1):
            trace = watched_run(code, full, n, ()).machine.trace()
            heads = trace.trips or {-1: 0}
            found.traces[n] = with_periods(trace, (), dict.fromkeys(heads, found.why))
        found.every = found.why == ""
        return found
    _cover(code, full, asked, found, found.loop)
    return found


def _with_boxes(launch: KernelLaunch, complete: KernelLaunch) -> KernelLaunch:
    from dataclasses import replace  # late: one use

    return replace(launch, boxes=complete.boxes)


def _cover(code: Code, growing: Growing, asked: KernelRunsAsked, found: KernelRuns, loop: LoopPeriod) -> None:
    """Trip counts from 0 on, until as many in a row as the period is long have a period."""
    in_a_row = 0
    for n in range(MOST):
        run = watched_run(code, growing, n, (loop.head,))
        periods, why = periods_of(code, growing, run, loop, asked.periods)
        enough = len({p.family for p in periods}) >= asked.periods
        in_a_row = in_a_row + 1 if enough else 0
        found.traces[n] = with_periods(run.machine.trace(), periods, {} if periods else {loop.head: why})
        found.why = "" if enough else why
        if in_a_row == loop.more:
            found.every = True
            return


def _look(code: Code, growing: Growing) -> tuple[LoopPeriod | None, str]:
    """A loop that grows with the parameter and repeats, and how; or why there is none (nothing: no loop grows)."""
    why = ""
    for trips in LONGER:
        if 3 * trips > growing.most:
            break
        visits = {n: _visits(code, growing, n) for n in range(trips - 8, trips + 1)}
        rates = growth(visits, trips)
        if not rates:
            if visits[trips] != visits[trips - 1]:
                why = "the trips of its loops do not grow evenly"
            continue
        run = watched_run(code, growing, trips, [head for head, _, _ in rates])
        for head, steps, more in rates:
            loop, why = _repeats(code, growing, run, head, steps, more)
            if loop is not None:
                return loop, ""
    return None, why


def _visits(code: Code, growing: Growing, trips: int) -> Mapping[int, int]:
    return watched_run(code, growing, trips, ()).machine.visits


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
    code: Code, growing: Growing, run: WatchedRun, head: int, steps: int, more: int
) -> tuple[LoopPeriod | None, str]:
    why = "no two trips leave the machine in the same state"
    for times in range(1, run.trips // more):
        total = steps * times
        for begins in range(1, min(total, MOST_BEGINS) + 1):
            if total % begins:
                continue
            loop = LoopPeriod(head, total // begins, more * times)
            periods, text = periods_of(code, growing, run, loop, 1)
            if periods:
                return loop, ""
            if text != "too few trips":
                why = text
    return None, why
