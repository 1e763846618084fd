"""The simulator broken on purpose: for each way some small kernel is judged otherwise."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from asyncir.semantics.kernels import (
    adversary,
    barrier_steps,
    block_programs,
    bulk_steps,
    control_steps,
    matrix_steps,
)
from asyncir.semantics.kernels.block_state import BlockState, Warp
from tests.semantics.kernels.small_kernels import KERNELS
from tests.semantics.kernels.test_small_kernels import judged

Patch = Callable[[pytest.MonkeyPatch], None]


def one_more(old: Any) -> Any:
    """A wait that lets one group more be."""
    return lambda warp, lanes, most: old(warp, lanes, None if most is None else most + 1)


BY_NAME = {kernel.name: kernel for kernel in KERNELS}


def nothing(*_: Any, **__: Any) -> None:
    """Does nothing."""


def replaced(owner: object, name: str, made: Callable[[Any], Any]) -> Patch:
    """Put something else in the place of a function."""
    return lambda patch: patch.setattr(owner, name, made(getattr(owner, name)))


FAULTS: dict[str, tuple[Patch, str, str]] = {
    "a wait lets one group more stay in flight": (
        replaced(Warp, "land_copies", one_more),
        "double_buffer", "",
    ),
    "copies happen at once": (
        replaced(adversary.Adversary, "early", lambda old: lambda self: True), "own_copies", "no wait",
    ),
    "bytes do not count": (
        replaced(BlockState, "transact", lambda old: nothing), "bulk", "",
    ),
    "proxies are not checked": (
        replaced(bulk_steps, "check_proxy", lambda old: nothing), "bulk_store", "no proxy fence",
    ),
    "fences do nothing": (
        replaced(block_programs, "fence_step", lambda old: lambda assembler, instruction: nothing), "bulk_store", "",
    ),
    "a parity is the phase under way": (
        replaced(barrier_steps, "_has_ended", lambda old: lambda *a: not old(*a)), "phase_barrier", "",
    ),
    "lanes are held together by nothing": (
        replaced(block_programs, "together", lambda old: lambda step, members, slot, at: step), "warp_exchange", "",
    ),
    "lanes never part": (
        replaced(block_programs, "_parts", lambda old: lambda order: [np.ones(32, np.bool_)]),
        "warp_exchange", "no barrier behind the store",
    ),
    "products of a warp do not wait for its group": (
        replaced(matrix_steps, "_warp_group", lambda old: lambda warp: [warp]),
        "wgmma", "no barrier: the product has waited for all warps",
    ),
    "registers are never in flight": (
        replaced(block_programs, "register_check", lambda old: lambda *a: nothing),
        "wgmma", "the result is taken before the wait",
    ),
    "threads may end at any time": (
        replaced(control_steps, "leaves", lambda old: lambda strand, lanes, index: strand.warp.strands.remove(strand)),
        "bulk_store", "nobody waits at the end",
    ),
    "barriers count what they want": (
        replaced(barrier_steps, "_counts", lambda old: lambda strand, barrier, number, expected, arrive, index: setattr(
            barrier, "arrived", barrier.arrived + arrive)),
        "plain_tile", "a count that is no multiple of a warp",
    ),
}  # fmt: skip


@pytest.mark.parametrize("fault", FAULTS)
def test_a_fault_shows(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    patch, name, edit = FAULTS[fault]
    small = BY_NAME[name]
    expected = small.edits[edit][2] if edit else ""
    assert (lambda found: found.witness.kind if found.witness else "")(judged(small, edit)[0]) == expected
    patch(monkeypatch)
    found, _ = judged(small, edit)
    assert (found.witness.kind if found.witness else "") != expected
