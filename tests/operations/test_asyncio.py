"""asyncio and programs, both ways: a loop awaits calls, programs await coroutines of the loop that called."""

from __future__ import annotations

import asyncio
import functools
import subprocess
import sys
import threading
from collections.abc import Coroutine
from concurrent.futures import Future
from typing import Any

import numpy as np
import pytest

import asyncir
from asyncir.launch import callbacks, runtime

pytestmark = pytest.mark.feature("S4-21")

PROGRAM = """
async.func private @ask(i64) -> !async.value<i64>
func.func private @check(i64) -> i64
func.func @plain(%x: i64, %m: memref<?xi64>) -> i64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0 : i64
  %fine = arith.cmpi sge, %x, %zero : i64
  cf.assert %fine, "it is negative"
  memref.store %x, %m[%c0] : memref<?xi64>
  %y = arith.addi %x, %x : i64
  return %y : i64
}
func.func @wait(%x: i64, %m: memref<?xi64>) -> (i64, memref<?xi64>) {
  %v = async.call @ask(%x) : (i64) -> !async.value<i64>
  %t, %w = async.execute (%v as %a: !async.value<i64>) -> !async.value<i64> {
    %b = func.call @check(%a) : (i64) -> i64
    async.yield %b : i64
  }
  %r = async.await %w : !async.value<i64>
  return %r, %m : i64, memref<?xi64>
}
async.func @start(%x: i64) -> !async.value<i64> {
  %v = async.call @ask(%x) : (i64) -> !async.value<i64>
  %a = async.await %v : !async.value<i64>
  return %a : i64
}
func.func @never() {
  %c2 = arith.constant 2 : index
  %g = async.create_group %c2 : !async.group
  async.await_all %g
  return
}
func.func @sleep(%ns: i64) {
  %t = io.sleep %ns : i64
  async.await %t : !async.token
  return
}
"""


class Host:
    """What the program calls, and where that ran."""

    def __init__(self) -> None:
        self.loops: list[asyncio.AbstractEventLoop] = []
        self.program = asyncir.compile(PROGRAM, callbacks={"ask": self.ask, "check": self.check}, threads=1)

    async def ask(self, x: int) -> int:
        self.loops.append(asyncio.get_running_loop())
        await asyncio.sleep(0)
        if x < 0:
            raise LookupError(x)
        return x + 1

    def check(self, x: int) -> int:
        return x * 10


@pytest.fixture(name="host", scope="module")
def _host() -> Host:
    return Host()


def memory() -> np.ndarray:
    return np.zeros(1, np.int64)


@pytest.mark.feature("S4-21")
def test_a_call_is_awaited_whether_it_waits_or_not(host: Host) -> None:
    async def main() -> None:
        m = memory()
        assert await host.program.plain.task(21, m) == 42
        assert m.tolist() == [21]
        value, same = await host.program.wait.task(3, m)
        assert value == 40
        same[0] = 5
        assert m.tolist() == [5]
        assert await (await host.program.start.task(3)) == 4

    asyncio.run(main())


@pytest.mark.feature("S4-21")
def test_a_call_need_not_be_awaited_in_a_loop(host: Host) -> None:
    calls = [host.program.wait.task(x, memory()) for x in range(50)]
    assert [call.result()[0] for call in calls] == [10 * (x + 1) for x in range(50)]
    assert host.program.plain.task(4, memory()).result() == 8


@pytest.mark.feature("S4-21")
def test_the_loop_runs_while_the_program_waits(host: Host) -> None:
    """The call can only end when the loop has gone round a hundred times in between."""

    async def main() -> int:
        rounds = 0
        call = asyncio.ensure_future(many(host.program))
        while not call.done():
            rounds += 1
            await asyncio.sleep(0)
        assert await call == [10 * (x + 1) for x in range(100)]
        return rounds

    async def many(program: asyncir.Compiled) -> list[int]:
        return [(await program.wait.task(x, memory()))[0] for x in range(100)]

    assert asyncio.run(main()) >= 100


@pytest.mark.feature("S4-21")
def test_coroutines_run_in_the_loop_that_called(host: Host) -> None:
    async def main() -> None:
        host.loops.clear()
        await host.program.wait.task(1, memory())
        await host.program.start(2)
        assert host.loops == [asyncio.get_running_loop()] * 2

    asyncio.run(main())


@pytest.mark.feature("S4-21")
def test_several_loops_call_one_program_at_once(host: Host) -> None:
    failures: list[BaseException] = []
    together = threading.Barrier(4)

    def run() -> None:
        try:
            asyncio.run(main())
        except BaseException as error:
            failures.append(error)

    async def main() -> None:
        loop = asyncio.get_running_loop()
        for turn in range(20):
            # A future of this loop can be set in this loop only, without any lock.
            answers: dict[int, asyncio.Future[int]] = {x: loop.create_future() for x in range(5)}

            async def ask(x: int, answers: dict[int, asyncio.Future[int]]) -> int:
                assert asyncio.get_running_loop() is loop
                answers[x].set_result(x)
                return await answers[x]

            ASKED[loop] = functools.partial(ask, answers=answers)
            together.wait(60)
            results = await asyncio.gather(*(shared.start.task(x) for x in range(5)))
            assert await asyncio.gather(*results) == list(range(5)), turn

    shared = asyncir.compile(PROGRAM, callbacks={"ask": ask_here, "check": host.check}, threads=2)
    threads = [threading.Thread(target=run) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []


ASKED: dict[asyncio.AbstractEventLoop, Any] = {}


async def ask_here(x: int) -> int:
    """Asks what the loop that it runs in has set up; fails in any other."""
    return await ASKED[asyncio.get_running_loop()](x)


@pytest.mark.feature("S4-21")
def test_a_call_that_blocks_the_loop_does_not_wait_for_it(host: Host) -> None:
    async def main() -> None:
        host.loops.clear()
        assert host.program.wait(1, memory())[0] == 20
        assert asyncio.get_running_loop() not in host.loops

    asyncio.run(main())


@pytest.mark.feature("S4-21")
def test_errors_are_raised_where_the_call_is_awaited(host: Host) -> None:
    async def main() -> None:
        with pytest.raises(asyncir.ProgramError, match="it is negative") as caught:
            await host.program.plain.task(-1, memory())
        assert caught.value.code == "R101"
        with pytest.raises(asyncir.ProgramError) as caught:
            await host.program.wait.task(-1, memory())
        assert isinstance(caught.value.__cause__, LookupError)
        assert caught.value.causes[-1].code == "R305"

    asyncio.run(main())


@pytest.mark.feature("S4-21")
def test_a_deadlock_is_an_error(host: Host) -> None:
    async def main() -> None:
        with pytest.raises(asyncir.ProgramError) as caught:
            await host.program.never.task()
        assert "R104" in {caught.value.code, *(cause.code for cause in caught.value.causes)}

    asyncio.run(main())


@pytest.mark.feature("S4-21")
def test_arguments_that_do_not_fit_are_refused_at_once(host: Host) -> None:
    with pytest.raises(asyncir.DiagnosticError) as caught:
        host.program.plain.task(1)
    assert caught.value.diagnostics[0].code == "C107"


@pytest.mark.feature("S4-21")
def test_a_loop_may_end_while_a_call_goes_on(host: Host) -> None:
    async def main() -> None:
        call = host.program.sleep.task(20_000_000)
        waiting = asyncio.ensure_future(asyncio.wait_for(asyncio.wrap_future(call), 0.000001))
        with pytest.raises(asyncio.TimeoutError):
            await waiting

    asyncio.run(main())
    assert runtime.counts().tasks >= 0
    assert not runtime.end_stuck()


@pytest.mark.feature("S4-21")
def test_a_loop_that_has_ended_runs_nothing_for_the_program() -> None:
    """The program asks the caller's loop behind a timer, when that loop is closed: that is an error, and nothing hangs."""
    text = """
    async.func private @ask(i64) -> !async.value<i64>
    func.func @main(%ns: i64) -> i64 {
      %t = io.sleep %ns : i64
      async.await %t : !async.token
      %v = async.call @ask(%ns) : (i64) -> !async.value<i64>
      %a = async.await %v : !async.value<i64>
      return %a : i64
    }
    """

    async def ask(x: int) -> int:
        return x

    program = asyncir.compile(text, callbacks={"ask": ask})
    kept: list[Any] = []

    async def main() -> None:
        kept.append(asyncio.get_running_loop())
        kept.append(program.main.task(20_000_000))

    asyncio.run(main())
    with pytest.raises(asyncir.ProgramError) as caught:
        kept[1].result()
    assert caught.value.causes[-1].code == "R305"
    assert "ended" in caught.value.causes[-1].message


@pytest.mark.feature("S4-21")
def test_ten_thousand_calls_at_once(host: Host) -> None:
    async def main() -> None:
        calls = [host.program.sleep.task(1000) for _ in range(10_000)]
        await asyncio.gather(*calls)

    asyncio.run(main())


STOPPED = """
import asyncio, sys
import asyncir

async def ask(x):
    await asyncio.Event().wait()

program = asyncir.compile({text!r}, callbacks={{"ask": ask}})

async def main():
    call = program.main.task(1)
    while not asyncio.all_tasks() - {{asyncio.current_task()}}:
        await asyncio.sleep(0)
    return call

loop = asyncio.new_event_loop()
call = loop.run_until_complete(main())
del loop
print("stopped")
"""

ASKS = """
async.func private @ask(i64) -> !async.value<i64>
func.func @main(%x: i64) -> i64 {
  %v = async.call @ask(%x) : (i64) -> !async.value<i64>
  %a = async.await %v : !async.value<i64>
  return %a : i64
}
"""


@pytest.mark.feature("S4-21")
def test_a_loop_that_was_stopped_does_not_keep_the_process() -> None:
    script = STOPPED.format(text=ASKS)
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, timeout=100, check=False
    )
    assert (done.returncode, done.stdout) == (0, "stopped\n"), done.stderr


def test_what_a_loop_got_as_it_stopped_is_ended_too(monkeypatch: pytest.MonkeyPatch) -> None:
    class Loop:
        """Stops as soon as it has got something."""

        running = True

        def is_running(self) -> bool:
            return self.running

    loop: Any = Loop()
    at_exit = threading.Thread(target=callbacks._end_abandoned)  # pyright: ignore[reportPrivateUsage]

    def hand_over(coroutine: Coroutine[Any, Any, Any], to: Any) -> Future[Any]:
        coroutine.close()
        to.running = False
        at_exit.start()
        at_exit.join(0.2)
        return Future()

    async def nothing() -> None:
        pass

    def loop_of(_: object) -> Any:
        return loop

    monkeypatch.setattr(callbacks, "loop_of", loop_of)
    monkeypatch.setattr(asyncio, "run_coroutine_threadsafe", hand_over)
    awaitable = nothing()
    future = callbacks._launch(awaitable, None)  # pyright: ignore[reportPrivateUsage]
    awaitable.close()
    at_exit.join()
    assert future.cancelled()


@pytest.mark.feature("S4-21")
def test_the_end_of_the_runtime_does_not_wait_for_its_caller() -> None:
    text = "func.func private @host()\nfunc.func @main() { func.call @host() : () -> () return }"
    ended: list[object] = []

    def stop() -> None:
        ended.append(runtime.end_stuck())
        runtime.stop()

    asyncir.compile(text, callbacks={"host": stop}).main()
    assert ended == [None]
