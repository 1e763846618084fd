"""Memrefs as one row of elements, and how far each loop of a structured op moves in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.analyses.contractions import Linear
from asyncir.dialects import arith, memref
from asyncir.dialects.memref_layout import strided_form
from asyncir.dialects.memref_views import ExtractStridedMetaDataOp
from asyncir.ir import DYNAMIC_INDEX, MemRefType, SSAValue, StridedLayoutAttr
from asyncir.transforms._parallel_code import ParallelCode

Number = int | SSAValue


class Amounts(ParallelCode):
    """Arithmetic on numbers, some of which are known now."""

    def number(self, value: Number) -> SSAValue:
        """The number as a value."""
        return self.index(value) if isinstance(value, int) else value

    def product(self, left: Number, right: Number) -> Number:
        """The product of two numbers."""
        if isinstance(left, int) and isinstance(right, int):
            return left * right
        if left == 1 or right == 1:
            return right if left == 1 else left
        return self.times(self.number(left), self.number(right))

    def sum(self, left: Number, right: Number) -> Number:
        """The sum of two numbers."""
        if isinstance(left, int) and isinstance(right, int):
            return left + right
        if left == 0 or right == 0:
            return right if left == 0 else left
        return self.plus(self.number(left), self.number(right))

    def parts(self, total: Number, size: Number) -> Number:
        """In how many parts of a size a total falls."""
        if isinstance(total, int) and isinstance(size, int):
            return -(-total // size)
        return self.value(arith.CeilDivUIOp(self.number(total), self.number(size)))

    def at_least(self, least: int, value: Number) -> Number:
        """The larger one of two numbers."""
        if isinstance(value, int):
            return max(least, value)
        return self.value(arith.MaxSIOp(value, self.index(least)))

    def at_most(self, value: Number, most: Number) -> Number:
        """The smaller one of two numbers."""
        if isinstance(value, int) and isinstance(most, int):
            return min(value, most)
        return self.least(self.number(value), self.number(most))


def flat_view(
    code: Amounts, memory: SSAValue, address: Sequence[Linear], sizes: Sequence[Number]
) -> tuple[SSAValue, list[Number]]:
    """The elements that an op uses of a memref as one row, from the first one on; and how far each loop moves in it.

    `address` is the index of each dimension, `sizes` says how often each loop runs.
    """
    form = strided_form(memory.type)
    assert form is not None
    strides: list[Number]
    offset: Number
    if None in (*form[0], form[1]):
        meta = code.add(ExtractStridedMetaDataOp.of(memory)).metadata
        strides, offset = list(meta[2 + len(form[0]) :]), meta[1]
    else:
        strides, offset = [s for s in form[0] if s is not None], form[1] or 0
    moves: list[Number] = [0] * len(sizes)
    for (factors, more), stride in zip(address, strides, strict=True):
        offset = code.sum(offset, code.product(more, stride))
        for loop, factor in enumerate(factors):
            if factor:
                moves[loop] = code.sum(moves[loop], code.product(factor, stride))
    reach: Number = 1
    some: Number = 1
    for size, move in zip(sizes, moves, strict=True):
        reach = code.sum(reach, code.product(move, code.sum(size, -1)))
        some = code.product(some, code.at_most(size, 1))
    of: Any = memory.type
    row = MemRefType(of.element_type, [DYNAMIC_INDEX], StridedLayoutAttr([1], None), of.memory_space)
    count = code.number(
        code.product(code.at_least(0, reach), some)
    )  # where a loop never runs, nothing is used
    return code.value(memref.ReinterpretCastOp.get(memory, [code.number(offset)], [count], [1], row)), moves
