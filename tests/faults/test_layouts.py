"""Where elements lie: views that run backwards, and strides with which two places are one element."""

from __future__ import annotations

import pytest

import asyncir
from asyncir.dialects.memref_layout import has_distinct_elements
from asyncir.ir import Attribute
from asyncir.source.text import parse_module
from tests.faults.programs import program


@pytest.mark.parametrize("name", ["s9_negative_stride", "t1c_alloc_overlap"])
def test_views_and_strides(name: str) -> None:
    assert asyncir.check(program(name)).standing == "refuted"


VIEW = """
func.func @main(%A: memref<2xf32>) {{
  %c0 = arith.constant 0 : index
  %at = arith.constant {read} : index
  %B = memref.alloca() : memref<8xf32>
  %V = memref.subview %B[{first}] [2] [{stride}] : memref<8xf32> to memref<2xf32, strided<[{stride}], offset: {first}>>
  queue.commit(0) {{
    queue.async {{
      memref.copy %A, %V : memref<2xf32> to memref<2xf32, strided<[{stride}], offset: {first}>>
    }}
  }}
  %y = memref.load %B[%at] : memref<8xf32>
  return
}}
"""


@pytest.mark.parametrize(
    ("first", "stride", "touched", "apart"),
    [(4, -3, (1, 4), (0, 5)), (4, -1, (3, 4), (2, 5)), (3, 2, (3, 5), (2, 6)), (3, 1, (3, 4), (2, 5))],
)
def test_views_with_strides(
    first: int, stride: int, touched: tuple[int, ...], apart: tuple[int, ...]
) -> None:
    for read in range(8):
        standing = asyncir.check(VIEW.format(first=first, stride=stride, read=read)).standing
        if read in touched:
            assert standing == "refuted", read
        if read in apart:
            assert standing == "proved", read


@pytest.mark.parametrize(
    ("text", "apart"),
    [
        ("memref<4x4xf32>", True),
        ("memref<4x4xf32, strided<[4, 1]>>", True),
        ("memref<4x4xf32, strided<[1, 4]>>", True),
        ("memref<4x4xf32, strided<[-4, 1], offset: 12>>", True),
        ("memref<4x4xf32, strided<[3, 1]>>", False),
        ("memref<4x4xf32, strided<[1, 1]>>", False),
        ("memref<4x4xf32, strided<[4, 0]>>", False),
        ("memref<1x4xf32, strided<[0, 1]>>", True),
        ("memref<0x4xf32, strided<[0, 0]>>", True),
        ("memref<?x4xf32, strided<[4, 1]>>", True),
        ("memref<?x?xf32, strided<[4, 1]>>", None),
        ("memref<4xf32, strided<[?]>>", None),
        ("memref<2x3x4xf32, strided<[12, 4, 1]>>", True),
        ("memref<2x3x4xf32, strided<[11, 4, 1]>>", False),
    ],
)
def test_whether_places_are_different_elements(text: str, apart: bool | None) -> None:
    module = parse_module(f"func.func private @f({text})", "layout.mlir")
    function = next(iter(module.ops))
    type_: Attribute = function.properties["function_type"].inputs.data[0]  # pyright: ignore
    assert has_distinct_elements(type_) is apart
