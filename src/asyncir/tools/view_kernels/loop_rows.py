# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Some trips of a kernel's loop as rows: what is in flight, phases of mbarriers, and what each group of threads does.

The run is the one with the most trips, as for `--explain`; of it the last two trips but one are drawn, the steady state.
Time runs in steps: one for each statement that synchronises or issues work, in the order of the run. A bar of a queue is a
group of one thread, from its first issue to the wait that retires it; a bar of an mbarrier is a phase, from the first copy
or arrival to its end.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from asyncir.analyses.kernels.trace import (
    SHARED_STRIDE,
    Arrived,
    Committed,
    Cut,
    Expected,
    Initialised,
    Issued,
    KernelTrace,
    PhaseCompleted,
    PhaseSeen,
    Threads,
    TraceEvent,
    Waited,
)
from asyncir.driver.kernels.checked import CheckedKernel, CheckedSite

MOST_STEPS = 160
"""Steps that are drawn; of a longer stretch the first ones are."""
MOST_ROWS = 24
"""Rows of one kind."""
TRIPS = 2

LETTERS = {"wait": "W", "barrier": "B", "fence": "F", "arrive": "A", "phase wait": "P"}


@dataclass(frozen=True, slots=True)
class FlightBar:
    """Something in flight, from step `first` to `last` (None: to the end of the picture)."""

    first: int
    last: int | None
    line: int
    title: str


@dataclass(frozen=True, slots=True)
class SiteMark:
    """A site at a step: its letter, its verdict, what pointing at it says."""

    step: int
    text: str
    verdict: str
    line: int
    title: str


@dataclass(slots=True)
class PictureRow:
    """One lane: `kind` is `queue`, `mbarrier` or `threads`; `colour` is the number of its colour."""

    name: str
    kind: str
    colour: int = 0
    bars: list[FlightBar] = field(default_factory=list[FlightBar])
    marks: list[SiteMark] = field(default_factory=list[SiteMark])


@dataclass(frozen=True, slots=True)
class LoopRows:
    """The picture. `bands` are the trips as (first step, step behind the last, name)."""

    rows: tuple[PictureRow, ...]
    steps: int
    bands: tuple[tuple[int, int, str], ...]
    note: str


def loop_rows(kernel: CheckedKernel, titles: Mapping[int, Sequence[tuple[CheckedSite, str]]]) -> LoopRows:
    """The picture of a kernel that ran; `titles` has the sites of each instruction, with what is to be said of them."""
    runs = kernel.runs
    assert runs is not None
    trips, trace = max(runs.runs.traces.items())
    first, last, cuts, head = _window(trace, {i for i, sites in titles.items() if sites[0][0].in_loop})
    drawing = _Drawing(kernel, trace, titles)
    drawing.draw(first, last)
    where = f" with n = {trips} of {kernel.growing}" if kernel.growing else ""
    line = kernel.kernel.body[head].spot.line if head >= 0 else 0
    what = f"two trips of the loop at line {line}" if head >= 0 else "the whole run"
    note = f"{what}, in the run{where}"
    if drawing.left_out:
        note += f"; {drawing.left_out} steps more are left out"
    return LoopRows(tuple(drawing.rows()), drawing.step + 1, tuple(_bands(drawing, cuts)), note)


def _window(trace: KernelTrace, looped: set[int]) -> tuple[int, int, list[tuple[int, int]], int]:
    """The events to draw, the cuts between as (event, visit), and the instruction at the loop's head (-1: no loop).

    Of several loops the one counts that has the most sites in one trip.
    """
    cuts: dict[int, list[tuple[int, int]]] = {}
    for place, event in enumerate(trace.events):
        if isinstance(event, Cut):
            cuts.setdefault(event.loop, []).append((place, event.visit))
    best, most = -1, 0
    for head, found in cuts.items():
        if len(found) < 2:
            continue
        low, high = found[max(len(found) - 2, 0)][0], found[-1][0]
        sites = len({e.instruction for e in trace.events[low:high]} & looped)
        if sites > most:
            best, most = head, sites
    if best < 0:
        return 0, len(trace.events), [], -1
    found = cuts[best]
    end = len(found) - 1 if len(found) <= TRIPS + 1 else len(found) - 2
    begin = max(end - TRIPS, 0)
    return found[begin][0], found[end][0], found[begin:end], best


def _bands(drawing: _Drawing, cuts: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int, str]]:
    starts = [(drawing.step_at.get(place, 0), visit) for place, visit in cuts]
    for k, (start, visit) in enumerate(starts):
        end = starts[k + 1][0] if k + 1 < len(starts) else drawing.step + 1
        if end > start:
            yield start, end, f"trip {visit + 1}"


class _Drawing:
    """Follows a run from its start, and draws a stretch of it."""

    def __init__(
        self,
        kernel: CheckedKernel,
        trace: KernelTrace,
        titles: Mapping[int, Sequence[tuple[CheckedSite, str]]],
    ) -> None:
        self.kernel = kernel
        self.trace = trace
        self.titles = titles
        self.step = -1
        self.left_out = 0
        self.step_at: dict[int, int] = {}
        self.before: tuple[int, type] | None = None
        self.addresses: dict[int, int] = {}
        self.groups: dict[str, list[tuple[int, list[int]]]] = {}
        self.open: dict[str, tuple[int, list[int]]] = {}
        self.phases: dict[tuple[int, int], tuple[int, list[int]]] = {}
        self.queue_bars: dict[str, list[FlightBar]] = {}
        self.phase_bars: dict[int, list[FlightBar]] = {}
        self.lanes: dict[tuple[int, int, int], PictureRow] = {}
        self.leaders: dict[str, int] = {}

    def line(self, instruction: int) -> int:
        """The line of an instruction."""
        return self.kernel.kernel.body[instruction].spot.line

    def draw(self, first: int, last: int) -> None:
        """Draw the events from `first` up to `last`."""
        for event in self.trace.events[first:last]:
            if isinstance(event, Committed):
                self.leaders.setdefault(event.queue, int(event.threads[0]))
        for place, event in enumerate(self.trace.events[:last]):
            drawn = place >= first
            if drawn:
                self.step_at[place] = self.step + 1
                if self._is_step(event) and not self._next_step(event):
                    continue
            self._follow(event)
            if drawn and event.instruction in self.titles and len(event.threads):
                self._mark(event)
        self._rest()

    def _is_step(self, event: TraceEvent) -> bool:
        if isinstance(event, Issued | Committed):
            return True
        return event.instruction in self.titles and len(event.threads) > 0 and not isinstance(event, Cut)

    def _next_step(self, event: TraceEvent) -> bool:
        """A step more, unless this is the last one's statement again; False where the picture is full."""
        here = (event.instruction, type(event))
        if here != self.before:
            if self.step + 1 >= MOST_STEPS:
                self.left_out += 1
                return False
            self.step += 1
        self.before = here
        return True

    def _follow(self, event: TraceEvent) -> None:
        now = max(self.step, -1)
        match event:
            case Initialised():
                self.addresses[event.mbarrier] = event.address
            case Issued() if event.mbarrier >= 0:
                self._of_phase(event.mbarrier, event.phase, now, event.instruction)
            case Expected() | Arrived():
                self._of_phase(event.mbarrier, event.phase, now, event.instruction)
            case PhaseCompleted():
                begun, issued = self.phases.pop((event.mbarrier, event.phase), (now, [event.instruction]))
                self._bar(self.phase_bars.setdefault(event.mbarrier, []), begun, now, issued, "phase")
            case Issued() if self._leads(event.queue, event.threads):
                self.open.setdefault(event.queue, (now, []))[1].append(event.instruction)
            case Committed() if self._leads(event.queue, event.threads):
                group = self.open.pop(event.queue, (now, [event.instruction]))
                self.groups.setdefault(event.queue, []).append(group)
            case Waited() if self._leads(event.queue, event.threads):
                groups = self.groups.get(event.queue, [])
                over = max(len(groups) - event.count, 0)
                for begun, issued in groups[:over]:
                    self._bar(self.queue_bars.setdefault(event.queue, []), begun, now, issued, "group")
                self.groups[event.queue] = groups[over:]
            case _:
                pass

    def _leads(self, queue: str, threads: Threads) -> bool:
        """Whether the thread whose groups are drawn takes part."""
        leader = self.leaders.get(queue)
        return leader is not None and leader in threads

    def _of_phase(self, mbarrier: int, phase: int, now: int, instruction: int) -> None:
        self.phases.setdefault((mbarrier, phase), (now, []))[1].append(instruction)

    def _bar(
        self, bars: list[FlightBar], begun: int, end: int | None, issued: Sequence[int], what: str
    ) -> None:
        """A bar, unless it ended before the picture begins."""
        if end is not None and end < 0:
            return
        body = self.kernel.kernel.body
        found = Counter(body[k].opcode for k in issued)
        text = ", ".join(f"{n} x {name}" if n > 1 else name for name, n in found.items())
        lines = ", ".join(map(str, sorted({self.line(k) for k in issued})[:8]))
        bars.append(FlightBar(max(begun, 0), end, self.line(issued[0]), f"{what}: {text} (lines {lines})"))

    def _mark(self, event: TraceEvent) -> None:
        if isinstance(event, PhaseCompleted | Cut):
            return
        if isinstance(event, Issued) and not any(
            s.kind == "arrive" for s, _ in self.titles[event.instruction]
        ):
            return
        key = (int(event.threads[0]), int(event.threads[-1]), len(event.threads))
        row = self.lanes.setdefault(key, PictureRow(_threads(event.threads), "threads"))
        for site, title in self.titles[event.instruction]:
            text = LETTERS.get(site.kind, "?")
            if isinstance(event, Waited) and site.count is not None:
                text += str(site.count)
            if site.verdict == "missing":
                text = "+" + text
            step = max(self.step, 0)
            if not any(m.step == step and m.title == title for m in row.marks):
                seen = isinstance(event, PhaseSeen)
                more = f"\n{self._name(event.mbarrier)}, phase {event.phase}" if seen else ""
                row.marks.append(
                    SiteMark(step, text, site.verdict, self.line(event.instruction), title + more)
                )

    def _rest(self) -> None:
        """What is in flight at the end of the picture."""
        for queue, groups in self.groups.items():
            for begun, issued in groups:
                self._bar(self.queue_bars.setdefault(queue, []), begun, None, issued, "group")
        for (mbarrier, _), (begun, issued) in self.phases.items():
            self._bar(self.phase_bars.setdefault(mbarrier, []), begun, None, issued, "phase")

    def _name(self, mbarrier: int) -> str:
        place = self.addresses.get(mbarrier)
        if place is None:
            return f"mbarrier {mbarrier}"
        block = f" of block {place // SHARED_STRIDE}" if place >= SHARED_STRIDE else ""
        return f"mbarrier at {place % SHARED_STRIDE:#x}{block}"

    def rows(self) -> Iterator[PictureRow]:
        """Queues first, each on as many rows as overlap; then mbarriers, then threads."""
        for colour, (queue, bars) in enumerate(sorted(self.queue_bars.items())):
            for row in packed(bars)[:MOST_ROWS]:
                who = f"{queue} of thread {self.leaders[queue]}"
                yield PictureRow(who, "queue", colour % 6, row)
        for mbarrier, bars in sorted(self.phase_bars.items())[:MOST_ROWS]:
            yield PictureRow(self._name(mbarrier), "mbarrier", 4, _apart(bars))
        for _, row in sorted(self.lanes.items())[:MOST_ROWS]:
            yield row


def packed(bars: Sequence[FlightBar]) -> list[list[FlightBar]]:
    """Bars on as few rows as there are at once, in the order in which they begin."""
    rows: list[list[FlightBar]] = []
    for bar in sorted(bars, key=lambda bar: bar.first):
        for row in rows:
            last = row[-1].last
            if last is not None and last <= bar.first:
                row.append(bar)
                break
        else:
            rows.append([bar])
    return rows


def _apart(bars: Sequence[FlightBar]) -> list[FlightBar]:
    """Phases of one mbarrier follow each other."""
    found: list[FlightBar] = []
    for bar in sorted(bars, key=lambda bar: bar.first):
        if found and (found[-1].last is None or found[-1].last > bar.first):
            found[-1] = replace(found[-1], last=bar.first)
        found.append(bar)
    return found


def _threads(threads: Threads) -> str:
    first, last = int(threads[0]), int(threads[-1])
    if len(threads) == 1:
        return f"thread {first}"
    if len(threads) == last - first + 1:
        return f"threads {first} to {last}"
    return f"{len(threads)} threads, {first} to {last}"
