"""Ctrl-C in compiled functions that compute: it is heard soon, the call raises KeyboardInterrupt, and the next one works."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from functools import cache
from queue import Empty, Queue

import numpy as np
import pytest

import asyncir

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

TO_THE_HEAD = """
func.func @f(%n: index, %m: index) -> index {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^outer(%c0, %c0 : index, index)
^outer(%i: index, %s: index):
  %more = arith.cmpi slt, %i, %n : index
  cf.cond_br %more, ^start, ^end
^start:
  %next = arith.addi %i, %c1 : index
  cf.br ^inner(%c0, %s : index, index)
^inner(%j: index, %x: index):
  %again = arith.cmpi slt, %j, %m : index
  cf.cond_br %again, ^body, ^outer(%next, %x : index, index)
^body:
  %y = arith.muli %x, %x : index
  %z = arith.addi %y, %j : index
  %k = arith.addi %j, %c1 : index
  cf.br ^inner(%k, %z : index, index)
^end:
  return %s : index
}
"""


@cache
def program(text: str) -> asyncir.Compiled:
    return asyncir.compile(text)


def multiplied(n, start):
    """A counter that may stay 0."""
    text = LOOP.format(start="%start", ways="^body, ^end", next="%j = arith.muli %i, %n : index")
    return program(text).f(n, start)


def stays(n, start):
    text = LOOP.format(start="%start", ways="^body, ^end", next="%j = arith.muli %i, %c1 : index")
    return program(text).f(n, start)


def until_small(n, start):
    text = LOOP.format(start="%start", ways="^end, ^body", next="%j = arith.maxsi %i, %n : index")
    return program(text).f(n, start)


def to_the_head(n, m):
    return program(TO_THE_HEAD).f(n, m)


@asyncir.jit
async def computes(n):
    s = 0
    for i in range(n):
        s ^= i * i
    return s


async def sleeps(seconds: float) -> int:
    await asyncio.sleep(seconds)
    return 1


@asyncir.jit
async def first_of(n, seconds: float):
    s = 0
    async for i in asyncir.as_completed(computes(n), sleeps(seconds), computes(5)):
        s ^= i
    return s


@asyncir.jit
async def computes_between(n):
    s = 0
    async for i in asyncir.as_completed(computes(3), sleeps(0.0)):
        for k in range(n):
            s ^= i * k
    return s


def in_asyncio(function):
    def call(*arguments):
        return asyncio.run(function(*arguments))

    return call


async def without_await(n):
    return counts(n)


def beside_a_thread(n):
    """A thread that is not the main one is left alone."""
    results: list[float] = []
    thread = threading.Thread(target=lambda: results.append(nested(3_000_000)))
    thread.start()
    try:
        counts(n)
    finally:
        thread.join()
        assert results == [nested(3_000_000)]


CASES = {
    "a thread beside": (beside_a_thread, (FOR_EVER,), (3,)),
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
    "results of tasks that compute": (first_of.run, (FOR_EVER, 0.0), (1, 0.0)),
    "results of tasks that wait": (first_of.run, (1, 60.0), (1, 0.0)),
    "code between two results": (computes_between.run, (FOR_EVER,), (1,)),
    "asyncio, results of tasks that compute": (in_asyncio(first_of), (FOR_EVER, 0.0), (1, 0.0)),
    "asyncio, results of tasks that wait": (in_asyncio(first_of), (1, 60.0), (1, 0.0)),
    "asyncio, code between two results": (in_asyncio(computes_between), (FOR_EVER,), (1,)),
    "a coroutine that calls without await": (in_asyncio(without_await), (FOR_EVER,), (5,)),
    "a counter that is multiplied": (multiplied, (20, 0), (20, 3)),
    "a counter that stays": (stays, (20, 0), (20, 10)),
    "a loop until a counter is small": (until_small, (20, 30), (3, 3)),
    "an inner loop that ends at the head of another": (to_the_head, (FOR_EVER, 3), (200, 3)),
}


TWICE = ("a coroutine that calls without await",)
"""Here the first Ctrl-C cancels asyncio's main task, as for code of Python's own that computes without `await`."""

CHILD = """
import sys
from asyncir.launch import runtime
from tests.jit.test_interrupts import CASES

for line in sys.stdin:
    function, endless, small = CASES[line.strip()]
    expected = function(*small)
    print("computes", flush=True)
    try:
        said = f"it ended by itself with {function(*endless)}"
    except KeyboardInterrupt:
        counts = runtime.counts()
        again = function(*small)
        alive = counts.tasks, counts.errors
        said = "heard" if (again, alive) == (expected, (0, 0)) else f"{again} is not {expected}, or alive: {alive}"
    print(said, flush=True)
"""

LIMIT = 30
"""Seconds, after which a process that does not hear Ctrl-C is killed."""


class Listener:
    """A process that computes what it is told, to which Ctrl-C is sent."""

    def __init__(self, program: str) -> None:
        def usual() -> None:
            signal.signal(signal.SIGINT, signal.default_int_handler)

        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True, "bufsize": 1}
        self.process = subprocess.Popen([sys.executable, "-c", program], preexec_fn=usual, **pipes)
        self._lines: Queue[str] = Queue()
        self._reader = threading.Thread(target=self._read)
        self._reader.start()

    def _read(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self._lines.put(line)
        self._lines.put("nothing: it has ended")

    def tell(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(line + "\n")

    def hear(self) -> str:
        """The next line that it prints; none within the limit: it is killed."""
        try:
            return self._lines.get(timeout=LIMIT).strip()
        except Empty:
            self.process.kill()
            self.end()
            return f"nothing within {LIMIT} seconds"

    def press(self) -> None:
        """Ctrl-C, when it computes."""
        threading.Event().wait(0.05)
        self.process.send_signal(signal.SIGINT)

    def end(self) -> int:
        """Its exit status; it is killed if it does not end."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.close()
        try:
            return self.process.wait(LIMIT)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
        finally:
            self._reader.join()
            self.process.stdout.close()


@pytest.fixture(scope="module")
def listeners() -> Generator[list[Listener]]:
    """The process that hears, if there is one."""
    running: list[Listener] = []
    yield running
    for one in running:
        assert one.end() == 0


@pytest.mark.feature("S4-22")
@pytest.mark.parametrize("case", CASES)
def test_ctrl_c_ends_a_plain_function_that_computes(case: str, listeners: list[Listener]) -> None:
    listener = listeners.pop() if listeners else Listener(CHILD)
    listener.tell(case)
    assert listener.hear() == "computes"
    listener.press()
    if case in TWICE:
        threading.Event().wait(0.3)
        listener.press()
    assert listener.hear() == "heard"
    listeners.append(listener)


def test_other_handlers_are_called_and_the_function_goes_on() -> None:
    heard: list[int] = []
    nested(counts(3))  # compiled before
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


def test_results_do_not_depend_on_where_chunks_end() -> None:
    for n in (0, 1, 65535, 65536, 65537, 131072, 200001):
        assert searches(n) == -1
        total = 0
        for i in range(n):
            total ^= i * i
        assert counts(n) == total


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
    killer = threading.Timer(LIMIT, os.kill, (child, signal.SIGKILL))
    killer.start()
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 17
    killer.cancel()
