"""`asyncir check --machine`: proved, wrong with a run that shows it, or unknown with what is in doubt."""

from __future__ import annotations

import json
from importlib.resources import files

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
func.func @f(%a: memref<4xf32>, %m: memref<4xi1>, %i: index) {
  %c = memref.load %m[%i] : memref<4xi1>
  %d = memref.load %m[%i] : memref<4xi1>
  scf.if %c {
    sync.work on "mte2" writes(%a : memref<4xf32>) {
      sync.opaque "load"
    }
    sync.signal "event"[0] from "mte2" to "s"
  }
  scf.if %d {
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


@pytest.mark.parametrize("is_argument", [False, True])
def test_two_branches_of_one_condition_go_the_same_way(is_argument: bool, asyncir: Shell) -> None:
    text = IN_DOUBT.replace("  %d = memref.load %m[%i] : memref<4xi1>\n", "").replace("%d", "%c")
    if is_argument:
        text = text.replace("%i: index", "%i: index, %c: i1")
        text = text.replace("  %c = memref.load %m[%i] : memref<4xi1>\n", "")
    outcome = asyncir("check", asyncir.write("p.mlir", text), "--machine", "ascend-a2")
    assert "`@f` is proved" in outcome.out


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


@pytest.mark.parametrize("more", [["--oracle", "latest"], ["--certificate", "-", "--diff"], ["3"]])
def test_what_does_not_go_together(asyncir: Shell, more: list[str]) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", RIGHT), *more[:1], *more[1:], "--machine", "ascend-a2")
    assert outcome.status == 2
    assert "error[C004]" in outcome.err


def test_a_machine_that_is_not_there(asyncir: Shell) -> None:
    outcome = asyncir("check", asyncir.write("p.mlir", RIGHT), "--machine", "ascend-a3")
    assert outcome.status == 2
    assert "did you mean 'ascend-a2'" in outcome.err


def test_a_certificate_is_written_and_verified(asyncir: Shell) -> None:
    file, machine = asyncir.write("p.mlir", RIGHT), ("--machine", "ascend-a2")
    assert asyncir("check", file, *machine, "--strict", "--certificate", "c.json").status == 0
    certificate = json.loads((asyncir.folder / "c.json").read_text())
    assert certificate["machine"] == "ascend-a2"
    assert set(certificate["functions"]) == {"f"}
    verified = asyncir("verify-certificate", file, "c.json")
    assert (verified.status, verified.out) == (0, f"{file}: verified on 'ascend-a2': @f\n")
    as_data = asyncir("verify-certificate", file, "c.json", "--json")
    assert json.loads(as_data.out) == {"verified": ["f"], "machine": "ascend-a2"}
    other = asyncir("verify-certificate", file, "c.json", "--machine", "bismo")
    assert (other.codes, "another machine" in other.err) == (["Q010"], True)
    elsewhere = asyncir("verify-certificate", asyncir.write("q.mlir", WRONG), "c.json")
    assert (elsewhere.status, elsewhere.codes) == (1, ["Q010"])
    assert "another program" in elsewhere.err


def test_a_changed_machine_is_another_machine(asyncir: Shell) -> None:
    text = (files("asyncir.targets") / "ascend-a2.toml").read_text(encoding="utf-8")
    file, machine = asyncir.write("p.mlir", RIGHT), asyncir.write("m.toml", text)
    asyncir("check", file, "--machine", machine, "--certificate", "c.json")
    assert asyncir("verify-certificate", file, "c.json", "--machine", "ascend-a2").status == 0
    asyncir.write("m.toml", text.replace("startup = 8", "startup = 9"))
    changed = asyncir("verify-certificate", file, "c.json")
    assert (changed.status, changed.codes) == (1, ["Q010"])
    assert "another machine" in changed.err


def test_what_has_no_certificate_is_said(asyncir: Shell) -> None:
    file, machine = asyncir.write("p.mlir", RIGHT), ("--machine", "ascend-a2")
    outcome = asyncir("check", file, *machine, "--args-alias", "yes", "--certificate", "c.json")
    assert (outcome.status, outcome.codes) == (0, ["M101", "Q007"])
    assert "`@f` is proved, not re-checked" in outcome.out
    assert json.loads((asyncir.folder / "c.json").read_text())["functions"] == {}
    strict = asyncir("check", file, *machine, "--args-alias", "yes", "--strict", "--certificate", "d.json")
    assert strict.status == 1
    assert not (asyncir.folder / "d.json").exists()


def test_what_is_wrong_has_no_certificate(asyncir: Shell) -> None:
    file = asyncir.write("p.mlir", WRONG)
    assert asyncir("check", file, "--machine", "ascend-a2", "--certificate", "c.json").status == 1
    assert json.loads((asyncir.folder / "c.json").read_text())["functions"] == {}
