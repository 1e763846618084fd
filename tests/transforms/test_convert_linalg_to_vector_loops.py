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
    return np.rint(given).astype(given.dtype) if np.asarray(given).dtype.kind == "f" else given


CONVERTED = [
    name
    for name in NAMES
    if (op := named_op(name, ("f32", "f32"))) is not None
    and "linalg." not in _converted(op.function("memref"))
]


def test_convolutions_and_pools_are_converted() -> None:
    expected = {
        "matmul",
        "vecmat",
        "conv_2d_nchw_fchw",
        "depthwise_conv_2d_nchw_chw",
        "pooling_nchw_max",
        "pooling_nhwc_sum",
    }
    assert expected <= set(CONVERTED)
    assert not {"add", "transpose", "dot", "fill"} & set(CONVERTED)


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
