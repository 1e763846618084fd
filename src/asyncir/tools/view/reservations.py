"""The schedules of loops as pictures: one iteration on a line of time, and which engine does what in one interval.

A schedule is read from the record that `schedule-loops` leaves on a loop. The second picture is a modulo reservation table:
the loop has been running for a while, and every interval looks like this one, but that engines which are alike may have
changed places.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from markupsafe import Markup

from asyncir.diagnostics.words import counted, listing
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.dialects.verification import line_of, span_of
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.marks import MODULO_SCHEDULE
from asyncir.ir.symbols import symbol_around, symbol_name
from asyncir.ir.walk import walk
from asyncir.tools.pages import filled, part
from asyncir.tools.view.page import moves
from asyncir.tools.view.records import Record
from asyncir.tools.view.shapes import Shape, steps

WIDTH, ROW, HEAD = 860, 26, 30
"""In pixels: a picture without names, the height of a row, the room above the rows."""
_LETTER = 6.2
_MOST_INTERVALS = 1000
"""No schedule that is drawn spreads an iteration over more, and no machine has more engines of a kind."""


@dataclass(frozen=True, slots=True)
class ScheduledStatement:
    """One statement of a schedule."""

    name: str
    """Its number or its name, and what it does."""
    line: int | None
    engine: str
    start: int
    latency: int
    busy: Mapping[str, int]
    stage: int
    critical: bool
    """Whether it is part of what sets the lower bound."""

    @property
    def short(self) -> str:
        """Its number or its name alone."""
        return self.name.partition(":")[0]

    @property
    def end(self) -> int:
        """When its engine is free again."""
        return self.start + self.busy.get(self.engine, 1)


@dataclass(frozen=True, slots=True)
class RecordedSchedule:
    """What the record on a loop says."""

    title: str
    interval: int
    least: int
    sequential: int
    bound: Record
    critical: Sequence[int]
    """The statements that set the lower bound, in order."""
    engines: Mapping[str, tuple[int, bool]]
    """How many, and whether they are asynchronous."""
    statements: tuple[ScheduledStatement, ...]


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a picture."""

    name: str
    note: str
    css: str
    boxes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Rows over a line of time."""

    caption: str
    lines: tuple[TableRow, ...]
    ticks: tuple[tuple[float, str], ...]
    bands: tuple[tuple[float, float, str], ...] = ()
    arrows: tuple[Shape, ...] = ()

    @property
    def names_width(self) -> int:
        """Room for the names of the rows."""
        return int(max((len(line.name) for line in self.lines), default=0) * _LETTER) + 14

    @property
    def height(self) -> int:
        """In pixels."""
        return HEAD + len(self.lines) * ROW + 4


def schedules_html(module: ModuleOp) -> Markup:
    """The sections of all loops of which the schedule was found; empty where there is none."""
    found = schedules_in(module)
    if not found:
        return Markup("")
    sections = [
        {"schedule": one, "facts": facts(one), "why": why(one), "pictures": (flat(one), table(one))}
        for one in found
    ]
    stages = range(max(statement.stage for one in found for statement in one.statements) + 1)
    css = part("view", "reservations.css").strip()
    sizes = {"row": ROW, "head": HEAD, "width": WIDTH}
    return filled("view", "reservations.html", sections=sections, css=css, stages=stages, **sizes)


# ---- what the record says ----


def schedules_in(module: ModuleOp) -> list[RecordedSchedule]:
    """The schedules that loops have on record, each once."""
    found: dict[object, RecordedSchedule] = {}
    for op in walk(module):
        record = op.attributes.get(MODULO_SCHEDULE)
        # A loop that is kept beside its pipeline has the same record, and stood in the same place.
        if record is not None and (one := _read(op, Record(record))) is not None:
            found.setdefault((span_of(op) or len(found), record), one)
    return list(found.values())


def _read(loop: Operation, record: Record) -> RecordedSchedule | None:
    """The schedule; None where somebody has written something else there."""
    bound, interval = record.record("bound"), record.count("interval")
    critical = bound.numbers("statements")
    statements = tuple(
        ScheduledStatement(
            *_name(loop, n, row.text("name")),
            engine=row.text("engine"),
            start=row.count("start", 0, least=0),
            latency=row.count("latency"),
            busy=row.record("busy").counts(),
            stage=row.count("start", 0, least=0) // interval,
            critical=n in critical,
        )
        for n, row in enumerate(record.records("statements"))
    )
    kinds = record.record("engines")
    engines = {e: (kinds.record(e).count("count"), kinds.record(e).has("asynchronous")) for e in kinds.items}
    longest = max((max(s.start, s.latency, *s.busy.values()) for s in statements), default=0)
    most = max((count for count, _ in engines.values()), default=1)
    if not longest or longest > _MOST_INTERVALS * interval or most > _MOST_INTERVALS:
        return None
    if not critical or not all(0 <= n < len(statements) for n in critical):
        return None
    least, sequential = record.count("least"), record.count("sequential")
    return RecordedSchedule(_title(loop), interval, least, sequential, bound, critical, engines, statements)


def _name(loop: Operation, n: int, name: str) -> tuple[str, int | None]:
    """What a statement is called, and its line, as far as it still exists."""
    statements = statements_of(loop)
    if n >= len(statements):
        return name, None
    does = moves(Effects().of(statements[n]))
    return f"{name}: {does}" if does else name, line_of(statements[n])


def _title(loop: Operation) -> str:
    counter = loop.regions[0].block.args[0].name_hint if loop.regions else None
    around = symbol_around(loop)
    function = "?" if around is None else symbol_name(around)
    where = "" if (line := line_of(loop)) is None else f", line {line}"
    return f"Schedule: loop {f'%{counter}' if counter else 'without a name'} of @{function}{where}"


# ---- in words ----


def facts(one: RecordedSchedule) -> list[str]:
    """What is to be known first."""
    best = "no schedule is faster: proved"
    if one.least != one.interval:
        gap = 100 * (one.interval - one.least) / one.least
        best = f"no schedule takes fewer than {one.least}; whether one takes fewer than this is open ({gap:.1f} %)"
    return [
        f"an iteration begins every {counted(one.interval, 'cycle')}",
        best,
        f"one statement after the other: {one.sequential}, {one.sequential / one.interval:.2f} times as long",
        counted(max(statement.stage for statement in one.statements) + 1, "stage"),
    ]


def why(one: RecordedSchedule) -> str:
    """What keeps iterations from following each other sooner."""
    kind, least = one.bound.text("kind"), one.bound.count("interval")
    cycles = one.bound.count("cycles", 0, least=0)
    names = [one.statements[n].short for n in one.critical]
    if kind == "engine":
        engine = one.bound.text("engine")
        count = one.engines.get(engine, (1, False))[0]
        what = f"statement{'' if len(names) == 1 else 's'} {listing(names)}"
        who = f"engine {engine} is" if count == 1 else f"the {count} engines {engine} are"
        said = f"{who} busy for {counted(cycles, 'cycle')} of each iteration, with {what}"
    elif kind == "recurrence":
        over = counted(one.bound.count("iterations"), "iteration")
        circle = " → ".join([*names, names[0]])
        said = f"the recurrence {circle} takes {counted(cycles, 'cycle')}, and comes back after {over}"
    else:
        said = f"the statements {' → '.join(names)} wait for each other, and only so many stages are allowed"
    if least == one.interval:
        return f"What sets the interval: {said}."
    return f"{least} cycles would be needed in any case: {said}. The rest is how statements fit beside each other."


# ---- as pictures ----


def flat(one: RecordedSchedule) -> TablePicture:
    """One iteration: a row for each statement, a band for each stage."""
    last = max(max(s.end, s.start + s.latency) for s in one.statements)
    ghost = _comes_back(one)
    scale = WIDTH / max(last, ghost[1].end if ghost else 0)
    lines: list[TableRow] = []
    for row, s in enumerate(one.statements):
        css = f"r{s.stage % 8}{' critical' if s.critical else ''}"
        x, width = s.start * scale, (s.end - s.start) * scale
        tail = max(0, s.start + s.latency - s.end) * scale
        boxes = [Shape(x, width=width, css=css, text=_between(s, width), title=_tells(s), tail=tail)]
        if ghost is not None and ghost[0] == row:
            at = ghost[1].start
            title = f"{s.name}, of a later iteration, from cycle {at} on"
            boxes.append(Shape(at * scale, width=width, css="ghost", title=title))
        lines.append(TableRow(s.name, s.engine, "chain" if s.critical else "", tuple(boxes)))
    stages = max(s.stage for s in one.statements) + 1
    bands = tuple(
        (k * one.interval * scale, min(one.interval, max(last - k * one.interval, 0)) * scale, f"stage {k}")
        for k in range(stages)
    )
    begins = [k * one.interval for k in range(int(WIDTH / scale / one.interval) + 1)]
    ticks = tuple((cycle * scale, str(cycle)) for cycle in begins)
    return TablePicture("One iteration", tuple(lines), ticks, bands, tuple(_arrows(one, scale, ghost)))


def _comes_back(one: RecordedSchedule) -> tuple[int, ScheduledStatement] | None:
    """The first statement of the recurrence again, iterations later: its row, and when."""
    if one.bound.text("kind") != "recurrence":
        return None
    first = min(one.critical, key=lambda n: one.statements[n].start)
    s = one.statements[first]
    return first, replace(s, start=s.start + one.bound.count("iterations") * one.interval)


def _arrows(
    one: RecordedSchedule, scale: float, ghost: tuple[int, ScheduledStatement] | None
) -> Iterator[Shape]:
    """The recurrence: from each statement to the one that waits for it."""
    if ghost is None:
        return
    first = one.critical.index(ghost[0])
    around = [*one.critical[first:], *one.critical[:first]]
    for source, target in zip(around, (*around[1:], None), strict=True):
        s, row = one.statements[source], ghost[0] if target is None else target
        end = ghost[1].start if target is None else one.statements[target].start
        x, y = min(s.start + s.latency, end) * scale, HEAD + source * ROW + ROW / 2
        to, down = end * scale, HEAD + row * ROW + ROW / 2
        title = f"{s.name} → {one.statements[row].name}"
        yield Shape(x, title=title, path=f"M{x:.1f} {y:.1f}L{to:.1f} {down:.1f}")


def _between(s: ScheduledStatement, width: float) -> str:
    """From when to when, if there is room to say it."""
    text = f"{s.start} - {s.end}"
    return text if len(text) * _LETTER < width - 4 else ""


def _tells(s: ScheduledStatement) -> str:
    busy = ", ".join(f"{name} for {counted(cycles, 'cycle')}" for name, cycles in s.busy.items())
    where = f" (line {s.line})" if s.line else ""
    return f"{s.name}{where}: from cycle {s.start} on it keeps {busy}; its result is there at {s.start + s.latency}"


class _Piece(NamedTuple):
    """A statement of an iteration on an engine, on the line of time."""

    begin: int
    end: int
    iteration: int
    statement: ScheduledStatement


def table(one: RecordedSchedule) -> TablePicture:
    """The reservation table: a row for each engine, one interval wide, when the loop has been running for a while."""
    scale = WIDTH / one.interval
    bound = one.bound.text("engine") if one.bound.text("kind") == "engine" else None
    longest = max(s.start + max((*s.busy.values(), 1)) for s in one.statements)
    now = longest // one.interval + 1
    lines: list[TableRow] = []
    for engine, (count, asynchronous) in one.engines.items():
        units = _units(one, engine, now)
        if not any(units):
            continue
        cycles = sum(s.busy.get(engine, 0) for s in one.statements)
        share = f"{100 * cycles / (one.interval * count):.0f} % busy"
        css = " ".join(["asynchronous"] * asynchronous + ["critical"] * (engine == bound))
        for unit, pieces in enumerate([*units, *([] for _ in range(count - len(units)))]):
            name = f"{engine} {unit}" if count > 1 else engine
            boxes = tuple(_box(piece, one, now, scale) for piece in pieces)
            lines.append(TableRow(name, share if unit == 0 else "", css, boxes))
    step = next(step for step in steps() if one.interval / step <= 14)
    ticks = tuple((cycle * scale, str(cycle)) for cycle in range(0, one.interval + 1, step))
    return TablePicture("Every interval, once the loop has been running for a while", tuple(lines), ticks)


def _units(one: RecordedSchedule, engine: str, now: int) -> list[list[_Piece]]:
    """Which engine of that name does what in interval `now`: work takes the first one that is free."""
    pieces = [
        _Piece(s.start + k * one.interval, s.start + k * one.interval + s.busy[engine], k, s)
        for s in one.statements
        if engine in s.busy
        for k in range(now + 1)
    ]
    units: list[list[_Piece]] = []
    for piece in sorted(pieces, key=lambda piece: piece[:2]):
        free = next((unit for unit in units if unit[-1].end <= piece.begin), None)
        if free is None:
            units.append([piece])
        else:
            free.append(piece)
    low, high = now * one.interval, (now + 1) * one.interval
    return [[p for p in unit if p.begin < high and p.end > low] for unit in units]


def _box(piece: _Piece, one: RecordedSchedule, now: int, scale: float) -> Shape:
    low, high = now * one.interval, (now + 1) * one.interval
    begin, end = max(piece.begin, low) - low, min(piece.end, high) - low
    age = now - piece.iteration
    which = "i" if age == 0 else f"i - {age}"
    width = (end - begin) * scale
    name, short = piece.statement.name, piece.statement.short
    texts = {f"{name}  [{which}]": 6, f"{short} [{which}]": 6, short: 2}
    text = next((text for text, margin in texts.items() if len(text) * _LETTER <= width - margin), "")
    torn = (*([0.0] if piece.begin < low else []), *([float(WIDTH)] if piece.end > high else []))
    title = f"iteration {which}: {_tells(piece.statement)}; here from {begin} to {end}"
    css = f"r{piece.statement.stage % 8}"
    return Shape(begin * scale, width=width, css=css, text=text, title=title, torn=torn)
