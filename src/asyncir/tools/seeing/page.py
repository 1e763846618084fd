"""The page of a run: what its template and its script are given, as plain data."""

from __future__ import annotations

import base64
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy
from numpy.typing import NDArray

from asyncir.diagnostics.words import counted
from asyncir.tools.seeing.history import History
from asyncir.tools.seeing.labels import Label
from asyncir.tools.seeing.text import duration_text
from asyncir.tools.seeing.totals import KindTotal, Totals, WorkerTotal

MOST_SPANS = 1 << 20
"""So many are drawn; a browser is slow with more."""


@dataclass(frozen=True, slots=True)
class RunPage:
    """The whole page."""

    title: str
    facts: tuple[str, ...]
    notes: tuple[str, ...]
    kinds: tuple[KindTotal, ...]
    workers: tuple[tuple[str, WorkerTotal], ...]
    duration: int
    head: dict[str, Any]
    """For the script: labels, lines of the program, and where each array lies in `data`."""
    data: str
    """The arrays one behind the other, compressed (RFC 1950), in base64."""


def page_of(title: str, text: str, history: History, labels: Sequence[Label], totals: Totals) -> RunPage:
    """Everything that the page shows."""
    shown = history.spans[:MOST_SPANS]
    until = int(shown["start"][-1]) if len(shown) < len(history.spans) else history.duration
    layout, data = _packed(_arrays(history, totals, shown, until))
    lines = text.splitlines()
    head = {
        "duration": until,
        "workers": history.workers,
        "kinds": [kind.kind for kind in totals.kinds],
        "labels": [[label.name, label.kind, label.place, label.line] for label in labels],
        "lines": {n: lines[n - 1].strip()[:300] for n in {label.line for label in labels} if n},
        "arrays": layout,
    }
    return RunPage(
        title=title,
        facts=_facts(history, totals),
        notes=tuple(_notes(history, until)),
        kinds=totals.kinds,
        workers=tuple(zip(history.workers, totals.workers, strict=True)),
        duration=history.duration,
        head=head,
        data=data,
    )


def _facts(history: History, totals: Totals) -> tuple[str, ...]:
    running = sum(worker.running for worker in totals.workers)
    share = running / (history.duration * len(history.workers)) if history.duration and history.workers else 0
    return (
        duration_text(history.duration),
        counted(len(history.workers), "worker"),
        counted(sum(kind.tasks for kind in totals.kinds), "task"),
        counted(sum(kind.suspended for kind in totals.kinds), "suspension"),
        counted(len(history.steals), "steal"),
        f"workers run tasks {share:.0%} of the time",
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
