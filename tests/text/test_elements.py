# ruff: noqa: E501
"""Attributes of elements: all kinds of numbers, strings, and sparse ones, as mlir-opt 22 reads and prints them."""

from __future__ import annotations

import pytest

from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.oracle import needs_mlir
from tests.text.same import ALLOW, both_refuse, check_same, through_us, with_attributes

NUMBERS = (
    *("dense<[1.0, 2.5]> : tensor<2xf80>", "dense<0.1> : tensor<2x3xf128>", "0.1 : f80", "-0.0 : f128", "1.0e300 : f80"),
    *("0x3FFF8000000000000000 : f80", "0xFFFF0000000000000000000000000000 : f128", "0xFFFFC000000000000000 : f80"),
    *("1.0e-320 : f80", "3.14159 : f128", "dense<[[1.0],[0.1]]> : vector<2x1xf80>"),
    "dense<(1.0,0.1)> : tensor<2xcomplex<f80>>",
    *("dense<[0x7FFF8000000000000000, -0.0]> : tensor<2xf80>", "dense<[(1,-1),(0,2)]> : tensor<2xcomplex<i128>>"),
    *("dense<[-1, 170141183460469231731687303715884105727]> : tensor<2xi128>", "dense<[5, 6]> : tensor<2xui100>"),
    'dense<"0x0500000000000000000000000000000006000000000000000000000000000000"> : tensor<2xi128>',
    *('dense<"0x0F07"> : tensor<2xi4>', 'dense<"0x0F07"> : tensor<2xui4>', 'dense<"0xFFFFFF000001"> : tensor<2xi24>'),
    *('dense<"0xFFFF01000001"> : tensor<2xui17>', 'dense<"0x05"> : tensor<3xi1>', 'dense<"0xFF"> : tensor<3xi1>'),
    *('dense<"0x0501"> : tensor<9xi1>', 'dense<"0x0100"> : tensor<1xcomplex<i8>>', "dense<[1, 2]> : tensor<2 x i32>"),
    "dense<0.0> : tensor<309000000xf32>",
)  # fmt: skip

TYPES = (
    "i1",
    "i4",
    "i12",
    "i17",
    "i24",
    "i64",
    "i100",
    "ui4",
    "ui20",
    "index",
    "f80",
    "f8E5M2",
    "f32",
    "complex<i4>",
    "complex<f80>",
)


def _long(type: str) -> str:
    """More elements than are listed."""
    first, other = {"c": ("(1,-1)", "(0,2)"), "f": ("1.5", "0.0")}.get(type[0], ("1", "0"))
    if type == "complex<f80>":
        first, other = "(1.0,-1.0)", "(0.0,2.0)"
    if type[0] == "i" and type != "i1":
        first = "-1"
    return f"dense<[{', '.join([first] + [other] * 149)}]> : tensor<150x{type}>"


STRINGS = (
    *('dense<["a", "b"]> : tensor<2x!foo.s>', 'dense<["a", "a"]> : tensor<2x!foo.s>', 'dense<"0x1"> : tensor<2x!foo.s>'),
    *('dense<[["a", "b"], ["c", "\\22"]]> : tensor<2x2x!foo.s>', "dense<> : tensor<0x!foo.s>", 'dense<"a"> : tensor<!foo.s>'),
)  # fmt: skip

SPARSE = (
    *("sparse<[[0, 0], [1, 2]], [1.0, 5.0]> : tensor<3x4xf32>", "sparse<[0, 1], [1.0, 5.0]> : tensor<4xf32>"),
    *("sparse<0, 1.0> : tensor<1xf32>", 'sparse<[[0,0]], ["a"]> : tensor<2x2x!foo.s>', "sparse<> : tensor<4xf32>"),
    *("sparse<[[0, 1]], true> : tensor<4x4xi1>", "sparse<[[1, 1], [1, 1]], [5, 5]> : vector<4x4xi32>"),
    *('sparse<[[1, 1], [1, 1]], "0x05000000"> : vector<4x4xi32>', "sparse<1, [5]> : tensor<4xi32>"),
)  # fmt: skip


@needs_mlir
@pytest.mark.parametrize(
    "forms", [NUMBERS, tuple(map(_long, TYPES)), STRINGS, SPARSE], ids=["short", "long", "text", "sparse"]
)
def test_elements_are_kept(forms: tuple[str, ...]) -> None:
    check_same(with_attributes(forms), ALLOW)


@needs_mlir
@pytest.mark.parametrize(
    "form",
    [
        *("dense<340282366920938463463374607431768211456> : tensor<2xi128>", "dense<-1> : tensor<2xui128>", "1 : f80", "1 : f32"),
        *('dense<"0x0501"> : tensor<3xi1>', 'dense<"0x12"> : tensor<2xi32>', 'dense<"a"> : tensor<2xi32>', "1.0 : i32"),
        *('dense<["a",1]> : tensor<2x!foo.s>', 'dense<["a"]> : tensor<2x!foo.s>', "dense<1> : tensor<2x!foo.s>"),
        *('dense<"a"> : tensor<?x!foo.s>', "sparse<[[0, 0], [1, 2]], [1.0]> : tensor<3x4xf32>"),
        *("sparse<[[0, 0], [1, 9]], [1.0, 2.0]> : tensor<3x4xf32>", "sparse<[0, 0], [1.0, 2.0]> : tensor<3x4xf32>"),
        *("sparse<[[-1, 1]], 5> : vector<4x4xi32>", "sparse<[1.0], [5]> : tensor<4xi32>", "sparse<[[1,1]], [5]> : tensor<?x4xi32>"),
    ],
)  # fmt: skip
def test_what_does_not_fit_is_refused(form: str) -> None:
    assert both_refuse(with_attributes([form]), ALLOW)


@needs_mlir
@pytest.mark.parametrize(
    "text",
    [
        "memref.global constant @g : memref<2xi128> = dense<5>",
        "memref.global constant @g : memref<2xf80> = dense<[1.0, 2.0]>",
        'memref.global @g : memref<2xf32> = dense_resource<a>\n{-# dialect_resources: {builtin: {a: "0x0400000001"}} #-}',
        "func.func @f() -> vector<2xi128> {\n%0 = arith.constant dense<[5, 6]> : vector<2xi128>\nreturn %0 : vector<2xi128>\n}",
        "func.func @f() -> vector<2xi32> {\n%0 = arith.constant sparse<[0], 6> : vector<2xi32>\nreturn %0 : vector<2xi32>\n}",
    ],
)
def test_ops_have_such_elements(text: str) -> None:
    check_same(text)


def test_what_stands_for_all_elements_is_kept_once() -> None:
    """More elements than fit memory."""
    text = (
        "module {\n  func.func @f() -> tensor<3090000000000xf32> {\n"
        "    %0 = arith.constant dense<0.000000e+00> : tensor<3090000000000xf32>\n"
        "    %1 = arith.addf %0, %0 : tensor<3090000000000xf32>\n"
        "    return %1 : tensor<3090000000000xf32>\n  }\n}\n"
    )
    module = parse_module(text)
    assert print_module(module) == text
    run_pipeline(module, "canonicalize,cse")
    assert "arith.addf" not in print_module(module)


def test_floats_that_python_does_not_have_are_kept() -> None:
    text = with_attributes(['dense<"0x' + "0100000000000080FF3F" * 150 + '"> : tensor<150xf80>'])
    assert "dense<1.00000000000000000011>" in through_us(text)
