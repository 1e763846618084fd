"""Structured ops as loops: memory is afterwards as the op itself leaves it, for every op with a name."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.semantics.linalg_meaning import as_given, operand
from tests.semantics.programs import run
from tests.text.linalg_named import NAMES, NamedOp, named_op

PASSES = (
    "convert-linalg-to-loops",
    "convert-linalg-to-loops{order=contiguous}",
    "convert-linalg-to-loops{order=contiguous parallel-from=1}",
    "convert-linalg-to-parallel-loops",
    "collapse-linalg-dimensions,convert-linalg-to-loops",
)


def _over_some_types(name: str) -> NamedOp:
    pairs = ("f16", "f32"), ("f32", "f32"), ("i8", "i32")
    return next(op for pair in pairs if (op := named_op(name, pair)) is not None)


def _results(text: str, given: list[Any], pipeline: str = "") -> list[Any]:
    copies: list[Any] = [deepcopy(each) for each in given]
    module = parse_module(text)
    if pipeline:
        run_pipeline(module, pipeline)
        assert "linalg." not in print_module(module)
    assert run(print_module(module), *copies).diagnostics == ()
    return copies


@pytest.mark.parametrize("name", NAMES)
def test_memory_is_the_same_afterwards(name: str) -> None:
    op = _over_some_types(name)
    generator = np.random.default_rng(len(name))
    given = [as_given(each, operand(each, generator, name)) for each in op.operands]
    expected = _results(op.function("memref"), given)
    for pipeline in PASSES:
        for found, wanted in zip(_results(op.function("memref"), given, pipeline), expected, strict=True):
            assert np.asarray(found).tobytes() == np.asarray(wanted).tobytes(), pipeline


def _nest(op: str, order: str) -> list[str]:
    """What each load and store is indexed with, by the depths of loops."""
    arguments = "%a: memref<?x4xf32>, %b: memref<4x?xf32>, %c: memref<?x?xf32>"
    module = parse_module(f"func.func @main({arguments}) {{\n  {op}\n  return\n}}")
    run_pipeline(module, f"convert-linalg-to-loops{{order={order}}}")
    return re.findall(r"(?:load|store).* %(\w\[.*\]) :", print_module(module))


MATMUL = "linalg.matmul ins(%a, %b : memref<?x4xf32>, memref<4x?xf32>) outs(%c : memref<?x?xf32>)"
TRANSPOSE = "linalg.transpose ins(%a : memref<?x4xf32>) outs(%b : memref<4x?xf32>) permutation = [1, 0]"


def test_contiguous_puts_a_loop_along_neighbours_innermost() -> None:
    given = ["a[%arg0, %arg2]", "b[%arg2, %arg1]", "c[%arg0, %arg1]", "c[%arg0, %arg1]"]
    assert _nest(MATMUL, "given") == given
    moved = ["a[%arg0, %arg1]", "b[%arg1, %arg2]", "c[%arg0, %arg2]", "c[%arg0, %arg2]"]
    assert _nest(MATMUL, "contiguous") == moved


def test_contiguous_keeps_an_order_that_is_as_good_as_another() -> None:
    assert (
        _nest(TRANSPOSE, "given") == _nest(TRANSPOSE, "contiguous") == ["a[%arg1, %arg0]", "b[%arg0, %arg1]"]
    )


def test_a_sum_of_floats_is_added_up_in_the_same_order() -> None:
    numbers = np.array([1e8, 1.0, -1e8, 1.0], np.float32)
    text = """
func.func @main(%a: memref<4x2xf32>, %o: memref<2xf32>) {
  linalg.reduce { arith.addf } ins(%a : memref<4x2xf32>) outs(%o : memref<2xf32>) dimensions = [0]
  return
}
"""
    columns = np.stack([numbers, numbers[::-1]], axis=1)
    for pipeline in ("", *PASSES):
        assert _results(text, [columns, np.zeros(2, np.float32)], pipeline)[1].tolist() == [1, 0]


def test_an_index_is_that_of_its_loop() -> None:
    text = """
func.func @main(%o: memref<2x3xindex>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>], iterator_types = ["parallel", "parallel"]
  } outs(%o : memref<2x3xindex>) {
  ^bb0(%y: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %ten = arith.constant 10 : index
    %k = arith.muli %i, %ten : index
    %x = arith.addi %k, %j : index
    linalg.yield %x : index
  }
  return
}
"""
    for pipeline in ("", *PASSES):
        assert _results(text, [np.zeros((2, 3), np.int64)], pipeline)[0].tolist() == [[0, 1, 2], [10, 11, 12]]


def test_ops_on_tensors_stay() -> None:
    text = """
func.func @main(%x: f32, %t: tensor<4xf32>) -> tensor<4xf32> {
  %0 = linalg.fill ins(%x : f32) outs(%t : tensor<4xf32>) -> tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""
    for pipeline in PASSES:
        module = parse_module(text)
        before = print_module(module)
        run_pipeline(module, pipeline)
        assert print_module(module) == before


def test_what_reads_nothing_has_none() -> None:
    module = parse_module(
        "func.func @main(%x: f32, %b: memref<64x64xf32>) {\n"
        " linalg.fill ins(%x : f32) outs(%b : memref<64x64xf32>)\n return\n}"
    )
    run_pipeline(module, "convert-linalg-to-loops{parallel-from=1}")
    assert "scf.parallel" not in print_module(module)


KNOWN, OPEN, NONE = "memref<2x3x4xf32>", "memref<2x?x4xf32>", "memref<2x0x4xf32>"


@pytest.mark.parametrize(
    ("of", "least", "kinds"),
    [
        (KNOWN, 24, "parallel for"),
        (KNOWN, 25, "for for for"),
        (KNOWN, 0, "for for for"),
        (OPEN, 1 << 40, "parallel for"),
        (OPEN, 0, "for for for"),
        (NONE, 1, "for for for"),
    ],
)
def test_many_points_or_an_unknown_number_have_a_parallel_loop(of: str, least: int, kinds: str) -> None:
    text = f"linalg.map {{ math.absf }} ins(%a : {of}) outs(%b : {of})"
    module = parse_module(f"func.func @main(%a: {of}, %b: {of}) {{\n {text}\n return\n}}")
    run_pipeline(module, f"convert-linalg-to-loops{{order=contiguous parallel-from={least}}}")
    assert re.findall(r"scf\.(for|parallel)", print_module(module)) == kinds.split()
