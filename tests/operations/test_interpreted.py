"""What the interpreter makes of operations: a world that is made up, races found, the same results as native code."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.semantics import Earliest, Exhaustive, Latest, Outcome, Seeded, TaskSchedule, interpret
from asyncir.source.text import parse_module
from asyncir.transforms import run_pipeline

pytestmark = pytest.mark.feature("S4-21")

SCHEDULES: tuple[TaskSchedule, ...] = (Earliest(), Latest(), Seeded(1), Seeded(2), Exhaustive())


def run(text: str, *arguments: object, schedule: TaskSchedule | None = None, **host: Any) -> Outcome:
    module = parse_module(text)
    run_pipeline(module, "bind-callbacks")
    return interpret(module, "main", arguments, schedule or Earliest(), host=host)


def code_of(outcome: Outcome) -> str:
    assert not outcome.ok
    return outcome.diagnostics[0].code


def path_of(path: Path | str) -> np.ndarray:
    return np.frombuffer(str(path).encode(), dtype=np.int8).copy()


ROUND_TRIP = """
func.func @main(%path: memref<?xi8>, %out: memref<?xf64>, %in: memref<3x2xi32>) -> (index, index, index) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %fv = io.open update %path : memref<?xi8>
  %f = async.await %fv : !async.value<i32>
  %wv = io.write %f[%c4], %out : memref<?xf64>
  %w = async.await %wv : !async.value<index>
  %sv = io.size %f : i32
  %s = async.await %sv : !async.value<index>
  %rv = io.read %f[%c0], %in : memref<3x2xi32>
  %r = async.await %rv : !async.value<index>
  %c = io.close %f : i32
  async.await %c : !async.token
  return %w, %s, %r : index, index, index
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
def test_files_are_as_in_native_code(schedule: TaskSchedule, tmp_path: Path) -> None:
    out = np.array([1.5, -2.25])
    native, interpreted = np.full((2, 3, 2), -1, np.int32)
    results = asyncir.compile(ROUND_TRIP).main(path_of(tmp_path / "f"), out, native)
    found = run(ROUND_TRIP, path_of("/nowhere/f"), out, interpreted, schedule=schedule)
    assert found.results == results == (16, 20, 20)
    assert interpreted.tolist() == native.tolist()


@pytest.mark.feature("S4-21")
def test_nothing_real_is_touched(tmp_path: Path) -> None:
    real = tmp_path / "f"
    real.write_bytes(b"real")
    outcome = run(ROUND_TRIP, path_of(real), np.zeros(1), np.zeros((3, 2), np.int32))
    assert outcome.ok
    assert real.read_bytes() == b"real"


READ = """
func.func @main() -> i32 {
  %f = io.open read "f"
  %file = async.await %f : !async.value<i32>
  return %file : i32
}
"""


@pytest.mark.feature("S4-21")
def test_no_file_is_there_at_the_start() -> None:
    found = run(READ).diagnostics[0]
    assert found.code == "R102"
    assert any("R301: cannot open 'f': No such file or directory" in note.message for note in found.notes)


@pytest.mark.feature("S4-21")
def test_no_process_is_started() -> None:
    outcome = run("""func.func @main() -> i32 {
      %s = io.process ["true"]
      %status = async.await %s : !async.value<i32>
      return %status : i32
    }""")
    assert any(
        "R302: cannot start 'true': the interpreter starts no process" in note.message
        for note in outcome.diagnostics[0].notes
    )


RACE = """
func.func @main(%m: memref<4xf32>) {
  %c0 = arith.constant 0 : index
  %x = arith.constant 1.0 : f32
  %fv = io.open update "f"
  %f = async.await %fv : !async.value<i32>
  %wv = io.OP %f[%c0], %m : memref<4xf32>
  ACCESS
  %w = async.await %wv : !async.value<index>
  return
}
"""
LOAD = "%y = memref.load %m[%c0] : memref<4xf32>"
STORE = "memref.store %x, %m[%c0] : memref<4xf32>"


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
@pytest.mark.parametrize(
    ("op", "access", "races"),
    [("read", LOAD, False), ("write", LOAD, False), ("write", STORE, True), ("read", STORE, False)],
)
def test_a_buffer_in_flight_is_not_to_be_touched(
    op: str, access: str, races: bool, schedule: TaskSchedule
) -> None:
    """The file is empty, so that reading it writes nothing."""
    outcome = run(
        RACE.replace("OP", op).replace("ACCESS", access), np.zeros(4, np.float32), schedule=schedule
    )
    if races:
        assert code_of(outcome) == "S001"
    else:
        assert outcome.ok


FILLED = RACE.replace("io.OP", "io.write").replace(
    "  ACCESS\n",
    """  %before = async.await %wv : !async.value<index>
  %rv = io.read %f[%c0], %m : memref<4xf32>
  ACCESS
  %r = async.await %rv : !async.value<index>
""",
)


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("access", [LOAD, STORE])
def test_a_buffer_that_is_filled_is_not_to_be_looked_at(access: str) -> None:
    text = FILLED.replace("ACCESS", access)
    for schedule in SCHEDULES:
        assert code_of(run(text, np.zeros(4, np.float32), schedule=schedule)) == "S001"
    assert run(FILLED.replace("ACCESS", ""), np.zeros(4, np.float32)).ok


TWO_WRITES = """
func.func @main(%m: memref<2xi8>) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %fv = io.open update "f"
  %f = async.await %fv : !async.value<i32>
  %a = memref.subview %m[0] [1] [1] : memref<2xi8> to memref<1xi8, strided<[1]>>
  %b = memref.subview %m[1] [1] [1] : memref<2xi8> to memref<1xi8, strided<[1], offset: 1>>
  %x = io.write %f[%c0], %a : memref<1xi8, strided<[1]>>
  %s = io.size %f : i32
  %n = async.await %s : !async.value<index>
  %u = async.await %x : !async.value<index>
  return %n : index
}
"""


@pytest.mark.feature("S4-21")
def test_all_orders_of_operations_on_files_are_tried() -> None:
    outcome = run(TWO_WRITES, np.zeros(2, np.int8), schedule=Exhaustive())
    assert {outcome.results, *(other.results for other in outcome.others)} == {(0,), (1,)}


TIMERS = """
func.func @main(%ns: i64) -> (i1, i1) {
  %start = io.clock : i64
  %t = io.sleep %ns : i64
  async.await %t : !async.token
  %end = io.clock : i64
  %passed = arith.subi %end, %start : i64
  %not_early = arith.cmpi sge, %passed, %ns : i64
  %deadline = arith.addi %end, %ns : i64
  %u = io.sleep_until %deadline : i64
  async.await %u : !async.token
  %last = io.clock : i64
  %reached = arith.cmpi sge, %last, %deadline : i64
  return %not_early, %reached : i1, i1
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
def test_timers_are_not_early_and_take_no_time(schedule: TaskSchedule) -> None:
    year = 365 * 24 * 3600 * 10**9
    assert run(TIMERS, year, schedule=schedule).results == (True, True)


SLEEP_IS_NO_ORDER = """
func.func @main(%m: memref<i32>) {
  %one = arith.constant 1 : i32
  %short = arith.constant 1 : i64
  %long = arith.constant 1000000000 : i64
  %a = io.sleep %short : i64
  %t = async.execute [%a] {
    memref.store %one, %m[] : memref<i32>
    async.yield
  }
  %b = io.sleep %long : i64
  async.await %b : !async.token
  %x = memref.load %m[] : memref<i32>
  async.await %t : !async.token
  return
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
def test_time_orders_nothing(schedule: TaskSchedule) -> None:
    assert code_of(run(SLEEP_IS_NO_ORDER, np.zeros((), np.int32), schedule=schedule)) == "S001"


HOST = """
func.func private @host(i64, memref<?xf32>) -> (f64, memref<?xf32>) attributes {asyncir.callback}
async.func private @later(i64) -> !async.value<i64> attributes {asyncir.callback}
func.func @main(%n: i64, %m: memref<?xf32>) -> (f64, f32, i64) {
  %c0 = arith.constant 0 : index
  %v = async.call @later(%n) : (i64) -> !async.value<i64>
  %x, %r = func.call @host(%n, %m) : (i64, memref<?xf32>) -> (f64, memref<?xf32>)
  %y = memref.load %r[%c0] : memref<?xf32>
  %z = async.await %v : !async.value<i64>
  return %x, %y, %z : f64, f32, i64
}
"""


def host(n: int, m: np.ndarray) -> tuple[float, np.ndarray]:
    m += 1
    return n / 2, m[1:]


async def later(n: int) -> int:
    return n * n


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("schedule", SCHEDULES, ids=str)
def test_functions_of_the_host_are_called(schedule: TaskSchedule) -> None:
    expected, found = np.arange(3, dtype=np.float32), np.arange(3, dtype=np.float32)
    native = asyncir.compile(HOST, callbacks={"host": host, "later": later}).main(5, expected)
    outcome = run(HOST, 5, found, schedule=schedule, host=host, later=later)
    assert outcome.results == native == (2.5, 2.0, 25)
    assert found.tolist() == expected.tolist() == [1, 2, 3]


CALLED = """
func.func private @host(memref<?xf32>) attributes {asyncir.callback}
func.func @main(%m: memref<?xf32>) {
  %t = async.execute {
    func.call @host(%m) : (memref<?xf32>) -> ()
    async.yield
  }
  %c0 = arith.constant 0 : index
  %x = memref.load %m[%c0] : memref<?xf32>
  async.await %t : !async.token
  return
}
"""


def read_only(_: np.ndarray) -> None:
    """Changes nothing."""


@pytest.mark.feature("S4-21")
def test_what_the_host_changes_is_a_write() -> None:
    def change(m: np.ndarray) -> None:
        m[0] = 9

    def change_another(m: np.ndarray) -> None:
        m[1] = 9

    assert code_of(run(CALLED, np.zeros(2, np.float32), host=change)) == "S001"
    assert run(CALLED, np.zeros(2, np.float32), host=change_another).ok
    assert run(CALLED, np.zeros(2, np.float32), host=read_only).ok


@pytest.mark.feature("S4-21")
def test_an_exception_is_an_error_of_the_call() -> None:
    def fails(m: np.ndarray) -> None:
        raise ValueError(m.size)

    notes = run(CALLED, np.zeros(2, np.float32), host=fails).diagnostics[0].notes
    assert any("R305: the callback @host raised ValueError: 2" in note.message for note in notes)
