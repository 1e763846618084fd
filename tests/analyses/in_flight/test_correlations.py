"""Numbers that are not followed, and are not independent: no wait is exact for answers that exclude each other."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check

_PROGRAM = """
func.func @main(%a: memref<64xi64>, %f: f32, %g: f32) {{
  %c0 = arith.constant 0 : index
  %true = arith.constant true
  %z = arith.constant 1.0 : f32
  %r = memref.alloca() : memref<64xi64>
  {first}
  {second}
  scf.if %p {{
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %a[%c0] : memref<64xi64>
        memref.store %x, %r[%c0] : memref<64xi64>
      }}
    }}
  }}
  queue.wait(0, 0)
  scf.if %q {{
    %y = memref.load %r[%c0] : memref<64xi64>
  }}
  return
}}
"""
_LESS = "%p = arith.cmpf olt, %f, %z : f32"


@pytest.mark.parametrize(
    ("first", "second", "verdict"),
    [
        (_LESS, "%q = arith.cmpf olt, %f, %z : f32", "exact"),
        (_LESS, "%n = arith.cmpf olt, %f, %z : f32\n%q = arith.xori %n, %true : i1", "redundant"),
        (_LESS, "%q = arith.cmpf oge, %f, %z : f32", "unknown"),
        (_LESS, "%h = arith.negf %f : f32\n%q = arith.cmpf olt, %h, %g : f32", "unknown"),
        (_LESS, "%q = arith.cmpf olt, %g, %z : f32", "exact"),
        (_LESS, "%q = arith.constant true", "exact"),
    ],
)
def test_comparisons_of_one_number_are_not_independent(first: str, second: str, verdict: str) -> None:
    answer = check(_PROGRAM.format(first=first, second=second))
    assert answer.standing == "proved"
    assert answer.rechecked
    assert [wait.verdict for wait in answer.waits] == [verdict]


_AGAIN = """
func.func @main(%a: memref<64xi64>, %s: memref<f32>, %g: f32, %n: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %true = arith.constant true
  %z = arith.constant 1.0 : f32
  %r = memref.alloca() : memref<64xi64>
  %l = memref.load %s[] : memref<f32>
  scf.for %i = %c0 to %n step %c1 {{
    %p = arith.cmpf olt, {of}, %z : f32
    %q = arith.xori %p, %true : i1
    queue.wait(0, 0)
    scf.if %q {{
      %y = memref.load %r[%c0] : memref<64xi64>
    }}
    scf.if %p {{
      queue.commit(0) {{
        queue.async {{
          %x = memref.load %a[%c0] : memref<64xi64>
          memref.store %x, %r[%i] : memref<64xi64>
        }}
      }}
    }}
  }}
  return
}}
"""


@pytest.mark.parametrize(("of", "verdict"), [("%g", "redundant"), ("%l", "unknown")])
def test_a_comparison_in_a_loop_gives_the_same_each_time(of: str, verdict: str) -> None:
    """No iteration reads where another one has copied: all copy, or none."""
    answer = check(_AGAIN.format(of=of))
    assert answer.standing == "proved"
    assert [wait.verdict for wait in answer.waits] == [verdict]
