"""`asyncir check --diff`: a repair as a change of the text."""

import json
import subprocess

import pytest

import asyncir as package

from .command import Shell

pytestmark = pytest.mark.feature("N2")

RACY = """\
// What the sum is of.
func.func @sum(%a: memref<?xi64>, %total: memref<i64>) -> i64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  async.execute {  // no name
    memref.store %zero, %total[] : memref<i64>
    async.yield
  }
  %t, %v = async.execute -> !async.value<i64> {
    %x = memref.load %a[%c0] : memref<?xi64>   // kept
    memref.store %x, %total[] : memref<i64>
    async.yield %x : i64
  }
  %y = memref.load %total[] : memref<i64> return %y : i64
}
"""


def test_a_diff_can_be_applied(asyncir: Shell) -> None:
    file = asyncir.write("sum.mlir", RACY)
    found = asyncir("check", "sum.mlir", "--diff")
    assert found.status == 1
    assert set(found.codes) == {"Q002", "Q012"}
    assert found.err.endswith("sum.mlir: proved with 2 waits more; no fewer would do\n")
    assert file.read_text(encoding="utf-8") == RACY, "the file is as it was"
    subprocess.run(["git", "apply", "-p0"], input=found.out, text=True, check=True, cwd=file.parent)
    changed = file.read_text(encoding="utf-8")
    assert package.check(changed).standing == "proved"
    assert [line for line in changed.splitlines() if line not in RACY.splitlines()] == [
        "  %token = async.execute {  // no name",
        "  %t, %v = async.execute [%token] -> !async.value<i64> {",
        "  async.await %t : !async.token",
    ]
    again = asyncir("check", "sum.mlir", "--diff")
    assert (again.status, again.out) == (0, "")
    assert again.err.endswith("sum.mlir: no repair: it is proved as it is\n")


ALIASES = """\
func.func @main(%a: memref<i64>, %b: memref<i64>, %x: i64) {
  %t = async.execute {
    memref.store %x, %a[] : memref<i64>
    async.yield
  }
  memref.store %x, %b[] : memref<i64>
  %u = async.execute {
    memref.store %x, %a[] : memref<i64>
    async.yield
  }
  return
}
"""


def test_arrays_that_may_overlap(asyncir: Shell) -> None:
    asyncir.write("f.mlir", ALIASES)
    assert "+  %u = async.execute [%t] {" in asyncir("check", "f.mlir", "--diff").out.splitlines()
    found = asyncir("check", "f.mlir", "--diff", "--args-alias", "yes")
    added = [line for line in found.out.splitlines() if line.startswith("+ ")]
    assert added == ["+  async.await %t : !async.token", "+  async.await %u : !async.token"]


def test_as_json(asyncir: Shell) -> None:
    asyncir.write("sum.mlir", RACY)
    found = json.loads(asyncir("check", "sum.mlir", "--diff", "--json").out)
    repair = found["repair"]
    assert (repair["added"], repair["smallest"], repair["reason"]) == (2, True, "")
    assert len(repair["because"]) == 2
    assert all(why["command"].startswith("asyncir run sum.mlir") for why in repair["because"])
    assert repair["diff"].startswith("--- sum.mlir\n+++ sum.mlir\n@@ ")
    assert "repair" not in json.loads(asyncir("check", "sum.mlir", "--json").out)


def test_two_tasks_in_one_line_and_one_bracket(asyncir: Shell) -> None:
    task = "async.execute {deps} {{ memref.store %x, %a[] : memref<i64> async.yield }}"
    head = "func.func @main(%a: memref<i64>, %x: i64) {"
    three = " ".join(f"%t{n} = {task.format(deps='')}" for n in range(2))
    text = f"{head} {three} %u = {task.format(deps='[%t0]')} return }}\n"
    asyncir.write("line.mlir", text)
    found = asyncir("check", "line.mlir", "--diff")
    assert "proved with 3 waits more" in found.err
    (changed,) = [line[1:] for line in found.out.splitlines() if line.startswith("+func")]
    assert package.check(changed).standing == "proved"


UNWRITTEN = """\
func.func @main(%a: memref<i64>, %x: i64, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute {
      memref.store %x, %a[] : memref<i64>
      async.yield
    } // a brace in a remark }
  }
  return
}
"""


def test_a_terminator_that_is_not_written(asyncir: Shell) -> None:
    asyncir.write("loop.mlir", UNWRITTEN)
    found = asyncir("check", "loop.mlir", "--diff")
    added = [line for line in found.out.splitlines() if line.startswith("+ ")]
    assert added == ["+    async.await %t : !async.token"]
    inner = """    %in = arith.cmpi slt, %i, %c1 : index
    scf.if %in {
      memref.store %x, %b[] : memref<i64>
    } else {
      %t = async"""
    either = UNWRITTEN.replace("%x: i64", "%b: memref<i64>, %x: i64").replace("    %t = async", inner)
    asyncir.write("if.mlir", either.replace("in a remark }\n", "in a remark }\n    }\n"))
    found = asyncir("check", "if.mlir", "--diff")
    lines = found.out.splitlines()
    at = lines.index("+      async.await %t : !async.token")
    assert [line.strip() for line in lines[at - 1 : at + 2 : 2]] == ["} // a brace in a remark }", "}"]


def test_where_nothing_can_be_repaired(asyncir: Shell) -> None:
    asyncir.write(
        "unknown.mlir",
        "func.func @main(%t: !async.value<index>) { %n = async.await %t : !async.value<index> return }",
    )
    found = asyncir("check", "unknown.mlir", "--diff")
    assert (found.status, found.out) == (0, "")
    assert found.err.endswith(
        "it is not known whether it races: a token, value or group comes from the caller\n"
    )
    assert asyncir("check", "unknown.mlir", "--diff", "--oracle", "latest").codes == ["C004"]
    assert asyncir("check", "unknown.mlir", "--diff", "--certificate", "-").codes == ["C004"]


GENERIC = """\
func.func @main(%a: memref<i64>, %x: i64) {
  %t = "async.execute"() ({
    memref.store %x, %a[] : memref<i64>
    "async.yield"() : () -> ()
  }) {operandSegmentSizes = array<i32: 0, 0>} : () -> !async.token
  %y = memref.load %a[] : memref<i64>
  return
}
"""


def test_the_generic_form_is_repaired_where_that_can_be_written(asyncir: Shell) -> None:
    asyncir.write("generic.mlir", GENERIC)
    found = asyncir("check", "generic.mlir", "--diff")
    assert "+  async.await %t : !async.token" in found.out.splitlines()
    task = GENERIC[GENERIC.index('  %t = "') : GENERIC.index("  %y")]
    two = GENERIC.replace("  %y = memref.load %a[] : memref<i64>\n", task.replace("%t", "%u"))
    asyncir.write("two.mlir", two)
    found = asyncir("check", "two.mlir", "--diff")
    assert found.err.endswith(
        "cannot be written into this text: `async.execute` is written in the generic form\n"
    )
    assert found.out == ""
