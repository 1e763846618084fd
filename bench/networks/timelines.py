"""One page with all timelines of a network: planned, measured on this CPU, in streams of two machines, and on Dask.

    python -m bench.networks.timelines build/networks/inception_v1 --out inception.html [--threads 2] [--workers 2]

The regions of `form-regions` are the same everywhere, and so are their names and colours. The machines are described in
`bench/networks/machines`; on them, regions are placed (`place-regions`) and played in streams (`analyses/device_timelines`).
The program that comes of placing runs on this CPU, transfers being regions like any other, so that what is compared is what
it computes: the answers of all ways are held against those of the program as it was, and against onnxruntime's. Exits with 1
where one is apart by more than 1e-5 of the largest number.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from distributed import Client, get_task_stream
from markupsafe import Markup, escape

import asyncir
from asyncir.dialects.verification import line_of
from asyncir.driver.distribute import distribute
from asyncir.launch.dask.clusters import local_cluster
from asyncir.source.text import parse_module, print_module
from asyncir.tools.pages import part
from asyncir.tools.seeing.text import duration_text
from asyncir.tools.view.regions.boxes import PlannedRegions, planned_regions
from asyncir.tools.view.regions.lanes import LanesPicture, lanes_script, lanes_style, regions_html
from asyncir.tools.view.regions.machines import machine_pictures
from asyncir.tools.view.regions.measured import measured_run
from asyncir.transforms import run_pipeline
from bench.networks.times import inputs

MACHINES = tuple(Path(__file__).parent / "machines" / f"{name}_like.toml" for name in ("gpu", "npu"))
NAME = "network.mlir"
CLOSE = 1e-5


def regions_of(place: Path) -> str:
    """The program with regions, as text."""
    module = parse_module((place / "model.mlir").read_text(), NAME)
    run_pipeline(module, "form-regions{longest=100}")
    return print_module(module)


def apart(found: Any, expected: Any) -> float:
    """The largest difference, as a part of the largest number."""
    return float(np.abs(np.asarray(found) - expected).max() / np.abs(expected).max())


def answers(place: Path, text: str, given: list[Any]) -> dict[str, Any]:
    """What the program gives as it was, with regions, and placed on each machine."""
    ways = {"sequential": (place / "model.mlir").read_text(), "regions": text}
    found: dict[str, Any] = {}
    for name, program in ways.items():
        compiled = asyncir.compile(program, threads=2)
        found[name] = compiled[next(iter(compiled))](*given)
    for machine in MACHINES:
        module = parse_module(text, NAME)
        run_pipeline(module, f"place-regions{{machine={machine}}}")
        compiled = asyncir.compile(module, threads=2)
        found[f"placed, {machine.stem}"] = compiled[next(iter(compiled))](*given)
    return found


def recorded(text: str, place: Path, planned: PlannedRegions, threads: int, folder: Path) -> Any:
    """What a run on this CPU measured."""
    program, page = folder / NAME, folder / "run.html"
    program.write_text(text)
    arrays: list[Path] = []
    for number, array in enumerate(inputs(place)):
        arrays.append(folder / f"input{number}.npy")
        np.save(arrays[-1], array)
    command = [
        sys.executable,
        "-m",
        "asyncir",
        "run",
        str(program),
        *map(str, arrays),
        "--threads",
        str(threads),
    ]
    subprocess.run([*command, "--timeline", str(page), "-o", str(folder / "out.npz")], check=True)
    return measured_run(str(page), planned.boxes, text.splitlines(), NAME)


def on_dask(text: str, given: list[Any], planned: PlannedRegions, workers: int) -> tuple[LanesPicture, Any]:
    """Regions on workers of Dask, each one a task, the second time that they run; and the answer."""
    number = {line_of(each.op, NAME): n for n, each in enumerate(planned.boxes.schedule.regions)}
    with local_cluster(workers) as cluster, Client(cluster) as client:
        function = distribute(text, client, cut=False, progress=False, filename=NAME)
        function(*given)
        with get_task_stream(client) as stream:
            answer = function(*given)
    tasks = function._planned.tasks  # pyright: ignore[reportPrivateUsage]
    rows = sorted({each["worker"] for each in stream.data})
    spans: list[tuple[int, int, float, float]] = []
    for each in stream.data:
        head, _, mark = each["key"].rpartition("-")
        regions = tasks[int(mark[-4:], 16)].regions if head and "_argument_" not in head else ()
        line = regions[0][1].line if regions and regions[0][1] is not None else 0
        for span in each["startstops"]:
            if span["action"] == "compute":
                row = rows.index(each["worker"])
                spans.append((number.get(line, -1), row, span["start"] * 1e9, span["stop"] * 1e9))
    first = min(begin for *_, begin, _ in spans)
    bars = tuple((n, row, begin - first, end - first) for n, row, begin, end in spans)
    length = max(end for *_, end in bars)
    note = f"{len(bars)} tasks, one for each region, on {workers} workers in {duration_text(length)}."
    names = tuple(f"worker {n + 1}" for n in range(len(rows)))
    return LanesPicture("On Dask", note, names, length, bars), answer


def page_of(name: str, section: Markup, notes: list[str]) -> str:
    """The page, which refers to nothing outside of itself."""
    style = part("view", "page.css") + lanes_style()
    said = Markup("").join(Markup("<p class='note'>{}</p>").format(note) for note in notes)
    return str(
        Markup("<!DOCTYPE html><html lang='en'><meta charset='utf-8'><title>{}</title><style>").format(name)
        + style
        + Markup("</style><main><h1>")
        + escape(f"{name}: all timelines")
        + Markup("</h1>")
        + said
        + section
        + Markup("</main><script>")
        + lanes_script()
        + Markup("</script></html>")
    )


def main() -> int:
    """The command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    given, text = inputs(asked.folder), regions_of(asked.folder)
    planned = planned_regions(parse_module(text, NAME), text.split("\n"), NAME, asked.threads)
    with tempfile.TemporaryDirectory() as folder:
        run = recorded(text, asked.folder, planned, asked.threads, Path(folder))
    machines = machine_pictures(planned.module, planned.boxes, ",".join(map(str, MACHINES)))
    found = answers(asked.folder, text, given)
    dask, found["Dask"] = on_dask(text, given, planned, asked.workers)
    expected = np.load(asked.folder / "expected.npy")
    notes = [
        f"{way}: apart from the program as it was by {apart(answer, found['sequential']):.2g}, from onnxruntime by "
        f"{apart(answer, expected):.2g}"
        for way, answer in found.items()
    ]
    asked.out.write_text(
        page_of(asked.folder.name, regions_html(planned.boxes, NAME, run, [*machines, dask]), notes)
    )
    for line in (
        f"planned: {duration_text(planned.boxes.schedule.length)}",
        f"measured: {duration_text(run.length)}",
    ):
        print(line)
    for picture in (*machines, dask):
        print(f"{picture.title}: {picture.note}")
    print("\n".join(notes))
    return 0 if all(apart(answer, found["sequential"]) <= CLOSE for answer in found.values()) else 1


if __name__ == "__main__":
    sys.exit(main())
