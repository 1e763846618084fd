"""What `check` says of programs with regions: it follows the tasks that they become."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.driver.check import check
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.regions.programs import program

TWO = """
func.func @main(%m: memref<4xf32>, %a: f32) {{
  %i = arith.constant 0 : index
  %t = async.region {{
    memref.store %a, %m[%i] : memref<4xf32>
  }}
  %u = async.region {second} {{
    memref.store %a, %m[%i] : memref<4xf32>
  }}
  async.await %t : !async.token
  async.await %u : !async.token
  return
}}
"""
PARTS = """
func.func @main(%m: memref<4xf32>, %a: f32) -> f32 {
  %i = arith.constant 0 : index
  %t, %u = async.region -> !async.token {
    %k = async.region {
      memref.store %a, %m[%i] : memref<4xf32>
    }
    async.yield %k : !async.token {token_counts = array<i64: 0, 1>}
  }
  async.await WAITED : !async.token
  %x = memref.load %m[%i] : memref<4xf32>
  async.await %t : !async.token
  async.await %u : !async.token
  return %x : f32
}
"""
CASES = {
    "at once": (TWO.format(second=""), "refuted"),
    "behind the first": (TWO.format(second="[%t]"), "proved"),
    "with a token of its own, which nobody waits for": (TWO.format(second="[%t] token(%k)"), "refuted"),
    "the part that the store is of": (PARTS.replace("WAITED", "%u"), "proved"),
    "the part of the body alone": (PARTS.replace("WAITED", "%t"), "refuted"),
}


@pytest.mark.parametrize("what", CASES)
def test_verdicts(what: str) -> None:
    text, expected = CASES[what]
    assert check(text, filename="t.mlir").standing == expected
    outcome = interpret(
        parse_module(text), "main", [np.zeros(4, np.float32), 1.0], parse_schedule("exhaustive")
    )
    assert bool(outcome.diagnostics) == (expected == "refuted")


def test_random_programs_are_never_refuted_and_most_are_proved() -> None:
    said = [check(program(seed)[0], filename=f"{seed}.mlir", recheck=False).standing for seed in range(30)]
    assert "refuted" not in said
    assert said.count("proved") >= 20, said
