"""The schedules of loops as pictures: one iteration on a line of time, and which engine does what in one interval.

A schedule is read from the record that `schedule-loops` leaves on a loop. The second picture is a modulo reservation table:
the loop has been running for a while, and every interval looks like this one, but that engines which are alike may have
changed places.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import cast

from markupsafe import Markup

from asyncir.diagnostics.words import counted, listing
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import number, statements_of
from asyncir.dialects.verification import span_of
from asyncir.ir import ArrayAttr, Attribute, DictionaryAttr, ModuleOp, Operation, StringAttr, UnitAttr
from asyncir.ir.marks import MODULO_SCHEDULE
from asyncir.ir.walk import walk
from asyncir.tools.pages import filled, part
from asyncir.tools.view.page import moves

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
    method: str
    sequential: int
    bound: Mapping[str, Attribute]
    engines: Mapping[str, tuple[int, bool]]
    """How many, and whether they are asynchronous."""
    statements: tuple[ScheduledStatement, ...]


@dataclass(frozen=True, slots=True)
class TableBox:
    """A rectangle, from cycle to cycle."""

    x: float
    width: float
    css: str
    text: str
    title: str
    tail: float = 0.0
    """How far the latency reaches beyond it."""
    torn: tuple[float, ...] = ()
    """Where it goes on outside of the picture."""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a picture."""

    name: str
    note: str
    css: str
    boxes: tuple[TableBox, ...]


@dataclass(frozen=True, slots=True)
class TableArrow:
    """From the end of a statement, a row, to the beginning of another one."""

    path: str
    title: str


@dataclass(frozen=True, slots=True)
class TablePicture:
    """Rows over a line of time."""

    caption: str
    lines: tuple[TableRow, ...]
    ticks: tuple[tuple[float, str], ...]
    bands: tuple[tuple[float, float, str], ...] = ()
    arrows: tuple[TableArrow, ...] = ()

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
        if isinstance(record, DictionaryAttr):
            # A loop that is kept beside its pipeline has the same record, and stood in the same place.
            one, key = _read(op, record.data), (span_of(op) or len(found), record)
            if one is not None:
                found.setdefault(key, one)
    return list(found.values())


def _read(loop: Operation, record: Mapping[str, Attribute]) -> RecordedSchedule | None:
    """The schedule; None where somebody has written something else there."""
    interval = max(number(record, "interval") or 1, 1)
    bound = _items(record.get("bound"))
    critical = {-1 if (n := number({"n": one}, "n")) is None else n for one in _list(bound.get("statements"))}
    rows = [_items(row) for row in _list(record.get("statements"))]
    statements = tuple(
        ScheduledStatement(
            *_name(loop, n, _text(row.get("name"))),
            engine=_text(row.get("engine")),
            start=(start := max(number(row, "start") or 0, 0)),
            latency=max(number(row, "latency") or 1, 1),
            busy={
                name: max(number(_items(row.get("busy")), name) or 1, 1) for name in _items(row.get("busy"))
            },
            stage=start // interval,
            critical=n in critical,
        )
        for n, row in enumerate(rows)
    )
    engines = {
        name: (
            max(number(_items(one), "count") or 1, 1),
            isinstance(_items(one).get("asynchronous"), UnitAttr),
        )
        for name, one in _items(record.get("engines")).items()
    }
    longest = max((max(s.start, s.latency, *s.busy.values()) for s in statements), default=0)
    most = max((count for count, _ in engines.values()), default=1)
    if not longest or longest > _MOST_INTERVALS * interval or most > _MOST_INTERVALS:
        return None
    if not critical or not all(0 <= n < len(statements) for n in critical):
        return None
    least, sequential = max(number(record, "least") or 1, 1), max(number(record, "sequential") or 1, 1)
    method = _text(record.get("method"))
    return RecordedSchedule(_title(loop), interval, least, method, sequential, bound, engines, statements)


def _name(loop: Operation, n: int, name: str) -> tuple[str, int | None]:
    """What a statement is called, and its line, as far as it still exists."""
    statements = statements_of(loop)
    if n >= len(statements):
        return name, None
    span = span_of(statements[n])
    does = moves(Effects().of(statements[n]))
    return f"{name}: {does}" if does else name, span.line if span is not None else None


def _title(loop: Operation) -> str:
    counter = loop.regions[0].block.args[0].name_hint if loop.regions else None
    around = loop.parent_op()
    while around is not None and not isinstance(around.properties.get("sym_name"), StringAttr):
        around = around.parent_op()
    function = _text(around.properties["sym_name"]) if around is not None else "?"
    span = span_of(loop)
    where = f", line {span.line}" if span is not None else ""
    return f"Schedule: loop {f'%{counter}' if counter else 'without a name'} of @{function}{where}"


def _items(attribute: Attribute | None) -> Mapping[str, Attribute]:
    return attribute.data if isinstance(attribute, DictionaryAttr) else {}


def _list(attribute: Attribute | None) -> Sequence[Attribute]:
    return cast("ArrayAttr[Attribute]", attribute).data if isinstance(attribute, ArrayAttr) else ()


def _text(attribute: Attribute | None) -> str:
    return attribute.data if isinstance(attribute, StringAttr) else "?"


# ---- in words ----


def facts(one: RecordedSchedule) -> list[str]:
    """What is to be known first."""
    stages = max(statement.stage for statement in one.statements) + 1
    said = [f"an iteration begins every {counted(one.interval, 'cycle')}"]
    if one.least == one.interval:
        said.append("no schedule is faster: proved")
    else:
        gap = 100 * (one.interval - one.least) / one.least
        said.append(
            f"no schedule takes fewer than {one.least}; whether one takes fewer than this is open ({gap:.1f} %)"
        )
    said.append(
        f"one statement after the other: {one.sequential}, {one.sequential / one.interval:.2f} times as long"
    )
    said.append(counted(stages, "stage"))
    return said


def why(one: RecordedSchedule) -> str:
    """What keeps iterations from following each other sooner."""
    kind, least = _text(one.bound.get("kind")), number(one.bound, "interval") or 1
    cycles = number(one.bound, "cycles") or 0
    order = [number({"n": n}, "n") or 0 for n in _list(one.bound.get("statements"))]
    names = [one.statements[n].short for n in order]
    if kind == "engine":
        engine = _text(one.bound.get("engine"))
        count = one.engines.get(engine, (1, False))[0]
        who = f"engine {engine} is" if count == 1 else f"the {count} engines {engine} are"
        said = f"{who} busy for {counted(cycles, 'cycle')} of each iteration, with {_statements(names)}"
    elif kind == "recurrence":
        over = counted(number(one.bound, "iterations") or 1, "iteration")
        circle = " → ".join([*names, names[0]])
        said = f"the recurrence {circle} takes {counted(cycles, 'cycle')}, and comes back after {over}"
    else:
        said = f"the statements {' → '.join(names)} wait for each other, and only so many stages are allowed"
    if least == one.interval:
        return f"What sets the interval: {said}."
    return f"{least} cycles would be needed in any case: {said}. The rest is how statements fit beside each other."


def _statements(names: Sequence[str]) -> str:
    return f"statement{'' if len(names) == 1 else 's'} {listing(names)}"


# ---- as pictures ----


def flat(one: RecordedSchedule) -> TablePicture:
    """One iteration: a row for each statement, a band for each stage."""
    last = max(max(s.end, s.start + s.latency) for s in one.statements)
    ghost = _comes_back(one)
    scale = WIDTH / max(last, ghost[1].end if ghost else 0)
    lines = [
        TableRow(
            s.name,
            s.engine,
            "chain" if s.critical else "",
            (
                TableBox(
                    *(
                        s.start * scale,
                        (s.end - s.start) * scale,
                        f"r{s.stage % 8}{' critical' if s.critical else ''}",
                    ),
                    *(_between(s, (s.end - s.start) * scale), _tells(s)),
                    max(0, s.start + s.latency - s.end) * scale,
                ),
            ),
        )
        for s in one.statements
    ]
    if ghost is not None:
        row, again = ghost
        box = TableBox(
            *(again.start * scale, (again.end - again.start) * scale, "ghost", ""),
            f"{again.name}, of a later iteration, from cycle {again.start} on",
        )
        lines[row] = TableRow(lines[row].name, lines[row].note, lines[row].css, (*lines[row].boxes, box))
    stages = max(s.stage for s in one.statements) + 1
    bands = tuple(
        (k * one.interval * scale, min(one.interval, max(last - k * one.interval, 0)) * scale, f"stage {k}")
        for k in range(stages)
    )
    ticks = tuple(
        (k * one.interval * scale, str(k * one.interval))
        for k in range(int(WIDTH / scale / one.interval) + 1)
    )
    return TablePicture("One iteration", tuple(lines), ticks, bands, tuple(_arrows(one, scale, ghost)))


def _circle(one: RecordedSchedule) -> list[int]:
    """The statements of the recurrence that is the bound, in order."""
    if _text(one.bound.get("kind")) != "recurrence":
        return []
    return [number({"n": n}, "n") or 0 for n in _list(one.bound.get("statements"))]


def _comes_back(one: RecordedSchedule) -> tuple[int, ScheduledStatement] | None:
    """The first statement of the recurrence again, iterations later: its row, and when."""
    around = _circle(one)
    if not around:
        return None
    first = min(around, key=lambda n: one.statements[n].start)
    s = one.statements[first]
    later = s.start + (number(one.bound, "iterations") or 1) * one.interval
    return first, ScheduledStatement(s.name, s.line, s.engine, later, s.latency, s.busy, s.stage, s.critical)


def _arrows(
    one: RecordedSchedule, scale: float, ghost: tuple[int, ScheduledStatement] | None
) -> list[TableArrow]:
    """The recurrence: from each statement to the one that waits for it."""
    around = _circle(one)
    if ghost is None:
        return []
    first = around.index(ghost[0])
    around = around[first:] + around[:first]
    found: list[TableArrow] = []
    for source, target in zip(around, (*around[1:], None), strict=True):
        s, row = one.statements[source], ghost[0] if target is None else target
        end = ghost[1].start if target is None else one.statements[target].start
        x, y = min(s.start + s.latency, end) * scale, HEAD + source * ROW + ROW / 2
        to, down = end * scale, HEAD + row * ROW + ROW / 2
        found.append(
            TableArrow(f"M{x:.1f} {y:.1f}L{to:.1f} {down:.1f}", f"{s.name} → {one.statements[row].name}")
        )
    return found


def _between(s: ScheduledStatement, width: float) -> str:
    """From when to when, if there is room to say it."""
    text = f"{s.start} - {s.end}"
    return text if len(text) * _LETTER < width - 4 else ""


def _tells(s: ScheduledStatement) -> str:
    busy = ", ".join(f"{name} for {counted(cycles, 'cycle')}" for name, cycles in s.busy.items())
    where = f" (line {s.line})" if s.line else ""
    return f"{s.name}{where}: from cycle {s.start} on it keeps {busy}; its result is there at {s.start + s.latency}"


@dataclass(frozen=True, slots=True)
class _Piece:
    """A statement of an iteration on an engine, on the line of time."""

    statement: ScheduledStatement
    iteration: int
    begin: int
    end: int


def table(one: RecordedSchedule) -> TablePicture:
    """The reservation table: a row for each engine, one interval wide, when the loop has been running for a while."""
    scale = WIDTH / one.interval
    bound = _text(one.bound.get("engine")) if _text(one.bound.get("kind")) == "engine" else None
    longest = max(s.start + max((*s.busy.values(), 1)) for s in one.statements)
    now = longest // one.interval + 1
    lines: list[TableRow] = []
    for engine, (count, asynchronous) in one.engines.items():
        units = _units(one, engine, now)
        if not any(units):
            continue
        cycles = sum(s.busy.get(engine, 0) for s in one.statements)
        for unit in range(max(count, len(units))):
            pieces = units[unit] if unit < len(units) else []
            name = f"{engine} {unit}" if count > 1 else engine
            share = f"{100 * cycles / (one.interval * count):.0f} % busy" if unit == 0 else ""
            kind = "asynchronous" if asynchronous else ""
            lines.append(
                TableRow(
                    name,
                    share,
                    " ".join(filter(None, (kind, "critical" if engine == bound else ""))),
                    tuple(_box(piece, one, now, scale) for piece in pieces),
                )
            )
    step = _step(one.interval)
    ticks = tuple((cycle * scale, str(cycle)) for cycle in range(0, one.interval + 1, step))
    return TablePicture("Every interval, once the loop has been running for a while", tuple(lines), ticks)


def _units(one: RecordedSchedule, engine: str, now: int) -> list[list[_Piece]]:
    """Which engine of that name does what in interval `now`: work takes the first one that is free."""
    pieces = sorted(
        (
            _Piece(s, k, s.start + k * one.interval, s.start + k * one.interval + s.busy[engine])
            for s in one.statements
            if engine in s.busy
            for k in range(now + 1)
        ),
        key=lambda piece: (piece.begin, piece.end),
    )
    units: list[list[_Piece]] = []
    for piece in pieces:
        free = next((unit for unit in units if unit[-1].end <= piece.begin), None)
        if free is None:
            units.append([piece])
        else:
            free.append(piece)
    low, high = now * one.interval, (now + 1) * one.interval
    return [[p for p in unit if p.begin < high and p.end > low] for unit in units]


def _box(piece: _Piece, one: RecordedSchedule, now: int, scale: float) -> TableBox:
    low, high = now * one.interval, (now + 1) * one.interval
    begin, end = max(piece.begin, low) - low, min(piece.end, high) - low
    age = now - piece.iteration
    which = "i" if age == 0 else f"i - {age}"
    width = (end - begin) * scale
    text = f"{piece.statement.name}  [{which}]"
    if len(text) * _LETTER > width - 6:
        text = f"{piece.statement.short} [{which}]"
    if len(text) * _LETTER > width - 6:
        text = piece.statement.short
    if len(text) * _LETTER > width - 2:
        text = ""
    torn = ((0.0,) if piece.begin < low else ()) + ((float(WIDTH),) if piece.end > high else ())
    title = f"iteration {which}: {_tells(piece.statement)}; here from {begin} to {end}"
    return TableBox(begin * scale, width, f"r{piece.statement.stage % 8}", text, title, 0.0, torn)


def _step(interval: int) -> int:
    """The distance of the marks: 1, 2 or 5 times a power of ten, about ten of them."""
    step = 1
    while interval / step > 14:
        digits = str(step)
        step = step * 5 // 2 if digits[0] == "2" else step * 2
    return step
