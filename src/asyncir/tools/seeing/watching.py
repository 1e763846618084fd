"""What is shown of a run: `asyncir.watch`, and `--timeline`, `--trace`, `--stats` of `asyncir run`."""

from __future__ import annotations

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import expect
from asyncir.diagnostics.words import listing
from asyncir.launch.counters import Stats, stats
from asyncir.launch.tracing import Trace, recording
from asyncir.tools.files import Output
from asyncir.tools.seeing.text import bytes_text, duration_text

if TYPE_CHECKING:
    from asyncir.ir import ModuleOp


_NO_FILE = "<string>"
"""What text is called that comes from no file."""

_MOST_NAMES = 4


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is to be seen of which run."""

    source: bytes
    filename: str
    timeline: str | None
    trace: str | None
    stats: bool

    @property
    def files(self) -> list[str]:
        """What is to be written."""
        return [path for path in (self.timeline, self.trace) if path is not None]


@dataclass(slots=True)
class Seen:
    """What was counted, once the run is over."""

    stats: Stats | None = None


@contextmanager
def watch(
    source: str | bytes = "",
    *,
    filename: str = _NO_FILE,
    timeline: str | os.PathLike[str] | None = None,
    trace: str | os.PathLike[str] | None = None,
    title: str | None = None,
) -> Generator[Seen]:
    """Watch what programs do meanwhile; at the end, the result's `stats` are what was counted.

    `timeline` is a file for a page that shows what each worker did, `trace` one for Perfetto. Their tasks are called by the
    names in `source`, the program's text, if it was compiled with that `filename`. Tasks that go on after the end are
    shown up to there.
    """
    expect(source, (str, bytes), "the program", "text or bytes")
    expect(filename, str, "filename", "a name")
    text = source.encode() if isinstance(source, str) else source
    wanted = Wanted(text, filename, _path(timeline, "timeline"), _path(trace, "trace"), stats=True)
    title = expect(title or ("" if filename == _NO_FILE else filename), str, "title", "a text")
    with watched(wanted, title, silent=True) as seen:
        yield seen


def _path(file: str | os.PathLike[str] | None, name: str) -> str | None:
    if file is None:
        return None
    return os.fspath(expect(file, (str, os.PathLike), name, "the name of a file"))


@contextmanager
def watched(wanted: Wanted, title: str, silent: bool = False) -> Generator[Seen]:
    """Watch what runs meanwhile; write what was asked for when it has ended, well or not. No `title`: the functions' names.

    Raises `DiagnosticError` before anything runs if that cannot be done. With `silent`, counters are not printed.
    """
    _check(wanted)
    seen, trace = Seen(), None
    before = stats()
    try:
        with recording() if wanted.files else nullcontext() as trace:
            try:
                yield seen
            finally:
                seen.stats = stats().since(before) if wanted.stats else None
    finally:
        if seen.stats is not None and not silent:
            print(stats_text(seen.stats), file=sys.stderr)
        if trace is not None:
            _write(wanted, title, trace)


def _check(wanted: Wanted) -> None:
    timeline, trace = wanted.timeline, wanted.trace
    if timeline and trace and os.path.realpath(timeline) == os.path.realpath(trace):
        raise failure("C002", f"'{timeline}' would be written twice", "name two files")
    if trace is not None:
        # late: needed only if something is to be shown
        from asyncir.tools.seeing.packets import require

        require()
    for path in wanted.files:
        with Output(path, wanted.filename):
            pass  # it can be written


def _write(wanted: Wanted, title: str, trace: Trace) -> None:
    # late: needed only if something is to be shown
    from asyncir.source.text import parse_module
    from asyncir.tools.seeing.history import history_of
    from asyncir.tools.seeing.labels import labels_of
    from asyncir.tools.seeing.totals import totals_of

    text = wanted.source.decode()
    history = history_of(trace)
    module = parse_module(text, wanted.filename) if text else None
    title = title or _names_of(module)
    labels = labels_of(history.origins, module, text, wanted.filename)
    totals = totals_of(history, [label.kind for label in labels])
    if wanted.timeline is not None:
        # late: needed only if something is to be shown
        from asyncir.tools.seeing.html import html_of
        from asyncir.tools.seeing.page import page_of

        page = html_of(page_of(title, text, history, labels, totals))
        _put(wanted.timeline, wanted.filename, page.encode())
    if wanted.trace is not None:
        # late: needed only if something is to be shown
        from asyncir.tools.seeing.perfetto import perfetto_of

        _put(wanted.trace, wanted.filename, perfetto_of(title, history, labels, totals, trace.begin))


def _names_of(module: ModuleOp | None) -> str:
    """What a program that comes from no file is called: its own name, or those of its public functions."""
    # late: needed only if something is to be shown
    from asyncir.driver.signatures import public_functions

    if module is None:
        return "a recording"
    if module.sym_name is not None:
        return f"@{module.sym_name.data}"
    names = [f"@{function.name}" for function in public_functions(module)]
    more = len(names) - _MOST_NAMES
    return listing(names[:_MOST_NAMES] + ([f"{more} more"] if more > 0 else [])) if names else "a recording"


def _put(path: str, source: str, data: bytes) -> None:
    with Output(path, source) as file:
        file.write(data)


def stats_text(seen: Stats) -> str:
    """A table to read."""
    rows = (
        ("tasks", seen.tasks, ""),
        ("steals", seen.steals, ""),
        ("suspensions", seen.suspensions, ""),
        ("wake-ups", seen.wakeups, ""),
        ("peak frames", seen.frames, f"in {bytes_text(seen.frame_bytes)}"),
        ("workers", seen.workers, f"idle {seen.idle_share:.1%} of {duration_text(seen.elapsed)}"),
    )
    return "\n".join(f"{name:<11} {number:>13,}  {more}".rstrip() for name, number, more in rows)


def stats_json(seen: Stats) -> dict[str, int | float]:
    """The same for programs; times in nanoseconds."""
    return {
        "tasks": seen.tasks,
        "steals": seen.steals,
        "suspensions": seen.suspensions,
        "wakeups": seen.wakeups,
        "peak_frames": seen.frames,
        "peak_frame_bytes": seen.frame_bytes,
        "workers": seen.workers,
        "idle_share": round(seen.idle_share, 4),
        "elapsed": seen.elapsed,
    }
