"""What handlers of signals raise while a call waits is never lost (S4-25)."""

from __future__ import annotations

import os
import signal
import sys
import threading
from collections.abc import Generator
from contextlib import suppress

import numpy
import pytest

import asyncir
from asyncir.launch import runs
from tests.endless import ENDLESS


class Enough(Exception):
    """What a handler raises."""


@pytest.fixture
def quick_switches() -> Generator[None]:
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


@pytest.mark.usefixtures("quick_switches")
def test_handlers_may_be_called_wherever_the_interpreter_looks() -> None:
    armed, stop = [False], threading.Event()

    def handle(*_: object) -> None:
        if armed[0]:
            armed[0] = False
            raise Enough

    def send() -> None:
        while not stop.is_set():
            os.kill(os.getpid(), signal.SIGUSR1)

    looking = runs._signals()  # pyright: ignore[reportPrivateUsage]
    next(looking)
    before = signal.signal(signal.SIGUSR1, handle)
    sender = threading.Thread(target=send)
    sender.start()
    try:
        for _ in range(100_000):
            with suppress(Enough):  # before or behind the look
                armed[0] = True
                next(looking)  # StopIteration: it looks no more
                armed[0] = False
    finally:
        armed[0] = False
        stop.set()
        sender.join()
        signal.signal(signal.SIGUSR1, before)
        runs._raised.clear()  # pyright: ignore[reportPrivateUsage]


def test_a_handler_may_call_a_program_in_which_signals_are_heard() -> None:
    """The second signal comes while the handler of the first waits in a call; each ends the call that it interrupts."""
    program = asyncir.compile(ENDLESS, threads=2)  # the first call never leaves its worker
    ended: list[str] = []
    count = numpy.zeros(1, numpy.int64)

    def handle(*_: object) -> None:
        if not ended:
            ended.append("first")
            signal.setitimer(signal.ITIMER_REAL, 0.1)
            with pytest.raises(Enough):
                program.endless(count)
            ended.append("second")
        raise Enough

    before = signal.signal(signal.SIGALRM, handle)
    try:
        signal.setitimer(signal.ITIMER_REAL, 0.1)
        with pytest.raises(Enough):
            program.endless(count)
    finally:
        signal.signal(signal.SIGALRM, before)
    assert ended == ["first", "second"]
