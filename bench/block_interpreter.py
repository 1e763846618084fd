"""How fast the interpreter runs a block of threads: one after the other, and all together as arrays.

    python bench/block_interpreter.py [--threads 1,4,128,1024]

The program is a loop that copies into workgroup memory two iterations ahead, with a barrier before and after the use. An
"op" is one op of one thread; "x" is how many times more of them a second than with one thread.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable

import numpy as np

from asyncir.ir import Operation
from asyncir.semantics import Earliest, Latest, TaskSchedule
from asyncir.semantics.blocks.engine import BlockEngine, run_lanes
from asyncir.source.text import parse_module

OPS_PER_ITERATION = 13
LEAST_SECONDS = 0.5


def program(threads: int, steps: int) -> str:
    """The program, for blocks of so many threads."""
    return f"""
func.func @main(%A: memref<{threads * steps}xf32>, %C: memref<{threads}xf32>)
    attributes {{gpu.known_block_size = array<i32: {threads}, 1, 1>}} {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %k = arith.constant {steps} : index
  %t = arith.constant {threads} : index
  %zero = arith.constant 0.0 : f32
  %id = gpu.thread_id x
  %B = memref.alloc() : memref<2x{threads}xf32, 3>
  %top = arith.subi %t, %c1 : index
  %mirror = arith.subi %top, %id : index
  queue.commit(0) {{
    queue.async {{
      %x = memref.load %A[%id] : memref<{threads * steps}xf32>
      memref.store %x, %B[%c0, %id] : memref<2x{threads}xf32, 3>
    }}
  }}
  %sum = scf.for %i = %c1 to %k step %c1 iter_args(%acc = %zero) -> (f32) {{
    %s = arith.remui %i, %c2 : index
    %r = arith.subi %c1, %s : index
    %base = arith.muli %i, %t : index
    %at = arith.addi %base, %id : index
    queue.commit(0) {{
      queue.async {{
        %x = memref.load %A[%at] : memref<{threads * steps}xf32>
        memref.store %x, %B[%s, %id] : memref<2x{threads}xf32, 3>
      }}
    }}
    queue.wait(0, 1)
    gpu.barrier
    %y = memref.load %B[%r, %mirror] : memref<2x{threads}xf32, 3>
    %more = arith.addf %acc, %y : f32
    gpu.barrier
    scf.yield %more : f32
  }}
  memref.store %sum, %C[%id] : memref<{threads}xf32>
  queue.wait(0, 0)
  return
}}
"""


def _speed(threads: int, steps: int, run: Callable[[Operation, list[object]], bool]) -> float:
    """Ops per second."""
    module = parse_module(program(threads, steps), "bench.mlir")
    entry = next(iter(module.ops))
    spent, runs = 0.0, 0
    while spent < LEAST_SECONDS:
        arguments: list[object] = [np.ones(threads * steps, np.float32), np.zeros(threads, np.float32)]
        start = time.process_time()
        assert run(entry, arguments)
        spent += time.process_time() - start
        runs += 1
    return runs * threads * steps * OPS_PER_ITERATION / spent


def _one_by_one(schedule: TaskSchedule) -> Callable[[Operation, list[object]], bool]:
    def run(entry: Operation, arguments: list[object]) -> bool:
        module = entry.parent_op()
        engine = BlockEngine(module, entry, max_steps=1 << 60, record=False)  # type: ignore[arg-type]
        return engine.run(arguments, schedule).ok

    return run


def _together(entry: Operation, arguments: list[object]) -> bool:
    return run_lanes(entry.parent_op(), entry, arguments) is not None  # type: ignore[arg-type]


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--threads", default="1,4,128,1024")
    print(f"{'threads':>8} {'earliest':>16} {'latest':>16} {'as arrays':>16}   (ops/s)")
    base: float | None = None
    for threads in map(int, parser.parse_args().threads.split(",")):
        steps = max(8192 // threads, 16)
        speeds = [
            _speed(threads, steps, run) for run in (_one_by_one(Earliest()), _one_by_one(Latest()), _together)
        ]
        base = base or speeds[0]
        print(f"{threads:>8} " + " ".join(f"{speed:>10.0f} {speed / base:>4.1f}x" for speed in speeds))


if __name__ == "__main__":
    main()
