"""asyncir.compile and what it returns."""

from __future__ import annotations

import asyncio
import gc
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import pytest

import asyncir
from asyncir.launch import runtime

TASKS = """\
func.func @value(%x: f32, %ok: i1) -> !async.value<f32> {
  %t, %r = async.execute -> !async.value<f32> {
    cf.assert %ok, "not this"
    %y = arith.addf %x, %x : f32
    async.yield %y : f32
  }
  return %r : !async.value<f32>
}
async.func @hot(%x: i64) -> !async.value<i64> {
  %y = arith.addi %x, %x : i64
  return %y : i64
}
func.func @token(%m: memref<?xf32>) -> !async.token {
  %c0 = arith.constant 0 : index
  %v = arith.constant 3.0 : f32
  %t = async.execute {
    memref.store %v, %m[%c0] : memref<?xf32>
    async.yield
  }
  return %t : !async.token
}
func.func @both(%ok: i1) -> (!async.token, !async.value<memref<2xf32>>) {
  %t, %r = async.execute -> !async.value<memref<2xf32>> {
    cf.assert %ok, "not this"
    %m = memref.alloc() : memref<2xf32>
    %v = arith.constant 3.0 : f32
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    memref.store %v, %m[%c0] : memref<2xf32>
    memref.store %v, %m[%c1] : memref<2xf32>
    async.yield %m : memref<2xf32>
  }
  return %t, %r : !async.token, !async.value<memref<2xf32>>
}
func.func @ready() -> !async.token {
  %t = async.ready : !async.token
  return %t : !async.token
}
func.func @stuck() -> !async.group {
  %c1 = arith.constant 1 : index
  %g = async.create_group %c1 : !async.group
  return %g : !async.group
}
func.func @group() -> !async.group {
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  %a = async.execute { async.yield }
  %b = async.execute { async.yield }
  %0 = async.add_to_group %a, %g : !async.token
  %1 = async.add_to_group %b, %g : !async.token
  return %g : !async.group
}
"""


@pytest.fixture(scope="module")
def tasks() -> Any:
    return asyncir.compile(TASKS.replace("  return %y : i64", "  return %y : i64"), filename="tasks.mlir")


@pytest.fixture(autouse=True)
def _nothing_left_alive() -> Any:
    yield
    gc.collect()
    left = runtime.counts()
    assert (left.tasks, left.errors) == (0, 0)


def test_functions_are_found_by_name(tasks: Any) -> None:
    assert list(tasks) == ["value", "hot", "token", "both", "ready", "stuck", "group"]
    assert tasks["value"] is tasks.value
    assert "value" in dir(tasks)
    assert "value" in tasks
    assert "nosuch" not in tasks
    assert tasks.value.__name__ == "value"
    assert tasks.value.__doc__ == "@value(f32, i1) -> (!async.value<f32>)"
    assert "@value(f32, i1)" in repr(tasks)


def test_an_unknown_function(tasks: Any) -> None:
    with pytest.raises(AttributeError):
        _ = tasks.valeu
    with pytest.raises(asyncir.DiagnosticError) as caught:
        _ = tasks["valeu"]
    assert caught.value.diagnostics[0].code == "C005"
    assert "value" in caught.value.diagnostics[0].help


def test_the_number_of_arguments(tasks: Any) -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        tasks.value(1.0)
    assert caught.value.diagnostics[0].code == "C107"


def test_a_value_is_waited_for(tasks: Any) -> None:
    pending = tasks.value(1.5, True)
    assert isinstance(pending, asyncir.Pending)
    assert pending.result(60) == 3.0
    assert pending.done()
    assert pending.result() == 3.0
    assert pending.exception() is None
    assert tasks.hot(21).result() == 42


def test_a_token_is_waited_for(tasks: Any) -> None:
    array = numpy.zeros(2, "f4")
    assert tasks.token(array).result() is None
    assert array.tolist() == [3.0, 0.0]
    assert tasks.ready().result() is None
    assert tasks.group().result() is None


def test_an_array_that_only_a_task_uses_stays_alive(tasks: Any) -> None:
    pendings = [tasks.token(numpy.zeros(1000, "f4")) for _ in range(20)]
    gc.collect()
    for pending in pendings:
        pending.result()


def test_a_value_that_is_memory(tasks: Any) -> None:
    token, value = tasks.both(True)
    assert token.result() is None
    assert value.result().tolist() == [3.0, 3.0]


MEMORY = """\
func.func @f(%m: TYPE) -> !async.value<TYPE> {
  %t, %r = async.execute -> !async.value<TYPE> {
    async.yield %m : TYPE
  }
  return %r : !async.value<TYPE>
}
"""


@pytest.mark.parametrize(
    "type_",
    [
        "memref<2x3xf32>",
        "memref<?x3xf32>",
        "memref<2x?xf32>",
        "memref<?x?xf32, strided<[?, 1]>>",
        "memref<2x3xf32, strided<[?, ?], offset: ?>>",
        "memref<?x?xf32, strided<[3, 1], offset: 7>>",
    ],
)
def test_what_the_type_of_memory_tells_is_not_in_the_payload(type_: str) -> None:
    array = numpy.arange(6, dtype="f4").reshape(2, 3)
    result = asyncir.compile(MEMORY.replace("TYPE", type_)).f(array).result()
    assert numpy.shares_memory(result, array)
    numpy.testing.assert_array_equal(result, array)


@pytest.mark.parametrize(
    ("type_", "value"),
    [
        ("i1", True),
        ("i64", -3),
        ("f16", 1.5),
        ("complex<f64>", 1 + 2j),
        ("vector<16xf32>", numpy.arange(16, dtype="f4")),
        ("vector<2x3xi8>", numpy.arange(6, dtype="i1").reshape(2, 3)),
    ],
)
def test_payloads(type_: str, value: Any) -> None:
    result = asyncir.compile(MEMORY.replace("TYPE", type_)).f(value).result()
    numpy.testing.assert_array_equal(result, value)


def test_an_error_has_a_place_in_the_program(tasks: Any) -> None:
    pending = tasks.value(1.5, False)
    with pytest.raises(asyncir.ProgramError) as caught:
        pending.result()
    error = caught.value
    assert error.code == "R101"
    assert "not this" in error.message
    assert error.location is not None
    assert (error.location.file, error.location.line, error.location.column) == ("tasks.mlir", 3, 5)
    assert isinstance(error, asyncir.DiagnosticError)
    assert pending.exception() is error


def test_an_error_knows_its_causes() -> None:
    text = (
        TASKS.replace("func.func @value", "func.func private @value")
        + """\
    func.func @outer() -> f32 {
      %x = arith.constant 1.0 : f32
      %f = arith.constant false
      %r = func.call @value(%x, %f) : (f32, i1) -> !async.value<f32>
      %y = async.await %r : !async.value<f32>
      return %y : f32
    }
    """
    )
    with pytest.raises(asyncir.ProgramError) as caught:
        asyncir.compile(text).outer()
    assert caught.value.code == "R102"
    assert [cause.code for cause in caught.value.causes] == ["R101"]
    assert caught.value.diagnostics[0].notes[0].span is not None


def test_await_in_asyncio(tasks: Any) -> None:
    async def main() -> list[float]:
        return list(await asyncio.gather(*(tasks.value(float(i), True) for i in range(10))))

    assert asyncio.run(main()) == [2.0 * i for i in range(10)]


def test_an_error_in_asyncio(tasks: Any) -> None:
    async def main() -> None:
        await tasks.value(1.0, False)

    with pytest.raises(asyncir.ProgramError):
        asyncio.run(main())


def test_a_callback(tasks: Any) -> None:
    called = threading.Event()
    pending = tasks.value(1.0, True)
    pending.add_done_callback(lambda _: called.set())
    assert called.wait(60)


def test_what_is_complete_cannot_be_cancelled(tasks: Any) -> None:
    pending = tasks.value(1.0, True)
    assert pending.result() == 2.0
    assert not pending.cancel()
    assert not pending.cancelled()


def test_a_deadlock_is_an_error(tasks: Any) -> None:
    with pytest.raises(asyncir.ProgramError):
        tasks.stuck().result()


def test_a_time_limit(tasks: Any) -> None:
    pending = tasks.stuck()
    with pytest.raises(TimeoutError):
        pending.result(timeout=0.0)
    with pytest.raises(asyncir.ProgramError):
        pending.result()


def test_many_threads_call_at_once(tasks: Any) -> None:
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda i: tasks.value(float(i), True).result(), range(200)))
    assert results == [2.0 * i for i in range(200)]


def test_threads(tasks: Any) -> None:
    text = """\
    func.func @f() -> index {
      %0 = async.runtime.num_worker_threads : index
      return %0 : index
    }
    """
    for threads in (1, 3, 2):
        assert asyncir.compile(text, threads=threads).f() == threads


def test_a_module_stays_as_it_is() -> None:
    module = asyncir.parse(TASKS)
    before = asyncir.print_module(module)
    assert asyncir.compile(module).value(1.0, True).result() == 2.0
    assert asyncir.print_module(module) == before


@pytest.mark.parametrize("level", [0, 1, 2, 3])
def test_every_level(level: int) -> None:
    program = asyncir.compile(TASKS, opt_level=level)
    assert program.value(1.0, True).result() == 2.0


def test_a_level_that_is_none() -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        asyncir.compile(TASKS, opt_level=4)
    assert caught.value.diagnostics[0].code == "C017"


def test_a_program_with_errors() -> None:
    with pytest.raises(asyncir.DiagnosticError):
        asyncir.compile("func.func @f( {")


def test_a_program_outlives_its_last_name() -> None:
    pending = asyncir.compile(TASKS).value(1.0, True)
    gc.collect()
    assert pending.result() == 2.0


def test_public_names() -> None:
    assert len(asyncir.__all__) <= 25
    for name in asyncir.__all__:
        assert getattr(asyncir, name) is not None
        assert name in dir(asyncir)
    with pytest.raises(AttributeError):
        _ = asyncir.nosuch


def test_the_text_of_an_error_names_its_root() -> None:
    with pytest.raises(asyncir.ProgramError) as caught:
        asyncir.compile(chain(1), filename="chain.mlir").main()
    text = str(caught.value)
    assert text.startswith("[R102] ")
    assert text.endswith("; caused by [R101] assertion failed: root (chain.mlir:4:5)")


def chain(length: int) -> str:
    """Tasks of which each waits for the one before; the first fails."""
    lines = ["func.func @main() {", "  %f = arith.constant false", "  %t0 = async.execute {"]
    lines += ['    cf.assert %f, "root"', "    async.yield", "  }"]
    for i in range(1, length):
        lines.append(f"  %t{i} = async.execute [%t{i - 1}] {{ async.yield }}")
    return "\n".join([*lines, f"  async.await %t{length - 1} : !async.token", "  return", "}"])


@pytest.mark.parametrize(("length", "notes"), [(1, 1), (4, 4), (5, 4), (40, 4)])
def test_a_long_chain_of_causes_is_cut_in_the_middle(length: int, notes: int) -> None:
    with pytest.raises(asyncir.ProgramError) as caught:
        asyncir.compile(chain(length)).main()
    (diagnostic,) = caught.value.diagnostics
    assert len(caught.value.causes) == length
    assert len(diagnostic.notes) == notes
    assert "root" in diagnostic.notes[-1].message
    if length > 4:
        assert str(length - 3) in diagnostic.notes[1].message


SCRIPT = """\
import asyncir
program = asyncir.compile({text!r})
{call}
"""


@pytest.mark.parametrize(
    ("call", "expected"),
    [
        ("program.value(1.0, True).add_done_callback(lambda p: print(p.result()))", "2.0"),
        ("program.value(1.0, False).add_done_callback(lambda p: print(p.exception().code))", "R101"),
        ("program.stuck().add_done_callback(lambda p: print(p.exception().code))", "R104"),
        ("kept = [program.value(1.0, True) for _ in range(50)]", ""),
    ],
)
def test_what_is_in_flight_at_the_end_ends_first(call: str, expected: str) -> None:
    script = SCRIPT.format(text=TASKS, call=call)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, expected, "")
