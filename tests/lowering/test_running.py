"""Programs whose lowering is delicate, run natively (S4-2, S4-4, S4-9, S4-15, S4-16, S4-26)."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime

LEVELS = pytest.mark.parametrize("opt_level", [0, 2])


@LEVELS
def test_names_that_c_or_the_runtime_need_can_be_used(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func private @malloc(%x: i64) -> i64 {
  %y = arith.addi %x, %x : i64
  return %y : i64
}
func.func @free(%x: i64) -> i64 {
  %m = memref.alloc() : memref<4xi64>
  %c0 = arith.constant 0 : index
  %y = func.call @malloc(%x) : (i64) -> i64
  memref.store %y, %m[%c0] : memref<4xi64>
  %z = memref.load %m[%c0] : memref<4xi64>
  memref.dealloc %m : memref<4xi64>
  return %z : i64
}
func.func @main(%x: i64) -> i64 {
  %y = func.call @free(%x) : (i64) -> i64
  return %y : i64
}
""",
        opt_level=opt_level,
    )
    assert program.main(21) == 42


@LEVELS
@pytest.mark.parametrize("length", [3, 16, 32])
def test_payloads_are_aligned_as_their_type_asks(opt_level: int, length: int) -> None:
    """MLIR 22 crashes on a payload that needs more than 16 bytes."""
    vector = f"vector<{length}xf32>"
    program = asyncir.compile(
        f"""
func.func @f(%x: f32, %m: memref<{length}xf32>) {{
  %c0 = arith.constant 0 : index
  %t, %a, %v, %b = async.execute -> (!async.value<i8>, !async.value<{vector}>, !async.value<i1>) {{
    %s = vector.broadcast %x : f32 to {vector}
    %one = arith.constant 1 : i8
    %true = arith.constant true
    async.yield %one, %s, %true : i8, {vector}, i1
  }}
  %w = async.await %v : !async.value<{vector}>
  vector.store %w, %m[%c0] : memref<{length}xf32>, {vector}
  return
}}
""",
        opt_level=opt_level,
    )
    out = np.zeros(length, dtype=np.float32)
    for _ in range(20):
        program.f(1.5, out)
    assert (out == 1.5).all()


@LEVELS
def test_a_value_of_a_token_keeps_the_token(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func @f(%m: memref<1xi64>) {
  %c0 = arith.constant 0 : index
  %t, %v = async.execute -> !async.value<!async.token> {
    %u = async.execute {
      %c7 = arith.constant 7 : i64
      memref.store %c7, %m[%c0] : memref<1xi64>
      async.yield
    }
    async.yield %u : !async.token
  }
  %inner = async.await %v : !async.value<!async.token>
  %again = async.await %v : !async.value<!async.token>
  async.await %inner : !async.token
  async.await %again : !async.token
  return
}
""",
        opt_level=opt_level,
    )
    out = np.zeros(1, dtype=np.int64)
    program.f(out)
    assert out[0] == 7
    assert runtime.counts().tasks == 0


@LEVELS
def test_a_failure_releases_what_the_function_held(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func @f(%ok: i1) {
  %a = async.execute {
    async.yield
  }
  %b = async.execute {
    async.yield
  }
  cf.assert %ok, "not ok"
  async.await %a : !async.token
  async.await %b : !async.token
  return
}
""",
        opt_level=opt_level,
    )
    for _ in range(50):
        with pytest.raises(asyncir.ProgramError, match="not ok"):
            program.f(False)
    program.f(True)
    assert (runtime.counts().tasks, runtime.counts().errors) == (0, 0)


@LEVELS
def test_functions_called_through_a_value_may_wait(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func private @slow(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %y = arith.addi %x, %x : i64
    async.yield %y : i64
  }
  %y = async.await %v : !async.value<i64>
  return %y : i64
}
func.func private @quick(%x: i64) -> i64 {
  return %x : i64
}
func.func @f(%which: i1, %x: i64) -> i64 {
  %a = func.constant @slow : (i64) -> i64
  %b = func.constant @quick : (i64) -> i64
  %f = arith.select %which, %a, %b : (i64) -> i64
  %y = func.call_indirect %f(%x) : (i64) -> i64
  return %y : i64
}
""",
        opt_level=opt_level,
    )
    assert (program.f(True, 21), program.f(False, 21)) == (42, 21)


@LEVELS
def test_a_stack_allocation_of_unknown_size_lives_across_a_wait(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func @f(%n: index, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloca(%n) : memref<?xf64>
  memref.store %x, %m[%c0] : memref<?xf64>
  %t = async.execute {
    %a = memref.load %m[%c0] : memref<?xf64>
    %b = arith.addf %a, %a : f64
    memref.store %b, %m[%c0] : memref<?xf64>
    async.yield
  }
  async.await %t : !async.token
  %y = memref.load %m[%c0] : memref<?xf64>
  return %y : f64
}
""",
        opt_level=opt_level,
    )
    assert program.f(100_000, 2.5) == 5.0


@LEVELS
def test_atomic_updates_from_many_tasks_are_all_counted(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func @f(%m: memref<?xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %g = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      %old = memref.atomic_rmw addi %one, %m[%c0] : (i64, memref<?xi64>) -> i64
      async.yield
    }
    %r = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
""",
        opt_level=opt_level,
        threads=2,
    )
    out = np.zeros(1, dtype=np.int64)
    program.f(out, 1000)
    assert out[0] == 1000


@LEVELS
def test_reshapes_see_the_same_elements(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func @f(%m: memref<2x3x4xi32>, %r: index) -> (i32, i32) {
  %c2 = arith.constant 2 : index
  %c1 = arith.constant 1 : index
  %a = memref.collapse_shape %m [[0, 1], [2]] : memref<2x3x4xi32> into memref<6x4xi32>
  %x = memref.load %a[%r, %c2] : memref<6x4xi32>
  %b = memref.expand_shape %a [[0, 1], [2]] output_shape [3, 2, 4] : memref<6x4xi32> into memref<3x2x4xi32>
  %y = memref.load %b[%c2, %c1, %c2] : memref<3x2x4xi32>
  return %x, %y : i32, i32
}
""",
        opt_level=opt_level,
    )
    m = np.arange(24, dtype=np.int32).reshape(2, 3, 4)
    assert program.f(m, 4) == (m.reshape(6, 4)[4, 2], m.reshape(3, 2, 4)[2, 1, 2])


@LEVELS
def test_completing_twice_fails_in_whoever_does_it(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func @f() {
  %t = async.runtime.create : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.set_available %t : !async.token
  return
}
""",
        opt_level=opt_level,
    )
    with pytest.raises(asyncir.ProgramError, match="R106"):
        program.f()


WAITS = """
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %x : i64
  }
  %y = async.await %v : !async.value<i64>
"""
FAILS = """
  %zero = arith.constant 0 : i64
  %positive = arith.cmpi sgt, %x, %zero : i64
  cf.assert %positive, "negative"
  %y = arith.addi %x, %zero : i64
"""


@LEVELS
@pytest.mark.parametrize("body", [WAITS, FAILS, ""])
def test_external_functions_are_called_like_others_of_their_type(opt_level: int, body: str) -> None:
    other = f"func.func private @other(%x: i64) -> i64 {{{body}  return %{'y' if body else 'x'} : i64\n}}"
    program = asyncir.compile(
        f"""
func.func private @labs(i64) -> i64
{other}
func.func @labs.value(%x: i64) -> i64 {{
  %f = func.constant @labs : (i64) -> i64
  %g = func.constant @other : (i64) -> i64
  %y = func.call_indirect %f(%x) : (i64) -> i64
  %t, %v = async.execute -> !async.value<i64> {{
    %h = func.constant @labs : (i64) -> i64
    %z = func.call_indirect %h(%y) : (i64) -> i64
    async.yield %z : i64
  }}
  %z = async.await %v : !async.value<i64>
  %r = func.call_indirect %g(%z) : (i64) -> i64
  return %r : i64
}}
""",
        opt_level=opt_level,
    )
    assert program["labs.value"](-21) == 21


@LEVELS
def test_a_waiting_function_that_fails_is_let_go_by_its_caller(opt_level: int) -> None:
    program = asyncir.compile(
        """
func.func private @inner(%ok: i1) -> i64 {
  %t = async.execute {
    cf.assert %ok, "inner task"
    async.yield
  }
  async.await %t : !async.token
  %c7 = arith.constant 7 : i64
  return %c7 : i64
}
func.func @outer(%ok: i1) -> i64 {
  %x = func.call @inner(%ok) : (i1) -> i64
  %y = func.call @inner(%ok) : (i1) -> i64
  %s = arith.addi %x, %y : i64
  return %s : i64
}
""",
        opt_level=opt_level,
    )
    assert program.outer(True) == 14
    for _ in range(20):
        with pytest.raises(asyncir.ProgramError, match="inner task"):
            program.outer(False)
    assert (runtime.counts().tasks, runtime.counts().errors) == (0, 0)
