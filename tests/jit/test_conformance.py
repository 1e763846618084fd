"""Some of the standard library's tests of asyncio with compiled coroutines; bench/jit/conformance.py runs all."""

from __future__ import annotations

import importlib.util
import subprocess
import sys

import pytest

from tests.oracle import needs

there = (
    importlib.util.find_spec("test") is not None and importlib.util.find_spec("test.test_asyncio") is not None
)


@pytest.mark.feature("N9")
@needs(there, "the interpreter has come without its tests (Debian: libpython3-testsuite)")
def test_tests_of_asyncio() -> None:
    """In a process of its own, since it changes what the tests of asyncio use."""
    names = ["test_taskgroup_01", "test_taskgroup_04", "test_timeout_basic"]
    command = [sys.executable, "-m", "bench.jit.conformance", *names]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    assert lines[-1].startswith("3 tests, 3 with compiled coroutines, of which 3 pass"), done.stdout
