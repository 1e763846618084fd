"""Pipelined loops as native code: what they compute is what the loops compute in the interpreter."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from asyncir.launch import jit, serial
from asyncir.launch.compiled import Compiled
from asyncir.source.text import parse_module
from asyncir.tools.build import Lowered, lower
from asyncir.transforms import collect_remarks, run_pipeline
from tests.differential import native
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.loop_text import annotated, arguments, text_of
from tests.pipelines.running import outcomes
from tests.pipelines.test_expansion import legal

pytestmark = pytest.mark.feature("S0-31")

SEEDS = range(3)


def expected(loop: made.Loop) -> list[tuple[object, object]]:
    """What the loop returns and leaves in the arrays, for each trip count."""
    module = parse_module(text_of(loop, ""), "loop.mlir")
    runs = outcomes(module, loop)
    assert not runs[-1][2]
    return [run[:2] for run in runs]


def computed(loop: made.Loop, program: Compiled) -> list[tuple[object, object]]:
    """The same, of native code."""
    found: list[tuple[object, object]] = []
    for trips in made.TRIPS:
        values = arguments(loop, trips)
        result = program["main"].call(values)
        found.append(((result,), [v.tolist() for v in values if not isinstance(v, int)]))
    return found


def in_all_orders(loop: made.Loop, lowered: Lowered, wanted: list[tuple[object, object]], about: str) -> None:
    """Run it with several numbers of threads, and one task at a time in several orders."""
    code = jit.emit_object(lowered.text, opt_level=1)
    for threads in (1, 2, 4):
        assert computed(loop, native.load(lowered, code, threads)) == wanted, f"{about}\n{threads} threads"
    for seed in SEEDS:
        with serial.order(seed=seed):
            assert computed(loop, native.load(lowered, code, None)) == wanted, f"{about}\nseed {seed}"


@pytest.mark.parametrize(("count", "number"), [(2, 8), (3, 8), (4, 2)])
def test_results_are_those_of_the_loop(count: int, number: int) -> None:
    rng, seen = random.Random(count), Counter[str]()
    for loop in map(made.defined, made.loops(300 + count, number, count)):
        wanted = expected(loop)
        for times in legal(loop, rng, 1):
            stages = subsets(loop, times)[-1:]
            text = text_of(loop, annotated(times, stages[0] if stages else ()))
            lowered = lower(text)
            assert not lowered.warnings
            seen["tasks" if "_execute_" in lowered.text else "none"] += 1
            in_all_orders(loop, lowered, wanted, text)
    assert seen["tasks"] >= number / 2, seen


@pytest.mark.parametrize("count", [2, 3])
def test_as_tasks_nothing_races_in_the_interpreter(count: int) -> None:
    passes = "software-pipeline{waits=tokens},queues-to-tasks"
    rng = random.Random(count)
    for loop in map(made.defined, made.loops(400 + count, 12, count)):
        wanted = expected(loop)
        for times in legal(loop, rng, 2):
            for stages in subsets(loop, times)[-1:]:
                module = parse_module(text_of(loop, annotated(times, stages)), "loop.mlir")
                with collect_remarks() as remarks:
                    run_pipeline(module, passes)
                assert not remarks
                runs = outcomes(module, loop)
                assert [run[:2] for run in runs] == wanted
                assert not any(run[2] or run[3] for run in runs), text_of(loop, annotated(times, stages))
