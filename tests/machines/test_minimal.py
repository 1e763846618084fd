"""Small drawn programs for which `insert-sync` made orders that nothing needs: no proper subset is right now (by play)."""

from __future__ import annotations

import pytest

from asyncir.ir import Context
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.insert_sync import InsertSync
from bench.sync_programs.draw import small
from bench.sync_programs.minimal import compare


def engines_of(machine: str) -> list[str]:
    model = load_machine(machine)
    return [engine.name for engine in model.engines if engine.name != model.issuer]


@pytest.mark.parametrize(
    ("machine", "seed", "orders"),
    [
        pytest.param("cdna3", 30073, 2, id="a-wait-for-all-that-is-older"),
        pytest.param("cuda-sm80", 30117, 2, id="a-group-that-the-loop-waits-for"),
        pytest.param("aie2", 30008, 3, id="signals-for-first-iterations"),
        pytest.param("aie2", 30079, 2, id="a-full-queue"),
        pytest.param("nvdla", 30035, 3, id="an-engine-that-has-nothing-to-tell"),
    ],
)
def test_no_order_is_without_need(machine: str, seed: int, orders: int) -> None:
    found = compare(seed, load_machine(machine), engines_of(machine))
    assert found.came == "agrees", found.fault
    assert found.orders == orders


def test_a_full_queue_is_no_reason_for_a_barrier_of_all() -> None:
    """Four entries are in a queue at most: each new one waits for the one that was given four before, and for no other."""
    module = parse_module(small(30079, engines_of("aie2")))
    InsertSync(machine="aie2").apply(Context(), module)
    (loop,) = [op for op in module.walk() if op.name == "scf.for"]
    waits = [op for op in loop.walk() if op.name == "sync.wait"]
    assert len(waits) == 1
