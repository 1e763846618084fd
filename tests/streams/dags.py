"""Programs whose works are any directed graph without cycles, of which each edge is seen.

Work n is a kernel that sums up the cells of the works that it depends on, adds one and writes its own cell: a dependence that
is lost is a race on a cell, and a wrong sum in some order. `expected` computes the sums from the graph alone.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from itertools import combinations

from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module

Dag = list[list[int]]
"""For each work those that it depends on; all have lower numbers."""


def random_dag(rng: random.Random, size: int, density: float, reach: int = 1 << 30) -> Dag:
    """Each pair of works that are no further apart than `reach` has an edge with this probability."""
    return [[j for j in range(max(0, i - reach), i) if rng.random() < density] for i in range(size)]


def kernel(degree: int) -> str:
    """The kernel of works with so many dependences."""
    given = "".join(f", %m{n}: memref<?xi64>, %i{n}: index" for n in range(degree))
    lines = [f"    gpu.func @sum{degree}(%o: memref<?xi64>, %at: index{given}) kernel {{"]
    lines += ["      %s0 = arith.constant 1 : i64"]
    for n in range(degree):
        lines += [
            f"      %v{n} = memref.load %m{n}[%i{n}] : memref<?xi64>",
            f"      %s{n + 1} = arith.addi %s{n}, %v{n} : i64",
        ]
    lines += [f"      memref.store %s{degree}, %o[%at] : memref<?xi64>", "      gpu.return", "    }"]
    return "\n".join(lines)


def launch(number: int, reads: Sequence[int], tokens: Sequence[str]) -> str:
    """The work of this number, which reads these cells and depends on these tokens."""
    waits = f" [{', '.join(tokens)}]" if tokens else ""
    given = "".join(f", %m : memref<?xi64>, %n{n} : index" for n in reads)
    return (
        f"%t{number} = gpu.launch_func async{waits} @k::@sum{len(reads)} blocks in (%n1, %n1, %n1) "
        f"threads in (%n1, %n1, %n1) args(%m : memref<?xi64>, %n{number} : index{given})"
    )


def constants(size: int) -> list[str]:
    """An index for each number."""
    return [f"%n{n} = arith.constant {n} : index" for n in range(size)]


def module_of(lines: Sequence[str], degrees: set[int], arguments: str = "%m: memref<?xi64>") -> str:
    """A module with a function of these lines, and its kernels."""
    kernels = "\n".join(map(kernel, sorted(degrees)))
    body = "\n".join(f"    {line}" for line in lines)
    return (
        "module attributes {gpu.container_module} {\n  gpu.module @k {\n"
        f"{kernels}\n  }}\n  func.func @main({arguments}) {{\n{body}\n    return\n  }}\n}}\n"
    )


def text_of(dag: Dag) -> str:
    """The program; the host waits for all in the end."""
    lines = constants(max(len(dag), 2))
    lines += [launch(n, needs, [f"%t{i}" for i in needs]) for n, needs in enumerate(dag)]
    if dag:
        lines.append(f"gpu.wait [{', '.join(f'%t{n}' for n in range(len(dag)))}]")
    return module_of(lines, {len(needs) for needs in dag})


def parse_dag(dag: Dag) -> ModuleOp:
    """The program, as a module."""
    return parse_module(text_of(dag))


def expected(dag: Dag) -> list[int]:
    """What is in the cells at the end."""
    cells: list[int] = []
    for needs in dag:
        cells.append(1 + sum(cells[i] for i in needs))
    return cells


def ancestors(dag: Dag) -> list[set[int]]:
    """For each work all that come before it."""
    found: list[set[int]] = []
    for needs in dag:
        found.append({*needs, *(each for i in needs for each in found[i])})
    return found


def reduced_edges(dag: Dag) -> list[tuple[int, int]]:
    """The edges of the transitive reduction, by its definition."""
    before = ancestors(dag)
    return [
        (i, n)
        for n, needs in enumerate(dag)
        for i in set(needs)
        if not any(i in before[other] for other in needs if other != i)
    ]


def widest(dag: Dag) -> int:
    """The most works of which none comes before another, by trying all sets; for small ones."""
    before = ancestors(dag)
    most = 0
    for mask in range(1 << len(dag)):
        if mask.bit_count() > most:
            chosen = [n for n in range(len(dag)) if mask >> n & 1]
            if not any(i in before[n] for i, n in combinations(chosen, 2)):
                most = len(chosen)
    return most
