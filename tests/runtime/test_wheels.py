"""What `make wheels` tells CMake; making a wheel takes minutes, and test_wheel.py makes one of this machine's own."""

from __future__ import annotations

import runpy
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "runtime" / "wheels.py"


@pytest.mark.parametrize("target", ["x86_64", "aarch64"])
def test_the_tools_are_zigs_for_the_target(target: str, tmp_path: Path) -> None:
    names = runpy.run_path(str(SCRIPT))
    names["toolchain"].__globals__["BUILD"] = tmp_path
    file = names["toolchain"](Path("/opt/python"), target)
    text = file.read_text()
    assert f"set(CMAKE_SYSTEM_PROCESSOR {target})" in text
    compiler = tmp_path / target / "zig-c++"
    assert f'set(CMAKE_CXX_COMPILER "{compiler}")' in text
    assert compiler.stat().st_mode & 0o111
    assert compiler.read_text().splitlines()[1] == (
        f'exec "/opt/python" -m ziglang c++ -target {target}-linux-gnu.2.17 "$@"'
    )


def test_a_target_that_there_is_not() -> None:
    done = subprocess.run([sys.executable, SCRIPT, "sparc"], capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert "there is no target sparc; there are x86_64, aarch64" in done.stderr
