"""Rules that hold for every test, and which tests are slow.

`tests/slow.txt` names each test function that took more than `SLOW` seconds of processor time, with what its programs
took, for one of its parameters, the last time that `make slow-tests` ran. These tests have the mark `slow`, and
`make quick` leaves them out. Behind those that took more than `LONG` seconds stands the word `long`; they have that mark,
too, and `make test` leaves them to `make test-long`. Processor time and not the clock's, so that a busy machine changes
little.
"""

from __future__ import annotations

import faulthandler
import gc
import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SLOW = 0.1
LONG = 3.0
LISTED = Path(__file__).parent / "slow.txt"
TOOK = "processor time"
ELSEWHERE = "processor time elsewhere"
"""What a test records that was computed for it by a process that goes on."""


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


MOST_SECONDS = 60


@pytest.fixture
def loops_end() -> Iterator[None]:
    """For tests of loops that, if they count wrongly, may go on for ever: they hear signals, or the process has to end."""

    def too_long(*_: object) -> None:
        pytest.fail(f"a loop does not end within {MOST_SECONDS} seconds")

    before = signal.signal(signal.SIGALRM, too_long)
    signal.alarm(MOST_SECONDS)
    faulthandler.dump_traceback_later(MOST_SECONDS + 10, exit=True, file=sys.__stderr__)
    yield
    faulthandler.cancel_dump_traceback_later()
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def pytest_collection_finish() -> None:
    """What collecting has made stays to the end: the garbage collector need not look at it again and again."""
    gc.collect()
    gc.freeze()


def pytest_addoption(parser: pytest.Parser) -> None:
    """The option of `make slow-tests`."""
    parser.addoption("--write-slow", action="store_true", help=f"write {LISTED.name} anew")


def pytest_configure(config: pytest.Config) -> None:
    """Measure where that is asked for; a worker of pytest-xdist reports to the process that writes."""
    if config.getoption("--write-slow") and not hasattr(config, "workerinput"):
        config.pluginmanager.register(SlowTests())


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests, and begin with them: at the end no process waits long for another one then."""
    listed = slow_tests()
    for item in items:
        for mark in listed.get(function_of(item.nodeid), ()):
            item.add_marker(mark)
    items.sort(key=lambda item: item.get_closest_marker("slow") is None)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Note what the test took, with its fixtures and the processes that it waited for."""
    before = processor_time()
    item.user_properties.append((TOOK, before))
    return (yield)


def pytest_runtest_teardown(item: pytest.Item) -> None:
    """Fixtures that are shared end here, too: what they take counts for the last test that uses them."""
    item.user_properties[:] = [
        (name, processor_time() - value if name == TOOK else value) for name, value in item.user_properties
    ]


def processor_time() -> float:
    """Seconds that this process and those that it has waited for were computing."""
    return sum(os.times()[:4])


def function_of(nodeid: str) -> str:
    """The test without its parameters."""
    return nodeid.partition("[")[0]


def slow_tests() -> dict[str, list[str]]:
    """The functions that are listed, each with its marks."""
    lines = (line.split() for line in LISTED.read_text(encoding="utf-8").splitlines())
    return {function: ["slow", *more] for function, *more in lines}


class SlowTests:
    """Collects what tests took, and writes the list."""

    def __init__(self) -> None:
        self.took: dict[str, float] = {}

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """A test is over."""
        if report.when == "teardown":
            function = function_of(report.nodeid)
            took = sum(
                float(str(value)) for name, value in report.user_properties if name in (TOOK, ELSEWHERE)
            )
            self.took[function] = max(self.took.get(function, 0.0), took)

    def pytest_sessionfinish(self) -> None:
        """All tests are over: those that ran are listed or not, others stay as they are."""
        listed = {function: marks for function, marks in slow_tests().items() if function not in self.took}
        for function, took in self.took.items():
            if took > SLOW:
                listed[function] = ["slow", "long"] if took > LONG else ["slow"]
        lines = (" ".join((function, *marks[1:])) for function, marks in sorted(listed.items()))
        LISTED.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
