"""An access that does not happen tells nothing: neither one under a guard that is false, nor one of no element."""

from __future__ import annotations

import pytest

import asyncir
from tests.faults.programs import program


@pytest.mark.parametrize(
    "name",
    [
        "s92b",
        "s92_or_guard",
        "s75b_predicated_realistic",
        "s74_predicated_dead",
        "s91_zero_trip_body",
        "s80_zfill_oob",
        "s80b_zfill_tail",
        "s80c_halo_dynamic",
    ],
)
def test_what_is_not_accessed_tells_nothing(name: str) -> None:
    assert asyncir.check(program(name)).standing == "refuted"


BODY = """
func.func @main(%A: memref<?xf32>, %m: index, %flag: i1) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %z = arith.constant 0.0 : f32
  %B = memref.alloca() : memref<4xf32>
  %D = memref.alloca() : memref<1xf32>
  queue.commit(0) {{
    queue.async {{
      memref.store %z, %D[%c0] : memref<1xf32>
      {guarded}
    }}
  }}
  %y = memref.load %D[%c0] : memref<1xf32>
  return
}}
"""
OUTSIDE = "memref.store %z, %B[%c9] : memref<4xf32>"


@pytest.mark.parametrize(
    "guarded",
    [
        f"scf.if %flag {{ {OUTSIDE} }}",
        f"scf.if %flag {{ }} else {{ {OUTSIDE} }}",
        f"scf.for %j = %c0 to %m step %c1 {{ {OUTSIDE} }}",
        f"scf.for %j = %c0 to %c1 step %c1 {{ scf.if %flag {{ {OUTSIDE} }} }}",
        f"scf.index_switch %m case 7 {{ {OUTSIDE} scf.yield }} default {{ }}",
    ],
    ids=["if", "else", "for", "if in for", "switch"],
)
def test_what_a_body_may_leave_out_ends_no_execution(guarded: str) -> None:
    assert asyncir.check(BODY.format(guarded=guarded)).standing == "refuted"


def test_what_a_body_does_in_any_case_ends_the_execution() -> None:
    assert asyncir.check(BODY.format(guarded=OUTSIDE)).standing == "proved"


CARRIED = """
func.func @main(%A: memref<?xf32>, %o: memref<?xf32>, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c7 = arith.constant 7 : index
  %B = memref.alloca() : memref<8xf32>
  scf.for %i = %c0 to %c2 step %c1 {{
    queue.commit(0) {{
      queue.async {{
        %r = scf.for %j = %c0 to %c2 step %c1 iter_args(%s = %c0) -> (index) {{
          %x = memref.load %A[%c0] : memref<?xf32>
          %at = arith.addi %i, %s : index
          memref.store %x, %B[%at] : memref<8xf32>
          {next}
          scf.yield %t : index
        }}
      }}
    }}
  }}
  return
}}
"""


@pytest.mark.parametrize(
    ("next", "standing"),
    [
        ("%t = arith.addi %s, %c1 : index", "refuted"),
        ("%t = arith.muli %s, %c2 : index", "unknown"),
    ],
    ids=["grows", "stays"],
)
def test_what_loops_of_a_body_carry_is_another_number_each_time(next: str, standing: str) -> None:
    assert asyncir.check(CARRIED.format(next=next)).standing == standing
