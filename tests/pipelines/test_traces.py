"""Loops as tight as a trace of their accesses allows: `bench/legality.py` tries many."""

from __future__ import annotations

import pytest

from tests.pipelines.judging import Judged
from tests.pipelines.traces import judge_traced

pytestmark = pytest.mark.feature("S0-26", "S0-30", "S0-33")


def test_tight_loops_are_mostly_accepted_and_always_right() -> None:
    total = Judged()
    for seed in range(21, 30):
        total.add(judge_traced(seed))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["pipelines"] >= 0.6 * total.counts["legal by the trace"] > 5
