"""`size-buffers` tells where more copies would let waits be looser, and how many more it makes if it is told to."""

from __future__ import annotations

import re

import pytest

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import collect_remarks, run_pipeline

pytestmark = pytest.mark.feature("S0-1")

TWO = """func.func @main(%a: memref<16xf32>, %d: memref<16xf32>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %b = memref.alloca() : memref<1xf32>
  scf.for %i = %c0 to %c16 step %c1 {
    %x = memref.load %a[%i] : memref<16xf32>
    memref.store %x, %b[%c0] : memref<1xf32>
    %y = memref.load %b[%c0] : memref<1xf32>
    memref.store %y, %d[%i] : memref<16xf32>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [ASYNCHRONOUS]}
  return
}
"""
THREE = (
    TWO.replace(
        "    memref.store %y, %d[%i] : memref<16xf32>\n",
        """    memref.store %y, %e[%c0] : memref<1xf32>
    %z = memref.load %e[%c0] : memref<1xf32>
    memref.store %z, %d[%i] : memref<16xf32>
""",
    )
    .replace("  scf.for", "  %e = memref.alloca() : memref<1xf32>\n  scf.for")
    .replace("[0, 1]", "[0, 1, 2]")
)


def pipelined(text: str, asynchronous: str, options: str = "") -> tuple[str, list[Diagnostic]]:
    """The pipeline, and the remarks."""
    module = parse_module(text.replace("ASYNCHRONOUS", asynchronous), "loop.mlir")
    with collect_remarks() as remarks:
        run_pipeline(module, f"software-pipeline{options}")
    return print_module(module), remarks


def waits(text: str) -> list[tuple[str, ...]]:
    return [found.groups() for found in re.finditer(r"queue\.wait\((\d+), (\d+)\)", text)]


@pytest.mark.feature("S0-1")
def test_a_wait_for_a_slot_alone_is_looser_with_a_slot_more() -> None:
    """Nothing but what overwrites `%b` waits for stage 1."""
    text, (remark,) = pipelined(TWO, "1")
    assert (remark.code, remark.span and remark.span.line, remark.help) == ("P111", 5, "extra-slots=1")
    assert "`%b`, which has 2" in remark.message
    more, _ = pipelined(TWO, "1", "{extra-slots=1}")
    assert ("memref<2x1xf32>" in text, "memref<3x1xf32>" in more) == (True, True)
    assert (waits(text)[0], waits(more)[0]) == (("1", "0"), ("1", "1"))


@pytest.mark.feature("S0-1")
def test_fewest_slots_need_a_wait_that_enough_do_not() -> None:
    _, (remark,) = pipelined(THREE, "0, 1", "{slots=fewest}")
    assert (remark.code, remark.help) == ("P111", "slots=enough")
    assert "`%b` has 2 slots" in remark.message
    assert "with 3" in remark.message


@pytest.mark.feature("S0-1")
@pytest.mark.parametrize(("text", "asynchronous"), [(TWO, "0"), (THREE, "0, 1"), (THREE, "")])
def test_nothing_is_told_where_more_slots_would_not_help(text: str, asynchronous: str) -> None:
    assert pipelined(text, asynchronous)[1] == []


@pytest.mark.feature("S0-1")
def test_fewer_slots_than_needed_are_refused() -> None:
    with pytest.raises(DiagnosticError) as caught:
        pipelined(TWO, "1", "{extra-slots=-1}")
    assert [d.code for d in caught.value.diagnostics] == ["P003"]
