"""Runs: what one call of a program starts, to be cancelled together (docs/errors-at-run-time.md)."""

from __future__ import annotations

import ctypes
import numbers
import struct
import threading
from collections import deque
from collections.abc import Generator
from contextlib import contextmanager
from functools import cache
from inspect import GEN_RUNNING, getgeneratorstate
from typing import Any

from asyncir.diagnostics import failure
from asyncir.diagnostics.parameters import describe_value

_INTERVAL = 50_000_000
"""Nanoseconds between two looks for signals while the main thread waits."""

_NEVER = (1 << 63) - 1
_INTERRUPTED = ctypes.CFUNCTYPE(ctypes.c_bool)
_OPTIONS = struct.Struct("qPqI0q")
"""`asyncir_call_options` of runtime.h: deadline, interrupted, interval, run."""


class Run:
    """What one call of a program starts. `timeout`: so many seconds from now on it is cancelled, if a thread waits for it."""

    def __init__(self, runtime: Any, timeout: float | None = None):
        self._runtime = runtime
        self.number: int = runtime.asyncir_run_open()
        self._deadline = _NEVER if timeout is None else _deadline(runtime, timeout)
        if _kept:
            _let_go(runtime)

    def __del__(self) -> None:
        self._runtime.asyncir_run_close(self.number)

    def call(self, entry: int, argument: Any) -> int | None:
        """Call a C function of one argument that may wait; what it returns is an error's address or None.

        Ctrl-C, and whatever else a signal's handler raises in the main thread, cancels the run, and is raised when the call
        has ended.
        """
        watched = threading.current_thread() is threading.main_thread()
        interrupted = ctypes.cast(_look(), ctypes.c_void_p).value if watched else 0
        options = _OPTIONS.pack(self._deadline, interrupted, _INTERVAL, self.number)
        before = len(_raised)
        error: int | None = self._runtime.asyncir_call(entry, argument, options)
        if watched and len(_raised) > before:
            if error:
                self._runtime.asyncir_error_release(error)
            raise _raised.pop()
        return error

    @contextmanager
    def selected(self) -> Generator[None]:
        """What this thread starts inside belongs to the run."""
        before: int = self._runtime.asyncir_run_select(self.number)
        try:
            yield
        finally:
            self._runtime.asyncir_run_select(before)

    def cancel(self, late: bool = False) -> bool:
        """Have all its tasks end; `late`: for a time limit. False: that was asked for already."""
        return self._runtime.asyncir_cancel(self.number, late)

    def failures(self) -> list[int]:
        """Take the errors of tasks of nurseries that ended it, each with its reference."""
        found: list[int] = []
        while (error := self._runtime.asyncir_run_failure(self.number)) is not None:
            found.append(error)
        return found

    def keep(self, what: Any) -> None:
        """Its tasks may still be on their way out, and use this memory."""
        _kept.append((self.number, what))


_LIMITS = "give seconds, such as 0.5, or None for no limit"


def _deadline(runtime: Any, timeout: Any) -> int:
    if not isinstance(timeout, numbers.Real):
        message = f"the time limit is {describe_value(timeout)}, where a number of seconds is needed"
        raise failure("C110", message, _LIMITS)
    if timeout != timeout:
        raise failure("C110", "the time limit is not a number", _LIMITS)
    seconds: Any = min(max(timeout, 0), 10**9)
    now: int = runtime.asyncir_clock()  # virtual in the serial runtime
    return min(now + int(float(seconds) * 1e9), _NEVER - 1)


_kept: deque[tuple[int, Any]] = deque()
"""The number of each cancelled run, and what its tasks may use. Several threads change it at once, each in single steps."""

_AT_ONCE = 8
"""So many are looked at where a run begins, in turn: a failed call adds one, and no call takes longer for those before."""


def _let_go(runtime: Any) -> None:
    for _ in range(min(len(_kept), _AT_ONCE)):
        try:
            kept = _kept.popleft()
        except IndexError:
            return
        if not runtime.asyncir_run_is_over(kept[0]):
            _kept.append(kept)


_raised: list[BaseException] = []
"""What handlers of signals raised while the main thread waited in a call."""


def _signals() -> Generator[bool]:
    """Each step lets the interpreter call handlers of signals: whether one raised something.

    A generator, since a function could be left by that exception before its first line. The inner loop, since handlers are
    called where a loop goes back, too: outside the `try` their exception would end the generator, and no signal would be
    seen any more.
    """
    raised = False
    while True:
        try:
            while True:
                yield raised
                raised = False
        except GeneratorExit:
            return
        except BaseException as error:
            _raised.append(error)
            raised = True


def raised_meanwhile() -> BaseException | None:
    """What a handler of a signal has raised in a call that this thread made through a box, and which it has ended."""
    if _raised and threading.current_thread() is threading.main_thread():
        return _raised.pop()
    return None


@cache
def listen(runtime: Any) -> None:
    """From now on signals are seen to in calls through boxes, too."""
    looking = _signals()
    next(looking)
    function = _INTERRUPTED(looking.__next__)
    _of_boxes.append((looking, function))
    runtime.asyncir_on_interrupt(ctypes.cast(function, ctypes.c_void_p))


_of_boxes: list[tuple[Generator[bool], Any]] = []
"""The generator that looks in calls through boxes: one, since the runtime does not ask again in the midst of a handler."""


_looks: list[tuple[Generator[bool], Any]] = []
"""The generators that look for signals, each with the C function that takes a step."""


def _look() -> Any:
    """A C function that looks for signals.

    Mostly the first. A handler that was called in its midst, and calls a program in its turn, needs another one.
    """
    for looking, function in _looks:
        if getgeneratorstate(looking) != GEN_RUNNING:
            return function
    looking = _signals()
    next(looking)
    _looks.append((looking, _INTERRUPTED(looking.__next__)))
    return _looks[-1][1]
