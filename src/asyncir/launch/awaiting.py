"""How a coroutine of asyncio waits for a call of a program, and passes its own cancellation on.

Each event loop has an inbox of the runtime's, in which workers put the calls that are over, and whose descriptor the
loop watches. A worker never waits for the interpreter's lock, and many calls that end at once wake the loop once.
"""

from __future__ import annotations

import asyncio
import ctypes
import functools
import itertools
import weakref
from typing import TYPE_CHECKING, Any

from asyncir.launch import runtime

if TYPE_CHECKING:
    from asyncir.launch.pending import PendingCall

_SHIFT = 48
"""ASYNCIR_INBOX_SHIFT of inboxes.h."""

_MOST = 256
"""So many calls are taken out of an inbox at once."""

_Pairs = ctypes.c_uint64 * (2 * _MOST)


class Inbox:
    """Where one event loop learns which of its calls are over."""

    def __init__(self, loop: asyncio.AbstractEventLoop, number: int):
        self._number = number
        self._calls: dict[int, tuple[PendingCall, asyncio.Future[None]]] = {}
        self._numbers = itertools.count(number << _SHIFT)
        self._pairs = _Pairs()
        self._loop = weakref.ref(loop)
        loop.add_reader(runtime.library().asyncir_inbox_descriptor(number), self._look)

    def expect(self, call: PendingCall) -> tuple[int, asyncio.Future[None]]:
        """The number under which the call is put in, and what is done when it is over."""
        loop = self._loop()
        assert loop is not None
        number, over = next(self._numbers), loop.create_future()
        self._calls[number] = call, over
        return number, over

    def _look(self) -> None:
        library = runtime.library()
        while count := library.asyncir_inbox_take(self._number, self._pairs, _MOST):
            for at in range(count):
                call, over = self._calls.pop(self._pairs[2 * at])
                call.complete(self._pairs[2 * at + 1])
                if not over.done():
                    over.set_result(None)
            if count < _MOST:
                return


_inboxes: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Inbox] = weakref.WeakKeyDictionary()


def inbox_of(loop: asyncio.AbstractEventLoop) -> Inbox | None:
    """The inbox of a loop; None: it cannot watch a descriptor, or there is none left."""
    found = _inboxes.get(loop)
    if found is None:
        library = runtime.library()
        number: int = library.asyncir_inbox_open()
        if number < 0:
            return None
        try:
            found = Inbox(loop, number)
        except NotImplementedError:
            library.asyncir_inbox_close(number)
            return None
        _inboxes[loop] = found
        weakref.finalize(loop, library.asyncir_inbox_close, number)
    return found


@functools.cache
def put() -> Any:
    """What workers call when such a call is over."""
    return ctypes.cast(runtime.library().asyncir_inbox_put, ctypes.c_void_p)


async def ended(pending: PendingCall, over: asyncio.Future[None] | None) -> None:
    """Wait until the call is over, well or not, without blocking the event loop. `over` is what its inbox sets.

    If the asyncio task is cancelled meanwhile, so is the call; CancelledError is raised when the call has ended, so that
    nothing of it outlives its coroutine. A call that ends well in spite of that was too fast to be cancelled; its result
    is lost, as in asyncio.
    """
    if over is None:
        over = asyncio.wrap_future(_told(pending))
    cancelled: asyncio.CancelledError | None = None
    while not over.done():
        try:
            await asyncio.shield(over)
        except asyncio.CancelledError as error:
            cancelled = error
            pending.cancel()
    if cancelled is not None:
        raise cancelled


def _told(pending: PendingCall) -> Any:
    """A future without a result that is done when the call is over."""
    # late: only for loops without an inbox
    from concurrent.futures import Future

    future: Future[None] = Future()
    pending.add_done_callback(lambda _: future.set_result(None))
    return future
