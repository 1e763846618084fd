"""Twelve kernels natively on the CPU: they compute what they compute on every fitting machine.

test_kernels.py has what `insert-sync` makes of them compute the same in every order of completion.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import load_machine
from bench import kernel_sync
from bench.sync_programs.executed import arguments, results
from tests.machines.programs import KERNELS, ROLES, fits, kernel_text

SIZES = range(5)
PAIRS = [(kernel, machine) for kernel in KERNELS for machine in ROLES if fits(kernel, machine)]


def first_machine(kernel: str) -> str:
    return next(machine for machine in ROLES if fits(kernel, machine))


@cache
def natively(kernel: str) -> dict[int, list[Any]]:
    """What the kernel without synchronisation leaves in its arrays, by size, compiled to machine code."""
    return ran(kernel_text(kernel, first_machine(kernel)))


def ran(text: str) -> dict[int, list[Any]]:
    """What a program leaves in its arrays when it runs natively, by size."""
    compiled, module = asyncir.compile(text), parse_module(text, "kernel")
    left: dict[int, list[Any]] = {}
    for size in SIZES:
        left[size] = arguments(module, (size,))
        compiled.f(*left[size])
    return left


def same(ours: list[Any], theirs: list[Any]) -> bool:
    return all(np.array_equal(one, other) for one, other in zip(ours, theirs, strict=True))


@pytest.mark.feature("N8")
@pytest.mark.parametrize(("kernel", "machine"), PAIRS)
def test_every_machine_computes_what_runs_natively(kernel: str, machine: str) -> None:
    module, model = parse_module(kernel_text(kernel, machine), kernel), load_machine(machine)
    for (size,), _, _, arrays in results(module, model, [(size,) for size in SIZES]):
        assert same(arrays, natively(kernel)[size]), size


@pytest.mark.feature("N8")
@pytest.mark.parametrize("kernel", KERNELS)
def test_what_is_synchronised_runs_natively_too(kernel: str) -> None:
    synchronised = ran(print_module(kernel_sync.inserted(kernel, first_machine(kernel))))
    assert all(same(synchronised[size], natively(kernel)[size]) for size in SIZES)


@pytest.mark.parametrize("kernel", KERNELS)
def test_the_kernels_compute_something(kernel: str) -> None:
    module = parse_module(kernel_text(kernel, first_machine(kernel)), kernel)
    assert not same(natively(kernel)[4], arguments(module, (4,)))
