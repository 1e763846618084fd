"""Structured ops in tiles give the same bits: every op with a name, tiles of any size, on tensors and memrefs."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import scf
from asyncir.dialects.linalg_maps import dims_of
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import DenseArrayBase, ModuleOp, Operation, i64
from asyncir.ir.marks import PARALLEL_TILE_SIZES, TILE_SIZES
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.oracle import mlir_opt, needs_mlir
from tests.semantics.linalg_meaning import as_given, operand
from tests.semantics.programs import run
from tests.text.linalg_named import NAMES, NamedOp, named_op


def _over_some_types(name: str) -> NamedOp:
    pairs = ("f16", "f32"), ("f32", "f32"), ("i8", "i32")
    return next(op for pair in pairs if (op := named_op(name, pair)) is not None)


def _dynamic(text: str) -> str:
    """The program with sizes that it does not know."""

    def unknown(found: re.Match[str]) -> str:
        sizes = re.sub(r"\d+", "?", found[2])
        return found[0] if found[3] == "i64>" else f"{found[1]}{sizes}{found[3]}"

    return re.sub(r"((?:tensor|memref)<)((?:\d+x)+)(\w+>)", unknown, text)


def _structured(module: ModuleOp) -> Structured:
    (op,) = (each for each in walk(module) if isinstance(each, Structured))
    return op


def _set(op: Operation, name: str, sizes: Sequence[int]) -> None:
    op.attributes[name] = DenseArrayBase.from_list(i64, sizes)


def _choose(op: Structured, choices: random.Random, name: str) -> list[int]:
    """A size for each loop for which the annotation may have one; at least one is tiled if that may be."""
    maps = op.maps[len(op.ins) :]
    found: list[int] = []
    for loop, kind in enumerate(op.loop_kinds):
        shared = kind != "parallel" or any(dims_of(map).count(loop) != 1 for map in maps)
        fixed = shared and name == PARALLEL_TILE_SIZES
        found.append(0 if fixed or choices.random() < 0.4 else choices.choice((1, 2, 2, 3, 5)))
    return found


def _tiled(text: str, seed: int) -> tuple[str, list[int], list[int]]:
    """The program with its op in tiles, and the sizes for `scf.forall` and `scf.for`."""
    module = parse_module(text)
    op = _structured(module)
    choices = random.Random(seed)
    chosen: dict[str, list[int]] = {PARALLEL_TILE_SIZES: [], TILE_SIZES: []}
    for name in (
        (TILE_SIZES,) if seed % 3 == 0 else (PARALLEL_TILE_SIZES,) if seed % 3 == 1 else tuple(chosen)
    ):
        chosen[name] = _choose(op, choices, name)
        _set(op, name, chosen[name])
    parsed = parse_module(print_module(module))
    run_pipeline(parsed, "tile-linalg")
    parsed.verify()
    return print_module(parsed), chosen[PARALLEL_TILE_SIZES], chosen[TILE_SIZES]


def _results(text: str, given: Sequence[Any]) -> list[bytes]:
    """All that the program gives, and has written."""
    copies: list[Any] = [deepcopy(each) for each in given]
    outcome = run(text, *copies)
    assert (outcome.diagnostics, outcome.races) == ((), ()), text
    return [np.asarray(each).tobytes() for each in (*outcome.results, *copies)]


@pytest.mark.parametrize("name", NAMES)
def test_tiles_of_an_op_compute_the_same(name: str) -> None:
    op = _over_some_types(name)
    generator = np.random.default_rng(len(name))
    given = [as_given(each, operand(each, generator, name)) for each in op.operands]
    for kind in ("tensor", "memref"):
        static = op.function(kind)
        expected = _results(static, given)
        for seed in range(len(name), len(name) + 3):
            text = _dynamic(static) if seed % 2 else static
            after, parallel, sequential = _tiled(text, seed)
            loops = sum(size > 0 for size in sequential)
            assert (after.count("scf.for "), after.count("scf.forall (")) == (loops, any(parallel)), after
            assert _results(after, given) == expected, after


MATMUL = """
func.func @main(%a: tensor<5x7xf32>, %b: tensor<7x4xf32>, %c: tensor<5x4xf32>) -> tensor<5x4xf32> {
  %r = linalg.matmul {SIZES} ins(%a, %b : tensor<5x7xf32>, tensor<7x4xf32>)
    outs(%c : tensor<5x4xf32>) -> tensor<5x4xf32>
  return %r : tensor<5x4xf32>
}
"""


@pytest.mark.parametrize(
    "sizes",
    [
        "tile_sizes = array<i64: 2, 3, 2>",
        "parallel_tile_sizes = array<i64: 2, 3>, tile_sizes = array<i64: 0, 0, 3>",
    ],
)
def test_sums_are_added_up_in_the_same_order(sizes: str) -> None:
    given = [np.random.default_rng(3).random(shape, np.float32) for shape in ((5, 7), (7, 4), (5, 4))]
    module = parse_module(MATMUL.replace("SIZES", sizes))
    run_pipeline(module, "tile-linalg")
    assert _results(print_module(module), given) == _results(MATMUL.replace("{SIZES}", ""), given)


GENERIC = """
func.func @main(%a: KIND<9x4xindex>, %s: index, %o: KIND<4x9xindex>) RETURNS {
  RESULT linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> ()>, affine_map<(d0, d1) -> (d0, d1)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a, %s : KIND<9x4xindex>, index) outs(%o : KIND<4x9xindex>) attrs = {SIZES} {
  ^bb0(%x: index, %y: index, %z: index):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %k = linalg.index 1 : index
    %u = arith.muli %i, %y : index
    %v = arith.addi %u, %j : index
    %w = arith.addi %v, %x : index
    %t = arith.addi %w, %k : index
    linalg.yield %t : index
  } ARROW
  return VALUE
}
"""


def _generic(kind: str, sizes: str) -> str:
    words = ("-> KIND<4x9xindex>", "%r =", "-> KIND<4x9xindex>", "%r : KIND<4x9xindex>")
    found = GENERIC.replace("SIZES", sizes)
    for name, word in zip(("RETURNS", "RESULT", "ARROW", "VALUE"), words, strict=True):
        found = found.replace(name, word if kind == "tensor" else "")
    return found.replace("KIND", kind)


@pytest.mark.parametrize("kind", ["tensor", "memref"])
@pytest.mark.parametrize("sizes", ["tile_sizes = array<i64: 3, 2>", "parallel_tile_sizes = array<i64: 0, 4>"])
def test_an_index_is_that_of_the_whole_op(kind: str, sizes: str) -> None:
    given = [np.arange(36).reshape(9, 4), 100, np.zeros((4, 9), np.int64)]
    module = parse_module(_generic(kind, sizes))
    run_pipeline(module, "tile-linalg")
    assert _results(print_module(module), given) == _results(_generic(kind, ""), given)


ADDED = """
func.func @main(%a: tensor<13xi32>, %o: tensor<5xi32>) -> tensor<5xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0 * 2 + 3)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]
  } ins(%a : tensor<13xi32>) outs(%o : tensor<5xi32>) attrs = {tile_sizes = array<i64: 2>} {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  } -> tensor<5xi32>
  return %r : tensor<5xi32>
}
"""


def test_what_a_map_adds_is_added_once() -> None:
    given = [np.arange(13, dtype=np.int32), np.zeros(5, np.int32)]
    module = parse_module(ADDED)
    run_pipeline(module, "tile-linalg")
    module.verify()
    outcome = run(print_module(module), *given)
    assert [np.asarray(each).tolist() for each in outcome.results] == [[3, 5, 7, 9, 11]]


def test_a_tile_has_no_more_iterations_than_its_loop() -> None:
    module = parse_module(MATMUL.replace("SIZES", "tile_sizes = array<i64: 100>"))
    run_pipeline(module, "tile-linalg")
    assert _structured(module).sizes() == [5, 4, 7]


def _refusal(text: str) -> tuple[str, str]:
    module = parse_module(text)
    before = print_module(module)
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "tile-linalg")
    assert print_module(module) == before
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.help
    assert diagnostic.span is not None
    return diagnostic.code, diagnostic.message


REVERSED = """
func.func @main(%a: tensor<8xi32>, %o: tensor<8xi32>) -> tensor<8xi32> {
  %r = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (INDEX)>, affine_map<(d0) -> (d0)>], iterator_types = ["parallel"]
  } ins(%a : tensor<8xi32>) outs(%o : tensor<8xi32>) attrs = {tile_sizes = array<i64: 2>} {
  ^bb0(%x: i32, %y: i32):
    linalg.yield %x : i32
  } -> tensor<8xi32>
  return %r : tensor<8xi32>
}
"""
SUM = """
func.func @main(%a: memref<4x8xf32>, %o: memref<4xf32>) {
  linalg.generic {
    indexing_maps = [affine_map<(d0, d1) -> (d0, d1)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "parallel"]
  } ins(%a : memref<4x8xf32>) outs(%o : memref<4xf32>) attrs = {parallel_tile_sizes = array<i64: 0, 2>} {
  ^bb0(%x: f32, %y: f32):
    linalg.yield %x : f32
  }
  return
}
"""
LAYOUT = """
func.func @main(%o: memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>, %x: f32) {
  linalg.fill {tile_sizes = array<i64: 2>} ins(%x : f32) outs(%o : memref<8xf32, affine_map<(d0) -> (d0 floordiv 2)>>)
  return
}
"""
EMPTY = """
func.func @main(%o: memref<0x4xf32>, %x: f32) {
  linalg.fill {tile_sizes = array<i64: 0, 2>} ins(%x : f32) outs(%o : memref<0x4xf32>)
  return
}
"""
REFUSED = {
    "too many sizes": (MATMUL.replace("SIZES", "tile_sizes = array<i64: 1, 2, 3, 4>"), "has 3 loops, and 4 tile sizes"),
    "a negative size": (MATMUL.replace("SIZES", "tile_sizes = array<i64: 1, -2>"), "a tile of -2 iterations"),
    "no numbers": (MATMUL.replace("SIZES", "tile_sizes = [1, 2]"), "is [1 : i64, 2 : i64]"),
    "a parallel sum": (MATMUL.replace("SIZES", "parallel_tile_sizes = array<i64: 0, 0, 2>"), "matmul` is a reduction"),
    "an index that falls": (REVERSED.replace("INDEX", "7 - d0"), "operand #0 is used at (d0) -> (-d0 + 7), whose index #0"),
    "an index that is no sum": (REVERSED.replace("INDEX", "d0 floordiv 2"), "operand #0 is used at (d0) -> (d0 floordiv 2)"),
    "a shared output": (SUM, "output #0 is written at (d0, d1) -> (d0)"),
    "nothing": (EMPTY, "`linalg.fill` is on nothing: a size is 0"),
    "a layout": (LAYOUT, "has a layout without strides"),
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSED)
def test_what_has_no_tiles_is_refused(why: str) -> None:
    text, said = REFUSED[why]
    code, message = _refusal(text)
    assert code == "P191"
    assert said in message


# ---- beside mlir-opt ----

SCRIPT = """
module attributes {transform.with_named_sequence} {
  transform.named_sequence @__transform_main(%m: !transform.any_op {transform.readonly}) {
    %0 = transform.structured.match ops{["OP"]} in %m : (!transform.any_op) -> !transform.any_op
    WHAT
    transform.yield
  }
}
"""
HOW = {
    TILE_SIZES: "%1, %l:COUNT = transform.structured.tile_using_for %0 tile_sizes SIZES : (ANY) -> (LIST)",
    PARALLEL_TILE_SIZES: "%1, %l = transform.structured.tile_using_forall %0 tile_sizes SIZES : (ANY) -> (LIST)",
}
SHAPE = re.compile(
    r"\b(scf\.for(?:all)?|\w+\.\w*_slice|memref\.subview|linalg\.(?!yield)\w+) (?:.* : (\w+<[\w?]+).* to (\w+<[\w?]+))?"
)


def _shape(text: str) -> list[tuple[str, ...]]:
    """What loops, slices and ops there are, in order, and the types of the slices; but for those of all of an operand."""
    found = [SHAPE.search(line) for line in text.split("transform.")[0].splitlines()]
    return [
        (each[1], each[3]) for each in found if each is not None and (each[2] is None or each[2] != each[3])
    ]


def _by_mlir(text: str, op: str, name: str, sizes: list[int]) -> str:
    count = sum(size > 0 for size in sizes) if name == TILE_SIZES else 1
    words = {
        "COUNT": str(count),
        "SIZES": str(sizes),
        "LIST": ", ".join(["ANY"] * (count + 1)),
        "ANY": "!transform.any_op",
    }
    what = HOW[name]
    for word, value in words.items():
        what = what.replace(word, value)
    return mlir_opt(text + SCRIPT.replace("OP", op).replace("WHAT", what), "--transform-interpreter")


COMPARED = (
    ("matmul", TILE_SIZES, [2, 0, 2]),
    ("matmul", PARALLEL_TILE_SIZES, [2, 1, 0]),
    ("batch_matmul", TILE_SIZES, [1, 2, 2, 2]),
    ("conv_2d_nhwc_hwcf", TILE_SIZES, [0, 2, 1, 0, 0, 0, 2]),
    ("conv_2d_nchw_fchw", PARALLEL_TILE_SIZES, [1, 0, 1, 0, 0, 0, 0]),
    ("pooling_nhwc_max", TILE_SIZES, [0, 1, 2, 0, 0, 0]),
    ("add", TILE_SIZES, [2, 2]),
    ("fill", PARALLEL_TILE_SIZES, [2, 3]),
)


@needs_mlir
@pytest.mark.parametrize(("name", "how", "sizes"), COMPARED)
@pytest.mark.parametrize("kind", ["tensor", "memref"])
def test_loops_and_slices_are_those_of_mlir_opt(name: str, how: str, sizes: list[int], kind: str) -> None:
    text = _over_some_types(name).function(kind)
    module = parse_module(text)
    op = _structured(module)
    _set(op, how, sizes)
    run_pipeline(module, "tile-linalg")
    loops = [each for each in walk(module) if isinstance(each, scf.ForOp | scf.ForallOp)]
    assert loops
    assert _shape(print_module(module)) == _shape(_by_mlir(text, f"linalg.{name}", how, sizes))
