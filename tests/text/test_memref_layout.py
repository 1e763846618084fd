"""Strides and offsets of memref types, and what subviews and reshapes make of them."""

from __future__ import annotations

import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.memref_layout import dropped_dimensions, strided_form, strides_and_offset
from asyncir.ir import Attribute
from asyncir.source.text import parse_module


def memref(text: str) -> Attribute:
    """The type in the text."""
    module = parse_module(f"func.func private @f({text})")
    op = next(iter(module.ops))
    return op.properties["function_type"].inputs.data[0]


@pytest.mark.parametrize(
    ("text", "strides", "offset"),
    [
        ("memref<f32>", (), 0),
        ("memref<4x8xf32>", (8, 1), 0),
        ("memref<?x8xf32>", (8, 1), 0),
        ("memref<4x?xf32>", (None, 1), 0),
        ("memref<2x?x4xf32>", (None, 4, 1), 0),
        ("memref<?x0xf32>", (0, 1), 0),
        ("memref<4x8xf32, strided<[16, 2], offset: 3>>", (16, 2), 3),
        ("memref<4x8xf32, strided<[?, 1], offset: ?>>", (None, 1), None),
        ("memref<4xf32, strided<[-1], offset: 3>>", (-1,), 3),
        ("memref<4x8xf32, affine_map<(i, j) -> (i, j)>>", (8, 1), 0),
        ("memref<4x8xf32, affine_map<(i, j) -> (i * 16 + j * 2 + 3)>>", (16, 2), 3),
        ("memref<4x8xf32, affine_map<(i, j)[s] -> (i * 8 + j + s)>>", (8, 1), None),
        ("memref<4x8xf32, affine_map<(i, j) -> (j + i * 4 + j)>>", (4, 2), 0),
        ("memref<4x8xf32, affine_map<(i, j) -> (j)>>", (0, 1), 0),
        ("memref<4x8xf32, affine_map<(i, j) -> ((i + j) * 2 + 1)>>", (2, 2), 1),
    ],
)
def test_a_strided_type_says_where_its_elements_are(
    text: str, strides: tuple[int | None, ...], offset: int | None
) -> None:
    assert strides_and_offset(memref(text)) == (strides, offset)


@pytest.mark.parametrize(
    "text",
    [
        "memref<4x8xf32, affine_map<(i, j) -> (j, i)>>",
        "memref<4x8xf32, affine_map<(i, j) -> (i floordiv 2, j, i mod 2)>>",
        "memref<4xf32, affine_map<(i) -> (i mod 2)>>",
    ],
)
def test_another_layout_is_parsed_and_refused_when_strides_are_asked_for(text: str) -> None:
    type_ = memref(text)
    assert strided_form(type_) is None
    with pytest.raises(DiagnosticError) as caught:
        strides_and_offset(type_)
    assert [d.code for d in caught.value.diagnostics] == ["V101"]


@pytest.mark.parametrize(
    ("sizes", "strides", "result", "dropped"),
    [
        ((4, 8), (8, 1), [(4, 8), (8, 1)], frozenset[int]()),
        ((1, 8), (8, 1), [(8, 1)], frozenset({0})),
        ((4, 1), (8, 1), [(4, 8)], frozenset({1})),
        ((1, 4, 1), (4, 1, 1), [(4, 1), (1, 1)], frozenset({0})),
        ((1, 4, 1), (4, 1, 1), [(1, 4), (4, 1)], frozenset({2})),
        ((1, 1), (8, 1), [], frozenset({0, 1})),
        ((None, 1), (8, 1), [(None, 8)], frozenset({1})),
        ((1, None, 1), (None, None, None), [(None, None)], frozenset({0, 2})),
        ((1, None, 1), (None, None, None), [(1, None), (None, None)], frozenset({2})),
        ((1, None, 1, None), (None, None, None, 1), [(1, None), (None, None), (None, 1)], frozenset({2})),
        ((4, 8), (8, 1), [(8, 1)], None),
        ((1, 4, 1), (4, 1, 1), [(4, 9), (1, 1)], None),
    ],
)
def test_dropped_dimensions_have_size_one_and_leave_the_sizes_and_strides_of_the_result(
    sizes: tuple[int | None, ...],
    strides: tuple[int | None, ...],
    result: list[tuple[int | None, int | None]],
    dropped: frozenset[int] | None,
) -> None:
    found = dropped_dimensions(sizes, strides, [size for size, _ in result], [stride for _, stride in result])
    assert found == dropped
