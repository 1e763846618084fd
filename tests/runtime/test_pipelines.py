"""Pipelined loops on the runtime: stages overlap for real, errors come out, nothing goes on when a call has ended (S0-31)."""

from __future__ import annotations

import ctypes
import time
from contextlib import nullcontext

import numpy as np
import pytest

import asyncir
from asyncir.launch import serial

pytestmark = pytest.mark.feature("S0-31")

LOOP = """
func.func @main(%n: index, %a: memref<?xi64>, %b: memref<?xi64>, ARGUMENTS) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %zero = arith.constant 0 : i32
  %last = arith.subi %n, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloc() : memref<i64>
    scf.execute_region no_inline {
      %x = memref.load %a[%i] : memref<?xi64>
      FIRST
      memref.store %x1, %m[] : memref<i64>
      scf.yield
    } {software_pipeline_statement = "first"}
    scf.execute_region no_inline {
      %y = memref.load %m[] : memref<i64>
      SECOND
      memref.store %y1, %b[%i] : memref<?xi64>
      scf.yield
    } {software_pipeline_statement = "second"}
    memref.dealloc %m : memref<i64>
  } {software_pipeline_stage = [0, 1], software_pipeline_async_stages = [ASYNC]}
  return
}
"""

MEETS = """
%r = scf.if %with -> (i32) {
  %p = func.call @sem_post(%mine) : (i64) -> i32
  %w = func.call @sem_timedwait(%theirs, %deadline) : (i64, i64) -> i32
  %sum = arith.addi %p, %w : i32
  scf.yield %sum : i32
} else {
  scf.yield %zero : i32
}
%alone = arith.extsi %r : i32 to i64
"""
"""`%alone` is -1 where nobody came."""

SEMAPHORES = """
func.func private @sem_post(i64) -> i32 attributes {asyncir.effects = "none"}
func.func private @sem_timedwait(i64, i64) -> i32 attributes {asyncir.effects = "none"}
"""


NOTHING = "%alone = arith.constant 0 : i64\n"


def loop(first: str = "", second: str = "", asynchronous: str = "0", arguments: str = "%f: i64") -> str:
    """The loop, with something in its two stages."""
    first = (first if "%alone" in first else NOTHING + first) + "%x1 = arith.addi %x, %alone : i64"
    second = (second if "%alone" in second else NOTHING + second) + "%y1 = arith.addi %y, %alone : i64"
    text = LOOP.replace("FIRST", first).replace("SECOND", second)
    return text.replace("ASYNC", asynchronous).replace("ARGUMENTS", arguments)


class Semaphores:
    """Two semaphores, and a time in a while until which to wait for them."""

    def __init__(self, seconds: float) -> None:
        self.libc = ctypes.CDLL(None)
        self.memory = (ctypes.c_int64 * 16)()
        due = time.time() + seconds
        self.deadline = (ctypes.c_int64 * 2)(int(due), 0)
        for address in self.addresses[:2]:
            assert self.libc.sem_init(ctypes.c_void_p(address), 0, 0) == 0

    @property
    def addresses(self) -> list[int]:
        """Of the semaphores, and of the deadline."""
        start = ctypes.addressof(self.memory)
        return [start, start + 64, ctypes.addressof(self.deadline)]


def meeting(asynchronous: str) -> str:
    """Stage 0 of an iteration waits until stage 1 of the one before runs, and the other way round."""
    ends = "%with = arith.cmpi ne, %i, END : index"
    first = ends.replace("END", "%c0") + MEETS.replace("%mine", "%s").replace("%theirs", "%t")
    second = ends.replace("END", "%last") + MEETS.replace("%mine", "%t").replace("%theirs", "%s")
    return SEMAPHORES + loop(first, second, asynchronous, "%s: i64, %t: i64, %deadline: i64")


@pytest.mark.parametrize("asynchronous", ["0", "0, 1"])
def test_two_iterations_run_at_once(asynchronous: str) -> None:
    """Both block their threads until they have met; were one behind the other, nobody would come."""
    program = asyncir.compile(meeting(asynchronous), threads=2)
    a, b = np.arange(20), np.zeros(20, np.int64)
    semaphores = Semaphores(60)
    program.main(20, a, b, *semaphores.addresses)
    assert b.tolist() == a.tolist()


def test_without_asynchronous_stages_nobody_comes() -> None:
    program = asyncir.compile(meeting(""), threads=2)
    b = np.zeros(3, np.int64)
    semaphores = Semaphores(0)
    program.main(3, np.arange(3), b, *semaphores.addresses)
    assert b.tolist() != [0, 1, 2]


FAILS = """
%i64 = arith.index_cast %i : index to i64
%right = arith.cmpi ne, %i64, %f : i64
cf.assert %right, "stage"
"""


@pytest.mark.parametrize("at", [0, 1, 9])
@pytest.mark.parametrize(("first", "second"), [(FAILS, ""), ("", FAILS)])
@pytest.mark.parametrize("asynchronous", ["0", "0, 1"])
def test_an_error_of_a_stage_reaches_the_caller(first: str, second: str, at: int, asynchronous: str) -> None:
    """With the chain that each waiting task adds one link to, but not one for each group of the queue."""
    program = asyncir.compile(loop(first, second, asynchronous), filename="loop.mlir", threads=2)
    a, b = np.arange(10), np.zeros(10, np.int64)
    for seed in range(4):
        b[:] = -1
        order = serial.order(seed=seed) if seed else nullcontext()
        with order, pytest.raises(asyncir.ProgramError) as caught:
            program.main(10, a, b, at)
        chain = caught.value.chain
        assert (chain[-1].code, chain[-1].message) == ("R101", "assertion failed: stage")
        assert all(link.code == "R102" for link in chain[:-1])
        assert len(chain) <= 3
        written = b[b != -1]
        assert written.tolist() == list(range(len(written)))
        assert at - 1 <= len(written) <= at if second or asynchronous == "0, 1" else len(written) <= at


SLOW = """
%t = io.sleep %f : i64
async.await %t : !async.token
"""


def test_a_call_that_fails_ends_what_is_in_flight_first() -> None:
    """The first group of queue 1 fails while one of queue 0 has still to write."""
    text = """
func.func @main(%ns: i64, %out: memref<2xi64>) {
  %own = memref.alloca() : memref<1xi64>
  %c0 = arith.constant 0 : index
  %one = arith.constant 1 : i64
  %never = arith.constant false
  queue.commit(0) {
    queue.async {
      %t = io.sleep %ns : i64
      async.await %t : !async.token
      memref.store %one, %own[%c0] : memref<1xi64>
      %x = memref.load %own[%c0] : memref<1xi64>
      memref.store %x, %out[%c0] : memref<2xi64>
    }
  }
  queue.commit(1) {
    queue.async {
      cf.assert %never, "at once"
    }
  }
  queue.wait(1, 0)
  queue.wait(0, 0)
  return
}
"""
    program = asyncir.compile(text)
    out = np.zeros(2, np.int64)
    with pytest.raises(asyncir.ProgramError, match="at once"):
        program.main(20_000_000, out)
    assert out.tolist() == [1, 0]


@pytest.mark.parametrize("asynchronous", ["0", "0, 1"])
def test_a_pipeline_is_cancelled(asynchronous: str) -> None:
    program = asyncir.compile(loop(SLOW, "", asynchronous))
    b = np.zeros(1000, np.int64)
    with pytest.raises(TimeoutError):
        program.main.call([1000, np.ones(1000, np.int64), b, 1_000_000_000], timeout=0.05)
    assert not b.any()
    program.main(3, np.ones(3, np.int64), b, 0)
    assert b[:4].tolist() == [1, 1, 1, 0]


def test_a_stage_may_call_python() -> None:
    seen: list[int] = []
    text = 'func.func private @look(i64) attributes {asyncir.effects = "none"}\n' + loop(
        "func.call @look(%x) : (i64) -> ()"
    )
    program = asyncir.compile(text, callbacks={"look": seen.append})
    b = np.zeros(5, np.int64)
    program.main(5, np.arange(5), b, 0)
    assert seen == [0, 1, 2, 3, 4] == b.tolist()
