"""Which of the arrays that a new function takes are disjoint: what is known where it is called, and would be lost in it.

Two values are disjoint where none of their roots may be one object (`aliasing`), or where their function says that two of its
own arguments must not overlap: its author (`software_pipeline_distinct_args`), or the pass that made it (`DISJOINT_ARGS`).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.dialects.effects import Access, Effects, is_memory
from asyncir.dialects.pipelining import pairs_of
from asyncir.ir import BlockArgument, Operation, SSAValue
from asyncir.ir.marks import DISJOINT_ARGS, DISTINCT_ARGS
from asyncir.ir.walk import walk

_MOST_VALUES = 32
"""Of more arrays nothing is said: there are too many pairs."""


def disjoint_pairs(values: Sequence[SSAValue]) -> Iterator[tuple[int, int]]:
    """The pairs of the values, by position, that are disjoint arrays."""
    arrays = [(position, roots(value)) for position, value in enumerate(values) if is_memory(value.type)]
    if len(arrays) > _MOST_VALUES:
        return
    for (first, some), (second, others) in combinations(arrays, 2):
        if not any(a.may_be(b) and not _told_apart(a, b) for a in some for b in others):
            yield first, second


def _told_apart(a: Root, b: Root) -> bool:
    x, y = a.identity, b.identity
    if not (
        a.kind is b.kind is RootKind.ARGUMENT
        and isinstance(x, BlockArgument)
        and isinstance(y, BlockArgument)
    ):
        return False
    function = x.block.parent_op()
    if x.block is not y.block or function is None:
        return False
    pair = tuple(sorted((x.index, y.index)))
    return any(pair in pairs_of(function, name) for name in (DISTINCT_ARGS, DISJOINT_ARGS))


def alone_among(values: Sequence[SSAValue]) -> set[int]:
    """The positions of the arrays that are disjoint from all others."""
    arrays = [position for position, value in enumerate(values) if is_memory(value.type)]
    partners = dict.fromkeys(arrays, 0)
    for pair in disjoint_pairs(values):
        for position in pair:
            partners[position] += 1
    return {position for position, count in partners.items() if count == len(arrays) - 1}


def touches_only_arguments(function: Operation, effects: Effects) -> bool:
    """Whether the function reaches all memory that it touches by its arguments, or allocates it, and frees none."""
    return all(
        effect.access is not Access.FREE
        and all(
            root.kind in (RootKind.ARGUMENT, RootKind.NOALIAS, RootKind.ALLOCATION)
            for root in roots(effect.root)
        )
        for op in walk(function)
        if op is not function and not op.regions
        for effect in effects.of(op)
    )
