"""How long the copies of a buffer are, so that each begins where its memory was promised to begin."""

from __future__ import annotations

from math import gcd, prod

from asyncir.analyses.own_globals import own_global
from asyncir.dialects import arith
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.ir import IntegerAttr, OpResult, SSAValue
from asyncir.transforms._building import Builder
from asyncir.transforms._moved_views import is_viewed_as_bytes, views_of

_OF_BYTES = 64
"""No element of a `memref.view` needs more."""


def sizes_of(memory: SSAValue) -> list[int | SSAValue]:
    """The sizes of an allocation."""
    found = [size_along(memory, d) for d in range(len(shape_of(memory.type)))]
    return [size for size in found if size is not None]


def aligned_extents(memory: OpResult) -> list[int | SSAValue]:
    """The sizes of a copy: the first is rounded up until the next copy is aligned as the memory is, and views of it are.

    The others stay, so that strides do. A copy of a single element gets a dimension for what fills it up.
    """
    sizes, multiple = sizes_of(memory), _multiple(memory)
    if multiple == 1:
        return sizes
    first = sizes[0] if sizes else 1
    if isinstance(first, int):
        return [-(-first // multiple) * multiple, *sizes[1:]]
    build = Builder(memory.op)
    by = build.shared_index(multiple)
    pieces = build.add(arith.CeilDivUIOp(first, by)).results[0]
    return [build.times(pieces, by), *sizes[1:]]


def _multiple(memory: OpResult) -> int:
    """Of what number the first size has to be a multiple."""
    views, definition = views_of(memory), own_global(memory) or memory.op
    asked = [op.properties.get("alignment") for op in (definition, *views)]
    alignment = max((a.value.data for a in asked if isinstance(a, IntegerAttr)), default=1)
    if is_viewed_as_bytes(views):
        alignment = max(alignment, _OF_BYTES)
    rows = prod(size for size in sizes_of(memory)[1:] if isinstance(size, int))
    return alignment // gcd(alignment, rows * (bytes_of_element(memory.type) or 1))
