"""`form-statements` refuses annotations that do not fit and changes nothing then; what it forms means the same."""

from __future__ import annotations

import numpy
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import Latest, interpret
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

pytestmark = pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")

HEAD = """func.func @main(%a: memref<8xf32>, %b: memref<8xf32>, %x: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
"""
TWO = """  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
  } {ANNOTATIONS}
  return
}
"""


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
@pytest.mark.parametrize(
    ("annotations", "said"),
    [
        ('software_pipeline_stage = "0"', ["P101"]),
        ("software_pipeline_stage = [false, true]", ["P101"]),
        ("software_pipeline_stages = [0, 1]", ["P101"]),
        ("software_pipeline_stage = [0, 1], software_pipeline_queue = 1", ["P101"]),
        ("software_pipeline_stage = [0, 256]", ["P103"]),
        ("software_pipeline_stage = [0, 1.5]", ["P101"]),
        ("software_pipeline_stage = [0]", ["P102"]),
        ("software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1, 2]", ["P102"]),
        ("software_pipeline_stage = [0, -1]", ["P103"]),
        ("software_pipeline_stage = [0, 1], software_pipeline_order = [0, 2]", ["P103"]),
        ("software_pipeline_stage = [0, 1], software_pipeline_order = [1, 1]", ["P103"]),
        ("software_pipeline_stage = [0, 2], software_pipeline_async_stages = [1]", ["P104"]),
        ("software_pipeline_stage = [0, 2], software_pipeline_async_stages = [-1]", ["P103"]),
        (
            "software_pipeline_stage = [0, 0, 0], software_pipeline_order = [1, 1], software_pipeline_async_stages = [7]",
            ["P102", "P103", "P104"],
        ),
    ],
)
def test_annotations_that_do_not_fit_are_refused(annotations: str, said: list[str]) -> None:
    module = parse_module(HEAD + TWO.replace("ANNOTATIONS", annotations), "two.mlir")
    before = print_module(module)
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "form-statements")
    assert [d.code for d in caught.value.diagnostics] == said
    assert all(d.span is not None and d.span.line == 4 and d.help for d in caught.value.diagnostics)
    assert print_module(module) == before


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_the_statements_are_shown_where_their_number_is_another() -> None:
    module = parse_module(HEAD + TWO.replace("ANNOTATIONS", "software_pipeline_stage = [0]"), "two.mlir")
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(module, "form-statements")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.message == "software_pipeline_stage has 1 number, and the loop has 2 statements"
    assert [(note.message, note.span.line if note.span else 0) for note in diagnostic.notes] == [
        ("statement 0", 5),
        ("statement 1", 6),
    ]


def refused(body: str, code: str) -> tuple[int, list[int]]:
    """The line of the one error, counted from the loop's first, and those of its notes."""
    text = HEAD + body + "  return\n}\n"
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(text, "body.mlir"), "form-statements")
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    assert diagnostic.span is not None
    return diagnostic.span.line - 4, [note.span.line - 4 for note in diagnostic.notes if note.span]


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_a_read_that_a_write_would_overtake_is_refused() -> None:
    body = """  scf.for %i = %c0 to %n step %c1 {
    %old = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
    memref.store %x, %a[%i] : memref<8xf32>
    memref.store %old, %b[%i] : memref<8xf32>
  } {software_pipeline_stage = [0, 1, 1]}
"""
    assert refused(body, "P105") == (1, [2])  # arguments may be the same memory
    assert refused(body.replace("%a[%i]", "%b[%i]"), "P105") == (1, [2])


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_a_read_is_not_overtaken_by_what_touches_other_memory() -> None:
    text = """func.func @main(%n: index, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloca() : memref<8xf32>
  %b = memref.alloca() : memref<8xf32>
  scf.for %i = %c0 to %n step %c1 {
    %old = memref.load %a[%i] : memref<8xf32>
    memref.store %x, %b[%i] : memref<8xf32>
    memref.store %old, %a[%i] : memref<8xf32>
  } {software_pipeline_stage = [0, 1]}
  return
}
"""
    run_pipeline(parse_module(text, "other.mlir"), "form-statements")


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_memory_whose_size_depends_on_the_iteration_is_refused() -> None:
    body = """  scf.for %i = %c1 to %n step %c1 {
    %m = memref.alloc(%i) : memref<?xf32>
    memref.store %x, %m[%c0] : memref<?xf32>
    memref.dealloc %m : memref<?xf32>
  } {software_pipeline_stage = [0]}
"""
    assert refused(body, "P106") == (1, [])


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_annotations_on_another_op_are_refused() -> None:
    body = """  scf.execute_region {
    scf.yield
  } {software_pipeline_stage = [0]}
"""
    assert refused(body, "P101") == (0, [])


PROGRAM = """func.func private @printI64(i64)
func.func @main() {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 0 : i64
  %m = memref.alloca() : memref<5xi64>
  %r:3 = scf.for %i = %c0 to %c5 step %c1 iter_args(%s = %z, %p = %z, %at = %c0) -> (i64, i64, index) {
    %v = arith.index_cast %i : index to i64
    %b = memref.alloca() : memref<i64>
    %w = arith.addi %v, %p : i64
    memref.store %w, %b[] : memref<i64>
    %k = arith.muli %i, %c1 : index
    %u = memref.load %b[] : memref<i64>
    %u2 = arith.muli %u, %u : i64
    memref.store %u2, %m[%k] : memref<5xi64>
    %s1 = arith.addi %s, %u2 : i64
    %next = arith.addi %i, %c1 : index
    scf.yield %s1, %s, %next : i64, i64, index
  } {software_pipeline_stage = [0, 1, 1, 1]}
  func.call @printI64(%r#0) : (i64) -> ()
  func.call @printI64(%r#1) : (i64) -> ()
  %e = arith.index_cast %r#2 : index to i64
  func.call @printI64(%e) : (i64) -> ()
  return
}
"""


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_what_it_forms_means_the_same() -> None:
    module = parse_module(PROGRAM, "program.mlir")
    before = interpret(module, "main", ())
    run_pipeline(module, "form-statements")
    assert print_module(module).count("software_pipeline_statement") == 4
    after = interpret(module, "main", ())
    assert (after.output, after.diagnostics) == (before.output, before.diagnostics)
    assert before.output != ""


SUM_FIRST = """func.func @main(%a: memref<8xi64>, %b: memref<8xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %z = arith.constant 0 : i64
  %r = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %z) -> (i64) {
    %v = memref.load %a[%i] : memref<8xi64>
    %t = arith.addi %s, %v : i64
    memref.store %v, %b[%i] : memref<8xi64>
    scf.yield %t : i64
  } {software_pipeline_stage = [0, 1]}
  return %r : i64
}
"""


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_what_a_sum_uses_first_is_its_own() -> None:
    module = parse_module(SUM_FIRST, "sum.mlir")
    run_pipeline(module, "form-statements")
    a, b = numpy.arange(8), numpy.zeros(8, numpy.int64)
    end = interpret(module, "main", (a, b))
    assert end.results == (28,)
    assert (b == a).all()
    text = print_module(module)
    assert text.index("memref.load") < text.index("arith.addi") < text.index("memref.store")


NESTED = """func.func @main(%a: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c4 step %c1 {
      %b = memref.alloc() : memref<1xi64>
      %v = memref.load %a[%j] : memref<4xi64>
      memref.store %v, %b[%c0] : memref<1xi64>
      %w = memref.load %b[%c0] : memref<1xi64>
      %x = arith.addi %w, %w : i64
      memref.store %x, %a[%j] : memref<4xi64>
      memref.dealloc %b : memref<1xi64>
    } {software_pipeline_stage = [0, 1]}
  } {software_pipeline_stage = [0]}
  return
}
"""


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
def test_memory_of_a_loop_inside_stays_in_the_statement_around_it() -> None:
    module = parse_module(NESTED, "nested.mlir")
    run_pipeline(module, "form-statements")
    text = print_module(module)
    order = ["scf.for %i", "execute_region", "memref.alloc()", "scf.for %j", "memref.dealloc"]
    assert [text.index(word) for word in order] == sorted(text.index(word) for word in order)
    run_pipeline(module, "software-pipeline")
    a = numpy.arange(4)
    assert interpret(module, "main", (a,)).diagnostics == ()
    assert a.tolist() == [0, 16, 32, 48]


CARRIED = """func.func @main(%a: memref<16xi64>, %b: memref<16xi64>, %c: memref<16xi64>, %n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %three = arith.constant 3 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %three) -> i64 {
    %u = memref.load %a[%i] : memref<16xi64>
    %v = arith.muli %u, %three : i64
    %w = arith.addi %sum, %u : i64
    memref.store %v, %b[%i] : memref<16xi64>
    memref.store %v, %c[%i] : memref<16xi64>
    scf.yield %w : i64
  } {software_pipeline_stage = [0, 0, 1], software_pipeline_async_stages = [0]}
  return %r : i64
}
"""


@pytest.mark.feature("S0-1", "S0-2", "S0-3", "S0-30")
@pytest.mark.parametrize("pipeline", ["form-statements", "software-pipeline"])
def test_values_for_others_are_computed_where_the_asynchronous_statement_stands(pipeline: str) -> None:
    """What they depend on may belong to a statement between their first op and that one."""
    for trips in (0, 1, 5):
        seen: list[object] = []
        for passes in ("cse", pipeline):
            module = parse_module(CARRIED, "carried.mlir")
            run_pipeline(module, passes)
            module.verify()
            arrays = [numpy.arange(16), numpy.zeros(16, numpy.int64), numpy.zeros(16, numpy.int64)]
            end = interpret(module, "main", (*arrays, trips), Latest())
            assert not end.diagnostics
            seen.append((end.results, [array.tolist() for array in arrays]))
        assert seen[0] == seen[1]
