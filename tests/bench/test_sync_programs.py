"""The benches of programs on machines, for a few seeds."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.targets.machine import load_machine
from bench.sync_programs import minimal, mutants
from bench.sync_programs.by_hand import by_hand
from bench.sync_programs.changing import calls_of, wrong_run
from bench.sync_programs.minimal import straight
from bench.sync_programs.mutate import every, mutant
from bench.sync_programs.placements import PROCESS, Barrier, Doing, Signal, Wait, ordered


@pytest.mark.parametrize("machine", ["ascend-a2", "bismo", "vulkan", "hexagon", "cdna3", "cuda-sm80"])
def test_what_is_written_by_hand_is_right(machine: str) -> None:
    for text in by_hand(machine):
        assert wrong_run(asyncir.parse(text), load_machine(machine), calls_of(text)) is None


def test_no_fewer_orders_do(capsys: pytest.CaptureFixture[str]) -> None:
    assert minimal.main(["--machine", "ascend-a2", "--programs", "4", "--seed", "2", "--most", "4"]) == 0
    assert "4 agrees" in capsys.readouterr().out


@pytest.mark.parametrize("machine", ["ascend-a2", "cuda-sm80"])
def test_the_check_says_of_mutants_what_the_oracle_says(
    machine: str, capsys: pytest.CaptureFixture[str]
) -> None:
    given = ["--machine", machine, "--mutants", "8", "--seed", "1", "--repair"]
    assert mutants.main(given) == 0
    assert "FAULTS" not in capsys.readouterr().out


def test_a_machine_that_is_shallower() -> None:
    kinds = [kind for kind, _ in mutants.shallower("bismo")]
    assert kinds == ["a capacity deeper than it is"] * 2


def test_kinds_of_mutants() -> None:
    machine = load_machine("ascend-a2")
    module = asyncir.parse(by_hand("ascend-a2")[2])
    kinds = {mutation.kind for mutation in every(module, machine)}
    assert {"a prime dropped", "a drain dropped", "an order dropped", "an id exchanged"} <= kinds
    for mutation in every(module, machine):
        mutant(module, mutation).verify()


LOAD = Doing("mte2", frozenset(), frozenset("a"))
USE = Doing("v", frozenset("a"), frozenset())


@pytest.mark.parametrize(
    ("steps", "right"),
    [
        ([LOAD, USE], False),
        ([LOAD, Signal("mte2", 0), Wait("v", 0), USE], True),
        ([LOAD, Signal("mte2", 0), USE, Wait("v", 0)], False),
        ([LOAD, Signal("mte2", 0), Wait(PROCESS, 0), USE], True),
        ([LOAD, Barrier(PROCESS), USE], True),
        ([LOAD, Barrier("v"), USE], False),
        ([LOAD, Signal("mte2", 0), Wait("m", 0), Signal("m", 1), Wait("v", 1), USE], True),
    ],
)
def test_graphs_of_straight_programs(steps: list[Doing], right: bool) -> None:
    machine = load_machine("ascend-a2")
    assert ordered(steps, machine).is_right([LOAD, USE], machine) == right


def test_straight_programs_are_read() -> None:
    machine = load_machine("ascend-a2")
    steps = straight(asyncir.parse(by_hand("ascend-a2")[1]), machine)
    assert steps is not None
    assert [type(step).__name__ for step in steps[:4]] == ["Doing", "Signal", "Wait", "Doing"]
    assert straight(asyncir.parse(by_hand("ascend-a2")[0]), machine) is None
