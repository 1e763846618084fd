"""What torch-mlir puts around tensors: functions and globals of ml_program."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret

STATE = """
ml_program.global private mutable @global_seed(dense<0> : tensor<i64>) : tensor<i64>
ml_program.global private mutable @sum(dense<[1.0, 2.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.global private mutable @count(3 : i32) : i32
ml_program.global private @weight(dense<[10.0, 20.0]> : tensor<2xf32>) : tensor<2xf32>
ml_program.func @main(%x: tensor<2xf32>) -> (tensor<2xf32>, tensor<2xf32>, i32) {
  %c1 = arith.constant 1 : i32
  %old = ml_program.global_load @sum : tensor<2xf32>
  %new = arith.addf %old, %x : tensor<2xf32>
  ml_program.global_store @sum = %new : tensor<2xf32>
  %n = ml_program.global_load @count : i32
  %m = arith.addi %n, %c1 : i32
  ml_program.global_store @count = %m : i32
  %w = ml_program.global_load_const @weight : tensor<2xf32>
  %r = arith.mulf %old, %w : tensor<2xf32>
  ml_program.return %r, %new, %m : tensor<2xf32>, tensor<2xf32>, i32
}
"""


def _native() -> Callable[..., tuple[object, ...]]:
    return asyncir.compile(STATE, opt_level=0)["main"]


def _interpreted() -> Callable[..., tuple[object, ...]]:
    def call(x: np.ndarray) -> tuple[object, ...]:
        module = asyncir.parse(STATE)
        asyncir.run_pipeline(module, "lower-ml-program")
        module.verify()
        outcome = interpret(module, "main", [x])
        assert outcome.diagnostics == ()
        return tuple(outcome.results)

    return call


@pytest.mark.parametrize("way", [_native, _interpreted])
def test_globals_keep_what_is_stored(way: Callable[[], Callable[..., tuple[object, ...]]]) -> None:
    call = way()
    x = np.array([1, 1], np.float32)
    first = [np.asarray(each).tolist() for each in call(x)]
    assert first == [[10, 40], [2, 3], 4]
    if way is _native:
        assert [np.asarray(each).tolist() for each in call(x)] == [[20, 60], [3, 4], 5]


def test_a_global_that_nobody_uses_goes() -> None:
    """Each program of torch-mlir has this one."""
    text = (
        "ml_program.global private mutable @global_seed(dense<0> : tensor<?xi64>) : tensor<?xi64>\n"
        "func.func @main(%x: tensor<2xf32>) -> tensor<2xf32> {\n  return %x : tensor<2xf32>\n}\n"
    ).replace("dense<0> : tensor<?xi64>", "dense<0> : tensor<1xi64>")
    x = np.array([1, 2], np.float32)
    assert asyncir.compile(text)["main"](x).tolist() == [1, 2]
    module = asyncir.parse(text)
    asyncir.run_pipeline(module, "lower-ml-program")
    assert "ml_program" not in str(module)


@pytest.mark.parametrize(
    ("head", "of", "message"),
    [
        ("mutable @g(dense<0> : tensor<1xi64>) : tensor<?xi64>", "tensor<?xi64>", "may change its size"),
        ("mutable @g(#ml_program.extern : tensor<1xi64>) : tensor<1xi64>", "tensor<1xi64>", "has no value"),
    ],
)
def test_what_has_no_memory_is_refused(head: str, of: str, message: str) -> None:
    text = (
        f"ml_program.global private {head}\nfunc.func @main(%x: {of}) {{\n"
        f"  ml_program.global_store @g = %x : {of}\n  return\n}}\n"
    )
    with pytest.raises(asyncir.DiagnosticError, match=message) as caught:
        asyncir.compile(text)
    assert caught.value.diagnostics[0].code == "L001"
    assert caught.value.diagnostics[0].help
