"""Two made-up machines: what their programs need of synchronisation is put in, and as the vendor's ops."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asyncir.analyses.sync_report import Standing
from asyncir.dialects import context
from asyncir.dialects.sync import BarrierOp, CommitOp, FenceOp, OfResource, SignalOp, WaitOp
from asyncir.driver.machines import check_on_machine
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline
from asyncir.transforms._sync_repairs import find_sync_repair
from bench.sync_programs.changing import function_of
from bench.sync_programs.judge import ORDERS, arguments, calls, wrong
from tests.machines.made_up_programs import ORCA, PROGRAMS, function, loop, tiles

pytestmark = pytest.mark.feature("S3-21", "N5")

FOLDER = Path(__file__).parent / "made_up"
FIRST = "assign-engines{machine=M},expand-bodies{machine=M},"


def file_of(machine: str) -> str:
    return str(FOLDER / f"{machine}.toml")


def after(machine: str, text: str, passes: str) -> ModuleOp:
    file = file_of(machine)
    module = parse_module(text, "made-up.mlir", ctx=context(load_machine(file).foreign))
    run_pipeline(module, passes.replace("machine=M", f"machine={file}"))
    return module


def standing(module: ModuleOp, machine: str) -> Standing:
    return check_on_machine(module.clone(), file_of(machine))[0].standing


def syncs(module: ModuleOp) -> list[str]:
    """The ops of synchronisation, without what they are computed from."""
    kinds = (OfResource, BarrierOp, CommitOp, FenceOp)
    return [
        f"{op.name} {sorted(map(str, op.properties.values()))}"
        for op in walk(module)
        if isinstance(op, kinds)
    ]


# ---- all programs


@pytest.mark.long
@pytest.mark.parametrize(("machine", "name"), PROGRAMS)
def test_what_is_inserted_is_proved_and_right_in_all_orders(machine: str, name: str) -> None:
    text, model = PROGRAMS[machine, name], load_machine(file_of(machine))
    plain = after(machine, text, FIRST.rstrip(","))
    module = after(machine, text, f"{FIRST}insert-sync{{machine=M}}")
    assert standing(module, machine) is Standing.PROVED
    some = calls(text)
    for call in some:
        wanted = arguments(*call)
        Player(plain, "f", model).play(wanted, "earliest")
        for order in ORDERS:
            given = arguments(*call)
            played = Player(module, "f", model).play(given, order)
            assert not wrong(played), (call, order)
            assert not played.faults
            assert all(np.array_equal(a, b) for a, b in zip(given[:3], wanted[:3], strict=True)), (
                call,
                order,
            )
    assert not wrong(Player(module, "f", model).explore(arguments(*some[0]), 300))


@pytest.mark.long
@pytest.mark.parametrize(("machine", "name"), PROGRAMS)
def test_what_is_inserted_is_proved_as_the_vendors_ops(machine: str, name: str) -> None:
    module = after(machine, PROGRAMS[machine, name], "insert-sync{machine=M},lower-sync{machine=M}")
    assert standing(module, machine) is Standing.PROVED


# ---- what the programs have shown


@pytest.mark.parametrize("name", ["rings", "loop"])
def test_what_a_table_lists_is_all_that_an_op_touches(name: str) -> None:
    """Without the bodies of the vendor's ops no more is ordered than with them."""
    text = PROGRAMS["orca", name]
    assert syncs(after("orca", text, "insert-sync{machine=M}")) == syncs(
        after("orca", text, f"{FIRST}insert-sync{{machine=M}}")
    )


def test_a_barrier_tells_that_waits_are_over_that_no_work_needs() -> None:
    """Flags of the first loop are used again in the second."""
    text = PROGRAMS["orca", "two_loops"]
    module = after("orca", text, f"{FIRST}insert-sync{{machine=M}}")
    assert standing(module, "orca") is Standing.PROVED


def test_waits_of_the_issuer_become_the_vendors_that_name_nobody() -> None:
    module = after("pelican", PROGRAMS["pelican", "straight"], "insert-sync{machine=M},lower-sync{machine=M}")
    names = [op.name for op in walk(module)]
    assert "pel.wait" in names
    assert not [name for name in names if name.startswith("sync.")]


def repaired(module: ModuleOp, machine: str, gone: Operation) -> tuple[int, bool]:
    """With how many changes a program is right again that lacks an op, and whether fewer are known not to do."""
    gone.detach()
    assert standing(module, machine) is Standing.REFUTED
    found = find_sync_repair(module, function_of(module), file_of(machine), is_wrong=True)
    assert found.copy is not None, found.reason
    return found.size, found.shown


def test_the_only_commit_and_the_only_wait_for_groups_are_put_back() -> None:
    text = function(tiles("s", "t") + "".join(_gathered()))
    for kind in (CommitOp, WaitOp):
        module = after("pelican", text, f"{FIRST}insert-sync{{machine=M}}")
        gone = next(op for op in walk(module) if isinstance(op, kind) and op.resource.data == "batch")
        assert repaired(module, "pelican", gone) == (1, True)


def _gathered() -> list[str]:
    from_row = "%r = memref.subview %x[%c1, 0] [1, 4] [1, 1] : memref<10x4xf32> to memref<4xf32, strided<[1], offset: ?>>\n"
    gather = 'pel.gather ins(%r : memref<4xf32, strided<[1], offset: ?>>) outs(%s : memref<4xf32, "spm">)\n'
    mac = 'pel.mac ins(%s, %s : memref<4xf32, "spm">, memref<4xf32, "spm">) outs(%t : memref<4xf32, "spm">)\n'
    return [from_row, gather, mac]


def test_the_only_signal_of_what_all_engines_share_is_put_back() -> None:
    """Which engine gave it, nothing says."""
    text = """
func.func @f(%x: memref<4xf32>) {
  %t = memref.alloc() : memref<4xf32>
  sync.work on "s2mm0" reads(%x : memref<4xf32>) writes(%t : memref<4xf32>) { sync.opaque "in" }
  sync.wait "lock"[0] on "core"
  return
}
"""
    module = parse_module(text, "lock.mlir")
    found = find_sync_repair(module, function_of(module), "aie2", is_wrong=True)
    assert found.copy is not None
    assert (found.size, found.shown) == (1, True)
    (signal,) = [op for op in walk(found.copy.module) if isinstance(op, SignalOp)]
    assert signal.properties["engine"].data == "s2mm0"


@pytest.mark.parametrize("by_pass", [True, False])
def test_a_private_function_that_nobody_else_calls_is_repaired(by_pass: bool) -> None:
    text = function(tiles("s", "t") + loop("i", "n", ORCA.call("i")), ORCA.called())
    module = after("orca", text, f"{FIRST}insert-sync{{machine=M}}")
    gone = next(op for op in walk(module) if isinstance(op, SignalOp))
    assert gone.parent_op() is not function_of(module)
    if by_pass:
        gone.detach()
        run_pipeline(module, f"repair-sync{{machine={file_of('orca')}}}")
        assert standing(module, "orca") is Standing.PROVED
    else:
        assert repaired(module, "orca", gone) == (1, True)
