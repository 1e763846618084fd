"""Programs for an Ascend core: `insert-sync` is right, and waits no more than a forward scan does (bench/forward_sync.py)."""

from __future__ import annotations

import pytest

from bench.ascend_sync import compared
from tests.machines.programs import AscendProgram, ascend_programs

_AHEAD = "what is loaded ahead has events of its own; the scan waits for it at once, which is less often"
_AT_EXIT = "each pipe is waited for at the return by itself, where one barrier of all would do"

MORE_THAN_SCANNED = {"branches-8": _AHEAD}
"""Where more is executed than the forward scan does, and why."""

MORE_WAITS = {
    "branches-7": _AHEAD,
    "branches-8": _AHEAD,
    "loops-7": _AT_EXIT,
    "nests-2": "a barrier of all before the inner loop, though its flags order the iterations of the outer one",
    "pipelines-4": _AT_EXIT,
}
"""Where more is executed if the barriers of pipes do not count."""

programs = pytest.mark.parametrize("program", ascend_programs(), ids=lambda program: program.name)


@programs
def test_what_is_inserted_is_right(program: AscendProgram) -> None:
    assert compared(program).faults(compared(program).ours) == []


@programs
def test_what_the_scan_makes_is_right(program: AscendProgram) -> None:
    assert compared(program).faults(compared(program).theirs) == []


def expect(request: pytest.FixtureRequest, reasons: dict[str, str], program: AscendProgram) -> None:
    """With a reason, the test has to fail."""
    if program.name in reasons:
        request.applymarker(pytest.mark.xfail(strict=True, reason=reasons[program.name]))


@programs
def test_no_more_is_executed_than_by_the_scan(request: pytest.FixtureRequest, program: AscendProgram) -> None:
    expect(request, MORE_THAN_SCANNED, program)
    ours, theirs = compared(program).counts
    assert ours.blocking <= theirs.blocking


@programs
def test_no_more_waits_than_in_the_scan(request: pytest.FixtureRequest, program: AscendProgram) -> None:
    expect(request, MORE_WAITS, program)
    ours, theirs = compared(program).counts
    assert ours.waits + ours.barriers <= theirs.waits + theirs.barriers


def test_every_program_says_what_it_is() -> None:
    assert len(ascend_programs()) >= 40
    assert all(program.says.endswith(".") for program in ascend_programs())
