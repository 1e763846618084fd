"""The table as data, and as docs/benchmarks.md shows it."""

from __future__ import annotations

import os
import statistics
from collections.abc import Iterator, Sequence
from typing import Any

from goals import HOW, Key
from measure import Outcome
from report import number, processor, title, verdict_of
from rows import Row


def as_data(outcomes: Sequence[tuple[Row, Outcome]], scale: str) -> dict[str, Any]:
    """All figures, for programs."""
    return {
        "processor": processor(),
        "processors": len(os.sched_getaffinity(0)),
        "load": os.getloadavg()[0],
        "scale": scale,
        "rows": [_row_data(row, outcome) for row, outcome in outcomes],
    }


def _row_data(row: Row, outcome: Outcome) -> dict[str, Any]:
    return {
        "name": row.name,
        "title": title(row),
        "samples": [{"name": n, "threads": t, **vars(s)} for (n, t), s in outcome.results.items()],
        "not measured": [{"name": n, "threads": t, "why": why} for (n, t), why in outcome.without.items()],
        "failed": [{"name": n, "threads": t, "why": why} for (n, t), why in outcome.failed.items()],
        "goals": [
            {
                "figure": goal.text,
                "goal": goal.bound,
                **{name: goal.value(outcome.results, how) for name, how in HOW.items()},
                "verdict": verdict_of(goal, outcome),
            }
            for goal in row.goals
        ],
    }


COLUMNS = ("plain C", "asyncir", "oneTBB", "libgomp", "numba", "asyncio", "MLIR")


def as_markdown(outcomes: Sequence[tuple[Row, Outcome]]) -> str:
    """Two tables: processor time on one thread / time on the wall on two, nanoseconds, medians; and the goals."""
    lines = [_line("", *COLUMNS), _line("---", *("---" for _ in COLUMNS))]
    for row, outcome in outcomes:
        if not row.idle:
            lines += _times(row, outcome)
    lines += ["", _line("row", "figure", "goal", *HOW, ""), _line(*("---" for _ in range(4 + len(HOW))))]
    for row, outcome in outcomes:
        for goal in row.goals:
            seen = [number(goal.value(outcome.results, how)) for how in HOW.values()]
            lines.append(_line(row.name, goal.text, goal.bound, *seen, verdict_of(goal, outcome)))
    return "\n".join(lines)


def _line(*texts: str) -> str:
    return f"| {' | '.join(texts)} |"


def _times(row: Row, outcome: Outcome) -> Iterator[str]:
    """A line for each variant of the row's program."""
    places = {entry.name: _place(entry.name) for entry in row.entries}
    for variant in dict.fromkeys(variant for column, variant in places.values() if column == "asyncir"):
        texts = [
            next((_cell(name, outcome) for name, place in places.items() if place == (column, variant)), "")
            for column in COLUMNS
        ]
        yield _line(f"{row.name}, {variant}" if variant else row.name, *texts)


def _place(name: str) -> tuple[str, str]:
    """The column of a contestant, and the variant of the program that it runs."""
    if name.startswith("plain C"):
        return "plain C", ""
    column, _, variant = name.partition(", ")
    return column, variant


def _cell(name: str, outcome: Outcome) -> str:
    keys: list[Key] = [(name, 1), (name, 2)]
    times = [
        number(statistics.median(samples.cpu if key[1] == 1 else samples.wall))
        for key in keys
        if (samples := outcome.results.get(key)) is not None
    ]
    if times:
        return " / ".join(times if keys[0] in outcome.results else ["", *times]).strip()
    if any(key in outcome.failed for key in keys):
        return "fails"
    return "refuses" if any(key in outcome.without for key in keys) else ""
