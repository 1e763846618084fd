"""Reductions as loops around vectors: memory is afterwards as the op itself leaves it, in the interpreter and natively."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.semantics.linalg_meaning import as_given, operand
from tests.semantics.programs import run
from tests.text.linalg_named import NAMES, named_op
from tests.transforms.contraction_programs import ContractionProgram

PASS = "convert-linalg-to-vector-loops"


def _converted(text: str, options: str = "vector-bits=64") -> str:
    module = parse_module(text)
    run_pipeline(module, f"{PASS}{{{options}}}")
    module.verify()
    return print_module(module)


def _afterwards(text: str, given: list[Any]) -> list[bytes]:
    copies: list[Any] = [deepcopy(each) for each in given]
    assert run(text, *copies).diagnostics == ()
    return [np.asarray(each).tobytes() for each in copies]


def _whole(given: Any) -> Any:
    """The same with whole numbers, whose sums are exact."""
    if np.asarray(given).dtype.kind != "f":
        return given
    return np.asarray(np.rint(given), given.dtype) if isinstance(given, np.ndarray) else float(np.rint(given))


CONVERTED = [
    name
    for name in NAMES
    if (op := named_op(name, ("f32", "f32"))) is not None
    and "linalg." not in _converted(op.function("memref"))
]


def test_convolutions_and_pools_are_converted() -> None:
    expected = {
        "dot",
        "matmul",
        "vecmat",
        "conv_2d_nchw_fchw",
        "depthwise_conv_2d_nchw_chw",
        "pooling_nchw_max",
        "pooling_nhwc_sum",
    }
    assert expected <= set(CONVERTED)
    assert not {"add", "transpose", "fill"} & set(CONVERTED)


@pytest.mark.parametrize("name", CONVERTED)
@pytest.mark.parametrize("types", [("f32", "f32"), ("i8", "i32")])
def test_memory_is_the_same_afterwards(name: str, types: tuple[str, str]) -> None:
    op = named_op(name, types)
    if op is None:
        assert types != ("f32", "f32")
        return
    generator = np.random.default_rng(len(name))
    given = [_whole(as_given(each, operand(each, generator, name))) for each in op.operands]
    text = _converted(op.function("memref"))
    assert _afterwards(text, given) == _afterwards(op.function("memref"), given)


@pytest.mark.parametrize("seed", range(100, 116))
def test_random_contractions(seed: int) -> None:
    program = ContractionProgram(seed)
    given = program.arguments(seed)
    text = _converted(program.text(), f"vector-bits={(32, 64, 128)[seed % 3]}")
    assert _afterwards(text, given) == _afterwards(program.text(), given)


DEPTHWISE = """
func.func @main(%x: memref<1x6xHxWxf32>, %w: memref<6x3x3xf32>, %y: memref<1x6xIxJxf32>) {
  linalg.depthwise_conv_2d_nchw_chw {strides = dense<STRIDE> : vector<2xi64>, dilations = dense<1> : vector<2xi64>}
    ins(%x, %w : memref<1x6xHxWxf32>, memref<6x3x3xf32>) outs(%y : memref<1x6xIxJxf32>)
  return
}
"""


@pytest.mark.parametrize("width", [1, 7, 8, 16, 19, 40])
@pytest.mark.parametrize("stride", [1, 2])
@pytest.mark.parametrize("shape", ["static", "dynamic"])
def test_machine_code_computes_the_same(width: int, stride: int, shape: str) -> None:
    sizes = {"I": 3, "J": width, "H": 2 * stride + 3, "W": (width - 1) * stride + 3}
    text = DEPTHWISE.replace("STRIDE", str(stride))
    for letter, size in sizes.items():
        text = text.replace(f"x{letter}x", f"x{size if shape == 'static' else '?'}x")
        text = text.replace(f"x{letter}x", f"x{size if shape == 'static' else '?'}x")
    generator = np.random.default_rng(width)
    x, w, y = (
        generator.integers(-3, 4, size).astype(np.float32)
        for size in ((1, 6, sizes["H"], sizes["W"]), (6, 3, 3), (1, 6, 3, width))
    )
    windows = np.lib.stride_tricks.sliding_window_view(x, (3, 3), (2, 3))[:, :, ::stride, ::stride]
    expected = y + np.einsum("nchwij,cij->nchw", windows, w)
    converted = _converted(text, "vector-bits=256")
    assert "linalg." not in converted
    asyncir.compile(converted)["main"](x, w, y)
    assert (y == expected).all()


def test_an_option_is_a_positive_number() -> None:
    with pytest.raises(asyncir.DiagnosticError, match="'vector-bits' is a positive number"):
        _converted("func.func private @f()", "vector-bits=0")


def test_a_whole_row_fits_one_register_or_two() -> None:
    def lanes(width: int) -> str:
        text = (
            DEPTHWISE.replace("STRIDE", "1").replace("xHxW", f"x5x{width + 2}").replace("xIxJ", f"x3x{width}")
        )
        return _converted(text, "vector-bits=256")

    assert "vector<8xf32>" in lanes(8)
    assert "vector<16xf32>" in lanes(16)
    assert "masked" not in lanes(16)
    assert "masked" in lanes(15)


REDUCTIONS = {
    "addf": ("f32", "dimensions = [1]"),
    "mulf": ("f64", "dimensions = [0, 1]"),
    "maximumf": ("f32", "dimensions = [1]"),
    "minnumf": ("f32", "dimensions = [0, 1]"),
    "addi": ("i8", "dimensions = [0, 1]"),
    "maxsi": ("i32", "dimensions = [1]"),
    "minui": ("i16", "dimensions = [1]"),
    "xori": ("i64", "dimensions = [0, 1]"),
}


@pytest.mark.parametrize("kind", REDUCTIONS)
@pytest.mark.parametrize("width", [1, 4, 7, 16, 21])
@pytest.mark.parametrize("shape", ["static", "dynamic"])
def test_rows_are_reduced(kind: str, width: int, shape: str) -> None:
    element, dimensions = REDUCTIONS[kind]
    source = f"memref<{'?x?' if shape == 'dynamic' else f'5x{width}'}x{element}>"
    target = (
        f"memref<{'?' if shape == 'dynamic' else 5}x{element}>"
        if "0" not in dimensions
        else f"memref<{element}>"
    )
    text = f"""func.func @main(%x: {source}, %y: {target}) {{
  linalg.reduce {{ arith.{kind} }} ins(%x : {source}) outs(%y : {target}) {dimensions}
  return
}}"""
    generator = np.random.default_rng(width)
    dtype: Any = np.dtype({"f": "f", "i": "i"}[element[0]] + str(int(element[1:]) // 8))
    most = 3 if kind == "mulf" else 100
    x = generator.integers(1 - most, most, (5, width)).astype(dtype)
    y = np.full((5,) if "0" not in dimensions else (), 2, dtype)
    for lanes in (32, 128):
        converted = _converted(text, f"vector-bits={lanes}")
        assert _afterwards(converted, [x, y]) == _afterwards(text, [x, y])
    expected = [x.copy(), y.copy()]
    assert run(text, *expected).diagnostics == ()
    asyncir.compile(_converted(text, "vector-bits=256"))["main"](x, y)
    assert y.tolist() == expected[1].tolist()


def test_a_long_sum_is_as_exact_as_numpy_s() -> None:
    text = """func.func @main(%x: memref<512x509xf32>, %y: memref<f32>) {
  linalg.reduce { arith.addf } ins(%x : memref<512x509xf32>) outs(%y : memref<f32>) dimensions = [0, 1]
  return
}"""
    x, y = np.random.default_rng(0).random((512, 509), np.float32), np.zeros((), np.float32)
    asyncir.compile(text)["main"](x, y)
    assert abs(y / x.sum(dtype=np.float64) - 1) < 1e-6


@pytest.mark.parametrize("body", ["arith.divsi %a, %y : i32", "arith.remui %a, %y : i32"])
def test_what_may_end_the_program_is_no_vector(body: str) -> None:
    text = f"""func.func @main(%x: memref<5x9xi32>, %y: memref<9xi32>) {{
  linalg.generic {{
    indexing_maps = [affine_map<(d0, d1) -> (d1, d0)>, affine_map<(d0, d1) -> (d0)>],
    iterator_types = ["parallel", "reduction"]
  }} ins(%x : memref<5x9xi32>) outs(%y : memref<9xi32>) {{
  ^bb0(%a: i32, %y0: i32):
    %r = {body.replace("%y", "%y0")}
    linalg.yield %r : i32
  }}
  return
}}"""
    assert "linalg." in _converted(text)
    assert "linalg." not in _converted(text.replace("divsi", "subi").replace("remui", "subi"))
