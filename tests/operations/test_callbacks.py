"""Functions of Python that programs call: plain and `async def`, what goes in and out, what goes wrong."""

from __future__ import annotations

import asyncio
import functools
import operator
import threading
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.diagnostics import DiagnosticError
from asyncir.launch import runtime

pytestmark = pytest.mark.feature("S4-21")

TYPES = "i1, i8, i64, index, f32, f64, complex<f64>, vector<3xf32>"
VALUES = f"""
func.func private @host({TYPES}) -> ({TYPES})
func.func @main(%a: i1, %b: i8, %c: i64, %d: index, %e: f32, %f: f64, %g: complex<f64>, %h: vector<3xf32>) -> ({TYPES}) {{
  %r:8 = func.call @host(%a, %b, %c, %d, %e, %f, %g, %h) : ({TYPES}) -> ({TYPES})
  return %r#0, %r#1, %r#2, %r#3, %r#4, %r#5, %r#6, %r#7 : {TYPES}
}}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("opt_level", [0, 2])
def test_values_go_in_and_out(opt_level: int) -> None:
    seen: list[Any] = []

    def host(*arguments: Any) -> tuple[Any, ...]:
        seen.extend(arguments)
        a, b, c, d, e, f, g, h = arguments
        return not a, b + 1, -c, d + 1, e / 2, f * 2, g * 1j, h + 1

    program = asyncir.compile(VALUES, callbacks={"host": host}, opt_level=opt_level)
    *numbers, vector = program.main(True, 3, 1 << 40, 5, 1.5, 0.1, 1 + 2j, [1.0, 2.0, 3.0])
    assert numbers == [False, 4, -(1 << 40), 6, 0.75, 0.2, -2 + 1j]
    assert vector.tolist() == [2, 3, 4]
    assert seen[:7] == [True, 3, 1 << 40, 5, 1.5, 0.1, 1 + 2j]
    assert seen[7].tolist() == [1, 2, 3]


NOTHING = """
func.func private @host()
func.func @main() {
  func.call @host() : () -> ()
  return
}
"""


@pytest.mark.feature("S4-21")
def test_it_runs_on_no_worker_and_not_on_the_caller() -> None:
    threads: list[int] = []
    asyncir.compile(
        NOTHING, callbacks={"@host": lambda: threads.append(threading.get_ident())}, threads=1
    ).main()
    assert len(threads) == 1
    assert threads[0] != threading.get_ident()


MEMREFS = """
func.func private @change(memref<?x?xf32, strided<[?, 1], offset: ?>>)
func.func @main(%m: memref<?x?xf32>) -> f32 {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %part = memref.subview %m[1, 1] [2, 2] [1, 1] : memref<?x?xf32> to memref<2x2xf32, strided<[?, 1], offset: ?>>
  %cast = memref.cast %part : memref<2x2xf32, strided<[?, 1], offset: ?>> to memref<?x?xf32, strided<[?, 1], offset: ?>>
  func.call @change(%cast) : (memref<?x?xf32, strided<[?, 1], offset: ?>>) -> ()
  %x = memref.load %m[%c2, %c1] : memref<?x?xf32>
  return %x : f32
}
"""


@pytest.mark.feature("S4-21")
def test_a_memref_is_an_array_that_shows_the_programs_memory() -> None:
    def change(part: np.ndarray) -> None:
        assert part.shape == (2, 2)
        part *= 10

    whole = np.arange(12, dtype=np.float32).reshape(3, 4)
    assert asyncir.compile(MEMREFS, callbacks={"change": change}).main(whole) == 90
    assert whole.tolist() == [[0, 1, 2, 3], [4, 50, 60, 7], [8, 90, 100, 11]]


RETURNED = """
func.func private @host(memref<?xi32>) -> (memref<?xi32>, i32)
func.func @main(%m: memref<?xi32>) -> i32 {
  %c0 = arith.constant 0 : index
  %new, %n = func.call @host(%m) : (memref<?xi32>) -> (memref<?xi32>, i32)
  %x = memref.load %new[%c0] : memref<?xi32>
  memref.dealloc %new : memref<?xi32>
  %r = arith.addi %x, %n : i32
  return %r : i32
}
func.func @pass_on(%m: memref<?xi32>) -> memref<?xi32> {
  %new, %n = func.call @host(%m) : (memref<?xi32>) -> (memref<?xi32>, i32)
  return %new : memref<?xi32>
}
"""


@pytest.mark.feature("S4-21")
def test_a_returned_array_is_memory_of_the_programs_own() -> None:
    kept = np.array([5, 6], dtype=np.int32)

    def replaced(m: np.ndarray) -> tuple[np.ndarray, int]:
        return kept, m.size

    program = asyncir.compile(RETURNED, callbacks={"host": replaced})
    assert program.main(np.zeros(3, np.int32)) == 8
    given = program.pass_on(np.zeros(3, np.int32))
    given[0] = 7
    assert kept.tolist() == [5, 6]
    assert given.tolist() == [7, 6]


def without_first(m: np.ndarray) -> tuple[np.ndarray, int]:
    return m[1:], 0


@pytest.mark.feature("S4-21")
def test_an_argument_that_is_returned_stays_where_it_is() -> None:
    program = asyncir.compile(RETURNED, callbacks={"host": without_first})
    memory = np.array([1, 2, 3], dtype=np.int32)
    program.pass_on(memory)[0] = 9
    assert memory.tolist() == [1, 9, 3]


LATER = """
async.func private @later(i64) -> (!async.token, !async.value<i64>)
func.func @main(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %m = arith.addi %n, %c1 : i64
  %t, %a = async.call @later(%n) : (i64) -> (!async.token, !async.value<i64>)
  %u, %b = async.call @later(%m) : (i64) -> (!async.token, !async.value<i64>)
  %w, %sum = async.execute [%t, %u] (%a as %x: !async.value<i64>, %b as %y: !async.value<i64>) -> !async.value<i64> {
    %z = arith.addi %x, %y : i64
    async.yield %z : i64
  }
  %r = async.await %sum : !async.value<i64>
  return %r : i64
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.feature("S1-41")
def test_an_async_function_returns_a_token_and_a_value_at_once() -> None:
    both = threading.Barrier(2)

    def later(n: int) -> int:
        both.wait(60)  # passed by two calls that run at once, and by none that waits for the other
        return n * n

    assert asyncir.compile(LATER, callbacks={"later": later}, threads=1).main(3) == 25


@pytest.mark.feature("S4-21")
def test_a_coroutine_runs_in_a_loop_of_its_own_where_the_caller_has_none() -> None:
    names: set[str] = set()

    async def later(n: int) -> int:
        names.add(threading.current_thread().name)
        await asyncio.sleep(0)
        return n * n

    assert asyncir.compile(LATER, callbacks={"later": later}).main(3) == 25
    assert names == {"asyncir callbacks"}


FAILING = """
func.func private @host(i32) -> i32
func.func @main(%x: i32) -> i32 {
  %t, %v = async.execute -> !async.value<i32> {
    %y = func.call @host(%x) : (i32) -> i32
    async.yield %y : i32
  }
  %r = async.await %v : !async.value<i32>
  return %r : i32
}
"""


def failing(host: Any) -> asyncir.ProgramError:
    program = asyncir.compile(FAILING, filename="failing.mlir", callbacks={"host": host})
    with pytest.raises(asyncir.ProgramError) as caught:
        program.main(7)
    return caught.value


@pytest.mark.feature("S4-21")
def test_an_exception_is_the_cause_of_the_error() -> None:
    raised = ValueError("not 7")

    def host(_: int) -> int:
        raise raised

    error = failing(host)
    assert [error.code, *(cause.code for cause in error.causes)] == ["R102", "R102", "R305"]
    assert error.causes[-1].message == "the callback @host raised ValueError: not 7"
    assert error.causes[-1].span is not None
    assert error.causes[-1].span.line == 5  # where it is called
    assert error.__cause__ is raised
    shown = asyncir.render(error.diagnostics)
    assert "raised in Python, most recent call last:" in shown
    assert "raise raised" in shown
    assert "launch/callbacks.py" not in shown
    assert runtime.counts().errors == 0


@pytest.mark.feature("S4-21")
def test_an_exception_of_a_coroutine_too() -> None:
    async def host(_: int) -> int:
        await asyncio.sleep(0)
        raise KeyError("k")

    assert isinstance(failing(host).__cause__, KeyError)


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize(
    ("value", "code"), [(None, "C101"), (1.5, "C101"), (1 << 40, "C106"), ((1, 2), "C101"), ("x", "C101")]
)
def test_what_the_declaration_does_not_say_is_refused(value: Any, code: str) -> None:
    def host(_: int) -> Any:
        return value

    error = failing(host)
    assert error.causes[-1].code == "R305"
    assert isinstance(error.__cause__, DiagnosticError)
    assert error.__cause__.diagnostics[0].code == code


@pytest.mark.feature("S4-21")
def test_a_value_where_none_is_expected_is_refused() -> None:
    with pytest.raises(asyncir.ProgramError) as caught:
        asyncir.compile(NOTHING, callbacks={"host": int}).main()
    assert isinstance(caught.value.__cause__, DiagnosticError)


@pytest.mark.feature("S4-21")
def test_what_cannot_be_bound_is_refused() -> None:
    def host(x: int) -> int:
        return x

    for text, callbacks, code in (
        (FAILING, {"hots": host}, "C019"),
        (FAILING, {"main": host}, "C019"),
        (FAILING.replace("-> i32\n", "-> i32 attributes {asyncir.callback}\n", 1), {}, "C020"),
        ("func.func private @f(!async.token)\nfunc.func @main() { return }", {"f": host}, "C108"),
    ):
        with pytest.raises(DiagnosticError) as caught:
            asyncir.compile(text, callbacks=callbacks)
        assert caught.value.diagnostics[0].code == code


THROUGH_A_VALUE = """
func.func private @host(i32) -> i32
func.func private @plus(%x: i32) -> i32 {
  %c = arith.constant 100 : i32
  %r = arith.addi %x, %c : i32
  return %r : i32
}
func.func @main(%x: i32, %which: i1) -> i32 {
  %f = func.constant @host : (i32) -> i32
  %g = func.constant @plus : (i32) -> i32
  %h = arith.select %which, %f, %g : (i32) -> i32
  %r = func.call_indirect %h(%x) : (i32) -> i32
  return %r : i32
}
"""


@pytest.mark.feature("S4-21")
def test_it_may_be_called_through_a_value() -> None:
    program = asyncir.compile(THROUGH_A_VALUE, callbacks={"host": functools.partial(operator.mul, 2)})
    assert program.main(21, True) == 42
    assert program.main(21, False) == 121


NESTED = """
func.func private @host(i64) -> i64
func.func @main(%n: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    %y = func.call @host(%n) : (i64) -> i64
    async.yield %y : i64
  }
  %r = async.await %v : !async.value<i64>
  return %r : i64
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("threads", [1, 2])
def test_a_callback_may_call_the_program_again_and_wait(threads: int) -> None:
    def host(n: int) -> int:
        return 1 if n == 0 else 1 + program.main(n - 1)

    program = asyncir.compile(NESTED, callbacks={"host": host}, threads=threads)
    assert program.main(3) == 4
    assert program.main(100) == 101  # deeper than there may be threads that are not blocked


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("threads", [1, 2])
def test_many_callers_nest_at_once(threads: int) -> None:
    def host(n: int) -> int:
        return 1 if n == 0 else 1 + program.main(n - 1)

    program = asyncir.compile(NESTED, callbacks={"host": host}, threads=threads)
    calls = [program.main.task(3) for _ in range(100)]
    assert [call.result() for call in calls] == [4] * 100


LOOPS = """
func.func private @host(index) -> f64
async.func private @later(index) -> !async.value<f64>
func.func @main(%n: index, %out: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %x = func.call @host(%i) : (index) -> f64
    memref.store %x, %out[%i] : memref<?xf64>
    scf.reduce
  }
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %v = async.call @later(%i) : (index) -> !async.value<f64>
    %x = func.call @host(%i) : (index) -> f64
    %y = async.await %v : !async.value<f64>
    %b = arith.addf %a, %x : f64
    %c = arith.addf %b, %y : f64
    scf.yield %c : f64
  }
  return %s : f64
}
"""


@pytest.mark.feature("S4-21")
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("opt_level", [0, 2])
def test_loops_call_and_wait(threads: int, opt_level: int) -> None:
    def half(i: int) -> float:
        return i / 2

    async def later(i: int) -> float:
        return float(i)

    host = {"host": half, "later": later}
    program = asyncir.compile(LOOPS, callbacks=host, threads=threads, opt_level=opt_level)
    out = np.zeros(50)
    assert program.main(50, out) == 1.5 * sum(range(50))
    assert out.tolist() == [half(i) for i in range(50)]


@pytest.mark.feature("S4-21")
def test_two_programs_have_callbacks_of_the_same_name() -> None:
    programs = [
        asyncir.compile(NESTED, callbacks={"host": functools.partial(operator.add, k)}) for k in range(3)
    ]
    assert [program.main(10) for program in programs] == [10, 11, 12]


@pytest.mark.feature("S4-21")
def test_the_cache_keeps_what_is_called_and_not_who(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASYNCIR_CACHE_DIR", str(tmp_path))
    tmp_path.chmod(0o700)
    for k in range(3):
        program = asyncir.compile(NESTED, callbacks={"host": functools.partial(operator.add, k)}, cached=True)
        assert program.main(10) == 10 + k
    assert len(list(tmp_path.iterdir())) == 1
