"""One run of a pipeline as shapes: a row for each statement and for each slot, columns of time."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise

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
from asyncir.tools.view.shapes import Shape, shortened, steps

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
class Picture:
    """All shapes of one run."""

    title: str
    width: float
    height: float
    names_width: float
    rows: tuple[Shape, ...]
    boxes: tuple[Shape, ...]
    slots: tuple[Shape, ...]
    arrows: tuple[Shape, ...]
    marks: tuple[Shape, ...]
    """The waits."""
    ticks: tuple[Shape, ...]
    phases: tuple[Shape, ...]
    """Prologue, body, epilogue."""
    gap: Shape | None
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


class _Drawing:
    def __init__(self, pipeline: LoopPipeline, run: PipelineRun, at: _Axis, prefix: str):
        self.pipeline = pipeline
        self.run = run
        self.at = at
        self.prefix = prefix
        self.commits = [c for c in run.commits if c.members and c.members[0].iteration in at.shown]
        self.instances = [one for one in run.instances if one.iteration in at.shown]
        self.waits = [w for w in run.waits if w.iteration is None or w.iteration in at.shown]
        self.lanes = Counter(dict.fromkeys(range(len(pipeline.statements)), 1))
        """How many engines do what is in the row of a statement."""
        self.lanes[_BEHIND_ROW] = 1
        for one in run.instances:
            self.lanes[one.statement] = max(self.lanes[one.statement], one.lane + 1)
        self.tracks = dict(self._stacked())
        """Of each commit: how far below its statement's cells it is drawn."""
        self.tops: dict[int, float] = {}
        """Of each row."""
        self.slots: dict[tuple[int, int], float] = {}
        """Of each memory and slot: where its row is."""

    def picture(self, title: str) -> Picture:
        """Lay out rows, then what is in them."""
        names: list[Shape] = []
        height = self._slots(names, self._rows(names))
        ends = [self.at(self.run.length), *(self.at(wait.until) for wait in self.run.waits)]
        return Picture(
            title=title,
            width=max(ends) + 14,
            height=height,
            names_width=max(len(row.text) for row in names) * _LETTER + 16,
            rows=tuple(names),
            boxes=(*self._boxes(), *self._thread()),
            slots=tuple(self._lifetimes()),
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

    def _stacked(self) -> Iterator[tuple[SimulatedCommit, int]]:
        """Groups of a statement that are in flight at the same time lie below each other."""
        busy: dict[int, list[float]] = {}
        for commit in self.commits:
            free = busy.setdefault(commit.members[0].statement, [])
            retired = self.run.length if commit.retired_by is None else commit.retired_by.until
            begin, end = self.at(commit.time), self.at(retired)
            track = next((n for n, until in enumerate(free) if until <= begin), len(free))
            free[track : track + 1] = [max(end, begin + 1)]
            yield commit, track

    def _rows(self, rows: list[Shape]) -> float:
        """The thread, the statements and what is behind the loop; where they end."""
        y = float(TOP)
        if self.asynchronous:
            self.tops[_THREAD_ROW] = y
            title = "what the thread does itself; hatched: a wait holds it up"
            rows.append(Shape(0, y + THREAD - 1, css="slot", text="the thread", title=title))
            y += THREAD + GAP + 2
        for statement in sorted(self.pipeline.statements, key=lambda s: (s.stage, s.number)):
            self.tops[statement.number] = y
            where = f", line {statement.lines[0]}" if statement.lines else ""
            css = "asynchronous" if statement.asynchronous and self.asynchronous else ""
            title = f"statement {statement.name}{where}"
            rows.append(Shape(0, y + BOX - 5, 0, 0, css, label_of(statement, self.asynchronous), title))
            mine = [t for c, t in self.tracks.items() if c.members[0].statement == statement.number]
            y += BOX * self.lanes[statement.number] + GAP + max((t + 1 for t in mine), default=0) * TRACK
        if any(wait.statement is None for wait in self.run.waits):
            self.tops[_BEHIND_ROW] = y
            rows.append(Shape(0, y + BOX - 5, text="behind the loop", title="waits behind the loop"))
            y += BOX + GAP
        return y

    def _slots(self, rows: list[Shape], y: float) -> float:
        """A row for each slot of a memory; where they end."""
        for number, memory in enumerate(self.pipeline.memories):
            uses = (use for one in self.run.instances for use in one.uses)
            for slot in sorted({use.slot for use in uses if use.memory == number}):
                self.slots[number, slot] = y
                name, title = f"{memory.name}[{slot}]", f"copy {slot} of {memory.name}"
                rows.append(Shape(0, y + SLOT - 4, css="slot", text=name, title=title))
                y += SLOT + 3
            y += 5
        return y

    # ---- what is in them

    def _boxes(self) -> Iterator[Shape]:
        for one in self.instances:
            x, y = self.at(one.start), self.tops[one.statement] + one.lane * BOX
            body, stripe = self._colours(one)
            if one.end > one.free:
                width = self.at(one.end) - x
                yield Shape(x, y + 4, width, BOX - 8, f"late {body}", iteration=one.iteration)
            width = self.at(one.free) - x
            text = _fitting(one.iteration, width - (3 if stripe is not None else 0))
            lines = self._lines(one.statement, f"iteration {one.iteration}")
            yield Shape(x, y, width, BOX, body, text, self._title(one), one.iteration, lines, stripe)

    def _colours(self, one: StatementInstance) -> tuple[str, int | None]:
        """By what it writes; a stripe for what it reads."""
        writes = [use.slot for use in one.uses if use.writes]
        reads = [use.slot for use in one.uses if use.reads and not use.writes]
        main = writes or reads
        css = f"s{main[0] % _COLOURS}" if main else "none"
        return css, reads[0] % _COLOURS if writes and reads else None

    def _title(self, one: StatementInstance) -> str:
        statement = self.pipeline.statements[one.statement]
        parts = [f"{self._member(one, ',')}, stage {statement.stage}"]
        for use in one.uses:
            how = "reads and writes" if use.reads and use.writes else "writes" if use.writes else "reads"
            parts.append(f"{how} {self.pipeline.memories[use.memory].name}[{use.slot}]")
        if (commit := one.group) is not None:
            parts.append(f"group {commit.number} of queue {commit.queue}, committed at {commit.time}")
        where = f", line {statement.lines[0]}" if statement.lines else ""
        return "; ".join((*parts, f"time {one.start} to {one.end}{where}"))

    def _lines(self, statement: int | None, role: str) -> str:
        lines = self.pipeline.statements[statement].lines if statement is not None else ()
        return ";".join(f"{self.prefix}{n}:{role if not i else ''}" for i, n in enumerate(lines))

    def _arrows(self) -> Iterator[Shape]:
        fans = Counter[SimulatedWait]()
        for commit in self.commits:
            first = commit.members[0]
            row = first.statement
            x = self.at(commit.time)
            y = self.tops[row] + BOX * self.lanes[row] + 3 + self.tracks[commit] * TRACK
            path, head = self._way(commit, x, y, fans)
            names = ", ".join(self._member(member, " of") for member in commit.members)
            title = f"group {commit.number} of queue {commit.queue}: {names}; committed at {commit.time}, "
            title += f"complete at {commit.done}, {self._fate(commit)}"
            lines = self._lines(row, "in flight")
            css = self._colours(first)[0]
            yield Shape(
                x, y, css=css, title=title, iteration=first.iteration, lines=lines, path=path, head=head
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
        row = _row_of(wait)
        down = self.tops[row] >= y
        to = self.tops[row] - 1 if down else self.tops[row] + BOX * self.lanes[row] + 1
        back = to - 4 if down else to + 4
        return f"M{x} {y}H{end}V{back}", f"M{end - 2.5} {back}L{end + 2.5} {back}L{end} {to}Z"

    def _member(self, one: StatementInstance, of: str) -> str:
        return f"statement {self.pipeline.statements[one.statement].name}{of} iteration {one.iteration}"

    def _fate(self, commit: SimulatedCommit) -> str:
        if commit.retired_by is None:
            return "not waited for in this run of the loop"
        return f"retired at {commit.retired_by.until} by the wait {self._purpose(commit.retired_by)}"

    def _purpose(self, wait: SimulatedWait) -> str:
        if wait.statement is None:
            return "behind the loop"
        return f"of statement {self.pipeline.statements[wait.statement].name}, iteration {wait.iteration}"

    def _marks(self) -> Iterator[Shape]:
        for wait in self.waits:
            if wait.commits:
                x, y, title = self.at(wait.until), self.tops[_row_of(wait)], self._wait_title(wait)
                lines = self._lines(wait.statement, f"waits, iteration {wait.iteration}")
                number = _iteration_of(wait)
                yield Shape(x, y, text=str(wait.stay), title=title, iteration=number, lines=lines)

    def _wait_title(self, wait: SimulatedWait) -> str:
        retires = f"retires {counted(len(wait.commits), 'group')} of queue {wait.queue}"
        when = f"holds the thread up from {wait.time} to {wait.until}"
        if wait.time == wait.until:
            when = f"at {wait.until}, holds nobody up"
        stay = f"{counted(wait.stay, 'group')} may stay in flight"
        return f"the wait {self._purpose(wait)}: {retires}, {stay}; {when}"

    def _thread(self) -> Iterator[Shape]:
        """What the thread does itself, and where it is held up."""
        if not self.asynchronous:
            return
        y = self.tops[_THREAD_ROW]
        for one in self.instances:
            if one.group is None:
                x, css = self.at(one.start), self._colours(one)[0]
                yield Shape(x, y, self.at(one.end) - x, THREAD, css, "", self._title(one), one.iteration)
        for wait in self.waits:
            if wait.until > wait.time:
                x, title = self.at(wait.time), self._wait_title(wait)
                yield Shape(x, y, self.at(wait.until) - x, THREAD, "held", "", title, _iteration_of(wait))

    def _lifetimes(self) -> Iterator[Shape]:
        """In which slot each iteration has its data, from the first access to the last one."""
        for memory, slot in self.slots:
            mine = [
                (one, use.writes)
                for one in sorted(self.instances, key=lambda one: one.iteration)
                for use in one.uses
                if (use.memory, use.slot) == (memory, slot)
            ]
            for iteration, touching in groupby(mine, key=lambda touch: touch[0].iteration):
                yield from self._lifetime(memory, slot, iteration, list(touching))

    def _lifetime(
        self, memory: int, slot: int, iteration: int, touching: Sequence[tuple[StatementInstance, bool]]
    ) -> Iterator[Shape]:
        name, css = f"{self.pipeline.memories[memory].name}[{slot}]", f"s{slot % _COLOURS}"
        begin, end = min(one.issued for one, _ in touching), max(one.end for one, _ in touching)
        said = [f"{name} belongs to iteration {iteration} from {begin} to {end}"]
        for one, writes in touching:
            statement = self.pipeline.statements[one.statement].name
            how = "written" if writes else "read"
            said.append(f"{how} by statement {statement} from {one.issued} to {one.end}")
        x, y, width = self.at(begin), self.slots[memory, slot], self.at(end) - self.at(begin)
        text = _fitting(iteration, width)
        yield Shape(x, y, width, SLOT, f"life {css}", text, "; ".join(said), iteration)
        for one, writes in touching:
            at, how = self.at(one.start), "write" if writes else "read"
            yield Shape(at, y + SLOT - 4, self.at(one.end) - at, 4, f"{how} {css}", iteration=iteration)

    # ---- around them

    def _ticks(self) -> Iterator[Shape]:
        least = max(28, len(str(self.run.length)) * _DIGIT + _MARGIN)
        step = next(s for s in steps() if s * self.at.scale >= least)
        for time in range(0, self.run.length + 1, step):
            if not (self.at.cut and self.at.left < time < self.at.right):
                yield Shape(self.at(time), text=str(time))

    def _phases(self) -> Iterator[Shape]:
        issued = [one.issued for one in self.run.instances]
        body = [n for n, one in enumerate(self.run.instances) if one.body]
        if not body or len(body) == len(issued):
            return
        begin = min(issued[n] for n in body)
        end = max(min(issued[body[-1] + 1 :], default=self.run.length), *(issued[n] for n in body))
        times = pairwise((0, begin, end, self.run.length))
        for name, (first, last) in zip(("prologue", "body", "epilogue"), times, strict=True):
            if last > first:
                yield Shape(self.at(first), width=self.at(last) - self.at(first), text=name)

    def _gap(self) -> Shape | None:
        if not self.at.cut:
            return None
        x, width = self.at(self.at.left), self.at(self.at.right) - self.at(self.at.left)
        text = f"{self.run.trips - len(self.at.shown)} iterations are left out here"
        return Shape(x, width=width, text=text)


def _row_of(wait: SimulatedWait) -> int:
    return _BEHIND_ROW if wait.statement is None else wait.statement


def _iteration_of(wait: SimulatedWait) -> int:
    return -1 if wait.iteration is None else wait.iteration


def _fitting(number: int, width: float) -> str:
    """The number, or nothing where the box is too narrow for it."""
    return str(number) if len(str(number)) * _DIGIT + _MARGIN < width else ""


def label_of(statement: PipelineStatement, asynchronous: bool = True) -> str:
    """What stands beside a statement's row."""
    is_number = statement.name.removesuffix(VALUES).isdecimal()
    name = statement.does if is_number and statement.does else statement.name
    how = ", async" if statement.asynchronous and asynchronous else ""
    return f"stage {statement.stage}: {shortened(name, _LONGEST)}{how}"
