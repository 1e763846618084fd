"""A run on a machine as a page: one row for each engine, a bar for each work and wait, and tables."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.diagnostics.words import counted
from asyncir.dialects.verification import line_of
from asyncir.simulation.spans import EngineSpan, MachineRun, SpanKind
from asyncir.tools.pages import filled, part
from asyncir.tools.simulate.report import what

ROW, BAR, NAMES, WIDTH = 26, 18, 120, 1400
"""The height of a row and of a bar, the room for names, and the least width of the picture, in pixels."""
_MOST_BARS = 30_000
_PER_BAR = 9
"""So wide is a bar in the mean."""
_MOST_WIDTH = 24_000


@dataclass(frozen=True, slots=True)
class Bar:
    """A work or a wait."""

    x: float
    width: float
    tail: float
    """From when the engine is free until the work has arrived."""
    y: int
    css: str
    title: str
    text: str


@dataclass(frozen=True, slots=True)
class Row:
    """An engine."""

    name: str
    y: int
    share: float


@dataclass(frozen=True, slots=True)
class Page:
    """All that is shown."""

    title: str
    facts: tuple[str, ...]
    note: str
    rows: tuple[Row, ...]
    bars: tuple[Bar, ...]
    ticks: tuple[tuple[float, int], ...]
    width: int
    height: int
    names: int


def html_of(title: str, source: str, run: MachineRun) -> str:
    """The page; whatever comes from the program is escaped."""
    lines = source.splitlines()
    path = [(span, what(span), _line(span, lines)) for span in run.critical_path()]
    return filled(
        *("simulate", "page.html"),
        page=_page(title, run, lines),
        run=run,
        path=path[:400],
        left=max(len(path) - 400, 0),
        memories=sorted(run.peaks.items()),
        css=part("simulate", "page.css").strip(),
    )


def _page(title: str, run: MachineRun, lines: list[str]) -> Page:
    used = {(span.engine, span.lane) for span in run.spans}
    shares = run.utilisation()
    lanes = [
        (one.name, lane, one.count)
        for one in run.engines
        for lane in range(one.count)
        if (one.name, lane) in used
    ]
    places = {(name, lane): number * ROW + 24 for number, (name, lane, _) in enumerate(lanes)}
    busiest = max((sum(span.engine == name for span in run.spans) for name, _, _ in lanes), default=0)
    width = min(max(WIDTH, busiest * _PER_BAR), _MOST_WIDTH)
    scale = width / max(run.cycles, 1)
    on_path = set(map(id, run.critical_path()))
    shown = run.spans[:_MOST_BARS]
    bars = [_bar(span, places[span.engine, span.lane], scale, lines, id(span) in on_path) for span in shown]
    left = len(run.spans) - len(shown)
    return Page(
        title,
        (
            f"{counted(run.cycles, 'cycle')} on {run.machine}",
            counted(sum(span.kind is SpanKind.WORK for span in run.spans), "work"),
            f"critical path of {counted(len(on_path), 'step')}",
        ),
        f"Only the first {len(shown):,} bars are drawn; {left:,} come later." if left else "",
        tuple(
            Row(f"{name} {lane}" if count > 1 else name, places[name, lane], shares[name])
            for name, lane, count in lanes
        ),
        tuple(bars),
        tuple(_ticks(run.cycles, scale)),
        width,
        len(lanes) * ROW + 30,
        NAMES,
    )


def _bar(span: EngineSpan, y: int, scale: float, lines: list[str], is_critical: bool) -> Bar:
    end = span.free if span.kind is SpanKind.WORK else span.end
    title = f"{what(span)}\n{span.begin} to {span.end}, given at {span.given}\n{_line(span, lines)}"
    x, width = span.begin * scale, max((end - span.begin) * scale, 1.0)
    line = line_of(span.op)
    text = f"{line}" if line and width > 26 else ""
    css = f"{span.kind}{' critical' if is_critical else ''}"
    return Bar(x, width, max(span.end - end, 0) * scale, y, css, title, text)


def _line(span: EngineSpan, lines: list[str]) -> str:
    line = line_of(span.op)
    return lines[line - 1].strip()[:200] if line is not None and 0 < line <= len(lines) else ""


def _ticks(cycles: int, scale: float) -> list[tuple[float, int]]:
    step = 1
    while step * scale < 90:
        step *= 10 if str(step)[0] == "1" and step * 10 * scale < 90 else 2 if str(step)[0] == "1" else 5
    return [(time * scale, time) for time in range(0, cycles + 1, step)]
