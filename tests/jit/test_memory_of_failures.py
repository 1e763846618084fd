"""A call that fails, or that Ctrl-C ends, gives back the memory of the arrays that it had made."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import numpy as np
import pytest

import asyncir

pytestmark = [
    pytest.mark.feature("S4-22"),
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="nothing says how much memory there is"),
]

MEGABYTES = 2


def resident() -> float:
    """How many megabytes of memory this process has."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * 4096 / 2**20


@asyncir.jit
def fails(n):
    a = np.zeros(n)
    parts = a[1:] + 1.0
    for i in range(n):
        a[i] += parts[i - 1]
        if a[i] > 0.5:
            raise ValueError("too large")
    return a.sum()


@asyncir.jit
def fails_deeper(n, depth):
    a = np.ones(n)
    for _ in range(3):
        if depth > 0:
            a[0] += fails_deeper(n, depth - 1)
        else:
            a[1] += fails(n)
    return a.sum()


@asyncir.jit
def given_or_not(n, fine: bool):
    a, b = np.ones(n), np.zeros(n)
    for i in range(n):
        b[i] = a[i] + i
        if not fine and i > 10:
            raise ValueError("not fine")
    return b


@asyncir.jit
def many_small(n):
    total = 0.0
    for i in range(n):
        a = np.zeros(5)
        b = np.ones(7)
        total += a[0] + b[1]
        if i == n - 1:
            raise ValueError("the end")
    return total


def test_exceptions_leave_no_arrays_behind() -> None:
    elements = MEGABYTES * 2**17
    for function, arguments in ((fails, (elements,)), (fails_deeper, (elements, 3))):
        with pytest.raises(ValueError, match="too large"):
            function(*arguments)
        before = resident()
        for _ in range(40):
            with pytest.raises(ValueError, match="too large"):
                function(*arguments)
        assert resident() - before < 8 * MEGABYTES


def test_what_is_returned_stays() -> None:
    kept = []
    for i in range(20):
        kept.append(given_or_not(1000 * (i + 1), True))
        with pytest.raises(ValueError, match="not fine"):
            given_or_not(1000 * (i + 1), False)
    for i, array in enumerate(kept):
        assert np.array_equal(array, 1.0 + np.arange(1000.0 * (i + 1)))


def test_arrays_that_were_freed_are_not_freed_again() -> None:
    for n in (1, 2, 100, 10_000):
        with pytest.raises(ValueError, match="the end"):
            many_small(n)
    assert np.array_equal(given_or_not(100, True), 1.0 + np.arange(100.0))


@asyncir.jit
def counts(n):
    a = np.zeros(1000)
    for i in range(n):
        a[i % 7] += 1.0
    return a.sum()


def test_what_a_handler_of_a_signal_has_made_stays() -> None:
    kept: list[np.ndarray] = []
    again = given_or_not(10, True)

    def handler(number: int, frame: object) -> None:
        for n in (1_000, 100_000):
            kept.extend((given_or_not.run(n, True), given_or_not(n, True)))
        raise KeyboardInterrupt

    counts(3)
    before = signal.signal(signal.SIGINT, handler)
    finger = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    killer = threading.Timer(60, os.kill, (os.getpid(), signal.SIGKILL))
    try:
        killer.start()
        finger.start()
        with pytest.raises(KeyboardInterrupt):
            counts(10**14)
    finally:
        killer.cancel()
        finger.join()
        signal.signal(signal.SIGINT, before)
    others = [given_or_not(len(array), True) * 2.0 for array in kept for _ in range(3)]
    assert len(kept) == 4
    for array in kept:
        assert np.array_equal(array, 1.0 + np.arange(float(len(array))))
    assert len(others) == 12
    assert len(again) == 10


CHILD = """
import numpy as np
import asyncir

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096 / 2**20

@asyncir.jit
def endless(n, m):
    a = np.zeros(n)
    for i in range(m):
        a[i % 7] += 1.0
    return a.sum()

endless(2_000_000, 1)
before = resident()
for _ in range(4):
    print("computes", flush=True)
    try:
        endless(2_000_000, 10**14)
    except KeyboardInterrupt:
        pass
print(resident() - before, flush=True)
"""


def test_ctrl_c_leaves_no_arrays_behind(tmp_path: Path) -> None:
    file = tmp_path / "child.py"
    file.write_text(CHILD)

    def usual() -> None:
        signal.signal(signal.SIGINT, signal.default_int_handler)

    command = [sys.executable, str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, preexec_fn=usual, text=True) as child:
        killer = threading.Timer(30, child.kill)
        killer.start()
        assert child.stdout is not None
        line = ""
        for line in child.stdout:
            if line == "computes\n":
                threading.Event().wait(0.1)
                child.send_signal(signal.SIGINT)
        killer.cancel()
        assert float(line) < 40  # of 61 that were allocated
        assert child.wait() == 0
