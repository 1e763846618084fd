"""How a contestant in Python answers the table: as those in C do, see peers/harness.h."""

from __future__ import annotations

import ctypes
import gc
import json
import sys
import time
from collections.abc import Callable
from pathlib import Path


def memory(name: str) -> int:
    """A line of /proc/self/status, in bytes: VmRSS, what the process has in memory; VmHWM, the most that it had."""
    for line in Path("/proc/self/status").read_text(encoding="ascii").splitlines():
        if line.startswith(f"{name}:"):
            return int(line.split()[1]) * 1024
    raise LookupError(name)


def forget_peak() -> None:
    """Give free memory back and let VmHWM start again from what is in use."""
    gc.collect()
    ctypes.CDLL(None).malloc_trim(0)
    Path("/proc/self/clear_refs").write_text("5", encoding="ascii")


def serve(
    run: Callable[[], object],
    result: Callable[[], int],
    before: Callable[[], object] = lambda: None,
) -> None:
    """Answer each line on standard input, which holds a number of runs, until there is none any more."""
    answers = sys.stdout
    sys.stdout = sys.stderr
    print("ready", file=answers, flush=True)
    start = growth = None
    for line in sys.stdin:
        wall = processors = 0
        if start is None:
            forget_peak()
            start = memory("VmRSS")
        for _ in range(int(line)):
            before()
            w, p = time.perf_counter_ns(), time.process_time_ns()
            run()
            wall += time.perf_counter_ns() - w
            processors += time.process_time_ns() - p
        if growth is None:
            growth = memory("VmHWM") - start
        answer = {"wall": wall, "cpu": processors, "result": result(), "growth": growth}
        print(json.dumps(answer), file=answers, flush=True)
