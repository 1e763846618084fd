"""What `check` says of the litmus programs about queues: the stated verdicts, and races where there are races."""

from __future__ import annotations

import pytest

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing, SyncReport, Verdict, WaitReport
from asyncir.diagnostics import Severity
from asyncir.dialects.interfaces.completion import waits_by_count, waits_by_token, waits_finished
from asyncir.driver.check import check
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.litmus.extract import QUEUES, Litmus, litmus_programs
from tests.queues.traces import trace_of
from tests.queues.verdicts import judge

EVERY = [p for p in litmus_programs(QUEUES) if not p.result.startswith("refused")]
MIXED = [p for p in EVERY if "async.execute" in p.text]
LAUNCHES = [p for p in EVERY if "gpu.launch" in p.text]
PHASES = [p for p in EVERY if "mbarrier" in p.text]
PROGRAMS = [p for p in EVERY if p not in (*MIXED, *LAUNCHES, *PHASES)]


def _checked(program: Litmus) -> SyncReport:
    return check_module(parse_module(program.text, "litmus.mlir"))


def _words(wait: WaitReport) -> str:
    number = f" {wait.exact}" if wait.verdict in (Verdict.TOO_WEAK, Verdict.TOO_STRONG) else ""
    return wait.verdict.value + number


def _undecided(program: Litmus) -> bool:
    """Whether check may leave the program open: barriers that threads may miss."""
    return "S017" in program.result


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.verdicts], ids=lambda p: p.name)
def test_verdicts(program: Litmus) -> None:
    assert tuple(_words(wait) for wait in _checked(program).waits) == program.verdicts


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.verdicts], ids=lambda p: p.name)
def test_verdicts_by_the_definition(program: Litmus) -> None:
    """QUE-36 and QUE-37 as written, on what a run recorded: the page is right about its own words."""
    module = parse_module(program.text, "litmus.mlir")
    outcome = interpret(module, "main", program.values(), parse_schedule("latest"), record=True)
    order = [op for op in module.walk() if waits_by_count(op) or waits_by_token(op) or waits_finished(op)]
    judged = judge([trace_of(outcome.events)], order)
    found = [judged.waits[op] for op in order]
    assert program.verdicts == tuple(
        f"{one.verdict} {one.exact:g}"
        if one.verdict.startswith("too") and one.exact is not None
        else one.verdict
        for one in found
    )


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
def test_races(program: Litmus) -> None:
    report = _checked(program)
    if _undecided(program) and report.standing is Standing.UNKNOWN:
        return
    if program.result.startswith("race"):
        assert report.standing is Standing.REFUTED
        # Of the two names that a race between threads can have, check gives one.
        assert {race.kind for race in report.races} <= set(program.result.split()[1:])
        assert report.races
    elif program.arguments and True in program.arguments:
        # The header's argument is one of two, and check is for both.
        assert report.standing is not Standing.UNKNOWN
    else:
        assert report.standing is Standing.PROVED


@pytest.mark.parametrize("program", MIXED, ids=lambda p: p.name)
def test_verdicts_beside_tasks(program: Litmus) -> None:
    found = check(program.text)
    races = program.result.startswith("race")
    assert found.standing == ("refuted" if races else "proved")
    assert bool(found.races) is races
    assert program.verdicts in (None, tuple(wait.verdict for wait in found.waits))


@pytest.mark.parametrize("program", LAUNCHES, ids=lambda p: p.name)
def test_launches_are_not_followed_yet(program: Litmus) -> None:
    found = check(program.text)
    assert found.standing == ("refuted" if program.result.startswith("race") else "unknown")


@pytest.mark.parametrize("program", PHASES, ids=lambda p: p.name)
def test_barriers_with_phases_are_not_followed_yet(program: Litmus) -> None:
    found = check(program.text)
    assert found.standing in ("unknown", "refuted")
    assert found.standing == "unknown" or program.result.startswith("race")


@pytest.mark.parametrize("program", [p for p in PROGRAMS if p.check], ids=lambda p: p.name)
def test_refused_by_check(program: Litmus) -> None:
    codes = {d.code for d in check(program.text).diagnostics if d.severity is Severity.ERROR}
    assert codes == {program.check}
