"""Which buffer may be written over which: what the op must be, when, and what plans make of it."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from random import Random

import pytest

from asyncir.analyses.memory.in_place import merged
from asyncir.analyses.memory.lives import Lives, lives_of
from asyncir.analyses.memory.optimum import smallest
from asyncir.analyses.memory.ordering import front, job_orders, sequential, unordered
from asyncir.analyses.memory.problem import MemoryPlan, MemoryProblem, faults
from asyncir.dialects.func import FuncOp
from asyncir.source.text import parse_module
from tests.analyses.memory.problems import layered, problem_of

OF = "memref<4x4xf32>"

FUNCTION = """
#same = affine_map<(i, j) -> (i, j)>
#other = affine_map<(i, j) -> (j, i)>
#row = affine_map<(i, j) -> (i, 0)>
func.func @main(%x: f32, %out: memref<4x4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc() : memref<4x4xf32>
  %b = memref.alloc() : memref<4x4xf32>
  %c = memref.alloc() : memref<4x4xf32>
  BODY
  return
}
"""


def fill(name: str) -> str:
    return f"linalg.fill ins(%x : f32) outs(%{name} : {OF})\n"


def copied(name: str) -> str:
    return f"memref.copy %{name}, %out : {OF} to {OF}\n"


def added(first: str, second: str, to: str) -> str:
    return f"linalg.add ins(%{first}, %{second} : {OF}, {OF}) outs(%{to} : {OF})\n"


def generic(maps: str, body: str, kinds: str = '"parallel", "parallel"') -> str:
    """An op that reads `a` and writes `c`."""
    return (
        f"linalg.generic {{indexing_maps = [{maps}], iterator_types = [{kinds}]}} ins(%a : {OF}) outs(%c : {OF}) {{\n"
        f"^bb0(%p: f32, %o: f32):\n{body}}}\n"
    )


def lives(body: str) -> Lives:
    function = list(parse_module(FUNCTION.replace("BODY", body), "t.mlir").ops)[-1]
    assert isinstance(function, FuncOp)
    found = lives_of(function)
    assert found is not None
    return found


def pairs(body: str) -> set[str]:
    """The twins, as what is read and what is written over it."""
    found = lives(body)
    names = [each.memory.name_hint for each in found.buffers]
    return {f"{names[old]}{names[new]}" for old, new, _ in found.twins}


START = fill("a") + fill("b")
TWICE = "  %q = arith.addf %p, %p : f32\n  linalg.yield %q : f32\n"
ANY_HALF = "memref<2x4xf32, strided<[4, 1], offset: ?>>"
HALF = "memref<2x4xf32, strided<[4, 1]>>"
CASES = {
    "both die in a sum": (START + added("a", "b", "c") + copied("c"), {"ac", "bc"}),
    "one is read later": (START + added("a", "b", "c") + copied("c") + copied("a"), {"bc"}),
    "one with itself": (START + added("a", "a", "c") + copied("c") + copied("b"), {"ac"}),
    "the output is there before": (START + fill("c") + added("a", "b", "c") + copied("c"), set()),
    "same place": (START + generic("#same, #same", TWICE) + copied("c") + copied("b"), {"ac"}),
    "both turned round": (START + generic("#other, #other", TWICE) + copied("c") + copied("b"), {"ac"}),
    "turned round": (START + generic("#other, #same", TWICE) + copied("c") + copied("b"), set()),
    "a column for all": (START + generic("#row, #same", TWICE) + copied("c") + copied("b"), set()),
    "the old value is read": (
        START
        + generic("#same, #same", "  %q = arith.addf %p, %o : f32\n  linalg.yield %q : f32\n")
        + copied("c"),
        set(),
    ),
    "one loop is not parallel": (
        START + generic("#same, #same", TWICE, '"parallel", "reduction"') + copied("c"),
        set(),
    ),
    "the body looks at the input": (
        START
        + generic(
            "#same, #same",
            f"  %l = memref.load %a[%c0, %c0] : {OF}\n  %q = arith.addf %p, %l : f32\n  linalg.yield %q : f32\n",
        )
        + copied("c"),
        set(),
    ),
    "a part of it": (
        START
        + f"%h = memref.subview %a[0, 0] [2, 4] [1, 1] : {OF} to {HALF}\n"
        + f"%k = memref.subview %c[0, 0] [2, 4] [1, 1] : {OF} to {HALF}\n"
        + f"linalg.exp ins(%h : {HALF}) outs(%k : {HALF})\n"
        + copied("c"),
        set(),
    ),
    "parts of which nobody knows where they begin": (
        START
        + f"%h = memref.subview %a[%n, 0] [2, 4] [1, 1] : {OF} to {ANY_HALF}\n"
        + f"%k = memref.subview %c[0, 0] [2, 4] [1, 1] : {OF} to {HALF}\n"
        + f"%l = memref.cast %k : {HALF} to {ANY_HALF}\n"
        + f"linalg.exp ins(%h : {ANY_HALF}) outs(%l : {ANY_HALF})\n"
        + copied("c"),
        set(),
    ),
    "a task has it": (
        START
        + f"%t = async.execute {{\n{copied('a')}  async.yield\n}}\n"
        + added("a", "b", "c")
        + "async.await %t : !async.token\n"
        + copied("c"),
        {"bc"},
    ),
    "a task has had it": (
        START
        + f"%t = async.execute {{\n{copied('a')}  async.yield\n}}\n"
        + "async.await %t : !async.token\n"
        + added("a", "b", "c")
        + copied("c"),
        {"ac", "bc"},
    ),
    "in a task": (
        START
        + f"%t = async.execute {{\n{added('a', 'b', 'c')}  async.yield\n}}\n"
        + f"%u = async.execute [%t] {{\n{copied('c')}  async.yield\n}}\n"
        + "async.await %u : !async.token\n",
        {"ac", "bc"},
    ),
    "a task reads the output too early": (
        START
        + f"%t = async.execute {{\n{added('a', 'b', 'c')}  async.yield\n}}\n"
        + f"%u = async.execute {{\n{copied('c')}  async.yield\n}}\n"
        + "async.await %t : !async.token\nasync.await %u : !async.token\n",
        set(),
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_may_be_written_over_what(name: str) -> None:
    body, expected = CASES[name]
    assert pairs(body) == expected


def test_a_sum_takes_the_place_of_an_operand() -> None:
    found = lives(START + added("a", "b", "c") + copied("c"))
    problem = found.problem()
    assert problem.least == 128
    plan = unordered(problem)
    assert (plan.peak, faults(problem, plan)) == (128, [])


def with_twins(seed: int, jobs: int) -> MemoryProblem:
    """A problem whose jobs may write over what they are the last to read; sizes are such that there are some."""
    random = Random(seed)
    problem = layered(seed, jobs)
    sizes = tuple(64 * random.randint(1, 3) for _ in problem.sizes)
    twins = tuple(
        (old, new, new)
        for old, new in product(range(jobs), repeat=2)
        if old != new
        and new in problem.uses[old]
        and sizes[old] == sizes[new]
        and all(problem.past[new] >> use & 1 for use in problem.uses[old] if use != new)
        and all(problem.past[use] >> new & 1 for use in problem.uses[new] if use != new)
    )
    return replace(problem, sizes=sizes, twins=twins)


@pytest.mark.parametrize("seed", range(20))
def test_plans_in_place_are_right(seed: int) -> None:
    problem = with_twins(seed, 20)
    plans = [unordered(problem), *front(problem)]
    plans += [sequential(problem, order) for order in job_orders(problem).values()]
    for plan in plans:
        assert faults(problem, plan) == []
        assert plan.peak >= problem.least
    assert unordered(problem).peak <= unordered(replace(problem, twins=())).peak


def test_twins_save_something() -> None:
    saved = [
        unordered(replace(problem, twins=())).peak - unordered(problem).peak
        for problem in (with_twins(seed, 20) for seed in range(20))
    ]
    assert sum(each > 0 for each in saved) >= 5


@pytest.mark.parametrize("seed", range(8))
def test_the_solver_knows_twins(seed: int) -> None:
    """What it proves is right, no more than what is found without it, and no more than without twins."""
    problem = with_twins(seed, 9)
    best = smallest(problem, None, 10.0)
    assert best.is_proved
    assert best.plan is not None
    assert faults(problem, best.plan) == []
    assert best.plan.peak == best.bound <= unordered(problem).peak
    apart = smallest(replace(problem, twins=()), None, 10.0)
    assert best.bound <= apart.bound


def test_twins_that_lie_askew_are_faults() -> None:
    problem = problem_of([[], [0], [1]], [1, 1, 1], [128, 128, 64], [[0, 1], [1, 2], [2]])
    twins = replace(problem, twins=((0, 1, 1),))
    assert faults(twins, MemoryPlan((0, 0, 128), 192, 3)) == []
    assert faults(problem, MemoryPlan((0, 0, 128), 192, 3)) == [
        "buffers 0 and 1 share bytes, and may be in use together"
    ]
    assert faults(twins, MemoryPlan((0, 64, 192), 256, 3)) == [
        "buffers 0 and 1 share bytes, and may be in use together"
    ]


def test_a_pair_that_says_it_is_one_is_not_believed() -> None:
    """The first buffer is read again when the second one has been written."""
    problem = problem_of([[], [0], [1]], [1, 1, 1], [64, 64, 64], [[0, 1, 2], [1, 2], [2]])
    lying = replace(problem, twins=((0, 1, 1),))
    assert faults(lying, MemoryPlan((0, 0, 64), 128, 3)) == [
        "buffers 0 and 1 share bytes, and may be in use together"
    ]


def test_each_input_is_taken_once() -> None:
    """Two outputs of one op cannot both be at the place of its input; one output cannot be at two places."""
    problem = problem_of([[], [0], [1]], [1, 1, 1], [64] * 4, [[0, 1], [1, 2], [1, 2], [0, 1]])
    joined = merged(replace(problem, twins=((0, 1, 1), (0, 2, 1), (3, 2, 1))))
    assert joined is not None
    assert joined.group_of == (0, 0, 1, 1)
    assert joined.problem.uses == ((0, 1, 2), (0, 1, 2))
