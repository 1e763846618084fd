"""Pipelined loops as native code: what they compute is what the loops compute in the interpreter.

Features: S0-31.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import pytest

from asyncir.driver.compile import Lowered, lower
from asyncir.driver.stages import ADVICE
from asyncir.launch import jit, serial
from asyncir.launch.compiled import Compiled
from asyncir.source.text import parse_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.differential import native
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.loop_text import annotated, arguments, text_of
from tests.pipelines.running import outcomes
from tests.pipelines.samples import sample
from tests.pipelines.test_expansion import legal

pytestmark = pytest.mark.feature("S0-31")

SEEDS = range(3)


Ends = list[tuple[object, object]]
"""What is returned and left in the arrays, for each trip count."""


def expected(text: str, loop: made.Loop, trips: Sequence[int] = made.TRIPS) -> Ends:
    """How the loop without annotations ends."""
    runs = outcomes(parse_module(text, "loop.mlir"), loop, trips)
    assert not runs[-1][2]
    return [run[:2] for run in runs]


def computed(loop: made.Loop, program: Compiled, trips: Sequence[int]) -> Ends:
    """How native code ends."""
    found: Ends = []
    for number in trips:
        values = arguments(loop, number)
        result = program["main"].call(values)
        found.append(((result,), [v.tolist() for v in values if not isinstance(v, int)]))
    return found


def check_in_all_orders(
    loop: made.Loop, lowered: Lowered, wanted: Ends, trips: Sequence[int] = made.TRIPS
) -> None:
    """Run it with several numbers of threads, and one task at a time in several orders."""
    code = jit.emit_object(lowered.text, opt_level=1)
    for threads in (1, 2, 4):
        assert computed(loop, native.load(lowered, code, threads), trips) == wanted, f"{threads} threads"
    for seed in SEEDS:
        with serial.order(seed=seed):
            assert computed(loop, native.load(lowered, code, None), trips) == wanted, f"order of seed {seed}"


@pytest.mark.parametrize(("count", "number"), [(2, 8), (3, 8), (4, 2)])
def test_results_are_those_of_the_loop(count: int, number: int) -> None:
    rng, seen = random.Random(count), Counter[str]()
    for loop in map(made.defined, made.loops(300 + count, number, count)):
        wanted = expected(text_of(loop, ""), loop)
        for times in legal(loop, rng, 1):
            stages = subsets(loop, times)[-1:]
            text = text_of(loop, annotated(times, stages[0] if stages else ()))
            lowered = lower(text)
            assert {warning.code for warning in lowered.warnings} <= {"P122"}  # a statement is short here
            seen["tasks" if "_execute_" in lowered.text else "none"] += 1
            check_in_all_orders(loop, lowered, wanted)
    assert seen["tasks"] >= number / 2, seen


@pytest.mark.feature("S0-11")
@pytest.mark.parametrize("seed", range(20, 26))
def test_larger_pipelines(seed: int) -> None:
    """Nested ones, predicates, bounds that nobody knows, queues that share a FIFO."""
    it = sample(seed)
    trips = made.TRIPS if it.trips is None else [it.trips]
    wanted = expected(it.text(""), it.loop, trips)
    check_in_all_orders(it.loop, lower(it.text(annotated(it.times, it.asynchronous))), wanted, trips)


@pytest.mark.parametrize("count", [2, 3])
def test_as_tasks_nothing_races_in_the_interpreter(count: int) -> None:
    passes = "software-pipeline{waits=tokens},queues-to-tasks"
    rng = random.Random(count)
    for loop in map(made.defined, made.loops(400 + count, 12, count)):
        wanted = expected(text_of(loop, ""), loop)
        for times in legal(loop, rng, 2):
            for stages in subsets(loop, times)[-1:]:
                module = parse_module(text_of(loop, annotated(times, stages)), "loop.mlir")
                with collect_remarks() as remarks:
                    run_pipeline(module, passes)
                assert {remark.code for remark in remarks} <= {*ADVICE, "P122"}
                runs = outcomes(module, loop)
                assert [run[:2] for run in runs] == wanted
                assert not any(run[2] or run[3] for run in runs), text_of(loop, annotated(times, stages))
