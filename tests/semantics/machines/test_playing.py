"""What programs compute on a machine, and what is said of them, beyond the litmus programs."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics.machines.accesses import aligned_rows, rows_of
from asyncir.semantics.machines.engine import Played, Player, play
from asyncir.source.text import parse_module
from tests.litmus.machines.programs import machine_of

ORDERS = ("earliest", "latest", "seed:1", "exhaustive", "timed")


def played(text: str, *arguments: object, order: str = "earliest") -> Played:
    return play(parse_module(text, "program.mlir"), "main", arguments, machine_of("small"), order)


@pytest.mark.parametrize("order", ORDERS)
def test_instances_and_numbers_may_be_computed(order: str) -> None:
    text = """
    func.func @main(%m: memref<8xi64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      %c8 = arith.constant 8 : index
      scf.for %i = %c0 to %c8 step %c1 {
        %k = arith.remui %i, %c2 : index
        %n = arith.addi %i, %c1 : index
        %v = arith.index_cast %n : index to i64
        sync.work on "a" {
          memref.store %v, %m[%i] : memref<8xi64>
        }
        sync.signal "event"[%k] from "a" to "s"
        sync.signal "time"[0], %n on "a"
        sync.wait "event"[%k] from "a" to "s"
      }
      sync.wait "time"[0], %c8
      return
    }
    """
    array = np.zeros(8, np.int64)
    assert played(text, array, order=order).ok
    assert array.tolist() == [1, 2, 3, 4, 5, 6, 7, 8]


@pytest.mark.parametrize("order", ORDERS)
def test_functions_give_works_and_wait(order: str) -> None:
    text = """
    func.func private @fill(%m: memref<i64>, %v: i64) {
      sync.work on "a" {
        func.call @put(%m, %v) : (memref<i64>, i64) -> ()
      }
      return
    }
    func.func private @put(%m: memref<i64>, %v: i64) {
      %scratch = memref.alloca() : memref<i64>
      memref.store %v, %scratch[] : memref<i64>
      %x = memref.load %scratch[] : memref<i64>
      memref.store %x, %m[] : memref<i64>
      return
    }
    func.func private @settle() {
      sync.signal "event"[0] from "a" to "s"
      sync.wait "event"[0] from "a" to "s"
      return
    }
    func.func @main(%m: memref<i64>) -> i64 {
      %v = arith.constant 7 : i64
      func.call @fill(%m, %v) : (memref<i64>, i64) -> ()
      func.call @settle() : () -> ()
      %x = memref.load %m[] : memref<i64>
      return %x : i64
    }
    """
    assert played(text, np.zeros((), np.int64), order=order).results == (7,)


def test_a_work_that_calls_what_gives_is_wrong() -> None:
    text = """
    func.func private @settle() {
      sync.signal "event"[0] from "a" to "s"
      return
    }
    func.func @main() {
      %settle = func.constant @settle : () -> ()
      sync.work on "a" {
        func.call_indirect %settle() : () -> ()
      }
      return
    }
    """
    with pytest.raises(DiagnosticError) as raised:
        played(text)
    assert [d.code for d in raised.value.diagnostics] == ["V024"]
    unverified = parse_module(text, verify=False)
    assert [fault.code for fault in play(unverified, "main", [], machine_of("small")).faults] == ["M024"]


def test_an_instance_that_is_computed_may_be_out_of_range() -> None:
    text = """
    func.func @main(%i: index) {
      sync.signal "event"[%i] from "a" to "s"
      sync.wait "event"[%i] from "a" to "s"
      return
    }
    """
    assert played(text, 1).ok
    assert [fault.code for fault in played(text, 2).faults] == ["M011"]
    assert [fault.code for fault in played(text, -1).faults] == ["M011"]


def test_a_race_names_both_accesses() -> None:
    text = """func.func @main(%m: memref<4xi64>) {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c4 = arith.constant 4 : index
      %v = arith.constant 1 : i64
      scf.for %i = %c0 to %c4 step %c1 {
        sync.work on "a" {
          memref.store %v, %m[%i] : memref<4xi64>
        }
      }
      %x = memref.load %m[%c1] : memref<4xi64>
      sync.barrier
      return
    }
    """
    for order in ORDERS:
        found = played(text, np.zeros(4, np.int64), order=order)
        (race,) = found.races
        assert (race.kind, race.element, race.memory) == ("RAW", 1, "argument 0")
        assert (race.first.engine, race.first.iteration) == ("a", (1,))
        assert (race.second.engine, race.second.iteration) == ("s", ())
        (diagnostic,) = found.diagnostics
        assert diagnostic.code == "S001"
        assert diagnostic.span is not None
        assert diagnostic.span.line == 11
        assert diagnostic.notes[0].message == 'writes here, iteration 1, on "a"'


def test_tiles_that_do_not_overlap_do_not_race() -> None:
    text = """
    func.func @main(%m: memref<4x4xi64>, %n: memref<2x2xi64>) {
      %left = memref.subview %m[0, OFFSET][2, 2][1, 1]
        : memref<4x4xi64> to memref<2x2xi64, strided<[4, 1], offset: OFFSET>>
      %right = memref.subview %m[0, 2][4, 2][1, 1]
        : memref<4x4xi64> to memref<4x2xi64, strided<[4, 1], offset: 2>>
      sync.work on "a" {
        memref.copy %n, %left : memref<2x2xi64> to memref<2x2xi64, strided<[4, 1], offset: OFFSET>>
      }
      sync.work on "b" writes(%right : memref<4x2xi64, strided<[4, 1], offset: 2>>) {
        sync.opaque "fill"
      }
      sync.barrier
      return
    }
    """
    for offset, races in (("0", []), ("1", ["WAW"])):
        arrays = np.zeros((4, 4), np.int64), np.ones((2, 2), np.int64)
        found = played(text.replace("OFFSET", offset), *arrays)
        assert [race.kind for race in found.races] == races


def test_what_is_freed_is_not_accessed() -> None:
    text = """
    func.func @main() {
      %m = memref.alloc() : memref<4xi64>
      memref.dealloc %m : memref<4xi64>
      sync.work on "a" writes(%m : memref<4xi64>) {
        %c0 = arith.constant 0 : index
        %x = memref.load %m[%c0] : memref<4xi64>
      }
      return
    }
    """
    assert [fault.code for fault in played(text).faults] == ["S002"]


def test_an_undefined_value_is_not_returned() -> None:
    text = """
    func.func @main() -> i64 {
      %m = memref.alloc() : memref<i64>
      %x = memref.load %m[] : memref<i64>
      return %x : i64
    }
    """
    assert [fault.code for fault in played(text).faults] == ["S006"]


def test_a_deadlock_says_who_waits_where_for_what() -> None:
    text = """
    func.func @main() {
      %c0 = arith.constant 0 : index
      %c1 = arith.constant 1 : index
      %c2 = arith.constant 2 : index
      sync.signal "event"[0] from "a" to "b"
      scf.for %i = %c0 to %c2 step %c1 {
        sync.wait "event"[0] from "a" to "b"
      }
      sync.work on "b" {
      }
      sync.barrier
      return
    }
    """
    for order in ORDERS:
        deadlock = played(text, order=order).deadlock
        assert deadlock is not None
        assert '"s" waits at `sync.barrier` for all that was given' in deadlock.message
        waits = '"b" waits at `sync.wait` in iteration 1 for "event"[0] from "a" to "b", which is not set'
        assert waits in deadlock.message


def test_what_is_played_again_is_played_anew() -> None:
    text = """
    func.func @main(%m: memref<i64>) {
      %x = memref.load %m[] : memref<i64>
      %y = arith.addi %x, %x : i64
      sync.work on "a" {
        memref.store %y, %m[] : memref<i64>
      }
      sync.barrier
      return
    }
    """
    player = Player(parse_module(text), "main", machine_of("small"))
    array = np.ones((), np.int64)
    for order in ("earliest", "latest", "timed", "exhaustive", "earliest"):
        assert player.play([array], order).ok
    assert array == 2**5


def test_an_order_or_an_entry_that_is_not_there() -> None:
    module = parse_module("func.func @main() { return }")
    for entry, order in (("main", "sometime"), ("other", "latest"), ("main", "seed:x")):
        with pytest.raises(DiagnosticError) as raised:
            play(module, entry, [], machine_of("small"), order)
        assert [d.code for d in raised.value.diagnostics] == ["S015"]


def test_a_search_that_is_too_long_says_so() -> None:
    works = '  sync.work on "x" {\n    memref.store %c, %m[] : memref<i64>\n  }\n' * 6
    text = (
        f"func.func @main() {{\n  %c = arith.constant 1 : i64\n  %m = memref.alloc() : memref<i64>\n{works}"
    )
    player = Player(parse_module(text + "  return\n}\n"), "main", machine_of("small"))
    found = player.explore([], most_runs=40)
    assert [fault.code for fault in found.faults] == ["S009"]
    assert found.runs == 40


def test_a_run_that_races_and_loops_for_ever_ends() -> None:
    text = """
    func.func @main() {
      %t = arith.constant true
      %c = arith.constant 1 : i64
      %m = memref.alloc() : memref<i64>
      memref.store %c, %m[] : memref<i64>
      sync.work on "a" {
        memref.store %c, %m[] : memref<i64>
      }
      %x = memref.load %m[] : memref<i64>
      scf.while : () -> () {
        scf.condition(%t)
      } do {
        scf.yield
      }
      return
    }
    """
    found = played(text)
    assert [race.kind for race in found.races] == ["RAW"]
    assert found.faults == ()


@pytest.mark.parametrize(
    ("offset", "sizes", "strides", "places"),
    [
        (3, (), (), [3]),
        (0, (4,), (1,), [0, 1, 2, 3]),
        (1, (3,), (2,), [1, 3, 5]),
        (0, (2, 3), (3, 1), [0, 1, 2, 3, 4, 5]),
        (2, (2, 2), (4, 1), [2, 3, 6, 7]),
        (5, (3,), (-2,), [1, 3, 5]),
        (1, (3,), (0,), [1, 1, 1]),
        (0, (0, 3), (3, 1), []),
        (1, (2, 1, 2), (10, 7, 3), [1, 4, 11, 14]),
    ],
)
def test_rows_of_a_view(
    offset: int, sizes: tuple[int, ...], strides: tuple[int, ...], places: list[int]
) -> None:
    everywhere = range(100)
    assert sorted(p for row in rows_of(offset, sizes, strides) for p in everywhere[row]) == places


def test_rows_of_two_views_are_side_by_side() -> None:
    pairs = aligned_rows((2, 3), ((0, (3, 1)), (10, (1, 2))))
    everywhere = range(100)
    found = [pair for one, two in pairs for pair in zip(everywhere[one], everywhere[two], strict=True)]
    assert sorted(found) == [(3 * i + j, 10 + i + 2 * j) for i in range(2) for j in range(3)]


def test_a_search_loses_an_entry_or_not() -> None:
    work = '  sync.work on "drops" {\n    memref.store %%c%d, %%m[] : memref<i64>\n  }\n'
    constants = "".join(f"  %c{n} = arith.constant {n} : i64\n" for n in (1, 2, 3))
    text = f"""func.func @main() -> i64 {{
{constants}  %m = memref.alloc() : memref<i64>
{"".join(work % n for n in (1, 2, 3))}  sync.barrier
  %x = memref.load %m[] : memref<i64>
  return %x : i64
}}
"""
    found = played(text, order="exhaustive")
    assert sorted(one.results for one in (found, *found.others)) == [(2,), (3,)]
    assert all([misuse.code for misuse in one.misuses] == ["M009"] for one in (found, *found.others))
