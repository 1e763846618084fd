"""Python code in a task."""

from __future__ import annotations

import ctypes
from collections.abc import Callable
from typing import Any

from asyncir.launch import runtime

_Start = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p)


def on_a_worker(body: Callable[[], None]) -> None:
    """Run Python code in a task, as a callback does, and wait for it; its exceptions are ours."""
    failures: list[BaseException] = []

    def start(_context: Any, worker: Any) -> None:
        assert worker is not None
        try:
            body()
        except BaseException as error:
            failures.append(error)

    library: Any = ctypes.CDLL(str(runtime.shared_library()))
    library.asyncir_run.restype = ctypes.c_void_p
    library.asyncir_run.argtypes = [_Start, ctypes.c_void_p, ctypes.c_void_p]
    library.asyncir_run(_Start(start), None, None)
    if failures:
        raise failures[0]
