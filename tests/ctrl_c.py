"""Ctrl-C for a test, pressed while its thread waits in a call."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager

from asyncir.launch.runs import Run


@contextmanager
def pressed_in_a_call() -> Generator[None]:
    """Ctrl-C, once the calling thread is in a call; heard, too, where pytest runs in the background and ignores it."""
    caller = threading.get_ident()

    def press() -> None:
        while sys._current_frames()[caller].f_code is not Run.call.__code__:  # pyright: ignore[reportPrivateUsage]
            time.sleep(0.001)
        time.sleep(0.05)  # a few lines later it waits
        os.kill(os.getpid(), signal.SIGINT)

    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    finger = threading.Thread(target=press)
    finger.start()
    try:
        yield
    finally:
        finger.join()
        signal.signal(signal.SIGINT, before)
