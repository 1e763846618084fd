"""Tokens and values of no coroutine: references that are added or given up next go with another step (S4-2, S4-16)."""

from __future__ import annotations

import re

import numpy as np
import pytest

import asyncir
from asyncir.driver.stages import compile_to_llvm
from asyncir.launch import runtime
from asyncir.source.text import parse_module

LEVELS = pytest.mark.parametrize("opt_level", [0, 2])

GAME = """
func.func @f(%count: memref<i64>) {
  %ping = async.runtime.create : !async.token
  %pong = async.runtime.create : !async.value<i64>
  %first = async.execute {
    async.runtime.set_available %ping : !async.token
    %x = async.await %pong : !async.value<i64>
    memref.store %x, %count[] : memref<i64>
    async.yield
  }
  %second = async.execute {
    async.await %ping : !async.token
    %c7 = arith.constant 7 : i64
    async.runtime.store %c7, %pong : !async.value<i64>
    async.runtime.set_available %pong : !async.value<i64>
    async.yield
  }
  async.await %first : !async.token
  async.await %second : !async.token
  return
}
"""

SET_TWICE = """
func.func @f() {{
  {creates}
  %first = async.execute {{
    {sets}
    async.yield
  }}
  %second = async.execute [%first] {{
    async.runtime.{again} %t0 : !async.token
    async.yield
  }}
  async.await %second : !async.token
  return
}}
"""


def references(text: str, function: str) -> list[int]:
    """What the program hands the runtime's function as its last argument, call by call."""
    llvm = compile_to_llvm(parse_module(text, "t.mlir")).text
    program = [
        f for f in re.split(r"^(?=define )", llvm, flags=re.MULTILINE) if "@program." in f.partition("(")[0]
    ]
    return [int(n) for n in re.findall(rf"@{re.escape(function)}\(.*i32 (\d+)\)", "".join(program))]


def test_a_token_is_born_with_what_is_added_next() -> None:
    assert references(GAME, "asyncir.create_token") == [1]
    assert references(GAME, "asyncir_task_create") == [1]
    assert references(GAME, "asyncir_task_retain") == []


def test_setting_gives_up_what_is_dropped_next() -> None:
    assert references(GAME, "asyncir_task_set") == [1, 1]


def test_what_may_fail_in_between_comes_first() -> None:
    text = """
func.func @f(%ok: i1) {
  %t = async.runtime.create : !async.token
  cf.assert %ok, "not ok"
  %task = async.execute {
    async.runtime.set_available %t : !async.token
    cf.assert %ok, "not ok"
    async.await %t : !async.token
    async.yield
  }
  async.await %task : !async.token
  async.await %t : !async.token
  return
}
"""
    assert references(text, "asyncir.create_token") == [0]
    assert references(text, "asyncir_task_retain") == [1]
    assert references(text, "asyncir_task_set") == [0]


def test_a_coroutine_written_out_gives_nothing_up_with_it() -> None:
    """It has no way to fail, and does not look whether the setting did."""
    text = """
func.func @f() {
  %t = async.runtime.create : !async.token
  %id = async.coro.id
  %handle = async.coro.begin %id
  async.runtime.add_ref %t {count = 1 : i64} : !async.token
  async.runtime.set_available %t : !async.token
  async.runtime.drop_ref %t {count = 1 : i64} : !async.token
  async.coro.free %id, %handle
  async.coro.end %handle
  return
}
"""
    assert references(text, "asyncir_task_set") == [0]


@LEVELS
def test_two_tasks_that_wait_for_each_other(opt_level: int) -> None:
    program = asyncir.compile(GAME, opt_level=opt_level)
    for _ in range(100):
        count = np.array(0)
        program.f(count)
        assert count == 7
    assert runtime.counts().tasks == 0


@LEVELS
@pytest.mark.parametrize("again", ["set_available", "set_error"])
@pytest.mark.parametrize("tokens", [1, 70])
def test_who_sets_a_token_too_late_keeps_its_reference_and_drops_it(
    opt_level: int, again: str, tokens: int
) -> None:
    """With 70 tokens, slots that are given up are cleared."""
    creates = "\n  ".join(f"%t{i} = async.runtime.create : !async.token" for i in range(tokens))
    sets = "\n    ".join(f"async.runtime.set_available %t{i} : !async.token" for i in reversed(range(tokens)))
    text = SET_TWICE.format(creates=creates, sets=sets, again=again)
    assert references(text, "asyncir_task_set") == [1] * (tokens + 1)
    program = asyncir.compile(text, opt_level=opt_level)
    for _ in range(20):
        with pytest.raises(asyncir.ProgramError, match="R106"):
            program.f()
    assert (runtime.counts().tasks, runtime.counts().errors) == (0, 0)
