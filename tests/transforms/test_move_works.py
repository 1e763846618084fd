"""move-works: what it makes of programs is right in all orders, computes the same, and takes no longer."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest

from asyncir.dialects.gpu_functions import GPUFuncOp
from asyncir.dialects.sync import WorkOp
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline
from bench.sync_programs.draw import program
from bench.sync_programs.executed import cycles, faults
from bench.sync_programs.judge import calls, play_all, wrong
from tests.machines.programs import ascend_programs, fits, kernel_text

pytestmark = pytest.mark.feature("S3-17")


def _moved_and_not(text: str, machine: str) -> tuple[ModuleOp, ModuleOp, bool]:
    """The program with and without its works moved, and whether any was; nothing is inserted yet."""
    plain, moved = parse_module(text), parse_module(text)
    run_pipeline(moved, f"move-works{{machine={machine}}}")
    moved.verify()
    return plain, moved, print_module(plain) != print_module(moved)


@pytest.mark.parametrize("name", ["ascend-a2", "bismo", "cuda-sm80"])
def test_random_programs_compute_the_same(name: str) -> None:
    machine = load_machine(name)
    changed = 0
    for seed in range(8):
        text = program(seed, [engine.name for engine in machine.engines], size=5)
        plain, moved, is_changed = _moved_and_not(text, name)
        if not is_changed or changed == 2:
            continue
        changed += 1
        run_pipeline(moved, f"insert-sync{{machine={name}}}")
        some = list(calls(text))[:3]
        wanted = {call: given for call, _, _, given in play_all(plain, machine, some, ("earliest",))}
        for call, order, played, given in play_all(moved, machine, some, ("earliest", "latest", "seed:1")):
            assert wrong(played) == "", (seed, call, order)
            assert all(map(np.array_equal, given, wanted[call])), (seed, call, order)
    assert changed == 2


def test_programs_for_ascend_take_no_longer_and_one_takes_less() -> None:
    machine = load_machine("ascend-a2")
    times: list[tuple[int, int]] = []
    for each in ascend_programs():
        plain, moved, is_changed = _moved_and_not(each.text, "ascend-a2")
        if is_changed:
            for module in (plain, moved):
                run_pipeline(module, "insert-sync{machine=ascend-a2}")
            assert faults(moved, parse_module(each.text), machine, each.calls) == []
            times.append((cycles(plain, machine, each.calls[-1]), cycles(moved, machine, each.calls[-1])))
    assert all(after <= before for before, after in times)
    assert any(after < before for before, after in times)


INVARIANT = """
func.func @f(%x: memref<16xf32>, %y: memref<16xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c = arith.constant TRIPS : index
  %a = memref.alloc() : memref<16xf32>
  scf.for %i = %c0 to %c step %c1 {
    sync.work on "mte2" {
      memref.copy %x, %a : memref<16xf32> to memref<16xf32>
    }
    sync.work on "v" reads(%a, %y : memref<16xf32>, memref<16xf32>) writes(%y : memref<16xf32>) {
      sync.opaque "add"
    }
  }
  return
}
"""


@pytest.mark.parametrize("trips", [0, 1, 2, 7])
def test_a_load_leaves_a_loop_that_is_known_to_need_it_twice(trips: int) -> None:
    text = INVARIANT.replace("TRIPS", str(trips))
    machine = load_machine("ascend-a2")
    plain, moved, is_changed = _moved_and_not(text, "ascend-a2")
    assert is_changed == (trips >= 2)
    for module in (plain, moved):
        run_pipeline(module, "insert-sync{machine=ascend-a2}")
    assert faults(moved, parse_module(text), machine, [()]) == []
    before, after = cycles(plain, machine, ()), cycles(moved, machine, ())
    assert after < before if is_changed else after == before


def test_arrays_that_may_overlap_keep_the_load_in_the_loop() -> None:
    text = INVARIANT.replace(" {llvm.noalias}", "").replace("TRIPS", "4")
    module = parse_module(text)
    run_pipeline(module, "move-works{machine=ascend-a2 args-alias=true}")
    assert print_module(module) == print_module(parse_module(text))


WAITED_FOR = """
func.func @f(%x: memref<16xf32>, %y: memref<16xf32>, %z: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 16 : index
  %two = arith.constant 2.0 : f32
  scf.for %i = %c0 to %n step %c1 {
    memref.store %two, %z[%i] : memref<16xf32>
  }
  sync.work on "mte2" {
    memref.copy %x, %y : memref<16xf32> to memref<16xf32>
  }
  return
}
"""


def test_a_load_is_under_way_while_the_process_does_something_else() -> None:
    machine = load_machine("ascend-a2")
    plain, moved, _ = _moved_and_not(WAITED_FOR, "ascend-a2")
    for module in (plain, moved):
        run_pipeline(module, "insert-sync{machine=ascend-a2}")
    assert faults(moved, parse_module(WAITED_FOR), machine, [()]) == []
    assert cycles(moved, machine, ()) < cycles(plain, machine, ())


def test_what_is_known_to_nobody_is_not_passed() -> None:
    for line in ("func.call @g() : () -> ()", "sync.barrier"):
        text = WAITED_FOR.replace('  sync.work on "mte2"', f'  {line}\n  sync.work on "mte2"')
        assert not _moved_and_not(f"func.func private @g()\n{text}", "ascend-a2")[2], line


@pytest.mark.parametrize("name", ["bismo", "cuda-sm90"])
def test_works_do_not_pass_those_of_other_engines_alone(name: str) -> None:
    # Of this kernel, loads that came earlier shared a FIFO or a barrier with others, and all took longer.
    assert fits("attention", name)
    assert not _moved_and_not(kernel_text("attention", name), name)[2]


def test_works_of_kernels_leave_loops() -> None:
    text = """
gpu.module @m {
  gpu.func @k(%in: memref<8xf32>, %out: memref<8xf32>) workgroup(%s : memref<8xf32, #gpu.address_space<workgroup>>) kernel {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c8 = arith.constant 8 : index
    scf.for %i = %c0 to %c8 step %c1 {
      sync.work on "tma-load" {
        memref.copy %in, %s : memref<8xf32> to memref<8xf32, #gpu.address_space<workgroup>>
      }
      %x = memref.load %s[%i] : memref<8xf32, #gpu.address_space<workgroup>>
      memref.store %x, %out[%i] : memref<8xf32>
    }
    gpu.return
  }
}
"""
    _, moved, _ = _moved_and_not(text, "cuda-sm90")
    (work,) = (op for op in walk(moved) if isinstance(op, WorkOp))
    assert isinstance(work.parent_op(), GPUFuncOp)


ROW = "memref<16xf32, strided<[1], offset: ?>>"
ROWS = """
func.func @f(%x: memref<16x16xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %row = arith.constant NUMBER : index
  %a = memref.alloc() : memref<16x16xf32>
"""
LOADED_ROW = f"""
    %r = memref.subview %a[%row, 0] [1, 16] [1, 1] : memref<16x16xf32> to {ROW}
    %t = memref.subview %x[%row, 0] [1, 16] [1, 1] : memref<16x16xf32> to {ROW}
    sync.work on "mte2" {{
      memref.copy %t, %r : {ROW} to {ROW}
    }}
"""
IN_LOOP = f"""{ROWS}
  scf.for %i = %c0 to %c8 step %c1 {{
    {LOADED_ROW}
    %s = memref.subview %a[%i, 0] [1, 16] [1, 1] : memref<16x16xf32> to {ROW}
    sync.work on "v" reads(%r : {ROW}) writes(%s : {ROW}) {{
      sync.opaque "add"
    }}
  }}
  return
}}
"""
BEHIND_STORES = f"""{ROWS}
  %c7 = arith.constant 7 : index
  %two = arith.constant 2.0 : f32
  memref.store %two, %a[%c7, %c1] : memref<16x16xf32>
  memref.store %two, %a[%c7, %c0] : memref<16x16xf32>
  {LOADED_ROW}
  return
}}
"""


@pytest.mark.parametrize(("text", "rows"), [(IN_LOOP, range(8)), (BEHIND_STORES, (7,))])
@pytest.mark.parametrize("row", [0, 7, 8, 15])
def test_what_touches_another_row_is_passed(text: str, rows: Sequence[int], row: int) -> None:
    """The loop touches its rows in all iterations together."""
    text = text.replace("NUMBER", str(row))
    machine = load_machine("ascend-a2")
    plain, moved, is_changed = _moved_and_not(text, "ascend-a2")
    assert is_changed == (row not in rows)
    for module in (plain, moved):
        run_pipeline(module, "insert-sync{machine=ascend-a2}")
    assert faults(moved, parse_module(text), machine, [()]) == []
    before, after = cycles(plain, machine, ()), cycles(moved, machine, ())
    assert after < before if is_changed else after == before


def test_rows_by_a_number_that_changes_in_the_loop_are_not_told_apart() -> None:
    """The counter of the loop is another one in each iteration, and so is the row that it says."""
    text = (
        IN_LOOP.replace("NUMBER", "0")
        .replace("%a[%row, 0]", "%a[%k, 0]")
        .replace("%r = ", "%k = arith.addi %i, %c8 : index\n    %r = ")
    )
    assert not _moved_and_not(text, "ascend-a2")[2]
