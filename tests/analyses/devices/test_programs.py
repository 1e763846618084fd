"""What the check says of random programs with launches, against all orders; and what they compute as tasks and as works."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import DiagnosticError
from asyncir.driver.machines import MachineChecked
from asyncir.ir import Context, ModuleOp
from asyncir.semantics.machines.engine import Player
from asyncir.semantics.tasks.interpreter import interpret
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from asyncir.transforms.launches_to_tasks import LaunchesToTasks
from asyncir.transforms.launches_to_works import LaunchesToWorks
from bench.launches.draw import MACHINE, program
from bench.launches.run import checked, is_mistaken, truth

pytestmark = pytest.mark.feature("S1-18", "S1-20")

SEEDS = range(30)
_MODEL = load_machine(MACHINE)


@cache
def _checked(seed: int) -> MachineChecked:
    return checked(program(seed))


@pytest.mark.parametrize("seed", SEEDS)
def test_the_check_is_right(seed: int) -> None:
    is_so, _ = truth(program(seed))
    answer = _checked(seed)
    assert not is_mistaken(answer.standing, is_so)
    if answer.standing is Standing.REFUTED:
        assert answer.diagnostics
    if answer.standing is Standing.UNKNOWN:
        assert answer.reason


def test_most_right_programs_are_proved() -> None:
    standings = [_checked(seed).standing for seed in SEEDS]
    assert standings.count(Standing.UNKNOWN) <= len(SEEDS) // 20
    assert set(standings) >= {Standing.PROVED, Standing.REFUTED}


def _arguments(n: int, k: int) -> list[Any]:
    return [*(np.full(1, 5, np.int32) for _ in range(3)), n, k]


def _computed(module: ModuleOp, n: int, k: int) -> list[int]:
    """What the buffers hold when the module has been played on the machine."""
    arguments = _arguments(n, k)
    played = Player(module, "main", _MODEL).play(arguments, "seed:7")
    assert played.ok, played.diagnostics
    return [int(array[0]) for array in arguments[:3]]


def test_tasks_and_works_compute_the_same() -> None:
    proved = [seed for seed in SEEDS if _checked(seed).standing is Standing.PROVED]
    refused = [seed for seed in proved if not _compare(program(seed))]
    assert len(proved) - len(refused) >= 5


def _compare(text: str) -> bool:
    """Compare what the program computes with its tasks and works; whether it has works."""
    tasks, works = parse_module(text), parse_module(text)
    LaunchesToTasks().run_on(tasks)
    try:
        LaunchesToWorks().run_on(works)
        InsertSync(machine=MACHINE).apply(Context(), works)
    except DiagnosticError as refused:
        if {d.code for d in refused.diagnostics} != {"P173"}:
            raise
        works = None
    for n, k in ((0, 0), (1, 1), (2, 0)):
        expected = _computed(parse_module(text), n, k)
        arguments = _arguments(n, k)
        outcome = interpret(tasks, "main", arguments)
        assert outcome.ok, outcome
        assert [int(array[0]) for array in arguments[:3]] == expected
        if works is not None:
            assert _computed(works, n, k) == expected
    return works is not None
