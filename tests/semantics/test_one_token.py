"""One type of token for tasks, operations of the host and groups of copies; how far that goes (S4-24, decision 0017)."""

from __future__ import annotations

import numpy as np
import pytest

import asyncir
from asyncir.source.text import parse_module, print_module
from tests.semantics.programs import error, run

MADE_BY_A_TIMER = "%t = io.sleep %ns : i64"
MADE_BY_A_TASK = """\
  %u = async.execute [%t] {
    memref.store %v, %m[%c0] : memref<4xf32>
    async.yield
  }"""
MADE_BY_A_QUEUE = """\
  %u = queue.commit(0) {
    queue.async {
      memref.store %v, %m[%c0] : memref<4xf32>
    }
  } -> !async.token"""
GROUP = """\
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %i = async.add_to_group %t, %g : !async.token
  %j = async.add_to_group %u, %g : !async.token
  async.await_all %g"""
AWAITS = "  async.await %t : !async.token\n  async.await %u : !async.token"
SELECTED = "  %s = arith.select %p, %u, %u : !async.token\n  async.await %s : !async.token"


def program(first: str, second: str, waits: str) -> str:
    """Two tokens that are waited for, and then a look at what the second one's work has written."""
    return f"""\
func.func @main(%m: memref<4xf32>, %v: f32, %ns: i64, %p: i1) -> f32 {{
  %c0 = arith.constant 0 : index
  {first}
{second}
{waits}
  %x = memref.load %m[%c0] : memref<4xf32>
  return %x : f32
}}
"""


def arguments() -> tuple[object, ...]:
    return np.zeros(4, np.float32), 2.5, 1000, True


@pytest.mark.parametrize("waits", [GROUP, AWAITS, SELECTED])
@pytest.mark.parametrize("schedule", ["earliest", "latest", "exhaustive"])
def test_a_timer_and_a_task_meet_in_one_group_and_in_one_await(waits: str, schedule: str) -> None:
    text = program(MADE_BY_A_TIMER, MADE_BY_A_TASK, waits)
    interpreted = run(text, *arguments(), schedule=schedule)
    assert (interpreted.diagnostics, interpreted.results) == ((), (2.5,))
    assert asyncir.compile(text).main(*arguments()) == 2.5


def test_who_does_not_wait_for_the_token_races() -> None:
    text = program(MADE_BY_A_TIMER, MADE_BY_A_TASK, "  async.await %t : !async.token")
    assert error(run(text, *arguments(), schedule="latest")).code == "S001"


@pytest.mark.parametrize("waits", [AWAITS, SELECTED])
@pytest.mark.parametrize("schedule", ["earliest", "latest", "exhaustive"])
def test_groups_of_copies_are_awaited_like_tasks(waits: str, schedule: str) -> None:
    text = program("%t = async.ready : !async.token", MADE_BY_A_QUEUE, waits)
    interpreted = run(text, *arguments(), schedule=schedule)
    assert (interpreted.diagnostics, interpreted.results) == ((), (2.5,))
    assert asyncir.check(text).standing == "proved"


@pytest.mark.parametrize("first", [MADE_BY_A_TIMER, "%t = async.execute {\n    async.yield\n  }"])
@pytest.mark.parametrize("waits", [GROUP, AWAITS])
@pytest.mark.parametrize("schedule", ["earliest", "latest", "exhaustive"])
def test_tokens_of_all_three_are_waited_for_together(first: str, waits: str, schedule: str) -> None:
    """Interpreted, checked and run alike."""
    text = program(first, MADE_BY_A_QUEUE, waits)
    printed = print_module(parse_module(text))
    assert print_module(parse_module(printed)) == printed
    interpreted = run(text, *arguments(), schedule=schedule)
    assert (interpreted.diagnostics, interpreted.results) == ((), (2.5,))
    assert asyncir.check(text).standing == "proved"
    assert asyncir.compile(text).main(*arguments()) == 2.5


@pytest.mark.parametrize("first", [MADE_BY_A_TIMER, "%t = async.execute {\n    async.yield\n  }"])
def test_who_waits_for_another_token_than_that_of_the_queue_races(first: str) -> None:
    text = program(first, MADE_BY_A_QUEUE, "  async.await %t : !async.token")
    assert error(run(text, *arguments(), schedule="latest")).code == "S001"
    assert asyncir.check(text).standing == "refuted"


IN_FLIGHT = """\
func.func private @two() -> f32 {
  %two = arith.constant 2.0 : f32
  return %two : f32
}
func.func @main(%m: memref<4xf32>, %v: f32, %ns: i64, %p: i1) -> f32 {
  %c0 = arith.constant 0 : index
  queue.commit(0) {
    queue.async {
      STARTS
      memref.store %v, %m[%c0] : memref<4xf32>
    }
  }
  WAITS
  %x = memref.load %m[%c0] : memref<4xf32>
  return %x : f32
}
"""


@pytest.mark.parametrize(
    "starts", ["%t = io.sleep %ns : i64\n async.await %t : !async.token", "%y = func.call @two() : () -> f32"]
)
def test_what_is_in_flight_may_use_the_host_and_functions(starts: str) -> None:
    text = IN_FLIGHT.replace("STARTS", starts).replace("WAITS", "queue.wait(0, 0)")
    assert asyncir.compile(text).main(*arguments()) == 2.5
    interpreted = run(text, *arguments(), schedule="exhaustive")
    assert (interpreted.diagnostics, interpreted.results) == ((), (2.5,))
    assert asyncir.check(text).standing == "proved"
    without = IN_FLIGHT.replace("STARTS", starts).replace("WAITS", "")
    assert error(run(without, *arguments(), schedule="latest")).code == "S001"
    assert asyncir.check(without).standing == "refuted"
