"""All threads together, as arrays, against thread by thread: the same memory, and no race missed."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.semantics import interpret, parse_schedule
from asyncir.semantics.blocks import engine
from asyncir.source.text import parse_module
from tests.semantics.block import generated, lane_programs
from tests.semantics.block.lane_runs import block, both

PROGRAMS = 300
CHUNK = 50


@pytest.mark.parametrize("start", range(0, PROGRAMS, CHUNK))
def test_random_programs(start: int) -> None:
    clean = together = 0
    for seed in range(start, start + CHUNK):
        lanes, outcome = both(lane_programs.program(seed), np.arange(20) - 7)
        clean += outcome.ok
        together += lanes is not None
    assert together >= clean * 0.9
    assert CHUNK * 0.2 < clean < CHUNK


def test_programs_with_many_races() -> None:
    for seed in range(300):
        text, threads = generated.program(seed)
        if threads > 1:
            both(text, np.arange(8))


COPY_IN = [
    "%b = memref.alloc() : memref<2x512xf32, 3>",
    "%at = arith.muli %id, %c4 : index",
    "%last = scf.for %i = %c0 to %c4 step %c1 iter_args(%before = %ready) -> (!nvgpu.device.async.token) {",
    "  %s = arith.remui %i, %c2 : index",
    "  %c = nvgpu.device_async_copy %a[%i, %at], %b[%s, %at], 4 : memref<4x512xf32> to memref<2x512xf32, 3>",
    "  %g = nvgpu.device_async_create_group %c",
    "  nvgpu.device_async_wait %before {numGroups = 1 : i32}",
    "  gpu.barrier",
    "  %r = arith.subi %c1, %s : index",
    "  %first = arith.cmpi eq, %i, %c0 : index",
    "  scf.if %first {",
    "  } else {",
    "    %mirror = arith.subi %top, %at : index",
    "    %x = memref.load %b[%r, %mirror] : memref<2x512xf32, 3>",
    "    %y = memref.load %out[%id] : memref<128xf32>",
    "    %z = arith.addf %x, %y : f32",
    "    memref.store %z, %out[%id] : memref<128xf32>",
    "  }",
    "  BARRIER",
    "  scf.yield %g : !nvgpu.device.async.token",
    "}",
]


@pytest.mark.parametrize("barrier", ["gpu.barrier", ""])
def test_a_pipeline_of_128_threads(barrier: str) -> None:
    lines = [
        "%top = arith.constant 511 : index",
        "%ready = async.ready : !nvgpu.device.async.token",
        *COPY_IN,
    ]
    text = block(
        128,
        "\n".join(lines).replace("BARRIER", barrier).split("\n"),
        "%a: memref<4x512xf32>, %out: memref<128xf32>",
    )
    a = np.random.default_rng(0).integers(-99, 99, (4, 512)).astype(np.float32)
    together, outcome = both(text, a, np.zeros(128, np.float32))
    assert (together is not None) is outcome.ok is bool(barrier)
    out = np.zeros(128, np.float32)
    shown = interpret(parse_module(text, "test.mlir"), "main", [a, out])
    assert shown.ok is bool(barrier)
    if barrier:
        assert (out == a[:3, 511::-4].sum(axis=0)).all()
    else:
        assert {race.kind for race in shown.races} == {"RAW", "WAR"}


@pytest.mark.parametrize(
    "line", ["memref.store %v, %m[%far] : memref<16xi64>", "memref.store %v, %m[%c0] : memref<16xi64>"]
)
def test_what_is_wrong_is_reported_as_for_one_thread_after_the_other(line: str) -> None:
    lines = ["%v = arith.constant 1 : i64", "%far = arith.addi %id, %c4 : index", line]
    text = block(16, lines, "%m: memref<16xi64>")
    together, outcome = both(text, np.zeros(16, np.int64))
    assert together is None
    assert outcome.diagnostics
    again = interpret(
        parse_module(text, "test.mlir"), "main", [np.zeros(16, np.int64)], parse_schedule("latest")
    )
    assert again.diagnostics == outcome.diagnostics


def test_small_blocks_are_run_thread_by_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[int] = []

    def spy(*_: object) -> None:
        calls.append(1)

    monkeypatch.setattr(engine, "run_lanes", spy)
    for threads in (2, engine.LEAST_LANES):
        module = parse_module(block(threads, [], ""), "test.mlir")
        assert interpret(module, "main", []).ok
    assert calls == [1]
