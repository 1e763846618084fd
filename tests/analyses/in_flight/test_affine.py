"""Affine programs are never unknown: each wait with the right count, one less and one more, for any trip counts."""

from __future__ import annotations

import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.in_flight.relax import Change
from asyncir.analyses.in_flight.trials import REMOVED, settled
from asyncir.analyses.sync_report import Standing, SyncReport
from asyncir.source.text import parse_module
from tests.analyses.in_flight.affine_programs import (
    PROGRAMS,
    WAIT,
    copy,
    drained,
    main,
    of_the_last_run,
    read,
    ring,
)
from tests.analyses.in_flight.programs import checked

_TOO_LONG_TO_TRY = ("a loop that goes on where its last run ended",)
"""Other counts are tried within a smaller budget than a program is proved in."""


@pytest.mark.feature("N1")
@pytest.mark.feature("S0-16", "S0-27")
@pytest.mark.parametrize("name", PROGRAMS)
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_each_count_is_judged(name: str, more: int) -> None:
    text, right = PROGRAMS[name]
    report = checked(text.replace(WAIT, str(right + more)))
    assert report.standing is (Standing.REFUTED if more > 0 else Standing.PROVED)
    expected = {-1: "too strong", 0: "exact", 1: "too weak"}[more]
    assert (report.waits[0].verdict.value, report.waits[0].exact) == (expected, right)
    assert all(wait.verdict.value == "exact" for wait in report.waits[1:])


@pytest.mark.feature("S0-16")
@pytest.mark.parametrize("commits", [1, 2])
@pytest.mark.parametrize("bound", ["%c8", "%m"])
def test_a_wait_that_counts_what_is_left_of_many_groups(bound: str, commits: int) -> None:
    right = checked(drained(bound, commits).replace(WAIT, "0"))
    assert (right.standing, right.waits[0].verdict.value) == (Standing.PROVED, "exact")
    weak = checked(drained(bound, commits).replace(WAIT, "1"))
    assert (weak.standing, weak.waits[0].verdict.value) == (Standing.REFUTED, "too weak")


def test_a_wait_for_all_groups_of_the_last_run_of_a_loop() -> None:
    for bound, size in (("%c4", "4"), ("%m", "?")):
        report = checked(of_the_last_run(bound, size, bound).replace(WAIT, "0"))
        assert (report.standing, report.waits[0].verdict.value) == (Standing.PROVED, "exact"), bound
    weak = checked(of_the_last_run("%c4", "4", "%c4").replace(WAIT, "1"))
    assert (weak.standing, weak.waits[0].verdict.value) == (Standing.REFUTED, "too weak")


@pytest.mark.parametrize(("first", "expected"), [(2, "exact"), (3, "too strong"), (1, "too weak")])
def test_groups_counted_from_the_start(first: int, expected: str) -> None:
    body = f"""{ring(4)}
    scf.for %i = %c0 to %n step %c1 {{
      %s = arith.remui %i, %c4 : index{copy("%i", "%b", "%s", "4")}
      %late = arith.cmpi sge, %i, %c3 : index
      scf.if %late {{
        %done = arith.subi %i, %c{4 - first} : index
        queue.wait_finished(0, %done)
        %q = arith.subi %i, %c3 : index
        %r = arith.remui %q, %c4 : index{read("%b", "%r", "4")}
      }}
    }}"""
    assert checked(main(body)).waits[0].verdict.value == expected


@pytest.mark.parametrize("name", [name for name in PROGRAMS if name not in _TOO_LONG_TO_TRY])
@pytest.mark.parametrize("more", [-1, 0, 1])
def test_trials_come_to_the_same_counts(name: str, more: int, monkeypatch: pytest.MonkeyPatch) -> None:
    text, right = PROGRAMS[name]
    module = parse_module(text.replace(WAIT, str(right + more)), "test.mlir")
    by_needs = _verdicts(check_module(module))
    monkeypatch.setattr("asyncir.analyses.in_flight.check._Check._known", _nothing_known)
    assert _verdicts(check_module(module)) == by_needs


def _nothing_known(*_: object) -> str:
    return "not looked at"


def _verdicts(report: SyncReport) -> list[tuple[str, int | None]]:
    return [(wait.verdict.value, wait.exact) for wait in report.waits]


def test_trials_repair_first_and_then_relax() -> None:
    def prove(looser: dict[int, int]) -> Standing:
        first, second, third = (looser.get(wait, 0) for wait in range(3))
        right = first <= -2 and second <= 1 and third <= REMOVED
        return Standing.PROVED if right else Standing.REFUTED

    found = settled(prove, {}, [0, 1, 2], False)  # type: ignore[arg-type]
    assert found == {0: Change(-2, weak=True), 1: Change(1), 2: Change(None)}


def test_trials_tell_nothing_where_one_comes_to_no_answer() -> None:
    assert settled(lambda looser: Standing.UNKNOWN if looser else Standing.PROVED, {}, [0], True) == {}
