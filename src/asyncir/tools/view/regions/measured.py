"""What a run measured of regions: read from the page that `asyncir run --timeline` wrote.

The page has, as packed arrays, when which task ran on which worker, and of each task where it stands in the program. A task
belongs to the region that stands there; what a region launches belongs to it as well.
"""

from __future__ import annotations

import base64
import binascii
import json
import re
import zlib
from bisect import bisect_right
from dataclasses import dataclass
from typing import Any, cast

import numpy
from numpy.typing import NDArray

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.dialects.verification import line_of
from asyncir.ir.walk import walk
from asyncir.tools.files import reason
from asyncir.tools.view.regions.boxes import RegionBoxes

_MOST_BARS = 50_000
_GAP = 5e-4
"""Of the run: what is left out between bars is less than a pixel, until one zooms in."""

_HEAD = re.compile(r'<script type="application/json" id="head">(.*?)</script>', re.DOTALL)
_DATA = re.compile(r'<script type="application/octet-stream" id="data">(.*?)</script>', re.DOTALL)


@dataclass(frozen=True, slots=True)
class MeasuredRun:
    """What ran when, in nanoseconds from the first region's begin on."""

    rows: tuple[str, ...]
    """The workers that ran something."""
    length: float
    bars: tuple[tuple[int, int, float, float], ...]
    """The number of a region, -1 for what is none; the row; begin and end."""
    times: dict[int, float]
    """How long each region ran in all."""

    @property
    def has_others(self) -> bool:
        """Whether tasks ran that are of no region."""
        return any(bar[0] < 0 for bar in self.bars)


def measured_run(path: str, boxes: RegionBoxes, texts: list[str], filename: str) -> MeasuredRun:
    """Read a recording; raises `DiagnosticError` if it is none, or one of another program."""
    head, arrays = _read(path)
    try:
        _same_program(path, head, texts)
        region_of = _regions_of_tasks(head, arrays, _Places(boxes, filename))
        workers: list[str] = list(head["workers"])[: len(head["workers"]) - int(head.get("lanes", 0))]
        chosen = arrays["spanWorker"] < len(workers)
        regions = numpy.array([*region_of, -1], numpy.int64)[arrays["spanTask"][chosen]]
        columns = (
            regions,
            arrays["spanWorker"][chosen],
            arrays["spanStart"][chosen],
            arrays["spanEnd"][chosen],
        )
    except (KeyError, IndexError, TypeError, ValueError, AttributeError):
        raise _no_recording(path) from None
    if not (regions >= 0).any():
        raise failure(
            "C042",
            f"'{path}' has no task that is a region of this program",
            "name the page that `asyncir run --timeline` wrote of a run of this program",
        )
    return _run(workers, *(column.tolist() for column in columns))


def _regions_of_tasks(head: dict[str, Any], arrays: dict[str, NDArray[Any]], places: _Places) -> list[int]:
    """For each task its region: the one that it is, else that of the task that launched it, else the one around its place.

    What it launches has a place of its own, but equal code is there only once, for several regions. Parents come first.
    """
    lines: list[int] = [label[3] for label in head["labels"]]
    found: list[int] = []
    origins = cast("list[int]", arrays["taskOrigin"].tolist())
    parents = cast("list[int]", arrays["taskParent"].tolist())
    for origin, parent in zip(origins, parents, strict=True):
        line = lines[origin] if origin >= 0 else 0
        region = places.begins.get(line, -1)
        if region < 0 and 0 <= parent < len(found):
            region = found[parent]
        found.append(places.around(line) if region < 0 else region)
    return found


def _run(
    workers: list[str], regions: list[int], rows: list[int], starts: list[float], ends: list[float]
) -> MeasuredRun:
    bars = sorted(zip(starts, ends, regions, rows, strict=True))
    origin = min(begin for begin, _, region, _ in bars if region >= 0)
    times: dict[int, float] = {}
    for begin, end, region, _ in bars:
        if region >= 0:
            times[region] = times.get(region, 0.0) + end - begin
    length = max(end for _, end, region, _ in bars if region >= 0) - origin
    shown = _joined([bar for bar in bars if bar[1] > origin and bar[0] < origin + length], length * _GAP)[
        :_MOST_BARS
    ]
    used = sorted({row for *_, row in shown})
    place = {row: n for n, row in enumerate(used)}
    drawn = ((n, place[row], max(b - origin, 0.0), min(e - origin, length)) for b, e, n, row in shown)
    return MeasuredRun(tuple(workers[row] for row in used), length, tuple(drawn), times)


def _joined(bars: list[tuple[float, float, int, int]], gap: float) -> list[tuple[float, float, int, int]]:
    """Bars of one region that follow each other on one worker at no distance that could be seen become one."""
    last: dict[int, int] = {}
    found: list[tuple[float, float, int, int]] = []
    for begin, end, region, row in bars:
        at = last.get(row)
        if at is not None and found[at][2] == region and begin - found[at][1] <= gap:
            found[at] = (found[at][0], max(end, found[at][1]), region, row)
        else:
            last[row] = len(found)
            found.append((begin, end, region, row))
    return found


class _Places:
    """Which region stands in a line, or around it."""

    def __init__(self, boxes: RegionBoxes, filename: str):
        found: list[tuple[int, int, int]] = []
        for number, region in enumerate(boxes.schedule.regions):
            lines = [line for op in walk(region.op) if (line := line_of(op, filename)) is not None]
            first = line_of(region.op, filename)
            if first is not None:
                found.append((first, max(lines, default=first), number))
        self._found = sorted(found)
        self.begins = {first: number for first, _, number in reversed(self._found)}
        """The regions whose op stands in a line."""

    def around(self, line: int) -> int:
        """The number of the region; -1 where there is none."""
        for at in range(bisect_right(self._found, (line, 1 << 60, 0)) - 1, -1, -1):
            _, last, number = self._found[at]
            if line <= last:
                return number
        return -1


def _same_program(path: str, head: dict[str, Any], texts: list[str]) -> None:
    for key, said in cast("dict[str, str]", head["lines"]).items():
        line = int(key)
        if line > len(texts) or texts[line - 1].strip()[:300] != said:
            raise failure(
                "C042",
                f"'{path}' is of another program: its line {line} is `{said}`",
                "run this program again with `asyncir run --timeline`",
            )


def _read(path: str) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """What the page gives its script, and its arrays."""
    try:
        with open(path, "rb") as stream:
            text = stream.read().decode()
    except OSError as error:
        raise failure("C001", f"cannot read '{path}': {reason(error)}", "") from None
    except UnicodeDecodeError:
        raise _no_recording(path) from None
    head_text, data_text = _HEAD.search(text), _DATA.search(text)
    if head_text is None or data_text is None:
        raise _no_recording(path)
    try:
        head = json.loads(head_text[1])
        data = zlib.decompress(base64.b64decode(data_text[1], validate=True))
        arrays = {
            name: numpy.frombuffer(data, numpy.dtype(type_), int(length), int(at))
            for name, (type_, at, length) in head["arrays"].items()
        }
    except (ValueError, binascii.Error, zlib.error, KeyError, TypeError, AttributeError):
        raise _no_recording(path) from None
    return head, arrays


def _no_recording(path: str) -> DiagnosticError:
    return failure(
        "C042",
        f"'{path}' is no page that `asyncir run --timeline` wrote",
        "record a run: asyncir run FILE --timeline PAGE",
    )
