"""What a pipeline asks of its arguments is enough, and seldom too much: the interpreter runs it with arrays that overlap."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import numpy
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.pipelining import pairs_of
from asyncir.ir import ModuleOp
from asyncir.ir.marks import DISTINCT_ARGS, SAME_OR_DISTINCT_ARGS
from asyncir.semantics import Latest, prepare
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.family import legal, schedules, subsets
from tests.pipelines.running import Subject

pytestmark = pytest.mark.feature("S0-30", "S0-33")

WAYS = {"same": (0, 0), "behind": (0, 1), "before": (2, 0), "apart": (0, made.LENGTH)}
"""Where the two arrays begin, in one array."""


def ends(module: ModuleOp, trips: int, way: str) -> tuple[Any, ...]:
    """How `@main` ends where its two arrays lie so."""
    memory = numpy.arange(2 * made.LENGTH) * 7
    arrays = [memory[at : at + made.LENGTH] for at in WAYS[way]]
    end = prepare(module, "main")([trips, *arrays], Latest())
    return end.results, memory.tolist(), bool(end.races), [d.code for d in end.diagnostics]


def asked(module: ModuleOp) -> str:
    """What the function asks of its two arrays."""
    function = next(op for op in module.ops if "sym_name" in op.properties)
    found = {name: pairs_of(function, name) for name in (DISTINCT_ARGS, SAME_OR_DISTINCT_ARGS)}
    if found[DISTINCT_ARGS]:
        return "distinct"
    return "same or distinct" if found[SAME_OR_DISTINCT_ARGS] else "nothing"


def judged(loop: made.Loop, rng: random.Random) -> tuple[str, set[str]]:
    """What a pipeline of the loop asks, and in which ways its arrays may not lie."""
    subject = Subject(loop)
    times = rng.choice(legal(loop, schedules(len(loop.statements))))
    module = subject.pipelined(times, rng.choice(subsets(loop, times)))
    plain = parse_module(subject.text, "loop.mlir")
    trips = 5 * loop.step
    wrong = {way for way in WAYS if ends(module, trips, way) != ends(plain, trips, way)}
    return asked(module), wrong


@pytest.mark.feature("S0-30", "S0-33")
def test_what_is_asked_of_arguments_is_enough() -> None:
    """Whatever is not asked for is right; most of what is asked for is needed."""
    rng, counts = random.Random(0), Counter[tuple[str, bool]]()
    for count, number in ((2, 90), (3, 30)):
        for loop in map(made.defined, made.loops(count, number, count)):
            if [a for a in loop.arrays() if a[0] == "a"] == ["a0", "a1"]:
                asks, wrong = judged(loop, rng)
                allowed = {"nothing": set(WAYS), "same or distinct": {"same", "apart"}, "distinct": {"apart"}}
                assert not wrong & allowed[asks], (loop, asks, wrong)
                counts[asks, bool(wrong)] += 1
    print(counts)
    assert counts["nothing", False] > 10
    assert counts["same or distinct", False] + counts["same or distinct", True] > 10
    assert counts["distinct", True] > 10


DOUBLE = """func.func @main(%a: memref<?xf32>, %c: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %b = memref.alloca() : memref<1xf32>
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    %z = arith.addf %y, %y : f32
    memref.store %z, %c[AT] : memref<?xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  return
}
"""


@pytest.mark.feature("S0-30", "S0-33")
def test_arrays_that_overlap_are_refused_where_the_program_is_called() -> None:
    program = asyncir.compile(DOUBLE.replace("AT", "%i"))
    memory = numpy.arange(20, dtype=numpy.float32)
    for _ in range(2):  # the second time its code comes from the cache
        with pytest.raises(
            DiagnosticError, match="arguments 1 and 2 of @main overlap without being the same"
        ) as caught:
            program.main(memory[:-1], memory[1:], 19)
        assert caught.value.diagnostics[0].code == "C113"
        assert (memory == numpy.arange(20)).all()
        program = asyncir.compile(DOUBLE.replace("AT", "%i"))
    program.main(memory[:10], memory[10:], 10)
    assert (memory[10:] == 2 * memory[:10]).all()
    program.main(memory, memory, 20)
    assert (memory == [2 * i for i in range(10)] + [4 * i for i in range(10)]).all()


@pytest.mark.feature("S0-30", "S0-33")
def test_a_result_that_goes_elsewhere_may_not_be_the_same_array() -> None:
    program = asyncir.compile(
        DOUBLE.replace("AT", "%j").replace("    %b", "    %j = arith.addi %i, %c1 : index\n    %b")
    )
    memory = numpy.arange(20, dtype=numpy.float32)
    with pytest.raises(DiagnosticError, match="arguments 1 and 2 of @main overlap, and") as caught:
        program.main(memory, memory, 19)
    assert caught.value.diagnostics[0].help == (
        "pass a copy, or give the loop the attribute software_pipeline_args_alias"
    )
    program.main(memory.copy(), memory, 19)
    assert (memory == [0, *(2 * i for i in range(19))]).all()


CALLS = """func.func @outer(%n: index, %c: memref<?xf32>, %x: memref<?xf32>, %a: memref<?xf32>) {
  func.call @middle(%a, %n, %c) : (memref<?xf32>, index, memref<?xf32>) -> ()
  return
}
func.func private @middle(%a: memref<?xf32>, %n: index, %c: memref<?xf32>) {
  func.call @main(%a, %c, %n) : (memref<?xf32>, memref<?xf32>, index) -> ()
  return
}
"""


@pytest.mark.feature("S0-30", "S0-33")
def test_callers_ask_what_their_callees_ask() -> None:
    program = asyncir.compile(CALLS + DOUBLE.replace("AT", "%i"))
    memory, other = numpy.ones(20, numpy.float32), numpy.zeros(20, numpy.float32)
    with pytest.raises(DiagnosticError, match="arguments 2 and 4 of @outer overlap"):
        program.outer(18, memory[1:], other, memory)
    program.outer(18, memory, memory, memory)
    assert (memory == [2] * 18 + [1] * 2).all()


@pytest.mark.feature("S0-30", "S0-33")
def test_a_loop_for_arrays_that_overlap_asks_for_nothing() -> None:
    """Nor does a pipeline that exchanges nothing."""
    text = DOUBLE.replace("AT", "%i").replace(", software_pipeline_async_stages = [0]", "")
    for stages, asks in (
        ("[0, 1]", "same or distinct"),
        ("[0, 0]", "nothing"),
        ("[0, 0], software_pipeline_args_alias", "nothing"),
    ):
        module = parse_module(text.replace("[0, 1]", stages), "double.mlir")
        run_pipeline(module, "software-pipeline")
        assert asked(module) == asks


SHIFT = """func.func private @shift(%a: memref<?xf32>, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = memref.dim %a, %c0 : memref<?xf32>
  %n = arith.subi %size, %c1 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    %j = arith.addi %i, %c1 : index
    memref.store %y, %c[%j] : memref<?xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}
memref.global "private" @g : memref<8xf32> = dense<0.0>
func.func private @global() -> memref<?xf32> {
  %g = memref.get_global @g : memref<8xf32>
  %m = memref.cast %g : memref<8xf32> to memref<?xf32>
  return %m : memref<?xf32>
}
func.func private @from(%a: memref<?xf32>) {
  %g = memref.get_global @g : memref<8xf32>
  %c = memref.cast %g : memref<8xf32> to memref<?xf32>
  func.call @shift(%a, %c) : (memref<?xf32>, memref<?xf32>) -> ()
  return
}
func.func private @on(%a: memref<?xf32>, %n: index, %c: memref<?xf32>) {
  %c0 = arith.constant 0 : index
  %done = arith.cmpi eq, %n, %c0 : index
  scf.if %done {
    func.call @shift(%a, %c) : (memref<?xf32>, memref<?xf32>) -> ()
  } else {
    func.call @on(%a, %c0, FURTHER) : (memref<?xf32>, index, memref<?xf32>) -> ()
  }
  return
}
"""
TWICE = {
    "directly": "func.call @shift(%a, %a) : (memref<?xf32>, memref<?xf32>) -> ()",
    "through another function": "func.call @on(%a, %n, %a) : (memref<?xf32>, index, memref<?xf32>) -> ()",
    "a global": """%g = memref.get_global @g : memref<8xf32>
  %m = memref.cast %g : memref<8xf32> to memref<?xf32>
  func.call @from(%m) : (memref<?xf32>) -> ()""",
    "by value": """%f = func.constant @shift : (memref<?xf32>, memref<?xf32>) -> ()
  func.call_indirect %f(%a, %d) : (memref<?xf32>, memref<?xf32>) -> ()""",
}
APART = {
    "directly": "func.call @shift(%a, %d) : (memref<?xf32>, memref<?xf32>) -> ()",
    "through another function": "func.call @on(%d, %n, %a) : (memref<?xf32>, index, memref<?xf32>) -> ()",
    "a global": "func.call @from(%a) : (memref<?xf32>) -> ()",
}


def caller(body: str, further: str = "%c") -> str:
    """A program with that in its `@main`."""
    head = "func.func @main(%a: memref<?xf32>, %n: index, %d: memref<?xf32>) {"
    return SHIFT.replace("FURTHER", further) + f"{head}\n  {body}\n  return\n}}\n"


@pytest.mark.feature("S0-30", "S0-33")
@pytest.mark.parametrize("way", TWICE)
def test_a_module_that_gives_one_array_twice_is_refused(way: str) -> None:
    """Or may give it: nobody knows what a function is called with by value."""
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(caller(TWICE[way]), "calls.mlir"), "software-pipeline")
    assert {d.code for d in caught.value.diagnostics} == {"P107"}


@pytest.mark.feature("S0-30", "S0-33")
@pytest.mark.parametrize("way", APART)
def test_a_module_that_gives_different_arrays_is_not(way: str) -> None:
    run_pipeline(parse_module(caller(APART[way]), "calls.mlir"), "software-pipeline")


@pytest.mark.feature("S0-30", "S0-33")
def test_a_function_that_calls_itself_with_one_array_is_refused() -> None:
    text = caller(APART["through another function"], further="%a")
    with pytest.raises(DiagnosticError, match="reads what statement `1` writes an iteration before"):
        run_pipeline(parse_module(text, "calls.mlir"), "software-pipeline")


@pytest.mark.feature("S0-30", "S0-33")
def test_memory_of_a_global_is_refused_where_a_pipeline_uses_one() -> None:
    text = caller(APART["a global"]).replace("private @global", "@global")
    program = asyncir.compile(text)
    given = program["global"]()
    given[0] = 1
    with pytest.raises(DiagnosticError, match="argument 1 of @main is memory of a global"):
        program.main(given[:4], 0, numpy.zeros(8, numpy.float32))
    program.main(given.copy(), 0, given)
    assert given.tolist() == [1, 1, *[0] * 6]


@pytest.mark.feature("S0-30", "S0-33")
def test_arrays_of_one_element_are_the_same_whatever_their_strides() -> None:
    program = asyncir.compile(
        DOUBLE.replace("AT", "%i").replace("memref<?xf32>", "memref<?xf32, strided<[?]>>")
    )
    memory = numpy.arange(20, dtype=numpy.float32)
    program.main(memory[3::7][:1], memory[3:4], 1)
    assert memory[3] == 6
