"""A program whose memory is not there fails with the number of bytes, and nothing is broken behind it."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asyncir

HUGE = 1 << 50
"""More elements than any machine has bytes."""
MOST = 2**63 - 1

PROGRAMS = {
    "fill": """
func.func @main(%n: index) -> tensor<?xf32> {
  %e = tensor.empty(%n) : tensor<?xf32>
  %one = arith.constant 1.0 : f32
  %f = linalg.fill ins(%one : f32) outs(%e : tensor<?xf32>) -> tensor<?xf32>
  return %f : tensor<?xf32>
}
""",
    "static": """
func.func @main(%n: index) -> f32 {
  %zero = arith.constant 0 : index
  %one = arith.constant 1.0 : f32
  %m = memref.alloc() : memref<2251799813685248xf32>
  memref.store %one, %m[%n] : memref<2251799813685248xf32>
  %x = memref.load %m[%zero] : memref<2251799813685248xf32>
  memref.dealloc %m : memref<2251799813685248xf32>
  return %x : f32
}
""",
    "product": """
func.func @main(%n: index, %m: index) -> memref<?x?x4xf32> {
  %a = memref.alloc(%n, %m) : memref<?x?x4xf32>
  %one = arith.constant 1.0 : f32
  linalg.fill ins(%one : f32) outs(%a : memref<?x?x4xf32>)
  return %a : memref<?x?x4xf32>
}
""",
    "bytes": """
func.func @main(%n: index) -> memref<?xi8> {
  %a = memref.alloc(%n) : memref<?xi8>
  %one = arith.constant 1 : i8
  linalg.fill ins(%one : i8) outs(%a : memref<?xi8>)
  return %a : memref<?xi8>
}
""",
    "aligned": """
func.func @main(%n: index) -> memref<?xf64> {
  %a = memref.alloc(%n) {alignment = 256 : i64} : memref<?xf64>
  %one = arith.constant 1.0 : f64
  linalg.fill ins(%one : f64) outs(%a : memref<?xf64>)
  return %a : memref<?xf64>
}
""",
    "task": """
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %a = memref.alloc(%n) : memref<?xi64>
    memref.store %one, %a[%c0] : memref<?xi64>
    %x = memref.load %a[%c0] : memref<?xi64>
    memref.dealloc %a : memref<?xi64>
    async.yield %x : i64
  }
  %x = async.await %v : !async.value<i64>
  return %x : i64
}
""",
    "parallel": """
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %one = arith.constant 1 : i64
  %zero = arith.constant 0 : i64
  %sums = memref.alloc() : memref<64xi64>
  scf.parallel (%i) = (%c0) to (%c64) step (%c1) {
    %a = memref.alloc(%n) : memref<?xi64>
    scf.for %j = %c0 to %n step %c1 {
      memref.store %one, %a[%j] : memref<?xi64>
    }
    %x = memref.load %a[%c0] : memref<?xi64>
    memref.store %x, %sums[%i] : memref<64xi64>
    memref.dealloc %a : memref<?xi64>
  }
  %total = scf.for %i = %c0 to %c64 step %c1 iter_args(%so_far = %zero) -> i64 {
    %x = memref.load %sums[%i] : memref<64xi64>
    %s = arith.addi %so_far, %x : i64
    scf.yield %s : i64
  }
  memref.dealloc %sums : memref<64xi64>
  return %total : i64
}
""",
    "called": """
func.func private @inner(%n: index) -> memref<?xi64> {
  %a = memref.alloc(%n) : memref<?xi64>
  return %a : memref<?xi64>
}
func.func @main(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %a = func.call @inner(%n) : (index) -> memref<?xi64>
  memref.store %one, %a[%c0] : memref<?xi64>
  %x = memref.load %a[%c0] : memref<?xi64>
  memref.dealloc %a : memref<?xi64>
  return %x : i64
}
""",
}

TOO_LARGE = [
    ("fill", (HUGE,), 4 * HUGE),
    ("fill", (1 << 62,), MOST),
    ("static", (0,), 4 << 51),
    ("product", (1 << 30, 1 << 30), MOST),
    ("product", (1 << 32, 1 << 30), MOST),
    ("product", (1 << 32, 1 << 32), MOST),
    ("product", (1 << 50, 1), 1 << 54),
    ("bytes", (HUGE,), HUGE),
    ("aligned", (1 << 60,), MOST),
    ("aligned", (HUGE,), 8 * HUGE),
    ("task", (HUGE,), 8 * HUGE),
    ("parallel", (HUGE,), 8 * HUGE),
    ("called", (HUGE,), 8 * HUGE),
]


def _ids(cases: list[Any]) -> list[str]:
    return [f"{name} {arguments}" for name, arguments, *_ in cases]


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize(("name", "arguments", "size"), TOO_LARGE, ids=_ids(TOO_LARGE))
def test_memory_that_is_not_there(name: str, arguments: tuple[int, ...], size: int, opt_level: int) -> None:
    program = asyncir.compile(PROGRAMS[name], opt_level=opt_level)
    for _ in range(2):
        with pytest.raises(asyncir.ProgramError) as caught:
            program["main"](*arguments)
        last = caught.value.chain[-1]
        assert (last.code, last.message) == ("R011", f"there is no memory for {size} bytes")


@pytest.mark.parametrize("opt_level", [0, 2])
@pytest.mark.parametrize(("name", "arguments"), [("fill", (-1,)), ("product", (-1, -1)), ("bytes", (-1,))])
def test_a_size_that_is_negative(name: str, arguments: tuple[int, ...], opt_level: int) -> None:
    program = asyncir.compile(PROGRAMS[name], opt_level=opt_level)
    with pytest.raises(asyncir.ProgramError) as caught:
        program["main"](*arguments)
    last = caught.value.chain[-1]
    assert last.code == "R010"
    assert last.message.endswith("dimension 0 is given size -1")


RIGHT = [
    ("fill", (3,), [1.0, 1.0, 1.0]),
    ("fill", (0,), []),
    ("product", (1, 2), [[[1.0] * 4] * 2]),
    ("product", (0, 1 << 40), []),
    ("product", (2, 0), [[], []]),
    ("bytes", (1 << 20,), np.ones(1 << 20, np.int8)),
    ("aligned", (5,), [1.0] * 5),
    ("task", (1,), 1),
    ("parallel", (1000,), 64),
    ("called", (1,), 1),
]


@pytest.mark.parametrize(("name", "arguments", "expected"), RIGHT, ids=_ids(RIGHT))
def test_memory_that_is_there(name: str, arguments: tuple[int, ...], expected: Any) -> None:
    given = asyncir.compile(PROGRAMS[name])["main"](*arguments)
    assert np.array_equal(np.reshape(given, -1), np.reshape(expected, -1))


def test_the_place_is_that_of_the_op() -> None:
    with pytest.raises(asyncir.ProgramError) as caught:
        asyncir.compile(PROGRAMS["fill"])["main"](HUGE)
    (shown,) = caught.value.diagnostics
    assert shown.help is not None
    assert shown.help.startswith("make the arrays smaller")
    assert shown.span is not None
    assert shown.span.line == 3


def test_an_empty_array_that_numpy_cannot_hold() -> None:
    with pytest.raises(asyncir.DiagnosticError, match="which no memory has") as caught:
        asyncir.compile(PROGRAMS["product"])["main"](0, 1 << 62)
    assert caught.value.diagnostics[0].code == "R007"


def test_coroutines_by_hand_are_left_alone() -> None:
    text = """
    func.func @coroutine(%n: index) -> memref<?xi8> {
      %a = memref.alloc(%n) : memref<?xi8>
      %id = async.coro.id
      %handle = async.coro.begin %id
      cf.br ^end
    ^end:
      async.coro.free %id, %handle
      async.coro.end %handle
      return %a : memref<?xi8>
    }
    """
    module = asyncir.parse(text)
    asyncir.run_pipeline(module, "check-allocations")
    assert "rt.check_memory" not in asyncir.print_module(module)
