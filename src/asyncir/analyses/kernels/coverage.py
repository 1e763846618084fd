# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Whether traces stand for all trip counts of a kernel's loops, and if not, why.

A trace with n trips of a loop and a period of p trips stands for n, n + p, n + 2 p and so on; one without a period for n. All
trip counts from the least on are covered when each up to the largest traced one is, and there is a period for each residue
behind it. A loop that had the same number of trips in all traces has a fixed one, unless the run says otherwise.

What a run does not know (`unknown`) leaves all of it open, and so does what may go another way (`open`).
"""

from collections.abc import Iterable, Sequence

from asyncir.analyses.kernels.trace import KernelTrace, Unjudged


def why_not_all(traces: Sequence[KernelTrace], told: str | None = None) -> str:
    """The first reason why the traces do not stand for all runs; "" if they do.

    `told` is what their maker says of trip counts: "" that all are covered, or why not. None: look at the loops here.
    """
    for trace in traces:
        if trace.unknown or trace.open:
            return (*trace.unknown, *trace.open)[0]
        for event in trace.events:
            if isinstance(event, Unjudged):
                return event.why
    if told is not None:
        return told
    loops = sorted({loop for trace in traces for loop in (*trace.trips, *trace.open_loops)})
    return next((why for loop in loops if (why := loop_not_covered(loop, traces))), "")


def loop_not_covered(loop: int, traces: Sequence[KernelTrace]) -> str:
    """Why not all trip counts of one loop (by the instruction at its head) are covered; "" if they are."""
    counts = {trace.trips.get(loop, 0) for trace in traces}
    reasons = [trace.open_loops[loop] for trace in traces if loop in trace.open_loops]
    periods = {
        (trace.trips.get(loop, 0), period.steps)
        for trace in traces
        for period in trace.periods
        if period.loop == loop
    }
    if not periods:
        if len(counts) == 1 and not reasons:
            return ""
        return (
            reasons[-1]
            if reasons
            else f"the loop was run with {_some(counts)} trips, and nothing is known of more"
        )
    if min(counts) > 1:
        return f"the loop was run with {min(counts)} trips and more, not with fewer"
    largest, cycle = max(counts), _common([steps for _, steps in periods])
    missing = [
        n
        for n in range(min(counts), largest + cycle + 1)
        if n not in counts and not any(n >= start and (n - start) % steps == 0 for start, steps in periods)
    ]
    return f"the loop was not run with {_some(missing)} trips" if missing else ""


def _common(numbers: Iterable[int]) -> int:
    """A number that all of these divide."""
    product = 1
    for number in set(numbers):
        product *= max(number, 1)
    return product


def _some(numbers: Iterable[int]) -> str:
    """A few numbers in words."""
    listed = sorted(numbers)
    shown = ", ".join(str(n) for n in listed[:6])
    return f"{shown}, ..." if len(listed) > 6 else shown
