"""Constants whose elements are bytes behind the module: `dense_resource`."""

from __future__ import annotations

import re
import struct

import numpy as np
import pytest

import asyncir
from asyncir.driver.forms import to_openmp
from asyncir.ir import Context
from asyncir.semantics import interpret
from asyncir.source.text import print_module
from asyncir.transforms.one_shot_bufferize import OneShotBufferize


def _program(kind: str, shape: str, data: bytes | None) -> str:
    block = (
        ""
        if data is None
        else f'\n{{-#\n  dialect_resources: {{ builtin: {{ w: "0x04000000{data.hex().upper()}" }} }}\n#-}}\n'
    )
    return (
        f"func.func @main(%x: tensor<{shape}x{kind}>) -> tensor<{shape}x{kind}> {{\n"
        f"  %w = arith.constant dense_resource<w> : tensor<{shape}x{kind}>\n"
        f"  %r = arith.{'add' + ('i' if kind[0] == 'i' else 'f')} %x, %w : tensor<{shape}x{kind}>\n"
        f"  return %r : tensor<{shape}x{kind}>\n}}\n{block}"
    )


@pytest.mark.parametrize(("kind", "dtype"), [("f32", "<f4"), ("f64", "<f8"), ("i16", "<i2"), ("i64", "<i8")])
@pytest.mark.parametrize("shape", ["2x2", "70x3", "3x4000"])
def test_the_bytes_are_the_elements(kind: str, dtype: str, shape: str) -> None:
    sizes = [int(size) for size in shape.split("x")]
    weights = (np.arange(np.prod(sizes)).reshape(sizes) % 113).astype(dtype)
    text = _program(kind, shape, weights.tobytes())
    x = np.ones(sizes, dtype)
    assert np.array_equal(asyncir.compile(text, opt_level=0)["main"](x), x + weights)
    outcome = interpret(asyncir.parse(text), "main", [x])
    assert outcome.diagnostics == ()
    assert np.array_equal(np.asarray(outcome.results[0]), x + weights)


def test_one_element_stands_for_all() -> None:
    text = _program("f32", "2x2", struct.pack("<f", 2.5))
    x = np.zeros((2, 2), np.float32)
    assert asyncir.compile(text)["main"](x).tolist() == [[2.5, 2.5], [2.5, 2.5]]


def test_one_element_stands_for_all_of_many() -> None:
    text = _program("f64", "70x3", struct.pack("<d", 2.5))
    assert np.all(asyncir.compile(text)["main"](np.zeros((70, 3))) == 2.5)
    outcome = interpret(asyncir.parse(text), "main", [np.zeros((70, 3))])
    assert np.all(np.asarray(outcome.results[0]) == 2.5)


@pytest.mark.parametrize("count", [3, 8, 13, 200])
def test_truth_values_are_bits(count: int) -> None:
    weights = np.arange(count) % 3 == 0
    data = np.packbits(weights, bitorder="little").tobytes()
    text = _program("i1", str(count), data)
    x = np.arange(count) % 2 == 0
    assert np.array_equal(asyncir.compile(text)["main"](x), x ^ weights)
    outcome = interpret(asyncir.parse(text), "main", [x])
    assert np.array_equal(np.asarray(outcome.results[0]), x ^ weights)


def test_truth_values_that_are_all_the_same_are_one_byte() -> None:
    x = np.arange(13) % 2 == 0
    for byte in (b"\0", b"\xff"):
        text = _program("i1", "13", byte)
        assert np.array_equal(asyncir.compile(text)["main"](x), x ^ bool(byte[0]))


def test_equal_resources_are_kept_once() -> None:
    data = np.arange(4, dtype="<f4").tobytes().hex().upper()
    text = f"""
    func.func @main() -> (tensor<4xf32>, tensor<4xf32>) {{
      %v = arith.constant dense_resource<v> : tensor<4xf32>
      %w = arith.constant dense_resource<w> : tensor<4xf32>
      return %v, %w : tensor<4xf32>, tensor<4xf32>
    }}
    {{-# dialect_resources: {{ builtin: {{ v: "0x04000000{data}", w: "0x04000000{data}" }} }} #-}}
    """
    module = asyncir.parse(text)
    OneShotBufferize().apply(Context(), module)
    assert print_module(module).count("memref.global") == 1
    assert [list(one) for one in asyncir.compile(text)["main"]()] == 2 * [[0.0, 1.0, 2.0, 3.0]]


def test_the_elements_stand_in_c() -> None:
    data = struct.pack("<4i", 1, -2, 3, 4).hex().upper()
    text = f"""
    memref.global "private" constant @w : memref<4xi32> = dense_resource<w>
    func.func @main() -> i32 {{
      %c0 = arith.constant 0 : index
      %g = memref.get_global @w : memref<4xi32>
      %v = memref.load %g[%c0] : memref<4xi32>
      return %v : i32
    }}
    {{-# dialect_resources: {{ builtin: {{ w: "0x04000000{data}" }} }} #-}}
    """
    line = next(line for line in to_openmp(text).splitlines() if "g_w[4]" in line)
    assert [int(number) for number in re.findall(r"-?\d+", line.partition("= ")[2])] == [1, -2, 3, 4]


def test_vectors_and_globals() -> None:
    data = struct.pack("<4i", 1, 2, 3, 4).hex().upper()
    text = f"""
    memref.global "private" constant @w : memref<4xi32> = dense_resource<w>
    func.func @main(%x: vector<4xi32>) -> (vector<4xi32>, i32) {{
      %c2 = arith.constant 2 : index
      %w = arith.constant dense_resource<w> : vector<4xi32>
      %r = arith.muli %x, %w : vector<4xi32>
      %g = memref.get_global @w : memref<4xi32>
      %v = memref.load %g[%c2] : memref<4xi32>
      return %r, %v : vector<4xi32>, i32
    }}
    {{-# dialect_resources: {{ builtin: {{ w: "0x04000000{data}" }} }} #-}}
    """
    vector, third = asyncir.compile(text)["main"]([1, 1, 2, 2])
    assert (list(vector), third) == ([1, 2, 6, 8], 3)
    outcome = interpret(asyncir.parse(text), "main", [[1, 1, 2, 2]])
    assert outcome.diagnostics == ()
    assert (np.asarray(outcome.results[0]).tolist(), outcome.results[1]) == ([1, 2, 6, 8], 3)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (None, "the text does not have the bytes of `dense_resource<w>`"),
        (bytes(12), "`dense_resource<w>` has 12 bytes, which are not the elements of tensor<2x2xf32>"),
        (bytes(17), "`dense_resource<w>` has 17 bytes, which are not the elements of tensor<2x2xf32>"),
        (bytes(5), "`dense_resource<w>` has 5 bytes, which are not the elements of tensor<2x2xf32>"),
    ],
)
def test_missing_bytes_are_told(data: bytes | None, message: str) -> None:
    text = _program("f32", "2x2", data)
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.compile(text)
    (said,) = caught.value.diagnostics
    assert (said.code, said.message) == ("L020", message)
    outcome = interpret(asyncir.parse(text), "main", [np.zeros((2, 2), np.float32)])
    assert [(each.code, each.message) for each in outcome.diagnostics] == [("S012", message)]


def test_missing_bytes_of_a_global_are_told() -> None:
    text = (
        'memref.global "private" constant @w : memref<4xi32> = dense_resource<w>\n'
        "func.func @main() -> i32 {\n  %c0 = arith.constant 0 : index\n  %g = memref.get_global @w : memref<4xi32>\n"
        "  %v = memref.load %g[%c0] : memref<4xi32>\n  return %v : i32\n}\n"
    )
    with pytest.raises(asyncir.DiagnosticError, match="does not have the bytes") as caught:
        asyncir.compile(text)
    assert caught.value.diagnostics[0].code == "L020"
    with pytest.raises(asyncir.DiagnosticError, match="does not have the bytes") as caught:
        to_openmp(text)
