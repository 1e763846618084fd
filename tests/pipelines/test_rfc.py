"""The examples of TVM's RFC on asynchronous stages: as there where it is right, exact where it is not."""

from __future__ import annotations

import re
from pathlib import Path

import numpy
import pytest

from asyncir.analyses.in_flight.check import check_module
from asyncir.analyses.sync_report import Standing, Verdict
from asyncir.diagnostics import DiagnosticError
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks

COPY = """func.func @main(%a: memref<16xf32>, %d: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %one = arith.constant 1.0 : f32
  MEMORY
  scf.for %i = %c0 to %c16 step %c1 {
    BODY
  } {ANNOTATIONS}
  return
}
"""


def add(number: int, source: str, target: str) -> str:
    """`target = source + 1`, either of them a temporary or an element of an array."""
    read, write = (
        f"%{x}[%i] : memref<16xf32>" if x in "ad" else f"%{x}[%c0] : memref<1xf32>" for x in (source, target)
    )
    return f"""%x{number} = memref.load {read}
    %y{number} = arith.addf %x{number}, %one : f32
    memref.store %y{number}, {write}
    """


def pipelined(memory: str, body: str, annotations: str, options: str = "") -> ModuleOp:
    """The loop, pipelined."""
    temporaries = "\n  ".join(f"%{name} = memref.alloca() : memref<1xf32>" for name in memory)
    text = COPY.replace("MEMORY", temporaries).replace("BODY", body).replace("ANNOTATIONS", annotations)
    module = parse_module(text, "rfc.mlir")
    run_pipeline(module, f"software-pipeline{options},canonicalize")
    return module


def waits(module: ModuleOp) -> list[tuple[int, int]]:
    """Queue and count of each wait, in the order of the text."""
    return [(int(q), int(n)) for q, n in re.findall(r"queue\.wait\((\d+), (\d+)\)", print_module(module))]


def slots(module: ModuleOp, name: str) -> int:
    found = re.search(rf"%{name} = memref\.alloca\(\) : memref<(\d+)x", print_module(module))
    assert found is not None
    return int(found[1])


def is_proved(module: ModuleOp, *, behind: bool = False) -> bool:
    """Free of races for certain, and every wait is exact; the interpreter says so, too.

    With `behind`, the last one need not be: it is for those who call the function.
    """
    report = check_module(module)
    for schedule in ("latest", "earliest", "seed:3"):
        arrays = numpy.arange(16, dtype=numpy.float32), numpy.zeros(16, numpy.float32)
        end = interpret(module, "main", arrays, parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ())
        assert arrays[1][3] == arrays[1][2] + 1
    judged = report.waits[:-1] if behind else report.waits
    return report.standing is Standing.PROVED and all(w.verdict is Verdict.EXACT for w in judged)


@pytest.mark.feature("S0-1", "S0-3", "S0-18")
def test_one_asynchronous_stage() -> None:
    module = pipelined(
        "b",
        add(0, "a", "b") + add(1, "b", "d"),
        "software_pipeline_stage = [0, 1], software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]",
    )
    assert waits(module) == [(0, 1), (0, 0)]
    assert slots(module, "b") == 2
    assert is_proved(module)


THREE = "software_pipeline_stage = [0, 1, 2], software_pipeline_order = [0, 1, 2], software_pipeline_async_stages = [0, 1]"


@pytest.mark.feature("S0-10", "S0-19")
@pytest.mark.parametrize(("options", "copies"), [("", 3), ("{slots=fewest}", 2)])
def test_three_stages_of_which_two_are_asynchronous(options: str, copies: int) -> None:
    """The RFC has two copies of B: a copy may be overwritten while the second stage reads it."""
    module = pipelined("bc", add(0, "a", "b") + add(1, "b", "c") + add(2, "c", "d"), THREE, options)
    assert (slots(module, "b"), slots(module, "c")) == (copies, 2)
    if not options:
        # Prologue; body; epilogue.
        assert waits(module) == [(0, 1), (0, 1), (1, 1), (0, 0), (1, 1), (1, 0)]
    assert is_proved(module)


INTERLEAVED = "software_pipeline_stage = [0, 0, 3], software_pipeline_order = [0, 2, 1], software_pipeline_async_stages = [0]"


@pytest.mark.feature("S0-13", "S0-22")
def test_interleaved_producers() -> None:
    """Groups of the prologue are split as those of the body are, so that 5 is right from the first iteration on."""
    body = (
        add(0, "a", "b")
        + add(1, "a", "c")
        + add(2, "b", "d").replace(
            "%y2 = arith.addf %x2, %one : f32",
            "%z2 = memref.load %c[%c0] : memref<1xf32>\n    %w2 = arith.addf %x2, %z2 : f32\n"
            "    %y2 = arith.subf %w2, %x2 : f32",
        )
    )
    module = pipelined("bc", body, INTERLEAVED)
    assert waits(module) == [(0, 5), (0, 4), (0, 2), (0, 0)]
    assert (slots(module, "b"), slots(module, "c")) == (4, 3)
    assert is_proved(module)


@pytest.mark.feature("S0-12")
def test_copies_of_a_stage_share_a_commit() -> None:
    body = add(0, "a", "b") + add(1, "a", "c") + add(2, "c", "d")
    module = pipelined(
        "bc", body, "software_pipeline_stage = [0, 0, 3], software_pipeline_async_stages = [0]"
    )
    assert waits(module) == [(0, 3), (0, 2), (0, 1), (0, 0)]
    assert print_module(module).count("queue.commit") == 4
    assert is_proved(module)


@pytest.mark.feature("S0-17", "S0-33")
def test_a_consumer_in_the_stage_of_its_producer_waits_for_all() -> None:
    """It is asynchronous, too, and waited for behind the loop."""
    module = pipelined(
        "b",
        add(0, "a", "b") + add(1, "b", "d"),
        "software_pipeline_stage = [0, 0], software_pipeline_async_stages = [0]",
    )
    assert waits(module) == [(0, 0), (0, 0)]
    assert is_proved(module, behind=True)


NESTED = """func.func @main(%a: memref<8x8xf32>, %d: memref<8x8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f32
  %t = memref.alloca() : memref<8xf32>
  %u = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %a[%i, %j] : memref<8x8xf32>
      memref.store %x, %t[%j] : memref<8xf32>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %x = memref.load %t[%j] : memref<8xf32>
      memref.store %x, %u[%c0] : memref<1xf32>
      %y = memref.load %u[%c0] : memref<1xf32>
      %z = arith.addf %y, %one : f32
      memref.store %z, %d[%i, %j] : memref<8x8xf32>
    } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  } {software_pipeline_stage = [0, 2], software_pipeline_async_stages = [0]}
  return
}
"""


@pytest.mark.feature("S0-11")
def test_a_pipeline_in_a_pipeline() -> None:
    """Rows are copied two iterations ahead; in each row, elements one ahead, by a queue of their own."""
    module = parse_module(NESTED, "nested.mlir")
    run_pipeline(module, "software-pipeline,canonicalize,cse")
    assert (slots(module, "t"), slots(module, "u")) == (3, 2)
    assert waits(module)[:3] == [(0, 2), (3, 1), (3, 0)]
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert {wait.verdict for wait in report.waits} == {Verdict.EXACT}
    for schedule in ("latest", "earliest", "seed:3"):
        given, got = numpy.arange(64, dtype=numpy.float32).reshape(8, 8), numpy.zeros((8, 8), numpy.float32)
        end = interpret(module, "main", (given, got), parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ())
        assert (got == given + 1).all()


GEMM = (Path(__file__).parents[2] / "examples/pipelines/gemm.mlir").read_text("utf-8")


@pytest.mark.feature("S0-11", "S0-16")
def test_the_gemm() -> None:
    """The outer annotation counts prologue, body and epilogue of the inner pipeline; the RFC's last wait, for -1, is none."""
    module = parse_module(GEMM, "gemm.mlir")
    run_pipeline(module, "software-pipeline")
    assert [slots(module, name) for name in ("A_shared", "B_shared", "A_local", "B_local")] == [4, 4, 2, 2]
    # Prologue; body, the second of its two; epilogue.
    assert waits(module) == [(0, 2), (0, 2), (0, 1), (0, 0)]
    report = check_module(module)
    assert report.standing is Standing.PROVED
    assert {wait.verdict for wait in report.waits} == {Verdict.EXACT}


@pytest.mark.feature("S0-11", "S0-33")
@pytest.mark.parametrize(
    ("stages", "orders"),
    [
        ("[0, 0, 2, 3, 3]", "[0, 1, 3, 2, 4]"),
        ("[0, 0, 0, 3, 3]", "[0, 1, 3, 2, 4]"),
        ("[0, 0, 0, 3, 3]", "[0, 1, 2, 3, 4]"),
    ],
)
def test_the_gemm_computes_a_product(stages: str, orders: str) -> None:
    """With the annotation that the RFC calls a mistake, too; with seven steps."""
    text = GEMM.replace("constant 128", "constant 7")
    text = text.replace("[0, 0, 2, 3, 3]", stages).replace("[0, 1, 3, 2, 4]", orders)
    module = parse_module(text, "gemm.mlir")
    run_pipeline(module, "software-pipeline")
    if stages == "[0, 0, 0, 3, 3]":
        assert set(waits(module)) == {(0, 0)}
    rng = numpy.random.default_rng(1)
    a, b = rng.integers(0, 9, (8, 256)).astype("f4"), rng.integers(0, 9, (256, 8)).astype("f4")
    for schedule in ("latest", "earliest", "seed:3"):
        c = numpy.zeros((8, 8), "f4")
        end = interpret(module, "main", (a, b, c), parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ())
        assert (c == a[:, :14] @ b[:14]).all()


def test_parts_are_counted_only_where_they_are_there_for_certain() -> None:
    text = GEMM.replace("func.func @main(", "func.func @main(%n: index, ").replace(
        "%k1 = %c0 to %c2", "%k1 = %c0 to %n"
    )
    with pytest.raises(DiagnosticError) as caught:
        run_pipeline(parse_module(text, "gemm.mlir"), "software-pipeline")
    assert [(d.code, d.span and d.span.line) for d in caught.value.diagnostics] == [("P110", 29)]


def test_an_asynchronous_statement_hands_over_no_value() -> None:
    """What it loads and computes for others is done before it is started; what it does itself nobody has waited for."""
    body = """%p = arith.cmpi ult, %i, %c1 : index
    %x = memref.load %a[%i] : memref<16xf32>
    %w = scf.if %p -> f32 {
      memref.store %x, %b[%c0] : memref<1xf32>
      scf.yield %x : f32
    } else {
      scf.yield %x : f32
    }
    memref.store VALUE, %d[%i] : memref<16xf32>"""
    annotations = "software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]"
    module = pipelined("b", body.replace("VALUE", "%x"), annotations)
    assert check_module(module).standing is Standing.PROVED
    loop = next(op for op in module.walk() if op.name == "scf.for")
    assert [op.name for op in loop.regions[0].block.ops].count("memref.load") == 1
    with pytest.raises(DiagnosticError) as caught:
        pipelined("b", body.replace("VALUE", "%w"), annotations)
    assert [d.code for d in caught.value.diagnostics] == ["P109"]


def test_what_is_not_pipelined_is_said() -> None:
    text = """func.func @main(%a: memref<16xf32>, %x: f32, %y: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x, %w = %y) -> (f32, f32) {
    memref.store %v, %a[%i] : memref<16xf32>
    scf.yield %w, %v : f32, f32
  } {software_pipeline_stage = [0]}
  return
}
"""
    with collect_remarks() as remarks:
        run_pipeline(parse_module(text, "exchange.mlir"), "form-statements,expand-pipeline")
    assert [(r.code, r.message) for r in remarks] == [
        ("P108", "the loop is not pipelined: it carries a value that no statement computes")
    ]
