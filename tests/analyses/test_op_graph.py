"""What an op of a block needs: what it uses, and what it must not overtake."""

from __future__ import annotations

import pytest

from asyncir.analyses.op_graph import op_graph
from asyncir.dialects.effects import Effects
from asyncir.dialects.functions import FunctionOp
from asyncir.source.text import parse_module

CASES = {
    "values": (
        "%x = arith.addi %v, %v : i64\n%y = arith.muli %v, %v : i64\n%z = arith.subi %x, %y : i64",
        {(0, 2), (1, 2)},
    ),
    "values used inside": (
        "%x = arith.addi %v, %v : i64\nscf.if %c {\n memref.store %x, %a[%i] : memref<8xi64>\n}",
        {(0, 1)},
    ),
    "a read behind a write": (
        "memref.store %v, %a[%i] : memref<8xi64>\n%x = memref.load %a[%i] : memref<8xi64>",
        {(0, 1)},
    ),
    "a write behind reads": (
        "%x = memref.load %a[%i] : memref<8xi64>\n%y = memref.load %a[%i] : memref<8xi64>\n"
        "memref.store %v, %a[%i] : memref<8xi64>",
        {(0, 2), (1, 2)},
    ),
    "reads in any order": (
        "%x = memref.load %a[%i] : memref<8xi64>\n%y = memref.load %a[%i] : memref<8xi64>",
        set(),
    ),
    "arguments that may be one": (
        "memref.store %v, %a[%i] : memref<8xi64>\nmemref.store %v, %b[%i] : memref<8xi64>",
        {(0, 1)},
    ),
    "memory of its own": (
        "%m = memref.alloc() : memref<8xi64>\nmemref.store %v, %a[%i] : memref<8xi64>\n"
        "memref.store %v, %m[%i] : memref<8xi64>",
        {(0, 2)},
    ),
    "the last write alone": (
        "memref.store %v, %a[%i] : memref<8xi64>\nmemref.store %v, %a[%i] : memref<8xi64>\n"
        "%x = memref.load %a[%i] : memref<8xi64>",
        {(0, 1), (1, 2)},
    ),
    "memory that cannot be followed": (
        "%m = memref.alloc() : memref<8xi64>\n%n = func.call @any() : () -> memref<8xi64>\n"
        "memref.store %v, %m[%i] : memref<8xi64>\nmemref.store %v, %n[%i] : memref<8xi64>\n"
        "%x = memref.load %m[%i] : memref<8xi64>",
        {(0, 2), (1, 3), (1, 2), (2, 3), (2, 4), (3, 4), (0, 4)},
    ),
}


@pytest.mark.parametrize("what", CASES)
def test_what_an_op_needs(what: str) -> None:
    body, expected = CASES[what]
    arguments = "%a: memref<8xi64>, %b: memref<8xi64>, %i: index, %v: i64, %c: i1"
    module = parse_module(
        f"func.func private @any() -> memref<8xi64>\nfunc.func @f({arguments}) {{\n{body}\nreturn\n}}"
    )
    (function,) = (op for op in module.ops if isinstance(op, FunctionOp) and op.body.blocks)
    *ops, _ = function.body.blocks[0].ops
    graph = op_graph(ops, Effects())
    number = {op: place for place, op in enumerate(ops)}
    found = {(number[needed], number[op]) for op, each in graph.needs.items() for needed in each}
    assert found == expected
    assert {(number[a], number[b]) for a, users in graph.users().items() for b in users} == expected
