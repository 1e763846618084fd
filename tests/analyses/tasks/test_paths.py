"""Branches, calls, failures and memory on the paths of a program with tasks."""

import pytest

import asyncir

from .checking import main, store, task, verdict, waits

pytestmark = pytest.mark.feature("N12")

TWO = (
    task(store(index="%k"))
    + "\n"
    + task(store(index="%j"), "%u").replace("%u =", "%j = arith.addi %k, %c1 : index\n%u =")
    + "\n"
)


def test_elements_that_are_told_apart_do_not_race():
    assert verdict(main(TWO)) == "proved"
    assert verdict(main(TWO.replace("%k, %c1", "%k, %c0"))) == "refuted"


def test_which_wait_is_needed():
    text = main(
        task(store(index="%k")) + "\n" + task(store(index="%k"), "%u", "[%t] ") + "\n"
        "  async.await %t : !async.token\n  async.await %u : !async.token\n" + store(index="%k") + "\n"
    )
    verdicts = {(operand, said) for _, operand, said in waits(text)}
    assert verdicts == {(0, "needed"), (None, "redundant"), (None, "needed")}
    assert verdict(text.replace("  async.await %t : !async.token\n", "")) == "proved"
    assert verdict(text.replace("  async.await %u : !async.token\n", "")) == "refuted"


def test_a_value_that_is_handed_on_is_needed():
    text = """func.func @main() -> i64 {
  %x = arith.constant 7 : i64
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %x : i64
  }
  %y = async.await %v : !async.value<i64>
  return %y : i64
}
"""
    assert [said for _, _, said in waits(text)] == ["needed"]


def test_when_something_outside_is_over_is_why_somebody_waits():
    timer = """func.func @main(%ns: i64) {
  %t = io.sleep %ns : i64
  async.await %t : !async.token
  return
}
"""
    assert [said for _, _, said in waits(timer)] == ["needed"]
    wait = "  async.await %t : !async.token\n"
    assert [said for _, _, said in waits(timer.replace(wait, wait * 2))] == ["needed", "needed"]
    task = timer.replace("io.sleep %ns : i64", "async.execute {\n    async.yield\n  }")
    assert [said for _, _, said in waits(task)] == ["redundant"]


def test_a_group_that_never_fills_is_a_deadlock():
    text = main(
        "  %g = async.create_group %c2 : !async.group\n" + task(store(index="%k")) + "\n"
        "  %r = async.add_to_group %t, %g : !async.token\n  async.await_all %g\n"
    )
    checked = asyncir.check(text)
    assert checked.standing == "refuted"
    assert [d.code for d in checked.diagnostics if d.severity.value == "error"] == ["Q014"]
    assert verdict(text.replace("create_group %c2", "create_group %c1")) == "proved"


def test_what_comes_from_outside_is_not_followed():
    token = main(task(store(index="%k"))).replace("%n: index", "%n: !async.value<index>")
    (said,) = [d for d in asyncir.check(token).diagnostics if d.code == "Q005"]
    assert "comes from the caller" in said.message
    outside = main(task("  func.call @f(%A) : (memref<?xi64>) -> ()"))
    text = "func.func private @f(memref<?xi64>)\n" + outside
    (said,) = [d for d in asyncir.check(text).diagnostics if d.code == "Q005"]
    assert "func.call" in said.message


def test_arguments_that_may_overlap():
    text = main(task(store("%A", "%k")) + "\n" + task(store("%B", "%k"), "%u") + "\n")
    assert verdict(text) == "proved"
    assert verdict(text, args_alias=True) != "proved"


def test_memory_that_ends_too_early():
    text = main(
        "  %L = memref.alloc() : memref<i64>\n" + task("memref.store %x, %L[] : memref<i64>") + "\n"
        "  memref.dealloc %L : memref<i64>\n"
    )
    assert verdict(text) == "refuted"
    wait = "  async.await %t : !async.token\n"
    assert verdict(text.replace("  memref.dealloc", wait + "  memref.dealloc")) == "proved"


def test_dependents_of_what_fails_do_not_run():
    text = main(
        "  %false = arith.constant false\n"
        + task('      cf.assert %false, "no"')
        + "\n"
        + task(store(index="%k"), "%u", "[%t] ")
        + "\n"
        + store(index="%k")
        + "\n"
    )
    assert verdict(text) == "proved"
    assert verdict(text.replace("[%t] ", "")) == "refuted"


def test_an_async_function_runs_in_its_caller_up_to_its_first_wait():
    text = """async.func @f(%A: memref<i64>, %t: !async.token) -> !async.token {
  %x = arith.constant 7 : i64
  memref.store %x, %A[] : memref<i64>
  async.await %t : !async.token
  return
}
func.func @main(%A: memref<i64>) {
  %x = arith.constant 7 : i64
  %t = async.ready : !async.token
  %u = async.call @f(%A, %t) : (memref<i64>, !async.token) -> !async.token
  memref.store %x, %A[] : memref<i64>
  return
}
"""
    assert verdict(text) == "proved"
    one, two = "  memref.store %x, %A[] : memref<i64>\n", "  async.await %t : !async.token\n"
    assert verdict(text.replace(one + two, two + one, 1)) == "refuted"


SLEEP = """func.func @main(%ns: i64) {
  %t = io.sleep %ns : i64
  async.await %t : !async.token
  return
}
"""


def test_a_wait_for_what_is_outside_is_needed():
    """It may fail, and that it takes its time may be what is wanted."""
    assert [said for _, _, said in waits(SLEEP)] == ["needed"]
    inside = SLEEP.replace(
        "  async.await %t",
        "  %u = async.execute {\n    async.await %t : !async.token\n    async.yield\n  }\n  async.await %u",
    )
    assert [said for _, _, said in waits(inside)] == ["needed", "needed"]
