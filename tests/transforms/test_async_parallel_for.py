"""async-parallel-for: parallel loops that became tasks mean what they meant before (S4-13)."""

from __future__ import annotations

import os
from collections.abc import Sequence
from random import Random

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError, Severity
from asyncir.launch.failures import ProgramError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline
from tests.differential import interpreted, native
from tests.differential.corpus import Argument, Call
from tests.oracle import mlir_opt, needs_mlir
from tests.transforms.parallel_programs import REDUCTIONS, loop_program

MORE = int(os.environ.get("ASYNCIR_FUZZ", "0"))
"""So many seeds beyond those that are always tried."""


def split(text: str, options: str) -> str:
    """The program with its loops made into tasks, whatever they cost."""
    module = parse_module(text)
    run_pipeline(module, f"async-parallel-for{{{options}}}")
    return print_module(module)


def some_options(seed: int) -> str:
    random = Random(seed)
    size, workers = (
        random.randint(1, 3),
        random.choice((-1, 2, 3, 4)),
    )  # -1: as many as there are when it runs
    fixed = random.choice(("true", "false"))
    return f"min-task-size={size} num-workers={workers} deterministic-reductions={fixed}"


@pytest.mark.parametrize("seed", range(20 + MORE))
def test_results_and_memory_are_those_of_the_loop(seed: int) -> None:
    program = loop_program(seed)
    tasks = split(program.text, some_options(seed))
    (expected,) = interpreted.run(program.text, program.call, ["earliest"])
    assert expected.kind == "values", f"{expected}\n{program.text}"
    found = interpreted.run(tasks, program.call, ["latest", f"seed:{seed}"])
    level = 2 * (seed % 2)
    found += native.run(tasks, program.call, [(level, 1), (level, 2)])
    for outcome in found:
        assert outcome.same(expected), f"{expected}\n{outcome}\n{program.text}"


@pytest.mark.parametrize("seed", range(14 + MORE))
def test_the_first_failing_iteration_decides(seed: int) -> None:
    program = loop_program(seed, fails=True)
    tasks = split(program.text, some_options(seed))
    (expected,) = interpreted.run(program.text, program.call, ["earliest"])
    found = interpreted.run(tasks, program.call, ["latest", f"seed:{seed}"])
    level = 2 * (seed % 2)
    found += native.run(tasks, program.call, [(level, 1), (level, 2)])
    for outcome in found:
        assert outcome.same(expected), f"{expected}\n{outcome}\n{program.text}"


IN_AND_OUT = {
    "i32": ("i32", "arith.ori %x, %x : i32", "arith.ori %r, %r : i32"),
    "index": ("i32", "arith.index_cast %x : i32 to index", "arith.index_cast %r : index to i32"),
    "f64": ("f64", "arith.bitcast %x : f64 to f64", "arith.bitcast %r : f64 to f64"),
    "vector<4xi32>": (
        "i32",
        "vector.broadcast %x : i32 to vector<4xi32>",
        "vector.extract %r[3] : i32 from vector<4xi32>",
    ),
}
"""For a type of reductions: what an array of it has, and how its elements become values, and the result one of them."""


def reducing(kind: str, elements: Sequence[float]) -> tuple[str, Call]:
    """A program that reduces an array, beginning with its first element, and a call of it."""
    reduced, ops = REDUCTIONS[kind]
    source, enter, leave = IN_AND_OUT[reduced]
    text = f"""
    func.func @main(%m: memref<9x{source}>, %k: i32, %x: {source}) -> {source} {{
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %n = memref.dim %m, %c0 : memref<9x{source}>
      %start = {enter}
      %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%start) -> {reduced} {{
        %x = memref.load %m[%i] : memref<9x{source}>
        %y = {enter}
        scf.reduce(%y : {reduced}) {{
        ^bb0(%a: {reduced}, %b: {reduced}):
          {ops}
          scf.reduce.return %r : {reduced}
        }}
      }}
      %s = {leave}
      return %s : {source}
    }}
    """.replace("%x = memref.load", "%z = memref.load").replace(
        f"%y = {enter}", f"%y = {enter.replace('%x', '%z')}"
    )
    memory = Argument(str(list(elements)), f"memref<9x{source}>")
    start = Argument(str(elements[0]), source)
    return text, Call("main", (memory, Argument("5", "i32"), start), (source,))


def numbers(type_: str, sign: int) -> Sequence[float]:
    """Numbers of one sign, small and large, so that no guessed neutral element goes unnoticed."""
    if type_ == "f64":
        return [sign * x for x in (0.5, 2.0**60, float("inf"), 3.0, 0.0, 7.0, 2.0**60, 1.0, 9.0)]
    return [sign * x for x in (3, 2**30, 7, 2**31 - 1, 1, 5, 9, 2**30, 6)]


@pytest.mark.parametrize("kind", REDUCTIONS)
@pytest.mark.parametrize("sign", [1, -1])
def test_a_reduction_of_any_kind(kind: str, sign: int) -> None:
    elements = numbers(REDUCTIONS[kind][0], sign)
    text, call = reducing(kind, [1e300 if "finite" in kind and abs(x) > 1e300 else x for x in elements])
    (expected,) = interpreted.run(text, call, ["earliest"])
    assert expected.kind == "values", expected
    (found,) = native.run(split(text, "min-task-size=1 num-workers=2"), call, [(1 + sign, 2)])
    assert found.same(expected), f"{expected}\n{found}\n{text}"


NAN_AND_ZEROS = """
func.func @main(%m: memref<?xf64>, %init: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %m, %c0 : memref<?xf64>
  %r:2 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%init, %init) -> (f64, f64) {
    %x = memref.load %m[%i] : memref<?xf64>
    scf.reduce(%x, %x : f64, f64) {
    ^bb0(%a: f64, %b: f64):
      %r = arith.addf %a, %b : f64
      scf.reduce.return %r : f64
    }, {
    ^bb0(%a: f64, %b: f64):
      %r = arith.maxnumf %a, %b : f64
      scf.reduce.return %r : f64
    }
  }
  return %r#0, %r#1 : f64, f64
}
"""


def test_neutral_elements_keep_the_sign_of_zero_and_nan() -> None:
    program = asyncir.compile(split(NAN_AND_ZEROS, "min-task-size=1 num-workers=4"), threads=2)
    total, greatest = program.main(np.full(9, -0.0), -0.0)
    assert np.signbit(total)
    assert np.signbit(greatest)
    nan = float("nan")
    assert all(np.isnan(program.main(np.full(9, nan), nan)))


FAILING = """
func.func @main(%n: index, %one: index, %other: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%c0) -> index {
    %a = arith.cmpi ne, %i, %one : index
    cf.assert %a, "one"
    %b = arith.cmpi ne, %i, %other : index
    cf.assert %b, "other"
    scf.reduce(%i : index) {
    ^bb0(%x: index, %y: index):
      %s = arith.addi %x, %y : index
      scf.reduce.return %s : index
    }
  }
  return %r : index
}
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_of_two_errors_that_of_the_earlier_iteration_is_reported(threads: int) -> None:
    program = asyncir.compile(split(FAILING, "min-task-size=1 num-workers=2"), threads=threads)
    assert program.main(8, 8, 9) == 28
    for one, other in [(0, 7), (7, 0), (2, 3), (3, 2), (5, 4), (4, 1), (6, 6)]:
        with pytest.raises(ProgramError) as caught:
            program.main(8, one, other)
        assert not caught.value.causes
        assert caught.value.message == f"assertion failed: {'one' if one <= other else 'other'}", (one, other)


@pytest.mark.feature("S4-12")
def test_what_is_short_is_not_launched() -> None:
    """The same text, with a constant trip count, a dynamic one and one worker."""
    module = parse_module(
        NAN_AND_ZEROS.replace("%n = memref.dim %m, %c0 : memref<?xf64>", "%n = arith.constant 64 : index")
    )
    with collect_remarks() as remarks:
        run_pipeline(module, "async-parallel-for")
    assert [(d.code, d.severity) for d in remarks] == [("P006", Severity.REMARK)]
    assert "async." not in print_module(module)
    alone = split(NAN_AND_ZEROS, "num-workers=1")
    assert "async." not in alone


FIXED = NAN_AND_ZEROS.replace("main", "sum")


def test_with_fixed_blocks_float_sums_are_the_same_on_any_number_of_threads() -> None:
    values = np.random.default_rng(7).standard_normal(100_000) * 10.0 ** np.arange(100_000).__mod__(9)
    sums: set[float] = set()
    for threads in (1, 2, 3, 8):
        program = asyncir.compile(FIXED, threads=threads, deterministic_reductions=True)
        sums |= {program.sum(values, 0.25) for _ in range(3)}
    assert len(sums) == 1
    sequential = asyncir.compile(FIXED, threads=1).sum(values, 0.25)
    assert sums != {sequential}, "blocks were to be summed apart"


HANDLE = """
func.func @main(%m: memref<?xf64>, %n: index) -> (!async.token, !async.value<f64>) {
  %token, %sum = async.execute -> !async.value<f64> {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %zero = arith.constant 0.0 : f64
    %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
      %x = memref.load %m[%i] : memref<?xf64>
      scf.reduce(%x : f64) {
      ^bb0(%a: f64, %b: f64):
        %r = arith.addf %a, %b : f64
        scf.reduce.return %r : f64
      }
    }
    async.yield %r : f64
  }
  return %token, %sum : !async.token, !async.value<f64>
}
"""


@pytest.mark.feature("S4-11")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_loop_in_a_task_has_a_handle(threads: int) -> None:
    program = asyncir.compile(HANDLE, threads=threads)
    values = np.arange(1_000_000, dtype=float)
    token, total = program.main(values, len(values))
    assert total.result() == values.sum()
    assert token.result() is None


WAITING = """
func.func @main(%m: memref<?xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> i64 {
    %t, %v = async.execute -> !async.value<i64> {
      %x = memref.load %m[%i] : memref<?xi64>
      async.yield %x : i64
    }
    %x = async.await %v : !async.value<i64>
    scf.reduce(%x : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.addi %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %r : i64
}
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_bodies_may_wait(threads: int) -> None:
    values = np.arange(1000)
    for text in (WAITING, split(WAITING, "min-task-size=1 num-workers=3")):
        program = asyncir.compile(text, threads=threads)
        assert program.main(values, 1000) == 499_500
        assert program.main(values, 0) == 0


STEPS = """
func.func @main(%low: index, %high: index, %step: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.parallel (%i) = (%low) to (%high) step (%step) init (%c0) -> index {
    scf.reduce(%c1 : index) {
    ^bb0(%a: index, %b: index):
      %s = arith.addi %a, %b : index
      scf.reduce.return %s : index
    }
  }
  return %r : index
}
"""


def test_any_number_of_iterations() -> None:
    """Counts are exact up to the ends of the index type; the first failing of 2**62 iterations ends a loop."""
    program = asyncir.compile(STEPS, threads=2)
    least, most = -(2**63), 2**63 - 1
    for low, high, step in [(0, 0, 1), (5, 3, 1), (most, least, 1), (0, 10, 3), (-7, 8, 5), (0, 10**9, 7)]:
        assert program.main(low, high, step) == len(range(low, high, step))
    for low, high, step in [(least, most, 2**62), (least, least + 1, 3), (most - 1, most, most)]:
        assert program.main(low, high, step) == len(range(low, high, step))
    alone = asyncir.compile(FAILING, threads=1)
    with pytest.raises(ProgramError, match="one"):
        alone.main(2**62, 5, 9)


def test_a_step_that_is_not_positive_is_an_error() -> None:
    program = asyncir.compile(STEPS, threads=2)
    for step in (0, -1):
        with pytest.raises(ProgramError, match=r"the step of scf\.parallel is not positive"):
            program.main(0, 10, step)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("num-workers=0", "'num-workers' is a positive number, or -1"),
        ("min-task-size=-1", "'min-task-size' is not negative"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: str, message: str) -> None:
    with pytest.raises(DiagnosticError, match="P003") as caught:
        split(STEPS, options)
    assert message in str(caught.value)


AMONG_OTHERS = """
func.func @main(%m: memref<?xi64>, %rounds: index, %odd: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %n = memref.dim %m, %c0 : memref<?xi64>
  %total = scf.for %k = %c0 to %rounds step %c1 iter_args(%before = %zero) -> i64 {
    %after = scf.if %odd -> i64 {
      %sum = scf.parallel (%i) = (%k) to (%n) step (%c1) init (%before) -> i64 {
        %x = memref.load %m[%i] : memref<?xi64>
        scf.reduce(%x : i64) {
        ^bb0(%a: i64, %b: i64):
          %r = arith.addi %a, %b : i64
          scf.reduce.return %r : i64
        }
      }
      scf.yield %sum : i64
    } else {
      scf.yield %before : i64
    }
    scf.yield %after : i64
  }
  cf.cond_br %odd, ^some(%total : i64), ^none
^some(%found: i64):
  return %found : i64
^none:
  %sum = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%total) -> i64 {
    scf.reduce(%zero : i64) {
    ^bb0(%a: i64, %b: i64):
      %r = arith.addi %a, %b : i64
      scf.reduce.return %r : i64
    }
  }
  return %sum : i64
}
"""


def test_a_reduction_among_other_control_flow_becomes_tasks() -> None:
    tasks = split(AMONG_OTHERS, "min-task-size=1 num-workers=2")
    assert "scf.parallel" not in tasks
    assert tasks.count("async.execute") == 2
    values = np.arange(20)
    for text in (AMONG_OTHERS, tasks):
        program = asyncir.compile(text, threads=2)
        assert program.main(values, 3, True) == 3 * 190 - 1
        assert program.main(values, 3, False) == 0


@needs_mlir
def test_mlir_leaves_it_sequential_and_reads_what_we_make_of_it() -> None:
    left = mlir_opt(AMONG_OTHERS, "-async-parallel-for=min-task-size=1 num-workers=2")
    assert "async." not in left
    made = mlir_opt(split(AMONG_OTHERS, "min-task-size=1 num-workers=2"))
    assert made.count("async.execute") == 2
