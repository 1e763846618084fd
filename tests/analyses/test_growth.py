"""The work of token → count and of what builds on it grows no faster than the program.

Work is the number of calls, of Python's functions and built-in ones: the same in each run, whatever else the machine does.
"""

from __future__ import annotations

import cProfile
import sys
from collections.abc import Callable
from functools import cache

import pytest

from tests.test_bench import BENCH, load

MEASURED = {
    "analysis": ("straight", "far", "queues", "loops", "body", "branches", "calls"),
    "assign-wait-counts": ("straight", "far", "queues", "loops", "run time"),
    "elide-waits": ("straight", "loops"),
    "derive-tokens": ("straight", "far", "body"),
}
MOST = 2.3


@cache
def _prepared() -> Callable[[str, int, str], Callable[[], object]]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys, "path", [str(BENCH), *sys.path])
        prepared: Callable[[str, int, str], Callable[[], object]] = load("wait_counts").prepared
        return prepared


def _calls(work: Callable[[], object]) -> int:
    profile = cProfile.Profile()
    profile.runcall(work)
    return sum(entry.callcount for entry in profile.getstats())


@pytest.mark.parametrize(("what", "shape"), [(what, s) for what, shapes in MEASURED.items() for s in shapes])
def test_twice_the_waits_are_about_twice_the_work(what: str, shape: str) -> None:
    # Counts up to the greatest make short programs grow faster; a wait with a count at run time is 64 waits.
    size = 25 if shape == "run time" else 250
    fewer, more = (_calls(_prepared()(shape, waits, what)) for waits in (size, 2 * size))
    assert more <= MOST * fewer
