"""The table as text and as data."""

from __future__ import annotations

import os
import platform
import statistics
from collections.abc import Sequence

from goals import HOW, Goal, Key
from measure import Outcome
from rich.console import Console
from rich.table import Column, Table
from rows import Row
from turns import Samples

CONSOLE = Console(width=140, highlight=False)
STYLES = {"met": "green", "missed": "red"}
SCALES = {"size": "", "quick": ", quick: smaller sizes", "tiny": ", tiny: the figures mean nothing"}


def processor() -> str:
    """The processor's name."""
    with open("/proc/cpuinfo", encoding="utf-8") as file:
        names = [line.partition(":")[2].strip() for line in file if line.startswith("model name")]
    return names[0] if names else platform.machine()


def print_header(scale: str) -> None:
    """Where and when: other work on the machine spoils times on the wall."""
    load = os.getloadavg()[0]
    real_time = os.sched_getscheduler(0) in (os.SCHED_FIFO, os.SCHED_RR)
    priority = "real-time priority" if real_time else "normal priority"
    count = len(os.sched_getaffinity(0))
    CONSOLE.print(f"{processor()}, {count} processors, load {load:.1f}, {priority}{SCALES[scale]}")


def number(value: float | None) -> str:
    """Three digits or so."""
    if value is None:
        return ""
    if abs(value) >= 1e6:
        return f"{value * 1e-6:.3g}e6"
    return f"{value:.0f}" if abs(value) >= 100 else f"{value:.3g}"


def title(row: Row) -> str:
    """What the row measures, and in which unit."""
    unit = "milliseconds in 10 s" if row.idle else f"nanoseconds a {row.unit}"
    return f"{row.name}: {row.title}; {unit}"


def print_row(row: Row, outcome: Outcome) -> None:
    """All contestants of a row."""
    CONSOLE.print(title(row), style="bold")
    times = (
        ("CPU",)
        if row.idle
        else ("CPU median", "min", "wall median", "min", "waited", "/ plain C", "/ asyncir")
    )
    table = Table("", *(Column(name, justify="right") for name in ("threads", *times)))
    if row.memory:
        table.add_column("bytes", justify="right")
    for key in [(entry.name, n) for entry in row.entries for n in entry.threads]:
        if (samples := outcome.results.get(key)) is not None:
            figures = [number(samples.cpu[0])] if row.idle else times_of(key, samples, outcome)
            memory = [number(samples.growth)] if row.memory else []
            table.add_row(key[0], str(key[1]), *figures, *memory)
    CONSOLE.print(table)
    for (name, threads), reason in outcome.without.items():
        CONSOLE.print(f"  {name}, threads: {threads}: not measured: {reason}", style="yellow")
    for (name, threads), reason in outcome.failed.items():
        CONSOLE.print(f"  {name}, threads: {threads}: {reason}", style="red")
    for remark in remarks(outcome):
        CONSOLE.print(f"  {remark}", style="yellow")
    for goal in row.goals:
        print_goal(goal, outcome)
    CONSOLE.print()


def times_of(key: Key, samples: Samples, outcome: Outcome) -> list[str]:
    """The times of a contestant, how much of them it waited for a processor, and their ratios to others'."""
    times = [how(values) for values in (samples.cpu, samples.wall) for how in HOW.values()]
    ratios = [ratio(key, samples, outcome, base) for base in bases(key, outcome)]
    return [*map(number, times), f"{statistics.median(samples.waited):.0%}", *map(number, ratios)]


def bases(key: Key, outcome: Outcome) -> tuple[Key | None, Key | None]:
    """What a contestant is compared with: plain C, which has one thread, and asyncir on as many threads."""
    plain = next((k for k in outcome.results if k[0].startswith("plain C")), None)
    mine = next((k for k in outcome.results if k[0].startswith("asyncir") and k[1] == key[1]), None)
    return plain, mine


def ratio(key: Key, samples: Samples, outcome: Outcome, base: Key | None) -> float | None:
    """How the medians compare: processor time on one thread, time on the wall on more."""
    if base is None or base == key:
        return None
    other = outcome.results[base]
    mine, theirs = (samples.cpu, other.cpu) if key[1] == 1 else (samples.wall, other.wall)
    return statistics.median(mine) / statistics.median(theirs) if mine and theirs else None


def remarks(outcome: Outcome) -> list[str]:
    """What a reader has to know about a row."""
    mine = outcome.results.get(("asyncir", 2))
    if mine is not None and mine.wall and mine.tasks == 0:
        return ["asyncir has launched no task here: it ran sequentially on both numbers of threads"]
    return []


def print_goal(goal: Goal, outcome: Outcome) -> None:
    """One figure that the row has to show."""
    verdict = verdict_of(goal, outcome)
    seen = ", ".join(f"{name} {number(goal.value(outcome.results, how))}" for name, how in HOW.items())
    text = f"  {verdict}: {goal.text} {goal.bound}" + ("" if verdict == "not measured" else f" ({seen})")
    CONSOLE.print(text, style=STYLES.get(verdict, "yellow"))


def verdict_of(goal: Goal, outcome: Outcome) -> str:
    """Whether it is met, and whether that means much."""
    verdict = goal.verdict(outcome.results, outcome.failed)
    return f"{verdict}, disturbed" if goal.disturbed(outcome.results) else verdict


def print_summary(outcomes: Sequence[tuple[Row, Outcome]]) -> None:
    """All figures that the table has to show."""
    table = Table(title="What it must show", title_justify="left", title_style="bold")
    for name in ("row", "figure", "goal", "median", "minimum", ""):
        table.add_column(name, justify="right" if name in ("goal", *HOW) else "left")
    for row, outcome in outcomes:
        for goal in row.goals:
            verdict = verdict_of(goal, outcome)
            seen = [number(goal.value(outcome.results, how)) for how in HOW.values()]
            style = STYLES.get(verdict, "yellow")
            table.add_row(row.name, goal.text, goal.bound, *seen, f"[{style}]{verdict}[/]")
    CONSOLE.print(table)
    missing = {(name, reason) for _, o in outcomes for (name, _), reason in o.without.items()}
    for name, reason in sorted(missing):
        CONSOLE.print(f"not measured: {name}: {reason}", style="yellow")
