"""A family of small loops with every kind of dependence, one loop for each set of dependences, and all their annotations.

*Accesses.* A statement writes one element, or adds to the loop's sum, and reads one or two things. In iteration i these are

- `m0[0]`, `m1[0]`: memory of the function's own, private to an iteration where that writes it before it reads it;
- `a0[i]`, `a0[i + 1]`, `a0[i + 2]`: dependences of distance 0, 1, 2; `a0[0]`: of any; `a0[p[i]]`: nobody knows;
- arrays that no other statement touches; the sum of the iterations before; what the first statement has loaded.

*Loops.* Those of two statements have all of these accesses, two reads included. Those of three have four alphabets
(`THREE`), and the dependences connect all three statements. Of loops with the same dependences (kind, statements, least
distance), the same use of private memory, indices and sums, the first one stands for all.

*Annotations.* Each stage below 4, each order, each set of stages that may be asynchronous: a stage in which a value is
handed over may not (P109). Stages that differ by a shift alone come to the same pipeline but for the queues' numbers
(`test_family.py` compares the texts); one of them, with 0 as the least stage, stands for all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Sequence
from itertools import combinations, permutations, product

from tests.pipelines.loops import (
    Access,
    Index,
    Loop,
    Statement,
    all_dependences,
    defined,
    dependences,
    is_legal,
    private,
)

STAGES = range(4)

Times = list[tuple[int, int]]
Part = Access | str
"""An element; or `out` and `in`, which nobody else touches, `sum`, and `load`: what the first statement has loaded."""

M0, M1 = (Access(m, Index(0, 0)) for m in ("m0", "m1"))
A0, A1, A2 = (Access("a0", Index(1, offset)) for offset in range(3))
FIRST = Access("a0", Index(0, 0))
ANY = Access("a0", Index(1, 0, through="p"))

WRITES: tuple[Part, ...] = (M0, A0, A1, A2, FIRST, ANY, "out", "sum")
READS: tuple[Part, ...] = (M0, A0, A1, A2, FIRST, ANY, "in", "sum", "load")
TWO = (WRITES, [*combinations(READS, 1), *combinations(READS, 2)])

THREE: tuple[tuple[tuple[Part, ...], list[tuple[Part, ...]]], ...] = (
    # Private memory: chains, two producers, two consumers, what is written again.
    ((M0, M1, "out"), [(M0,), (M1,), (M0, M1), ("in",)]),
    # Distances 0 and 1, each kind, each pair.
    ((A0, A1, "out"), [(A0,), (A1,), ("in",)]),
    # Sums, and both kinds of memory.
    ((M0, A0, "sum"), [(M0,), (A0,), ("in",)]),
    ((M0, A1, "sum"), [(M0,), (A0,), ("in",)]),
)


def loops(writes: Sequence[Part], reads: Sequence[tuple[Part, ...]], count: int) -> Iterator[Loop]:
    """All loops of so many statements with these accesses."""
    for parts in product(product(writes, reads), repeat=count):
        made = [_statement(n, write, read) for n, (write, read) in enumerate(parts)]
        sums = [n for n, s in enumerate(made) if s.write is None]
        takers = [s for s in made if s.takes_sum]
        right = len(sums) < 2 and (sums or not takers) and all(s.write for s in takers)
        loads = any(s.takes for s in made)
        if right and not (loads and (not made[0].reads or made[0].takes)):
            yield Loop(tuple(made))


def _statement(n: int, write: Part, reads: tuple[Part, ...]) -> Statement:
    own = Index(1, 0)
    elements = [Access(f"a{5 + n}", own) if read == "in" else read for read in reads]
    target = Access(f"a{1 + n}", own) if write == "out" else write
    return Statement(
        target if isinstance(target, Access) else None,
        tuple(e for e in elements if isinstance(e, Access)),
        takes_sum="sum" in reads,
        takes=(0,) if "load" in reads else (),
    )


def signature(loop: Loop) -> Hashable:
    """What the schedules and the copies of a loop depend on."""
    own, least = private(loop), dict[tuple[str, int, int], int]()
    for it in all_dependences(loop):
        if it.object not in own:
            key = (it.kind, it.source, it.target)
            least[key] = min(it.distance, least.get(key, it.distance))
    uses = Counter(
        tuple(
            (any(r.array == m for r in s.reads), s.write is not None and s.write.array == m)
            for s in loop.statements
        )
        for m in own
    )
    indices = tuple(bool(Loop((s,)).indices()) for s in loop.statements)
    return frozenset(least.items()), frozenset(uses.items()), tuple(loop.sums()), indices


def _is_connected(loop: Loop) -> bool:
    found, edges = {0}, dependences(loop)
    for _ in loop.statements:
        found |= {x for s, t, _ in edges if s in found or t in found for x in (s, t)}
    return len(found) == len(loop.statements)


def family(count: int) -> list[Loop]:
    """One loop of two or of three statements for each set of dependences."""
    chosen: dict[Hashable, Loop] = {}
    for writes, reads in (TWO,) if count == 2 else THREE:
        for loop in map(defined, loops(writes, reads, count)):
            key = signature(loop)
            if key not in chosen and (count == 2 or _is_connected(loop)):
                chosen[key] = loop
    return list(chosen.values())


def schedules(count: int) -> list[Times]:
    """Every stage, 0 the least, and every order."""
    return [
        list(zip(stages, orders, strict=True))
        for stages in product(STAGES, repeat=count)
        if min(stages) == 0
        for orders in permutations(range(count))
    ]


def legal(loop: Loop, among: Iterable[Times]) -> list[Times]:
    """Those that keep the loop's dependences."""
    found = dependences(loop)
    return [times for times in among if is_legal(found, times)]


def subsets(loop: Loop, times: Times, synchronous: Collection[int] | None = None) -> list[list[int]]:
    """The sets of stages that may be asynchronous, the empty one first; what hands over values may not, unless said else."""
    kept = loop.hands_over() if synchronous is None else synchronous
    may = sorted({stage for stage, _ in times} - {times[n][0] for n in kept})
    return [[s for n, s in enumerate(may) if mask >> n & 1] for mask in range(1 << len(may))]
