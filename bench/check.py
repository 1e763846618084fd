"""How long `check` takes as programs grow: waits one after the other, in one long loop, and in many loops.

    python bench/check.py [MOST] [ROUNDS]

CPU time, the least of interleaved runs. Each doubling should cost at most 2.3 times as much.
"""

from __future__ import annotations

import sys

from growth import GOAL, cpu_seconds, doublings, least_times

from asyncir.analyses.in_flight import check_module
from asyncir.analyses.sync_report import Standing, SyncReport
from asyncir.source.text import parse_module

SIZES = tuple(10 << n for n in range(11))

_HEAD = """func.func @main(%a: memref<?xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %b = memref.alloc() : memref<2xf32>
"""


def _turn(number: int, index: str, *, first: bool) -> str:
    """One group, and the wait and the read for the group before it."""
    slot, before = f"%c{number % 2}", f"%c{(number + 1) % 2}"
    text = f"""  queue.commit(0) {{
    queue.async {{
      %x = memref.load %a[{index}] : memref<?xf32>
      memref.store %x, %b[{slot}] : memref<2xf32>
    }}
  }}
"""
    if first:
        return text
    return text + f"  queue.wait(0, 1)\n  %y{number} = memref.load %b[{before}] : memref<2xf32>\n"


def straight(waits: int) -> str:
    """No loop."""
    turns = (_turn(i, "%c0", first=i == 0) for i in range(waits + 1))
    return _HEAD + "".join(turns) + "  return\n}\n"


def long_loop(waits: int) -> str:
    """One loop with all waits in its body."""
    body = "".join(_turn(i, "%i", first=False) for i in range(waits + waits % 2))
    loop = f"  scf.for %i = %c0 to %n step %c1 {{\n{body}  }}\n"
    return _HEAD + _turn(1, "%c0", first=True) + loop + "  return\n}\n"


def _one_loop(number: int) -> str:
    return f"""  scf.for %i = %c0 to %n step %c1 {{
    %s = arith.remui %i, %c2 : index
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %a[%i] : memref<?xf32>
        memref.store %x, %b[%s] : memref<2xf32>
      }}
    }}
    queue.wait(0, 0)
    %y{number} = memref.load %b[%s] : memref<2xf32>
  }}
"""


def many_loops(waits: int) -> str:
    """Loops one after the other, each with one wait."""
    return _HEAD + "".join(map(_one_loop, range(waits))) + "  return\n}\n"


SHAPES = {"straight": straight, "one loop": long_loop, "many loops": many_loops}


def seconds(text: str) -> float:
    """The time of one check; parsing is not counted."""
    module = parse_module(text, "bench.mlir")
    reports: list[SyncReport] = []
    spent = cpu_seconds(lambda: reports.append(check_module(module)))
    if reports[0].standing is not Standing.PROVED:
        raise SystemExit(f"not proved: {reports[0].functions[0].reason}")
    return spent


def main(most: int, rounds: int) -> None:
    """Print a table: seconds, and how much more than for half as many."""
    sizes = [size for size in SIZES if size <= most]
    for name, make in SHAPES.items():
        times = least_times(lambda size, make=make: seconds(make(size)), sizes, rounds)
        growth = [1.0, *doublings(sizes, times)]
        for size, spent, grown in zip(sizes, times, growth, strict=True):
            missed = "  missed" if grown > GOAL else ""
            print(f"{name:12} {size:6} waits {spent:8.3f} s {grown:5.2f}x{missed}", flush=True)


if __name__ == "__main__":
    arguments = [int(argument) for argument in sys.argv[1:]]
    main(*(arguments + [SIZES[-1], 3][len(arguments) :]))
