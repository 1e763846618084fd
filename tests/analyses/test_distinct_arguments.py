"""Which arrays must not overlap, because of how a loop is scheduled."""

from __future__ import annotations

import pytest

from asyncir.analyses.distinct_arguments import Distinct, distinct_arguments, of_call
from asyncir.analyses.slots import PipelineSchedule
from asyncir.dialects.effects import Effects
from asyncir.ir.marks import GLOBALS
from tests.analyses.loops import formed
from tests.analyses.reading import module_of, only

A, B, C = 0, 1, 2
TWO = """
%x = memref.load %a[%i] : memref<64xf32>
memref.store %x, %b[%i] : memref<64xf32>
%y = memref.load %b[%i] : memref<64xf32>
memref.store %y, %c[%i] : memref<64xf32>
"""
ONE_AHEAD = "%next = arith.addi %i, %c1 : index" + TWO.replace("%c[%i]", "%c[%next]")


@pytest.mark.parametrize(
    ("body", "times", "asynchronous", "expected"),
    [
        (TWO, [(0, 0), (0, 1)], (False, False), {}),
        (TWO, [(0, 1), (1, 0)], (False, False), {}),
        # The load of iteration i + 1 comes before the store of iteration i: of another element.
        (TWO, [(0, 0), (1, 1)], (False, False), {(A, C): True, (B, C): True}),
        # Of the same one, if both are one array; and so is what both statements store.
        (ONE_AHEAD, [(0, 0), (1, 1)], (False, False), {(A, C): False, (B, C): False}),
        (TWO, [(0, 1), (0, 0)], (False, False), {(A, C): False, (B, C): False}),
        (TWO, [(0, 0), (1, 1)], (True, False), {(A, B): True, (A, C): True, (B, C): True}),
    ],
    ids=[
        "in order",
        "one stage apart, in order",
        "exchanged",
        "exchanged, shifted",
        "in one iteration",
        "asynchronous",
    ],
)
def test_a_schedule(
    body: str, times: list[tuple[int, int]], asynchronous: tuple[bool, bool], expected: Distinct
) -> None:
    _, loop, _ = formed(body, 2)
    assert distinct_arguments(loop, PipelineSchedule(times, asynchronous, (0, 0)), Effects()) == expected


def test_a_call_asks_for_what_its_callee_asks_for() -> None:
    module = module_of("""
memref.global "private" @g : memref<4xf32> = uninitialized
func.func private @callee(%p: memref<4xf32>, %q: memref<4xf32>, %r: memref<4xf32>)
func.func @main(%x: memref<4xf32>, %y: memref<4xf32>) {
  %g = memref.get_global @g : memref<4xf32>
  %own = memref.alloc() : memref<4xf32>
  call @callee(%y, %x, %g) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
  call @callee(%y, %own, %own) : (memref<4xf32>, memref<4xf32>, memref<4xf32>) -> ()
  return
}
""")
    first, second = (op for op in module.walk() if op.name == "func.call")
    asked = {(0, 1): True, (1, 2): False}
    assert of_call(first.operands, asked) == {(0, 1): True, (0, GLOBALS): False}
    assert of_call(second.operands, asked) == {}
    assert only(module, "memref.alloc").results[0] in second.operands
