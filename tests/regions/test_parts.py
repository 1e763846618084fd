"""Parts of a region that are there one after the other, and how tokens flow through a region."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
import pytest

import asyncir
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import AsyncRegionOpInterface
from asyncir.ir.walk import walk
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

PAGE = (Path(__file__).parents[2] / "docs" / "regions.md").read_text(encoding="utf-8")
BATCH_NORM = re.findall(r"```mlir file=batch_norm.mlir\n(.*?)```", PAGE, re.DOTALL)[0]


@pytest.mark.feature("S1-10", "S1-4")
@pytest.mark.parametrize("pipeline", ["", "split-regions", "split-regions,regions-to-execute"])
def test_three_results_of_batch_norm(pipeline: str) -> None:
    module = parse_module(BATCH_NORM)
    run_pipeline(module, pipeline)
    x = np.random.default_rng(2).normal(size=(4, 2)).astype(np.float32)
    expected = [x.mean(axis=0), x.var(axis=0), (x - x.mean(axis=0)) / x.std(axis=0)]
    for order in ("earliest", "latest"):
        outcome = interpret(module, "main", [x], parse_schedule(order))
        assert not outcome.diagnostics
        assert all(np.allclose(a, b, rtol=1e-5) for a, b in zip(expected, outcome.results, strict=True))
    for level in (0, 2):
        found = asyncir.compile(module, opt_level=level, threads=2).main(x)
        assert all(np.allclose(a, b, rtol=1e-5) for a, b in zip(expected, found, strict=True))


EARLY = """
func.func @main(%m: memref<2xi64>) -> i64 {
  %i = arith.constant 0 : index
  %k = arith.constant 7 : i64
  %t, %x, %u = async.region -> (i64, !async.token) {
    %n = async.region {
      memref.store %k, %m[%i] : memref<2xi64>
    }
    async.yield %k, %n : i64, !async.token {token_counts = array<i64: 0, 1>}
  }
  async.await %t : !async.token
  FIRST
  async.await %u : !async.token
  return %x : i64
}
"""


@pytest.mark.feature("S1-10")
def test_who_waits_for_one_part_does_not_wait_for_the_other() -> None:
    """The store belongs to the second part: with the first alone awaited, reading is a race."""
    text = EARLY.replace("FIRST", "%y = memref.load %m[%i] : memref<2xi64>")
    outcome = interpret(parse_module(text), "main", [np.zeros(2, np.int64)], parse_schedule("exhaustive"))
    assert [d.code for d in outcome.diagnostics] == ["S001"]
    outcome = interpret(
        parse_module(EARLY.replace("FIRST", "")),
        "main",
        [np.zeros(2, np.int64)],
        parse_schedule("exhaustive"),
    )
    assert (outcome.results, outcome.diagnostics) == ((7,), ())


@pytest.mark.feature("S1-13")
def test_how_tokens_get_in_and_out() -> None:
    text = """
func.func @f(%a: f32, %d: !async.token) -> !async.token {
  %t = async.region [%d] (%a as %b: f32, %d as %c: !async.token) token(%own) {
    %n = async.region [%own] {
    }
    async.yield %n : !async.token
  }
  return %t : !async.token
}"""
    outer, inner = (op for op in walk(parse_module(text)) if isinstance(op, RegionOp))
    interface = outer.get_trait(AsyncRegionOpInterface)
    assert interface is not None
    assert interface.region_token(outer, 0) is outer.body.blocks[0].args[-1]
    assert list(interface.region_dependencies(outer, 0)) == list(inner.results)
    assert interface.region_token(inner, 0) is None
    assert list(interface.region_dependencies(inner, 0)) == []
