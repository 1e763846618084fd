# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Proofs that one run stands for infinitely many: parts of it that may come any number of times.

A run with n trips is looked at each time that a loop begins a trip (a *cut*). Let the machine be alike at cuts i and
i + P, but for registers that differ by a number (`snapshots.py`). The claim is that the run with p more trips of the
parameter, n + p, is this run with the events between the two cuts once more; and so on for n + 2p, ….

It is shown by following this run together with that one (`relation.py`), in two parts.

1. From the start to cut i + P the run of n + p does the same as the run of n. Registers that depend on the number of
   trips are shifted (by p trips' worth: what the parameter has more, carried along by the rules of `shifts.py`), and
   nothing that decides may depend on that: a comparison with the number of trips comes out the same because the shift
   moves its sides further apart.
2. From there on the run of n + p is in a state that this run had at cut i, but for the shifts of both kinds: those
   between the two cuts plus those from part 1. Followed from cut i to the end with these shifts, again nothing that
   decides is different. The induction variable and the number of trips have moved by the same amount there; so the
   loop ends after as many trips as it has left here.

Then the run of n + p is: the events of this run up to cut i + P, then those from cut i on. Each rule holds for k times
the shift, so that the same is true of n + 2p, and so on. Values are assumed not to wrap around.

What happens-before knows has to repeat as well; whoever uses a period looks at that (`Period`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from asyncir.analyses.kernels.execute import Code, Machine
from asyncir.analyses.kernels.launches import KernelLaunch
from asyncir.analyses.kernels.relation import Relation, Unrelated
from asyncir.analyses.kernels.shifts import Shift, normal
from asyncir.analyses.kernels.snapshots import Moment, alike, fork, moment
from asyncir.analyses.kernels.trace import KernelTrace, Period
from asyncir.ptx.program import Kernel, PtxModule

MOST_CUTS: Final = 64
"""Cuts of one loop that are kept."""


@dataclass(frozen=True)
class Growing:
    """What makes a kernel's loops longer: the launch with n trips, for each n ≥ 0.

    The launches must differ in their parameters only, and each parameter must grow by the same amount with each trip.
    `text` says which parameter it is, `most` is the largest n that can be asked for.
    """

    launch: Callable[[int], KernelLaunch]
    text: str = ""
    most: int = 1 << 20


@dataclass(slots=True)
class KeptCut:
    """A visit of a loop's head: where in the events, the state, and a machine that goes on from there."""

    event: int
    state: Moment
    machine: Machine


@dataclass
class WatchedRun:
    """A run with the cuts of the loops that were watched."""

    trips: int
    machine: Machine
    cuts: dict[int, list[KeptCut]] = field(default_factory=dict[int, list[KeptCut]])


def watched_run(module: PtxModule, code: Code, growing: Growing, trips: int, heads: Sequence[int]) -> WatchedRun:
    """Run with `trips` trips; keep the cuts of the loops in `heads`."""
    machine = Machine(module, code, growing.launch(trips))
    run = WatchedRun(trips, machine, {h: [] for h in heads})

    def watch(now: Machine, head: int, visit: int) -> None:
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


@dataclass
class Beginning:
    """Part 1 of the proof: the shifts of each group at each cut up to where the runs are known to be the same."""

    shifts: list[list[dict[str, Shift]]] = field(default_factory=list[list[dict[str, Shift]]])
    why: str = ""


def follow_beginning(module: PtxModule, code: Code, growing: Growing, run: WatchedRun, head: int, more: int) -> Beginning:
    """Follow the run of `more` trips more from its start, as far as it does the same."""
    machine = Machine(module, code, growing.launch(run.trips))
    machine.relation = Relation(parameter_shift(code.part.kernel, growing, run.trips, more))
    found = Beginning()

    def watch(now: Machine, where: int, visit: int) -> None:
        if where == head and visit < MOST_CUTS:
            ordered = sorted(now.groups, key=lambda g: g.first)
            live = [now.part.live_at(g.pc) for g in ordered]
            found.shifts.append([{n: g.frame.tags[n] for n in names & g.frame.tags.keys()} for g, names in zip(ordered, live, strict=True)])

    machine.watch = watch
    try:
        machine.run()
    except Unrelated as why:
        found.why = str(why)
    return found


def follow_rest(cut: KeptCut, shifts: Sequence[Mapping[str, Shift]], relation: Relation) -> str:
    """Part 2: follow the run from a cut to its end with these shifts; why the other differs, or nothing."""
    machine = fork(cut.machine)
    machine.relation = relation
    for group, tags in zip(sorted(machine.groups, key=lambda g: g.first), shifts, strict=True):
        group.frame.tags = {n: s for n, s in tags.items() if s}
    try:
        machine.run()
    except Unrelated as why:
        return str(why)
    return ""


def periods_of(
    module: PtxModule,
    code: Code,
    growing: Growing,
    run: WatchedRun,
    head: int,
    steps: int,
    more: int,
    most: int,
) -> tuple[list[Period], str]:
    """Up to `most` periods of `steps` visits of loop `head`, which `more` more trips of the parameter add; or why there
    is none.
    """
    cuts = run.cuts[head]
    if len(cuts) <= steps:
        return [], "too few trips"
    beginning: Beginning | None = None
    found: list[Period] = []
    why = "no two trips leave the machine in the same state"
    for i in range(len(cuts) - steps):
        between = alike(run.machine, cuts[i].state, cuts[i + steps].state)
        if isinstance(between, str):
            if not found and why.startswith("no two"):
                why = f"no two trips leave the machine in the same state: {between}"
            continue
        if beginning is None:
            beginning = follow_beginning(module, code, growing, run, head, more)
        if i + steps >= len(beginning.shifts):
            return found, beginning.why or why
        shifts = [_together(run.machine, a, b) for a, b in zip(between, beginning.shifts[i + steps], strict=True)]
        relation = Relation(parameter_shift(code.part.kernel, growing, run.trips, more))
        different = follow_rest(cuts[i], shifts, relation)
        if different:
            why = different
            continue
        found.append(Period(cuts[i].event, cuts[i + steps].event, head, steps))
        if len(found) >= most:
            break
    return found, why


def _together(machine: Machine, a: Mapping[str, int], b: Mapping[str, Shift]) -> dict[str, Shift]:
    result: dict[str, Shift] = dict(a)
    for name, shift in b.items():
        if isinstance(shift, str):
            result[name] = shift
        else:
            result[name] = normal(a.get(name, 0) + shift, machine.code.width(name))
    return result


def with_periods(trace: KernelTrace, periods: Sequence[Period], open_loops: Mapping[int, str]) -> KernelTrace:
    """The trace with what was proved of it."""
    return replace(trace, periods=tuple(periods), open_loops=dict(open_loops))
