"""What the design documents promise of tasks, one promise a test, seen from outside: compiled and run.

Where an order has to be forced, a task waits for a semaphore until the test posts it, so that nothing depends on how
fast anything is. `pthread_self` tells threads apart.
"""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType
from asyncir.driver.stages import compile_to_llvm
from asyncir.launch import runtime

MEET = """
func.func private @pthread_self() -> i64
func.func private @sem_post(i64) -> i32
func.func private @sem_wait(i64) -> i32

// Say that this has been reached, then wait until somebody says go on.
func.func private @meet(%reached: i64, %go: i64) {
  func.call @sem_post(%reached) : (i64) -> i32
  func.call @sem_wait(%go) : (i64) -> i32
  return
}
"""


class Meeting:
    """Where a task and the test meet: the task says that it is there, and waits until it may go on."""

    def __init__(self) -> None:
        self._libc = ctypes.CDLL(None)
        self._semaphores = [ctypes.create_string_buffer(64) for _ in range(2)]
        for semaphore in self._semaphores:
            self._libc.sem_init(semaphore, 0, 0)
        self.addresses = tuple(ctypes.addressof(semaphore) for semaphore in self._semaphores)

    def wait_until_reached(self) -> None:
        """Return when the task is there."""
        self._libc.sem_wait(self._semaphores[0])

    def go(self) -> None:
        """Let the task go on."""
        self._libc.sem_post(self._semaphores[1])


@pytest.fixture
def meeting() -> Iterator[Meeting]:
    """A meeting whose task goes on at the end, whatever the test found."""
    meeting = Meeting()
    yield meeting
    meeting.go()
    runtime.counts()


def compiled(text: str, threads: int = 2) -> asyncir.Compiled:
    return asyncir.compile(MEET + text, threads=threads)


def alive() -> tuple[int, int]:
    counts = runtime.counts()
    return counts.tasks, counts.errors


HANDLE = """
func.func @start(%reached: i64, %go: i64) -> !async.value<i64> {
  %t, %v = async.execute -> !async.value<i64> {
    func.call @meet(%reached, %go) : (i64, i64) -> ()
    %r = arith.constant 7 : i64
    async.yield %r : i64
  }
  return %v : !async.value<i64>
}
"""


@pytest.mark.feature("S4-4")
def test_the_caller_gets_its_handle_while_the_task_runs(meeting: Meeting) -> None:
    handle: Future[Any] = compiled(HANDLE).start(*meeting.addresses)
    meeting.wait_until_reached()
    assert not handle.done()
    meeting.go()
    assert handle.result() == 7


@pytest.mark.feature("S4-1", "S1-3")
def test_async_call_launches_and_returns_a_token_and_a_value() -> None:
    program = compiled("""
        async.func @twice(%x: i64, %A: memref<1xi64>) -> (!async.token, !async.value<i64>) {
          %c0 = arith.constant 0 : index
          %y = arith.addi %x, %x : i64
          memref.store %y, %A[%c0] : memref<1xi64>
          return %y : i64
        }
        func.func @main(%x: i64, %A: memref<1xi64>) -> (i64, i64) {
          %c0 = arith.constant 0 : index
          %t, %v = async.call @twice(%x, %A) : (i64, memref<1xi64>) -> (!async.token, !async.value<i64>)
          async.await %t : !async.token
          %stored = memref.load %A[%c0] : memref<1xi64>
          %y = async.await %v : !async.value<i64>
          return %stored, %y : i64, i64
        }""")
    assert program.main(21, np.zeros(1, dtype=np.int64)) == (42, 42)


@pytest.mark.feature("S4-2")
def test_await_suspends_so_that_one_worker_is_enough() -> None:
    """The outer task holds the only worker; if its await blocked, the inner one could never run."""
    program = compiled(
        """
        func.func @main(%x: i64) -> i64 {
          %t, %v = async.execute -> !async.value<i64> {
            %t2, %inner = async.execute -> !async.value<i64> {
              %one = arith.constant 1 : i64
              %y = arith.addi %x, %one : i64
              async.yield %y : i64
            }
            %y = async.await %inner : !async.value<i64>
            %z = arith.addi %y, %y : i64
            async.yield %z : i64
          }
          %r = async.await %v : !async.value<i64>
          return %r : i64
        }""",
        threads=1,
    )
    assert program.main(4) == 10


@pytest.mark.feature("S4-3")
def test_functions_that_await_are_coroutines_and_leave_nothing_behind() -> None:
    text = compile_to_llvm(asyncir.parse(MEET + HANDLE)).text
    assert "presplitcoroutine" in text
    for part in ("id", "begin", "save", "suspend", "free", "end"):
        assert f"@llvm.coro.{part}" in text
    program = asyncir.compile(MEET + HANDLE, threads=2)
    meeting = Meeting()
    for _ in range(10):
        meeting.go()
        assert program.start(*meeting.addresses).result() == 7
    assert alive() == (0, 0)


@pytest.mark.feature("S4-5", "S4-10")
def test_a_continuation_runs_on_the_thread_that_finished_what_it_waited_for(meeting: Meeting) -> None:
    """It began in the caller's thread, and another worker, were there one, might steal it."""
    program = compiled(
        """
        async.func private @after(%v: !async.value<i64>) -> (!async.value<i64>, !async.value<i64>) {
          %finisher = async.await %v : !async.value<i64>
          %self = func.call @pthread_self() : () -> i64
          return %finisher, %self : i64, i64
        }
        func.func @start(%reached: i64, %go: i64) -> (!async.value<i64>, !async.value<i64>) {
          %t, %v = async.execute -> !async.value<i64> {
            func.call @meet(%reached, %go) : (i64, i64) -> ()
            %self = func.call @pthread_self() : () -> i64
            async.yield %self : i64
          }
          %a, %b = async.call @after(%v) : (!async.value<i64>) -> (!async.value<i64>, !async.value<i64>)
          return %a, %b : !async.value<i64>, !async.value<i64>
        }""",
        threads=1,
    )
    finisher, continuation = program.start(*meeting.addresses)
    meeting.wait_until_reached()
    meeting.go()
    assert finisher.result() == continuation.result() != 0


@pytest.mark.feature("S4-6")
def test_the_runtime_has_a_c_interface_for_handles() -> None:
    """Create a value, look at it, emplace its payload, wait for it from outside, release it."""
    c = runtime.library()
    pointer = ctypes.c_void_p
    c.asyncir_task_create.restype = c.asyncir_task_payload.restype = pointer
    c.asyncir_task_set.restype = c.asyncir_task_is_done.restype = ctypes.c_bool
    task = pointer(c.asyncir_task_create(ctypes.c_int64(8), ctypes.c_int64(8), 0))
    assert not c.asyncir_task_is_done(task)
    payload = c.asyncir_task_payload(task, ctypes.c_int64(8))
    ctypes.c_int64.from_address(payload).value = 42
    assert c.asyncir_task_set(task, None, None, 0)
    assert not c.asyncir_task_set(task, None, None, 0)  # once only
    assert c.asyncir_task_is_done(task)
    assert c.asyncir_task_block(task)
    assert ctypes.c_int64.from_address(payload).value == 42
    c.asyncir_task_release(task, 1)
    assert alive() == (0, 0)


@pytest.mark.feature("S4-7")
def test_an_entry_that_awaits_blocks_its_caller_and_no_other_thread(meeting: Meeting) -> None:
    program = compiled("""
        func.func @main(%reached: i64, %go: i64) {
          %t = async.execute {
            func.call @meet(%reached, %go) : (i64, i64) -> ()
            async.yield
          }
          async.await %t : !async.token
          return
        }""")
    caller = threading.Thread(target=program.main, args=meeting.addresses)
    caller.start()
    meeting.wait_until_reached()  # this thread runs on
    assert caller.is_alive()
    meeting.go()
    caller.join()


@pytest.mark.feature("S4-9", "S4-10", "S4-17")
def test_an_async_function_starts_at_once_on_its_caller() -> None:
    """What it does before its first wait has been done when the call is over, and on the same thread."""
    program = compiled("""
        async.func private @eager(%A: memref<2xi64>) -> !async.token {
          %c0 = arith.constant 0 : index
          %self = func.call @pthread_self() : () -> i64
          memref.store %self, %A[%c0] : memref<2xi64>
          return
        }
        func.func @main(%A: memref<2xi64>) -> (i64, i64) {
          %c0 = arith.constant 0 : index
          %t = async.call @eager(%A) : (memref<2xi64>) -> !async.token
          %stored = memref.load %A[%c0] : memref<2xi64>
          %self = func.call @pthread_self() : () -> i64
          async.await %t : !async.token
          return %stored, %self : i64, i64
        }""")
    stored, own = program.main(np.zeros(2, dtype=np.int64))
    assert stored == own != 0


@pytest.mark.feature("S4-10")
def test_no_thread_is_switched_without_need() -> None:
    """What never awaits runs in its caller; a task that awaits what is complete goes on where it is."""
    program = compiled("""
        func.func @plain() -> i64 {
          %self = func.call @pthread_self() : () -> i64
          return %self : i64
        }
        func.func @main() -> (i64, i64) {
          %r = async.ready : !async.token
          %t, %v:2 = async.execute -> (!async.value<i64>, !async.value<i64>) {
            %before = func.call @pthread_self() : () -> i64
            async.await %r : !async.token
            %after = func.call @pthread_self() : () -> i64
            async.yield %before, %after : i64, i64
          }
          %before = async.await %v#0 : !async.value<i64>
          %after = async.await %v#1 : !async.value<i64>
          return %before, %after : i64, i64
        }""")
    assert program.plain() == threading.get_ident()
    for _ in range(100):
        before, after = program.main()
        assert before == after


@pytest.mark.feature("S4-9")
def test_waiting_for_what_completes_meanwhile_loses_no_wake_up() -> None:
    """Tasks complete before, while and after others begin to wait for them: a thousand tries of the race."""
    program = compiled("""
        func.func @main() -> i64 {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          %n = arith.constant 1000 : index
          %zero = arith.constant 0 : i64
          %one = arith.constant 1 : i64
          %sum = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> (i64) {
            %t, %v = async.execute -> !async.value<i64> {
              async.yield %one : i64
            }
            %x = async.await %v : !async.value<i64>
            %y = async.await %v : !async.value<i64>
            %s = arith.addi %acc, %x : i64
            %s2 = arith.addi %s, %y : i64
            scf.yield %s2 : i64
          }
          return %sum : i64
        }""")
    assert program.main() == 2000
    assert alive() == (0, 0)


REGION = """
func.func @main(%x: f64, %A: memref<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %k = arith.constant 3.0 : f64
  %t, %v = async.execute -> !async.value<f64> {
    %a = memref.load %A[%c0] : memref<?xf64>
    %b = arith.mulf %a, %k : f64
    %c = arith.addf %b, %x : f64
    async.yield %c : f64
  }
  %r = async.await %v : !async.value<f64>
  return %r : f64
}
"""


@pytest.mark.feature("S4-14")
def test_a_region_is_outlined_with_what_it_captures() -> None:
    module = asyncir.parse(REGION)
    asyncir.run_pipeline(module, "outline-execute")
    text = asyncir.print_module(module)
    assert "async.execute" not in text
    assert "async.call @main_execute" in text
    assert asyncir.compile(REGION).main(1.0, np.array([2.0])) == 7.0


@pytest.mark.feature("S4-23")
def test_a_region_is_lowered_without_looking_at_other_functions() -> None:
    """The function's own text comes out the same whatever else the module has."""
    outlined: list[str] = []
    for others in ("", "func.func private @unknown(f64) -> f64\n", MEET + HANDLE):
        module = asyncir.parse(others + REGION)
        asyncir.run_pipeline(module, "outline-execute")
        text = asyncir.print_module(module)
        outlined.append(
            text[text.index("func.func @main(") : text.index("  async.func private @main_execute")]
        )
    assert outlined[0] == outlined[1] == outlined[2]


@pytest.mark.feature("S4-15")
@pytest.mark.parametrize(
    "call",
    [
        "%t = func.call @task() : () -> !async.token",
        "%t = async.call @plain() : () -> !async.token",
    ],
)
def test_async_functions_are_called_asynchronously_only(call: str) -> None:
    text = f"""
        async.func @task() -> !async.token {{
          return
        }}
        func.func @plain() -> !async.token {{
          %t = async.ready : !async.token
          return %t : !async.token
        }}
        func.func @main() {{
          {call}
          return
        }}"""
    with pytest.raises(asyncir.DiagnosticError):
        asyncir.parse(text)


@pytest.mark.feature("S4-16")
@pytest.mark.parametrize(
    ("type_", "argument"),
    [
        ("i1", True),
        ("i8", -3),
        ("f32", 0.5),
        ("index", 12),
        ("vector<16xf32>", np.arange(16, dtype=np.float32)),
        ("memref<?xf64>", np.arange(5.0)),
        ("complex<f64>", 1 + 2j),
    ],
)
def test_values_carry_payloads_of_any_type(type_: str, argument: Any) -> None:
    program = compiled(f"""
        func.func @main(%x: {type_}) -> {type_} {{
          %t, %v = async.execute -> !async.value<{type_}> {{
            async.yield %x : {type_}
          }}
          %t2, %w = async.execute (%v as %y: !async.value<{type_}>) -> !async.value<{type_}> {{
            async.yield %y : {type_}
          }}
          %r = async.await %w : !async.value<{type_}>
          return %r : {type_}
        }}""")
    np.testing.assert_array_equal(program.main(argument), argument)


@pytest.mark.feature("S1-11")
def test_a_token_and_the_values_of_a_task_complete_together() -> None:
    """Waiting for the token is enough: then the value is ready, and so is what the task wrote."""
    program = compiled("""
        func.func @main(%A: memref<1xi64>) -> (i64, i64) {
          %c0 = arith.constant 0 : index
          %c5 = arith.constant 5 : i64
          %t, %v = async.execute -> !async.value<i64> {
            memref.store %c5, %A[%c0] : memref<1xi64>
            async.yield %c5 : i64
          }
          %t2, %w = async.execute [%t] (%v as %x: !async.value<i64>) -> !async.value<i64> {
            %a = memref.load %A[%c0] : memref<1xi64>
            %s = arith.addi %a, %x : i64
            async.yield %s : i64
          }
          async.await %t2 : !async.token
          %x = async.await %v : !async.value<i64>
          %y = async.await %w : !async.value<i64>
          return %x, %y : i64, i64
        }""")
    assert program.main(np.zeros(1, dtype=np.int64)) == (5, 10)


@pytest.mark.feature("S1-12")
def test_ops_tell_their_dependencies_and_their_token() -> None:
    module = asyncir.parse(
        REGION.replace("async.execute ->", "async.execute [%before] ->").replace(
            "  %k =", "  %before = async.ready : !async.token\n  %k ="
        )
    )
    found = {}
    for op in module.walk():
        if trait := op.get_trait(AsyncOpInterface):
            found[op.name] = (list(trait.dependencies(op)), trait.token(op))
    execute = next(op for op in module.walk() if op.name == "async.execute")
    dependencies, token = found["async.execute"]
    assert [d.name_hint for d in dependencies] == ["before"]
    assert token is execute.results[0]
    assert [d.name_hint for d in found["async.await"][0]] == ["v"]


@pytest.mark.feature("S1-15")
def test_tokens_values_and_groups_are_one_kind_to_analyses() -> None:
    module = asyncir.parse("""
        func.func @main(%t: !async.token, %v: !async.value<f64>, %g: !async.group, %x: f64) {
          return
        }""")
    function = next(op for op in module.walk() if op.name == "func.func")
    kinds = [isinstance(a.type, CompletionType) for a in function.regions[0].blocks[0].args]
    assert kinds == [True, True, True, False]
    payloads = [
        a.type.payload() for a in function.regions[0].blocks[0].args if isinstance(a.type, CompletionType)
    ]
    assert [None if p is None else str(p) for p in payloads] == [None, "f64", None]
