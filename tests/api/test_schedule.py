"""`asyncir.Schedule`: loops are found, annotated and pipelined from Python; what is refused changes nothing."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy
import pytest

import asyncir
from asyncir.semantics import interpret
from tests.pipelines.test_rfc import NESTED as ANNOTATED
from tests.pipelines.test_while import COUNTED, HEAD

GEMM = Path(__file__).parents[2] / "examples/pipelines/gemm.mlir"
NESTED = (
    re.sub(r" \{software_pipeline[^}]*\}", "", ANNOTATED)
    + """func.func @other(%a: memref<8xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %x = memref.load %a[%c0] : memref<8xf32>
  scf.for %k = %c0 to %c8 step %c1 {
    memref.store %x, %a[%k] : memref<8xf32>
  }
  scf.for %k = %c0 to %c8 step %c1 {
    memref.store %x, %a[%k] : memref<8xf32>
  }
  return
}
func.func @straight() {
  return
}
"""
)
STAGE, ORDER, ASYNC = (f"software_pipeline_{name}" for name in ("stage", "order", "async_stages"))


def schedule() -> asyncir.Schedule:
    return asyncir.Schedule(NESTED, filename="nested.mlir")


@pytest.mark.feature("S0-1", "S0-2", "S0-11")
def test_the_inner_and_the_outer_loop_become_pipelines() -> None:
    sch = schedule()
    outer, inner = sch.get_loop("main"), sch.get_loop("main", "i", 1)
    for loop, stages in ((outer, [0, 2]), (inner, [0, 1])):
        sch.annotate(loop, STAGE, stages)
        sch.annotate(loop, ORDER, [0, 1])
        sch.annotate(loop, ASYNC, [0])
    assert sch.apply() == ()
    by_hand = NESTED.splitlines()
    said = "{{software_pipeline_stage = {}, software_pipeline_async_stages = [0]}}"
    by_hand[18] += said.format("[0, 1]")
    by_hand[19] += said.format("[0, 2]")
    module = asyncir.parse("\n".join(by_hand))
    asyncir.run_pipeline(module, "software-pipeline")
    assert sch.text == str(sch) == asyncir.print_module(module)
    given, got = numpy.arange(64, dtype=numpy.float32).reshape(8, 8), numpy.zeros((8, 8), numpy.float32)
    end = interpret(sch.module, "main", (given, got))
    assert (end.diagnostics, end.races) == ((), ())
    assert (got == given + 1).all()


def test_loops_are_found_by_name_and_by_position() -> None:
    sch = schedule()
    assert [(loop.function, loop.path, loop.name, loop.line) for loop in sch.get_loops()] == [
        ("main", (0,), "i", 8),
        ("main", (0, 0), "j", 9),
        ("main", (0, 1), "j", 13),
        ("other", (0,), "k", 28),
        ("other", (1,), "k", 31),
    ]
    outer, first, second = sch.get_loops("@main")
    assert sch.get_loop("main") is sch.get_loop("main", "i") is sch.get_loop("@main", "%i") is outer
    assert sch.get_loop("main", 0, 0) is sch.get_loop("main", "i", 0) is first
    assert sch.get_loop("main", 0, 1) is second
    assert sch.get_loop("other", 1).line == 31


@pytest.mark.parametrize(
    ("path", "said", "listed"),
    [
        (("main", "j"), "@main has 2 loops named %j", 2),
        (("main", "q"), "@main has no loop named %q there", 3),
        (("main", 1), "@main has no loop 1 there", 3),
        (("main", 0, 0, 0), "@main has no loop 0 there", 0),
        (("other",), "@other has 2 loops outside of others", 2),
        (("straight",), "@straight has no loop", 0),
        (("mian",), "there is no function @mian", 0),
    ],
)
def test_a_path_that_leads_to_no_one_loop_is_refused(path: tuple[Any, ...], said: str, listed: int) -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        schedule().get_loop(*path)
    (diagnostic,) = caught.value.diagnostics
    assert (diagnostic.code, diagnostic.message, len(diagnostic.notes)) == ("C111", said, listed)
    assert diagnostic.help
    assert all(note.span is not None for note in diagnostic.notes)


def test_the_statements_are_those_that_the_numbers_are_for() -> None:
    sch = schedule()
    found = sch.get_statements(sch.get_loop("main", 0, 1))
    assert [(s.number, s.name, s.line) for s in found] == [(0, "0", 15), (1, "1", 18)]
    assert found[1].ops == ("memref.load", "arith.addf", "memref.store")
    named = asyncir.Schedule("""func.func @main(%a: memref<8xf32>, %x: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    scf.execute_region no_inline {
      memref.store %x, %a[%i] : memref<8xf32>
      scf.yield
    } {software_pipeline_statement = "fill"}
  }
  return
}""")
    assert [s.name for s in named.get_statements(named.get_loop("main"))] == ["fill"]


REFUSED: dict[str, tuple[Any, Any, str]] = {
    "too many numbers": (STAGE, [0, 1, 2], "P102"),
    "a negative stage": (STAGE, [0, -1], "P103"),
    "no order": (ORDER, [0, 0], "P103"),
    "an unknown stage": (ASYNC, [1], "P104"),
    "no list": (STAGE, 1, "C017"),
    "no numbers": (STAGE, "01", "C017"),
    "floats": (STAGE, [0.0, 1.0], "C017"),
    "an unknown name": ("software_pipeline_stages", [0, 1], "C112"),
    "no name": (3, [0, 1], "C017"),
}  # fmt: skip


@pytest.mark.parametrize("why", REFUSED)
@pytest.mark.feature("S0-30")
def test_a_refused_annotation_changes_nothing(why: str) -> None:
    name, value, code = REFUSED[why]
    sch = schedule()
    loop = sch.get_loop("main")
    sch.annotate(loop, STAGE, [0, 2])
    before = sch.text
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.annotate(loop, name, value)
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == code
    if code.startswith("P"):
        assert (diagnostic.span and diagnostic.span.line) == 8
    assert sch.text == before


def test_annotations_come_in_any_order() -> None:
    sch = schedule()
    loop = sch.get_loop("main")
    sch.annotate(loop, ASYNC, [0])
    sch.annotate(loop, STAGE, numpy.array([0, 1]).tolist())
    assert "software_pipeline_stage = [0, 1]" in sch.text
    sch.annotate(loop, STAGE, [0, 2])
    assert "software_pipeline_stage = [0, 2]" in sch.text


@pytest.mark.feature("S0-30")
def test_a_schedule_that_breaks_a_dependence_is_refused_and_can_be_mended() -> None:
    sch = schedule()
    loop = sch.get_loop("main")
    sch.annotate(loop, STAGE, [1, 0])
    before = sch.text
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.apply()
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "P107"
    assert sch.text == before
    sch.annotate(loop, STAGE, [0, 1])  # the loop is still the schedule's
    sch.unannotate(loop, STAGE)
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.unannotate(loop, STAGE)
    assert [d.code for d in caught.value.diagnostics] == ["C112"]
    assert sch.text == schedule().text


@pytest.mark.parametrize(("wish", "said"), [(True, ""), ("list", ' = "list"')])
@pytest.mark.feature("S0-31")
def test_a_schedule_can_be_asked_for(wish: bool | str, said: str) -> None:
    sch = schedule()
    loop = sch.get_loop("main")
    sch.annotate(loop, "software_pipeline_schedule", wish)
    assert f"software_pipeline_schedule{said}}}" in sch.text
    sch.apply("software-pipeline{machine=dma-vector-tensor}")
    assert "queue.commit" in sch.text


@pytest.mark.parametrize("wrong", ["fast", [0, 1], False])
def test_a_schedule_is_asked_for_by_a_method(wrong: Any) -> None:
    sch = schedule()
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.annotate(sch.get_loop("main"), "software_pipeline_schedule", wrong)
    assert [d.code for d in caught.value.diagnostics] == ["C017"]
    assert sch.text == schedule().text


@pytest.mark.feature("S0-20")
def test_a_loop_with_a_condition_has_no_name() -> None:
    text = HEAD + COUNTED.replace("attributes {SCHEDULE}", "") + "  return\n}\n"
    sch = asyncir.Schedule(text)
    loop = sch.get_loop("main", 0)
    assert (loop.name, loop.line) == ("", text[: text.index("scf.while")].count("\n") + 1)
    assert [s.ops[-1] for s in sch.get_statements(loop)] == ["memref.copy", "memref.copy", "arith.addi"]
    sch.annotate(loop, STAGE, [0, 1, 0])
    sch.annotate(loop, ASYNC, [0])
    assert sch.apply() == ()
    assert "queue.wait(0, 1)" in sch.text


def test_a_schedule_is_asked_for_or_written() -> None:
    sch = schedule()
    loop = sch.get_loop("main")
    sch.annotate(loop, STAGE, [0, 1])
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.annotate(loop, "software_pipeline_schedule", True)
    assert [d.code for d in caught.value.diagnostics] == ["P101"]


def test_what_is_left_as_it_is_is_said() -> None:
    sch = asyncir.Schedule("""func.func @main(%a: memref<16xf32>, %x: f32, %y: f32, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x, %w = %y) -> (f32, f32) {
    memref.store %v, %a[%i] : memref<16xf32>
    scf.yield %w, %v : f32, f32
  }
  return
}""")
    sch.annotate(sch.get_loop("main"), STAGE, [0])
    assert [remark.code for remark in sch.apply()] == ["P108"]


STALE: dict[str, Callable[[asyncir.Schedule], Any]] = {
    "of another schedule": lambda _: schedule().get_loop("main"),
    "from before passes": lambda sch: (sch.get_loop("main"), sch.apply("canonicalize"))[0],
}


@pytest.mark.parametrize("which", STALE)
def test_a_loop_that_is_not_the_schedules_is_refused(which: str) -> None:
    sch = schedule()
    loop = STALE[which](sch)
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.annotate(loop, STAGE, [0, 1])
    assert [d.code for d in caught.value.diagnostics] == ["C111"]


def test_a_module_that_is_given_stays_as_it_is() -> None:
    module = asyncir.parse(NESTED)
    before = asyncir.print_module(module)
    sch = asyncir.Schedule(module)
    sch.annotate(sch.get_loop("main"), STAGE, [0, 1])
    sch.apply()
    assert asyncir.print_module(module) == before != sch.text
    for wrong in (3, None):
        with pytest.raises(asyncir.DiagnosticError) as caught:
            asyncir.Schedule(wrong)  # pyright: ignore[reportArgumentType]
        assert [d.code for d in caught.value.diagnostics] == ["C017"]


def test_the_outer_loop_may_be_annotated_first() -> None:
    """As the RFC does: how many numbers it has to have is known when the loop inside is annotated, too."""
    sch = asyncir.Schedule(re.sub(r" \{software_pipeline[^}]*\}", "", GEMM.read_text("utf-8")))
    outer, inner = sch.get_loop("main", "k0"), sch.get_loop("main", "k0", "k1")
    sch.annotate(outer, "software_pipeline_stage", [0, 0, 2, 3, 3])
    sch.annotate(outer, "software_pipeline_order", [0, 1, 3, 2, 4])
    sch.annotate(outer, "software_pipeline_async_stages", [0])
    with pytest.raises(asyncir.DiagnosticError) as caught:
        sch.apply()
    assert {d.code for d in caught.value.diagnostics} == {"P102"}
    sch.annotate(inner, "software_pipeline_stage", [0, 0, 1])
    sch.annotate(inner, "software_pipeline_order", [0, 1, 2])
    assert sch.apply() == ()
    expected = asyncir.Schedule(GEMM.read_text("utf-8"))
    expected.apply()
    assert sch.text == expected.text
