"""The page of a run: what its template and its script are given, as plain data."""

from __future__ import annotations

import base64
import zlib
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.diagnostics.words import counted
from asyncir.tools.seeing.critical import CriticalPath, critical_path
from asyncir.tools.seeing.history import NOTHING, History
from asyncir.tools.seeing.labels import Label
from asyncir.tools.seeing.lanes import OutsideLanes, lanes_of
from asyncir.tools.seeing.text import duration_text
from asyncir.tools.seeing.totals import KindTotal, Totals, WorkerTotal

MOST_SPANS = 1 << 20
"""So many are drawn; a browser is slow with more."""


_MOST_STEPS = 20_000
"""Pieces of the critical path that are drawn."""


@dataclass(frozen=True, slots=True)
class PathSummary:
    """The critical path in words and numbers."""

    text: str
    kinds: tuple[tuple[str, int, int, float], ...]
    """Kind, how many pieces, how long together, which share of the path; the longest first."""


@dataclass(frozen=True, slots=True)
class RunPage:
    """The whole page."""

    title: str
    facts: tuple[str, ...]
    notes: tuple[str, ...]
    kinds: tuple[KindTotal, ...]
    workers: tuple[tuple[str, WorkerTotal], ...]
    duration: int
    path: PathSummary | None
    """What the critical path comes to; None if there is none, or the recording is too long."""
    head: dict[str, Any]
    """For the script: labels, lines of the program, and where each array lies in `data`."""
    data: str
    """The arrays one behind the other, compressed (RFC 1950), in base64."""


def page_of(title: str, text: str, history: History, labels: Sequence[Label], totals: Totals) -> RunPage:
    """Everything that the page shows."""
    shown = history.spans[:MOST_SPANS]
    until = int(shown["start"][-1]) if len(shown) < len(history.spans) else history.duration
    lanes = lanes_of(history, labels)
    path = critical_path(history, lanes)
    outside = lanes.spans[lanes.spans["start"] <= until]
    drawn = numpy.sort(numpy.concatenate([shown, outside]), order=("start", "end"))
    layout, data = _packed(_arrays(history, totals, drawn, until))
    lines = text.splitlines()
    head = {
        "duration": until,
        "workers": lanes.with_workers(history),
        "lanes": len(lanes.names),
        "path": [[step.task, step.start, step.end, step.row] for step in path.steps[:_MOST_STEPS]],
        "kinds": [kind.kind for kind in totals.kinds],
        "labels": [[label.name, label.kind, label.place, label.line] for label in labels],
        "lines": {n: lines[n - 1].strip()[:300] for n in {label.line for label in labels} if n},
        "arrays": layout,
    }
    return RunPage(
        title=title,
        facts=_facts(history, totals, lanes, path),
        notes=tuple(_notes(history, until)),
        path=path_summary(history, labels, totals, path),
        kinds=totals.kinds,
        workers=tuple(zip(history.workers, totals.workers, strict=True)),
        duration=history.duration,
        head=head,
        data=data,
    )


def path_summary(
    history: History, labels: Sequence[Label], totals: Totals, path: CriticalPath
) -> PathSummary | None:
    """What the critical path says of the run."""
    if not path.steps or not history.duration:
        return None
    pieces, times = Counter[str](), Counter[str]()
    for step in path.steps:
        kind = _kind(history, labels, totals, step.task)
        pieces[kind] += 1
        times[kind] += step.end - step.start
    length = path.length
    running = sum(worker.running for worker in totals.workers)
    begin, end = int(history.spans["start"].min(initial=0)), int(history.spans["end"].max(initial=0))
    text = (
        f"The critical path is {duration_text(length)} long: the longest way through what tasks do, what launches them and "
        f"what they wait for. With any number of workers it takes that long from the first task to the end of the last; "
        f"here it took {duration_text(end - begin)}. Workers ran tasks for {duration_text(running)} in all."
    )
    kinds = [(kind, pieces[kind], time, time / max(length, 1)) for kind, time in times.most_common()]
    return PathSummary(text, tuple(kinds))


def _kind(history: History, labels: Sequence[Label], totals: Totals, task: int) -> str:
    kind, origin = int(totals.kind_of[task]), int(history.tasks["origin"][task])
    if kind != NOTHING:
        return totals.kinds[kind].kind
    return labels[origin].kind if origin != NOTHING else "operation"


def _facts(history: History, totals: Totals, lanes: OutsideLanes, path: CriticalPath) -> tuple[str, ...]:
    running = sum(worker.running for worker in totals.workers)
    share = running / (history.duration * len(history.workers)) if history.duration and history.workers else 0
    operations = len(lanes.spans)
    more = (counted(operations, "operation"),) if operations else ()
    critical = (f"critical path {duration_text(path.length)}",) if path.steps else ()
    return (
        duration_text(history.duration),
        counted(len(history.workers), "worker"),
        counted(sum(kind.tasks for kind in totals.kinds), "task"),
        *more,
        counted(sum(kind.suspended for kind in totals.kinds), "suspension"),
        counted(len(history.steals), "steal"),
        f"workers run tasks {share:.0%} of the time",
        *critical,
    )


def _notes(history: History, until: int) -> list[str]:
    notes: list[str] = []
    if history.dropped:
        notes.append(
            f"The recording was full after {history.events:,} events: {history.dropped:,} later ones are missing, "
            "and what ran when it was full is drawn up to the end."
        )
    if until < history.duration:
        notes.append(
            f"Only the first {duration_text(until)} are drawn: {MOST_SPANS:,} of {len(history.spans):,} spans."
        )
    return notes


def _arrays(history: History, totals: Totals, spans: NDArray[Any], until: int) -> dict[str, NDArray[Any]]:
    tables = {
        "task": history.tasks,
        "span": spans,
        "wake": history.wakes[history.wakes["time"] <= until],
        "need": history.needs[history.needs["time"] <= until],
        "sleep": history.sleeps[history.sleeps["start"] <= until],
    }
    columns = {
        f"{table}{name.capitalize()}": rows[name].astype(_TYPES.get(name, rows.dtype[name]))
        for table, rows in tables.items()
        for name in rows.dtype.names or ()
    }
    return columns | {"taskKind": totals.kind_of.astype(numpy.int32)}


_TYPES: dict[str, Any] = {
    **dict.fromkeys(("created", "finished", "start", "end", "time"), numpy.float64),
    **dict.fromkeys(("worker", "victim"), numpy.int16),
    "failed": numpy.uint8,
}
"""What the script takes for columns that have other types here."""


def _packed(arrays: dict[str, NDArray[Any]]) -> tuple[dict[str, tuple[str, int, int]], str]:
    """For each array its type, where it starts and how many elements it has; and all of them."""
    layout: dict[str, tuple[str, int, int]] = {}
    pieces: list[bytes] = []
    at = 0
    # The widest first, so that each starts at a multiple of its elements' size.
    for name, array in sorted(arrays.items(), key=lambda item: -item[1].itemsize):
        data = numpy.ascontiguousarray(array).tobytes()
        layout[name] = (f"{array.dtype.kind}{array.itemsize}", at, len(array))
        pieces.append(data)
        at += len(data)
    return layout, base64.b64encode(zlib.compress(b"".join(pieces), 6)).decode()
