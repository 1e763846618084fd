"""What a command must not wait for. Times depend on the machine; what is imported does not."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.cli.command import ADD, SCALE, Shell

HEAVY = ("xdsl", "numpy", "llvmlite", "asyncio")
SCRIPT = """\
import sys
from asyncir.tools.cli import invoke
status = invoke(sys.argv[1:])
heavy = [m for m in {heavy} if m in sys.modules]
print("imported:", *heavy, file=sys.stderr)
sys.exit(status)
"""


def imported(cache: Path, *args: str) -> list[str]:
    command = [sys.executable, "-c", SCRIPT.format(heavy=HEAVY), *args]
    env = {**os.environ, "ASYNCIR_CACHE_DIR": str(cache)}
    done = subprocess.run(command, capture_output=True, text=True, env=env, check=False)
    last = done.stderr.splitlines()[-1]
    assert last.startswith("imported:"), done.stderr
    assert done.returncode == 0, done.stderr
    return last.split()[1:]


@pytest.mark.parametrize(
    "args", [["--help"], ["run", "--help"], ["check", "--help"], ["explain", "C001"], ["--version"]]
)
def test_help_waits_for_nothing(tmp_path: Path, args: list[str]) -> None:
    assert imported(tmp_path, *args) == []


def test_a_program_that_ran_before_needs_no_compiler(asyncir: Shell) -> None:
    file = asyncir.write("add.mlir", ADD)
    cache = asyncir.folder / "cache"
    first = imported(cache, "run", str(file), "1", "2")
    assert "xdsl" in first
    assert "numpy" not in first
    assert imported(cache, "run", str(file), "1", "2") == ["llvmlite"]
    assert "xdsl" in imported(cache, "run", "--no-cache", str(file), "1", "2")


def test_a_cached_program_with_arrays(asyncir: Shell) -> None:
    file = asyncir.write("scale.mlir", SCALE)
    cache = asyncir.folder / "cache"
    imported(cache, "run", str(file), "[1]", "2")
    assert imported(cache, "run", str(file), "[1]", "2") == ["numpy", "llvmlite"]


def test_importing_asyncir_imports_nothing() -> None:
    script = f"import sys, asyncir; sys.exit(any(m in sys.modules for m in {(*HEAVY, 'click')}))"
    assert subprocess.run([sys.executable, "-c", script], check=False).returncode == 0


def test_canonicalize_loads_no_dialect_that_the_program_has_not(asyncir: Shell) -> None:
    file = asyncir.write("add.mlir", ADD)
    large = ("asyncir.dialects.linalg", "asyncir.dialects.vector", "asyncir.targets.machine")
    command = [sys.executable, "-c", SCRIPT.format(heavy=large)]
    done = subprocess.run(
        [*command, "opt", "--canonicalize", "--cse", str(file)], capture_output=True, text=True, check=True
    )
    assert done.stderr.splitlines()[-1] == "imported:"
