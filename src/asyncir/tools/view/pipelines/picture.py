"""One run of a pipeline as shapes: a row for each statement and for each slot, columns of time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from asyncir.diagnostics.words import counted
from asyncir.ir.marks import VALUES
from asyncir.simulation.model import (
    LoopPipeline,
    PipelineRun,
    PipelineStatement,
    SimulatedCommit,
    SimulatedWait,
    StatementInstance,
)

BOX, TRACK, GAP, SLOT, THREAD, TOP = 18, 5, 9, 16, 10, 34
"""Heights in pixels: of a cell, of a group in flight below it, between rows, of a slot, of the thread, above the rows."""
_WIDEST, _ROOM, _LEAST = 34, 1130, 3
"""In pixels: how wide the shortest statement is at most, a run if that is enough for its statements, a statement at least."""
_MOST_ITERATIONS, _HEAD, _TAIL = 64, 24, 12
"""Of a run with more iterations than that, these are drawn: the first ones and the last ones."""
_LEFT_OUT = 2
"""The width of what is left out, in cells."""
_COLOURS = 8
_BEHIND_ROW, _THREAD_ROW = -1, -2
"""Rows that are no statement's."""
_LETTER, _DIGIT, _MARGIN, _LONGEST = 6, 7, 2, 24


@dataclass(frozen=True, slots=True)
class Box:
    """Something that takes time."""

    x: float
    y: float
    width: float
    height: float
    css: str
    text: str
    title: str
    iteration: int
    lines: str = ""
    stripe: int | None = None
    """The colour of the slot that it reads, where it writes another one."""


@dataclass(frozen=True, slots=True)
class Arrow:
    """A group in flight, from its commit to the wait that retires it."""

    path: str
    head: str
    """The arrow's head; empty where nothing retires it."""
    x: float
    y: float
    css: str
    title: str
    iteration: int
    lines: str


@dataclass(frozen=True, slots=True)
class WaitMark:
    """A wait."""

    x: float
    y: float
    text: str
    title: str
    iteration: int
    lines: str


@dataclass(frozen=True, slots=True)
class Row:
    """What stands at the left."""

    y: float
    text: str
    css: str
    title: str


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A part of the time: prologue, body, epilogue; or a tick, without a width."""

    x: float
    width: float
    text: str


@dataclass(frozen=True, slots=True)
class Picture:
    """All shapes of one run."""

    title: str
    width: float
    height: float
    names_width: float
    rows: tuple[Row, ...]
    boxes: tuple[Box, ...]
    slots: tuple[Box, ...]
    arrows: tuple[Arrow, ...]
    marks: tuple[WaitMark, ...]
    ticks: tuple[TimeSpan, ...]
    phases: tuple[TimeSpan, ...]
    gap: TimeSpan | None
    """Where time is left out."""


def scale_of(pipeline: LoopPipeline) -> float:
    """How many pixels a unit of time has, in both pictures of a loop."""
    assert pipeline.before is not None
    latencies = [s.latency for s in pipeline.statements] or [1]
    number = len(str(pipeline.before.trips)) * _DIGIT + 4
    least = max(number / max(latencies), _LEAST / min(latencies))
    return max(least, min(_WIDEST / min(latencies), _ROOM / max(pipeline.before.length, 1)))


def picture_of(pipeline: LoopPipeline, run: PipelineRun, title: str, prefix: str, scale: float) -> Picture:
    """The picture of a run; `prefix` is that of the ids of source lines."""
    return _Drawing(pipeline, run, _Axis(run, scale), prefix).picture(title)


def iterations_shown(run: PipelineRun) -> tuple[range, range]:
    """The iterations that are drawn: from the beginning, and from the end of a long run."""
    if run.trips <= _MOST_ITERATIONS:
        return range(run.trips), range(0)
    return range(_HEAD), range(run.trips - _TAIL, run.trips)


class _Axis:
    """From time to pixels; the middle of a long run is left out."""

    def __init__(self, run: PipelineRun, scale: float):
        head, tail = iterations_shown(run)
        self.scale = scale
        self.shown = frozenset((*head, *tail))
        first = [i.end for i in run.instances if i.iteration in head]
        last = [i.issued for i in run.instances if i.iteration in tail]
        self.left, self.right = (max(first), min(last)) if first and last else (run.length, run.length)
        self.cut = max(0.0, self.right - self.left - _LEFT_OUT * _WIDEST / scale)

    def __call__(self, time: float) -> float:
        """Where the time is; one in the middle that is left out is in the gap."""
        if time > self.left and self.cut:
            time = max(time - self.cut, min(time, self.left + (self.right - self.left - self.cut) / 2))
        return round(time * self.scale, 1)


@dataclass
class _Drawing:
    pipeline: LoopPipeline
    run: PipelineRun
    at: _Axis
    prefix: str
    tops: dict[int, float] = field(default_factory=dict[int, float])
    lanes: dict[int, int] = field(default_factory=dict[int, int])
    tracks: dict[SimulatedCommit, int] = field(default_factory=dict[SimulatedCommit, int])
    """Of each commit: how far below its statement's cells it is drawn."""

    def picture(self, title: str) -> Picture:
        """Lay out rows, then what is in them."""
        self._stack()
        rows, bottom = self._rows()
        slots, height = self._slots(bottom)
        names = [*rows, *slots]
        ends = [self.at(self.run.length), *(self.at(wait.until) for wait in self.run.waits)]
        return Picture(
            title=title,
            width=max(ends) + 14,
            height=height,
            names_width=max(len(row.text) for row in names) * _LETTER + 16,
            rows=tuple(names),
            boxes=(*self._boxes(), *self._thread()),
            slots=tuple(self._lifetimes(bottom)),
            arrows=tuple(self._arrows()),
            marks=tuple(self._marks()),
            ticks=tuple(self._ticks()),
            phases=tuple(self._phases()),
            gap=self._gap(),
        )

    @property
    def asynchronous(self) -> bool:
        """Whether anything runs beside the thread."""
        return bool(self.run.commits)

    # ---- rows

    def _stack(self) -> None:
        """Groups of a statement that are in flight at the same time lie below each other."""
        busy: dict[int, list[float]] = {}
        for commit in filter(self._is_shown, self.run.commits):
            free = busy.setdefault(self._row_of(commit), [])
            begin, end = self.at(commit.time), self.at(self._retired(commit))
            track = next((n for n, until in enumerate(free) if until <= begin), len(free))
            free[track : track + 1] = [max(end, begin + 1)]
            self.tracks[commit] = track

    def _is_shown(self, commit: SimulatedCommit) -> bool:
        return bool(commit.members) and commit.members[0].iteration in self.at.shown

    def _row_of(self, commit: SimulatedCommit) -> int:
        return commit.members[0].statement

    def _retired(self, commit: SimulatedCommit) -> int:
        return self.run.length if commit.retired_by is None else commit.retired_by.until

    def _rows(self) -> tuple[list[Row], float]:
        rows: list[Row] = []
        y = float(TOP)
        if self.asynchronous:
            self.tops[_THREAD_ROW] = y
            rows.append(
                Row(
                    y + THREAD - 1,
                    "the thread",
                    "slot",
                    "what the thread does itself; hatched: a wait holds it up",
                )
            )
            y += THREAD + GAP + 2
        for statement in sorted(self.pipeline.statements, key=lambda s: (s.stage, s.number)):
            self.tops[statement.number] = y
            where = f", line {statement.lines[0]}" if statement.lines else ""
            css = "asynchronous" if statement.asynchronous and self.asynchronous else ""
            rows.append(
                Row(
                    y + BOX - 5,
                    label_of(statement, self.asynchronous),
                    css,
                    f"statement {statement.name}{where}",
                )
            )
            mine = [t for c, t in self.tracks.items() if self._row_of(c) == statement.number]
            y += BOX * self._lanes(statement.number) + GAP + (max(mine) + 1 if mine else 0) * TRACK
        if any(wait.statement is None for wait in self.run.waits):
            self.tops[_BEHIND_ROW] = y
            rows.append(Row(y + BOX - 5, "behind the loop", "", "waits behind the loop"))
            y += BOX + GAP
        return rows, y

    def _lanes(self, row: int) -> int:
        """How many engines do what is in the row."""
        if not self.lanes:
            for one in self.run.instances:
                self.lanes[one.statement] = max(self.lanes.get(one.statement, 1), one.lane + 1)
        return self.lanes.get(row, 1)

    def _slots(self, y: float) -> tuple[list[Row], float]:
        rows: list[Row] = []
        for number, memory in enumerate(self.pipeline.memories):
            for slot in self._slots_of(number):
                title = f"copy {slot} of {memory.name}"
                rows.append(Row(y + SLOT - 4, f"{memory.name}[{slot}]", "slot", title))
                y += SLOT + 3
            y += 5
        return rows, y

    def _slots_of(self, memory: int) -> list[int]:
        uses = (use for instance in self.run.instances for use in instance.uses)
        return sorted({use.slot for use in uses if use.memory == memory})

    # ---- what is in them

    def _boxes(self) -> Iterator[Box]:
        for one in self.run.instances:
            if one.iteration not in self.at.shown:
                continue
            x, y = self.at(one.start), self.tops[one.statement] + one.lane * BOX
            body, stripe = self._colours(one)
            if one.end > one.free:
                yield Box(x, y + 4, self.at(one.end) - x, BOX - 8, f"late {body}", "", "", one.iteration)
            width = self.at(one.free) - x
            room = width - (3 if stripe is not None else 0)
            text = _fitting(one.iteration, room)
            lines = self._lines(one.statement, f"iteration {one.iteration}")
            yield Box(x, y, width, BOX, body, text, self._title(one), one.iteration, lines, stripe)

    def _colours(self, one: StatementInstance) -> tuple[str, int | None]:
        """By what it writes; a stripe for what it reads."""
        writes = [use.slot for use in one.uses if use.writes]
        reads = [use.slot for use in one.uses if use.reads and not use.writes]
        main = writes or reads
        css = f"s{main[0] % _COLOURS}" if main else "none"
        return css, reads[0] % _COLOURS if writes and reads else None

    def _title(self, one: StatementInstance) -> str:
        statement = self.pipeline.statements[one.statement]
        parts = [f"statement {statement.name}, iteration {one.iteration}, stage {statement.stage}"]
        for use in one.uses:
            how = "reads and writes" if use.reads and use.writes else "writes" if use.writes else "reads"
            parts.append(f"{how} {self.pipeline.memories[use.memory].name}[{use.slot}]")
        when = f"time {one.start} to {one.end}"
        if one.group is not None:
            commit = one.group
            parts.append(f"group {commit.number} of queue {commit.queue}, committed at {commit.time}")
        if statement.lines:
            when += f", line {statement.lines[0]}"
        return "; ".join((*parts, when))

    def _lines(self, statement: int | None, role: str) -> str:
        lines = self.pipeline.statements[statement].lines if statement is not None else ()
        return ";".join(f"{self.prefix}{n}:{role if not i else ''}" for i, n in enumerate(lines))

    def _arrows(self) -> Iterator[Arrow]:
        fans = Counter[SimulatedWait]()
        for commit in filter(self._is_shown, self.run.commits):
            first = commit.members[0]
            x = self.at(commit.time)
            y = (
                self.tops[first.statement]
                + BOX * self._lanes(first.statement)
                + 3
                + self.tracks[commit] * TRACK
            )
            path, head = self._way(commit, x, y, fans)
            names = [self._member(member) for member in commit.members]
            title = f"group {commit.number} of queue {commit.queue}: {', '.join(names)}; committed at {commit.time}, "
            title += f"complete at {commit.done}, {self._fate(commit)}"
            css = self._colours(first)[0]
            yield Arrow(
                path, head, x, y, css, title, first.iteration, self._lines(first.statement, "in flight")
            )

    def _way(
        self, commit: SimulatedCommit, x: float, y: float, fans: Counter[SimulatedWait]
    ) -> tuple[str, str]:
        """Along its row, and then to the wait."""
        if commit.retired_by is None:
            return f"M{x} {y}H{self.at(self.run.length) + 10}", ""
        wait = commit.retired_by
        fan = fans[wait]
        fans[wait] += 1
        end = self.at(wait.until) - 1 - 2 * min(fan, 3)
        row = _BEHIND_ROW if wait.statement is None else wait.statement
        down = self.tops[row] >= y
        to = self.tops[row] - 1 if down else self.tops[row] + BOX * self._lanes(row) + 1
        back = to - 4 if down else to + 4
        return f"M{x} {y}H{end}V{back}", f"M{end - 2.5} {back}L{end + 2.5} {back}L{end} {to}Z"

    def _member(self, one: StatementInstance) -> str:
        return f"statement {self.pipeline.statements[one.statement].name} of iteration {one.iteration}"

    def _fate(self, commit: SimulatedCommit) -> str:
        if commit.retired_by is None:
            return "not waited for in this run of the loop"
        return f"retired at {commit.retired_by.until} by the wait {self._purpose(commit.retired_by)}"

    def _purpose(self, wait: SimulatedWait) -> str:
        if wait.statement is None:
            return "behind the loop"
        return f"of statement {self.pipeline.statements[wait.statement].name}, iteration {wait.iteration}"

    def _marks(self) -> Iterator[WaitMark]:
        for wait in self.run.waits:
            if not wait.commits or (wait.iteration is not None and wait.iteration not in self.at.shown):
                continue
            yield WaitMark(
                self.at(wait.until),
                self.tops[_BEHIND_ROW if wait.statement is None else wait.statement],
                str(wait.stay),
                self._wait_title(wait),
                -1 if wait.iteration is None else wait.iteration,
                self._lines(wait.statement, f"waits, iteration {wait.iteration}"),
            )

    def _wait_title(self, wait: SimulatedWait) -> str:
        retires = f"retires {counted(len(wait.commits), 'group')} of queue {wait.queue}"
        when = f"holds the thread up from {wait.time} to {wait.until}"
        if wait.time == wait.until:
            when = f"at {wait.until}, holds nobody up"
        stay = f"{counted(wait.stay, 'group')} may stay in flight"
        return f"the wait {self._purpose(wait)}: {retires}, {stay}; {when}"

    def _thread(self) -> Iterator[Box]:
        """What the thread does itself, and where it is held up."""
        if not self.asynchronous:
            return
        y = self.tops[_THREAD_ROW]
        for one in self.run.instances:
            if one.group is None and one.iteration in self.at.shown:
                x, css = self.at(one.start), self._colours(one)[0]
                yield Box(x, y, self.at(one.end) - x, THREAD, css, "", self._title(one), one.iteration)
        for wait in self.run.waits:
            number = -1 if wait.iteration is None else wait.iteration
            if wait.until > wait.time and (number < 0 or number in self.at.shown):
                x = self.at(wait.time)
                yield Box(x, y, self.at(wait.until) - x, THREAD, "held", "", self._wait_title(wait), number)

    def _lifetimes(self, y: float) -> Iterator[Box]:
        """In which slot each iteration has its data, from the first access to the last one."""
        for number, memory in enumerate(self.pipeline.memories):
            for slot in self._slots_of(number):
                for iteration, touching in self._touching(number, slot):
                    yield from self._lifetime(y, f"{memory.name}[{slot}]", slot, iteration, touching, number)
                y += SLOT + 3
            y += 5

    def _touching(self, memory: int, slot: int) -> Iterator[tuple[int, list[StatementInstance]]]:
        mine = [
            one
            for one in self.run.instances
            if one.iteration in self.at.shown and any((u.memory, u.slot) == (memory, slot) for u in one.uses)
        ]
        mine.sort(key=lambda one: one.iteration)
        for iteration, those in groupby(mine, key=lambda one: one.iteration):
            yield iteration, list(those)

    def _lifetime(
        self,
        y: float,
        name: str,
        slot: int,
        iteration: int,
        touching: Sequence[StatementInstance],
        memory: int,
    ) -> Iterator[Box]:
        begin, end = min(one.issued for one in touching), max(one.end for one in touching)
        said = [f"{name} belongs to iteration {iteration} from {begin} to {end}"]
        for one in touching:
            use = next(u for u in one.uses if u.memory == memory and u.slot == slot)
            how = "written" if use.writes else "read"
            name_ = self.pipeline.statements[one.statement].name
            said.append(f"{how} by statement {name_} from {one.issued} to {one.end}")
        css, x = f"s{slot % _COLOURS}", self.at(begin)
        width = self.at(end) - x
        text = _fitting(iteration, width)
        yield Box(x, y, width, SLOT, f"life {css}", text, "; ".join(said), iteration)
        for one in touching:
            use = next(u for u in one.uses if u.memory == memory and u.slot == slot)
            at, how = self.at(one.start), "write" if use.writes else "read"
            yield Box(at, y + SLOT - 4, self.at(one.end) - at, 4, f"{how} {css}", "", "", iteration)

    # ---- around them

    def _ticks(self) -> Iterator[TimeSpan]:
        step = next(s for s in _steps() if s * self.at.scale >= 28)
        for time in range(0, self.run.length + 1, step):
            if not (self.at.cut and self.at.left < time < self.at.right):
                yield TimeSpan(self.at(time), 0, str(time))

    def _phases(self) -> Iterator[TimeSpan]:
        body = [n for n, one in enumerate(self.run.instances) if one.body]
        if not body or len(body) == len(self.run.instances):
            return
        begin = min(self.run.instances[n].issued for n in body)
        after = [one.issued for one in self.run.instances[body[-1] + 1 :]]
        end = max([min(after, default=self.run.length), max(self.run.instances[n].issued for n in body)])
        for name, first, last in (
            ("prologue", 0, begin),
            ("body", begin, end),
            ("epilogue", end, self.run.length),
        ):
            if last > first:
                yield TimeSpan(self.at(first), self.at(last) - self.at(first), name)

    def _gap(self) -> TimeSpan | None:
        if not self.at.cut:
            return None
        head, tail = iterations_shown(self.run)
        count = self.run.trips - len(head) - len(tail)
        x = self.at(self.at.left)
        return TimeSpan(x, self.at(self.at.right) - x, f"{count} iterations are left out here")


def _fitting(number: int, width: float) -> str:
    """The number, or nothing where the box is too narrow for it."""
    return str(number) if len(str(number)) * _DIGIT + _MARGIN < width else ""


def label_of(statement: PipelineStatement, asynchronous: bool = True) -> str:
    """What stands beside a statement's row."""
    is_number = statement.name.removesuffix(VALUES).isdecimal()
    name = statement.does if is_number and statement.does else statement.name
    name = name if len(name) <= _LONGEST else name[: _LONGEST - 1] + "…"
    return f"stage {statement.stage}: {name}{', async' if statement.asynchronous and asynchronous else ''}"


def _steps() -> Iterator[int]:
    step = 1
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10
