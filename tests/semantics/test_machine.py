"""The machine: depth, limits, errors and their causes, arguments."""

from __future__ import annotations

import numpy as np
import pytest

from asyncir.diagnostics import DiagnosticError
from asyncir.semantics import Earliest, interpret
from asyncir.source.text import parse_module
from tests.semantics.programs import PRINT, body, error, run, value

COUNT_DOWN = """
func.func @main(%n: i64) -> i64 {
  %zero = arith.constant 0 : i64
  %one = arith.constant 1 : i64
  %end = arith.cmpi eq, %n, %zero : i64
  cf.cond_br %end, ^done(%zero : i64), ^more
^more:
  %m = arith.subi %n, %one : i64
  %r = func.call @main(%m) : (i64) -> i64
  %s = arith.addi %r, %one : i64
  cf.br ^done(%s : i64)
^done(%x: i64):
  return %x : i64
}
"""


def test_calls_are_not_limited_by_pythons_stack() -> None:
    assert value(COUNT_DOWN, 100_000) == 100_000


def test_endless_recursion_ends_in_a_report() -> None:
    found = error(run(COUNT_DOWN, -1))
    assert found.code == "S011"
    assert found.span is not None


def test_endless_loops_end_in_a_report() -> None:
    text = "func.func @main() {\n  cf.br ^a\n^a:\n  cf.br ^a\n}\n"
    found = error(run(text, max_steps=1000))
    assert found.code == "S010"
    assert "1000" in found.message


def test_deep_nesting_of_regions() -> None:
    depth = 120
    lines = ["scf.if %c {"] * depth + ["func.call @printI64(%x) : (i64) -> ()"] + ["}"] * depth
    text = PRINT + body(lines, "func.func @main(%c: i1, %x: i64)")
    assert run(text, True, 7).output == "7"


def test_a_chain_of_tasks_is_not_limited_by_pythons_stack() -> None:
    text = """
func.func @main(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %false = arith.constant false
  %first = async.execute {
    cf.assert %false, "first"
    async.yield
  }
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%before = %first) -> (!async.token) {
    %t = async.execute [%before] {
      async.yield
    }
    scf.yield %t : !async.token
  }
  async.await %last : !async.token
  return
}
"""
    for schedule in ("earliest", "latest"):
        found = error(run(text, 3000, schedule=schedule))
        assert found.code == "R102"
        assert found.notes[-1].message == "caused by R101: assertion failed: first"
        assert any("2985 more" in note.message for note in found.notes)


def test_an_error_has_the_place_of_each_wait() -> None:
    text = """func.func @check(%ok: i1) {
  cf.assert %ok, "no"
  return
}
func.func @main() {
  %false = arith.constant false
  %t = async.execute {
    func.call @check(%false) : (i1) -> ()
    async.yield
  }
  async.await %t : !async.token
  return
}
"""
    found = error(run(text))
    assert found.span is not None
    assert (found.code, found.span.line, found.span.column) == ("R102", 11, 3)
    (cause,) = found.notes
    assert cause.span is not None
    assert (cause.message, cause.span.line) == ("caused by R101: assertion failed: no", 2)


def test_a_completion_is_set_once() -> None:
    for again in ("set_available", "set_error"):
        text = body(
            [
                "%t = async.runtime.create : !async.token",
                "async.runtime.set_available %t : !async.token",
                f"async.runtime.{again} %t : !async.token",
            ]
        )
        assert error(run(text)).code == "R106"


def test_a_group_of_negative_size_has_failed() -> None:
    text = body(
        ["%n = arith.constant -1 : index", "%g = async.create_group %n : !async.group", "async.await_all %g"]
    )
    found = error(run(text))
    assert found.code == "R102"
    assert found.notes[0].message.startswith("caused by R013")


def test_what_the_entry_returns_is_waited_for() -> None:
    text = """
func.func @main(%ok: i1) -> !async.value<i64> {
  %c = arith.constant 42 : i64
  %t, %v = async.execute -> !async.value<i64> {
    cf.assert %ok, "no"
    async.yield %c : i64
  }
  return %v : !async.value<i64>
}
"""
    for schedule in ("earliest", "latest"):
        assert value(text, True, schedule=schedule) == 42
        assert error(run(text, False, schedule=schedule)).code == "R102"


# ---- memory ----


@pytest.mark.parametrize(
    ("lines", "code"),
    [
        (["%x = memref.load %m[%i] : memref<4xi64>"], "S004"),
        (
            ["%s = memref.subview %m[2] [%i] [1] : memref<4xi64> to memref<?xi64, strided<[1], offset: 2>>"],
            "S004",
        ),
        (["memref.dealloc %m : memref<4xi64>"], "S003"),
        (
            [
                "%r = memref.reinterpret_cast %m to offset: [0], sizes: [5], strides: [1] "
                ": memref<4xi64> to memref<5xi64, strided<[1]>>"
            ],
            "S004",
        ),
        (
            [
                "%r = memref.reinterpret_cast %m to offset: [1], sizes: [2], strides: [2] "
                ": memref<4xi64> to memref<2xi64, strided<[2], offset: 1>>"
            ],
            None,
        ),
        (
            [
                "%d = memref.cast %m : memref<4xi64> to memref<?xi64>",
                "%e = memref.dim %d, %i : memref<?xi64>",
            ],
            "S004",
        ),
        (
            [
                "%n = memref.alloc(%i) : memref<?xi64>",
                "%d = memref.cast %n : memref<?xi64> to memref<4xi64>",
            ],
            "S016",
        ),
        (
            [
                "%n = memref.alloc(%i) : memref<?xi64>",
                "memref.copy %m, %n : memref<4xi64> to memref<?xi64>",
            ],
            "S004",
        ),
        (["%n = memref.alloc(%i) : memref<?xi64>", "memref.dealloc %n : memref<?xi64>"] * 1, None),
    ],
)
def test_memory_errors(lines: list[str], code: str | None) -> None:
    text = body(lines, "func.func @main(%m: memref<4xi64>, %i: index)")
    outcome = run(text, np.zeros(4, np.int64), 5)
    assert outcome.ok if code is None else error(outcome).code == code


def test_alloca_ends_with_its_function() -> None:
    text = """
func.func @leak() -> memref<i64> {
  %m = memref.alloca() : memref<i64>
  return %m : memref<i64>
}
func.func @main() {
  %m = func.call @leak() : () -> memref<i64>
  %x = memref.load %m[] : memref<i64>
  return
}
"""
    assert error(run(text)).code == "S002"


LENDS = """
func.func @lends() {
  %one = arith.constant 1 : i64
  %m = memref.alloca() : memref<i64>
  %t = async.execute {
    memref.store %one, %m[] : memref<i64>
    async.yield
  }
  %u = async.execute {
    async.yield
  }
  async.await %u : !async.token
  return
}
func.func @main() {
  func.call @lends() : () -> ()
  return
}
"""


@pytest.mark.parametrize("schedule", ["earliest", "latest", "seed:1", "seed:2", "exhaustive"])
def test_an_access_that_only_happens_to_come_before_the_end_of_an_alloca(schedule: str) -> None:
    for access in (
        "memref.store %one, %m[] : memref<i64>",
        "memref.load %m[] : memref<i64>",
        "memref.atomic_rmw addi %one, %m[] : (i64, memref<i64>) -> i64",
    ):
        text = LENDS.replace("memref.store %one, %m[] : memref<i64>", access)
        assert error(run(text, schedule=schedule)).code == "S002"
    for needed in ("async.execute {\n    async.yield", "async.await %u"):
        text = LENDS.replace(needed, needed.replace("execute", "execute [%t]").replace("%u", "%t"))
        assert run(text, schedule=schedule).diagnostics == ()


@pytest.mark.parametrize("schedule", ["earliest", "latest"])
def test_a_failure_ends_an_alloca_as_well(schedule: str) -> None:
    text = LENDS.replace("  return\n}", '  %no = arith.constant false\n  cf.assert %no, "no"\n  return\n}', 1)
    assert "S002" in {d.code for d in run(text, schedule=schedule).diagnostics}


def test_arrays_are_changed_in_place_through_any_strides() -> None:
    text = """
func.func @main(%m: memref<?x?xf32, strided<[?, ?], offset: ?>>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %rows = memref.dim %m, %c0 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  %columns = memref.dim %m, %c1 : memref<?x?xf32, strided<[?, ?], offset: ?>>
  scf.for %i = %c0 to %rows step %c1 {
    scf.for %j = %c0 to %columns step %c1 {
      %k = arith.muli %i, %columns : index
      %l = arith.addi %k, %j : index
      %x = arith.index_cast %l : index to i64
      %f = arith.sitofp %x : i64 to f32
      memref.store %f, %m[%i, %j] : memref<?x?xf32, strided<[?, ?], offset: ?>>
    }
  }
  return
}
"""
    for view in (
        lambda a: a,
        lambda a: a.T,
        lambda a: a[::2, 1::2],
        lambda a: a[::-1, ::-1],
        lambda a: a.T[1:, ::-2],
        lambda a: a[:0],
    ):
        base = np.full((6, 8), -1.0, np.float32)
        expected = base.copy()
        view(expected)[...] = np.arange(view(expected).size).reshape(view(expected).shape)
        assert run(text, view(base)).ok
        assert np.array_equal(base, expected)


def test_an_array_of_rank_0_is_changed_in_place() -> None:
    array = np.array(1.0, np.float32)
    text = body(["memref.store %x, %m[] : memref<f32>"], "func.func @main(%x: f32, %m: memref<f32>)")
    assert run(text, 2.5, array).ok
    assert array == 2.5


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        [np.zeros(3, np.float32), 1],
        [np.zeros((2, 2), np.float64), 1],
        [np.zeros(2, ">f8"), 1],
        [[1.0, 2.0], 1],
        [np.zeros(2), 1.5],
        [np.zeros(2), 1 << 70],
        [np.zeros(2), "1"],
    ],
)
def test_arguments_that_do_not_fit(arguments: list[object]) -> None:
    text = body([], "func.func @main(%m: memref<2xf64>, %i: i64)")
    with pytest.raises(DiagnosticError) as caught:
        run(text, *arguments)
    assert [d.code for d in caught.value.diagnostics] == ["S015"]


def test_an_entry_that_is_not_there() -> None:
    module = parse_module("func.func private @out()\nfunc.func @main() {\n  return\n}")
    for name in ("out", "mian"):
        with pytest.raises(DiagnosticError) as caught:
            interpret(module, name, [], Earliest())
        (found,) = caught.value.diagnostics
        assert (found.code, found.help) == ("S015", "one of `@main`")


def test_unknown_functions_are_reported_when_they_are_called() -> None:
    text = "func.func private @mystery()\nfunc.func @main() {\n  func.call @mystery() : () -> ()\n  return\n}"
    assert error(run(text)).code == "S012"


def test_results_are_python_values() -> None:
    text = """
func.func @main(%m: memref<2xf32>, %z: complex<f64>, %b: i1, %v: vector<2xi32>)
    -> (memref<2xf32>, complex<f64>, i1, vector<2xi32>) {
  return %m, %z, %b, %v : memref<2xf32>, complex<f64>, i1, vector<2xi32>
}
"""
    array = np.array([1.5, 2.5], np.float32)
    m, z, b, v = run(text, array, 1 + 2j, True, np.array([3, -4], np.int32)).results
    assert isinstance(m, np.ndarray)
    assert isinstance(v, np.ndarray)
    assert np.shares_memory(m, array)
    assert (m.tolist(), z, b, v.tolist()) == ([1.5, 2.5], 1 + 2j, True, [3, -4])


COROUTINE = """
func.func private @doubled(%v: !async.value<i64>) -> !async.value<i64>
    attributes {passthrough = ["presplitcoroutine"]} {
  %value = async.runtime.create : !async.value<i64>
  %id = async.coro.id
  %handle = async.coro.begin %id
  %state = async.coro.save %handle
  async.runtime.await_and_resume %v, %handle : !async.value<i64>
  async.coro.suspend %state, ^suspend, ^resume, ^cleanup
^resume:
  %x = async.runtime.load %v : !async.value<i64>
  %y = arith.addi %x, %x : i64
  async.runtime.store %y, %value : !async.value<i64>
  async.runtime.set_available %value : !async.value<i64>
  cf.br ^cleanup
^cleanup:
  async.coro.free %id, %handle
  cf.br ^suspend
^suspend:
  async.coro.end %handle
  return %value : !async.value<i64>
}
func.func @main(%a: i64, %b: i64) -> (i64, i64) {
  %first = async.runtime.create : !async.value<i64>
  %second = async.runtime.create : !async.value<i64>
  %v = call @doubled(%first) : (!async.value<i64>) -> !async.value<i64>
  %w = call @doubled(%second) : (!async.value<i64>) -> !async.value<i64>
  async.runtime.store %b, %second : !async.value<i64>
  async.runtime.set_available %second : !async.value<i64>
  async.runtime.store %a, %first : !async.value<i64>
  async.runtime.set_available %first : !async.value<i64>
  async.runtime.await %v : !async.value<i64>
  async.runtime.await %w : !async.value<i64>
  %x = async.runtime.load %v : !async.value<i64>
  %y = async.runtime.load %w : !async.value<i64>
  return %x, %y : i64, i64
}
"""


@pytest.mark.parametrize("schedule", ["earliest", "latest", "seed:3"])
def test_two_coroutines_that_wait_at_once(schedule: str) -> None:
    outcome = run(COROUTINE, 6, 7, schedule=schedule)
    assert (outcome.diagnostics, outcome.results) == ((), (12, 14))
