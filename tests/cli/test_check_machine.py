"""`asyncir check --machine`: proved, wrong with a run that shows it, or unknown with what is in doubt."""

from __future__ import annotations

import json

import pytest

from tests.cli.command import Shell

RIGHT = """
func.func @f(%a: memref<4xf32>, %b: memref<4xf32>) {
  sync.work on "mte2" {
    memref.copy %a, %b : memref<4xf32> to memref<4xf32>
  }
  sync.signal "event"[0] from "mte2" to "v"
  sync.wait "event"[0] from "mte2" to "v"
  sync.work on "v" {
    memref.copy %b, %a : memref<4xf32> to memref<4xf32>
  }
  sync.barrier
  sync.barrier
  return
}
"""
WRONG = RIGHT.replace('  sync.wait "event"[0] from "mte2" to "v"\n', "")
IN_DOUBT = """
func.func @f(%a: memref<4xf32>, %c: i1) {
  scf.if %c {
    sync.work on "mte2" writes(%a : memref<4xf32>) {
      sync.opaque "load"
    }
    sync.signal "event"[0] from "mte2" to "s"
  }
  scf.if %c {
    sync.wait "event"[0] from "mte2" to "s"
  }
  return
}
"""


def test_what_is_right_is_proved_and_what_nothing_needs_is_said(asyncir: Shell) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", RIGHT), "--machine", "ascend-a2")
    assert outcome.status == 0
    assert "`@f` is proved" in outcome.out
    assert "2 needed" in outcome.out
    assert "remark[M101]: nothing needs `sync.barrier`" in outcome.err


def test_what_is_wrong_is_shown_by_a_run(asyncir: Shell) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", WRONG), "--machine", "ascend-a2")
    assert outcome.status == 1
    assert "error[S001]: race (RAW)" in outcome.err
    assert "`@f` is wrong" in outcome.out


def test_what_is_in_doubt_is_no_error(asyncir: Shell) -> None:
    file = asyncir.write("p.mlir", IN_DOUBT)
    outcome = asyncir("check", file, "--machine", "ascend-a2")
    assert outcome.status == 0
    assert "warning[M100]" in outcome.err
    assert "`@f` is unknown" in outcome.out
    assert asyncir("check", file, "--machine", "ascend-a2", "--strict").status == 1


def test_the_answer_as_data(asyncir: Shell) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", RIGHT), "--machine", "ascend-a2", "--json")
    (function,) = json.loads(outcome.out)["functions"]
    assert function["standing"] == "proved"
    assert [order["verdict"] for order in function["orders"]].count("redundant") == 1


@pytest.mark.parametrize("more", [["--oracle", "latest"], ["--certificate", "c.json"], ["3"]])
def test_what_does_not_go_together(asyncir: Shell, more: list[str]) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", RIGHT), *more[:1], *more[1:], "--machine", "ascend-a2")
    assert outcome.status == 2
    assert "error[C004]" in outcome.err


def test_a_machine_that_is_not_there(asyncir: Shell) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", RIGHT), "--machine", "ascend-a3")
    assert outcome.status == 2
    assert "did you mean 'ascend-a2'" in outcome.err
