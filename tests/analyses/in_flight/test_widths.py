"""What types say of numbers: a guard that no number of its type passes does not order anything."""

from __future__ import annotations

import pytest

from asyncir.analyses.in_flight import check as in_flight_check
from asyncir.driver.check import check

GUARDED = """
func.func @main(%A: memref<?xf32>, %n: {type}) {{
  %three = arith.constant 3 : index
  %most = arith.constant {most} : {type}
  %mask = arith.constant 3 : {type}
  %B = memref.alloc() : memref<4xf32>
  %few = arith.cmpi uge, %most, %n : {type}
  %low = arith.andi %n, %mask : {type}
  queue.commit(5) {{
    queue.async {{
      scf.if %few {{
        %at = {cast}
        %x = memref.load %A[%at] : memref<?xf32>
        memref.store %x, %B[%at] : memref<4xf32>
      }}
    }}
  }}
  queue.wait(5, 0)
  %y = memref.load %B[%three] : memref<4xf32>
  return
}}
"""
CASTS = {
    "index": "arith.minui %low, %mask : index",
    "i64": "arith.index_castui %low : i64 to index",
    "i32": "arith.index_castui %low : i32 to index",
    "i8": "arith.index_castui %low : i8 to index",
}


@pytest.mark.parametrize("type", CASTS)
@pytest.mark.parametrize(("most", "verdict"), [(2, "redundant"), (3, "exact")])
def test_a_negative_number_is_not_small_where_it_is_read_as_unsigned(
    type: str, most: int, verdict: str
) -> None:
    answer = check(GUARDED.format(type=type, most=most, cast=CASTS[type]))
    assert (answer.standing, [str(wait.verdict) for wait in answer.waits]) == ("proved", [verdict])


TOO_MUCH = """
func.func @main(%A: memref<?xf32>, %B: memref<?xf32>, %n: index, %i: index) {
  %p = arith.muli %n, %i : index
  %q = arith.muli %i, %i : index
  queue.commit(0) {
    queue.async {
      %x = memref.load %A[%p] : memref<?xf32>
      memref.store %x, %B[%q] : memref<?xf32>
    }
  }
  %c = arith.cmpi eq, %p, %q : index
  scf.if %c {
    queue.wait(0, 0)
  }
  %r = arith.muli %p, %q : index
  %s = arith.addi %r, %n : index
  %one = arith.constant 1 : index
  %s1 = arith.shli %s, %one : index
  %q1 = arith.shli %q, %one : index
  %odd = arith.addi %q1, %one : index
  %at = arith.divui %odd, %s1 : index
  %y = memref.load %B[%at] : memref<?xf32>
  queue.wait(0, 0)
  return
}
"""


def test_what_waits_are_needed_for_is_not_asked_where_nothing_is_proved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[object] = []
    monkeypatch.setattr(in_flight_check._Check, "_needs", lambda *given: asked.append(given))
    answer = check(TOO_MUCH)
    assert answer.standing == "unknown"
    assert [str(wait.verdict) for wait in answer.waits] == ["unknown", "unknown"]
    assert not asked


@pytest.mark.parametrize("type_", ["i8", "i32", "index"])
@pytest.mark.parametrize(("limit", "standing"), [(4, "proved"), (-4, "refuted")])
def test_a_number_below_a_small_one_without_a_sign_is_not_negative(
    type_: str, limit: int, standing: str
) -> None:
    text = f"""
func.func @main(%n: {type_}) {{
  %none = arith.constant 0 : {type_}
  %limit = arith.constant {limit} : {type_}
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %b = memref.alloc() : memref<8xf32>
  queue.commit(0) {{
    queue.async {{
      memref.store %z, %b[%c0] : memref<8xf32>
    }}
  }}
  %small = arith.cmpi ult, %n, %limit : {type_}
  scf.if %small {{
    %negative = arith.cmpi slt, %n, %none : {type_}
    scf.if %negative {{
      %x = memref.load %b[%c0] : memref<8xf32>
    }}
  }}
  return
}}
"""
    assert check(text).standing == standing
