"""Ctrl-C in compiled functions that compute: it is heard soon, the call raises KeyboardInterrupt, and the next one works."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager

import numpy as np
import pytest

import asyncir
from asyncir.launch import runtime

FOR_EVER = 10**14


@asyncir.jit
def counts(n):
    s = 0
    for i in range(n):
        s ^= i * i
    return s


@asyncir.jit
def waits_for_less(n):
    s = n
    while s > 0:
        s = s * s % 1009 + 1
    return s


@asyncir.jit
def searches(n):
    for i in range(n):
        if i * i == -7:
            return i
    return -1


@asyncir.jit
def nested(n):
    s = 0.0
    for i in range(n):
        for j in range(10):
            s += i / (j + 1)
    return s


@asyncir.jit
def fib(n):
    return n if n < 2 else fib(n - 1) + fib(n - 2)


@asyncir.jit
def even(n):
    return n == 0 or (odd(n - 1) and odd(n - 1) and odd(n - 1))


@asyncir.jit
def odd(n):
    return n != 0 and even(n - 1) and even(n - 1)


@asyncir.jit
def of_array(a, n):
    s = 0.0
    for i in range(n):
        s += a[i % 3] * i
    return s


@asyncir.jit
def in_parallel(n):
    s = 0
    for i in asyncir.prange(100):
        for j in range(n):
            s += i * j % 7
    return s


@asyncir.jit
def with_array(n):
    a = np.zeros(100000)
    for i in range(n):
        a[i % 7] += 1.0
    return a.sum()


@asyncir.jit
def brief(x):
    for j in range(60_000):
        x = x * 31 % 1_000_003 + j
    return x


@asyncir.jit
def calls_brief(n):
    s = 1
    for _ in range(n):
        s += brief(s)
    return s


@asyncir.jit
def brief_calls_brief(x):
    for _ in range(60_000):
        x += brief(x)
    return x


@asyncir.jit
def calls_deeply(n):
    s = 1
    for _ in range(n):
        s += brief_calls_brief(s)
    return s


@asyncir.jit
def nest_with_calls(n, m):
    s = 1
    for _ in range(n):
        for _ in range(m):
            s += brief(s)
    return s


@asyncir.jit
async def task_that_calls(n):
    s = 1
    for _ in range(n):
        s += brief(s)
    return s


def read_only() -> np.ndarray:
    array = np.arange(3.0)
    array.flags.writeable = False
    return array


CASES = {
    "a loop over a range": (counts, (FOR_EVER,), (5,)),
    "a while loop": (waits_for_less, (5,), (0,)),
    "a loop that return leaves": (searches, (FOR_EVER,), (5,)),
    "loops in loops": (nested, (FOR_EVER,), (3,)),
    "recursion": (fib, (90,), (9,)),
    "functions that call each other": (even, (120,), (4,)),
    "an array": (of_array, (np.arange(3.0), FOR_EVER), (np.arange(3.0), 4)),
    "an array that is only read": (of_array, (read_only(), FOR_EVER), (read_only(), 4)),
    "a parallel loop": (in_parallel, (FOR_EVER,), (4,)),
    "an array of its own": (with_array, (FOR_EVER,), (4,)),
    "calls of brief loops": (calls_brief, (FOR_EVER,), (1,)),
    "calls of brief loops that call others": (calls_deeply, (FOR_EVER,), (0,)),
    "a nest with calls of brief loops": (nest_with_calls, (FOR_EVER, 1_000_000), (1, 1)),
    "a task that calls brief loops": (task_that_calls.run, (FOR_EVER,), (1,)),
}


@contextmanager
def pressed_soon() -> Generator[None]:
    """Ctrl-C, some time later; heard, too, where pytest runs in the background and ignores it."""
    finger = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGINT))
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        finger.start()
        yield
    finally:
        finger.join()
        signal.signal(signal.SIGINT, before)


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("case", CASES)
def test_ctrl_c_ends_a_plain_function_that_computes(case: str) -> None:
    function, endless, small = CASES[case]
    expected = function(*small)
    with pytest.raises(KeyboardInterrupt), pressed_soon():
        function(*endless)
    assert runtime.counts().tasks == 0
    assert runtime.counts().errors == 0
    assert function(*small) == expected


LOOP = """
func.func @f(%n: index, %start: index) -> index {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  cf.br ^head({start} : index)
^head(%i: index):
  %more = arith.cmpi slt, %i, %c10 : index
  cf.cond_br %more, {ways}
^body:
  {next}
  cf.br ^head(%j : index)
^end:
  return %i : index
}}
"""
LOOPS = {
    "a counter that is multiplied": ("%c0", "^body, ^end", "%j = arith.muli %i, %n : index"),
    "a counter that stays": ("%c0", "^body, ^end", "%j = arith.muli %i, %c1 : index"),
    "a loop until a counter is small": ("%start", "^end, ^body", "%j = arith.maxsi %i, %n : index"),
}


@pytest.mark.parametrize("case", LOOPS)
def test_ctrl_c_is_heard_where_a_counter_does_not_grow(case: str) -> None:
    start, ways, following = LOOPS[case]
    program = asyncir.compile(LOOP.format(start=start, ways=ways, next=following))
    with pytest.raises(KeyboardInterrupt), pressed_soon():
        program.f(20, 30)


def test_ctrl_c_is_heard_where_an_inner_loop_ends_at_the_head_of_another() -> None:
    program = asyncir.compile(
        """
        func.func @f(%n: index, %m: index, %a: memref<1xindex>) -> index {
          %c0 = arith.constant 0 : index
          %c1 = arith.constant 1 : index
          cf.br ^outer(%c0 : index)
        ^outer(%i: index):
          %more = arith.cmpi slt, %i, %n : index
          cf.cond_br %more, ^start, ^end
        ^start:
          %next = arith.addi %i, %c1 : index
          cf.br ^inner(%c0 : index)
        ^inner(%j: index):
          %again = arith.cmpi slt, %j, %m : index
          cf.cond_br %again, ^body, ^outer(%next : index)
        ^body:
          %x = memref.load %a[%c0] : memref<1xindex>
          %y = arith.muli %x, %i : index
          %z = arith.addi %y, %j : index
          memref.store %z, %a[%c0] : memref<1xindex>
          %k = arith.addi %j, %c1 : index
          cf.br ^inner(%k : index)
        ^end:
          return %i : index
        }
        """
    )
    cell = np.zeros(1, np.int64)
    with pytest.raises(KeyboardInterrupt), pressed_soon():
        program.f(FOR_EVER, 3, cell)
    assert program.f(200, 3, cell) == 200


def test_other_handlers_are_called_and_the_function_goes_on() -> None:
    heard: list[int] = []
    before = signal.signal(signal.SIGUSR1, lambda number, frame: heard.append(counts(3)))
    finger = threading.Timer(0.05, os.kill, (os.getpid(), signal.SIGUSR1))
    try:
        finger.start()
        n = 1_000
        while not heard:
            n *= 2
            assert nested(n) > 0
    finally:
        finger.join()
        signal.signal(signal.SIGUSR1, before)
    assert heard == [counts(3)]


def test_a_thread_that_is_not_the_main_one_is_left_alone() -> None:
    results: list[float] = []
    thread = threading.Thread(target=lambda: results.append(nested(3_000_000)))
    thread.start()
    with pytest.raises(KeyboardInterrupt), pressed_soon():
        counts(FOR_EVER)
    thread.join()
    assert results == [nested(3_000_000)]


def test_results_do_not_depend_on_where_chunks_end() -> None:
    for n in (0, 1, 65535, 65536, 65537, 131072, 200001):
        assert searches(n) == -1
        total = 0
        for i in range(n):
            total ^= i * i
        assert counts(n) == total


def test_a_range_that_ends_where_numbers_end() -> None:
    @asyncir.jit
    def turns(start: int, stop: int):
        n = 0
        for _ in range(start, stop):
            n += 1
        return n

    last = 2**63 - 1
    assert turns(last - 5, last) == 5
    assert turns(-last - 1, -last + 4) == 5
    assert turns(last, -last) == 0


def test_ranges_with_large_steps_have_the_turns_that_they_have_in_python() -> None:
    @asyncir.jit
    def by(start: int, stop: int, step: int):
        n, x = 0, 0
        for i in range(start, stop, step):
            n += 1
            x ^= i
        return n, x

    last = 2**63 - 1
    for start, stop in ((-last - 1, last), (last, -last - 1), (0, last), (last, 0), (5, 5)):
        for step in (2**61, 2**62, last, -(2**61), -last - 1, 2**60 + 3):
            assert by(start, stop, step) == by.__wrapped__(start, stop, step)
    assert by(last - 10, last, 4) == by.__wrapped__(last - 10, last, 4)


CHILD = """
import sys
import asyncir
from tests.jit.test_interrupts import CASES

for name, (function, endless, small) in list(CASES.items())[:3]:
    expected = function(*small)
    print(name, flush=True)
    try:
        function(*endless)
    except KeyboardInterrupt:
        assert function(*small) == expected
    else:
        sys.exit("it ended by itself")
print("done", flush=True)
"""


def test_a_child_process_hears_each_ctrl_c() -> None:
    def usual() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    command = [sys.executable, "-c", CHILD]
    with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=usual, text=True) as child:
        assert child.stdout is not None
        for line in child.stdout:
            if line != "done\n":
                threading.Event().wait(0.05)  # by then it computes
                child.send_signal(signal.SIGINT)
        assert child.wait() == 0


LEFT_BEHIND = """
import asyncir
from tests.jit.test_interrupts import FOR_EVER, counts
counts(3)
call = counts.task(FOR_EVER)
print("computes", flush=True)
try:
    call.result()
except KeyboardInterrupt:
    print("leaves", flush=True)
    HANDLED
"""


@pytest.mark.parametrize(("handled", "presses"), [("raise", 1), ("pass", 2)])
def test_a_call_that_goes_on_holds_nobody_who_presses_ctrl_c(handled: str, presses: int) -> None:
    """An exception that ends the program cancels it; else another Ctrl-C ends the process while it waits."""

    def usual() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    command = [sys.executable, "-c", LEFT_BEHIND.replace("HANDLED", handled)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, preexec_fn=usual, text=True, **pipes) as child:
        assert child.stdout is not None
        for _ in range(presses):
            child.stdout.readline()
            threading.Event().wait(0.3)
            child.send_signal(signal.SIGINT)
        try:
            assert child.wait(30) == -signal.SIGINT
        finally:
            child.kill()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_forked_process_hears_it_too() -> None:
    counts(3)
    nested(10)
    child = os.fork()
    if child == 0:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        try:
            counts(FOR_EVER)
        except KeyboardInterrupt:
            os._exit(17)
        os._exit(1)
    threading.Event().wait(0.1)
    os.kill(child, signal.SIGINT)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 17
