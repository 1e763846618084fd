"""Read, unpack and reduce a file of readings, block by block: one stage after the other, and as a pipeline.

    make demo        # or: python examples/streaming/demo.py [--records N] [--rounds N] [--threads N]

The file is made first, some 40 MB for eight million records. Both programs are in streaming.mlir: the pipeline is `@main`;
`@sequential` has nothing annotated, and a clock around each stage. They take turns; times are the least over the
rounds. No schedule of the stages can be faster than the longest of them, or than all of them shared out among the
threads: that is the bound.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

import asyncir
from asyncir.ir.marks import ANNOTATIONS
from asyncir.tools.requests import ViewRequest
from asyncir.tools.view import view
from asyncir.transforms import run_pipeline

sys.path.insert(0, str(Path(__file__).parent))
import records

PROGRAM = Path(__file__).with_name("streaming.mlir")
DRAWN = Path(__file__).with_name("stages.mlir")
PAGE = Path("build", "streaming-timeline.html")
DIAGRAM = Path("build", "streaming-stages.html")
STAGES = ("read", "unpack", "reduce")


@dataclass
class Job:
    """A file, what is to come out, and the program in both forms; `turn` runs each once."""

    file: records.File
    wanted: records.Statistics
    pipeline: asyncir.Compiled
    sequential: asyncir.Compiled
    threads: int
    pipelined_seconds: list[float] = field(default_factory=list[float])
    sequential_seconds: list[float] = field(default_factory=list[float])
    stage_seconds: list[list[float]] = field(default_factory=list[list[float]])
    """Of each turn: what the stages took, one after the other."""
    wrong: int = 0

    def turn(self) -> None:
        """Both, the sequential one first."""
        spent = np.zeros(3, np.int64)
        self.sequential_seconds.append(self._run(self.sequential.sequential, spent))
        self.stage_seconds.append([float(each) / 1e9 for each in spent])
        self.pipelined_seconds.append(self.run_pipeline())

    def run_pipeline(self) -> float:
        """The pipeline alone; seconds."""
        return self._run(self.pipeline.main)

    def _run(self, function: asyncir.Function, *more: np.ndarray) -> float:
        found, file = records.Statistics.empty(), self.file
        path = np.frombuffer(str(file.path).encode(), np.int8).copy()
        arrays = (found.cells, found.smooth, found.degrees, found.vapour, *more)
        rows = int(file.records.max())
        start = time.perf_counter()
        function(path, file.start, file.records, file.most_bytes, rows, *arrays)
        seconds = time.perf_counter() - start
        self.wrong += not found.equals(self.wanted)
        return seconds

    @property
    def stages(self) -> list[float]:
        """The least seconds of each stage."""
        return [min(each) for each in zip(*self.stage_seconds, strict=True)]

    @property
    def bound(self) -> float:
        """The seconds that no schedule of the stages can do without."""
        return max(*self.stages, sum(self.stages) / self.threads)


@cache
def programs(threads: int) -> tuple[asyncir.Compiled, asyncir.Compiled]:
    """The pipeline, and the program without annotations."""
    text = PROGRAM.read_text(encoding="utf-8")
    # Without annotations nothing is taken in that is called; inlined, both programs are compiled alike.
    plain = asyncir.parse(text)
    for op in plain.walk():
        for name in ANNOTATIONS:
            op.attributes.pop(name, None)
    run_pipeline(plain, "inline")
    pipeline = asyncir.compile(text, filename=PROGRAM.name, opt_level=3, threads=threads, traced=True)
    return pipeline, asyncir.compile(plain, opt_level=3, threads=threads)


def prepare(folder: Path, number: int, threads: int, rows: int = records.ROWS) -> Job:
    """Make the file, and compile both programs."""
    data = records.records(number)
    file = records.write(folder / "readings.bin", data, rows)
    return Job(file, records.expected(data), *programs(threads), threads)


def draw(job: Job) -> None:
    """Write the page that shows what each worker did in one more turn, and the diagram of the pipeline."""
    PAGE.parent.mkdir(exist_ok=True)
    title = f"Three stages on {job.threads} threads"
    text = PROGRAM.read_text(encoding="utf-8")
    with asyncir.watch(text, filename=PROGRAM.name, timeline=str(PAGE), title=title):
        job.run_pipeline()
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "func.call @" in line]
    print(
        f"what each worker did: {PAGE} (main line {lines[0]} reads, main line {lines[1]} unpacks, main reduces)"
    )
    view(ViewRequest(DRAWN.name, stages_text(job).encode(), str(DIAGRAM)))
    print(f"what the pipeline is meant to do, with these times: {DIAGRAM}")


def stages_text(job: Job) -> str:
    """The loop for the diagram, with the mean time of each stage for a block, in microseconds."""
    blocks = len(job.file.records)
    text = DRAWN.read_text(encoding="utf-8").replace(
        "%blocks = arith.constant 16", f"%blocks = arith.constant {blocks}"
    )
    for name, seconds in zip(STAGES, job.stages, strict=True):
        latency = max(1, round(seconds / blocks * 1e6))
        text = re.sub(rf'("{name}".*_latency = )\d+', rf"\g<1>{latency}", text)
    return text


def report(job: Job) -> None:
    """The times, the ratio, and the ratio that the stages allow."""
    file, ms = job.file, 1e3
    unpacked = 24 * int(file.records.sum())
    print(
        f"{file.records.sum():,} readings in {len(file.records)} blocks, {file.size / 1e6:.0f} MB for {unpacked / 1e6:.0f} MB"
    )
    annotation = next(
        line.strip(" }{") for line in PROGRAM.read_text("utf-8").splitlines() if "_async_stages" in line
    )
    print(f"  {annotation}\n")
    for name, seconds in zip(STAGES, job.stages, strict=True):
        print(f"{name:22}{seconds * ms:8.1f} ms")
    print(f"{'one after the other':22}{min(job.sequential_seconds) * ms:8.1f} ms")
    print(f"{f'pipelined, {job.threads} threads':22}{min(job.pipelined_seconds) * ms:8.1f} ms")
    ratio, possible = ratios(job)
    print(f"{'speed-up':22}{ratio:8.2f} x, of {possible:.2f} x that the stages allow: {ratio / possible:.0%}")


def ratios(job: Job) -> tuple[float, float]:
    """How much faster the pipeline is, and how much faster it can be."""
    return min(job.sequential_seconds) / min(job.pipelined_seconds), sum(job.stages) / job.bound


def main() -> int:
    """Make, take turns, check, print, draw."""
    parser = argparse.ArgumentParser(description="A pipeline of three stages over a file.")
    parser.add_argument("--records", type=int, default=8_000_000)
    parser.add_argument("--rounds", type=int, default=9)
    parser.add_argument("--threads", type=int, default=2)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        job = prepare(Path(folder), options.records, options.threads)
        for _ in range(options.rounds):
            job.turn()
        report(job)
        draw(job)
    if job.wrong:
        print(f"error: {job.wrong} results are not what NumPy computes", file=sys.stderr)
    return 1 if job.wrong else 0


if __name__ == "__main__":
    sys.exit(main())
