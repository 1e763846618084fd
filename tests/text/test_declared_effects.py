"""What the ops of arith, memref and vector declare: what they touch, and whether they can be run early."""

from __future__ import annotations

import pytest

from asyncir.dialects.effects import OUTPUT, Access, effects_of, is_speculatable, is_view
from asyncir.ir import Operation
from asyncir.source.text import parse_module

ARGUMENTS = (
    "%m: memref<4x?xf32>, %d: memref<?x?xf32>, %i: index, %x: f32, %a: i32, %v: vector<4xf32>, "
    "%n: memref<4xi32>, %s: memref<2xindex>"
)
"""The arguments, which the tests name by their place."""


def first(text: str, skip: int = 0) -> Operation:
    """The op in the text, after as many others."""
    module = parse_module(f"func.func @f({ARGUMENTS}) {{\n{text}\n  return\n}}")
    function = next(iter(module.ops))
    return list(function.regions[0].block.ops)[skip]


def touches(op: Operation) -> list[tuple[Access, object, tuple[int, ...] | None]]:
    """The effects, with arguments as numbers, results as "result"."""

    def shown(root: object) -> object:
        if root in op.results:
            return "result"
        return getattr(root, "index", root)

    return [
        (e.access, shown(e.root), None if e.indices is None else tuple(i.index for i in e.indices))
        for e in effects_of(op)
    ]


R, W = Access.READ, Access.WRITE


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("%r = memref.load %m[%i, %i] : memref<4x?xf32>", [(R, 0, (2, 2))]),
        ("memref.store %x, %m[%i, %i] : memref<4x?xf32>", [(W, 0, (2, 2))]),
        ("memref.copy %m, %d : memref<4x?xf32> to memref<?x?xf32>", [(R, 0, None), (W, 1, None)]),
        ("%r = memref.alloc() : memref<4xf32>", [(Access.ALLOC, "result", None)]),
        ("%r = memref.alloca() : memref<4xf32>", [(Access.ALLOC, "result", None)]),
        ("memref.dealloc %m : memref<4x?xf32>", [(Access.FREE, 0, None)]),
        (
            "%r = memref.atomic_rmw addi %a, %n[%i] : (i32, memref<4xi32>) -> i32",
            [(R, 6, (2,)), (W, 6, (2,))],
        ),
        (
            "%r = memref.generic_atomic_rmw %n[%i] : memref<4xi32> {\n^bb0(%c: i32):\n"
            "memref.atomic_yield %a : i32\n}",
            [(R, 6, (2,)), (W, 6, (2,))],
        ),
        (
            "%r = memref.reshape %n(%s) : (memref<4xi32>, memref<2xindex>) -> memref<2x2xi32>",
            [(R, 7, None)],
        ),
        ("%r = memref.dim %m, %i : memref<4x?xf32>", []),
        ("%r = vector.load %m[%i, %i] : memref<4x?xf32>, vector<4xf32>", [(R, 0, (2, 2))]),
        ("vector.store %v, %m[%i, %i] : memref<4x?xf32>, vector<4xf32>", [(W, 0, (2, 2))]),
        ("%r = vector.transfer_read %m[%i, %i], %x : memref<4x?xf32>, vector<4xf32>", [(R, 0, None)]),
        ("vector.print %x : f32", [(W, OUTPUT, None)]),
        ("%r = arith.addi %a, %a : i32", []),
        ("%r = arith.divsi %a, %a : i32", []),
        ("%r = math.sin %x : f32", []),
    ],
)
def test_an_op_says_what_it_touches(text: str, expected: list[tuple[Access, object, object]]) -> None:
    assert touches(first(text)) == expected


def test_a_vector_touches_as_many_elements_as_it_has_along_the_last_dimensions() -> None:
    (effect,) = effects_of(first("%r = vector.load %m[%i, %i] : memref<4x?xf32>, vector<4xf32>"))
    assert effect.sizes == (1, 4)


@pytest.mark.parametrize("op", ["divsi", "divui", "ceildivsi", "ceildivui", "floordivsi", "remsi", "remui"])
def test_a_division_can_be_run_early_only_by_a_constant_that_cannot_fault(op: str) -> None:
    signed = "si" in op
    assert not is_speculatable(first(f"%r = arith.{op} %a, %a : i32"))
    for divisor, harmless in ((0, False), (3, True), (-1, not signed)):
        text = f"%c = arith.constant {divisor} : i32\n%r = arith.{op} %a, %c : i32"
        assert is_speculatable(first(text, skip=1)) is harmless, divisor
    vectors = f"%c = arith.constant dense<[1, 0]> : vector<2xi32>\n%r = arith.{op} %c, %c : vector<2xi32>"
    assert not is_speculatable(first(vectors, skip=1))


def test_what_reads_no_memory_can_be_run_early_and_what_does_cannot() -> None:
    assert is_speculatable(first("%r = arith.addi %a, %a : i32"))
    assert is_speculatable(first("%r = math.sqrt %x : f32"))
    assert not is_speculatable(first("%r = memref.load %m[%i, %i] : memref<4x?xf32>"))
    assert not is_speculatable(first("%r = memref.dim %m, %i : memref<4x?xf32>"))
    assert is_speculatable(
        first("%c = arith.constant 1 : index\n%r = memref.dim %m, %c : memref<4x?xf32>", skip=1)
    )
    assert not is_speculatable(
        first("%c = arith.constant 2 : index\n%r = memref.dim %m, %c : memref<4x?xf32>", skip=1)
    )


@pytest.mark.parametrize(
    "text",
    [
        "%r = memref.cast %m : memref<4x?xf32> to memref<?x?xf32>",
        "%r = memref.subview %m[0, 0] [1, 1] [1, 1] : memref<4x?xf32> to memref<1x1xf32, strided<[?, 1]>>",
        "%r = memref.collapse_shape %m [[0, 1]] : memref<4x?xf32> into memref<?xf32>",
        "%r = memref.transpose %m (i, j) -> (j, i) : memref<4x?xf32> to memref<?x4xf32, strided<[1, ?]>>",
        "%r = memref.assume_alignment %m, 16 : memref<4x?xf32>",
    ],
)
def test_a_view_shares_its_operands_memory(text: str) -> None:
    assert is_view(first(text))
