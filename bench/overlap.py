"""Two balanced stages on two threads, beside two plain tasks; and what an asynchronous copy costs a product of matrices.

    python bench/overlap.py [--rounds N] [--threads N] [--only LENGTH,...] [--no-gemm]

Each row is a length of a stage, of tiles (loops that are vectorised) or scalar (one long chain of operations). In each
round the stages run one after the other, then as a pipeline whose first stage is asynchronous, then as two tasks, each
of which has all iterations of one stage and waits for nobody: no pipeline can be faster than these. The share is the
pipeline's speed-up over the tasks'. The medians over the rounds count, since what else the machine does disturbs single
rounds.

The product adds 128 x 64 tiles times 64 x 128 tiles, both of which are copied first; the ratio is that of the same loop with
the copies in flight, and without, on one thread.
"""

from __future__ import annotations

import argparse
import concurrent.futures
import multiprocessing
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from statistics import median

import numpy as np

ROOT = Path(__file__).parents[1]
sys.path[:0] = [str(ROOT / "src")]

import asyncir  # noqa: E402

GOALS = {1.4: 0.75, 13.0: 0.9, 98.0: 0.95, 457.0: 0.95}
"""Microseconds a stage, and the least share."""

GEMM_GOAL = 1.03
PLACES = 9
"""Processes that compute the product: what pages a process gets, and so which lines of a cache the tiles share, makes either
program up to a fifth slower."""
SECONDS = 0.02
"""What the stages of one run take, one after the other."""

TILES, TILE = 16, 1024
"""So many tiles in turn, which stay in a cache: what memory takes is no matter of pipelines. A tile is too large for
registers: LLVM holds one of 256 elements there in some functions and not in others, and some CPUs are half as fast where it
spills them."""

ANNOTATION = "software_pipeline_stage = [0, 1], software_pipeline_async_stages = [0]"

SCALAR_STAGE = """
    %{name}x = memref.load {source} : memref<{shape}xf32>
    %{name}r = scf.for %{name}w = %c0 to %W step %c1 iter_args(%{name}s = %{name}x) -> f32 {{
      %{name}m = arith.mulf %{name}s, %k : f32
      %{name}p = arith.addf %{name}m, %one : f32
      scf.yield %{name}p : f32
    }}
    memref.store %{name}r, {target} : memref<{to}xf32>"""

TILE_STAGE = """
    scf.for %{name}j = %c0 to %c1024 step %c1 {{
      %{name}x = memref.load {source} : memref<{shape}xf32>
      memref.store %{name}x, {target} : memref<{to}xf32>
    }}
    scf.for %{name}w = %c0 to %W step %c1 {{
      scf.for %{name}j = %c0 to %c1024 step %c1 {{
        %{name}y = memref.load {target} : memref<{to}xf32>
        %{name}m = arith.mulf %{name}y, %k : f32
        %{name}p = arith.addf %{name}m, %one : f32
        memref.store %{name}p, {target} : memref<{to}xf32>
      }}
    }}"""

HEAD = """
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c16 = arith.constant 16 : index
  %c1024 = arith.constant 1024 : index
  %k = arith.constant 0.999 : f32
  %one = arith.constant 1.0 : f32"""

LOOP = """
func.func @{entry}(%A: memref<{outer}xf32>, %C: memref<{outer}xf32>, %n: index, %W: index) {{{head}
  %b = memref.alloc() : memref<{inner}xf32>
  scf.for %i = %c0 to %n step %c1 {{
    %r = arith.remui %i, %c16 : index
    scf.execute_region no_inline {{{first}
      scf.yield
    }} {{software_pipeline_statement = "first"}}
    scf.execute_region no_inline {{{second}
      scf.yield
    }} {{software_pipeline_statement = "second"}}
  }}{annotation}
  memref.dealloc %b : memref<{inner}xf32>
  return
}}
"""

TASKS = """
func.func @tasks(%A: memref<{outer}xf32>, %C: memref<{outer}xf32>, %n: index, %W: index) {{{head}
  %b = memref.alloc() : memref<{inner}xf32>
  %d = memref.alloc() : memref<{inner}xf32>
  %t0 = async.execute {{
    scf.for %i = %c0 to %n step %c1 {{
      %r = arith.remui %i, %c16 : index{first}
    }}
    async.yield
  }}
  %t1 = async.execute {{
    scf.for %i = %c0 to %n step %c1 {{
      %r = arith.remui %i, %c16 : index{second}
    }}
    async.yield
  }}
  async.await %t0 : !async.token
  async.await %t1 : !async.token
  memref.dealloc %b : memref<{inner}xf32>
  memref.dealloc %d : memref<{inner}xf32>
  return
}}
"""

GEMM = """
func.func @gemm(%A: memref<128x4096xf32>, %B: memref<4096x128xf32>, %C: memref<128x128xf32>) {{
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index
  %c128 = arith.constant 128 : index
  %c4096 = arith.constant 4096 : index
  %As = memref.alloc() : memref<128x64xf32>
  %Bs = memref.alloc() : memref<64x128xf32>
  scf.for %k = %c0 to %c4096 step %c64 {{
    %At = memref.subview %A[0, %k] [128, 64] [1, 1] :
      memref<128x4096xf32> to memref<128x64xf32, strided<[4096, 1], offset: ?>>
    memref.copy %At, %As : memref<128x64xf32, strided<[4096, 1], offset: ?>> to memref<128x64xf32>
    %Bt = memref.subview %B[%k, 0] [64, 128] [1, 1] :
      memref<4096x128xf32> to memref<64x128xf32, strided<[128, 1], offset: ?>>
    memref.copy %Bt, %Bs : memref<64x128xf32, strided<[128, 1], offset: ?>> to memref<64x128xf32>
    scf.for %i = %c0 to %c128 step %c1 {{
      scf.for %kk = %c0 to %c64 step %c1 {{
        %a = memref.load %As[%i, %kk] : memref<128x64xf32>
        scf.for %j = %c0 to %c128 step %c1 {{
          %b = memref.load %Bs[%kk, %j] : memref<64x128xf32>
          %c = memref.load %C[%i, %j] : memref<128x128xf32>
          %p = arith.mulf %a, %b : f32
          %s = arith.addf %c, %p : f32
          memref.store %s, %C[%i, %j] : memref<128x128xf32>
        }}
      }}
    }}
  }}{annotation}
  memref.dealloc %As : memref<128x64xf32>
  memref.dealloc %Bs : memref<64x128xf32>
  return
}}
"""


@dataclass(frozen=True)
class Kind:
    """Stages of one kind, as text, and what an iteration of their loops takes, more or less."""

    stage: str
    outer: str
    inner: str
    outer_index: str
    inner_index: str
    microseconds: float

    def text(self, annotated: bool) -> str:
        """The loop, and the two tasks."""
        a, b, c, d = (
            f"%A[{self.outer_index}]",
            f"%b[{self.inner_index}]",
            f"%C[{self.outer_index}]",
            f"%d[{self.inner_index}]",
        )

        def stage(name: str, source: str, target: str) -> str:
            shapes = {"%A": self.outer, "%C": self.outer, "%b": self.inner, "%d": self.inner}
            return self.stage.format(
                name=name,
                source=source.replace("%j", f"%{name}j"),
                target=target.replace("%j", f"%{name}j"),
                shape=shapes[source[:2]],
                to=shapes[target[:2]],
            )

        parts = {"outer": self.outer, "inner": self.inner, "head": HEAD}
        annotation = f" {{{ANNOTATION}}}" if annotated else ""
        first, second = stage("f", a, b), stage("s", b, c)
        text = LOOP.format(entry="loop", first=first, second=second, annotation=annotation, **parts)
        return text if annotated else text + TASKS.format(first=first, second=stage("s", d, c), **parts)


KINDS: Mapping[str, Kind] = {
    "tiles": Kind(TILE_STAGE, "16x1024", "1024", "%r, %j", "%j", 0.06),
    "scalar": Kind(SCALAR_STAGE, "?", "1", "%i", "%c0", 0.0018),
}


def seconds(call: Callable[[], object]) -> float:
    """Of one call."""
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


@dataclass(frozen=True)
class Row:
    """What was measured of stages of one length."""

    stage: float
    pipeline: float
    tasks: float

    @property
    def share(self) -> float:
        """The pipeline's speed-up over the tasks'."""
        return self.pipeline / self.tasks


class Overlap:
    """The programs of one kind of stages, compiled."""

    def __init__(self, kind: Kind, threads: int):
        self.kind = kind
        self.plain = asyncir.compile(kind.text(annotated=False), threads=threads)
        self.pipelined = asyncir.compile(kind.text(annotated=True), threads=threads)

    def measure(self, length: float, rounds: int) -> Row:
        """Stages of about so many microseconds."""
        width = max(1, round(length / self.kind.microseconds))
        for _ in range(3):  # the kind's figure is of some machine
            taken = min(self._stage_seconds(width, self._count(length)) for _ in range(3))
            width = max(1, round(width * length / (taken * 1e6)))
        number = self._count(length)
        arrays = self._arrays(number)
        found: list[tuple[float, float, float]] = []
        for _ in range(rounds):
            serial = seconds(lambda: self.plain.loop(*arrays, number, width))
            piped = seconds(lambda: self.pipelined.loop(*arrays, number, width))
            both = seconds(lambda: self.plain.tasks(*arrays, number, width))
            found.append((serial, piped, both))
        calm = median(s for s, _, _ in found)
        return Row(
            calm / number / 2 * 1e6, median(s / p for s, p, _ in found), median(s / t for s, _, t in found)
        )

    def _count(self, length: float) -> int:
        return max(200, round(SECONDS / (2 * length * 1e-6)))

    def _arrays(self, number: int) -> list[np.ndarray]:
        shape = (TILES, TILE) if self.kind.outer.endswith("1024") else (number,)
        return [np.ones(shape, np.float32), np.zeros(shape, np.float32)]

    def _stage_seconds(self, width: int, number: int) -> float:
        arrays = self._arrays(number)
        return seconds(lambda: self.plain.loop(*arrays, number, width)) / number / 2


def gemm_ratio(rounds: int) -> tuple[float, float]:
    """How much longer the product takes with copies in flight, on one thread; and the milliseconds without.

    The calling thread runs both: what waits would run on a worker's thread else, and the other program would not.
    """
    annotation = " {software_pipeline_stage = [0, 0, 1], software_pipeline_async_stages = [0]}"
    a, b = np.ones((128, 4096), np.float32), np.ones((4096, 128), np.float32)
    c = np.zeros((128, 128), np.float32)
    with asyncir.Runtime(threads=1, loan=True) as here:
        plain = asyncir.compile(GEMM.format(annotation="")).on(here)
        pipelined = asyncir.compile(GEMM.format(annotation=annotation)).on(here)
        found = [
            (seconds(lambda: plain.gemm(a, b, c)), seconds(lambda: pipelined.gemm(a, b, c)))
            for _ in range(rounds)
        ]
    return median(p / s for s, p in found), median(s for s, _ in found) * 1e3


def main() -> int:
    """Measure, print, judge."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=25)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--only", default=",".join(map(str, GOALS)), metavar="LENGTH,...")
    parser.add_argument("--no-gemm", action="store_true", help="stages only")
    options = parser.parse_args()
    missed = False
    print("stages   length     pipeline   two tasks   share   goal")
    for name, kind in KINDS.items():
        overlap = Overlap(kind, options.threads)
        for length in map(float, options.only.split(",")):
            row, goal = overlap.measure(length, options.rounds), GOALS.get(length, 0)
            missed |= row.share < goal
            print(
                f"{name:8} {row.stage:6.1f} us {row.pipeline:8.2f} x {row.tasks:9.2f} x {row.share:7.2f} {goal:6.2f}",
                flush=True,
            )
    if not options.no_gemm:
        context = multiprocessing.get_context("spawn")
        with concurrent.futures.ProcessPoolExecutor(1, context, max_tasks_per_child=1) as pool:
            ratios, times = zip(*pool.map(gemm_ratio, [options.rounds] * PLACES), strict=True)
        ratio, milliseconds = median(ratios), median(times)
        missed |= ratio > GEMM_GOAL
        print(
            f"GEMM, one thread, copies in flight: {ratio:.3f} of {milliseconds:.2f} ms, goal {GEMM_GOAL} "
            f"({', '.join(f'{r:.2f}' for r in sorted(ratios))})"
        )
    return int(missed)


if __name__ == "__main__":
    sys.exit(main())
