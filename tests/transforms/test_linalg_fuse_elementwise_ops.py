"""Fused programs give the same bits, compute nothing twice, and are made in time linear in their length."""

from __future__ import annotations

import time

import numpy as np
import pytest

import asyncir
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.transforms.elementwise_running import given, interpreted, program, same_bits

PASS = "linalg-fuse-elementwise-ops"
ON_MEMORY = f"{PASS},one-shot-bufferize,convert-linalg-to-loops{{order=contiguous}}"


def _structured(module: ModuleOp) -> int:
    return sum(isinstance(op, Structured) for op in walk(module))


def _fused(text: str) -> ModuleOp:
    module = parse_module(text.encode(), "program.mlir")
    run_pipeline(module, PASS)
    module.verify()
    return module


@pytest.mark.parametrize("seed", range(60))
def test_random_programs_give_the_same_bits(seed: int) -> None:
    one = program(seed)
    text, arguments = one.text(), given(one)
    assert same_bits(interpreted(text, "", arguments), interpreted(text, PASS, arguments))


@pytest.mark.parametrize("seed", range(60, 80))
def test_random_programs_give_the_same_bits_on_memory(seed: int) -> None:
    one = program(seed)
    text, arguments = one.text(), given(one)
    assert same_bits(interpreted(text, "", arguments), interpreted(text, ON_MEMORY, arguments))


def test_random_programs_have_fewer_ops_afterwards() -> None:
    texts = [program(seed).text() for seed in range(20)]
    before = sum(_structured(parse_module(text.encode(), "program.mlir")) for text in texts)
    assert sum(_structured(_fused(text)) for text in texts) < 0.7 * before


@pytest.mark.parametrize("seed", range(200, 206))
def test_random_programs_give_the_same_natively(seed: int) -> None:
    one = program(seed)
    text, arguments = one.text(), given(one)
    found = asyncir.compile(text)["main"](*arguments)
    found = found if isinstance(found, tuple) else (found,)
    assert same_bits(interpreted(text, "", arguments), found)


def _chain(length: int) -> str:
    of, map = "tensor<8xf32>", "affine_map<(d0) -> (d0)>"
    lines = [f"%e = tensor.empty() : {of}", "%v0 = arith.constant dense<1.0> : tensor<8xf32>"]
    for n in range(length):
        source = "%a" if n == 0 else f"%v{n}"
        lines += [
            f'%v{n + 1} = linalg.generic {{indexing_maps = [{map}, {map}, {map}], iterator_types = ["parallel"]}}',
            f"  ins({source}, %a : {of}, {of}) outs(%e : {of}) {{",
            f"^bb0(%x: f32, %y: f32, %z: f32):\n %s = arith.addf %x, %y : f32\n linalg.yield %s : f32\n}} -> {of}",
        ]
    body = "\n".join(lines)
    return f"func.func @main(%a: {of}) -> {of} {{\n{body}\nreturn %v{length} : {of}\n}}"


def test_a_chain_of_any_length_is_one_op() -> None:
    module = _fused(_chain(300))
    assert _structured(module) == 1
    ones = np.ones(8, np.float32)
    assert list(asyncir.compile(_chain(300))["main"](ones)) == [301.0] * 8


@pytest.mark.long
def test_twice_as_long_a_chain_takes_twice_as_long() -> None:
    def seconds(length: int) -> float:
        best = float("inf")
        for _ in range(3):
            module = parse_module(_chain(length).encode(), "chain.mlir")
            start = time.process_time()
            run_pipeline(module, PASS)
            best = min(best, time.process_time() - start)
        return best

    assert seconds(5_000) < 2.3 * seconds(2_500)


NAN = """
func.func @main(%a: tensor<2xi32>) -> tensor<2xf32> {
  %c = arith.constant dense<0xFFC00123> : tensor<2xf32>
  %e = tensor.empty() : tensor<2xf32>
  %r = linalg.map ins(%c : tensor<2xf32>) outs(%e : tensor<2xf32>) (%x: f32, %y: f32) { linalg.yield %x : f32 }
  return %r : tensor<2xf32>
}
"""


def test_the_bits_of_a_nan_stay() -> None:
    (found,) = interpreted(NAN, PASS, (np.zeros(2, np.int32),))
    assert found.view(np.uint32).tolist() == [0xFFC00123] * 2


NOT_THE_FIRST = """
func.func @main(%a: tensor<2xi32>) -> tensor<2xi32> {
  %five = arith.constant dense<5> : tensor<2xi32>
  %seven = arith.constant dense<7> : tensor<2xi32>
  %r = linalg.generic {
    indexing_maps = [affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>, affine_map<(d0) -> (d0)>],
    iterator_types = ["parallel"]
  } ins(%five, %seven : tensor<2xi32>, tensor<2xi32>) outs(%a : tensor<2xi32>) {
  ^bb0(%x: i32, %y: i32, %z: i32):
    linalg.yield YIELDED : i32
  } -> tensor<2xi32>
  return %r : tensor<2xi32>
}
"""


@pytest.mark.parametrize(("yielded", "expected"), [("%x", [5, 5]), ("%y", [7, 7]), ("%z", [1, 2])])
def test_what_only_moves_elements_moves_those_that_it_yields(yielded: str, expected: list[int]) -> None:
    text = NOT_THE_FIRST.replace("YIELDED", yielded)
    (found,) = interpreted(text, PASS, (np.array([1, 2], np.int32),))
    assert found.tolist() == expected
