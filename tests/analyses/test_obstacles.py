"""Why a loop cannot be a software pipeline."""

from __future__ import annotations

import pytest

from asyncir.analyses.obstacles import obstacle
from asyncir.analyses.statements import cut
from asyncir.dialects.effects import Effects
from tests.analyses.reading import module_of, only

HEAD = """
func.func @main(%a: memref<8xf32>, %n: index, %m: i32, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %i1 = arith.constant 1 : i32
  LOOP {
    BODY
  }
  return
}
"""
FOR = "scf.for %i = %c0 to %n step %c1"
STORES = "memref.store %v, %a[%i] : memref<8xf32>\n" * 2
TASK = "%t = async.execute {\n async.yield\n}\n"


@pytest.mark.parametrize(
    ("loop", "body", "stages", "asynchronous", "reason"),
    [
        (FOR, STORES, [0, 1], (), ""),
        (FOR, STORES, None, (), ""),
        (FOR.replace("%n", "%c2"), STORES, [0, 2], (), ""),
        (FOR.replace("%n", "%c2"), STORES, [0, 3], (), "at most 2 iterations, and its last stage is 3"),
        (FOR.replace("for", "for unsigned"), STORES, [0, 1], (), "compared without a sign"),
        (
            f"%r:2 = {FOR} iter_args(%x = %v, %y = %v) -> (f32, f32)",
            STORES + "scf.yield %y, %x : f32, f32",
            [0, 1],
            (),
            "carries a value that no statement computes",
        ),
        (FOR, "%j = arith.addi %i, %c1 : index\n" + STORES, [0, 1], (0,), ""),
        (FOR, "gpu.barrier\n" + STORES, [0, 1, 1], (0,), "statement 0 is asynchronous, and cannot wait"),
        (FOR, "gpu.barrier\n" + STORES, [0, 1, 1], (1,), ""),
        (FOR, TASK + STORES + "async.await %t : !async.token", [0] * 4, (2,), ""),
    ],
    ids=[
        *("none", "no schedule yet", "just long enough", "too short", "unsigned", "exchanged values"),
        *("asynchronous", "asynchronous barrier", "barrier beside", "a task beside"),
    ],
)
def test_a_loop(
    loop: str, body: str, stages: list[int] | None, asynchronous: tuple[int, ...], reason: str
) -> None:
    module = module_of(HEAD.replace("LOOP", loop).replace("BODY", body))
    found_loop, effects = only(module, "scf.for"), Effects()
    found = obstacle(found_loop, cut(found_loop, effects), stages, asynchronous, effects)
    assert reason in (found.reason if found else "")
    assert bool(reason) is (found is not None)
