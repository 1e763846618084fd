"""The diagrams as a part of the page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from markupsafe import Markup

from asyncir.diagnostics import Diagnostic
from asyncir.diagnostics.words import counted
from asyncir.simulation.model import LoopPipeline
from asyncir.tools.pages import filled
from asyncir.tools.view.pipelines.picture import BOX, Picture, picture_of, scale_of


def pipelines_html(
    shown: Sequence[LoopPipeline], remarks: Sequence[Diagnostic], lines: Sequence[Markup]
) -> Markup:
    """The sections of all loops; `lines` are those of the program, coloured."""
    sections = [
        {
            "number": n,
            "title": _title(one, shown),
            "facts": _facts(one),
            "note": _note(one),
            "pipeline": one,
            "code": _code(one, lines),
            "pictures": _pictures(one, f"p{n}-"),
        }
        for n, one in enumerate(shown)
    ]
    notes = [(r.code, r.message, r.span.line if r.span is not None else None) for r in remarks]
    return filled("view", "pipelines", "pipelines.html", sections=sections, remarks=notes, box=BOX)


def _pictures(one: LoopPipeline, prefix: str) -> list[Picture]:
    """The loop before and after."""
    if one.before is None or one.after is None:
        return []
    scale = scale_of(one)
    before = picture_of(one, one.before, "One statement after the other", prefix, scale)
    after = picture_of(one, one.after, "Pipelined", prefix, scale)
    widest = max(before.names_width, after.names_width)
    return [replace(picture, names_width=widest) for picture in (before, after)]


def _title(one: LoopPipeline, shown: Sequence[LoopPipeline]) -> str:
    name = f" %{one.loop}" if one.loop else ""
    where = f", line {one.line}" if one.line else ""
    inside = f", inside of %{shown[one.inside].loop}" if one.inside is not None else ""
    return f"Software pipeline: loop{name} of @{one.function}{where}{inside}"


def _facts(one: LoopPipeline) -> list[str]:
    before, after = one.before, one.after
    if before is None or after is None:
        return []
    times = f"{before.length / after.length:.2f}" if after.length else "1"
    take = "takes" if after.trips == 1 else "take"
    facts = [
        f"{counted(after.trips, 'iteration')} {take} {before.length} one after the other and {after.length} pipelined: "
        f"{times} times as fast",
        f"at most {counted(after.at_once, 'iteration')} under way at once",
        f"the thread is held up by waits for {after.blocked} of {after.length}",
    ]
    if one.interval is not None:
        facts.append(f"an iteration every {after.interval:.1f}, where the schedule has {one.interval}")
    if one.memories:
        facts.append(", ".join(f"{m.slots} copies of {m.name}" for m in one.memories))
    if after.executions > 1:
        facts.append(f"the loop runs {after.executions} times; this is the first of its longest runs")
    return facts


def _note(one: LoopPipeline) -> str:
    if one.before is None:
        return f"No run is shown: {one.why}."
    times = "each statement takes one unit"
    if one.measured:
        times = "each statement takes as long as the description of the machine says"
    return (
        "What ran in which order, which copy it touched and what each wait retired is from the interpreter's run of "
        f"{one.call}. Times are simulated: {times}, and the groups of a queue run in order, beside the thread."
    )


def _code(one: LoopPipeline, lines: Sequence[Markup]) -> list[tuple[int, Markup]]:
    """From the loop's line to the one that closes it."""
    found: list[tuple[int, Markup]] = []
    depth = 0
    for number, line in enumerate(lines, start=1):
        if one.line is None or number < one.line:
            continue
        found.append((number, line))
        depth += line.count("{") - line.count("}")
        if depth <= 0:
            break
    written = [n for statement in one.statements for n in statement.lines]
    shown = {number for number, _ in found}
    return found if shown.issuperset(written) else []
