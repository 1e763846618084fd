"""Count → token, count → token → count, and the two ways to count: nothing that is waited for is lost."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.queues.count_programs import FORMS, generate_counts
from tests.queues.translated import Judgement, count_source, judge_translation, right_source

pytestmark = pytest.mark.feature("N3")


def _all(judgements: list[Judgement]) -> Counter[str]:
    return sum((judgement.runs for judgement in judgements), Counter[str]())


@pytest.mark.feature("S0-24", "S0-25", "S2-8", "S2-9")
def test_waits_for_tokens_retire_what_the_counts_retired() -> None:
    judgements = [judge_translation(count_source(seed), "derive-tokens") for seed in range(12)]
    assert set(_all(judgements)) == {"same"}
    assert sum(judgement.races for judgement in judgements) > 8
    assert not any(judgement.remarks for judgement in judgements)


@pytest.mark.feature("S0-24", "S2-9")
def test_hardware_counts_of_right_programs_become_tokens() -> None:
    judgements = [
        judge_translation(right_source(seed), "derive-tokens{hardware}") for seed in range(0, 12, 3)
    ]
    assert set(_all(judgements)) == {"same"}
    assert not any(judgement.races for judgement in judgements)
    assert not any("numGroups" in judgement.text for judgement in judgements)


ROUND = "derive-tokens{hardware},assign-wait-counts"


@pytest.mark.feature("S0-23", "S0-24", "S2-9")
def test_counts_become_tokens_and_the_same_counts_again() -> None:
    right = [judge_translation(right_source(seed), ROUND) for seed in range(4)]
    assert set(_all(right)) <= {"same", "looser"}
    sources = [source for seed in range(12) if "computed queue" not in (source := count_source(seed)).forms]
    judgements = [judge_translation(source, ROUND) for source in sources]
    assert set(_all(judgements)) == {"same"}
    assert sum(judgement.counts["same"] for judgement in judgements) > 15


@pytest.mark.feature("S0-9")
@pytest.mark.parametrize("to", ["in-flight", "finished"])
def test_both_ways_to_count_wait_for_the_same(to: str) -> None:
    judgements = [
        judge_translation(count_source(seed, finished=True), f"convert-wait-counts{{to={to}}}")
        for seed in range(6)
    ]
    assert set(_all(judgements)) == {"same"}


def test_every_form_occurs_in_a_tenth_of_the_programs_or_more() -> None:
    seen: Counter[str] = Counter()
    for seed in range(300):
        seen.update(generate_counts(seed, finished=True).forms)
    assert set(seen) == set(FORMS)
    assert {form: number for form, number in seen.items() if number < 30} == {}
