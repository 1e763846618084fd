"""examples/files: tasks that fetch and reduce, beside asyncio with NumPy and Numba."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parent.parent
COMMAND = [sys.executable, str(ROOT / "examples" / "files" / "demo.py"), "--files", "8", "--rounds", "1"]


def test_three_ways_agree_and_two_files_are_left_out() -> None:
    done = subprocess.run(COMMAND, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("the same results") == 3
    assert "file 2 is left out: OSError('524288 bytes of 1048576')" in done.stdout
    assert "file 5 is left out: TimeoutError()" in done.stdout
