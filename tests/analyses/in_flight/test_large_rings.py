"""Rings of many slots: groups are told apart as far as the program's counts go, where that decides."""

from __future__ import annotations

import pytest

from asyncir.driver.check import check


def _ring(slots: int, count: int) -> str:
    """Waits, then writes to slot i mod `slots`."""
    return f"""
func.func @main(%n: index) {{
  %z = arith.constant 1.0 : f32
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %slots = arith.constant {slots} : index
  %r = memref.alloc() : memref<{slots}xf32>
  scf.for %i = %c0 to %n step %c1 {{
    %slot = arith.remui %i, %slots : index
    queue.wait(0, {count})
    queue.commit(0) {{
      queue.async {{
        memref.store %z, %r[%slot] : memref<{slots}xf32>
      }}
    }}
  }}
  return
}}
"""


@pytest.mark.parametrize("slots", [16, 17, 24, 25, 32, 33])
def test_one_group_less_than_there_are_slots_may_stay_in_flight(slots: int) -> None:
    right = check(_ring(slots, slots - 1))
    assert right.standing == "proved"
    assert [(wait.verdict, wait.exact) for wait in right.waits] == [("exact", slots - 1)]
    wrong = check(_ring(slots, slots))
    assert wrong.standing == "refuted"
    assert [(wait.verdict, wait.exact) for wait in wrong.waits] == [("too weak", slots - 1)]


@pytest.mark.parametrize("slots", [48, 101])
def test_a_run_shows_the_race_of_a_larger_one(slots: int) -> None:
    assert check(_ring(slots, slots)).standing == "refuted"
