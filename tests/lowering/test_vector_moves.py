"""Ops that put elements of vectors elsewhere, and reductions along dimensions, in machine code and in the interpreter."""

from __future__ import annotations

from random import Random

import pytest

from tests.lowering.test_vector_products import FLOAT_KINDS, INTEGER_KINDS, both, numbers, vectors_program

MOVES = {
    "transpose": (
        "%r = vector.transpose %v0, [2, 0, 1] : vector<2x3x4xT> to vector<4x2x3xT>",
        [[2, 3, 4], [4, 2, 3]],
    ),
    "transpose of two": (
        "%r = vector.transpose %v0, [1, 0] : vector<2x3xT> to vector<3x2xT>",
        [[2, 3], [3, 2]],
    ),
    "extract slice": (
        "%r = vector.extract_strided_slice %v0 {offsets = [1, 2], sizes = [2, 1], strides = [1, 1]} "
        ": vector<3x3x2xT> to vector<2x1x2xT>",
        [[3, 3, 2], [2, 1, 2]],
    ),
    "insert slice": (
        "%r = vector.insert_strided_slice %v0, %v1 {offsets = [1, 0, 1], strides = [1, 1]} "
        ": vector<2x2xT> into vector<2x3x4xT>",
        [[2, 2], [2, 3, 4]],
    ),
    "interleave": (
        "%r = vector.interleave %v0, %v1 : vector<2x3xT> -> vector<2x6xT>",
        [[2, 3], [2, 3], [2, 6]],
    ),
    "deinterleave": ("%x, %r = vector.deinterleave %v0 : vector<2x4xT> -> vector<2x2xT>", [[2, 4], [2, 2]]),
}


@pytest.mark.parametrize("element", ["i8", "f32"])
@pytest.mark.parametrize("name", MOVES)
def test_moves(name: str, element: str) -> None:
    line, shapes = MOVES[name]
    random = Random(name)
    given = [numbers(random, shape, element) for shape in shapes]
    text = vectors_program([line.replace("xT", f"x{element}")], shapes, [element] * len(shapes), "%r")
    both(text, given)


@pytest.mark.parametrize("element", ["i8", "f32"])
@pytest.mark.parametrize(("dims", "kept"), [([0], [3, 2]), ([1], [2, 2]), ([0, 2], [3]), ([], [2, 3, 2])])
def test_reductions_along_dimensions(element: str, dims: list[int], kept: list[int]) -> None:
    result = f"vector<{'x'.join(map(str, kept))}x{element}>"
    for kind in FLOAT_KINDS if element == "f32" else INTEGER_KINDS:
        line = f"%r = vector.multi_reduction <{kind}>, %v0, %v1 {dims} : vector<2x3x2x{element}> to {result}"
        random = Random(kind)
        given = [numbers(random, shape, element) for shape in ([2, 3, 2], kept)]
        both(vectors_program([line], [[2, 3, 2], kept], [element] * 2, "%r"), given)
