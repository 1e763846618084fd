"""What ran when, as data for a picture: the planned lanes, the memory beneath them, and the measured ones."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from markupsafe import Markup

from asyncir.analyses.region_memory import RegionMemory
from asyncir.diagnostics.words import counted, listing
from asyncir.dialects.verification import line_of
from asyncir.tools.pages import embedded, filled, part
from asyncir.tools.seeing.text import bytes_text, duration_text
from asyncir.tools.view.regions.boxes import RegionBoxes
from asyncir.tools.view.regions.measured import MeasuredRun

Bar = tuple[int, int, float, float]
"""The number of a region, -1 for other tasks; the row; begin and end in nanoseconds."""


@dataclass(frozen=True, slots=True)
class LanesPicture:
    """Rows with bars, at a scale of their own."""

    title: str
    note: str
    rows: tuple[str, ...]
    length: float
    bars: tuple[Bar, ...]
    memory: RegionMemory | None = None
    other: str = "another task"
    """What a bar of no region is."""


def regions_html(
    boxes: RegionBoxes, filename: str, run: MeasuredRun | None, more: Sequence[LanesPicture] = ()
) -> Markup:
    """The section; empty where no function launches regions. `more` pictures come behind what was measured."""
    if not boxes.schedule.regions:
        return Markup("")
    pictures = [_planned(boxes), *([] if run is None else [_measured(run, boxes)]), *more]
    regions = boxes.schedule.regions
    families = list(dict.fromkeys(boxes.family(region.op) for region in regions))
    critical = set(boxes.schedule.critical)
    data: dict[str, Any] = {
        "regions": [
            [boxes.names[n], line_of(region.op, filename) or 0, families.index(boxes.family(region.op)) % 6]
            for n, region in enumerate(regions)
        ],
        "critical": sorted(critical),
        "pictures": [_data(picture) for picture in pictures],
    }
    return filled(
        *("view", "regions", "lanes.html"),
        pictures=pictures,
        notes=_notes(boxes),
        data=embedded(data),
        others=sorted({p.other for p in pictures if any(bar[0] < 0 for bar in p.bars)}),
        peak=bytes_text(boxes.memory.peak),
    )


def lanes_style() -> Markup:
    """The style sheet, which takes its colours from the page's."""
    return part("view", "regions", "lanes.css")


def lanes_script() -> Markup:
    """What draws the data."""
    return part("view", "regions", "lanes.js")


def _data(picture: LanesPicture) -> dict[str, Any]:
    """Times are whole nanoseconds; ends are lengths, which are shorter."""
    bars = [[n, row, round(begin), round(end) - round(begin)] for n, row, begin, end in picture.bars]
    found: dict[str, Any] = {"rows": picture.rows, "length": round(picture.length), "bars": bars}
    found["other"] = picture.other
    if picture.memory is not None:
        steps = picture.memory.steps
        found["memory"] = {
            "peak": picture.memory.peak,
            "steps": [[round(time), size] for time, size in steps],
        }
    return found


def _planned(boxes: RegionBoxes) -> LanesPicture:
    schedule = boxes.schedule
    used = max(region.lane for region in schedule.regions) + 1
    idle = schedule.lanes - used
    rows = tuple(f"lane {n + 1}" for n in range(used))
    note = (
        f"`@{boxes.planned}`: {counted(len(schedule.regions), 'region')} on {counted(schedule.lanes, 'worker')} "
        f"in {duration_text(schedule.length)}, of {duration_text(schedule.work)} of work; "
        f"the critical path is {duration_text(schedule.critical_length)} long."
    )
    note += f" {counted(idle, 'worker')} would have nothing to do." if idle else ""
    bars = tuple((n, region.lane, region.begin, region.end) for n, region in enumerate(schedule.regions))
    return LanesPicture("Planned", note, rows, schedule.length, bars, boxes.memory)


def _measured(run: MeasuredRun, boxes: RegionBoxes) -> LanesPicture:
    planned = boxes.schedule.length
    note = (
        f"As the run was recorded: {duration_text(run.length)}, where {duration_text(planned)} are planned."
    )
    missing = len(boxes.schedule.regions) - len(run.times)
    note += f" {counted(missing, 'region')} ran within others, or not at all." if missing > 0 else ""
    return LanesPicture("Measured", note, run.rows, run.length, run.bars)


def _notes(boxes: RegionBoxes) -> list[str]:
    notes: list[str] = []
    if boxes.others:
        names = listing([f"`@{name}`" for name in boxes.others[:4]])
        more = f" and {len(boxes.others) - 4} more" if len(boxes.others) > 4 else ""
        notes.append(f"There is no plan of {names}{more}.")
    if boxes.memory.unknown:
        notes.append(
            f"{counted(boxes.memory.unknown, 'result')} of a size that only the run tells: not in the memory."
        )
    return notes
