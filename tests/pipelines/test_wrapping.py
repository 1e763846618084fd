"""Indices of narrow integers: what wraps is never taken to grow; `bench/pipelines.py --wrapping` tries many."""

from __future__ import annotations

import pytest

from tests.pipelines.judging import Judged
from tests.pipelines.wrapping import judge_wrapping


@pytest.mark.feature("S0-26")
def test_loops_with_indices_that_wrap_are_refused_or_right() -> None:
    total = Judged()
    for seed in range(16):
        total.add(judge_wrapping(seed))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["pipelines"] >= 4
