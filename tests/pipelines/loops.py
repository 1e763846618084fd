"""Small loops, at random, as data: their text, and by enumeration which schedules keep their dependences in order.

The enumeration knows nothing of the IR: it lists what each iteration touches, for small trip counts.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

LENGTH = 64
TRIPS = range(8)


@dataclass(frozen=True)
class Index:
    """`factor * i + offset`, or that modulo `modulus`."""

    factor: int
    offset: int
    modulus: int = 0

    def at(self, i: int) -> int:
        """The element in iteration i."""
        value = self.factor * i + self.offset
        return value % self.modulus if self.modulus else value


@dataclass(frozen=True)
class Access:
    """An element of an array: `m0`, `m1`, ... are memory of the function's own, `a0`, ... are its arguments."""

    array: str
    index: Index


@dataclass(frozen=True)
class Statement:
    """`write = sum of reads`; with `carried`, the loop's sum instead of an element is written."""

    write: Access | None
    reads: tuple[Access, ...]
    guarded: bool = False
    """It happens in even iterations only."""


@dataclass(frozen=True)
class Loop:
    """Statements, with memory that is used behind the loop, too."""

    statements: tuple[Statement, ...]
    used_behind: frozenset[str] = frozenset()
    step: int = 1

    def arrays(self) -> list[str]:
        """All that the loop touches."""
        accesses = [a for s in self.statements for a in (*s.reads, *([s.write] if s.write else []))]
        return sorted({access.array for access in accesses})


def text_of(loop: Loop, annotations: str) -> str:
    """A function `@main(%n, arguments)` with the loop."""
    arrays = loop.arrays()
    arguments = "".join(f", %{a}: memref<{LENGTH}xi64>" for a in arrays if a[0] == "a")
    lines = [f"func.func @main(%n: index{arguments}) -> i64 {{"]
    lines += [f"  %c{k} = arith.constant {k} : index" for k in range(9)]
    lines += ["  %one = arith.constant 1 : i64", f"  %length = arith.constant {LENGTH} : index"]
    lines += [f"  %{a} = memref.alloca() : memref<{LENGTH}xi64>" for a in arrays if a[0] == "m"]
    for a in sorted(loop.used_behind):
        store = f"memref.store %one, %{a}[%k] : memref<{LENGTH}xi64>"
        lines += [f"  scf.for %k = %c0 to %length step %c1 {{ {store} }}"]
    lines += [f"  %r = scf.for %i = %c0 to %n step %c{loop.step} iter_args(%s = %one) -> (i64) {{"]
    total = "%s"
    for number, statement in enumerate(loop.statements):
        body, value = _statement(number, statement, total)
        lines += [f"    {line}" for line in body]
        total = value if statement.write is None else total
    lines += ["    scf.yield " + total + " : i64", "  } {" + annotations + "}"]
    behind = "%r"
    for a in sorted(loop.used_behind):
        lines += [f"  %l{a} = memref.load %{a}[%c0] : memref<{LENGTH}xi64>"]
        lines += [f"  %k{a} = arith.addi {behind}, %l{a} : i64"]
        behind = f"%k{a}"
    return "\n".join([*lines, f"  return {behind} : i64", "}", ""])


def _statement(number: int, statement: Statement, total: str) -> tuple[list[str], str]:
    lines: list[str] = []
    value = total if statement.write is None else "%one"
    for position, read in enumerate(statement.reads):
        name = f"{number}_{position}"
        index, more = _index(f"x{name}", read.index)
        lines += more
        lines += [f"%v{name} = memref.load %{read.array}[{index}] : memref<{LENGTH}xi64>"]
        lines += [f"%w{name} = arith.addi {value}, %v{name} : i64"]
        value = f"%w{name}"
    if statement.write is None:
        return lines, value
    index, more = _index(f"y{number}", statement.write.index)
    lines += [*more, f"memref.store {value}, %{statement.write.array}[{index}] : memref<{LENGTH}xi64>"]
    if statement.guarded:
        lines = [
            f"%g{number} = arith.remui %i, %c2 : index",
            f"%h{number} = arith.cmpi eq, %g{number}, %c0 : index",
            f"scf.if %h{number} {{",
            *[f"  {line}" for line in lines],
            "}",
        ]
    return lines, value


def _index(name: str, index: Index) -> tuple[str, list[str]]:
    lines = [f"%{name}f = arith.muli %i, %c{index.factor} : index"]
    lines += [f"%{name} = arith.addi %{name}f, %c{index.offset} : index"]
    if not index.modulus:
        return f"%{name}", lines
    return f"%{name}m", [*lines, f"%{name}m = arith.remui %{name}, %c{index.modulus} : index"]


def defined(loop: Loop) -> Loop:
    """The loop with values in all memory that an iteration reads before it writes it."""
    return replace(loop, used_behind=frozenset(a for a in loop.arrays() if a[0] == "m") - private(loop))


# ---- by enumeration ----


def _touched(loop: Loop, statement: int, i: int) -> tuple[set[tuple[str, int]], set[tuple[str, int]]]:
    """What a statement reads and writes in iteration i. What a guard leaves out counts: nobody knows the guard."""
    it = loop.statements[statement]
    i *= loop.step
    reads = {(a.array, a.index.at(i)) for a in it.reads}
    return reads, {(it.write.array, it.write.index.at(i))} if it.write else set()


def private(loop: Loop) -> set[str]:
    """Memory of the function's own of which each iteration reads only what it has written before.

    All guards are the same: what one leaves out in an iteration, all do.
    """
    found = {a for a in loop.arrays() if a[0] == "m"} - loop.used_behind
    for i in range(max(TRIPS)):
        written: dict[bool, set[tuple[str, int]]] = {False: set(), True: set()}
        for number, statement in enumerate(loop.statements):
            reads, writes = _touched(loop, number, i)
            before = written[False] | written[statement.guarded]
            found -= {array for array, _ in reads - before}
            written[statement.guarded] |= writes
    return found


def dependences(loop: Loop) -> set[tuple[int, int, int]]:
    """Each (source, target, distance) that any of the trip counts has."""
    own = private(loop)
    count = len(loop.statements)
    found: set[tuple[int, int, int]] = set()
    last = max(TRIPS)
    touched = {(s, i): _touched(loop, s, i) for s in range(count) for i in range(last)}
    for (p, i), (reads, writes) in touched.items():
        for (q, j), (later_reads, later_writes) in touched.items():
            if (i, p) < (j, q):
                both = (writes & later_reads) | (reads & later_writes) | (writes & later_writes)
                if any(i == j or array not in own for array, _ in both):
                    found.add((p, q, j - i))
    sums = [n for n, s in enumerate(loop.statements) if s.write is None]
    found |= {(number, number, 1) for number in sums}
    return found


def flows(loop: Loop) -> set[tuple[int, int]]:
    """Each (source, target) of which the target reads what the source has written, in any later execution."""
    instances = [(i, s) for i in range(max(TRIPS)) for s in range(len(loop.statements))]
    return {
        (p, q)
        for i, p in instances
        for j, q in instances
        if (i, p) < (j, q) and _touched(loop, p, i)[1] & _touched(loop, q, j)[0]
    }


def is_legal(found: set[tuple[int, int, int]], times: Sequence[tuple[int, int]]) -> bool:
    """Whether each target comes behind its source, in all iterations."""
    return all(times[p] < (times[q][0] + d, times[q][1]) for p, q, d in found if p != q or d == 0)


# ---- at random ----


def at_random(rng: random.Random, count: int) -> Loop:
    """A loop of so many statements."""

    def index() -> Index:
        kind = rng.random()
        if kind < 0.35:
            return Index(0, rng.randrange(2))
        return Index(
            rng.choice((1, 1, 1, 2)), rng.randrange(4), rng.choice((0, 0, 0, 2, 3)) if kind > 0.6 else 0
        )

    def access() -> Access:
        return Access(rng.choice(("m0", "m1", "a0", "a1")), index())

    statements = [
        Statement(
            None if rng.random() < 0.15 else access(),
            tuple(access() for _ in range(rng.randrange(1, 3))),
            rng.random() < 0.15,
        )
        for _ in range(count)
    ]
    # Sums are one statement where they are connected: there is one at most.
    first = next((n for n, s in enumerate(statements) if s.write is None), count)
    statements = [
        replace(s, write=s.write if n == first else s.write or access(), guarded=s.guarded and n != first)
        for n, s in enumerate(statements)
    ]
    arrays = Loop(tuple(statements)).arrays()
    behind = frozenset(a for a in arrays if a[0] == "m" and rng.random() < 0.25)
    return Loop(tuple(statements), behind, rng.choice((1, 1, 1, 3)))


def loops(seed: int, number: int, count: int) -> Iterator[Loop]:
    """So many loops of `count` statements."""
    rng = random.Random(seed)
    for _ in range(number):
        yield at_random(rng, count)
