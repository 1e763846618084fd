"""Random programs of tasks and mutants, as in bench/detect_races.py: one run says what the interpreter says of all orders."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_a_sample_of_random_programs() -> None:
    chosen = ("--races", "3", "--family", "groups", "--family", "soup", "--family", "calls")
    command = [sys.executable, "-m", "bench.detect_races", "mutants", *chosen]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "WRONG" not in done.stdout


def test_the_benchmarks_programs_run() -> None:
    command = [sys.executable, "-m", "bench.detect_races", "programs", "--tiny", "--times", "1"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    races = {line.split()[0]: line.split()[-1] for line in done.stdout.splitlines() if "races:" in line}
    # Its cells are in order because of atomic counters, which order nothing (SEM-31).
    assert {name for name, count in races.items() if count != "0"} == {"wavefront"}
