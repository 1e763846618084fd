"""Threads that wait for a call and run its tasks: where these run, and that such a call ends early as any (S4-10)."""

from __future__ import annotations

import asyncio
import os
import resource
import signal
import subprocess
import sys
import threading
from collections.abc import Generator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy
import pytest

import asyncir
from tests.ctrl_c import pressed_in_a_call
from tests.endless import ENDLESS

PROGRAM = (
    ENDLESS
    + """
func.func private @pthread_self() -> i64
func.func @where() -> (i64, i64) {
  %t, %v = async.execute -> !async.value<i64> {
    %self = func.call @pthread_self() : () -> i64
    async.yield %self : i64
  }
  %task = async.await %v : !async.value<i64>
  %main = func.call @pthread_self() : () -> i64
  return %task, %main : i64, i64
}
func.func @fib(%n: i64) -> i64 {
  %c1 = arith.constant 1 : i64
  %c2 = arith.constant 2 : i64
  %small = arith.cmpi sle, %n, %c1 : i64
  cf.cond_br %small, ^small, ^large
^small:
  return %n : i64
^large:
  %a = arith.subi %n, %c1 : i64
  %b = arith.subi %n, %c2 : i64
  %t, %v = async.execute -> !async.value<i64> {
    %x = func.call @fib(%a) : (i64) -> i64
    async.yield %x : i64
  }
  %y = func.call @fib(%b) : (i64) -> i64
  %x = async.await %v : !async.value<i64>
  %sum = arith.addi %x, %y : i64
  return %sum : i64
}
func.func @later(%n: i64) -> !async.value<i64> {
  %t, %v = async.execute -> !async.value<i64> {
    %x = func.call @fib(%n) : (i64) -> i64
    async.yield %x : i64
  }
  return %v : !async.value<i64>
}
// Waits for a timer that ends in an hour.
func.func @asleep() -> !async.token {
  %hour = arith.constant 3600000000000 : i64
  %timer = io.sleep %hour : i64
  return %timer : !async.token
}
"""
)


@pytest.fixture(scope="module", params=[0, 2], ids=["O0", "O2"])
def program(request: pytest.FixtureRequest) -> asyncir.Compiled:
    return asyncir.compile(PROGRAM, opt_level=request.param)


@pytest.fixture(params=[1, 2])
def loaning(program: asyncir.Compiled, request: pytest.FixtureRequest) -> Generator[Any]:
    """The program on so many workers that are loaned."""
    with asyncir.Runtime(threads=request.param, loan=True) as runtime:
        yield program.on(runtime)


def test_a_call_runs_on_the_thread_that_calls(program: asyncir.Compiled) -> None:
    here = threading.get_ident()
    with asyncir.Runtime(threads=1, loan=True) as one:
        assert program.on(one).where() == (here, here)
        with ThreadPoolExecutor(1) as other:
            assert (
                other.submit(lambda: (*program.on(one).where(), threading.get_ident())).result()
                != (here,) * 3
            )
    with asyncir.Runtime(threads=1, loan=False) as one:
        assert here not in program.on(one).where()


def test_no_thread_is_switched(program: asyncir.Compiled) -> None:
    """A thousand calls, each with a task. The main thread gives the processor up for none of them, as it would to wait."""

    def given_up() -> int:
        return resource.getrusage(resource.RUSAGE_THREAD).ru_nvcsw

    with asyncir.Runtime(threads=1, loan=True) as one:
        where: Any = program.on(one).where
        where()
        times: list[int] = []
        for _ in range(5):
            before = given_up()
            for _ in range(1000):
                where()
            times.append(given_up() - before)
        # The watch may hold a lock for a moment; for longer, where others have its processor.
        assert min(times) < 100, times


THREADS = """
import os, asyncir
program = asyncir.compile({program!r}, threads={threads})
for _ in range(100):
    assert program.fib(10) == 55
names = []
for thread in os.listdir("/proc/self/task"):
    with open(f"/proc/self/task/{{thread}}/comm") as file:
        names.append(file.read().strip())
print(sorted(name for name in names if name.startswith("asyncir")))
"""


def test_a_program_of_one_thread_has_no_other() -> None:
    """But for those that watch the clock, and have loops look for Ctrl-C."""
    script = THREADS.format(program=PROGRAM, threads=1)
    environment = {**os.environ, "ASYNCIR_LOAN": "1"}
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, env=environment, check=False
    )
    assert (done.stdout, done.stderr) == ("['asyncir-ticker', 'asyncir-watch']\n", "")


def test_results_are_the_same(loaning: Any) -> None:
    assert loaning.fib(15) == 610
    assert loaning.later(15).result() == 610
    with ThreadPoolExecutor(4) as callers:
        assert list(callers.map(loaning.fib, [12] * 40)) == [144] * 40


def test_asyncio_is_as_ever(loaning: Any) -> None:
    async def main() -> list[int]:
        return await asyncio.gather(*(loaning.fib.task(n) for n in range(10)), loaning.later(10))

    assert asyncio.run(main()) == [0, 1, 1, 2, 3, 5, 8, 13, 21, 34, 55]


def test_a_call_that_takes_too_long(loaning: Any) -> None:
    count = numpy.zeros(1, numpy.int64)
    with pytest.raises(TimeoutError) as caught:
        loaning.endless.call([count], timeout=0.05)
    assert isinstance(caught.value, asyncir.ProgramError)
    assert caught.value.chain[-1].code == "R108"
    assert count[0] > 0
    assert loaning.fib.call([10], timeout=1000) == 55


@pytest.mark.parametrize("what", ["launches", "sleeps"])
def test_ctrl_c(loaning: Any, what: str) -> None:
    count = numpy.zeros(1, numpy.int64)
    pending = loaning.asleep() if what == "sleeps" else None
    with pytest.raises(KeyboardInterrupt), pressed_in_a_call():
        _ = loaning.endless(count) if pending is None else pending.result()
    assert loaning.fib(10) == 55


def test_handlers_of_signals_are_called_in_the_midst_of_a_task(loaning: Any) -> None:
    """One that raises nothing does not end the call."""
    seen: list[int] = []

    class Enough(Exception):
        pass

    def ring() -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.02)

    def handle(*_: Any) -> None:
        seen.append(threading.get_ident())
        if len(seen) == 3:
            raise Enough
        ring()

    before = signal.signal(signal.SIGALRM, handle)
    ring()
    try:
        with pytest.raises(Enough):
            loaning.endless(numpy.zeros(1, numpy.int64))
    finally:
        signal.signal(signal.SIGALRM, before)
    assert seen == [threading.get_ident()] * 3


def test_a_bad_setting_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ASYNCIR_LOAN", "yes")
    with pytest.raises(asyncir.DiagnosticError, match="ASYNCIR_LOAN") as caught:
        asyncir.Runtime(threads=1)
    assert caught.value.diagnostics[0].code == "R001"
