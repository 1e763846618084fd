"""`inline-tasks`: tasks are done where they are launched, with FIFOs of their own."""

from __future__ import annotations

import re

import numpy as np

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline

PROGRAM = """\
func.func private @put(%m: memref<4xi64>, %i: index, %v: i64) {
  queue.commit(3) {
    queue.async {
      memref.store %v, %m[%i] : memref<4xi64>
    }
  }
  queue.wait(3, 1)
  return
}
func.func @main(%m: memref<4xi64>, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  func.call @put(%m, %c0, %v) : (memref<4xi64>, index, i64) -> ()
  %g = async.create_group %c1 : !async.group
  %t, %a = async.execute -> !async.value<i64> {
    func.call @put(%m, %c1, %v) : (memref<4xi64>, index, i64) -> ()
    %inner = async.execute {
      func.call @put(%m, %c2, %v) : (memref<4xi64>, index, i64) -> ()
      async.yield
    }
    %w = arith.addi %v, %v : i64
    async.yield %w : i64
  }
  %k = async.add_to_group %t, %g : !async.token
  %u, %b = async.execute [%t] (%a as %y: !async.value<i64>) -> !async.value<i64> {
    %z = arith.addi %y, %v : i64
    async.yield %z : i64
  }
  async.await_all %g
  %r = async.await %b : !async.value<i64>
  queue.wait(3, 0)
  return %r : i64
}
"""


def inlined(text: str) -> str:
    module = parse_module(text)
    run_pipeline(module, "inline-tasks")
    return print_module(module)


def test_bodies_take_the_places_of_their_tasks() -> None:
    text = inlined(PROGRAM)
    assert not re.search(r"async\.(execute|create_group|add_to_group|await_all|yield|await)", text)
    outcome = interpret(parse_module(text), "main", [np.zeros(4, np.int64), 5], parse_schedule("latest"))
    assert outcome.results == (15,)


def test_each_task_has_queues_of_its_own_and_waits_for_them_at_its_end() -> None:
    text = inlined(PROGRAM)
    main = text[text.index("@main(") :]
    assert re.findall(r"call @(\w+)", main) == ["put", "put_1", "put_0"]
    assert re.findall(r"queue.wait\((\d), 0\)", main) == ["4", "5", "3"]
    bodies = re.findall(r"func.func private @(put\w*)\((.*?)return", text, re.DOTALL)
    queues = {name: set(re.findall(r"queue.(?:commit|wait)\((\d)", body)) for name, body in bodies}
    assert queues == {"put": {"3"}, "put_0": {"4"}, "put_1": {"5"}}


def test_what_is_no_program_without_tasks_keeps_them() -> None:
    ranked = PROGRAM.replace("return %r : i64", "%q = arith.index_cast %k : index to i64\n  return %q : i64")
    assert "async.add_to_group" in inlined(ranked)
    blocks = PROGRAM.replace("    %z = arith.addi", "    cf.br ^b\n  ^b:\n    %z = arith.addi")
    assert "async.execute" in inlined(blocks)
