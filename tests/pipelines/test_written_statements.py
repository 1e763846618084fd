"""Statements that the author of a program wrote, alone or with stages: all of the body, or nothing.

Features: S0-1.
"""

from __future__ import annotations

import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks

pytestmark = pytest.mark.feature("S0-1")

FIRST = 'software_pipeline_statement = "first", software_pipeline_stage = 0 : i64, software_pipeline_order = 0 : i64'
SECOND = 'software_pipeline_statement = "second", software_pipeline_stage = 1 : i64, software_pipeline_order = 1 : i64'


def text(first: str = FIRST, second: str = SECOND, loose: str = "", bounds: str = "index") -> str:
    """A loop of two statements, with stages of their own."""
    return f"""
func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %n: {bounds}, %c: memref<8xf32>) {{
  %c0 = arith.constant 0 : {bounds}
  %c1 = arith.constant 1 : {bounds}
  %z = arith.constant 0 : index
  scf.for %i = %c0 to %n step %c1 {": " + bounds if bounds != "index" else ""} {{
    scf.execute_region no_inline {{
      %x = memref.load %a[%z] : memref<8xf32>
      memref.store %x, %b[%z] : memref<8xf32>
      scf.yield
    }} {{{first}}}
    {loose}
    scf.execute_region no_inline {{
      %y = memref.load %a[%z] : memref<8xf32>
      memref.store %y, %c[%z] : memref<8xf32>
      scf.yield
    }} {{{second}}}
  }}
  return
}}
"""


LOOSE = "%l = memref.load %c[%z] : memref<8xf32>\n    memref.store %l, %a[%z] : memref<8xf32>"


def test_stages_that_fit_are_taken() -> None:
    module = parse_module(text(), "written.mlir")
    run_pipeline(module, "verify-schedule,mark-distinct-arguments,size-buffers,make-async,expand-pipeline")
    assert print_module(module).count("memref.store") > 4


@pytest.mark.parametrize(
    ("program", "code", "message"),
    [
        (text(loose=LOOSE), "P101", "this belongs to no statement of the loop"),
        (text(second='software_pipeline_statement = "second"'), "P101", "this statement has no stage"),
        (text(SECOND.replace("1 : i64", "-1 : i64", 1), FIRST), "P103", "the stage of a statement is -1"),
        (text(FIRST.replace("0 : i64", '"a"', 1)), "P103", 'the stage of a statement is "a"'),
        (text(second=SECOND.replace("1 : i64", "256 : i64", 1)), "P103", "the stage of a statement is 256"),
        (text(second=SECOND[:-7] + "0 : i64"), "P103", "the places of the statements are 0 : i64, 0 : i64"),
        (text(second=SECOND[:-7] + "7 : i64"), "P103", "the places of the statements are 0 : i64, 7 : i64"),
        (text(FIRST + ", software_pipeline_queue = -4 : i64"), "P103", "the queue of a statement is -4"),
        (text(FIRST + ', software_pipeline_queue = "x"'), "P103", 'the queue of a statement is "x"'),
        (text(FIRST + ", software_pipeline_async = 3 : i64"), "P101", "software_pipeline_async is 3 : i64"),
        (text(bounds="i64"), "P101", "a loop whose statements have stages counts by an index"),
    ],
)
def test_what_is_no_schedule_of_the_whole_body_is_refused(program: str, code: str, message: str) -> None:
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(program, "written.mlir"), "software-pipeline")
    (found,) = caught.value.diagnostics
    assert (found.code, found.message[: len(message)]) == (code, message)
    assert found.help
    assert found.span is not None
    assert found.span.file == "written.mlir"


@pytest.mark.parametrize("passes", ["expand-pipeline", "size-buffers,make-async,expand-pipeline"])
def test_passes_that_do_not_verify_drop_nothing(passes: str) -> None:
    module = parse_module(text(loose=LOOSE), "written.mlir")
    before = print_module(module)
    run_pipeline(module, passes)
    assert print_module(module) == before


CARRIED = """
func.func @main(%a: memref<6xf32>, %b: memref<6xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 6 : index
  %zero = arith.constant 0.0 : f32
  %one = arith.constant 1.0 : f32
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %zero, %v = %one) -> (f32, f32) {
    scf.execute_region no_inline {
      %x = memref.load %a[%i] : memref<6xf32>
      memref.store %x, %b[%i] : memref<6xf32>
      scf.yield
    } {software_pipeline_statement = "copy"}
    MORE
    scf.yield %v, %u : f32, f32
  } {software_pipeline_schedule}
  return
}
"""


@pytest.mark.parametrize("more", ["memref.store %u, %a[%i] : memref<6xf32>", ""])
def test_a_loop_that_cannot_be_a_pipeline_keeps_all_of_its_body(more: str) -> None:
    """It has been said so (P108); its one named statement is not taken for all of it."""
    module = parse_module(CARRIED.replace("MORE", more), "carried.mlir")
    before = print_module(module)
    with collect_remarks() as remarks:
        run_pipeline(module, "software-pipeline")
    assert [remark.code for remark in remarks] == ["P108"]
    assert print_module(module) == before.replace(" {software_pipeline_schedule}", "")


WHILE = """
func.func @main(%a: memref<8xi64>, %b: memref<8xi64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = scf.while (%i = %c0) : (index) -> index {
    %more = arith.cmpi slt, %i, %n : index
    scf.condition(%more) %i : index
  } do {
  ^bb0(%i: index):
    scf.execute_region no_inline {
      %x = memref.load %a[%i] : memref<8xi64>
      memref.store %x, %b[%i] : memref<8xi64>
      scf.yield
    } {software_pipeline_statement = "copy"}
    %next = arith.addi %i, %c1 : index
    scf.yield %next : index
  } attributes {software_pipeline_schedule}
  return
}
"""


def test_a_while_with_a_named_statement_runs() -> None:
    import numpy

    a, b = numpy.arange(8), numpy.zeros(8, numpy.int64)
    asyncir.compile(WHILE).main(a, b, 5)
    assert b.tolist() == [0, 1, 2, 3, 4, 0, 0, 0]
