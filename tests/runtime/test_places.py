"""Who runs the parts of parallel loops: workers begin with parts of their own."""

from __future__ import annotations

import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir

ROUNDS = 40

# Each iteration waits until the other one runs, so that two workers are needed.
MEETING = """
func.func private @gettid() -> i32
func.func private @sched_yield() -> i32
func.func @meet(%arrived: memref<1xi64>, %where: memref<2xi32>, %long: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %many = arith.constant 100000 : index
  %two = arith.constant 2 : i64
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  scf.parallel (%i) = (%c0) to (%c2) step (%c1) {
    %mine = memref.atomic_rmw addi %one, %arrived[%c0] : (i64, memref<1xi64>) -> i64
    scf.while : () -> () {
      %there = memref.atomic_rmw addi %zero, %arrived[%c0] : (i64, memref<1xi64>) -> i64
      %alone = arith.cmpi slt, %there, %two : i64
      scf.condition(%alone)
    } do {
      %ignored = func.call @sched_yield() : () -> i32
      scf.yield
    }
    %thread = func.call @gettid() : () -> i32
    memref.store %thread, %where[%i] : memref<2xi32>
    scf.if %long { // for all that is known here it takes long enough to be shared
      scf.for %k = %c0 to %many step %c1 {
        %ignored = func.call @sched_yield() : () -> i32
      }
    }
    // MORE
    scf.reduce
  }
  return
}
"""


def meet(program: Any) -> np.ndarray:
    """For each iteration its thread."""
    where = np.zeros(2, np.int32)
    program.meet(np.zeros(1, np.int64), where, False)
    return where


def names_of(threads: np.ndarray) -> list[str]:
    return [Path(f"/proc/self/task/{thread}/comm").read_text("ascii").strip() for thread in threads]


def test_each_worker_begins_with_its_own_part() -> None:
    """Whichever of them takes the loop: the first half is for the first worker."""
    with asyncir.Runtime(threads=2) as two:
        program = asyncir.compile(MEETING).on(two)
        for round_ in range(ROUNDS):
            time.sleep(0.002 * (round_ % 2))  # asleep, or looking for work
            where = meet(program)
            first, second = names_of(where)
            assert (first[-2:], second[-2:]) == ("-0", "-1")


FAILING = MEETING.replace(
    "// MORE",
    """
    %never = arith.constant false
    %lower = arith.cmpi eq, %i, %c0 : index
    scf.if %lower {
      cf.assert %never, "the lower half"
    } else {
      cf.assert %never, "the upper half"
    }
""",
)


def test_the_error_is_that_of_the_lower_half() -> None:
    """Though either may be the one that is run by whoever took the loop."""
    with asyncir.Runtime(threads=2) as two:
        program = asyncir.compile(FAILING).on(two)
        for _ in range(ROUNDS):
            with pytest.raises(asyncir.ProgramError) as caught:
                meet(program)
            assert "the lower half" in str(caught.value.chain[-1])
