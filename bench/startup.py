"""How long a command takes from the shell: `asyncir --help`, `asyncir run` of a ten-line program, `import asyncir`, and a
first call of ten lines of Python below `asyncir.jit`.

    python bench/startup.py [--repeats N]

`run` is timed with an empty cache, and again when the program's machine code is in the cache. Times are those
of a whole process by the clock on the wall, Python's own start included, which is printed beside them. The least CPU
time is there for machines that are busy with other things.
"""

from __future__ import annotations

import argparse
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

PROGRAM = """\
func.func @main(%x: f64) -> f64 {
  %token, %square = async.execute -> !async.value<f64> {
    %y = arith.mulf %x, %x : f64
    async.yield %y : f64
  }
  %s = async.await %square : !async.value<f64>
  %r = arith.addf %s, %x : f64
  return %r : f64
}
// The tenth line.
"""
PYTHON = """\
import asyncir

@asyncir.jit
def area(n):
    inside = 0
    for i in range(n):
        for j in range(n):
            x, y = (i + 0.5) / n, (j + 0.5) / n
            if x * x + y * y < 1.0:
                inside += 1
    return 4.0 * inside / (n * n)

area(20)
"""
COMMAND = [sys.executable, "-c", "from asyncir.tools.cli import main; main()"]
GOALS = {
    "--help": 0.3,
    "run, empty cache": 0.8,
    "run, in the cache": 0.8,
    "import asyncir": 0.06,
    "jit, empty cache": 0.5,
    "jit, in the cache": 0.1,
}
"""Of the last three without Python's own start and, of calls, without `import asyncir`."""


def seconds(command: list[str], environment: dict[str, str]) -> tuple[float, float]:
    """Wall-clock and CPU time of a process that must succeed."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    start = time.perf_counter()
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=False)
    taken = time.perf_counter() - start
    if done.returncode:
        sys.exit(f"bench: {command} failed\n{done.stderr}")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return taken, after.ru_utime + after.ru_stime - used.ru_utime - used.ru_stime


def main() -> None:
    """Time each command and print the table."""
    parser = argparse.ArgumentParser(description="Time whole commands.")
    parser.add_argument("--repeats", type=int, default=11)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        program = folder / "ten.mlir"
        program.write_text(PROGRAM, encoding="utf-8")
        function = folder / "ten.py"
        function.write_text(PYTHON, encoding="utf-8")
        call = [sys.executable, str(function)]
        run = [*COMMAND, "run", str(program), "3.0"]

        def environment(cache: str) -> dict[str, str]:
            known = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
            return {
                **known,
                "ASYNCIR_CACHE_DIR": str(folder / cache),
                "PYTHONPYCACHEPREFIX": str(folder / "pyc"),
            }

        caches = (f"cold{i}" for i in range(2 * options.repeats))
        cases: dict[str, Callable[[], tuple[float, float]]] = {
            "python -c pass": lambda: seconds([sys.executable, "-c", "pass"], dict(os.environ)),
            "--help": lambda: seconds([*COMMAND, "--help"], dict(os.environ)),
            "run, empty cache": lambda: seconds(run, environment(next(caches))),
            "run, in the cache": lambda: seconds(run, environment("warm")),
            "import asyncir": lambda: seconds([sys.executable, "-c", "import asyncir"], environment("warm")),
            "jit, empty cache": lambda: seconds(call, environment(next(caches))),
            "jit, in the cache": lambda: seconds(call, environment("warm")),
        }
        for command in (run, call):
            seconds(command, environment("warm"))
        taken: dict[str, list[tuple[float, float]]] = {case: [] for case in cases}
        for _ in range(options.repeats):
            for case, measure in cases.items():
                taken[case].append(measure())
    print(f"{'command':20} {'min':>7} {'median':>7} {'CPU':>7}   goal   (seconds)")
    for case, times in taken.items():
        wall, cpu = zip(*times, strict=True)
        goal = f"{GOALS[case]:.1f}" if case in GOALS else ""
        print(f"{case:20} {min(wall):7.3f} {statistics.median(wall):7.3f} {min(cpu):7.3f}   {goal}")


if __name__ == "__main__":
    main()
