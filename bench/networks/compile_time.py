"""How long networks take from text to machine code, beside IREE's compiler in the same run.

    python -m bench.networks.prepare --model resnet50 --out build/networks/resnet50
    python -m bench.networks.compile_time build/networks/resnet50 [--rounds 3]

Ours is `asyncir compile --emit obj -O2`, theirs `iree-compile` for this CPU: whole commands, which read model.mlir. The
two take turns, and of so many rounds the least counts. IREE uses several threads, so that elapsed time is compared. CPU time
stands beside it, and what our parser takes. Goal: no more time than IREE.
"""

from __future__ import annotations

import argparse
import math
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

from asyncir.source.text import parse_module

IREE = ("--iree-hal-target-backends=llvm-cpu", "--iree-llvmcpu-target-cpu=host")
_IREE_COMPILE = "iree.compiler.tools.scripts.iree_compile"


def seconds(command: Sequence[str]) -> tuple[float, float]:
    """Elapsed and CPU time of a command."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(command, check=True, env=environment)
    elapsed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return elapsed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def parse_seconds(source: Path) -> float:
    """CPU time of the parser, without verifying."""
    text = source.read_bytes()
    start = time.process_time()
    parse_module(text, str(source), verify=False)
    return time.process_time() - start


def main() -> int:
    """Measure and print; 1 where the goal is missed."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folders", nargs="+", type=Path, help="what bench.networks.prepare has written")
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    met = True
    print(f"{'network':14} {'MB':>6} {'parse':>6}   {'ours, s':>14} {'IREE, s':>14}  ratio (elapsed, CPU)")
    with tempfile.TemporaryDirectory() as made:
        for folder in asked.folders:
            source, out = folder / "model.mlir", str(Path(made, "out"))
            ours = (
                sys.executable,
                "-m",
                "asyncir",
                "compile",
                "--emit",
                "obj",
                "-O2",
                str(source),
                "-o",
                out,
            )
            theirs = (sys.executable, "-m", _IREE_COMPILE, *IREE, str(source), "-o", out)
            best = [(math.inf, math.inf)] * 2
            parsing = math.inf
            for _ in range(asked.rounds):
                for index, command in enumerate((ours, theirs)):
                    best[index] = min(best[index], seconds(command))
                parsing = min(parsing, parse_seconds(source))
            (a, a_cpu), (b, b_cpu) = best
            size = source.stat().st_size / 1e6
            times = f"{a:6.2f} {a_cpu:7.2f} {b:6.2f} {b_cpu:7.2f}"
            print(
                f"{folder.name:14} {size:6.1f} {parsing:6.2f}   {times}  {a / b:5.2f} {a_cpu / b_cpu:5.2f}",
                flush=True,
            )
            met = met and a <= b
    print(f"goal: {'met' if met else 'missed'}")
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
