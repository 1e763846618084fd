"""What tasks on their way out may use is kept, whoever looks meanwhile what is no longer needed.

Features: S4-25.
"""

from __future__ import annotations

import gc
import itertools
import sys
import threading
import time
import weakref
from concurrent.futures import ThreadPoolExecutor

import pytest

from asyncir.launch.runs import Run

pytestmark = pytest.mark.feature("S4-25")


class Runs:
    """In place of the runtime: numbers of runs, of which every other is over soon, and the others when told so."""

    def __init__(self) -> None:
        self.numbers = itertools.count()
        self.all_over = False

    def asyncir_run_open(self) -> int:
        return next(self.numbers)

    def asyncir_run_close(self, _: int) -> None:
        pass

    def asyncir_run_is_over(self, number: int) -> bool:
        time.sleep(0)  # other threads run, as where C code is called
        return self.all_over or number % 2 == 1


class Frame:
    """What a task uses."""


def test_many_threads_keep_and_look() -> None:
    runs = Runs()
    everybody = threading.Barrier(4)

    def keep() -> list[weakref.ref[Frame]]:
        needed: list[weakref.ref[Frame]] = []
        everybody.wait()
        for _ in range(50):
            frame = Frame()
            run = Run(runs)  # it looks what is over
            run.keep(frame)
            if run.number % 2 == 0:
                needed.append(weakref.ref(frame))
        return needed

    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        with ThreadPoolExecutor(4) as threads:
            found = [each for future in [threads.submit(keep) for _ in range(4)] for each in future.result()]
    finally:
        sys.setswitchinterval(before)
    assert len(found) == 100
    assert all(each() is not None for each in found)
    runs.all_over = True
    for _ in range(20):  # each looks at some
        Run(runs)
    gc.collect()
    assert not any(each() is not None for each in found)
