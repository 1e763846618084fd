"""As much is in flight where a statement runs as the annotation allows."""

from __future__ import annotations

import pytest

from tests.pipelines.judging import Judged
from tests.pipelines.measured import judge_in_flight


@pytest.mark.feature("S0-16", "S0-17", "S0-22", "S0-27")
def test_as_much_is_in_flight_as_the_annotation_allows() -> None:
    total = Judged()
    for seed in range(12):
        total.add(judge_in_flight(seed))
    assert not total.faults, "\n".join(total.faults)
    assert total.counts["executions of statements with something in flight"] > 200
