# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""Atomic updates natively: each kind on each type, those of a region, and by many tasks at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret

INTEGERS = ("addi", "andi", "assign", "maxs", "maxu", "mins", "minu", "muli", "ori", "xori")
FLOATS = ("addf", "assign", "maximumf", "maxnumf", "minimumf", "minnumf", "mulf")
DTYPES: dict[str, Any] = {
    "i1": np.bool_, "i8": np.int8, "i16": np.int16, "i32": np.int32, "i64": np.int64,
    "f16": np.float16, "f32": np.float32, "f64": np.float64,
}  # fmt: skip
CASES = [(kind, type_) for type_ in DTYPES for kind in (FLOATS if type_[0] == "f" else INTEGERS)]


def _program(kind: str, type_: str) -> str:
    return f"""func.func @main(%m: memref<3x{type_}>, %i: index, %v: {type_}) -> {type_} {{
  %r = memref.atomic_rmw {kind} %v, %m[%i] : ({type_}, memref<3x{type_}>) -> {type_}
  return %r : {type_}
}}"""


def _values(type_: str) -> list[Any]:
    if type_ == "i1":
        return [False, True]
    return [0.0, 1.5, -2.25, 3.0] if type_[0] == "f" else [0, 1, -3, 7, 100]


@pytest.mark.parametrize(("kind", "type_"), CASES)
def test_each_kind_on_each_type(kind: str, type_: str) -> None:
    text = _program(kind, type_)
    main, module = asyncir.compile(text)["main"], asyncir.parse(text)
    for old in _values(type_):
        for new in _values(type_):
            native, meant = (np.array([old] * 3, DTYPES[type_]) for _ in range(2))
            found = main(native, 1, new)
            outcome = interpret(module, "main", [meant, 1, new])
            assert outcome.diagnostics == ()
            assert (found, native.tolist()) == (outcome.results[0], meant.tolist()), (old, new)


COLLATZ = """func.func @main(%m: memref<?xi32>, %i: index) -> i32 {
  %one = arith.constant 1 : i32
  %three = arith.constant 3 : i32
  %old = memref.generic_atomic_rmw %m[%i] : memref<?xi32> {
  ^bb0(%x: i32):
    %odd = arith.andi %x, %one : i32
    %is_odd = arith.cmpi eq, %odd, %one : i32
    %more = arith.muli %x, %three : i32
    %up = arith.addi %more, %one : i32
    %down = arith.shrsi %x, %one : i32
    %next = arith.select %is_odd, %up, %down : i32
    memref.atomic_yield %next : i32
  }
  return %old : i32
}"""


@pytest.mark.parametrize("opt_level", [0, 2])
def test_a_region(opt_level: int) -> None:
    main = asyncir.compile(COLLATZ, opt_level=opt_level)["main"]
    held = np.array([7, 27, 1], np.int32)
    assert [main(held, 1) for _ in range(4)] == [27, 82, 41, 124]
    assert held.tolist() == [7, 62, 1]


TASKS = """func.func @main(%m: memref<1x{type}>, %n: index, %v: {type}) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {{
    %t = async.execute {{
      {update}
      async.yield
    }}
    %k = async.add_to_group %t, %group : !async.token
  }}
  async.await_all %group
  return
}}"""
REGION = """memref.generic_atomic_rmw %m[%c0] : memref<1x{type}> {{
      ^bb0(%x: {type}):
        %y = {op} %x, %v : {type}
        memref.atomic_yield %y : {type}
      }}"""


@pytest.mark.parametrize(
    ("type_", "update", "value", "start", "end"),
    [
        ("i32", "memref.atomic_rmw muli %v, %m[%c0] : (i32, memref<1xi32>) -> i32", 3, 1, pow(3, 999, 2**32)),
        ("i32", REGION.format(type="i32", op="arith.addi"), 3, 5, 5 + 3 * 999),
        ("f64", REGION.format(type="f64", op="arith.addf"), 0.5, 1.0, 1.0 + 0.5 * 999),
        ("i1", "memref.atomic_rmw xori %v, %m[%c0] : (i1, memref<1xi1>) -> i1", True, False, True),
    ],
    ids=["products", "sums", "floats", "bits"],
)
def test_no_update_of_many_tasks_is_lost(type_: str, update: str, value: Any, start: Any, end: Any) -> None:
    text = TASKS.format(type=type_, update=f"%r = {update}")
    with asyncir.Runtime(threads=4) as runtime:
        main = asyncir.compile(text).on(runtime)["main"]
        for _ in range(20):
            held = np.array([start], DTYPES[type_])
            main(held, 999, value)
            assert held.astype(np.uint32 if type_ == "i32" else held.dtype)[0] == end


@pytest.mark.parametrize("kind", ["muli", "addi", "assign", "maxs"])
@pytest.mark.parametrize("type_", ["i3", "i24", "i48"])
def test_an_integer_that_no_atomic_instruction_has(kind: str, type_: str) -> None:
    with pytest.raises(asyncir.DiagnosticError, match=rf"L001.*`{type_}`"):
        asyncir.compile(_program(kind, type_))
