"""Time limits of parts of a call: what compiled code calls where `async with timeout(...)` begins and ends."""

from __future__ import annotations

import asyncio
import itertools
import weakref
from dataclasses import dataclass
from functools import partial

from asyncir.launch.calls import CallContext, current_call, loop_of_limits

_numbers = itertools.count(1)
_LONGEST = 1e9
"""Seconds. What is longer is no limit."""


@dataclass
class _Timer:
    """A limit that is not over. `handle` is the loop's, once it has heard of it."""

    handle: asyncio.TimerHandle | None = None
    ended: bool = False


_timers: dict[int, _Timer] = {}


def begin(seconds: float) -> int:
    """Cancel the call that this belongs to in so many seconds, with TimeoutError, unless `end` comes first.

    Returns the number for it.
    """
    number = next(_numbers)
    call = current_call()
    if call is None or not seconds < _LONGEST:
        return number
    if seconds <= 0:
        _cancel(call)
        return number
    timer = _timers[number] = _Timer()
    if not call.timers:
        call.at_end(partial(_end_all, call.timers))
    call.timers.add(number)
    loop = loop_of_limits()
    due = loop.time() + seconds
    owner = weakref.ref(call)

    def start() -> None:
        if not timer.ended:
            timer.handle = loop.call_at(due, _over, number, owner)

    loop.call_soon_threadsafe(start)
    return number


def _over(number: int, owner: weakref.ref[CallContext]) -> None:
    timer, call = _timers.pop(number, None), owner()
    if timer is not None and call is not None and not timer.ended:
        _cancel(call)


def _cancel(call: CallContext) -> None:
    if (run := call.run) is not None:
        run.cancel(late=True)


def _end_all(numbers: set[int]) -> None:
    """The call has ended, well or not."""
    while numbers:
        end(numbers.pop())


def end(number: int) -> None:
    """The block of that limit is left."""
    if (call := current_call()) is not None:
        call.timers.discard(number)
    timer = _timers.pop(number, None)
    if timer is not None:
        timer.ended = True
        if timer.handle is not None:
            loop_of_limits().call_soon_threadsafe(timer.handle.cancel)
