"""Twelve kernels without synchronisation: `insert-sync` makes them right, and they wait no more than an expert's do."""

from __future__ import annotations

from functools import cache

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import Context, ModuleOp
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench import kernel_sync
from bench.sync_programs.executed import ORDERS, Executed, cycles, executed, faults
from tests.machines.programs import BY_HAND, KERNELS, ROLES, fits, kernel_text, with_hand

PAIRS = [(kernel, machine) for kernel in KERNELS for machine in ROLES if fits(kernel, machine)]
HAND = [(kernel, machine) for kernel, machine in PAIRS if machine in BY_HAND]
SIZES = range(5)

inserted = cache(kernel_sync.inserted)
by_hand = cache(kernel_sync.by_hand)


@cache
def plain(kernel: str, machine: str) -> ModuleOp:
    return parse_module(kernel_text(kernel, machine), kernel)


def is_proved(module: ModuleOp, machine: str) -> bool:
    return checked(MachineProgram(next(iter(module.ops)), load_machine(machine))).proved


def counts(module: ModuleOp, machine: str) -> list[Executed]:
    model = load_machine(machine)
    return [executed(module, model, [size]) for size in SIZES]


@pytest.mark.parametrize(("kernel", "machine"), PAIRS)
def test_what_is_inserted_is_right(kernel: str, machine: str) -> None:
    module, model = inserted(kernel, machine), load_machine(machine)
    sizes, orders = (SIZES, ORDERS) if machine in BY_HAND else (range(4), ORDERS[1:3])
    assert faults(module, plain(kernel, machine), model, [(size,) for size in sizes], orders) == []


@pytest.mark.parametrize(("kernel", "machine"), PAIRS)
def test_what_is_inserted_is_proved(kernel: str, machine: str) -> None:
    assert is_proved(inserted(kernel, machine), machine)


@pytest.mark.parametrize(("kernel", "machine"), HAND)
def test_what_is_written_by_hand_is_right(kernel: str, machine: str) -> None:
    module, model = by_hand(kernel, machine), load_machine(machine)
    assert faults(module, plain(kernel, machine), model, [(size,) for size in SIZES], ORDERS[:3]) == []


@pytest.mark.parametrize(("kernel", "machine"), HAND)
def test_no_more_is_waited_for_than_by_hand(kernel: str, machine: str) -> None:
    ours, theirs = counts(inserted(kernel, machine), machine), counts(by_hand(kernel, machine), machine)
    assert all(one.blocking <= other.blocking for one, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize(("kernel", "machine"), HAND)
def test_no_more_barriers_of_all_than_by_hand(kernel: str, machine: str) -> None:
    ours, theirs = counts(inserted(kernel, machine), machine), counts(by_hand(kernel, machine), machine)
    assert all(one.barriers <= other.barriers for one, other in zip(ours, theirs, strict=True))


@pytest.mark.parametrize(("kernel", "machine"), HAND)
def test_no_slower_than_by_hand(kernel: str, machine: str) -> None:
    model = load_machine(machine)
    ours, theirs = (cycles(module(kernel, machine), model, [5]) for module in (inserted, by_hand))
    assert ours <= theirs * 1.05


@pytest.mark.parametrize(("kernel", "machine"), HAND)
def test_what_is_written_by_hand_is_proved(kernel: str, machine: str) -> None:
    assert is_proved(by_hand(kernel, machine), machine)


@pytest.mark.parametrize(("kernel", "machine"), HAND)
def test_nothing_is_added_to_what_is_written_by_hand(kernel: str, machine: str) -> None:
    module = by_hand(kernel, machine).clone()
    InsertSync(machine=machine).apply(Context(), module)
    assert str(module) == str(by_hand(kernel, machine))


def test_every_kernel_is_there_for_machines_with_flags_tokens_and_groups() -> None:
    assert len(KERNELS) == 12
    assert with_hand() == set(HAND)
    assert {machine for _, machine in HAND} == set(BY_HAND)
