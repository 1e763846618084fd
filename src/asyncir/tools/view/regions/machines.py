"""Regions on described machines, as a picture: a lane for each stream of each engine."""

from __future__ import annotations

import os

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.device_timelines import DeviceTimeline, device_timeline
from asyncir.diagnostics.words import counted, listing
from asyncir.ir import ModuleOp
from asyncir.targets.machine import load_machine
from asyncir.tools.seeing.text import duration_text
from asyncir.tools.view.regions.boxes import RegionBoxes
from asyncir.tools.view.regions.lanes import LanesPicture
from asyncir.transforms.place_regions import PlaceRegions


def machine_pictures(module: ModuleOp, boxes: RegionBoxes, machines: str) -> list[LanesPicture]:
    """The regions of the planned function on each machine of `A,B,C`: names, or files.

    Raises `DiagnosticError` where there is no such machine, or a region cannot run on it. The module stays as it is.
    """
    found: list[LanesPicture] = []
    for name in [each.strip() for each in machines.split(",") if each.strip()]:
        placed = module.clone()
        PlaceRegions(machine=name).run_on(placed)
        timeline = device_timeline(call_graph(placed).functions[boxes.planned], load_machine(name))
        found.append(_picture(timeline, name))
    return found


def _picture(timeline: DeviceTimeline, name: str) -> LanesPicture:
    """Cycles are drawn as nanoseconds."""
    places = [(engine, n) for engine, count in timeline.streams.items() for n in range(count)]
    rows = tuple(
        f"{engine}, stream {n + 1}" if timeline.streams[engine] > 1 else engine for engine, n in places
    )
    row_of = {place: row for row, place in enumerate(places)}
    bars: list[tuple[int, int, float, float]] = []
    number = 0
    for each in timeline.regions:
        row = row_of[each.engine, each.stream]
        bars.append((-1 if each.is_transfer else number, row, float(each.begin), float(each.end)))
        number += not each.is_transfer
    streams = [f"{counted(count, 'stream')} of `{engine}`" for engine, count in timeline.streams.items()]
    transfers = sum(each.is_transfer for each in timeline.regions)
    note = (
        f"{counted(number, 'region')} in {listing(streams)}, with {counted(timeline.events, 'event')} between them: "
        f"{timeline.cycles} cycles, {duration_text(timeline.cycles)} at 1 GHz. "
        f"{counted(transfers, 'transfer')} of {counted(timeline.moved, 'element')} in all."
    )
    title = f"Simulated on {os.path.basename(name)}"
    return LanesPicture(title, note, rows, float(timeline.cycles), tuple(bars), other="a transfer")
