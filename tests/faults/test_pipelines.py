"""Pipelines that were wrong, crashed, or were dropped in silence."""

from __future__ import annotations

from pathlib import Path

import numpy
import pytest

import asyncir
from asyncir.ir import ModuleOp
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from asyncir.transforms._remarks import collect_remarks

HERE = Path(__file__).parent
SCHEDULES = ("earliest", "latest", "seed:7")


def program(name: str) -> ModuleOp:
    """The program of a file."""
    return parse_module((HERE / f"{name}.mlir").read_text(), f"{name}.mlir")


def runs(module: ModuleOp, *arguments: numpy.ndarray | int | float) -> list[list[object]]:
    """What the arrays hold afterwards under each schedule of completion; nothing may be wrong with it."""
    found: list[list[object]] = []
    for schedule in SCHEDULES:
        own = [a.copy() if isinstance(a, numpy.ndarray) else a for a in arguments]
        end = interpret(module, "main", tuple(own), parse_schedule(schedule))
        assert (end.diagnostics, end.races) == ((), ()), schedule
        found.append([a.tolist() for a in own if isinstance(a, numpy.ndarray)])
    return found


def pipelined(name: str, pipeline: str = "software-pipeline") -> ModuleOp:
    """The program with its loops pipelined."""
    module = program(name)
    run_pipeline(module, pipeline)
    return module


def test_copies_of_no_elements_are_in_flight_like_others() -> None:
    none = numpy.zeros(0, numpy.float32)
    runs(program("empty_copy"), none, none)
    runs(pipelined("empty_copy_pipeline"), none, none, 0)
    some = numpy.arange(3, dtype=numpy.float32)
    assert runs(pipelined("empty_copy_pipeline"), some, some * 0, 3)[0] == [[0, 1, 2], [0, 1, 2]]


def test_copies_that_read_nothing_are_in_flight_like_others() -> None:
    found = asyncir.check((HERE / "crash_zero_elements.mlir").read_text())
    assert [one.code for one in found.diagnostics] == ["Q004"]


def test_each_copy_of_a_buffer_is_aligned_as_the_buffer_is() -> None:
    given, got = numpy.arange(64, dtype=numpy.float32), numpy.zeros(64, numpy.float32)
    expected = numpy.where(numpy.arange(64) % 8 < 4, given, 0).tolist()
    assert runs(pipelined("alignment"), given, got)[0][1] == expected
    asyncir.compile((HERE / "alignment.mlir").read_text()).main(given, got)
    assert got.tolist() == expected


ALIGNED = """func.func @main(%A: memref<8xf32>, %O: memref<8xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %t = memref.alloc(SIZES) {alignment = 64 : i64} : memref<TYPE>
  scf.for %k = %c0 to %c8 step %c1 {
    %v = memref.load %A[%k] : memref<8xf32>
    memref.store %v, %t[AT] : memref<TYPE>
    %x = memref.load %t[AT] : memref<TYPE>
    memref.store %x, %O[%k] : memref<8xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]}
  memref.dealloc %t : memref<TYPE>
  return
}
"""


@pytest.mark.parametrize(
    ("sizes", "type_", "copies"),
    [
        ("", "5xf32", "2x16xf32"),
        ("", "32xf32", "2x32xf32"),
        ("", "3x5xf32", "2x16x5xf32"),
        ("", "f32", "2x16xf32"),
        ("%n", "?xf32", "2x?xf32"),
        ("%n", "?x3xf32", "2x?x3xf32"),
    ],
)
def test_copies_are_as_long_as_their_alignment_asks(sizes: str, type_: str, copies: str) -> None:
    at = ", ".join(["%c0"] * type_.count("x"))
    text = ALIGNED.replace("SIZES", sizes).replace("TYPE", type_).replace("AT", at)
    module = parse_module(text, "aligned.mlir")
    run_pipeline(module, "software-pipeline,canonicalize")
    assert f"memref<{copies}>" in print_module(module)
    assert "?" not in copies or "arith.ceildivui %n" in print_module(module)
    given = numpy.arange(8, dtype=numpy.float32)
    assert runs(module, given, given * 0, 3)[0] == [given.tolist()] * 2


def test_a_view_drops_dimensions_of_static_size_one() -> None:
    end = interpret(program("subview_rank"), "main", (1,))
    assert (end.diagnostics, list(end.results or ())) == ((), [7])


def test_what_is_pipelined_inside_of_a_loop_that_is_left_can_be_read_again() -> None:
    with collect_remarks() as remarks:
        module = pipelined("p108_then_p102")
    assert [one.code for one in remarks if one.code.startswith("P10")] == ["P108"]
    again = parse_module(print_module(module), "again.mlir")
    with collect_remarks() as remarks:
        run_pipeline(again, "software-pipeline")
    assert not remarks


def test_a_pipeline_that_can_never_run_is_remarked_and_gets_no_copies() -> None:
    before = print_module(program("review_ann20"))
    with collect_remarks() as remarks:
        module = pipelined("review_ann20")
    assert [one.code for one in remarks] == ["P108"]
    assert "it has at most 12 iterations, and its last stage is 20 behind its first" in remarks[0].message
    assert print_module(module) == before


@pytest.mark.parametrize("name", ["review_blur", "review_blur_s"])
def test_rows_are_blurred_as_before(name: str) -> None:
    image = numpy.arange(12 * 64, dtype=numpy.float32).reshape(12, 64) % 7
    out = numpy.zeros((12, 62), numpy.float32)
    expected = runs(program(name), image, out, 0.5)
    assert runs(pipelined(name), image, out, 0.5) == expected


def test_rows_are_copied_as_before() -> None:
    rows = numpy.arange(16 * 8, dtype=numpy.float32).reshape(16, 8)
    assert runs(pipelined("review_simple2"), rows, rows * 0)[0] == [rows.tolist()] * 2
