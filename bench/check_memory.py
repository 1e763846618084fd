"""How much memory a process keeps that checks one program after the other.

    python bench/check_memory.py [CHECKS]

Peak of the resident memory, and objects that the collector knows, after each tenth of the checks. All programs are
different. Behind the first tenth, both should stay as they are: answers are remembered, but not without end.
"""

from __future__ import annotations

import gc
import resource
import sys

from asyncir.analyses.in_flight import check_module
from asyncir.source.text import parse_module


def program(number: int) -> str:
    """A ring of some slots, nests of loops that fill it, and a wait that is right, too strong or too weak."""
    slots, behind = 2 + number % 7, 1 + number % 3
    ahead = min(behind, slots - 1)
    return f"""func.func @main(%a: memref<?xf32>, %n: index, %m: index) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %size = arith.constant {slots} : index
  %ahead = arith.constant {ahead} : index
  %some = arith.constant {number} : index
  %ring = memref.alloca() : memref<{slots}xf32>
  %end = scf.for %t = %c0 to %m step %c1 iter_args(%k = %c0) -> (index) {{
    %last = scf.for %i = %c0 to %n step %c1 iter_args(%j = %k) -> (index) {{
      %slot = arith.remui %j, %size : index
      %from = arith.addi %j, %some : index
      queue.commit(0) {{
        queue.async {{
          %x = memref.load %a[%from] : memref<?xf32>
          memref.store %x, %ring[%slot] : memref<{slots}xf32>
        }}
      }}
      %late = arith.cmpi sge, %j, %ahead : index
      scf.if %late {{
        queue.wait(0, {max(0, ahead - number % 2)})
        %before = arith.subi %j, %ahead : index
        %other = arith.remui %before, %size : index
        %y = memref.load %ring[%other] : memref<{slots}xf32>
      }}
      %next = arith.addi %j, %c1 : index
      scf.yield %next : index
    }}
    scf.yield %last : index
  }}
  queue.wait(0, 0)
  return
}}
"""


def kept(checks: range) -> int:
    """Check these programs; how many objects there are then."""
    for number in checks:
        check_module(parse_module(program(number), "program.mlir"))
    gc.collect()
    return len(gc.get_objects())


def main(checks: int) -> None:
    """Print a line for each tenth."""
    each = max(1, checks // 10)
    for first in range(0, checks, each):
        objects = kept(range(first, first + each))
        peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
        print(f"{first + each:6} checks: {peak:5} MB at most, {objects:9,} objects", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
