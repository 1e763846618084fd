"""Launches: grids of blocks, memory of the workgroup, races inside of blocks and between them, what is refused."""

from __future__ import annotations

import re

import numpy as np
import pytest

from asyncir.diagnostics import Diagnostic
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module

KERNEL = """\
module attributes {gpu.container_module} {
  gpu.module @kernels {
    func.func @twice(%x: i64) -> i64 {
      %y = arith.addi %x, %x : i64
      return %y : i64
    }
    gpu.func @reversed(%a: memref<?xi64>, %b: memref<?xi64>)
        workgroup(%w : memref<4xi64, 3>) private(%p : memref<1xi64, 5>) kernel {
      %c0 = arith.constant 0 : index
      %c3 = arith.constant 3 : index
      %t = gpu.thread_id x
      %block = gpu.block_id x
      %n = gpu.block_dim x
      %base = arith.muli %block, %n : index
      %i = arith.addi %base, %t : index
      %x = memref.load %a[%i] : memref<?xi64>
      memref.store %x, %w[%t] : memref<4xi64, 3>
      gpu.barrier
      %r = arith.subi %c3, %t : index
      %y = memref.load %w[%r] : memref<4xi64, 3>
      memref.store %y, %p[%c0] : memref<1xi64, 5>
      %own = memref.load %p[%c0] : memref<1xi64, 5>
      %z = func.call @twice(%own) : (i64) -> i64
      memref.store %z, %b[%i] : memref<?xi64>
      gpu.return
    }
  }
  func.func @main(%a: memref<?xi64>, %b: memref<?xi64>, %n: index, %threads: index, %bytes: i32) {
    %c1 = arith.constant 1 : index
    LAUNCH
    return
  }
}
"""
BY_NAME = (
    "gpu.launch_func @kernels::@reversed blocks in (%n, %c1, %c1) threads in (%threads, %c1, %c1) "
    "args(%a : memref<?xi64>, %b : memref<?xi64>)"
)


def in_place(body: str, more: str = "") -> str:
    return (
        "gpu.launch blocks(%bx, %by, %bz) in (%gx = %n, %gy = %c1, %gz = %c1) "
        f"threads(%tx, %ty, %tz) in (%sx = %threads, %sy = %c1, %sz = %c1) {more}{{\n{body}\ngpu.terminator\n}}"
    )


def run(launch: str, n: int = 2, threads: int = 4, schedule: str = "latest") -> tuple[Outcome, list[int]]:
    b = np.zeros(8, np.int64)
    text = KERNEL.replace("LAUNCH", launch)
    given = [np.arange(8), b, n, threads, 64]
    return interpret(parse_module(text), "main", given, parse_schedule(schedule)), b.tolist()


def error(outcome: Outcome) -> Diagnostic:
    assert outcome.diagnostics
    return outcome.diagnostics[0]


@pytest.mark.parametrize("schedule", ["latest", "earliest", "seed:3", "exhaustive"])
def test_a_kernel_of_a_module_runs_for_each_thread_of_each_block(schedule: str) -> None:
    outcome, b = run(BY_NAME, schedule=schedule)
    assert outcome.diagnostics == ()
    assert b == [6, 4, 2, 0, 14, 12, 10, 8]


def test_without_its_barrier_a_block_races() -> None:
    text = KERNEL.replace("      gpu.barrier\n", "").replace("LAUNCH", BY_NAME)
    outcome = interpret(
        parse_module(text), "main", [np.arange(8), np.zeros(8, np.int64), 1, 4, 0], parse_schedule("latest")
    )
    assert error(outcome).code == "S001"
    assert "barrier between the two threads" in error(outcome).help
    assert "thread" in error(outcome).label


def test_blocks_that_write_one_element_race() -> None:
    body = "%v = arith.constant 7 : i64\nmemref.store %v, %b[%tx] : memref<?xi64>"
    outcome, _ = run(in_place(body))
    assert error(outcome).code == "S001"
    assert (error(outcome).label, error(outcome).notes[0].message) == ("block 1", "writes here, in block 0")
    assert "nothing orders blocks" in error(outcome).help
    assert run(in_place(body), n=1)[0].diagnostics == ()


def test_indices_and_sizes_are_those_of_the_launch() -> None:
    body = """\
      %at = gpu.global_id x
      %g = gpu.grid_dim x
      %d = gpu.block_dim x
      %same = arith.cmpi eq, %g, %gx : index
      %alike = arith.cmpi eq, %d, %sx : index
      %both = arith.andi %same, %alike : i1
      %v = arith.extui %both : i1 to i64
      memref.store %v, %b[%at] : memref<?xi64>"""
    outcome, b = run(in_place(body), n=2, threads=3)
    assert outcome.diagnostics == ()
    assert b == [1, 1, 1, 1, 1, 1, 0, 0]


def test_launches_come_one_behind_the_other() -> None:
    body = "%at = gpu.global_id x\n%x = memref.load %a[%at] : memref<?xi64>\nmemref.store %x, %b[%at] : memref<?xi64>"
    back = body.replace("load %a", "load %b").replace("store %x, %b", "store %x, %a")
    outcome, b = run(in_place(body) + "\n" + in_place(back))
    assert outcome.diagnostics == ()
    assert b == list(range(8))


def test_dynamic_memory_is_one_object_of_the_block() -> None:
    body = """\
      %m = gpu.dynamic_shared_memory : memref<?xi8, #gpu.address_space<workgroup>>
      %v = arith.index_cast %tx : index to i8
      memref.store %v, %m[%tx] : memref<?xi8, #gpu.address_space<workgroup>>
      gpu.barrier
      %other = arith.subi %sx, %tx : index
      %last = arith.subi %other, %c1 : index
      %w = memref.load %m[%last] : memref<?xi8, #gpu.address_space<workgroup>>
      %x = arith.extui %w : i8 to i64
      %at = gpu.global_id x
      memref.store %x, %b[%at] : memref<?xi64>"""
    outcome, b = run(in_place(body, "dynamic_shared_memory_size %bytes "))
    assert outcome.diagnostics == ()
    assert b == [3, 2, 1, 0, 3, 2, 1, 0]
    assert error(run(in_place(body))[0]).code == "S004"  # nothing was asked for


@pytest.mark.parametrize(
    ("n", "threads", "words"),
    [
        (0, 4, "the grid of the launch is 0 x 1 x 1"),
        (1, 0, "the block of the launch is 0"),
        (1, 2000, "1024"),
    ],
)
def test_sizes_that_no_launch_has(n: int, threads: int, words: str) -> None:
    found = error(run(in_place(""), n, threads)[0])
    assert found.code == "S018"
    assert words in found.message


def test_a_launch_in_a_launch_is_not_run() -> None:
    launch = in_place(re.sub(r"%([bgts][xyz])\b", r"%inner_\1", in_place("")))
    assert error(run(launch)[0]).code == "S012"


def test_a_launch_with_tokens_is_a_task() -> None:
    launch = "%t = gpu.wait async\n" + BY_NAME.replace("gpu.launch_func", "%u = gpu.launch_func async [%t]")
    waited, numbers = run(launch + "\ngpu.wait [%u]")
    assert not waited.diagnostics
    assert numbers == run(BY_NAME)[1]


def test_an_assertion_in_a_kernel_ends_the_run() -> None:
    body = '%ok = arith.cmpi ne, %bx, %c1 : index\ncf.assert %ok, "not this block"'
    assert error(run(in_place(body))[0]).code == "R101"
    assert run(in_place(body), n=1)[0].diagnostics == ()
