"""Small loops, as data, and by enumeration which schedules keep their dependences in order.

The enumeration knows nothing of the IR: it lists what each iteration touches, for small trip counts. `loop_text.py` writes
the loops down.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Literal

LENGTH = 64
TRIPS = range(8)


Element = tuple[int, int] | None
"""`factor * start + number`, `start` being where a loop with dynamic bounds starts; None: any element."""


@dataclass(frozen=True)
class Index:
    """`factor * i + offset`, or that modulo `modulus`; with `through`, what that array of indices holds there."""

    factor: int
    offset: int
    modulus: int = 0
    through: str = ""

    def at(self, i: int) -> int | None:
        """The element in iteration i; None where it may be any."""
        if self.through:
            return None
        value = self.factor * i + self.offset
        return value % self.modulus if self.modulus else value


@dataclass(frozen=True)
class Access:
    """An element of an array: `m0`, `m1`, ... are memory of the function's own, `a0`, ... are its arguments."""

    array: str
    index: Index


@dataclass(frozen=True)
class Statement:
    """`write = sum of reads`; where no element is written, it is the loop's sum that they are added to."""

    write: Access | None
    reads: tuple[Access, ...]
    guarded: bool = False
    """It happens in even iterations only."""
    takes_sum: bool = False
    """It reads the loop's sum, too, as it is when the iteration starts."""
    takes: tuple[int, ...] = ()
    """It reads what these statements before it have loaded first, too."""
    takes_old: tuple[int, ...] = ()
    """It reads what these statements have loaded first in the iteration before, too."""
    inner: str = ""
    """The annotations of a loop of two statements that does it, several times, through memory of its own."""

    def accesses(self) -> tuple[Access, ...]:
        """All of them, the write last."""
        return (*self.reads, *([self.write] if self.write else []))


@dataclass(frozen=True)
class Loop:
    """Statements, with memory that is used behind the loop, too."""

    statements: tuple[Statement, ...]
    used_behind: frozenset[str] = frozenset()
    step: int = 1
    dynamic: Literal["", "bounds", "step"] = ""
    """Where it starts is an argument; and its step, too."""

    def element(self, index: Index, i: int) -> Element:
        """What is touched in iteration i, as far as the text tells."""
        if self.dynamic and index.factor and (index.modulus or self.dynamic == "step"):
            return None
        at = index.at(i * self.step)
        return None if at is None else (index.factor if self.dynamic else 0, at)

    def arrays(self) -> list[str]:
        """All that the loop touches, but arrays of indices."""
        return sorted({access.array for s in self.statements for access in s.accesses()})

    def indices(self) -> list[str]:
        """The arrays of indices."""
        found = {access.index.through for s in self.statements for access in s.accesses()}
        return sorted(found - {""})

    def sums(self) -> list[int]:
        """The statements that add to the loop's sum."""
        return [n for n, s in enumerate(self.statements) if s.write is None]

    def hands_over(self) -> set[int]:
        """The statements whose values others use: they cannot be asynchronous."""
        taken = {n for s in self.statements for n in (*s.takes, *s.takes_old)}
        return taken | set(self.sums())


def defined(loop: Loop) -> Loop:
    """The loop with values in all memory that an iteration reads before it writes it."""
    return replace(loop, used_behind=frozenset(a for a in loop.arrays() if a[0] == "m") - private(loop))


# ---- by enumeration ----


Place = tuple[str, Element]


def _touched(loop: Loop, statement: int, i: int) -> tuple[set[Place], set[Place]]:
    """What a statement reads and writes in iteration i, if no guard leaves it out."""
    it = loop.statements[statement]
    reads = {(a.array, loop.element(a.index, i)) for a in it.reads}
    return reads, {(it.write.array, loop.element(it.write.index, i))} if it.write else set()


def _may_happen(loop: Loop, first: tuple[int, int], second: tuple[int, int]) -> bool:
    """Whether two executions of statements may be in the same run: guards leave out where the counter is odd."""
    (p, i), (q, j) = first, second
    guarded = [k * loop.step for n, k in ((p, i), (q, j)) if loop.statements[n].guarded]
    if loop.dynamic:  # Where it starts is not known, nor maybe the step.
        return loop.dynamic == "step" or len(guarded) < 2 or (guarded[0] - guarded[1]) % 2 == 0
    return not any(at % 2 for at in guarded)


def _common(a: set[Place], b: set[Place]) -> set[str]:
    """The arrays of which both may have an element."""
    return {x for x, i in a for y, j in b if x == y and _may_be_same(i, j)}


def _may_be_same(a: Element, b: Element) -> bool:
    """Whether they are the same for some start."""
    if a is None or b is None:
        return True
    factor, rest = a[0] - b[0], b[1] - a[1]
    return rest % factor == 0 if factor else rest == 0


def private(loop: Loop) -> set[str]:
    """Memory of the function's own of which each iteration reads only what it has written before.

    All guards are the same: what one leaves out in an iteration, all do.
    """
    found = {a for a in loop.arrays() if a[0] == "m"} - loop.used_behind
    for i in range(max(TRIPS)):
        written: dict[bool, set[Place]] = {False: set(), True: set()}
        for number, statement in enumerate(loop.statements):
            reads, writes = _touched(loop, number, i)
            before = written[False] | written[statement.guarded]
            found -= {array for array, place in reads if place is None or (array, place) not in before}
            written[statement.guarded] |= writes
    return found


Kind = Literal["RAW", "WAR", "WAW", "value"]


@dataclass(frozen=True, order=True)
class Found:
    """A dependence: `target` of iteration k + `distance` comes behind `source` of iteration k."""

    object: str
    """The array; `sum`, or `load` and the number of the statement, where a value is handed over."""
    kind: Kind
    source: int
    target: int
    distance: int


def all_dependences(loop: Loop) -> set[Found]:
    """Each one that any of the trip counts has. Private memory has those within an iteration alone."""
    own = private(loop)
    count = len(loop.statements)
    found: set[Found] = set()
    last = max(TRIPS)
    touched = {(s, i): _touched(loop, s, i) for s in range(count) for i in range(last)}
    for (p, i), (reads, writes) in touched.items():
        for (q, j), (later_reads, later_writes) in touched.items():
            if (i, p) < (j, q) and _may_happen(loop, (p, i), (q, j)):
                kinds: tuple[tuple[Kind, set[str]], ...] = (
                    ("RAW", _common(writes, later_reads)),
                    ("WAR", _common(reads, later_writes)),
                    ("WAW", _common(writes, later_writes)),
                )
                for kind, both in kinds:
                    found |= {Found(array, kind, p, q, j - i) for array in both if i == j or array not in own}
    return found | _values(loop)


def _values(loop: Loop) -> set[Found]:
    """What statements hand to others."""
    found: set[Found] = set()
    for n, statement in enumerate(loop.statements):
        if statement.write is None or statement.takes_sum:
            found |= {Found("sum", "value", number, n, 1) for number in loop.sums()}
        found |= {Found(f"load{j}", "value", j, n, 0) for j in statement.takes}
        found |= {Found(f"load{j}", "value", j, n, 1) for j in statement.takes_old}
    return found


def dependences(loop: Loop) -> set[tuple[int, int, int]]:
    """Each (source, target, distance) that any of the trip counts has."""
    return {(it.source, it.target, it.distance) for it in all_dependences(loop)}


def flows(loop: Loop) -> set[tuple[int, int]]:
    """Each (source, target) of which the target reads what the source has written, in any later execution."""
    instances = [(i, s) for i in range(max(TRIPS)) for s in range(len(loop.statements))]
    return {
        (p, q)
        for i, p in instances
        for j, q in instances
        if (i, p) < (j, q)
        and _may_happen(loop, (p, i), (q, j))
        and _touched(loop, p, i)[1] & _touched(loop, q, j)[0]
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
