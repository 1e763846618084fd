"""Some loops of the family with all of their annotations; `bench/pipelines.py --family` takes all loops."""

from __future__ import annotations

import re
from itertools import islice

import pytest

from asyncir.source.text import print_module
from tests.pipelines.family import THREE, TWO, legal, loops, schedules, subsets
from tests.pipelines.judging import Judged, judge_loop
from tests.pipelines.loops import Loop, defined
from tests.pipelines.running import Subject, Times

pytestmark = pytest.mark.feature("N6", "S0-1", "S0-2", "S0-3", "S0-26")


def some(count: int, every: int, most: int = 100) -> list[Loop]:
    """Every so manieth loop of two or of three statements, with so many legal schedules at most."""
    alphabets = (TWO,) if count == 2 else THREE
    chosen = (
        defined(loop)
        for writes, reads in alphabets
        for loop in islice(loops(writes, reads, count), every // 4, None, every)
    )
    return [loop for loop in chosen if len(legal(loop, schedules(count))) <= most]


@pytest.mark.feature("S0-1", "S0-26")
@pytest.mark.parametrize(("count", "every", "most", "least"), [(2, 12000, 30, 60), (3, 1200, 30, 150)])
def test_every_annotation_of_a_loop_is_refused_or_right(
    count: int, every: int, most: int, least: int
) -> None:
    total = Judged()
    for loop in some(count, every, most):
        total.add(judge_loop(loop))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["pipelines"] > least
    assert total.counts["illegal schedules"] > total.counts["legal schedules"] / 4


def with_queues_in_order(text: str) -> str:
    """The text with its queues numbered as they come."""
    numbers: dict[str, str] = {}
    return re.sub(
        r"(queue\.(?:commit|wait)\()(\d+)",
        lambda m: m[1] + numbers.setdefault(m[2], str(len(numbers))),
        text,
    )


def test_stages_that_are_shifted_come_to_the_same_pipeline() -> None:
    compared = 0
    for loop in some(2, 24000):
        subject = Subject(loop)
        for times in legal(loop, schedules(2)):
            shifted: Times = [(stage + 1, place) for stage, place in times]
            for stages in subsets(loop, times):
                first = subject.pipelined(times, stages)
                second = subject.pipelined(shifted, [stage + 1 for stage in stages])
                assert with_queues_in_order(print_module(first)) == with_queues_in_order(print_module(second))
                compared += 1
    assert compared > 30
