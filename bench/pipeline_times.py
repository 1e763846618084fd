"""How the time of each pass of `software-pipeline` grows with the statements of a loop.

    python bench/pipeline_times.py [--statements 10,20,...,5120] [--shapes chain,...] [--rounds 3]

Prints milliseconds of CPU time, and the largest growth per doubling; the goal is at most 2.3. Exit status 1 if it is missed.

- `chain`: each statement reads what the one before it has written to memory of the iteration; four stages, two asynchronous.
- `shared`: every statement reads one array, and writes one of its own.
- `loops`: loops of ten statements, one behind the other.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from growth import GOAL, cpu_seconds, doublings, least_times

sys.path[:0] = [str(Path(__file__).parents[1] / "src")]

from asyncir.ir import Context  # noqa: E402
from asyncir.source.text import parse_module  # noqa: E402
from asyncir.transforms.software_pipeline import SoftwarePipeline  # noqa: E402

HEAD = """func.func @main(%a: memref<64xf64>, %d: memref<64xf64>, %f: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c64 = arith.constant 64 : index"""


def annotations(count: int) -> str:
    """Four stages of equal size, the first two asynchronous."""
    stages = [number * 4 // count for number in range(count)]
    return f"{{software_pipeline_stage = {stages}, software_pipeline_async_stages = [0, 1]}}"


def chain(count: int) -> list[str]:
    """Memory of the iteration goes from statement to statement."""
    lines = [f"  %m{n} = memref.alloca() : memref<1xf64>" for n in range(count)]
    lines += ["  scf.for %i = %c0 to %c64 step %c1 {"]
    for n in range(count):
        source = f"%m{n - 1}[%c0] : memref<1xf64>" if n else "%a[%i] : memref<64xf64>"
        target = f"%m{n}[%c0] : memref<1xf64>" if n < count - 1 else "%d[%i] : memref<64xf64>"
        lines += [f"    %x{n} = memref.load {source}", f"    %y{n} = arith.addf %x{n}, %f : f64"]
        lines += [f"    memref.store %y{n}, {target}"]
    return [*lines, f"  }} {annotations(count)}"]


def shared(count: int) -> list[str]:
    """All read one array."""
    lines = [f"  %m{n} = memref.alloc() : memref<64xf64>" for n in range(count)]
    lines += ["  scf.for %i = %c0 to %c64 step %c1 {"]
    for n in range(count):
        lines += [f"    %x{n} = memref.load %a[%i] : memref<64xf64>"]
        lines += [f"    memref.store %x{n}, %m{n}[%i] : memref<64xf64>"]
    return [*lines, f"  }} {annotations(count)}"]


def loops(count: int) -> list[str]:
    """Chains of ten."""
    return [line.replace("%m", f"%m{k}_") for k in range(max(1, count // 10)) for line in chain(10)]


SHAPES: dict[str, Callable[[int], list[str]]] = {"chain": chain, "shared": shared, "loops": loops}


class Program:
    """A program, and how long each pass took with it at least."""

    def __init__(self, shape: str, count: int):
        text = "\n".join([HEAD, *SHAPES[shape](count), "  return", "}"]) + "\n"
        self.module = parse_module(text, f"{shape}.mlir", verify=False)

    def seconds(self) -> dict[str, float]:
        """CPU seconds of each pass."""
        module, found = self.module.clone(), dict[str, float]()
        how = SoftwarePipeline()
        for one in (*how.passes(), *how.counts()):
            found[one.name] = cpu_seconds(lambda one=one: one.apply(Context(), module))
        return found


def run(options: argparse.Namespace) -> bool:
    """Print the table; whether all of it meets the goal."""
    sizes, met = [int(size) for size in options.statements.split(",")], True
    print(f"{'':30}", *(f"{size:>8}" for size in sizes), "  worst doubling")
    for shape in options.shapes.split(","):
        programs = {size: Program(shape, size) for size in sizes}
        best: dict[str, dict[int, float]] = {}

        def measure(
            size: int, programs: dict[int, Program] = programs, best: dict[str, dict[int, float]] = best
        ) -> float:
            found = programs[size].seconds()
            for name, taken in found.items():
                of = best.setdefault(name, {})
                of[size] = min(of.get(size, taken), taken)
            return sum(found.values())

        total = least_times(measure, sizes, options.rounds)
        rows = {**{name: [of[size] for size in sizes] for name, of in best.items()}, "all": total}
        for name, times in rows.items():
            worst = max(doublings(sizes, times), default=1)
            met = met and worst <= GOAL
            print(
                f"{shape:8} {name:21}",
                *(f"{1000 * taken:8.1f}" for taken in times),
                f"  {worst:.2f}",
                flush=True,
            )
    return met


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--statements", default="10,20,40,80,160,320,640,1280,2560,5120", metavar="N,...")
    parser.add_argument("--shapes", default=",".join(SHAPES))
    parser.add_argument("--rounds", type=int, default=3, metavar="N")
    sys.exit(0 if run(parser.parse_args()) else 1)
