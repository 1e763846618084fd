"""The streaming example: its pipeline computes what NumPy does, on any file, with any number of threads (S0-31)."""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType

import numpy as np
import pytest

import asyncir
from asyncir.launch import serial
from asyncir.source.text import parse_module
from asyncir.tools.view.pipelines.runs import pipelines_of
from asyncir.transforms.software_pipeline import SoftwarePipeline
from tests.test_bench import BENCH
from tests.test_examples import EXAMPLES, load

pytestmark = pytest.mark.feature("S0-31")


@pytest.fixture(scope="module")
def demo() -> ModuleType:
    sys.path.insert(0, str(EXAMPLES / "streaming"))
    try:
        return import_module("demo")
    finally:
        del sys.path[0]


def unpacked(data: bytes, number: int) -> tuple[list[int], int]:
    """A column of so many numbers, by the definition; where it ends."""
    found, at, before = list[int](), 0, 0
    for _ in range(number):
        raw = shift = 0
        while True:
            raw |= (data[at] & 127) << shift
            shift += 7
            at += 1
            if data[at - 1] < 128:
                break
        before += -(raw + 1) // 2 if raw % 2 else raw // 2
        found.append(before)
    return found, at


def test_the_file_holds_the_records(demo: ModuleType, tmp_path: Path) -> None:
    data = demo.records.records(700)
    file = demo.records.write(tmp_path / "f", data, 256)
    content = file.path.read_bytes()
    assert (len(content), file.records.tolist()) == (file.size, [256, 256, 188])
    columns: list[list[int]] = [[], [], []]
    for start, number in zip(file.start.tolist(), file.records.tolist(), strict=True):
        at = start
        for column in columns:
            numbers, length = unpacked(content[at:], number)
            column += numbers
            at += length
    assert [c.tolist() for c in data.columns] == columns


def test_numpy_computes_what_a_loop_does(demo: ModuleType) -> None:
    data = demo.records.records(900, seed=3)
    wanted = demo.records.Statistics.empty()
    for time, station, reading in zip(*(c.tolist() for c in data.columns), strict=True):
        cell = wanted.cells[station, time // 3_600_000 % 24]
        cell[:3] += 1, reading, reading**2
        cell[3:] = min(cell[3], reading), max(cell[4], reading)
        mean, spread, _ = wanted.smooth[station].tolist()
        off = (reading << 8) - mean
        wanted.smooth[station] += off >> 4, (abs(off) - spread) >> 4, abs(off) > 4 * spread
        wanted.degrees[(reading + 10_000) // 100] += 1
        celsius = reading / 100
        wanted.vapour[station] += 6.112 * np.exp(17.62 * celsius / (243.12 + celsius))
    assert demo.records.expected(data).equals(wanted)


@pytest.mark.parametrize("number", [1, 300, 512, 513, 1500, 5000])
def test_results_are_numpys_whatever_the_number_of_blocks(
    demo: ModuleType, tmp_path: Path, number: int
) -> None:
    job = demo.prepare(tmp_path, number, 2, rows=256)
    job.turn()
    for threads in (1, 4):
        job.pipeline = job.pipeline.on(asyncir.Runtime(threads=threads))
        job.run_pipeline()
    assert not job.wrong


def test_in_any_order_of_the_tasks(demo: ModuleType, tmp_path: Path) -> None:
    job = demo.prepare(tmp_path, 1500, 2, rows=256)
    for seed in range(5):
        with serial.order(seed=seed):
            job.turn()
    assert not job.wrong


def test_a_wrong_result_is_seen(demo: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    job = demo.prepare(tmp_path, 600, 2, rows=256)
    job.turn()
    demo.report(job)
    assert "that the stages allow" in capsys.readouterr().out
    job.wanted.cells[7, 7, 0] += 1
    job.turn()
    assert job.wrong == 2


def test_a_file_that_is_not_there(demo: ModuleType, tmp_path: Path) -> None:
    job = demo.prepare(tmp_path, 600, 2, rows=256)
    job.file.path.unlink()
    with pytest.raises(asyncir.ProgramError) as caught:
        job.run_pipeline()
    assert caught.value.chain[-1].code == "R301"


def test_the_demo_and_the_benchmark_print_what_they_say(
    demo: ModuleType, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["demo.py", "--records", "3000", "--rounds", "1"])
    assert demo.main() == 0
    assert "async_stages = [0, 1]" in capsys.readouterr().out
    assert demo.PAGE.read_text(encoding="utf-8").startswith("<!")
    assert demo.DIAGRAM.read_text(encoding="utf-8").startswith("<!")
    bench = load(BENCH / "streaming.py")
    assert bench.main() in (0, 1)  # as fast as it is
    assert "of the bound" in capsys.readouterr().out


def test_the_diagram_has_the_blocks_and_the_times_that_were_measured(
    demo: ModuleType, tmp_path: Path
) -> None:
    job = demo.prepare(tmp_path, 1500, 2, rows=256)
    job.stage_seconds = [[0.0006, 0.03, 0.012], [0.0012, 0.024, 0.018]]
    text = demo.stages_text(job)
    (shown,) = pipelines_of(parse_module(text), SoftwarePipeline(), "").shown
    assert [(s.name, s.latency, s.engine) for s in shown.statements] == [
        ("read", 100, "worker"),
        ("unpack", 4000, "worker"),
        ("reduce", 2000, ""),
    ]
    assert shown.before is not None
    assert shown.after is not None
    assert (shown.before.trips, shown.before.length) == (6, 6 * 6100)
    assert shown.after.length < shown.before.length
