"""`inline-async-ops`: what is in flight is done where it is issued."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.semantics import interpret, parse_schedule
from asyncir.source.text import parse_module, print_module
from asyncir.transforms import run_pipeline
from tests.litmus.extract import QUEUES, Litmus, litmus_programs

PROGRAM = """\
func.func @main(%m: memref<4xi64>, %v: i64) -> i64 {
  %c0 = arith.constant 0 : index
  %t = queue.commit(0) {
    %w = arith.addi %v, %v : i64
    queue.async {
      memref.store %w, %m[%c0] : memref<4xi64>
    }
  } -> !async.token
  queue.wait_read(0, 0)
  queue.wait_finished(0, 1)
  queue.await %t : !async.token
  %u = async.execute [%t] {
    async.yield
  }
  async.await %u : !async.token
  %x = memref.load %m[%c0] : memref<4xi64>
  return %x : i64
}
"""


def test_operations_take_their_places_and_waits_go() -> None:
    module = parse_module(PROGRAM)
    run_pipeline(module, "inline-async-ops")
    text = print_module(module)
    assert "queue." not in text
    assert "async.execute [%t]" in text
    assert text.index("memref.store") < text.index("async.execute")
    outcome = interpret(module, "main", [np.zeros(4, np.int64), 4], parse_schedule("latest"))
    assert outcome.results == (8,)


QUIET = [
    p
    for p in litmus_programs(QUEUES)
    if p.result == "ok" and "gpu" not in p.text and "affine.parallel" not in p.text
]


@pytest.mark.parametrize("litmus", QUIET, ids=lambda p: p.name)
def test_a_program_without_races_computes_the_same(litmus: Litmus) -> None:
    module = parse_module(litmus.text)
    run_pipeline(module, "inline-async-ops")
    arguments = litmus.values()
    outcome = interpret(module, "main", arguments, parse_schedule("latest"))
    assert litmus.allowed is None or "".join(outcome.output.split()) in litmus.allowed
    if litmus.after is not None:
        assert [a.tolist() for a in arguments if isinstance(a, np.ndarray)] == list(litmus.after)
