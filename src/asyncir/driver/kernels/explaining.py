# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is in flight at a line of PTX: the groups of one thread and the copies that mbarriers count, in one run.

The run is the one with the most trips, the moment the last but one time that the thread comes there: the steady state of
a loop, where there is one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from asyncir.analyses.kernels.trace import (
    Committed,
    Issued,
    KernelTrace,
    PhaseCompleted,
    TraceEvent,
    Waited,
)
from asyncir.diagnostics import failure
from asyncir.diagnostics.words import counted
from asyncir.driver.kernels.checked import CheckedKernel, CheckedPtx
from asyncir.driver.kernels.messages import short
from asyncir.ptx.program import Kernel


@dataclass
class FlightsOfThread:
    """What one thread has in flight: by queue what is issued and not committed, and groups, oldest first."""

    thread: int
    open: dict[str, list[int]] = field(default_factory=dict[str, list[int]])
    groups: dict[str, list[list[int]]] = field(default_factory=dict[str, list[list[int]]])
    phases: dict[tuple[int, int], list[int]] = field(default_factory=dict[tuple[int, int], list[int]])
    """Copies that phases of mbarriers wait for, whoever issued them."""

    def take(self, event: TraceEvent) -> None:
        """Follow one event."""
        if isinstance(event, Issued) and event.mbarrier >= 0:
            self.phases.setdefault((event.mbarrier, event.phase), []).append(event.instruction)
        elif isinstance(event, PhaseCompleted):
            self.phases.pop((event.mbarrier, event.phase), None)
        elif self.thread not in event.threads:
            return
        elif isinstance(event, Issued):
            self.open.setdefault(event.queue, []).append(event.instruction)
        elif isinstance(event, Committed):
            self.groups.setdefault(event.queue, []).append(self.open.pop(event.queue, []))
        elif isinstance(event, Waited):
            groups = self.groups.get(event.queue, [])
            self.groups[event.queue] = groups[max(len(groups) - event.count, 0) :]
            if event.everything:
                self.open.pop(event.queue, None)


def explained(checked: CheckedPtx, line: int) -> str:
    """The text for a line. Raises `DiagnosticError`, C004, for a line that is in no kernel that ran."""
    for kernel in checked.kernels:
        if kernel.kernel.spot.line <= line <= kernel.kernel.end.line:
            return _in_kernel(kernel, line)
    raise failure("C004", f"line {line} is in no kernel that was checked", "name a line of a kernel's body")


def _in_kernel(checked: CheckedKernel, line: int) -> str:
    if checked.runs is None or not checked.runs.runs.traces:
        return f"{short(checked.name)} did not run: {checked.open}"
    trips, trace = max(checked.runs.runs.traces.items())
    found = moment(trace, checked.kernel, line)
    if found is None:
        return (
            f"no run comes to an instruction that touches memory or synchronises at line {line} or behind it"
        )
    place, times, flights = found
    event = trace.events[place]
    instruction = checked.kernel.body[event.instruction]
    when = f"{_ordinal(times)} time" if times > 1 else "first time"
    where = f" with n = {trips} of {checked.growing}" if checked.growing else ""
    lines = [
        f"line {instruction.spot.line}: `{instruction.text[:80]}`",
        f"  thread {flights.thread}, the {when} that it comes here, in the run{where}",
        *_flying(checked.kernel, flights),
    ]
    position = f":{instruction.spot.line}:{instruction.spot.column}"
    for site in checked.sites:
        if site.location.endswith(position):
            exact = f", exact is {site.exact}" if site.exact is not None else ""
            why = f": {site.reason}" if site.reason else ""
            lines.append(f"  the {site.kind} is {site.verdict}{exact}{why}")
    return "\n".join(lines)


def moment(trace: KernelTrace, kernel: Kernel, line: int) -> tuple[int, int, FlightsOfThread] | None:
    """The place in the events, how often the thread was there, and what it has in flight in front of it."""
    here = [
        k
        for k, event in enumerate(trace.events)
        if len(event.threads) and kernel.body[event.instruction].spot.line >= line
    ]
    if not here:
        return None
    first = min(trace.events[k].instruction for k in here)
    visits = [k for k in here if trace.events[k].instruction == first]
    thread = int(trace.events[visits[0]].threads[0])
    visits = [k for k in visits if thread in trace.events[k].threads]
    place = visits[-2] if len(visits) > 1 else visits[0]
    flights = FlightsOfThread(thread)
    for event in trace.events[:place]:
        flights.take(event)
    return place, visits.index(place) + 1, flights


def _flying(kernel: Kernel, flights: FlightsOfThread) -> list[str]:
    lines: list[str] = []
    for queue in sorted(flights.groups.keys() | flights.open.keys()):
        groups = flights.groups.get(queue, [])
        if groups:
            lines.append(f"  {queue}: {counted(len(groups), 'group')} in flight, the youngest first")
            for number, group in enumerate(reversed(groups)):
                lines.append(f"    {number}: {_issued(kernel, group)}")
        if flights.open.get(queue):
            lines.append(f"  {queue}: not committed yet: {_issued(kernel, flights.open[queue])}")
    for (mbarrier, phase), copies in flights.phases.items():
        lines.append(f"  mbarrier {mbarrier}, phase {phase}: {_issued(kernel, copies)}")
    return lines or ["  nothing is in flight"]


def _issued(kernel: Kernel, instructions: Sequence[int]) -> str:
    if not instructions:
        return "an empty group"
    found = Counter((kernel.body[k].opcode, kernel.body[k].spot.line) for k in instructions)
    names = Counter(opcode for opcode, _ in found)
    shown = [f"{name} (lines {_lines(found, name)})" for name in names]
    return ", ".join(shown)


def _lines(found: Counter[tuple[str, int]], name: str) -> str:
    lines = sorted(line for opcode, line in found if opcode == name)
    return ", ".join(map(str, lines[:8])) + (", ..." if len(lines) > 8 else "")


def _ordinal(number: int) -> str:
    ending = {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th") if number % 100 not in (11, 12, 13) else "th"
    return f"{number}{ending}"
