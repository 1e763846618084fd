"""What `check` says where something is wrong: the cause first, and what to do about it."""

from __future__ import annotations

from pathlib import Path

import asyncir
from asyncir.diagnostics import Diagnostic
from asyncir.driver.check import Checked

HERE = Path(__file__).parent


def checked(name: str) -> Checked:
    """The answer for the program of a file."""
    return asyncir.check((HERE / f"{name}.mlir").read_text(), filename=f"{name}.mlir")


def lines(diagnostic: Diagnostic, note: str) -> list[int]:
    """The lines of the notes that say so."""
    return [n.span.line for n in diagnostic.notes if n.message == note and n.span is not None]


def test_a_weak_wait_is_no_missing_barrier() -> None:
    answer = checked("weak_behind_barriers")
    assert [d.code for d in answer.diagnostics] == ["Q001"]
    assert answer.diagnostics[0].help == "write `{numGroups = 1 : i32}`"


def test_each_access_says_where_it_was_called_from() -> None:
    answer = checked("review_db_slot")
    assert [d.code for d in answer.diagnostics] == ["Q001", "Q002"]
    weak, race = answer.diagnostics
    assert lines(weak, "called from here") == [21]
    assert lines(race, "called from here") == [21, 12]


def test_of_an_unpadded_tail_the_help_says_to_pad() -> None:
    help = checked("unpadded_tail").diagnostics[0].help
    assert help == (
        "write `queue.wait(0, 0)`, or commit an empty group wherever nothing is issued,"
        " so that the count stays right"
    )
    assert "empty group" not in (checked("weak_behind_barriers").diagnostics[0].help or "")


def test_of_two_races_of_the_same_ops_only_one_is_the_waits_fault() -> None:
    """Who only writes the right count still has a race."""
    answer = checked("weak_and_no_wait")
    assert [d.code for d in answer.diagnostics] == ["Q001", "Q002"]
    assert {race.wait is None for race in answer.races if race.kind == "RAW"} == {True, False}


def test_an_unsigned_loop_never_comes_to_numbers_without_a_sign() -> None:
    answer = checked("unsigned_exact")
    assert [(w.verdict, w.exact) for w in answer.waits] == [("too weak", 1)]


def test_a_wait_is_not_exact_where_a_cell_is_not_followed() -> None:
    answer = checked("cell_from_cell")
    assert answer.standing == "proved"
    assert "exact" not in [w.verdict for w in answer.waits]


def test_a_wait_that_ends_executions_may_not_go() -> None:
    """No access needs it, and behind it is a race to which no execution comes."""
    text = (HERE / "a_wait_that_ends_executions.mlir").read_text()
    answer = asyncir.check(text)
    assert [d.code for d in answer.diagnostics if d.code != "Q007"] == ["Q011"]
    assert (answer.standing, answer.waits[0].verdict) == ("proved", "unknown")
    assert asyncir.check(text.replace("queue.wait_finished(0, %rest)", "")).standing == "refuted"
