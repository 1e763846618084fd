"""Calls that are cancelled: by a time limit, by `Pending.cancel`, by asyncio, by Ctrl-C; what is alive afterwards."""

from __future__ import annotations

import asyncio
import concurrent.futures
from typing import Any

import pytest

import asyncir
from tests.ctrl_c import pressed_in_a_call
from tests.endless import ENDLESS

pytestmark = pytest.mark.feature("S4-25")

PROGRAM = (
    ENDLESS
    + """
// A thousand tasks wait for a timer that ends in an hour.
func.func @asleep() -> !async.value<i64> {
  %hour = arith.constant 3600000000000 : i64
  %timer = io.sleep %hour : i64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 1000 : index
  %group = async.create_group %n : !async.group
  scf.for %i = %c0 to %n step %c1 {
    %t = async.execute [%timer] {
      async.yield
    }
    %r = async.add_to_group %t, %group : !async.token
  }
  %token, %value = async.execute -> !async.value<i64> {
    async.await_all %group
    %x = arith.constant 1 : i64
    async.yield %x : i64
  }
  return %value : !async.value<i64>
}

// Waits in a plain function, called ten deep, for a token that nobody sets while a timer runs.
func.func private @deep(%n: i64, %token: !async.token) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %done = arith.cmpi eq, %n, %c0 : i64
  cf.cond_br %done, ^wait, ^more
^wait:
  async.await %token : !async.token
  return
^more:
  %m = arith.subi %n, %c1 : i64
  func.call @deep(%m, %token) : (i64, !async.token) -> ()
  return
}
func.func @stuck() {
  %hour = arith.constant 3600000000000 : i64
  %timer = io.sleep %hour : i64
  %token = async.runtime.create : !async.token
  %ten = arith.constant 10 : i64
  func.call @deep(%ten, %token) : (i64, !async.token) -> ()
  async.await %timer : !async.token
  return
}

func.func @quick(%x: i64) -> i64 {
  %t, %v = async.execute -> !async.value<i64> {
    async.yield %x : i64
  }
  %y = async.await %v : !async.value<i64>
  return %y : i64
}
"""
)


@pytest.fixture(params=[(0, 1), (0, 2), (2, 1), (2, 2)], ids=lambda p: f"O{p[0]}-{p[1]}threads")
def program(request: pytest.FixtureRequest) -> Any:
    """The program at that level, on so many workers."""
    opt_level, threads = request.param
    return asyncir.compile(PROGRAM, opt_level=opt_level, threads=threads)


def counter() -> Any:
    """A memref that a program counts in."""
    import numpy

    return numpy.zeros(1, numpy.int64)


@pytest.mark.feature("S4-25")
def test_a_call_that_takes_too_long(program: Any) -> None:
    count = counter()
    with pytest.raises(TimeoutError) as caught:
        program.endless.call([count], timeout=0.05)
    error: Any = caught.value
    assert isinstance(error, asyncir.ProgramError)
    assert error.chain[-1].code == "R108"
    assert error.location is not None
    assert count[0] > 0
    assert "R108" in str(error)


@pytest.mark.feature("S4-25")
def test_no_time_at_all_lets_nothing_begin(program: Any) -> None:
    count = counter()
    with pytest.raises(TimeoutError):
        program.endless.call([count], timeout=0)
    assert count[0] == 0


def test_a_limit_that_is_kept(program: Any) -> None:
    assert program.quick.call([7], timeout=1000) == 7


def test_a_limit_that_is_no_number(program: Any) -> None:
    with pytest.raises(asyncir.DiagnosticError, match="C110"):
        program.quick.call([7], timeout=float("nan"))


@pytest.mark.feature("S4-25")
def test_what_waits_in_plain_functions_ends(program: Any) -> None:
    with pytest.raises(TimeoutError):
        program.stuck.call([], timeout=0.05)


@pytest.mark.feature("S4-25")
def test_cancelling_what_is_in_flight(program: Any) -> None:
    pending = program.asleep()
    assert not pending.done()
    assert pending.cancel()
    with pytest.raises(concurrent.futures.CancelledError) as caught:
        pending.result()
    error: Any = caught.value
    assert isinstance(error, asyncir.ProgramError)
    assert error.chain[-1].code == "R107"
    assert pending.cancelled()
    assert not pending.cancel()


def test_cancelling_a_call_that_goes_on(program: Any) -> None:
    count = counter()
    pending = program.endless.task(count)
    assert pending.cancel()
    with pytest.raises(concurrent.futures.CancelledError):
        pending.result()


def test_waiting_no_longer_is_no_cancellation(program: Any) -> None:
    pending = program.asleep()
    with pytest.raises(TimeoutError):
        pending.result(timeout=0.01)
    assert not pending.done()
    pending.cancel()
    assert pending.exception() is not None


@pytest.mark.feature("S4-25")
def test_another_call_goes_on(program: Any) -> None:
    pending = program.asleep()
    other = program.asleep()
    pending.cancel()
    assert pending.exception() is not None
    assert program.quick(5) == 5
    assert not other.done()
    other.cancel()
    assert other.exception() is not None


@pytest.mark.feature("S4-25")
def test_the_end_of_an_asyncio_task(program: Any) -> None:
    async def main() -> None:
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(program.endless.task(counter()), 0.05)
        sleeping = asyncio.ensure_future(program.asleep())
        await asyncio.sleep(0)
        sleeping.cancel()
        with pytest.raises(asyncio.CancelledError):
            await sleeping

    asyncio.run(main())


def test_an_awaited_call_that_somebody_cancels(program: Any) -> None:
    async def main() -> None:
        pending = program.asleep()
        pending.cancel()
        with pytest.raises(asyncio.CancelledError):
            await pending

    asyncio.run(main())


@pytest.mark.feature("S4-25")
@pytest.mark.parametrize("what", ["call", "result"])
def test_ctrl_c(program: Any, what: str) -> None:
    count = counter()
    pending = program.asleep() if what == "result" else None
    with pytest.raises(KeyboardInterrupt), pressed_in_a_call():
        _ = program.endless(count) if pending is None else pending.result()
    assert program.quick(3) == 3


COMPUTES = """
func.func @shared(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.parallel (%i, %j) = (%c0, %c0) to (%n, %c1) step (%c1, %c1) init (%zero) -> f64 {
    %x = arith.index_cast %i : index to i64
    %y = arith.sitofp %x : i64 to f64
    %z = math.sqrt %y : f64
    scf.reduce(%z : f64) {
    ^bb0(%a: f64, %b: f64):
      %r = arith.addf %a, %b : f64
      scf.reduce.return %r : f64
    }
  }
  return %s : f64
}
func.func @plain(%n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %s = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %x = arith.index_cast %i : index to i64
    %y = arith.sitofp %x : i64 to f64
    %z = math.sqrt %y : f64
    %r = arith.addf %a, %z : f64
    scf.yield %r : f64
  }
  return %s : f64
}
"""


@pytest.mark.parametrize("threads", [1, 2])
def test_a_parallel_loop_that_only_computes_ends(threads: int) -> None:
    program = asyncir.compile(COMPUTES, threads=threads)
    with pytest.raises(TimeoutError) as caught:
        program.shared.call([1 << 60], timeout=0.05)
    error: Any = caught.value
    assert error.chain[-1].code == "R108"
    assert error.chain[-1].span.line == 6


def test_a_long_loop_on_one_worker_has_blocks_and_the_same_result() -> None:
    program = asyncir.compile(COMPUTES, threads=1)
    assert program.shared(20_000_000) == program.plain(20_000_000)


SPINS = """
func.func private @work(%n: index) -> i64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0 : i64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> (i64) {
    %k = arith.index_cast %i : index to i64
    %m = arith.muli %k, %k : i64
    %x = arith.xori %a, %m : i64
    scf.yield %x : i64
  }
  return %r : i64
}

func.func @main(%n: index) -> i64 {
  BODY
}
"""
ALONE = "%r = func.call @work(%n) : (index) -> i64\n  return %r : i64"
IN_A_TASK = """%t, %v = async.execute -> !async.value<i64> {
    %r = func.call @work(%n) : (index) -> i64
    async.yield %r : i64
  }
  %x = async.await %v : !async.value<i64>
  return %x : i64"""


@pytest.mark.feature("S4-25")
@pytest.mark.parametrize("body", [ALONE, IN_A_TASK], ids=["alone", "in a task"])
def test_what_computes_is_cancelled(body: str) -> None:
    program = asyncir.compile(SPINS.replace("BODY", body))
    expected = program.main(1000)
    with pytest.raises(TimeoutError) as caught:
        program.main.call([10**14], timeout=0.02)
    assert caught.value.chain[-1].code == "R108"  # pyright: ignore[reportAttributeAccessIssue]
    with pytest.raises(KeyboardInterrupt), pressed_in_a_call():
        program.main(10**14)
    pending = program.main.task(10**14)
    assert pending.cancel()
    with pytest.raises(concurrent.futures.CancelledError):
        pending.result()
    assert program.main(1000) == expected
