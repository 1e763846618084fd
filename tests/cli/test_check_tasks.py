"""`asyncir check` on the programs of docs/check-tasks.md, and what it says of them."""

import json
import re
from pathlib import Path

import pytest

from tests.cli.command import Shell

pytestmark = pytest.mark.feature("N12")

PAGE = (Path(__file__).parent.parent.parent / "docs" / "check-tasks.md").read_text(encoding="utf-8")
PROGRAMS = dict(re.findall(r"```mlir file=(\S+)\n(.*?)```", PAGE, re.DOTALL))
SHOWN = PAGE.partition("```text\n")[2].partition("```")[0]


@pytest.fixture
def shell(asyncir: Shell) -> Shell:
    for name, text in PROGRAMS.items():
        asyncir.write(name, text)
    return asyncir


def test_the_page_shows_the_repair(shell: Shell) -> None:
    assert shell("check", "sum.mlir", "--diff").out == PAGE.split("```text\n")[2].partition("```")[0]


def test_the_page_shows_what_is_said(shell: Shell) -> None:
    found = shell("check", "sum.mlir")
    assert found.status == 1
    assert (found.err + found.out).strip() == SHOWN.strip()


def test_a_proof_of_tasks_is_rechecked(shell: Shell) -> None:
    found = shell("check", "atomic.mlir", "--certificate", "c.json", "--strict")
    assert (found.status, found.codes) == (0, [])
    assert found.out.strip() == "atomic.mlir: proved: 1 wait (1 needed)"
    assert json.loads(shell("check", "atomic.mlir", "--json").out)["rechecked"] is True
    assert shell("verify-certificate", "atomic.mlir", "c.json").status == 0


def test_a_certificate_of_tasks_is_not_that_of_another_program(shell: Shell) -> None:
    assert shell("check", "atomic.mlir", "--certificate", "c.json").status == 0
    found = shell("verify-certificate", "sum.mlir", "c.json")
    assert (found.status, found.codes) == (1, ["Q010"])


def test_a_proof_of_tasks_without_a_certificate_is_not_called_rechecked(asyncir: Shell) -> None:
    corpus = Path(__file__).parent.parent / "tasks_corpus"
    asyncir.write("p.mlir", (corpus / "parallel_loop_launches_tasks.mlir").read_text(encoding="utf-8"))
    found = asyncir("check", "p.mlir", "--certificate", "c.json", "--strict")
    assert (found.status, found.codes) == (1, ["Q007"])
    assert "no certificate was found" in found.err
    assert asyncir("check", "p.mlir").out.startswith("p.mlir: proved, not re-checked")


TWO = """func.func @main(%A: memref<2xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %x = arith.constant 1 : i64
  %first = async.execute {
    memref.store %x, %A[%c0] : memref<2xi64>
    async.yield
  }
  %second = async.execute [%first] {
    memref.store %x, %A[%c1] : memref<2xi64>
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  return
}
"""


def test_a_dependency_that_is_not_needed_is_named(shell: Shell) -> None:
    shell.write("p.mlir", TWO)
    found = shell("check", "p.mlir", "--no-recheck")
    assert (found.status, found.codes) == (0, ["Q004"])
    assert "nothing needs this task to wait for %first" in found.err
    assert found.out.strip() == "p.mlir: proved: 3 waits (1 redundant, 2 needed)"
    waits = json.loads(shell("check", "p.mlir", "--json").out)["waits"]
    assert [(w["verdict"], w["operand"]) for w in waits] == [
        ("redundant", 0),
        ("needed", None),
        ("needed", None),
    ]


def test_a_wait_that_is_missing_at_the_end_is_a_warning(shell: Shell) -> None:
    shell.write("p.mlir", TWO.replace("  async.await %second : !async.token\n", ""))
    found = shell("check", "p.mlir", "--no-recheck")
    assert (found.status, found.codes) == (0, ["Q004", "Q012"])


def test_so_it_is_where_nobody_waits_for_anything(shell: Shell) -> None:
    text = TWO.replace("  async.await %second : !async.token\n", "").replace(
        "  async.await %first : !async.token\n", ""
    )
    shell.write("p.mlir", text)
    found = shell("check", "p.mlir", "--no-recheck")
    assert (found.status, found.codes) == (0, ["Q004", "Q012", "Q012"])


OPEN = """\
func.func @main(%n: index, %a: memref<8xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = async.execute {
    %x = memref.load %a[%c0] : memref<8xi64>
    async.yield
  }
  scf.for %i = %c0 to %n step %c1 {
    async.await %t : !async.token
  }
  return
}
"""


def test_a_wait_in_a_loop_may_be_the_last_before_the_end(asyncir: Shell) -> None:
    """Where the loop turns, the entry returns behind the task; what all iterations together order is not known."""
    asyncir.write("p.mlir", OPEN)
    done = asyncir("check", "p.mlir", "--no-recheck")
    assert "1 wait (1 unknown)" in done.out


TWICE = """\
func.func private @g(%v: i64, %m: memref<?xi64>) -> !async.token {
  %c0 = arith.constant 0 : index
  %t = async.execute {
    memref.store %v, %m[%c0] : memref<?xi64>
    async.yield
  }
  return %t : !async.token
}
func.func @main(%n: index, %v: i64, %a: memref<?xi64>, %b: memref<?xi64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = func.call @g(%v, %a) : (i64, memref<?xi64>) -> !async.token
  scf.for %i = %c0 to %n step %c1 {
    %e = async.execute {
      async.yield
    }
  }
  async.await %t : !async.token
  %u = func.call @g(%v, %b) : (i64, memref<?xi64>) -> !async.token
  async.await %u : !async.token
  return
}
"""


def test_each_of_two_calls_needs_its_wait(asyncir: Shell) -> None:
    """Both orders are between the same two ops, and only one is lost without either wait."""
    asyncir.write("p.mlir", TWICE)
    assert "2 waits (2 needed)" in asyncir("check", "p.mlir", "--no-recheck").out
