"""Indices of narrow integers: what wraps is never taken to grow; `bench/pipelines.py --wrapping` tries many."""

from __future__ import annotations

import pytest

from tests.pipelines.judging import Judged
from tests.pipelines.wrapping import judge_wrapping

WRONG_WITHOUT_WIDTHS = (18, 23, 28, 47, 67, 87, 90, 110)
"""Loops that come out wrong where integers are taken to be unbounded."""


@pytest.mark.feature("S0-26")
def test_loops_with_indices_that_wrap_are_refused_or_right() -> None:
    total = Judged()
    for seed in (0, 1, 2, 3, *WRONG_WITHOUT_WIDTHS):
        total.add(judge_wrapping(seed))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["pipelines"] == 12
