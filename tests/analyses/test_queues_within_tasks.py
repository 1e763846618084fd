"""Two proofs that are one of the whole: where they are taken together, and where they must not be."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.mixed_tasks import MixedModule
from asyncir.analyses.queues_within_tasks import is_apart, proved_in_place
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

ROWS = """\
func.func @row(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %i: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %s = memref.alloc() : memref<3xf32>
  %many = arith.cmpi sge, %n, %c2 : index
  scf.if %many {
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i, %c0] : memref<?x?xf32>
        memref.store %x, %s[%c0] : memref<3xf32>
      }
    }
    queue.commit(0) {
      queue.async {
        %x = memref.load %a[%i, %c1] : memref<?x?xf32>
        memref.store %x, %s[%c1] : memref<3xf32>
      }
    }
    %last = arith.subi %n, %c2 : index
    scf.for %j = %c0 to %last step %c1 {
      %next = arith.addi %j, %c2 : index
      %slot = arith.remui %next, %c3 : index
      queue.commit(0) {
        queue.async {
          %x = memref.load %a[%i, %next] : memref<?x?xf32>
          memref.store %x, %s[%slot] : memref<3xf32>
        }
      }
      queue.wait(0, 2)
      %here = arith.remui %j, %c3 : index
      %y = memref.load %s[%here] : memref<3xf32>
      memref.store %y, %b[%i, %j] : memref<?x?xf32>
    }
    queue.wait(0, 0)
  }
  memref.dealloc %s : memref<3xf32>
  return
}
func.func @main(%a: memref<?x?xf32>, %b: memref<?x?xf32>, %m: index, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %g = async.create_group %m : !async.group
  scf.for %i = %c0 to %m step %c1 {
    %t = async.execute {
      func.call @row(%a, %b, %i, %n) : (memref<?x?xf32>, memref<?x?xf32>, index, index) -> ()
      async.yield
    }
    %k = async.add_to_group %t, %g : !async.token
  }
  async.await_all %g
  return
}
"""


@pytest.mark.feature("S4-24")
@pytest.mark.parametrize(
    ("count", "verdict"), [(0, "too strong"), (1, "too strong"), (2, "exact"), (3, "too weak")]
)
def test_a_pipeline_in_each_task_is_proved_for_all_sizes(count: int, verdict: str) -> None:
    found = asyncir.check(ROWS.replace("queue.wait(0, 2)", f"queue.wait(0, {count})"))
    assert found.functions["main"] == ("refuted" if count > 2 else "proved")
    wait = found.waits[0]
    assert (wait.verdict, wait.exact, wait.queue, wait.count) == (verdict, 2, 0, count)
    assert len(found.waits) == 3


def test_tasks_that_share_a_row_race() -> None:
    found = asyncir.check(ROWS.replace("func.call @row(%a, %b, %i, %n)", "func.call @row(%a, %b, %c0, %n)"))
    assert found.functions == {"row": "proved", "main": "refuted"}


HEAD = """\
func.func @main(%m: memref<4xi64>, %v: i64, %p: i1) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1 : i64
"""
GROUP = """\
  queue.commit(0) {
    queue.async {
      memref.store %v, %m[%c0] : memref<4xi64>
    }
  }
"""
TOKEN = GROUP.replace("queue.commit", "%u = queue.commit")[:-1] + " -> !async.token\n"
TAIL = "  %x = memref.load %m[%c0] : memref<4xi64>\n  return %x : i64\n}\n"
NOT_APART = {
    "a group that a task waits for": (
        HEAD
        + "  %g = async.create_group %c1 : !async.group\n  %t = async.execute {\n    async.await_all %g\n"
        "    %y = memref.load %m[%c0] : memref<4xi64>\n    async.yield\n  }\n"
        + GROUP
        + "  %r = async.ready : !async.token\n  %k = async.add_to_group %r, %g : !async.token\n"
        "  queue.wait(0, 0)\n  async.await %t : !async.token\n" + TAIL
    ),
    "a caller that goes on at the first wait": (
        "async.func @hot(%m: memref<4xi64>, %v: i64) -> !async.token {\n  %c0 = arith.constant 0 : index\n"
        + GROUP
        + "  %r = async.ready : !async.token\n  async.await %r : !async.token\n  queue.wait(0, 0)\n  return\n}\n"
        + HEAD
        + "  %t = async.call @hot(%m, %v) : (memref<4xi64>, i64) -> !async.token\n"
        "  %y = memref.load %m[%c0] : memref<4xi64>\n  async.await %t : !async.token\n" + TAIL
    ),
    "an atomic counter": (
        HEAD + "  %z = arith.constant 0 : i64\n  %n = memref.alloc() : memref<i64>\n"
        "  memref.store %z, %n[] : memref<i64>\n"
        "  %t = async.execute {\n    %r = memref.atomic_rmw addi %one, %n[] : (i64, memref<i64>) -> i64\n"
        "    async.yield\n  }\n"
        + GROUP
        + "  %w = async.execute {\n    %r = memref.atomic_rmw addi %one, %n[] : (i64, memref<i64>) -> i64\n"
        "    %i = arith.index_cast %r : i64 to index\n    %y = memref.load %m[%i] : memref<4xi64>\n"
        "    async.yield\n  }\n"
        "  queue.wait(0, 0)\n  async.await %w : !async.token\n  async.await %t : !async.token\n" + TAIL
    ),
    "a task that waits for a group of another": (
        HEAD + TOKEN + "  %t = async.execute {\n    queue.await %u : !async.token\n    async.yield\n  }\n"
        "  %y = memref.load %m[%c0] : memref<4xi64>\n  async.await %t : !async.token\n" + TAIL
    ),
    "a token that is chosen in a task": (
        HEAD + TOKEN + "  %t = async.execute {\n    %r = async.ready : !async.token\n"
        "    %s = arith.select %p, %u, %u : !async.token\n    async.await %s : !async.token\n    async.yield\n  }\n"
        "  %y = memref.load %m[%c0] : memref<4xi64>\n  async.await %t : !async.token\n" + TAIL
    ),
    "a token that is passed": (
        "func.func private @wait(%t: !async.token) {\n  queue.await %t : !async.token\n  return\n}\n"
        + HEAD
        + TOKEN
        + "  %t = async.execute {\n    func.call @wait(%u) : (!async.token) -> ()\n    async.yield\n  }\n"
        "  %y = memref.load %m[%c0] : memref<4xi64>\n  async.await %t : !async.token\n" + TAIL
    ),
}


def proved_apart(text: str) -> tuple[bool, bool, bool]:
    """Whether the two proofs may be taken together, and each of them."""
    module = parse_module(text)
    graph = call_graph(module)
    functions = reached(graph, "main")
    serial = MixedModule.of(module, lambda copy: run_pipeline(copy, "inline-tasks"))
    in_place = proved_in_place(serial, "main", args_alias=False)
    at_issue = parse_module(text)
    run_pipeline(at_issue, "inline-async-ops")
    standing = asyncir.check(print_module(at_issue), entry="main", recheck=False).standing
    return is_apart(module, graph.functions["main"], functions), in_place is not None, standing == "proved"


@pytest.mark.parametrize("name", NOT_APART)
def test_what_is_ordered_in_other_ways_is_not_apart(name: str) -> None:
    text = NOT_APART[name]
    may, in_place, at_issue = proved_apart(text)
    assert not may
    if name not in ("an atomic counter", "a caller that goes on at the first wait"):
        # Both would be proved, and together they would be wrong.
        assert in_place
        assert at_issue
    assert asyncir.check(text, entry="main").standing != "proved"
    arguments = [np.zeros(4, np.int64), 7, True]
    runs = [
        interpret(parse_module(text), "main", arguments, parse_schedule(s)) for s in ("latest", "exhaustive")
    ]
    assert any(d.code == "S001" for run in runs for d in run.diagnostics)


def test_the_rows_are_apart_and_both_are_proved() -> None:
    assert proved_apart(ROWS) == (True, True, True)


@pytest.mark.parametrize(
    "change",
    [
        ("queue.wait(0, 0)", "queue.wait_finished(0, 1)"),
        ("queue.commit(0)", "queue.commit(%n)"),
        ("%many = ", 'cf.assert %ok, ""\n  %many = '),
        ("func.func @main", "module attributes {queue.fifos = [[0, 1]]} {}\nfunc.func @main"),
    ],
)
def test_what_else_is_not_apart(change: tuple[str, str]) -> None:
    text = ROWS.replace("%s = memref.alloc()", "%ok = arith.constant true\n  %s = memref.alloc()", 1)
    if "module attributes" in change[1]:
        text = "module attributes {queue.fifos = [[0, 1]]} {\n" + text + "}\n"
    else:
        assert change[0] in text
        text = text.replace(*change)
    module = parse_module(text)
    graph = call_graph(module)
    assert not is_apart(module, graph.functions["main"], reached(graph, "main"))


def test_a_queue_may_wait_for_a_task() -> None:
    """In place the task is over, so only the other proof knows what this wait is for."""
    text = (
        HEAD
        + "  %t = async.execute {\n"
        + GROUP
        + "    async.yield\n  }\n"
        + GROUP.replace("%c0", "%c1")
        + "  queue.wait(0, 0)\n  queue.await %t : !async.token\n  return %v : i64\n}\n"
    )
    assert proved_apart(text) == (True, True, True)
    assert [w.verdict for w in asyncir.check(text).waits][-1] == "needed"


def test_an_await_may_be_for_a_group() -> None:
    """At issue the token is there from the start, so only the other proof knows what this wait is for."""
    text = (
        HEAD
        + "  %t = async.execute {\n"
        + CHAIN
        + "    async.yield\n  }\n"
        + TOKEN
        + "  async.await %u : !async.token\n  async.await %t : !async.token\n"
        + TAIL
    )
    assert proved_apart(text) == (True, True, True)
    assert {w.verdict for w in asyncir.check(text).waits[-2:]} <= {"needed", "exact"}


CHAIN = """\
    %n = arith.index_cast %v : i64 to index
    scf.for %i = %c0 to %n step %c1 {
      queue.commit(0) {
        queue.async {
          %y = memref.load %m[%c1] : memref<4xi64>
        }
      }
      queue.wait(0, 1)
    }
"""


def test_nothing_is_redundant_beside_a_wait_for_sources() -> None:
    """As tasks, that wait counts for nothing: what it orders would be said to need nobody."""
    text = (
        HEAD
        + "  %t = async.execute {\n    memref.store %v, %m[%c1] : memref<4xi64>\n    async.yield\n  }\n"
        + TOKEN
        + "  %s = arith.select %p, %u, %t : !async.token\n  queue.await_read %s : !async.token\n"
        "  queue.wait(0, 0)\n" + TAIL
    )
    assert "redundant" not in {w.verdict for w in asyncir.check(text).waits}


@pytest.mark.parametrize("calls", [["a"], ["b", "a"]])
def test_recursion_is_not_apart(calls: list[str]) -> None:
    """A function that reaches itself, alone or through another one, is not followed."""
    functions = "".join(
        f"func.func private @{name}() {{\n  func.call @{called}() : () -> ()\n  return\n}}\n"
        for name, called in zip(["a", "b"], calls, strict=False)
    )
    text = functions + ROWS.replace(
        "  %s = memref.alloc()", "  func.call @a() : () -> ()\n  %s = memref.alloc()", 1
    )
    assert text.count("@a()") > 1
    module = parse_module(text)
    graph = call_graph(module)
    assert not is_apart(module, graph.functions["main"], reached(graph, "main"))
