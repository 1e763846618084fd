"""How a coroutine of asyncio waits for a call of a program, and passes its own cancellation on."""

from __future__ import annotations

import asyncio

from asyncir.launch.pending import Pending


async def ended(pending: Pending) -> None:
    """Wait until the call is over, well or not, without blocking the event loop.

    If the asyncio task is cancelled meanwhile, so is the call; CancelledError is raised when the call has ended, so that nothing of it
    outlives its coroutine. A call that ends well in spite of that has been too fast to be cancelled, and its result is lost, as in asyncio.
    """
    loop = asyncio.get_running_loop()
    over: asyncio.Future[None] = loop.create_future()

    def tell(_: object) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(_complete, over)

    pending.add_done_callback(tell)
    cancelled: asyncio.CancelledError | None = None
    while not over.done():
        try:
            await asyncio.shield(over)
        except asyncio.CancelledError as error:
            cancelled = error
            pending.cancel()
    if cancelled is not None:
        raise cancelled


def _complete(over: asyncio.Future[None]) -> None:
    if not over.done():
        over.set_result(None)
