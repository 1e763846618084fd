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
    first, second = (why["wrong"] for why in repair["because"])
    assert (first, second) == (
        "race (WAW) between sum.mlir:6:5 and sum.mlir:11:5",
        "race (RAW) between sum.mlir:11:5 and sum.mlir:14:8",
    ) or first != second
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


HEAD = "func.func @main(%a: memref<i64>, %b: memref<i64>, %x: i64) {\n"


def added(shell: Shell, text: str) -> list[str]:
    """The lines that are added, with what is said of them."""
    shell.write("p.mlir", text)
    found = shell("check", "p.mlir", "--diff")
    assert "no fewer would do" in found.err, found.err
    return [line[1:].strip() for line in found.out.splitlines() if line.startswith("+") and line[1] != "+"]


def stored(name: str, memory: str, waits: str = "", types: str = "", value: str = "") -> str:
    body = f"memref.store %x, {memory}[] : memref<i64>\n    async.yield{value}"
    return f"  {name}async.execute {waits}{types}{{\n    {body}\n  }}\n"


def test_a_task_without_a_list_gets_one_of_two(asyncir: Shell) -> None:
    both = (
        "  %u = async.execute {\n    memref.copy %a, %b : memref<i64> to memref<i64>\n    async.yield\n  }\n"
    )
    text = HEAD + stored("%s = ", "%a") + stored("%t = ", "%b") + both
    text += "  async.await %u : !async.token\n  return\n}\n"
    assert added(asyncir, text) == ["%u = async.execute [%s, %t] {"]


def test_a_list_that_is_there_grows(asyncir: Shell) -> None:
    both = "  %u = async.execute [%s /* %t */] {\n    memref.copy %a, %b : memref<i64> to memref<i64>\n    async.yield\n  }\n"
    both = both.replace(" /* %t */", " // ]\n  ")
    text = HEAD + stored("%s = ", "%a") + stored("%t = ", "%b") + both
    text += "  async.await %u : !async.token\n  return\n}\n"
    assert added(asyncir, text) == [", %t] {"]


def test_results_that_have_one_name_and_those_that_have_none(asyncir: Shell) -> None:
    value = {"types": "-> !async.value<i64> ", "value": " %x : i64"}
    text = HEAD + stored("%t:2 = ", "%a", **value) + stored("", "%b", **value) + "  return\n}\n"
    assert added(asyncir, text) == [
        "%token:2 = async.execute -> !async.value<i64> {",
        "async.await %t#0 : !async.token",
        "async.await %token#0 : !async.token",
    ]


def test_a_token_of_another_block(asyncir: Shell) -> None:
    text = HEAD + stored("%t = ", "%a") + "  cf.br ^next\n^next:\n  memref.store %x, %a[] : memref<i64>\n"
    assert added(asyncir, text + "  return\n}\n") == ["async.await %t : !async.token"]


HOT = "async.func @hot(%a: memref<i64>, %x: i64) -> !async.token {\n" + stored("%t = ", "%a")
CALLS = HEAD + "  %r = async.call @hot(%a, %x) : (memref<i64>, i64) -> !async.token\n"


def test_an_async_func_waits_before_it_stores(asyncir: Shell) -> None:
    hot = HOT + "  memref.store %x, %a[] : memref<i64>\n  async.await %t : !async.token\n  return\n}\n"
    text = hot + CALLS + "  async.await %r : !async.token\n  return\n}\n"
    assert added(asyncir, text) == ["async.await %t : !async.token"]


def test_an_async_func_that_waits_lets_its_caller_go_on(asyncir: Shell) -> None:
    """So it is not sure what can be learnt from a path on which it does not wait yet."""
    asyncir.write(
        "p.mlir", HOT + "  return\n}\n" + CALLS + "  memref.store %x, %a[] : memref<i64>\n  return\n}\n"
    )
    found = asyncir("check", "p.mlir", "--diff")
    assert found.err.endswith("p.mlir: proved with 2 waits more; fewer might do\n")
    lines = [line for line in found.out.splitlines() if line.startswith("+ ")]
    assert lines == ["+  async.await %t : !async.token", "+  async.await %r : !async.token"]


def test_an_op_of_affine_is_kept_as_it_was_written(asyncir: Shell) -> None:
    text = HEAD.replace("%x: i64", "%c: memref<4xi64>, %n: index, %x: i64")
    at = "affine.apply affine_map<(d0) -> (d0 mod 4)>(%n)"
    text += f"  %t = async.execute {{\n    %i = {at}\n    memref.store %x, %c[%i] : memref<4xi64>\n    async.yield\n  }}\n"
    text += f"  %i = {at}\n  memref.store %x, %c[%i] : memref<4xi64>\n  return\n}}\n"
    assert added(asyncir, text) == ["async.await %t : !async.token"]


def test_a_last_wait_is_added_where_nothing_else_is_wrong(asyncir: Shell) -> None:
    asyncir.write("p.mlir", HEAD + stored("", "%a") + "  return\n}\n")
    found = asyncir("check", "p.mlir", "--diff")
    assert (found.status, "Q012" in found.codes) == (0, True)
    assert "# a task is awaited before `func.return` at line 6; without it: @main may return" in found.out
