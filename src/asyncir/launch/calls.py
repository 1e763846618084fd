"""Who calls a program that calls Python back: the event loop, the context variables, and the run of each such call.

The program hands a number on to its callbacks (`carry-context`), by which they find this record.
"""

from __future__ import annotations

import asyncio
import contextvars
import ctypes
import functools
import itertools
import threading
import weakref
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import Future
from typing import Any

from asyncir.launch.runs import Run

_numbers = itertools.count(1)
_calls: weakref.WeakValueDictionary[int, CallContext] = weakref.WeakValueDictionary()
_guard = threading.Lock()
_here = threading.local()


class CallContext:
    """One call. It lives as long as the memory of its arguments does (`Frame.kept`)."""

    def __init__(self, loop: asyncio.AbstractEventLoop | None, run: Run):
        """`loop`: that of the caller, if it stays free meanwhile."""
        self.loop = loop
        # What a failed call has used is kept until its run is over, and the run is not while somebody has it.
        self._run = weakref.ref(run)
        self.run_number = run.number
        self.number = next(_numbers)
        self._variables = contextvars.copy_context()
        self._guard = threading.Lock()
        self._tasks: set[asyncio.Task[Any]] = set()
        self._cancelled = False
        self.timers: set[int] = set()
        """The numbers of its time limits that are not over (launch/timeouts.py)."""
        self._ends: list[Callable[[], object]] = []
        _calls[self.number] = self

    @property
    def run(self) -> Run | None:
        """Its run, while there is one."""
        return self._run()

    def at_end(self, do: Callable[[], object]) -> None:
        """Do that when the call has ended, well or not."""
        self._ends.append(do)

    def end(self) -> None:
        """The call has ended."""
        while self._ends:
            self._ends.pop()()

    def launch(self, coroutine: Coroutine[Any, Any, Any], loop: asyncio.AbstractEventLoop) -> Future[Any]:
        """Have the loop run a coroutine, as a task that sees the caller's context variables and what others of the call set.

        The call's cancellation cancels it.
        """
        future: Future[Any] = Future()

        def begin() -> None:
            task = loop.create_task(coroutine, context=self._variables)
            with self._guard:
                self._tasks.add(task)
                late = self._cancelled
            task.add_done_callback(functools.partial(self._ended, future))
            if late:
                task.cancel()

        loop.call_soon_threadsafe(begin)
        return future

    def _ended(self, future: Future[Any], task: asyncio.Task[Any]) -> None:
        with self._guard:
            self._tasks.discard(task)
        if future.cancelled():  # the process ends
            return
        if task.cancelled():
            future.set_exception(asyncio.CancelledError())
        elif (error := task.exception()) is not None:
            future.set_exception(error)
        else:
            future.set_result(task.result())

    def variables(self) -> contextvars.Context:
        """A copy of the variables as they are now, for what runs on another thread."""
        return self._variables.copy()

    def cancel(self) -> None:
        """Its run is cancelled: so are the coroutines that it waits for."""
        with self._guard:
            self._cancelled = True
            tasks = list(self._tasks)
        for task in tasks:
            loop = task.get_loop()
            if not loop.is_closed():
                loop.call_soon_threadsafe(task.cancel)


def called_for(caller: CallContext | None, function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """Call a function with the variables of the caller, who is `current_call()` meanwhile."""
    if caller is None:
        return function(*arguments)
    _here.call = caller
    try:
        return caller.variables().run(function, *arguments)
    finally:
        _here.call = None


def current_call() -> CallContext | None:
    """In a callback: the call that it belongs to."""
    return getattr(_here, "call", None)


def calling_context(run: Run, blocks: bool) -> CallContext:
    """The record of a call that begins now on this thread, and which `blocks` it or not."""
    try:
        loop = asyncio.get_running_loop()
    except RuntimeError:
        loop = None
    if blocks and loop is not None:
        # This loop stands still until the call has ended. One of ours that does has another one beside it.
        loop = _own_loop(_level_of(loop) + 1)
    return CallContext(loop, run)


def context_of(number: int) -> CallContext | None:
    """The call that a callback was told of; None: it came from elsewhere."""
    return _calls.get(number)


_own: dict[int, asyncio.AbstractEventLoop] = {}
"""Loops on threads of their own, by level: a coroutine in one may call what runs its coroutines in the next."""
_FOR_LIMITS = -1


def _own_loop(level: int) -> asyncio.AbstractEventLoop:
    with _guard:
        if level not in _own:
            started = threading.Event()
            loop = _own[level] = asyncio.new_event_loop()
            loop.call_soon(started.set)
            threading.Thread(target=loop.run_forever, name="asyncir callbacks", daemon=True).start()
            started.wait()
        return _own[level]


def _level_of(loop: asyncio.AbstractEventLoop) -> int:
    """The level of one of these; of another loop the one below all of them."""
    return next((level for level, own in list(_own.items()) if own is loop), -1)


def loop_of_limits() -> asyncio.AbstractEventLoop:
    """The loop in which time limits run: no coroutine of a user holds it up."""
    return _own_loop(_FOR_LIMITS)


def loop_of(call: CallContext | None) -> asyncio.AbstractEventLoop:
    """The loop of the caller, or else one that runs on a thread of its own."""
    return call.loop if call is not None and call.loop is not None else _own_loop(0)


@ctypes.CFUNCTYPE(None, ctypes.c_uint32)
def _cancelled(run: int) -> None:
    for call in list(_calls.values()):
        if call.run_number == run:
            call.cancel()


@functools.cache
def tell_of_cancellation(runtime: Any) -> None:
    """From now on, what a cancelled run waits for in Python is cancelled, too."""
    runtime.asyncir_on_cancel(ctypes.cast(_cancelled, ctypes.c_void_p))
