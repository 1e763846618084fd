"""`verify-schedule` accepts the schedules that an enumeration of accesses finds legal, and refuses all others."""

from __future__ import annotations

from itertools import permutations, product

import numpy
import pytest

import asyncir
from asyncir.analyses.loop_dependences import broken, dependences_of
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline
from tests.pipelines import loops as made
from tests.pipelines.loop_text import text_of
from tests.pipelines.running import the_loop

pytestmark = pytest.mark.feature("N6", "S0-26", "S0-30", "S0-33")

STAGES = range(4)


def formed(loop: made.Loop, stages: tuple[int, ...] = (), orders: tuple[int, ...] = ()) -> ModuleOp:
    """The loop, cut into statements."""
    annotations = f"software_pipeline_stage = {list(stages or [0] * len(loop.statements))}"
    if orders:
        annotations += f", software_pipeline_order = {list(orders)}"
    module = parse_module(text_of(loop, annotations), "loop.mlir")
    run_pipeline(module, "form-statements")
    return module


def schedules(count: int) -> list[list[tuple[int, int]]]:
    """Every stage and every order."""
    return [
        list(zip(stages, orders, strict=True))
        for stages in product(STAGES, repeat=count)
        for orders in permutations(range(count))
    ]


@pytest.mark.feature("S0-26", "S0-30", "S0-33")
@pytest.mark.parametrize(("count", "number"), [(2, 150), (3, 75), (4, 8)])
def test_every_legal_schedule_is_accepted_and_every_other_refused(count: int, number: int) -> None:
    legal = illegal = 0
    for loop in made.loops(count, number, count):
        at = the_loop(formed(loop))
        statements = statements_of(at)
        assert len(statements) == count
        found = dependences_of(at, statements, Effects())
        expected = made.dependences(loop)
        for times in schedules(count):
            right = made.is_legal(expected, times)
            seen = next(broken(found, times), None)
            assert (seen is None) == right, f"{text_of(loop, '')}\n{times}\n{seen}"
            legal, illegal = legal + right, illegal + (not right)
    assert min(legal, illegal) > 0.05 * (legal + illegal)


OUTSIDE = """
func.func @main(%in: i32, %out: i32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc() : memref<64xi8>
  scf.for %i = %c0 to %n step %c1 {
    scf.execute_region no_inline {
      %r = io.read %in[%i], %b : memref<64xi8>
      %k = async.await %r : !async.value<index>
      scf.yield
    } {software_pipeline_statement = "read"}
    scf.execute_region no_inline {
      %r = io.write %out[%i], %b : memref<64xi8>
      %k = async.await %r : !async.value<index>
      scf.yield
    } {software_pipeline_statement = "write"}
  } {software_pipeline_stage = [0, 1]}
  return
}
"""


def test_what_is_outside_of_the_program_is_told_once() -> None:
    """Both may be one file."""
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(OUTSIDE, "outside.mlir"), "software-pipeline")
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.label) == (
        "P107",
        "this touches the outside: files, processes, what is printed",
    )
    assert diagnostic.message.startswith("statement `read` has to come behind statement `write`")


@pytest.mark.feature("S0-26", "S0-30", "S0-33")
def test_the_pass_refuses_what_the_analysis_finds() -> None:
    loop = made.Loop(
        (
            made.Statement(made.Access("m0", made.Index(0, 0)), (made.Access("a0", made.Index(1, 0)),)),
            made.Statement(made.Access("a1", made.Index(1, 0)), (made.Access("m0", made.Index(0, 0)),)),
        )
    )
    run_pipeline(formed(loop, (0, 1)), "verify-schedule")
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(formed(loop, (1, 0)), "verify-schedule")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "P107"
    assert diagnostic.message == (
        "statement `1` reads what statement `0` writes in the same iteration, and runs before it"
    )
    assert diagnostic.span is not None
    assert [note.span.line for note in diagnostic.notes if note.span] < [diagnostic.span.line]


@pytest.mark.feature("S0-26", "S0-30", "S0-33")
def test_arrays_that_are_passed_may_overlap_if_the_option_says_so() -> None:
    loop = made.Loop(
        (
            made.Statement(made.Access("m0", made.Index(0, 0)), (made.Access("a0", made.Index(1, 0)),)),
            made.Statement(made.Access("a1", made.Index(1, 0)), (made.Access("m0", made.Index(0, 0)),)),
        )
    )
    with pytest.raises(DiagnosticError, match="reads what statement `1` writes an iteration before"):
        run_pipeline(formed(loop, (0, 1)), "verify-schedule{args-alias=true}")


ASSERTS = """func.func @main(%a: memref<8xi32>, %d: memref<8xi32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0 : i32
  %b = memref.alloca() : memref<1xi32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.execute_region no_inline {
      %x = memref.load %a[%i] : memref<8xi32>
      %ok = arith.cmpi sge, %x, %zero : i32
      cf.assert %ok, "it is negative"
      memref.store %x, %b[%c0] : memref<1xi32>
      scf.yield
    }
    scf.execute_region no_inline {
      %y = memref.load %b[%c0] : memref<1xi32>
      %no = arith.cmpi ne, %y, %zero : i32
      cf.assert %no, "it is zero"
      memref.store %y, %d[%i] : memref<8xi32>
      scf.yield
    }
  } {software_pipeline_stage = STAGES, software_pipeline_async_stages = [0]}
  return
}
"""


@pytest.mark.feature("S0-26", "S0-30", "S0-33")
def test_failures_of_iterations_are_in_no_order() -> None:
    """Both stages may fail; which of two iterations does so first is not said. In one iteration the order is kept."""
    program = asyncir.compile(ASSERTS.replace("STAGES", "[0, 1]"))
    given, got = numpy.arange(1, 9, dtype=numpy.int32), numpy.zeros(8, numpy.int32)
    program.main(given, got)
    assert (given == got).all()
    for place, value, message in ((5, 0, "it is zero"), (2, -1, "it is negative")):
        wrong = given.copy()
        wrong[place] = value
        with pytest.raises(asyncir.ProgramError, match=message):
            program.main(wrong, got)
    with pytest.raises(DiagnosticError) as caught:
        asyncir.compile(ASSERTS.replace("STAGES", "[1, 0]").replace("= [0]}", "= [1]}"))
    assert {d.code for d in caught.value.diagnostics} == {"P107"}


@pytest.mark.feature("S0-26", "S0-30", "S0-33")
def test_arrays_with_which_the_module_calls_a_function_may_overlap() -> None:
    """Of arrays that come from outside nobody knows; an attribute says that they may."""
    text = """func.func private @shift(
    %a: memref<8xf32, strided<[1], offset: ?>>, %c: memref<8xf32, strided<[1], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    %x = memref.load %a[%i] : memref<8xf32, strided<[1], offset: ?>>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %c[%i] : memref<8xf32, strided<[1], offset: ?>>
  } {software_pipeline_stage = [0, 1]MORE}
  return
}
func.func @main(%m: memref<16xf32>, %n: memref<16xf32>) {
  %p = memref.subview %m[0] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1]>>
  %q = memref.subview %OTHER[1] [8] [1] : memref<16xf32> to memref<8xf32, strided<[1], offset: 1>>
  %a = memref.cast %p : memref<8xf32, strided<[1]>> to memref<8xf32, strided<[1], offset: ?>>
  %c = memref.cast %q : memref<8xf32, strided<[1], offset: 1>> to memref<8xf32, strided<[1], offset: ?>>
  func.call @shift(%a, %c) : (memref<8xf32, strided<[1], offset: ?>>, memref<8xf32, strided<[1], offset: ?>>) -> ()
  return
}
"""
    run_pipeline(
        parse_module(text.replace("OTHER", "n").replace("MORE", ""), "shift.mlir"), "software-pipeline"
    )
    for other, more in (("m", ""), ("n", ", software_pipeline_args_alias")):
        module = parse_module(text.replace("OTHER", other).replace("MORE", more), "shift.mlir")
        with pytest.raises(DiagnosticError) as caught:
            run_pipeline(module, "software-pipeline")
        assert {d.code for d in caught.value.diagnostics} == {"P107"}
