"""What is in flight when a program returns: to be waited for, or awaited in asyncio."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Generator
from concurrent.futures import CancelledError, Future
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from typing import TYPE_CHECKING, Any, Self

from asyncir.launch.arrays import payload_descriptor, payload_size
from asyncir.launch.failures import take_error
from asyncir.launch.jit import Library
from asyncir.launch.results import ResultOwner, decode
from asyncir.launch.runs import Run
from asyncir.launch.runtime import blocking, refuse_if_forked
from asyncir.launch.signatures import AsyncType, MemRef

if TYPE_CHECKING:
    import asyncio

    from asyncir.launch.awaiting import Inbox

_DONE = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
_pending: dict[int, PendingCompletion] = {}
_numbers = iter(range(1, 1 << 62))


class Pending(Future[Any]):
    """What is in flight in a program: `.result()` waits for it, `await` does so in asyncio without blocking the loop.

    An error in the program is raised as `ProgramError`; what was cancelled raises `ProgramCancelled`, a `CancelledError`.
    """

    run: Run | None = None
    """What `cancel` cancels; None once it is over."""

    def cancel(self) -> bool:
        """Cancel the call that this came from, and all that it started. False: this is complete already.

        It ends soon, not at once: where it next launches, waits or looks in a loop. The end of an asyncio task
        that awaits this does the same.
        """
        run = self.run
        if run is None or self.done():
            return False
        run.cancel()
        return True

    def cancelled(self) -> bool:
        """Whether it ended because it was cancelled."""
        return self.done() and isinstance(super().exception(0), CancelledError)

    def result(self, timeout: float | None = None) -> Any:
        """Wait. On a worker, such as in a callback, another thread runs the worker meanwhile."""
        with self._waiting(timeout):
            return super().result(timeout)

    def exception(self, timeout: float | None = None) -> BaseException | None:
        """Wait; the error, or None."""
        with self._waiting(timeout):
            return super().exception(timeout)

    def _waiting(self, timeout: float | None) -> AbstractContextManager[None]:
        return nullcontext() if self.done() else blocking()

    def __await__(self) -> Generator[Any, None, Any]:
        from asyncio import wrap_future  # only programs that use asyncio import it

        return wrap_future(self).__await__()


class PendingCall(Pending):
    """A call of a function that goes on while the caller does. The result is the function's."""

    def __init__(self, library: Library, name: str, frame: Any, end: Callable[[int | None], Any], run: Run):
        """`end` takes an error or None, and gives the result or raises."""
        super().__init__()
        self.run = run
        self.set_running_or_notify_cancel()
        self._end: Callable[[int | None], Any] = lambda task: end(library.end(name, frame, task))
        self._begin = partial(library.begin, name, frame)

    def begin(self) -> Self:
        """Have a worker begin it; whoever waits is told on the worker."""
        number = next(_numbers)
        _calls[number] = self
        self._begin(_on_returned, number)
        return self

    def begin_in(self, inbox: Inbox) -> asyncio.Future[None]:
        """The same; the event loop of the inbox is told, by what is given back."""
        # late: only programs that use asyncio import it
        from asyncir.launch.awaiting import put

        number, over = inbox.expect(self)
        self._begin(put(), number)
        return over

    def complete(self, task: int | None) -> None:
        """Take over what the call came to."""
        try:
            result = self._end(task)
            self.run = None
        except BaseException as error:  # whoever waits has to learn of it, not this worker
            self.set_exception(error)
        else:
            self.set_result(result)


def waited_for(pending: Pending) -> Pending:
    """Wait until it is complete, well or not.

    What a signal's handler raises meanwhile cancels it, and is raised when it has ended.
    """
    raised: BaseException | None = None
    while not pending.done():
        try:
            pending.exception()
        except CancelledError:
            break
        except BaseException as error:  # of a handler, since what it came to is not raised here
            raised = error
            pending.cancel()
    if raised is not None:
        raise raised
    return pending


_calls: dict[int, PendingCall] = {}


def cancel_calls() -> None:
    """Cancel all calls that go on."""
    for call in list(_calls.values()):
        call.cancel()


@_DONE
def _on_returned(number: int, task: int | None) -> None:
    _calls.pop(number).complete(task)


class PendingCompletion(Pending):
    """A token, value or group that a program returned. The result is the value's payload, None for a token or group."""

    def __init__(self, type_: AsyncType, pointer: int, world: ResultOwner):
        super().__init__()
        self.run = world.run
        self.set_running_or_notify_cancel()
        self._type = type_
        self._pointer = pointer
        self._world: ResultOwner | None = world
        self._guard = threading.Lock()  # of `_world`, and of the reference to the task that goes with it
        if pointer == 0:
            self._complete()
            return
        # Until the callback comes, from a worker or at once, this object and with it the arguments must live.
        number = next(_numbers)
        _pending[number] = self
        world.runtime.asyncir_task_on_done(self._task, _on_done, number)

    @property
    def _task(self) -> int:
        """The header of the task: of a value, the word before its payload points to it."""
        if self._type.payload is None or self._pointer == 0:
            return self._pointer
        return ctypes.c_uint64.from_address(self._pointer - 8).value

    def _complete(self) -> None:
        """Take over the payload or the error, then give the program's reference up."""
        with self._guard:
            world, self._world = self._world, None
            assert world is not None
            try:
                failure, result = None, self._take(world)
            except BaseException as error:  # whoever waits has to learn of it, not this worker
                failure, result = error, None
            if task := self._task:
                world.runtime.asyncir_task_release(task, 1)
        if failure is not None:
            self.set_exception(failure)
        else:
            self.set_result(result)

    def _take(self, world: ResultOwner) -> Any:
        runtime, task = world.runtime, self._task
        if task and (error := runtime.asyncir_task_error(task)):
            raise take_error(runtime, runtime.asyncir_error_retain(error))
        if self._type.payload is None:
            return None
        payload = self._type.payload
        if isinstance(payload, MemRef):
            data = ctypes.string_at(self._pointer, payload_size(payload))
            return decode(payload, payload_descriptor(payload, data), world)
        return decode(payload, ctypes.string_at(self._pointer, payload.size), world)

    def _waiting(self, timeout: float | None) -> AbstractContextManager[None]:
        """A deadlock of the program is found, and then raised, if there is no time limit."""
        self._wait(timeout)
        return super()._waiting(timeout)

    def _wait(self, timeout: float | None) -> None:
        with self._guard:
            world = self._world
            if timeout is not None or world is None:
                return
            refuse_if_forked()
            task = self._task
            world.runtime.asyncir_task_retain(task, 1)
        # After a deadlock the task is complete too, with an error that says so.
        try:
            world.run.call(_address_of(world.runtime.asyncir_block), task)
        finally:
            world.runtime.asyncir_task_release(task, 1)

    def __await__(self) -> Generator[Any, None, Any]:
        with self._guard:
            if self._world is not None:  # so that a deadlock is found here too
                self._world.runtime.asyncir_task_watch(self._task, None, None)
        return super().__await__()


def _address_of(function: Any) -> int:
    address = ctypes.cast(function, ctypes.c_void_p).value
    assert address is not None
    return address


@_DONE
def _on_done(number: int, _task: int) -> None:
    _pending.pop(number)._complete()  # pyright: ignore[reportPrivateUsage]
