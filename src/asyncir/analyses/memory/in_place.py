"""Which buffer may be written over which: an op that reads an element for the last time where it writes another one.

A structured op whose loops are all parallel goes to each point of its domain once, in any order. Where an input and an output
have the same map, which uses each loop once, the point that writes an element of the output is the only one that reads the
same element of the input, and it reads before it writes. So the two may be one buffer, whatever the order of the points is,
or however many of them are done at once. That takes four things (`written_over`):

- the effects of the op on the two are the read and the write, and nothing else: the output's old element is not read, and
  nothing in the body touches either of the buffers;
- both are used as a whole, under the type with which they are allocated, which is the same for both: equal offsets are
  equal elements. Of a part of a buffer nobody would know where it begins;
- no operand beside these two is the one buffer or the other one, but by the same map;
- all other uses of the input are over when the op begins, and all other uses of the output begin when it is over, in every
  order that tokens allow. That is asked of moments, not of ops, by `twins_of`.

A pair for which all that is true is a *twin*. Twins may lie at one place, and otherwise clash: they may not lie askew.

`merged` makes one buffer of twins, for those who place buffers: each output takes the first of the inputs that is not taken
yet. The uses of the one buffer are those of both, so that whatever is right for it is right for the two.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from asyncir.analyses.memory.problem import MemoryPlan, MemoryProblem, Twin, path_of
from asyncir.dialects.effects import Access, declared_effects
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import AffineDimExpr, AffineMap, Attribute, Operation, SSAValue
from asyncir.ir.walk import walk


def written_over(
    op: Operation, buffer_of: Mapping[SSAValue, int], types: Sequence[Attribute]
) -> list[tuple[int, int]]:
    """The pairs of a buffer that is read and one that may be written in its place, as far as the op itself says.

    `buffer_of` has, for each value by which a buffer or a part of it is known, its number, and `types` the types of buffers.
    """
    if not isinstance(op, Structured) or set(op.loop_kinds) != {"parallel"} or op.results:
        return []
    inside = {buffer_of.get(v) for each in walk(op) if each is not op for v in each.operands}
    maps = dict(enumerate(op.maps))
    operands = [(n, value, buffer_of.get(value)) for n, value in enumerate(op.operands)]
    inputs, outputs = operands[: len(op.ins)], operands[len(op.ins) :]
    found: dict[tuple[int, int], None] = {}
    for write, output, new in outputs:
        if new is None or _reads(op, output) or not _reaches_each_once(maps[write], len(op.loop_kinds)):
            continue
        for _, _, old in inputs:
            if old is None or old == new or types[old] != types[new] or {old, new} & inside:
                continue
            both = [(n, each, number) for n, each, number in operands if number in (old, new)]
            alike = all(maps[n] == maps[write] and each.type == types[new] for n, each, _ in both)
            written = [n for n, _, _ in both if n >= len(op.ins)]
            read = {number for n, _, number in both if n < len(op.ins)}
            if alike and written == [write] and read == {old}:
                found[old, new] = None
    return list(found)


def _reaches_each_once(map_: AffineMap, loops: int) -> bool:
    """Whether each point has an element of its own: the map has each loop as a dimension, once."""
    results = map_.results
    dimensions = [each.position for each in results if isinstance(each, AffineDimExpr)]
    return len(dimensions) == len(results) and sorted(dimensions) == list(range(loops))


def _reads(op: Operation, output: SSAValue) -> bool:
    declared = declared_effects(op)
    if declared is None:
        return True
    return any(e.root is output and e.access is not Access.WRITE for e in declared)


def twins_of(
    pairs: Sequence[Twin],
    uses: Sequence[Sequence[int]],
    past: Sequence[int],
) -> tuple[Twin, ...]:
    """Those pairs of which, in every order, the first buffer is not used behind the moment, and the second one not before."""
    found: list[Twin] = []
    for old, new, moment in pairs:
        before = all(past[moment] >> use & 1 for use in uses[old] if use != moment)
        behind = all(past[use] >> moment & 1 for use in uses[new] if use != moment)
        if before and behind:
            found.append((old, new, moment))
    return tuple(found)


@dataclass(frozen=True)
class MergedBuffers:
    """A problem in which twins are one buffer."""

    problem: MemoryProblem
    group_of: tuple[int, ...]
    """For each buffer of the first problem the one that it has become."""

    def apart(self, original: MemoryProblem, plan: MemoryPlan) -> MemoryPlan:
        """The plan for the first problem that a plan for this one is."""
        offsets = tuple(plan.offsets[group] for group in self.group_of)
        path = path_of(original, plan.edges, plan.order)
        return replace(plan, offsets=offsets, path=path, method=f"{plan.method}, in place")


def merged(problem: MemoryProblem) -> MergedBuffers | None:
    """Let each output that may be written over an input be the same buffer; None if there is none."""
    source: dict[int, int] = {}
    taken: set[int] = set()
    for old, new, _ in sorted(problem.twins, key=lambda twin: twin[2]):
        if new not in source and old not in taken and problem.sizes[old] == problem.sizes[new]:
            source[new] = old
            taken.add(old)
    if not source:
        return None
    first = list(range(len(problem.sizes)))
    for buffer in first:
        root = buffer
        while root in source:
            root = source[root]
        first[buffer] = root
    number = {root: n for n, root in enumerate(sorted(set(first)))}
    group_of = tuple(number[root] for root in first)
    uses: list[set[int]] = [set() for _ in number]
    for buffer, group in enumerate(group_of):
        uses[group].update(problem.uses[buffer])
    smaller = replace(
        problem,
        sizes=tuple(problem.sizes[root] for root in number),
        uses=tuple(tuple(sorted(each)) for each in uses),
        twins=(),
    )
    return MergedBuffers(smaller, group_of)
