"""Rules that hold for every test."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator

import pytest


@pytest.fixture(autouse=True)
def nothing_stays_alive() -> Iterator[None]:
    """After each test no token, value, group, frame or error of a program is left."""
    yield
    launched = sys.modules.get("asyncir.launch.runtime")
    if launched is None or not launched.library.cache_info().currsize:
        return
    left = launched.counts()
    if left.tasks or left.errors:
        gc.collect()
        left = launched.counts()
    assert (left.tasks, left.errors) == (0, 0), f"left alive: {left}"
