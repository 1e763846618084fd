"""`repair-sync` offers what is needed soon: with few questions it is found."""

from __future__ import annotations

from pathlib import Path

import pytest

import asyncir
from asyncir.analyses.machines.checked import checked
from asyncir.targets.machine import load_machine
from asyncir.transforms._sync_repairs import find_sync_repair
from bench.sync_programs.changing import function_of, program_of

pytestmark = pytest.mark.feature("N2")


REPAIRS = Path(__file__).with_name("repairs")


def repaired(name: str, most: int, machine: str) -> list[str]:
    """What is changed, with so many questions at most; it is proved then."""
    module = asyncir.parse(REPAIRS.joinpath(f"{name}.mlir").read_text())
    found = find_sync_repair(module, function_of(module), machine, is_wrong=True, most=most)
    assert found.copy is not None, found.reason
    assert checked(program_of(found.copy.module, load_machine(machine))).proved
    return [change.words() for change in found.changes] + ["an order is added"] * found.finish


@pytest.mark.parametrize(
    ("name", "said", "most", "machine"),
    [
        # What is written in a branch is over there, for the engine that signals behind it.
        ("behind-a-branch", "`sync.signal` is added", 20, "aie2"),
        # The instance is computed: it goes round with the loop.
        pytest.param("computed-instance", "`sync.signal` is added", 60, "aie2", marks=pytest.mark.long),
        ("exchanged-neighbours", "`sync.wait` and `sync.signal` change places", 60, "aie2"),
        # Without the order a loop behind it seems to have more and more uses under way.
        ("missing-order", "an order is added", 3, "aie2"),
        ("another-instance", "`sync.wait` is of another instance", 100, "aie2"),
        # To plan orders for the copies that are asked about first would take all of the work.
        pytest.param(
            "changes-before-orders",
            "`sync.wait` is of another instance",
            200,
            "nvdla",
            marks=pytest.mark.long,
        ),
        # No op that is left names the groups.
        ("groups-of-no-op", "`sync.wait` is added", 100, "cuda-sm100"),
        # It need not be freed in the end; but before it is initialised again it has to be.
        ("freed-before-it-begins-again", "`sync.free` is added", 100, "cuda-sm90"),
    ],
)
def test_what_is_needed_is_offered_soon(name: str, said: str, most: int, machine: str) -> None:
    assert repaired(name, most, machine) == [said]


def test_a_change_and_an_order_are_found_together() -> None:
    module = asyncir.parse("""
func.func @f(%x: memref<4xf32>, %y: memref<4xf32> {llvm.noalias}) {
  %p = memref.alloc() : memref<4xf32>
  %q = memref.alloc() : memref<4xf32>
  sync.work on "mte2" reads(%x : memref<4xf32>) writes(%p : memref<4xf32>) { sync.opaque "load" }
  sync.signal "event"[0] from "mte2" to "v"
  sync.wait "event"[1] from "mte2" to "v"
  sync.work on "v" reads(%p : memref<4xf32>) writes(%q : memref<4xf32>) { sync.opaque "add" }
  sync.work on "mte3" reads(%q : memref<4xf32>) writes(%y : memref<4xf32>) { sync.opaque "store" }
  sync.barrier
  return
}
""")
    found = find_sync_repair(module, function_of(module), "ascend-a2", is_wrong=True)
    assert found.copy is not None
    assert (len(found.changes), found.finish, found.shown) == (1, 1, True)
    assert checked(program_of(found.copy.module, load_machine("ascend-a2"))).proved
