"""What is said of counts: *exact* and *too weak* only where an execution asks for it, and advice that is tight."""

from __future__ import annotations

import pytest

import asyncir
from tests.faults.programs import program


def test_counters_and_slots_that_nested_loops_carry() -> None:
    # The wait in the inner loop could let a group stay; that the one behind it is exact is true.
    verdicts = [wait.verdict for wait in asyncir.check(program("x1_carried_slot")).waits]
    assert verdicts[0] in ("unknown", "too strong")
    assert verdicts[1] == "exact"


def test_a_counter_that_goes_on_from_tile_to_tile() -> None:
    (wait,) = asyncir.check(program("x2_persistent_exact")).waits
    assert wait.verdict == "unknown" or (wait.verdict, wait.exact) == ("too strong", 1)


def test_where_a_wait_is_missing_the_one_before_it_is_not_too_weak() -> None:
    checked = asyncir.check(program("p19_wrong_exact"))
    assert checked.standing == "refuted"
    assert checked.waits[0].verdict != "too weak"


def test_of_two_waits_for_one_group_the_first_is_repaired() -> None:
    text = program("l1_two_weak")
    checked = asyncir.check(text)
    assert [(w.verdict, w.exact) for w in checked.waits] == [("too weak", 0), ("redundant", None)]
    assert {race.wait for race in checked.races} == {"<string>:11:3"}
    first, _, rest = text.partition("queue.wait(0, 1)")
    repaired = asyncir.check(first + "queue.wait(0, 0)" + rest.replace("  queue.wait(0, 1)\n", ""))
    assert (repaired.standing, [w.verdict for w in repaired.waits]) == ("proved", ["exact"])


TWO_RINGS = """
func.func @main(%A: memref<?xf32>) {{
  %c0 = arith.constant 0 : index
  %B = memref.alloca() : memref<4xf32>
  %C = memref.alloca() : memref<4xf32>
  queue.commit(0) {{ queue.async {{
    %x = memref.load %A[%c0] : memref<?xf32>
    memref.store %x, %B[%c0] : memref<4xf32>
  }} }}
  queue.commit(0) {{ queue.async {{
    %x = memref.load %A[%c0] : memref<?xf32>
    memref.store %x, %C[%c0] : memref<4xf32>
  }} }}
  queue.wait(0, {first})
  %y = memref.load %B[%c0] : memref<4xf32>
  queue.wait(0, {second})
  %z = memref.load %C[%c0] : memref<4xf32>
  return
}}
"""


@pytest.mark.parametrize(("first", "second"), [(2, 2), (2, 1), (1, 1), (3, 2)])
def test_repairs_are_as_weak_as_can_be(first: int, second: int) -> None:
    checked = asyncir.check(TWO_RINGS.format(first=first, second=second))
    assert [wait.exact for wait in checked.waits] == [1, 0]


def test_objects_that_are_chosen_by_parity() -> None:
    (wait,) = asyncir.check(program("objects_by_parity")).waits
    assert (wait.verdict, wait.exact) == ("too strong", 1)


def test_more_groups_have_to_be_finished() -> None:
    text = program("finished_none")
    (wait,) = asyncir.check(text).waits
    assert (wait.verdict, wait.exact) == ("too weak", 3)
    assert asyncir.check(text.replace("(0, %c0)", "(0, %c3)")).standing == "proved"


def test_a_loop_that_is_entered_in_two_places() -> None:
    checked = asyncir.check(program("loop_entered_twice"))
    assert (checked.standing, checked.rechecked) == ("proved", True)
    assert [wait.verdict for wait in checked.waits] == ["exact"]
    checked = asyncir.check(program("loop_entered_twice_races"))
    assert checked.standing == "refuted"
    assert [wait.verdict for wait in checked.waits] == ["too weak"]


@pytest.mark.parametrize("name", ["exact_rows_of_any_length", "exact_sum_of_bits", "exact_table_of_slots"])
def test_what_hangs_on_a_number_that_is_no_expression_is_not_said_to_be_exact(name: str) -> None:
    checked = asyncir.check(program(name))
    assert checked.standing == "proved"
    assert [wait.verdict for wait in checked.waits] == ["unknown"]


def test_where_a_number_is_no_expression_a_run_tells() -> None:
    text = program("exact_rows_of_any_length").replace("memref.store %z, %r[%h]", "memref.store %z, %r[%j]")
    assert [wait.verdict for wait in asyncir.check(text).waits] == ["exact"]


STACK = program("stack_ring")
"""A callee with a ring on its stack, and a wait for all of it before it returns."""
LAST = "  queue.wait(0, 0)\n"
SCOPE = """
func.func @main(%a: memref<4xi64>) {
  %c0 = arith.constant 0 : index
  memref.alloca_scope {
    %r = memref.alloca() : memref<4xi64>
    queue.commit(0) { queue.async {
      %x = memref.load %a[%c0] : memref<4xi64>
      memref.store %x, %r[%c0] : memref<4xi64>
    } }
  queue.wait(0, 0)
  }
  return
}
"""


@pytest.mark.parametrize("text", [STACK, SCOPE], ids=["callee", "scope"])
def test_what_is_in_flight_on_a_stack_is_waited_for_before_it_ends(text: str) -> None:
    checked = asyncir.check(text)
    assert (checked.standing, checked.waits[-1].verdict) == ("proved", "exact")
    without = asyncir.check(text.replace(LAST, ""))
    (error,) = [d for d in without.diagnostics if d.code == "Q013"]
    assert (without.standing, without.races) == ("refuted", ())
    assert "in flight on memory that ends" in error.message


def test_a_stack_that_nothing_in_flight_uses_asks_for_no_wait() -> None:
    text = STACK.replace(
        "memref.store %x, %r[%s] : memref<2xi64>", "memref.store %x, %a[%i] : memref<64xi64>"
    )
    assert not [d for d in asyncir.check(text.replace(LAST, "")).diagnostics if d.code == "Q013"]
