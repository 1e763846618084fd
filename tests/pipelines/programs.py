"""Runs programs and what becomes of them side by side."""

from __future__ import annotations

import numpy

from asyncir.dialects.verification import diagnose
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

TRIPS = range(8)


def runs_as_before(text: str, pipeline: str = "software-pipeline") -> ModuleOp:
    """The pipelined program, which was seen to do what the program does, for each trip count, without a race.

    It is a function `@main(%from: memref<8x8xf32>, %to: memref<8x8xf32>, %trips: index)`.
    """
    before, after = parse_module(text, "views.mlir"), parse_module(text, "views.mlir")
    run_pipeline(after, pipeline)
    assert diagnose(after) == []
    for trips in TRIPS:
        for schedule in ("earliest", "latest", "seed:5"):
            seen: list[object] = []
            for module in (before, after):
                given = numpy.arange(64, dtype=numpy.float32).reshape(8, 8)
                got = numpy.full((8, 8), -1, numpy.float32)
                end = interpret(module, "main", (given, got, trips), parse_schedule(schedule))
                assert (end.diagnostics, end.races) == ((), ()), f"{trips} trips, {schedule}"
                seen.append(got.tolist())
            assert seen[0] == seen[1], f"{trips} trips, {schedule}"
    return after
