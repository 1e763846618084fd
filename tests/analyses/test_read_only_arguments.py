"""Which arrays a function leaves as they are."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.analyses.read_only_arguments import read_only_arguments
from asyncir.dialects.functions import FunctionOp

HEAD = "%a: memref<4xf32>, %b: memref<4xf32>, %i: index, %v: f32"
CASES = {
    "reads": ("%x = memref.load %a[%i] : memref<4xf32>\n return", "", (0, 1)),
    "writes": ("memref.store %v, %b[%i] : memref<4xf32>\n return", "", (0,)),
    "writes a view": (
        "%s = memref.subview %b[1] [2] [1] : memref<4xf32> to memref<2xf32, strided<[1], offset: 1>>\n"
        "memref.store %v, %s[%i] : memref<2xf32, strided<[1], offset: 1>>\n return",
        "",
        (0,),
    ),
    "writes what it chose": (
        "%c = arith.constant true\n %s = arith.select %c, %a, %b : memref<4xf32>\n"
        "memref.store %v, %s[%i] : memref<4xf32>\n return",
        "",
        (),
    ),
    "frees": ("memref.dealloc %a : memref<4xf32>\n return", "", (1,)),
    "copies": ("memref.copy %a, %b : memref<4xf32> to memref<4xf32>\n return", "", (0,)),
    "calls what writes": (
        "func.call @w(%b, %a) : (memref<4xf32>, memref<4xf32>) -> ()\n return",
        "func.func @w(%p: memref<4xf32>, %q: memref<4xf32>) { %c = arith.constant 0 : index\n"
        "%x = memref.load %q[%c] : memref<4xf32>\n memref.store %x, %p[%c] : memref<4xf32>\n return }",
        (0,),
    ),
    "calls what nobody knows": (
        "func.call @u(%b) : (memref<4xf32>) -> ()\n return",
        "func.func private @u(memref<4xf32>)",
        (),
    ),
    "a task writes": (
        "%t = async.execute { memref.store %v, %b[%i] : memref<4xf32>\n async.yield }\n"
        "async.await %t : !async.token\n return",
        "",
        (0,),
    ),
    "a task reads": (
        "%t = async.execute { %x = memref.load %b[%i] : memref<4xf32>\n async.yield }\n"
        "async.await %t : !async.token\n return",
        "",
        (0, 1),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_arguments(name: str) -> None:
    body, others, expected = CASES[name]
    module = asyncir.parse(f"func.func @f({HEAD}) {{\n{body}\n}}\n{others}")
    function = next(op for op in module.ops if isinstance(op, FunctionOp) and op.sym_name.data == "f")
    assert read_only_arguments(function) == expected


def test_what_is_returned_is_the_callers() -> None:
    module = asyncir.parse("func.func @f(%a: memref<4xf32>) -> memref<4xf32> { return %a : memref<4xf32> }")
    function = next(op for op in module.ops if isinstance(op, FunctionOp))
    assert read_only_arguments(function) == ()


def test_an_array_that_must_not_change_may_be_read() -> None:
    program = asyncir.compile(f"func.func @f({HEAD}) {{\n{CASES['copies'][0]}\n}}")
    source, target = np.arange(4, dtype=np.float32), np.zeros(4, np.float32)
    source.flags.writeable = False
    program.f(source, target, 0, 0.0)
    assert target.tolist() == [0, 1, 2, 3]
    target.flags.writeable = False
    with pytest.raises(ValueError, match=r"C109.*argument 2 of @f is read-only"):
        program.f(source, target, 0, 0.0)
