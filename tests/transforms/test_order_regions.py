"""Launching regions in another order changes nothing that a program may do: shown by trying all that it may do."""

from __future__ import annotations

import random
from itertools import permutations

import numpy as np
import pytest

import asyncir
from asyncir.semantics import Exhaustive, interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.regions.graphs import graph

pytestmark = pytest.mark.feature("S1-23", "S1-40")
COUNT = 12
HEAD = """func.func @main() -> (i64, i64) {
  %m = memref.alloc() : memref<i64>
  %k = memref.alloc() : memref<i64>
  %one = arith.constant 1 : i64
  %two = arith.constant 2 : i64
  %three = arith.constant 3 : i64
  memref.store %one, %m[] : memref<i64>
  memref.store %two, %k[] : memref<i64>
  %event = async.region {
    %o = memref.atomic_rmw addi %one, %m[] : (i64, memref<i64>) -> i64
  }
"""
TAIL = """  %r = memref.load %m[] : memref<i64>
  %s = memref.load %k[] : memref<i64>
  return %r, %s : i64, i64
}
"""
STEPS = [
    "    %o = memref.atomic_rmw addi %three, {0}[] : (i64, memref<i64>) -> i64",
    "    %o = memref.atomic_rmw assign %two, {0}[] : (i64, memref<i64>) -> i64",
    "    %o = memref.generic_atomic_rmw {0}[] : memref<i64> {{\n    ^bb0(%c: i64):\n      %d = arith.muli %c, %two : i64\n"
    "      memref.atomic_yield %d : i64\n    }}",
]


def _outcomes(text: str) -> set[tuple[int, ...]]:
    """All that the program may give, in any order that the runtime may choose."""
    found = interpret(parse_module(text, "program.mlir"), "main", [], Exhaustive())
    assert not found.diagnostics
    return {tuple(each.results) for each in (found, *found.others)}


def _regions(seed: int) -> list[str]:
    """Three regions that change numbers that others change, too, with or without waiting for one another."""
    rng = random.Random(seed)
    regions: list[str] = []
    for number in range(3):
        needed = ["%event"] if rng.random() < 0.7 else []
        needed += [f"%t{n}" for n in range(number) if rng.random() < 0.25]
        after = f" [{', '.join(needed)}]" if needed else ""
        body = rng.choice(STEPS).format(rng.choice(["%m", "%m", "%k"]))
        regions.append(f"  %t{number} = async.region{after} {{\n{body}\n  }}\n")
    return regions


def _in_order(regions: list[str], order: tuple[int, ...]) -> bool:
    """Whether each region stands behind those whose tokens it has."""
    return all(
        f"%t{after}" not in regions[before].partition("{")[0].partition("=")[2]
        for number, before in enumerate(order)
        for after in order[number:]
    )


def test_each_order_of_launches_may_do_the_same() -> None:
    """Also where two depend on one event, and touch the same memory: the text does not put them in order."""
    several = 0
    for seed in range(60):
        regions = _regions(seed)
        ends = "".join(f"  async.await %{name} : !async.token\n" for name in ("event", "t0", "t1", "t2"))
        found = [
            _outcomes(HEAD + "".join(regions[n] for n in order) + ends + TAIL)
            for order in permutations(range(3))
            if _in_order(regions, order)
        ]
        assert all(each == found[0] for each in found)
        several += len(found) > 1 and len(found[0]) > 1
    assert several >= 20


def test_the_pass_leaves_all_that_a_program_may_do() -> None:
    changed = 0
    for seed in range(60):
        regions = _regions(seed)
        ends = "".join(f"  async.await %{name} : !async.token\n" for name in ("event", "t0", "t1", "t2"))
        text = HEAD + "".join(regions) + ends + TAIL
        module = parse_module(text, "program.mlir")
        before = print_module(module)
        run_pipeline(module, "order-regions")
        changed += print_module(module) != before
        assert _outcomes(print_module(module)) == _outcomes(text)
    assert changed >= 5


def test_a_region_does_not_cross_what_its_launcher_does() -> None:
    """A store in between is in order with both: exchanged, the program would do something else."""
    store = "  memref.store %three, %m[] : memref<i64>\n"
    add, double = ([STEPS[0].format("%m"), STEPS[2].format("%m")][n] for n in (0, 1))
    first = f"  async.await %event : !async.token\n  %t0 = async.region {{\n{add}\n  }}\n  async.await %t0 : !async.token\n"
    second = f"  %t1 = async.region {{\n{double}\n  }}\n  async.await %t1 : !async.token\n"
    text = HEAD + first + store + second + TAIL
    module = parse_module(text, "program.mlir")
    before = print_module(module)
    run_pipeline(module, "order-regions")
    assert print_module(module) == before
    assert _outcomes(text) == {(6, 2)}


@pytest.mark.parametrize("pipeline", ["order-regions", "merge-regions,order-regions"])
def test_graphs_give_the_same(pipeline: str) -> None:
    for seed in range(60):
        program = graph(seed, COUNT)
        module = parse_module(program.text, "program.mlir")
        run_pipeline(module, pipeline)
        parse_module(print_module(module), "again.mlir")
        for order in ("latest", "seed:1"):
            memory = np.zeros(COUNT, np.int64)
            outcome = interpret(module, "main", [3, -5, memory], parse_schedule(order))
            assert outcome.diagnostics == ()
            assert list(outcome.results) == program.results
            assert {n: memory[n] for n in program.cells} == program.cells


@pytest.mark.parametrize("seed", range(400, 410))
def test_graphs_give_the_same_natively(seed: int) -> None:
    program = graph(seed, COUNT)
    module = parse_module(program.text, "program.mlir")
    run_pipeline(module, "order-regions")
    memory = np.zeros(COUNT, np.int64)
    found = asyncir.compile(print_module(module), threads=2).main(3, -5, memory)
    assert list(found if isinstance(found, tuple) else [found]) == program.results
    assert {n: memory[n] for n in program.cells} == program.cells
