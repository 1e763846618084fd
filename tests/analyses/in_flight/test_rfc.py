"""The counts of TVM's RFC, in programs as its text lists them."""

from __future__ import annotations

import pytest

from asyncir.analyses.sync_report import Standing, Verdict
from tests.analyses.in_flight.programs import checked, deep, interleaved, two_stages, verdicts


@pytest.mark.feature("S0-16")
def test_two_stages_are_exact_with_one_and_then_none() -> None:
    assert verdicts(two_stages(1, 0)) == [("exact", 1), ("exact", 0)]


@pytest.mark.feature("S0-16")
@pytest.mark.parametrize("written", [2, 3, 7])
def test_a_weaker_wait_is_refuted_and_the_exact_count_is_named(written: int) -> None:
    report = checked(two_stages(written, 0))
    assert report.standing is Standing.REFUTED
    assert (report.waits[0].verdict, report.waits[0].exact) == (Verdict.TOO_WEAK, 1)
    assert "RAW" in {race.kind for race in report.races}


def test_a_stronger_wait_is_too_strong_by_the_difference() -> None:
    assert verdicts(two_stages(0, 0)) == [("too strong", 1), ("exact", 0)]


@pytest.mark.feature("S0-16", "S0-27")
def test_the_count_is_the_distance_of_the_heads_for_any_trip_count() -> None:
    assert verdicts(deep(3)) == [("exact", 3)]
    assert verdicts(deep(2)) == [("too strong", 3)]
    assert verdicts(deep(4)) == [("too weak", 3)]


@pytest.mark.feature("S0-17")
def test_a_consumer_of_what_its_own_iteration_produces_needs_wait_zero() -> None:
    own = deep(0).replace("%B[%old]", "%B[%slot]")
    assert verdicts(own) == [("exact", 0)]


@pytest.mark.feature("S0-33")
def test_a_wait_for_all_is_right_where_the_annotation_is_not_the_best() -> None:
    both = deep(0).replace(
        "queue.wait(0, 0)", "queue.wait(0, 0)\n    %own = memref.load %B[%slot] : memref<4xf32>"
    )
    assert verdicts(both) == [("exact", 0)]


@pytest.mark.feature("S0-22")
def test_wait_five_races_where_the_prologue_commits_both_as_one_group() -> None:
    report = checked(interleaved(5, split=False))
    assert report.standing is Standing.REFUTED
    assert (report.waits[0].verdict, report.waits[0].exact) == (Verdict.TOO_WEAK, 3)
    assert {race.second.iteration for race in report.races if race.kind == "RAW"} <= {(0,), (1,)}


@pytest.mark.feature("S0-22")
def test_wait_five_is_exact_where_the_prologue_splits_its_groups() -> None:
    assert verdicts(interleaved(5, split=True)) == [("exact", 5)]


@pytest.mark.feature("S0-22")
def test_wait_three_is_exact_for_the_rfcs_prologue() -> None:
    assert verdicts(interleaved(3, split=False)) == [("exact", 3)]


@pytest.mark.feature("S0-30")
def test_a_slot_too_few_is_refuted() -> None:
    report = checked(deep(3, slots=3))
    assert report.standing is Standing.REFUTED
