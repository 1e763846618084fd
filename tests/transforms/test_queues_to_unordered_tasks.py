"""`queues-to-unordered-tasks`: what it makes and leaves; what `check`, `eliminate-awaits` and `--detect-races` say by it."""

from __future__ import annotations

import re

import numpy as np
import pytest

import asyncir
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.litmus.extract import QUEUES, Litmus, litmus_programs
from tests.races.detection import compiled, races_of

HEAD = """\
func.func private @put(%m: memref<?xi64>, %i: index, %v: i64) {
  queue.async {
    memref.store %v, %m[%i] : memref<?xi64>
  }
  return
}
func.func @main(%m: memref<?xi64>, %n: index, %q: index, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %t = async.execute {
    async.yield
  }
"""
TAIL = """\
  %x = memref.load %m[%c0] : memref<?xi64>
  async.await %t : !async.token
  return %x : i64
}
"""


def put(queue: str, at: str, token: str = "") -> str:
    """A group with one operation, which writes an element."""
    named, typed = (f"{token} = ", " -> !async.token") if token else ("", "")
    return (
        f"  {named}queue.commit({queue}) {{\n    queue.async {{\n      memref.store %v, %m[{at}] : memref<?xi64>\n"
        f"    }}\n  }}{typed}\n"
    )


IN_A_LOOP = """\
  queue.commit(0) {
    scf.for %i = %c0 to %n step %c1 {
      queue.async {
        memref.store %v, %m[%i] : memref<?xi64>
      }
    }
  }
"""
CALLED = "  queue.commit(0) {\n    func.call @put(%m, %c0, %v) : (memref<?xi64>, index, i64) -> ()\n  }\n"
BRANCH = """\
  %p = arith.cmpi eq, %n, %c1 : index
  queue.commit(0) {
    scf.if %p {
      queue.async {
        memref.store %v, %m[%c0] : memref<?xi64>
      }
    }
  }
"""
CHAIN = """\
  scf.for %i = %c0 to %n step %c1 {
    queue.commit(0) {
      queue.async {
        memref.store %v, %m[%i] : memref<?xi64>
      }
    }
    queue.wait(0, COUNT)
  }
"""
WAIT = "  queue.wait(0, 0)\n"
PROGRAMS = {
    "one group": (put("0", "%c0") + WAIT, "proved"),
    "one group without a wait": (put("0", "%c0"), "refuted"),
    "older groups are waited for": (
        put("0", "%c0") + put("0", "%c1") + put("0", "%c2") + "  queue.wait(0, 2)\n",
        "proved",
    ),
    "one too few": (put("0", "%c0") + put("0", "%c1") + "  queue.wait(0, 2)\n", "refuted"),
    "groups have no order": (put("0", "%c0") + put("0", "%c0") + WAIT, "refuted"),
    "another queue": (put("1", "%c0") + WAIT, "refuted"),
    "a token": (put("1", "%c0", "%g") + put("1", "%c1") + "  queue.await %g : !async.token\n", "proved"),
    "the token of the next": (
        put("1", "%c0") + put("1", "%c1", "%g") + "  async.await %g : !async.token\n",
        "proved",
    ),
    "the token of the one before": (
        put("1", "%c1", "%g") + put("1", "%c0") + "  async.await %g : !async.token\n",
        "refuted",
    ),
    "finished": (put("0", "%c0") + put("0", "%c1") + "  queue.wait_finished(0, 1)\n", "proved"),
    "not finished": (put("0", "%c1") + put("0", "%c0") + "  queue.wait_finished(0, 1)\n", "refuted"),
    "in a loop": (IN_A_LOOP + WAIT, "proved"),
    "in a loop without a wait": (IN_A_LOOP, "refuted"),
    "in a loop, and then another group": (IN_A_LOOP + put("0", "%c0") + WAIT, "refuted"),
    "called": (CALLED + WAIT, "proved"),
    "called without a wait": (CALLED, "refuted"),
    "called, and an older group waited for": (CALLED + put("0", "%c1") + "  queue.wait(0, 1)\n", "proved"),
    "in a branch": (BRANCH + WAIT, "proved"),
    "in a branch without a wait": (BRANCH, "refuted"),
    "a loop of groups": (CHAIN.replace("COUNT", "1") + WAIT, "proved"),
    "the last group of a loop": (CHAIN.replace("COUNT", "1"), "refuted"),
    "outside of a commit": ("  func.call @put(%m, %c1, %v) : (memref<?xi64>, index, i64) -> ()\n", "proved"),
    "outside of a commit, where it is read": (
        "  func.call @put(%m, %c0, %v) : (memref<?xi64>, index, i64) -> ()\n" + WAIT,
        "refuted",
    ),
    "a computed queue": (put("%q", "%c0") + "  queue.wait(%q, 0)\n", "unknown"),
    "sources only": (put("0", "%c0") + "  queue.wait_read(0, 0)\n", "refuted"),
}


ONCE = ("the last group of a loop", "in a branch without a wait")
"""These race where the loop runs once."""


def program(name: str) -> str:
    return HEAD + PROGRAMS[name][0] + TAIL


def values(name: str = "") -> list[object]:
    return [np.zeros(4, np.int64), 1 if name in ONCE else 3, 0, 7]


@pytest.mark.feature("S4-24")
@pytest.mark.parametrize("name", PROGRAMS)
def test_check_and_the_interpreter_agree(name: str) -> None:
    text, said = program(name), PROGRAMS[name][1]
    found = asyncir.check(text)
    assert found.standing == said
    for schedule in ("earliest", "latest", "exhaustive"):
        outcome = interpret(parse_module(text), "main", values(name), parse_schedule(schedule))
        codes = {d.code for d in outcome.diagnostics}
        assert codes == ({"S001"} if said == "refuted" else set())


@pytest.mark.feature("S4-24")
@pytest.mark.parametrize("name", [name for name in PROGRAMS if name != "sources only"])
def test_native_code_computes_the_same_and_finds_the_races(name: str) -> None:
    text, said = program(name), PROGRAMS[name][1]
    assert bool(races_of(compiled(text).main, values(name))) is (said == "refuted")
    if said != "refuted":
        outcome = interpret(parse_module(text), "main", values(name), parse_schedule("latest"))
        assert asyncir.compile(text).main(*values(name)) == outcome.results[0]


def translated(text: str) -> str:
    module = parse_module(text)
    run_pipeline(module, "queues-to-unordered-tasks")
    return print_module(module)


@pytest.mark.parametrize("name", PROGRAMS)
def test_nothing_of_queues_is_left_where_all_can_be_told(name: str) -> None:
    made = translated(program(name))
    assert ("queue." in made) is (name == "a computed queue")
    assert "asyncir." not in made


def test_operations_wait_for_nothing_and_groups_for_the_group_before() -> None:
    made = translated(program("older groups are waited for"))
    tasks = re.findall(r"(%\w+) = async.execute(?: \[(.*)\])? \{\n +memref.store", made)
    assert [waits for _, waits in tasks[-3:]] == ["", "", ""]
    assert f"async.await {tasks[-3][0]} :" in made
    every = translated(program("older groups are waited for").replace("queue.wait(0, 2)", "queue.wait(0, 0)"))
    joins = re.findall(r"(%\w+) = async.execute \[(.*)\] \{\n +async.yield", every)
    assert len(joins) == 2
    assert joins[0][0] in joins[1][1].split(", ")


def test_queues_that_share_a_fifo_by_a_function_stay() -> None:
    text = program("another queue").replace("-> i64 {", "-> i64 attributes {queue.fifos = [[0, 1]]} {", 1)
    assert "queue.wait" in translated(text)
    assert asyncir.check(text).standing == "unknown"
    outcome = interpret(parse_module(text), "main", values(), parse_schedule("latest"))
    assert outcome.diagnostics == ()
    of_the_module = "module attributes {queue.fifos = [[0, 1]]} {\n" + program("another queue") + "}\n"
    assert asyncir.check(of_the_module).standing == "proved"


def test_a_count_that_becomes_negative_ends_the_run() -> None:
    less = "  %less = arith.subi %n, %c3 : index\n  queue.wait(0, %less)\n"
    text = (HEAD + '  cf.assert %yes, ""\n' + less + TAIL).replace('cf.assert %yes, ""\n', "")
    assert "queue.wait" in translated(text)
    chosen = (
        HEAD + "  %p = arith.cmpi eq, %n, %c3 : index\n  %m1 = arith.constant -1 : index\n"
        "  %k = arith.select %p, %m1, %c0 : index\n" + put("0", "%c0") + "  queue.wait(0, %k)\n" + TAIL
    )
    outcome = interpret(parse_module(chosen), "main", values(), parse_schedule("latest"))
    assert {d.code for d in outcome.diagnostics} == {"S018"}
    assert "cf.assert" in translated(chosen)


def test_redundant_waits_go_and_needed_ones_stay() -> None:
    text = HEAD + put("0", "%c0") + WAIT + WAIT + TAIL
    verdicts = [(w.verdict, w.queue, w.count) for w in asyncir.check(text).waits]
    assert verdicts == [("redundant", 0, 0), ("needed", 0, 0), ("redundant", None, None)]
    module = parse_module(text)
    run_pipeline(module, "eliminate-awaits")
    assert print_module(module).count("queue.wait") == 1
    assert asyncir.check(print_module(module)).standing == "proved"


OF_DEVICES = re.compile(r"gpu\.|nvgpu\.|affine\.parallel|known_block_size|llvm\.")
LITMUS = [
    p
    for p in litmus_programs(QUEUES)
    if not OF_DEVICES.search(p.text) and not p.result.startswith("refused") and "queue." in p.text
]


@pytest.mark.parametrize("litmus", LITMUS, ids=lambda p: p.name)
def test_litmus_programs_race_as_tasks_where_they_race_as_queues(litmus: Litmus) -> None:
    """The interpreter of tasks judges what the pass makes; waits for sources, which it drops, may let more race."""
    module = parse_module(litmus.text)
    run_pipeline(module, "queues-to-unordered-tasks")
    outcome = interpret(module, "main", litmus.values(), parse_schedule("exhaustive"))
    races = any(d.code in ("S001", "S002", "S006") for d in outcome.diagnostics)
    if litmus.result.startswith(("race", "undefined")):
        assert races
    elif "_read" not in litmus.text and "queue." not in print_module(module):
        assert not races


def test_queues_that_are_made_share_no_fifo_with_others() -> None:
    """The queue for the operations in the loop was 1, another name of 0: what the wait leaves in flight was miscounted."""
    body = IN_A_LOOP.replace("%c0 to %n", "%c1 to %n") + put("0", "%c0") + "  queue.wait(0, 1)\n"
    text = "module attributes {queue.fifos = [[0, 1]]} {\n" + HEAD + body + TAIL + "}\n"
    outcome = interpret(parse_module(text), "main", values(), parse_schedule("latest"))
    assert {d.code for d in outcome.diagnostics} == {"S001"}
    assert asyncir.check(text).standing == "refuted"


def test_a_queue_that_may_be_any_may_be_one_that_is_made() -> None:
    """With 1 for it, the wait would be for the operations that are told by queue 1."""
    wait = (
        "  %is = arith.cmpi eq, %q, %c1 : index\n  scf.if %is {\n    queue.wait(%q, 0)\n"
        "    %y = memref.load %m[%c0] : memref<?xi64>\n  }\n"
    )
    text = HEAD + IN_A_LOOP + wait + WAIT + TAIL
    given = [np.zeros(4, np.int64), 3, 1, 7]
    outcome = interpret(parse_module(text), "main", given, parse_schedule("latest"))
    assert {d.code for d in outcome.diagnostics} == {"S001"}
    assert asyncir.check(text).standing != "proved"
    assert "queue.commit(0)" in translated(text)


def test_a_queue_waits_for_a_task_where_nothing_is_committed() -> None:
    text = HEAD + "  queue.await %t : !async.token\n" + TAIL
    assert asyncir.check(text).standing == "proved"
