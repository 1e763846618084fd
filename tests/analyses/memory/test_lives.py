"""When buffers of a function are used, and what keeps one from sharing bytes."""

from __future__ import annotations

import pytest

from asyncir.analyses.memory.lives import Lives, lives_of
from asyncir.analyses.memory.packing import clashes
from asyncir.dialects.func import FuncOp
from asyncir.source.text import parse_module

HEAD = """
func.func private @keeps(memref<4xi64>)
func.func private @reads(%m: memref<4xi64>) {
  return
}
func.func private @starts(%m: memref<4xi64>) {
  %t = async.execute {
    %c0 = arith.constant 0 : index
    %x = memref.load %m[%c0] : memref<4xi64>
  }
  return
}
"""

BODY = """
func.func @main(%x: i64, %n: index) {RESULT} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc() : memref<4xi64>
  %b = memref.alloc() : memref<4xi64>
  BODY
}
"""


def lives(body: str, result: str = "") -> Lives:
    text = HEAD + BODY.replace("BODY", body).replace("{RESULT}", result)
    module = parse_module(text, "t.mlir")
    function = list(module.ops)[-1]
    assert isinstance(function, FuncOp)
    found = lives_of(function)
    assert found is not None
    return found


def share(body: str) -> bool:
    """Whether the two buffers may share bytes."""
    found = lives(body)
    assert len(found.buffers) == 2, [each.reason for each in found.kept]
    problem = found.problem()
    return not clashes(problem, problem.past)[0, 1]


def use(name: str) -> str:
    return f"memref.store %x, %{name}[%c0] : memref<4xi64>\n"


def task(token: str, body: str, after: str = "", word: str = "async.execute", ends: str = "") -> str:
    return f"%{token} = {word}{f' [{after}]' if after else ''} {{\n{body}{ends}}}\n"


AWAIT_T = "async.await %t : !async.token\n"
AWAIT_U = "async.await %u : !async.token\n"
END = "return"

SHARED = {
    "one behind the other": use("a") + use("b") + END,
    "awaited between": task("t", use("a")) + AWAIT_T + use("b") + END,
    "a dependency": task("t", use("a")) + task("u", use("b"), "%t") + AWAIT_U + END,
    "two dependencies away": task("t", use("a"))
    + task("v", "", "%t")
    + task("u", use("b"), "%v")
    + AWAIT_U
    + END,
    "awaited in the body": task("t", use("a")) + task("u", AWAIT_T + use("b")) + AWAIT_U + END,
    "before the launch": use("a") + task("t", use("b")) + AWAIT_T + END,
    "in one body": task("t", use("a") + use("b")) + AWAIT_T + END,
    "an inner task that is awaited": task("t", task("i", use("a")) + "async.await %i : !async.token\n")
    + task("u", use("b"), "%t")
    + AWAIT_U
    + END,
    "regions": task("t", use("a"), word="async.region")
    + task("u", use("b"), "%t", word="async.region")
    + AWAIT_U
    + END,
    "an inner task that a region hands on": task(
        "t", task("i", use("a")), word="async.region", ends="async.yield %i : !async.token\n"
    )
    + task("u", use("b"), "%t")
    + AWAIT_U
    + END,
    "a loop that waits": "scf.for %i = %c0 to %n step %c1 {\n"
    + task("t", use("a"))
    + AWAIT_T
    + "}\n"
    + use("b")
    + END,
    "a group": "%g = async.create_group %c1 : !async.group\n"
    + task("t", use("a"))
    + "%q = async.add_to_group %t, %g : !async.token\nasync.await_all %g\n"
    + use("b")
    + END,
    "a call that returns": "func.call @reads(%a) : (memref<4xi64>) -> ()\n" + use("b") + END,
}

APART = {
    "at the same time": task("t", use("a")) + task("u", use("b")) + AWAIT_T + AWAIT_U + END,
    "used again": use("a") + use("b") + use("a") + END,
    "awaited too late": task("t", use("a")) + use("b") + AWAIT_T + END,
    "awaited behind the use": task("t", use("a")) + task("u", use("b") + AWAIT_T) + AWAIT_U + END,
    "a dependency of somebody else": task("t", use("a"))
    + task("v", "", "%t")
    + task("u", use("b"))
    + AWAIT_U
    + "async.await %v : !async.token\n"
    + END,
    "a region that starts at once": task("t", use("a"))
    + "%u = async.region [%t] token(%w) {\n"
    + use("b")
    + "}\n"
    + AWAIT_T
    + AWAIT_U
    + END,
    "a token of unknown origin": task("t", use("a"))
    + "%r = async.ready : !async.token\n%c = arith.cmpi eq, %c0, %n : index\n"
    + "%s = scf.if %c -> !async.token {\nscf.yield %t : !async.token\n} else {\nscf.yield %r : !async.token\n}\n"
    + task("u", use("b"), "%s")
    + AWAIT_U
    + AWAIT_T
    + END,
    "a loop around both": "scf.for %i = %c0 to %n step %c1 {\n" + use("a") + use("b") + "}\n" + END,
}

KEPT = {
    "returned": (use("a") + "return %a : memref<4xi64>", "-> memref<4xi64>", "may keep it"),
    "given to somebody unknown": ("func.call @keeps(%a) : (memref<4xi64>) -> ()\n" + END, "", "may keep it"),
    "given to who starts a task": (
        "func.call @starts(%a) : (memref<4xi64>) -> ()\n" + END,
        "",
        "may keep it",
    ),
    "used by a task that nobody awaits": (task("t", use("a")) + END, "", "its uses are over"),
    "used by an inner task that nobody awaits": (
        task("t", task("i", use("a"))) + AWAIT_T + END,
        "",
        "its uses are over",
    ),
    "used by tasks of a loop": (
        "scf.for %i = %c0 to %n step %c1 {\n" + task("t", use("a")) + "}\n" + END,
        "",
        "not known when it is over",
    ),
    "its address is a number": (
        "%p = memref.extract_aligned_pointer_as_index %a : memref<4xi64> -> index\n" + END,
        "",
        "may keep it",
    ),
    "carried by a loop": (
        "%r = scf.for %i = %c0 to %n step %c1 iter_args(%m = %a) -> memref<4xi64> {\nscf.yield %m : memref<4xi64>\n}\n"
        + END,
        "",
        "may keep it",
    ),
    "chosen": (
        "%c = arith.cmpi eq, %c0, %n : index\n%s = arith.select %c, %a, %b : memref<4xi64>\n" + END,
        "",
        "may keep it",
    ),
}


@pytest.mark.parametrize("name", SHARED)
def test_what_is_over_first(name: str) -> None:
    assert share(SHARED[name])


@pytest.mark.parametrize("name", APART)
def test_what_may_be_in_use_together(name: str) -> None:
    assert not share(APART[name])


@pytest.mark.parametrize("name", KEPT)
def test_what_keeps_its_own_memory(name: str) -> None:
    body, result, reason = KEPT[name]
    found = lives(body, result)
    assert any(each.memory.name_hint == "a" and reason in each.reason for each in found.kept), found.kept


def test_sizes_that_are_not_known() -> None:
    more = "%d = memref.alloc(%n) : memref<?xi64>\n%e = memref.alloc() : memref<4xbf16>\n%f = memref.alloc() : memref<4xi1>\n"
    found = lives(more + "%h = memref.alloc() {alignment = 128 : i64} : memref<4xi64>\n" + END)
    assert {each.memory.name_hint for each in found.kept} == {"d", "e", "f", "h"}
    assert [(each.size, each.uses) for each in found.idle] == [(32, ()), (32, ())]


def test_values_of_tasks_are_the_buffer() -> None:
    """A task makes a buffer and hands it out; who awaits its value uses it."""
    text = """
func.func @main(%x: i64) {
  %c0 = arith.constant 0 : index
  %t, %v = async.execute -> !async.value<memref<4xi64>> {
    %a = memref.alloc() : memref<4xi64>
    memref.store %x, %a[%c0] : memref<4xi64>
    async.yield %a : memref<4xi64>
  }
  %u = async.execute (%v as %m: !async.value<memref<4xi64>>) {
    %y = memref.load %m[%c0] : memref<4xi64>
  }
  %w = async.await %v : !async.value<memref<4xi64>>
  %z = memref.load %w[%c0] : memref<4xi64>
  async.await %u : !async.token
  memref.dealloc %w : memref<4xi64>
  return
}
"""
    function = next(iter(parse_module(text, "t.mlir").ops))
    assert isinstance(function, FuncOp)
    found = lives_of(function)
    assert found is not None
    (buffer,) = found.buffers
    assert [found.moments[use].name for use in buffer.uses] == ["memref.store", "memref.load", "memref.load"]
    assert [each.name for each in buffer.frees] == ["memref.dealloc"]
    assert [found.past[use] for use in buffer.uses] == [0, 1, 1]


def test_jobs_and_what_they_wait_for() -> None:
    found = lives(task("t", use("a")) + task("u", AWAIT_T + use("b")) + AWAIT_U + END)
    jobs = {job.op.name: job for job in found.jobs}
    late = [number for number, job in enumerate(found.jobs) if job.late]
    assert len(late) == 1
    assert found.jobs[late[0]].is_task
    assert jobs["async.await"].before.keys() == {late[0] - 2, late[0]}


def test_unknown_waits_fix_the_order() -> None:
    group = "%g = async.create_group %c1 : !async.group\n" + task("t", use("a"))
    more = "%q = async.add_to_group %t, %g : !async.token\nasync.await_all %g\n"
    assert lives(group + more + END).problem().is_fixed
    assert not lives(task("t", use("a")) + AWAIT_T + END).problem().is_fixed
    assert lives(task("t", use("a")) + AWAIT_T + END).problem(in_time=False).is_fixed
    at_once = task("t", use("a")) + "%u = async.region [%t] token(%w) {\n" + use("b") + "}\n" + AWAIT_U
    assert lives(at_once + AWAIT_T + END).problem().is_fixed


def test_functions_of_several_blocks_are_left() -> None:
    text = "func.func @f() {\n  cf.br ^bb1\n^bb1:\n  return\n}"
    function = next(iter(parse_module(text, "t.mlir").ops))
    assert isinstance(function, FuncOp)
    assert lives_of(function) is None
