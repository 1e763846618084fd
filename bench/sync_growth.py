"""How the passes for synchronisation, the check and the interpreter of machines grow with the program.

    python -m bench.sync_growth --sizes 100 200 400 --shapes straight loop

Programs for `ascend-a2`, of as many ops as are asked for:

    straight   tiles that are copied in, computed with and copied out, one behind the other, on memory that they share
    loop       the same, as the body of one loop
    loops      many small loops, one behind the other
    nests      nests of three loops, one behind the other
    branches   works in branches, one behind the other, in one loop

`insert-sync` is given the program as it is; all others what comes of it, `eliminate-sync` with a barrier of a pipe at
every twentieth work, which nothing needs, `repair-sync` without its first signal. Times are those of the process, the
least of several; then comes what each doubling cost, and the worst of them. The goal is 2.3.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import BarrierOp, SignalOp, WorkOp
from asyncir.ir import Context, ModuleOp
from asyncir.ir.walk import walk
from asyncir.semantics.machines.engine import Player
from asyncir.source.text import parse_module, print_module
from asyncir.targets.machine import load_machine
from asyncir.transforms.eliminate_sync import EliminateSync
from asyncir.transforms.insert_sync import InsertSync
from asyncir.transforms.repair_sync import RepairSync
from bench.growth import GOAL, cpu_seconds, doublings

MACHINE = load_machine("ascend-a2")
SIZES = (100, 200, 400, 800, 1600, 3200, 6400, 12800, 20000)
BUFFERS = 4

HEAD = """func.func @f(%a: memref<16xf32>, %b: memref<16xf32>, %n: index, %p: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
"""


def _tile(number: int, indent: str) -> list[str]:
    """Three works: a buffer is filled, computed with, and emptied."""
    u, w = f"%u{number % BUFFERS}", f"%w{number % BUFFERS}"
    type_ = "memref<16xf32>"
    both = f"{type_} to {type_}"
    return [
        f'{indent}sync.work on "mte2" {{ memref.copy %a, {u} : {both} }}',
        f'{indent}sync.work on "v" reads({u} : {type_}) writes({w} : {type_}) {{ sync.opaque "vec" }}',
        f'{indent}sync.work on "mte3" {{ memref.copy {w}, %b : {both} }}',
    ]


def _straight(number: int) -> list[str]:
    return _tile(number, "  ")


def _loops(number: int) -> list[str]:
    return [f"  scf.for %i{number} = %c0 to %n step %c1 {{", *_tile(number, "    "), "  }"]


def _nests(number: int) -> list[str]:
    heads = [
        f"{'  ' * depth}scf.for %{name}{number} = %c0 to %c2 step %c1 {{"
        for depth, name in ((1, "i"), (2, "j"), (3, "k"))
    ]
    first, *rest = _tile(number, " " * 8)
    return [heads[0], first, heads[1], heads[2], *rest, "      }", "    }", "  }"]


def _branches(number: int) -> list[str]:
    first, second, third = _tile(number, " " * 6)
    return [first, "    scf.if %p {", second, "    } else {", _tile(number + 1, " " * 6)[1], "    }", third]


SHAPES: dict[str, tuple[int, bool, Callable[[int], list[str]]]] = {
    "straight": (6, False, _straight),
    "loop": (6, True, _straight),
    "loops": (8, False, _loops),
    "nests": (12, False, _nests),
    "branches": (11, True, _branches),
}
"""How many ops a part has, whether all parts are in one loop, and the part."""


def program(shape: str, size: int) -> str:
    """A program of about so many ops."""
    ops, is_body, part = SHAPES[shape]
    lines = [HEAD]
    for name in ("u", "w"):
        lines += [f"  %{name}{number} = memref.alloc() : memref<16xf32>" for number in range(BUFFERS)]
    if is_body:
        lines.append("  scf.for %i = %c0 to %n step %c1 {")
    for number in range(max(1, size // ops)):
        lines += part(number)
    if is_body:
        lines.append("  }")
    return "\n".join([*lines, "  return", "}", ""])


@dataclass(frozen=True)
class Programs:
    """One program, and what others are given of it."""

    plain: str

    @cached_property
    def right(self) -> str:
        """With what `insert-sync` puts in."""
        module = parse_module(self.plain)
        InsertSync(machine=MACHINE.name).apply(Context(), module)
        return print_module(module)

    @property
    def more(self) -> str:
        """With barriers that nothing needs."""
        module = parse_module(self.right)
        for op in [op for op in walk(module) if isinstance(op, WorkOp)][::20]:
            assert op.parent is not None
            op.parent.insert_op_before(BarrierOp("mte2"), op)
        return print_module(module)

    @property
    def less(self) -> str:
        """Without the first signal."""
        module = parse_module(self.right)
        first = next((op for op in walk(module) if isinstance(op, SignalOp)), None)
        if first is not None:
            first.detach()
        return print_module(module)


def _apply(made: Callable[[], object], text: str) -> float:
    module, one = parse_module(text), made()
    assert isinstance(one, InsertSync | EliminateSync | RepairSync)
    return cpu_seconds(lambda: one.apply(Context(), module))


def _insert(given: Programs) -> float:
    return _apply(lambda: InsertSync(machine=MACHINE.name), given.plain)


def _eliminate(given: Programs) -> float:
    return _apply(lambda: EliminateSync(machine=MACHINE.name), given.more)


def _repair(given: Programs) -> float:
    return _apply(lambda: RepairSync(machine=MACHINE.name), given.less)


def _check(given: Programs) -> float:
    module = parse_module(given.right)
    (function,) = module.ops

    def work() -> None:
        answer = checked(MachineProgram(function, MACHINE))
        assert answer.proved, answer

    return cpu_seconds(work)


def _play(module: ModuleOp) -> None:
    a, b = np.arange(16, dtype=np.float32), np.zeros(16, np.float32)
    played = Player(module, "f", MACHINE).play((a, b, 2, True), "latest")
    assert played.ok, played.diagnostics


def _simulate(given: Programs) -> float:
    module = parse_module(given.right)
    return cpu_seconds(lambda: _play(module))


MEASURES: dict[str, Callable[[Programs], float]] = {
    "insert-sync": _insert,
    "check": _check,
    "eliminate-sync": _eliminate,
    "repair-sync": _repair,
    "simulate": _simulate,
}


def _row(shape: str, name: str, sizes: Sequence[int], times: Sequence[float]) -> float:
    """Print a row; the worst doubling."""
    costs = doublings(sizes, times)
    worst = max(costs, default=math.nan)
    cells = " | ".join(f"{time:.3f}" for time in times)
    steps = ", ".join(f"{cost:.2f}" for cost in costs)
    print(f"| {shape} | {name} | {cells} | {steps} | {worst:.2f} |", flush=True)
    return worst


def main(arguments: Sequence[str] | None = None) -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=SIZES)
    parser.add_argument("--shapes", nargs="+", choices=SHAPES, default=list(SHAPES))
    parser.add_argument("--measures", nargs="+", choices=MEASURES, default=list(MEASURES))
    parser.add_argument("--rounds", type=int, default=2)
    options = parser.parse_args(arguments)
    print(f"| shape | seconds of | {' | '.join(map(str, options.sizes))} | each doubling | worst |")
    print(f"| --- | --- | {'--- | ' * len(options.sizes)}--- | --- |")
    worst = 0.0
    for shape in options.shapes:
        given = [Programs(program(shape, size)) for size in options.sizes]
        for name in options.measures:
            times = [min(MEASURES[name](one) for _ in range(options.rounds)) for one in given]
            worst = max(worst, _row(shape, name, options.sizes, times))
    print(f"\nworst doubling: {worst:.2f}; the goal is {GOAL}")
    return int(worst > GOAL)


if __name__ == "__main__":
    sys.exit(main())
