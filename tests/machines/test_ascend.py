"""Programs for an Ascend core: `insert-sync` is right, and waits no more than a forward scan does (bench/forward_sync.py)."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import Context, ModuleOp
from asyncir.transforms.insert_sync import InsertSync
from bench.ascend_sync import MACHINE, compared
from tests.machines.programs import AscendProgram, ascend_programs

_AHEAD = "what is loaded ahead has events of its own; the scan waits for it at once, which is less often"

MORE_WAITS = {"branches-7": _AHEAD, "branches-8": _AHEAD}
"""Where more is executed if the barriers of pipes do not count."""

programs = pytest.mark.parametrize("program", ascend_programs(), ids=lambda program: program.name)


def expect(request: pytest.FixtureRequest, program: AscendProgram) -> None:
    """With a reason, the test has to fail."""
    reason = MORE_WAITS.get(program.name)
    if reason is not None:
        request.applymarker(pytest.mark.xfail(strict=True, reason=reason))


@programs
def test_what_is_inserted_is_right(program: AscendProgram) -> None:
    assert compared(program).faults(compared(program).ours) == []


@programs
def test_what_the_scan_makes_is_right(program: AscendProgram) -> None:
    assert compared(program).faults(compared(program).theirs) == []


@programs
def test_no_more_is_executed_than_by_the_scan(program: AscendProgram) -> None:
    ours, theirs = compared(program).counts
    assert ours.blocking <= theirs.blocking


@programs
def test_no_more_waits_than_in_the_scan(request: pytest.FixtureRequest, program: AscendProgram) -> None:
    expect(request, program)
    ours, theirs = compared(program).counts
    assert ours.waits + ours.barriers <= theirs.waits + theirs.barriers


@programs
def test_no_slower_than_with_the_scan(program: AscendProgram) -> None:
    ours, theirs = compared(program).cycles
    assert ours <= theirs * 1.05


@programs
def test_what_is_inserted_is_proved(program: AscendProgram) -> None:
    function = next(iter(compared(program).ours.ops))
    assert checked(MachineProgram(function, MACHINE)).proved


@programs
def test_nothing_is_added_a_second_time(program: AscendProgram) -> None:
    assert _is_enough(compared(program).ours)


@programs
def test_nothing_is_added_to_what_the_scan_makes(program: AscendProgram) -> None:
    assert _is_enough(compared(program).theirs)


def _is_enough(module: ModuleOp) -> bool:
    """Whether `insert-sync` adds nothing."""
    more = module.clone()
    InsertSync(machine=MACHINE.name).apply(Context(), more)
    return str(more) == str(module)


def test_every_program_says_what_it_is() -> None:
    assert len(ascend_programs()) >= 40
    assert all(program.says.endswith(".") for program in ascend_programs())
