"""Some larger pipelines at random, and what they found; `bench/pipelines.py --samples` tries many."""

from __future__ import annotations

import pytest

from tests.pipelines.judging import Judged
from tests.pipelines.loops import Access, Index, Loop, Statement
from tests.pipelines.running import Subject
from tests.pipelines.samples import judge_sample

pytestmark = pytest.mark.feature("S0-1", "S0-10", "S0-11", "S0-17")


def test_samples_neither_race_nor_compute_something_else() -> None:
    total = Judged()
    for seed in range(24):
        total.add(judge_sample(seed))
    assert not total.faults, "\n".join(total.faults)
    for feature in ("a pipeline inside", "predicates", "dynamic lower bound", "two queues on one FIFO"):
        assert total.counts[f"pipelines with {feature}"], feature


def test_copies_that_cannot_be_told_apart_are_waited_for() -> None:
    """With a step that nobody knows, the copy of the next iteration may be this one's, as far as accesses tell."""
    m0, input_ = Access("m0", Index(0, 0)), Access("a0", Index(1, 0))
    loop = Loop((Statement(m0, (input_,)), Statement(m0, (input_,))), dynamic="step")
    subject = Subject(loop)
    for times in ([(0, 0), (1, 1)], [(0, 1), (3, 0)]):
        for stages in ([1, 3], [0], [0, 1, 3]):
            assert not subject.fault(subject.pipelined(times, stages)), times
