"""eliminate-sync: what was added to a program that needs nothing more goes again, and nothing else."""

from __future__ import annotations

import pytest

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import BarrierOp, SignalOp, WaitOp, WorkOp
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.targets.machine import load_machine
from asyncir.transforms import run_pipeline
from bench.sync_programs.draw import program

pytestmark = pytest.mark.feature("S3-2")

MACHINE = "ascend-a2"


def made(module: ModuleOp) -> int:
    return sum(isinstance(op, SignalOp | WaitOp | BarrierOp) for op in walk(module))


@pytest.mark.parametrize("seed", [0, 1, 2, 3, 4, 6, 7])
def test_barriers_that_are_added_go_again(seed: int) -> None:
    machine = load_machine(MACHINE)
    module = parse_module(program(seed + 40, [engine.name for engine in machine.engines], size=4))
    run_pipeline(module, f"insert-sync{{machine={MACHINE}}},eliminate-sync{{machine={MACHINE}}}")
    least = made(module)
    work = next((op for op in walk(module) if isinstance(op, WorkOp)), None)
    assert work is not None
    assert work.parent is not None
    work.parent.insert_op_before(BarrierOp(), work)
    work.parent.insert_op_before(BarrierOp(), work)
    run_pipeline(module, f"eliminate-sync{{machine={MACHINE}}}")
    assert made(module) <= least
    assert checked(MachineProgram(next(iter(module.ops)), machine)).proved


def test_what_is_wrong_stays_as_it_is() -> None:
    text = """
func.func @f(%a: memref<4xf32>) {
  sync.work on "mte2" writes(%a : memref<4xf32>) { sync.opaque "1" }
  sync.signal "event"[0] from "mte2" to "m"
  sync.wait "event"[0] from "mte2" to "m"
  sync.work on "v" reads(%a : memref<4xf32>) { sync.opaque "2" }
  sync.barrier
  return
}
"""
    module = parse_module(text)
    run_pipeline(module, f"eliminate-sync{{machine={MACHINE}}}")
    assert made(module) == 3


def test_barriers_of_a_block_that_is_not_proved_stay() -> None:
    text = """
func.func @f(%a: memref<64xf32>) attributes {gpu.known_block_size = array<i32: 32, 1, 1>} {
  %t = gpu.thread_id x
  %c1 = arith.constant 1 : index
  %u = arith.addi %t, %c1 : index
  %x = memref.load %a[%t] : memref<64xf32>
  memref.store %x, %a[%u] : memref<64xf32>
  gpu.barrier
  return
}
"""
    module = parse_module(text)
    run_pipeline(module, "eliminate-sync")
    assert sum(op.name == "gpu.barrier" for op in walk(module)) == 1


MIRROR = """
gpu.module @m {
  func.func @meet() {
    gpu.barrier
    return
  }
  gpu.func @k(%in: memref<128xf32>, %out: memref<128xf32>)
      workgroup(%s : memref<128xf32, #gpu.address_space<workgroup>>) kernel SIZE {
    %t = gpu.thread_id x
    %c127 = arith.constant 127 : index
    %v = memref.load %in[%t] : memref<128xf32>
    memref.store %v, %s[%t] : memref<128xf32, #gpu.address_space<workgroup>>
    MEET
    %r = arith.subi %c127, %t : index
    %w = memref.load %s[%r] : memref<128xf32, #gpu.address_space<workgroup>>
    gpu.barrier
    memref.store %w, %out[%t] : memref<128xf32>
    gpu.return
  }
}
HOST
"""
HOST = """
func.func @main(%a: memref<128xf32>) {
  %c1 = arith.constant 1 : index
  %c = arith.constant 128 : index
  gpu.launch_func @m::@k blocks in (%c1, %c1, %c1) threads in (%c, %c1, %c1) args(%a : memref<128xf32>, %a : memref<128xf32>)
  return
}
"""
KNOWN = "attributes {known_block_size = array<i32: 128, 1, 1>}"
CALL = "func.call @meet() : () -> ()"


@pytest.mark.parametrize(
    ("size", "meet", "host", "left"),
    [
        (KNOWN, "gpu.barrier", "", 1),
        (KNOWN, CALL, "", 1),
        ("", "gpu.barrier", "", 2),
        ("", "gpu.barrier", HOST, 1),
        ("", "gpu.barrier", HOST + HOST.replace("main", "other").replace("constant 128", "constant 64"), 2),
    ],
)
def test_barriers_of_kernels(size: str, meet: str, host: str, left: int) -> None:
    """What others call stays if one of them needs it; of a block of unknown size nothing is known."""
    text = MIRROR.replace("SIZE", size).replace("MEET", meet).replace("HOST", host)
    unused = "gpu.barrier\n    return"
    if meet != CALL:
        text = text.replace(unused, "return")
    module = parse_module(f"module attributes {{gpu.container_module}} {{ {text} }}")
    run_pipeline(module, "eliminate-sync")
    assert sum(op.name == "gpu.barrier" for op in walk(module)) == left
