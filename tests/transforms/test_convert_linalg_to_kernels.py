"""Contractions as kernels: memory is afterwards as the op itself leaves it, in the interpreter and natively."""

from __future__ import annotations

import random
from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.semantics.programs import run
from tests.transforms.contraction_programs import ContractionProgram

SEEDS = 30
SMALL = "convert-linalg-to-kernels{least-points=1}"


def _options(seed: int) -> str:
    pick = random.Random(seed).choice
    return (
        f"convert-linalg-to-kernels{{least-points=1 rows={pick((1, 2, 3, 6))} vector-bits={pick((32, 64, 128))} "
        f"depth={pick((1, 2, 3, 5, 256))} height={pick((1, 4, 7, 192))}}}"
    )


def _converted(text: str, pipeline: str = SMALL) -> str:
    module = parse_module(text)
    run_pipeline(module, pipeline)
    module.verify()
    return print_module(module)


def _afterwards(text: str, given: list[Any]) -> list[bytes]:
    copies: list[Any] = [deepcopy(each) for each in given]
    assert run(text, *copies).diagnostics == ()
    return [np.asarray(each).tobytes() for each in copies]


@pytest.mark.parametrize("seed", range(SEEDS))
def test_memory_is_the_same_afterwards(seed: int) -> None:
    program = ContractionProgram(seed)
    given = program.arguments(seed)
    found = _afterwards(_converted(program.text(), _options(seed)), given)
    assert found == _afterwards(program.text(), given)


def test_most_random_contractions_are_converted() -> None:
    texts = [_converted(ContractionProgram(seed).text()) for seed in range(SEEDS)]
    assert sum("linalg." not in text for text in texts) > SEEDS * 0.6


@pytest.mark.parametrize("first", range(0, 24, 8))
def test_machine_code_computes_the_same(first: int) -> None:
    programs = {f"f{seed}": ContractionProgram(seed) for seed in range(first, first + 8)}
    compiled = asyncir.compile(_converted("".join(p.text(name) for name, p in programs.items())))
    for name, program in programs.items():
        given = program.arguments(first)
        copies = [deepcopy(each) for each in given]
        compiled[name](*copies)
        assert [each.tobytes() for each in copies] == _afterwards(program.text(), given), program.text()


@pytest.mark.parametrize(
    ("rows", "columns", "steps"), [(1, 1, 700), (700, 3, 20), (5, 900, 300), (260, 61, 270)]
)
@pytest.mark.parametrize("shape", ["static", "dynamic"])
def test_sizes_beyond_one_block(rows: int, columns: int, steps: int, shape: str) -> None:
    sizes = [(rows, steps), (steps, columns), (rows, columns)]
    types = [f"memref<{'?x?' if shape == 'dynamic' else f'{m}x{n}'}xf32>" for m, n in sizes]
    compiled = asyncir.compile(
        f"""func.func @main(%a: {types[0]}, %b: {types[1]}, %c: {types[2]}) {{
  linalg.matmul ins(%a, %b : {types[0]}, {types[1]}) outs(%c : {types[2]})
  return
}}"""
    )
    generator = np.random.default_rng(rows)
    a, b, c = (generator.integers(-3, 4, size).astype(np.float32) for size in sizes)
    expected = c + a @ b
    compiled["main"](a, b, c)
    assert (c == expected).all()


CONVOLUTION = """
func.func @main(%x: memref<2x5x12x11xf32>, %w: memref<9x5x3x3xf32>, %y: memref<2x9x5x9xf32>) {
  linalg.conv_2d_nchw_fchw {strides = dense<[2, 1]> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
    ins(%x, %w : memref<2x5x12x11xf32>, memref<9x5x3x3xf32>) outs(%y : memref<2x9x5x9xf32>)
  return
}
"""


def test_a_convolution_is_one_kernel() -> None:
    text = _converted(CONVOLUTION)
    assert "linalg." not in text
    generator = np.random.default_rng(0)
    x, w, y = (
        generator.integers(-3, 4, s).astype(np.float32) for s in ((2, 5, 12, 11), (9, 5, 3, 3), (2, 9, 5, 9))
    )
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))[:, :, ::2]
    expected = y + np.einsum("nchwij,fcij->nfhw", windows, w)
    asyncir.compile(text)["main"](x, w, y)
    assert (y == expected).all()


def test_alike_ops_share_a_function() -> None:
    types = "memref<64x64xf32>"
    op = f"linalg.matmul ins(%a, %b : {types}, {types}) outs(%c : {types})"
    text = _converted(f"func.func @main(%a: {types}, %b: {types}, %c: {types}) {{\n{op}\n{op}\nreturn\n}}")
    assert text.count("func.func private @contraction_0(") == 1
    assert text.count("call @contraction_0(") == 2
    assert "@contraction_1" not in text


KEPT = {
    "no sum": "linalg.add ins(%m, %m : memref<64x64xf32>, memref<64x64xf32>) outs(%n : memref<64x64xf32>)",
    "nothing but a sum": "linalg.dot ins(%v, %v : memref<64xf32>, memref<64xf32>) outs(%s : memref<f32>)",
    "output is an input": "linalg.matmul ins(%m, %n : memref<64x64xf32>, memref<64x64xf32>) outs(%n : memref<64x64xf32>)",
    "last loop in all three": (
        "linalg.depthwise_conv_2d_nhwc_hwc ins(%i, %k : memref<1x9x9x64xf32>, memref<3x3x64xf32>) "
        "outs(%o : memref<1x7x7x64xf32>)"
    ),
    "complex numbers": "linalg.matmul ins(%z, %z : memref<64x64xcomplex<f32>>, memref<64x64xcomplex<f32>>) "
    "outs(%z2 : memref<64x64xcomplex<f32>>)",
}


@pytest.mark.parametrize("why", KEPT)
def test_other_ops_stay(why: str) -> None:
    text = f"""
func.func @main(%m: memref<64x64xf32>, %n: memref<64x64xf32>, %v: memref<64xf32>, %s: memref<f32>,
    %i: memref<1x9x9x64xf32>, %k: memref<3x3x64xf32>, %o: memref<1x7x7x64xf32>,
    %z: memref<64x64xcomplex<f32>>, %z2: memref<64x64xcomplex<f32>>) {{
  {KEPT[why]}
  return
}}
"""
    assert _converted(text) == print_module(parse_module(text))


def test_small_ops_stay() -> None:
    text = CONVOLUTION.replace("12x11", "4x11").replace("5x9xf32", "1x9xf32").replace("2x5x", "2x5x")
    assert "linalg." in _converted(text, "convert-linalg-to-kernels{least-points=100000}")
    assert "linalg." not in _converted(text)


@pytest.mark.parametrize("option", ["vector-bits", "rows", "depth", "height", "least-points"])
def test_an_option_is_a_positive_number(option: str) -> None:
    with pytest.raises(asyncir.DiagnosticError, match=f"'{option}' is a positive number"):
        run_pipeline(parse_module(CONVOLUTION), f"convert-linalg-to-kernels{{{option}=0}}")


def test_of_an_empty_tensor_nothing_is_used() -> None:
    """NumPy says that the rows of an array without columns are one element apart."""
    maps = ("d3, d1, d0", "d2, d3", "d2, d1, d0")
    types = "memref<?x?x?xf64>", "memref<1x1xf64>", "memref<?x?x?xf64>"
    text = f"""func.func @main(%a: {types[0]}, %b: {types[1]}, %c: {types[2]}) {{
  linalg.contract indexing_maps = [{", ".join(f"affine_map<(d0, d1, d2, d3) -> ({m})>" for m in maps)}]
    ins(%a, %b : {types[0]}, {types[1]}) outs(%c : {types[2]})
  return
}}"""
    module = parse_module(text)
    run_pipeline(module, "convert-linalg-to-kernels{least-points=1}")
    for rows, columns in ((9, 0), (0, 3), (0, 0)):
        a, c = np.zeros((1, rows, columns)), np.zeros((1, rows, columns))
        assert run(print_module(module), a, np.ones((1, 1)), c).diagnostics == ()
