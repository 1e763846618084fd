"""Tensors in tasks: what is used in flight is neither freed nor overwritten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

HEAD = """func.func private @slow(%t: tensor<8xf32>) -> tensor<8xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 200 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %t) -> (tensor<8xf32>) {
    %b = linalg.map { math.absf } ins(%a : tensor<8xf32>) outs(%a : tensor<8xf32>)
    scf.yield %b : tensor<8xf32>
  }
  return %r : tensor<8xf32>
}
"""

START = """  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f32
  %e = tensor.empty() : tensor<8xf32>
  %y = linalg.map { math.absf } ins(%x : tensor<8xf32>) outs(%e : tensor<8xf32>)
"""

READ = """async.execute -> !async.value<f32> {
    %s = func.call @slow(%y) : (tensor<8xf32>) -> tensor<8xf32>
    %r = tensor.extract %s[%c0] : tensor<8xf32>
    async.yield %r : f32
  }
"""

PROGRAMS: dict[str, tuple[str, Callable[[Any], tuple[Any, ...]]]] = {
    "the tensor is changed while a task reads it": (
        f"""(%x: tensor<8xf32>) -> (f32, f32) {{
{START}  %t, %v = {READ}  %z = tensor.insert %one into %y[%c0] : tensor<8xf32>
  %r = tensor.extract %z[%c0] : tensor<8xf32>
  %a = async.await %v : !async.value<f32>
  return %a, %r : f32, f32
}}""",
        lambda x: (abs(x[0]), 1),
    ),
    "a task changes what another one reads": (
        f"""(%x: tensor<8xf32>) -> (f32, f32) {{
{START}  %t, %v = {READ}  %u, %w = async.execute -> !async.value<f32> {{
    %z = tensor.insert %one into %y[%c0] : tensor<8xf32>
    %r = tensor.extract %z[%c0] : tensor<8xf32>
    async.yield %r : f32
  }}
  %a = async.await %v : !async.value<f32>
  %b = async.await %w : !async.value<f32>
  return %a, %b : f32, f32
}}""",
        lambda x: (abs(x[0]), 1),
    ),
    "what is read before an await is changed behind it": (
        f"""(%x: tensor<8xf32>) -> (f32, f32) {{
{START}  %t, %v = {READ}  %a = async.await %v : !async.value<f32>
  %z = tensor.insert %one into %y[%c0] : tensor<8xf32>
  %r = tensor.extract %z[%c0] : tensor<8xf32>
  return %a, %r : f32, f32
}}""",
        lambda x: (abs(x[0]), 1),
    ),
    "nobody awaits the task": (
        f"""(%x: tensor<8xf32>) -> tensor<8xf32> {{
{START}  %t, %v = {READ}  return %y : tensor<8xf32>
}}""",
        lambda x: (abs(x),),
    ),
    "a group of tasks that a loop launches": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  %g = async.create_group %c4 : !async.group
  scf.for %i = %c0 to %c4 step %c1 {{
    %t, %v = {READ}    %k = async.add_to_group %t, %g : !async.token
  }}
  async.await_all %g
  %r = tensor.extract %y[%c1] : tensor<8xf32>
  return %r : f32
}}""",
        lambda x: (abs(x[1]),),
    ),
    "a task in a task": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  %o, %p = async.execute -> !async.value<f32> {{
    %t, %v = {READ}    %a = async.await %v : !async.value<f32>
    async.yield %a : f32
  }}
  %r = async.await %p : !async.value<f32>
  return %r : f32
}}""",
        lambda x: (abs(x[0]),),
    ),
    "a task waits for the one that reads": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  %t, %v = {READ}  %u = async.execute [%t] {{
    async.yield
  }}
  async.await %u : !async.token
  %r = tensor.extract %y[%c1] : tensor<8xf32>
  return %r : f32
}}""",
        lambda x: (abs(x[1]),),
    ),
    "a branch hands the token out": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  %c = arith.cmpi slt, %c0, %c1 : index
  %d = scf.if %c -> (!async.token) {{
    %t, %v = {READ}    scf.yield %t : !async.token
  }} else {{
    %t = async.execute {{
      async.yield
    }}
    scf.yield %t : !async.token
  }}
  async.await %d : !async.token
  return %one : f32
}}""",
        lambda x: (1,),
    ),
    "tasks yield tensors, and others take them": (
        f"""(%x: tensor<8xf32>) -> (tensor<8xf32>, f32) {{
{START}  %t, %v = async.execute -> !async.value<tensor<8xf32>> {{
    %s = func.call @slow(%y) : (tensor<8xf32>) -> tensor<8xf32>
    async.yield %s : tensor<8xf32>
  }}
  %u, %w = async.execute (%v as %a: !async.value<tensor<8xf32>>) -> !async.value<tensor<8xf32>> {{
    %z = tensor.insert %one into %a[%c0] : tensor<8xf32>
    async.yield %z : tensor<8xf32>
  }}
  %b = async.await %v : !async.value<tensor<8xf32>>
  %k = async.await %w : !async.value<tensor<8xf32>>
  %r = tensor.extract %b[%c0] : tensor<8xf32>
  return %k, %r : tensor<8xf32>, f32
}}""",
        lambda x: (np.concatenate([[1], abs(x[1:])]), abs(x[0])),
    ),
    "a loop launches what nobody waits for": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  scf.for %i = %c0 to %c4 step %c1 {{
    %t, %v = {READ}  }}
  return %one : f32
}}""",
        lambda x: (1,),
    ),
    "a value that nobody takes": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  %t, %v = async.execute -> !async.value<tensor<8xf32>> {{
    %s = func.call @slow(%y) : (tensor<8xf32>) -> tensor<8xf32>
    async.yield %s : tensor<8xf32>
  }}
  return %one : f32
}}""",
        lambda x: (1,),
    ),
    "an async function gives a tensor": (
        f"""(%x: tensor<8xf32>) -> f32 {{
{START}  %v = async.call @later(%y) : (tensor<8xf32>) -> !async.value<tensor<8xf32>>
  %b = async.await %v : !async.value<tensor<8xf32>>
  %r = tensor.extract %b[%c1] : tensor<8xf32>
  return %r : f32
}}
async.func private @later(%y: tensor<8xf32>) -> !async.value<tensor<8xf32>> {{
  %t, %v = async.execute -> !async.value<tensor<8xf32>> {{
    %s = func.call @slow(%y) : (tensor<8xf32>) -> tensor<8xf32>
    async.yield %s : tensor<8xf32>
  }}
  %b = async.await %v : !async.value<tensor<8xf32>>
  return %b : tensor<8xf32>
}}""",
        lambda x: (abs(x[1]),),
    ),
}


def program(name: str) -> str:
    return f"func.func @main{PROGRAMS[name][0]}\n{HEAD}"


@pytest.mark.parametrize("name", PROGRAMS)
def test_results_are_those_of_the_tensors(name: str) -> None:
    text, expected = program(name), PROGRAMS[name][1]
    x = np.arange(-3, 5, dtype=np.float32)
    compiled = asyncir.compile(text, threads=2)
    for _ in range(20):
        results = compiled.main(x)
        found = results if isinstance(results, tuple) else (results,)
        for each, wanted in zip(found, expected(x), strict=True):
            np.testing.assert_array_equal(each, wanted)


@pytest.mark.parametrize("name", PROGRAMS)
def test_there_is_no_race(name: str) -> None:
    module = parse_module(program(name))
    run_pipeline(module, "one-shot-bufferize,convert-linalg-to-loops")
    found = asyncir.check(print_module(module))
    assert (found.standing, found.races) == ("proved", ())
