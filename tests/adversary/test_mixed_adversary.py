"""The adversary of programs with tasks and queues: a few of its programs, and those that were written by hand."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def _run(*words: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", *words], cwd=ROOT, capture_output=True, text=True, check=False, timeout=500
    )
    assert done.returncode == 0, done.stdout[-2000:] + done.stderr[-2000:]
    return done.stdout


def test_random_programs_and_mutants_are_judged_right(tmp_path: Path) -> None:
    out = _run(
        "bench.mixed_adversary.run",
        "--programs",
        "6",
        "--seed",
        "7",
        "--mutants",
        "2",
        "--keep",
        str(tmp_path),
    )
    assert list(tmp_path.iterdir()) == []
    assert "proved" in out


def test_programs_that_were_written_to_fool_the_check() -> None:
    out = _run("bench.mixed_adversary.by_hand")
    assert "116 programs" in out
