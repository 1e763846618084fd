"""Explicit and implicit capture are one meaning: programs give the same after the passes from one to the other and back."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks
from tests.regions.graphs import graph
from tests.regions.programs import program

PIPELINES = [
    "isolate-regions",
    "inline-captures",
    "isolate-regions,inline-captures",
    "inline-captures,isolate-regions",
    "isolate-regions,isolate-regions",
    "isolate-regions,split-regions,isolate-regions,regions-to-execute",
]

pytestmark = pytest.mark.feature("S1-9")


@pytest.mark.parametrize("pipeline", PIPELINES)
def test_programs_give_the_same_with_other_captures(pipeline: str) -> None:
    for seed in range(500, 560):
        text, results, cells = program(seed)
        module = parse_module(text, f"{seed}.mlir")
        run_pipeline(module, pipeline)
        parse_module(print_module(module), "again.mlir")
        for order in ("latest", "seed:1"):
            memory = np.zeros(len(cells), np.int64)
            outcome = interpret(module, "main", [3, -5, memory], parse_schedule(order))
            assert not outcome.diagnostics
            assert [list(outcome.results), memory.tolist()] == [results, cells]


def test_both_ways_and_back() -> None:
    """What depends on all that it uses is isolated, each region, and comes back as it was."""
    for seed in range(40):
        text = graph(seed, 10).text
        module = parse_module(text, "graph.mlir")
        before = print_module(module)
        run_pipeline(module, "isolate-regions")
        isolated = print_module(module)
        assert isolated.count("isolated") == isolated.count("async.region") == 10
        run_pipeline(module, "inline-captures")
        # Constants are copies of their own then, as they were.
        assert print_module(module) == before


def test_a_remark_says_why_a_region_stays() -> None:
    text = """
    func.func @main(%x: f32) -> f32 {
      %t, %a = async.region -> f32 {
        async.yield %x : f32
      }
      %u, %b = async.region -> f32 {
        async.await %t : !async.token
        async.yield %a : f32
      }
      %v, %c = async.region [%t] token(%own) -> f32 {
        %w, %d = async.region [%own] -> f32 {
          async.yield %a : f32
        }
        async.yield %d, %w : f32, !async.token
      }
      async.await %u : !async.token
      async.await %v : !async.token
      return %b : f32
    }
    """
    module = parse_module(text, "program.mlir")
    with collect_remarks() as remarks:
        run_pipeline(module, "isolate-regions")
    assert [each.code for each in remarks] == ["Q029", "Q029"]
    assert "uses an !async.token of outside" in remarks[0].message
    assert "not there when it begins" in remarks[1].message
    assert print_module(module).count("isolated") == 2


@pytest.mark.parametrize(
    "pipeline", ["cse", "canonicalize", "canonicalize,cse", "licm", "generate-runtime-verification"]
)
def test_passes_leave_regions_isolated(pipeline: str) -> None:
    """What is alike outside, a constant or an empty tensor, does not take the place of what is inside."""
    text = """
    func.func @main(%x: tensor<?xf32>) -> (tensor<?xf32>, tensor<4xf32>) {
      %c0 = arith.constant 0 : index
      %e = tensor.empty() : tensor<4xf32>
      %n = tensor.dim %x, %c0 : tensor<?xf32>
      %two = arith.index_cast %n : index to i64
      %t, %a = async.region (%x as %y: tensor<?xf32>) -> tensor<?xf32> isolated {
        %i = arith.constant 0 : index
        %m = tensor.dim %y, %i : tensor<?xf32>
        %f = tensor.empty(%m) : tensor<?xf32>
        %z = linalg.add ins(%y, %y : tensor<?xf32>, tensor<?xf32>) outs(%f : tensor<?xf32>) -> tensor<?xf32>
        async.yield %z : tensor<?xf32>
      }
      %u, %b = async.region (%two as %k: i64) -> tensor<4xf32> isolated {
        %g = tensor.empty() : tensor<4xf32>
        %r = arith.sitofp %k : i64 to f32
        %o = linalg.fill ins(%r : f32) outs(%g : tensor<4xf32>) -> tensor<4xf32>
        async.yield %o : tensor<4xf32>
      }
      async.await %t : !async.token
      async.await %u : !async.token
      return %a, %b : tensor<?xf32>, tensor<4xf32>
    }
    """
    module = parse_module(text, "program.mlir")
    run_pipeline(module, pipeline)
    again = parse_module(print_module(module), "again.mlir")
    outcome = interpret(again, "main", [np.ones(3, np.float32)])
    assert [each.tolist() for each in outcome.results] == [[2, 2, 2], [3, 3, 3, 3]]
