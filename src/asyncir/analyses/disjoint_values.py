"""Which of the arrays that a new function takes are disjoint: what is known where it is called, and would be lost in it.

Two values are disjoint where none of their roots may be one object (`aliasing`), or where their function says that two of its
own arguments must not overlap: its author (`software_pipeline_distinct_args`), or the pass that made it (`DISJOINT_ARGS`).
So are two parts of one row of bytes that have no byte in common: `memref.view`s of static size at constant places of it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import prod

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects.effects import Access, Effects, is_memory
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.dialects.pipelining import pairs_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.marks import DISJOINT_ARGS, DISTINCT_ARGS
from asyncir.ir.walk import walk

_PARTS = (OpKind.SUBVIEW, OpKind.CAST_OF_MEMORY, OpKind.COLLAPSE, OpKind.EXPAND, OpKind.TRANSPOSE)
"""Views that show elements of what they are of, and nothing beside it."""

_MOST_VALUES = 32
"""Of more arrays nothing is said: there are too many pairs."""


def disjoint_pairs(values: Sequence[SSAValue]) -> Iterator[tuple[int, int]]:
    """The pairs of the values, by position, that are disjoint arrays."""
    arrays = [
        (position, roots(value), _bytes_of(value))
        for position, value in enumerate(values)
        if is_memory(value.type)
    ]
    if len(arrays) > _MOST_VALUES:
        return
    for (first, some, one), (second, others, other) in combinations(arrays, 2):
        apart = one is not None and other is not None and one.is_apart_from(other)
        if apart or not any(a.may_be(b) and not _told_apart(a, b) for a in some for b in others):
            yield first, second


@dataclass(frozen=True, slots=True)
class _Bytes:
    """Some bytes of a memref."""

    source: SSAValue
    begin: int
    end: int

    def is_apart_from(self, other: _Bytes) -> bool:
        return self.source is other.source and (self.end <= other.begin or other.end <= self.begin)


def _bytes_of(value: SSAValue) -> _Bytes | None:
    """The bytes of a row of which the value is a view, or a view of a part of that; None where that cannot be seen."""
    while isinstance(value, OpResult):
        op = value.op
        if kind_of(op) is OpKind.VIEW:
            begin, element, shape = (
                constant_of(op.operands[1]),
                bytes_of_element(value.type),
                shape_of(value.type),
            )
            sizes = [size for size in shape if size is not None]
            if begin is None or element is None or len(sizes) < len(shape):
                return None
            return _Bytes(op.operands[0], begin, begin + prod(sizes) * element)
        if kind_of(op) not in _PARTS:
            return None
        value = op.operands[0]
    return None


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
