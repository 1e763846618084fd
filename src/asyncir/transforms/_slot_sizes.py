"""How long the copies of a buffer are, so that each begins where its memory was promised to begin."""

from __future__ import annotations

from math import gcd, prod
from typing import cast

from asyncir.dialects import arith
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.ir import Attribute, IntegerAttr, MemRefType, OpResult, SSAValue
from asyncir.transforms._building import Builder


def sizes_of(memory: SSAValue) -> list[int | SSAValue]:
    """The sizes of an allocation."""
    found = [size_along(memory, d) for d in range(len(shape_of(memory.type)))]
    return [size for size in found if size is not None]


def aligned_extents(memory: OpResult) -> list[int | SSAValue]:
    """The sizes of a copy: the first is rounded up until the next copy is aligned as the memory is.

    The others stay, so that strides do. A copy of a single element gets a dimension for what fills it up.
    """
    sizes, multiple = sizes_of(memory), _multiple(memory)
    if multiple == 1:
        return sizes
    first = sizes[0] if sizes else 1
    if isinstance(first, int):
        return [-(-first // multiple) * multiple, *sizes[1:]]
    build = Builder(memory.op)
    by = build.constant(multiple)
    pieces = build.add(arith.CeilDivUIOp(first, by)).results[0]
    return [build.add(arith.MuliOp(pieces, by)).results[0], *sizes[1:]]


def _multiple(memory: OpResult) -> int:
    """Of what number the first size has to be a multiple."""
    alignment = memory.op.properties.get("alignment")
    if not isinstance(alignment, IntegerAttr):
        return 1
    rows = prod(size for size in sizes_of(memory)[1:] if isinstance(size, int))
    return alignment.value.data // gcd(alignment.value.data, rows * _bytes_of(memory.type))


def _bytes_of(of: Attribute) -> int:
    """A number that divides the size of an element in bytes."""
    bits = getattr(cast("MemRefType[Attribute]", of).element_type, "bitwidth", 8)
    return bits // 8 if bits in (16, 32, 64) else 1


__all__ = ["aligned_extents", "sizes_of"]
