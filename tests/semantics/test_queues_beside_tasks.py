"""Queues in programs that have tasks as well: the engine for tasks says of them what the engine for queues says."""

from __future__ import annotations

import re

import numpy as np
import pytest

from asyncir.diagnostics import Severity
from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module
from tests.litmus.extract import QUEUES, Litmus, litmus_programs

TASK = """\
func.func private @task_beside() {
  %beside = async.execute {
    async.yield
  }
  async.await %beside : !async.token
  return
}
"""
OF_DEVICES = re.compile(r"gpu\.|nvgpu\.|affine\.parallel|known_block_size|llvm\.")


def beside_a_task(text: str) -> str:
    """The program, with a task at the beginning of `@main` that does nothing."""
    return TASK + re.sub(
        r"(func\.func @main\([^{]*(?:attributes \{[^}]*\} )?\{\n)",
        r"\1  func.call @task_beside() : () -> ()\n",
        text,
    )


PROGRAMS = [
    p
    for p in litmus_programs(QUEUES)
    if not OF_DEVICES.search(p.text) and not p.result.startswith("refused") and "queue." in p.text
]


@pytest.mark.parametrize("program", PROGRAMS, ids=lambda p: p.name)
@pytest.mark.parametrize("schedule", ["earliest", "latest", "seed:1", "exhaustive"])
def test_what_litmus_programs_of_queues_say_holds_beside_a_task(program: Litmus, schedule: str) -> None:
    text = beside_a_task(program.text)
    assert text.count("@task_beside") == 2
    arguments = program.values()
    outcome = interpret(parse_module(text), "main", arguments, parse_schedule(schedule))
    errors = {d.code for d in outcome.diagnostics if d.severity is Severity.ERROR}
    if program.result.startswith("race"):
        # What is read in place of what an operation would have written may be undefined.
        assert errors in ({"S001"}, {"S006"})
        return
    if program.result.startswith("undefined"):
        # The engines have codes of their own for the end of what is on the stack.
        assert errors == {program.result.split()[1].replace("S020", "S002")}
        return
    if program.result.startswith("error"):
        assert errors == {program.result.split()[1]}
        return
    assert errors == set()
    printed = {"".join(one.output.split()) for one in (outcome, *outcome.others)}
    assert program.allowed is None or printed == program.allowed
    if program.after is not None:
        assert [a.tolist() for a in arguments if hasattr(a, "tolist")] == list(program.after)


FAILING = """\
func.func @main(%k: index) -> i64 {
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0 : i64
  %t = async.execute {
    queue.commit(0) {
      queue.async {
        %ok = arith.cmpi ne, %k, %c2 : index
        cf.assert %ok, "no"
      }
    }
    async.yield
  }
  async.await %t : !async.token
  return %zero : i64
}
"""


@pytest.mark.parametrize("schedule", ["earliest", "latest", "seed:0", "seed:1", "exhaustive"])
def test_a_task_fails_at_its_end_with_what_it_had_in_flight(schedule: str) -> None:
    for given, codes in ((1, []), (2, ["R102"])):
        outcome = interpret(parse_module(FAILING), "main", [given], parse_schedule(schedule))
        assert [d.code for d in outcome.diagnostics] == codes
        assert outcome.others == ()


HOT = """\
async.func private @f(%b: memref<i64>) -> !async.token {
  %c7 = arith.constant 7 : i64
  queue.async {
    memref.store %c7, %b[] : memref<i64>
  }
  return
}
func.func @main(%b: memref<i64>) -> i64 {
  %u = async.call @f(%b) : (memref<i64>) -> !async.token
  %x = memref.load %b[] : memref<i64>
  return %x : i64
}
"""


@pytest.mark.parametrize("schedule", ["earliest", "latest", "seed:0", "seed:1", "exhaustive"])
def test_the_end_of_a_task_with_operations_is_a_wait(schedule: str) -> None:
    """So the caller of an `async.func` may go on before it, in whichever order the operation runs."""
    outcome = interpret(parse_module(HOT), "main", [np.zeros((), np.int64)], parse_schedule(schedule))
    assert {d.code for d in outcome.diagnostics} == {"S001"}
