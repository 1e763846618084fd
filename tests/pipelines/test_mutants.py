"""Some pipelines with one thing wrong; `bench/pipelines.py --mutants` tries many."""

from __future__ import annotations

import random

import pytest

from tests.pipelines.judging import Judged
from tests.pipelines.loops import Access, Index, Loop, Statement
from tests.pipelines.mutants import judge_mutants, judge_some
from tests.pipelines.running import Subject

pytestmark = pytest.mark.feature("S0-27")


@pytest.mark.feature("S0-27")
def test_what_races_is_refuted_and_nothing_else() -> None:
    total = Judged()
    for seed in range(3):
        total.add(judge_mutants(seed, 1))
    m0, input_, output = (Access("m0", Index(0, 0)), Access("a0", Index(1, 0)), Access("a1", Index(1, 0)))
    subject = Subject(Loop((Statement(m0, (input_,)), Statement(output, (m0,)))))
    for stages in ([0], [0, 2]):
        total.add(judge_some(random.Random(0), subject, [(0, 0), (2, 1)], stages, 3))
    assert not total.faults, "\n".join(total.faults)
    for kind in ("a wait weaker", "a commit merged", "a slot less"):
        assert total.counts[f"{kind}: races, refuted"], kind
    assert total.counts["a stage swapped: all"]
