"""What ends a call that computes on after its time: the command's process, since nothing else can."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Generator
from contextlib import contextmanager

from asyncir.diagnostics import Diagnostic
from asyncir.tools import shell
from asyncir.tools.files import forget_outputs

GRACE = 0.5
"""Seconds that a cancelled call has to end by itself, which one that waits for tasks does at once."""


@contextmanager
def ends_by(seconds: float | None, as_json: bool) -> Generator[None]:
    """If what is inside takes longer, say so (R109) and end the process with exit code 1; nothing half-written is left."""
    if seconds is None:
        yield
        return
    timer = threading.Timer(seconds + GRACE, _give_up, (seconds, as_json))
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


def _give_up(seconds: float, as_json: bool) -> None:
    message = f"the call did not end within {seconds:g} s, and goes on without a place at which it could be cancelled"
    status = shell.report([Diagnostic("R109", message)], as_json)
    forget_outputs()
    sys.stdout.flush()
    os._exit(status)
