"""What pipelined loops compute is what the loops compute, for every legal schedule and trip count."""

from __future__ import annotations

import random

import pytest

from asyncir.semantics import TaskSchedule, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.family import subsets
from tests.pipelines.loop_text import annotated, text_of
from tests.pipelines.running import Seen, outcomes
from tests.pipelines.test_legality import schedules

pytestmark = pytest.mark.feature("S0-1", "S0-2")

PASSES = "form-statements,verify-schedule,size-buffers,expand-pipeline"
BEFORE = "form-statements,verify-schedule,size-buffers{slots=SLOTS}"


def seen(text: str, loop: made.Loop, pipeline: str, schedule: TaskSchedule | None = None) -> list[Seen]:
    """The outcome for each trip count."""
    module = parse_module(text, "loop.mlir")
    run_pipeline(module, pipeline)
    return outcomes(module, loop, schedule=schedule)


def legal(loop: made.Loop, rng: random.Random, most: int) -> list[list[tuple[int, int]]]:
    """Some legal schedules."""
    found = made.dependences(loop)
    right = [times for times in schedules(len(loop.statements)) if made.is_legal(found, times)]
    return rng.sample(right, min(most, len(right)))


@pytest.mark.feature("S0-1", "S0-2")
@pytest.mark.parametrize("passes", ["form-statements,size-buffers", PASSES])
@pytest.mark.parametrize(("count", "number"), [(2, 8), (3, 5), (4, 2)])
def test_results_stay(count: int, number: int, passes: str) -> None:
    rng, ran = random.Random(count), 0
    for loop in map(made.defined, made.loops(100 + count, number, count)):
        expected = seen(text_of(loop, ""), loop, "")
        assert not expected[-1][2]
        for times in legal(loop, rng, 6):
            text = text_of(loop, annotated(times))
            assert seen(text, loop, passes) == expected, text
            ran += 1
    assert ran > number


@pytest.mark.feature("S0-1", "S0-2")
@pytest.mark.feature("S0-3", "S0-10", "S0-17")
@pytest.mark.parametrize("slots", ["enough", "fewest"])
@pytest.mark.parametrize(("count", "number"), [(2, 6), (3, 4)])
def test_nothing_races_whatever_is_asynchronous(count: int, number: int, slots: str) -> None:
    rng, ran = random.Random(count), 0
    for loop in map(made.defined, made.loops(200 + count, number, count)):
        expected = seen(text_of(loop, ""), loop, "")
        assert not expected[-1][2]
        for times in legal(loop, rng, 3):
            for stages in subsets(loop, times)[1:][-2:]:
                text = text_of(loop, annotated(times, stages))
                for passes in (f"{BEFORE},make-async", f"software-pipeline{{slots={slots}}}"):
                    for schedule in ("latest", "seed:1"):
                        got = seen(text, loop, passes.replace("SLOTS", slots), parse_schedule(schedule))
                        assert got == expected, f"{text}\n{passes}, {schedule}"
                ran += 1
    assert ran > number
