"""The corpus of synchronisation bugs: each wrong program is found out, each fixed one is right, README.md lists them."""

from __future__ import annotations

import re

import pytest

from asyncir.driver.check import check
from asyncir.targets.machine import known_machines
from tests.bug_corpus import FOLDER, ONE_ORDER, README, VERDICTS, Case, cases, readme_with_tables, text_of

pytestmark = pytest.mark.feature("N11")

HEADLINE = {"race": r"S001", "deadlock": r"M013", "misuse": r"M0(?!13)\d\d|S018"}
"""What of a case's codes its verdict stands for."""

CHECKED = [case for case in cases() if case.machine is None and "queue.wait" in text_of(case.name, "wrong")]

ALL = pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
WRONG = pytest.mark.parametrize(
    "case", [case for case in cases() if case.verdict != "redundant"], ids=lambda case: case.name
)
REDUNDANT = pytest.mark.parametrize(
    "case", [case for case in cases() if case.verdict == "redundant"], ids=lambda case: case.name
)


@ALL
def test_case_is_well_formed(case: Case) -> None:
    assert case.title
    assert case.what
    assert case.verdict in VERDICTS
    assert all(re.fullmatch(r"https://github\.com/[\w-]+/[\w-]+/(issues|pull)/\d+", u) for u in case.upstream)
    assert case.upstream
    assert {file.name for file in (FOLDER / case.name).iterdir()} == {"case.toml", "wrong.mlir", "fixed.mlir"}
    assert case.machine is None or case.machine.endswith(".toml") or case.machine in known_machines()
    headline = HEADLINE.get(case.verdict)
    assert bool(case.codes) == (headline is not None)
    assert headline is None or any(re.fullmatch(headline, code) for code in case.codes)
    texts = [text_of(case.name, which) for which in ("wrong", "fixed")]
    assert all(text.startswith("// ") for text in texts)


@WRONG
def test_wrong_program_is_found_out(case: Case) -> None:
    """By every single order, at least in part; together they find all that the case says."""
    found = [case.play("wrong", order).codes for order in ONE_ORDER]
    assert all(found)
    assert all(codes <= case.codes for codes in found)
    searched = case.play("wrong", "exhaustive").codes
    assert frozenset().union(searched, *found) == case.codes
    # Which bug it is does not hang on luck: a search shows it where it is no race that other faults hide.
    assert any(re.fullmatch(HEADLINE[case.verdict], code) for codes in (searched, *found) for code in codes)


@ALL
def test_fixed_program_is_right(case: Case) -> None:
    ended = [case.play("fixed", order) for order in (*ONE_ORDER, "exhaustive")]
    assert [(one.codes, one.outcomes) for one in ended] == [(frozenset(), 1)] * len(ended)
    assert len({one.contents for one in ended}) == 1


@REDUNDANT
def test_redundant_program_is_right_and_slower(case: Case) -> None:
    wrong = [case.play("wrong", order) for order in (*ONE_ORDER, "exhaustive")]
    fixed = case.play("fixed", "timed")
    assert {(one.codes, one.contents) for one in wrong} == {(frozenset(), fixed.contents)}
    assert case.play("wrong", "timed").cycles > fixed.cycles
    barriers = [text_of(case.name, which).count("sync.barrier") for which in ("wrong", "fixed")]
    assert barriers[0] > barriers[1]


def test_machines_are_of_some_case() -> None:
    used = {case.machine for case in cases()}
    assert {f"../machines/{file.name}" for file in (FOLDER / "machines").iterdir()} <= used


def test_readme_lists_the_cases() -> None:
    assert README.read_text(encoding="utf-8") == readme_with_tables(), "python -m tests.bug_corpus"


@pytest.mark.parametrize("case", CHECKED, ids=lambda case: case.name)
@pytest.mark.parametrize(("which", "standing"), [("wrong", "refuted"), ("fixed", "proved")])
def test_check_decides_programs_with_queues(case: Case, which: str, standing: str) -> None:
    found = check(text_of(case.name, which))
    assert found.standing == standing
    assert standing == "refuted" or {wait.verdict for wait in found.waits} == {"exact"}
