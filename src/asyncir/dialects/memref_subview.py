"""The memref ops that choose offset, sizes and strides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any
from weakref import WeakKeyDictionary

from xdsl.dialects.builtin import DYNAMIC_INDEX

from asyncir.dialects.define import define
from asyncir.dialects.effects import AbsoluteView, NumberOf, NumberT, RelativeView
from asyncir.dialects.memref_layout import (
    Extent,
    dropped_dimensions,
    row_major_strides,
    shape_of,
    strided_form,
    subview_form,
    types_of,
)
from asyncir.dialects.memref_memory import ANY_MEMREF, verify_space
from asyncir.dialects.shaped import OffsetSizesStridesOp
from asyncir.ir import (
    Attribute,
    MemRefType,
    NoneAttr,
    Pure,
    SSAValue,
    StridedLayoutAttr,
    VerifyException,
    operand_def,
    result_def,
)


class _StridedViewOp(OffsetSizesStridesOp):
    """A view of a memref, with offsets, sizes and strides."""

    source = operand_def(ANY_MEMREF)
    result = result_def(MemRefType)


def _in_whole(op: SubviewOp, index: Sequence[NumberT], number: NumberOf[NumberT]) -> list[NumberT] | None:
    """Offsets, and multiples of the strides in dimensions that are kept."""
    inner, operands = iter(index), op.operands
    found: list[NumberT] = []
    for offset, operand, stride, is_dropped in _plan_of(op).steps:
        start = number(operands[operand] if offset is None else offset)
        if start is None or stride is None:
            return None
        found.append(start if is_dropped else start + next(inner) * stride)
    return found


@dataclass(frozen=True, slots=True)
class _Plan:
    """What the attributes of a subview say of each dimension of its source."""

    made_of: tuple[Attribute, ...]
    steps: tuple[tuple[Extent, int, Extent, bool], ...]
    """The offset, or None and which operand it is; the stride; whether the dimension is dropped."""


_plans: WeakKeyDictionary[SubviewOp, _Plan] = WeakKeyDictionary()
"""By op: analyses and the interpreter ask the same of each op very often."""


def _plan_of(op: SubviewOp) -> _Plan:
    """The plan of an op; made anew where other attributes were put into it."""
    made_of = (*op.properties.values(), op.operands[0].type, op.results[0].type)
    found = _plans.get(op)
    if found is None or not all(map(is_, found.made_of, made_of)) or len(found.made_of) != len(made_of):
        dropped = op.dropped_dimensions()
        offsets, strides = op.static_extents("offsets"), op.static_extents("strides")
        steps = tuple(
            (offset, 1 + offsets[:d].count(None), stride, d in dropped)
            for d, (offset, stride) in enumerate(zip(offsets, strides, strict=True))
        )
        found = _plans[op] = _Plan(made_of, steps)
    return found


@define("memref.subview", Pure(), RelativeView(_in_whole))
class SubviewOp(_StridedViewOp):
    """`memref.subview`: part of a memref; dimensions of size 1 that the result's type lacks are dropped."""

    assembly_format = (
        "$source `` custom<DynamicIndexList>($offsets, $static_offsets) "
        "custom<DynamicIndexList>($sizes, $static_sizes) custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def dropped_dimensions(self) -> frozenset[int]:
        """The dimensions of the source that the result does not have."""
        return self._dropped() or frozenset()

    def _dropped(self) -> frozenset[int] | None:
        form = self._form()
        result = strided_form(self.result.type)
        if form is None or result is None:
            return None
        return dropped_dimensions(
            self.static_extents("sizes"), form[0], shape_of(self.result.type), result[0]
        )

    def _form(self) -> tuple[tuple[Extent, ...], Extent] | None:
        return subview_form(self.source.type, self.static_extents("offsets"), self.static_extents("strides"))

    @staticmethod
    def infer_result_type(
        source_type: Attribute,
        offsets: Sequence[SSAValue | int],
        sizes: Sequence[SSAValue | int],
        strides: Sequence[SSAValue | int],
    ) -> MemRefType[Attribute]:
        """The type of the subview that drops no dimension."""
        source: Any = source_type
        as_extents = [
            [v if isinstance(v, int) else None for v in values] for values in (offsets, sizes, strides)
        ]
        form = subview_form(source_type, as_extents[0], as_extents[2])
        if form is None:
            raise VerifyException(f"base type {source_type} is not strided")
        shape = [DYNAMIC_INDEX if size is None else size for size in as_extents[1]]
        layout = StridedLayoutAttr(form[0], form[1])
        return MemRefType(source.element_type, shape, layout, source.memory_space)

    def verify_(self) -> None:
        """Check the lists, the bounds, and the result's type."""
        source, result = types_of(self.source, self.result)
        if not isinstance(self.source.type, MemRefType):
            raise VerifyException(f"operand #0 must be memref of any type values, but got '{source}'")
        rank = len(shape_of(source))
        self.verify_lists((rank, rank, rank))
        verify_space(source, result, "base memref type ", "subview memref type ")
        if source.element_type != result.element_type:
            raise VerifyException(
                f"expected result element type to be '{source.element_type}', but got '{result}'"
            )
        form = self._form()
        if form is None:
            raise VerifyException(f"base type '{source}' is not strided")
        self._verify_result(form, result)
        self.verify_bounds(shape_of(source))

    def _verify_result(self, form: tuple[tuple[Extent, ...], Extent], result: Attribute) -> None:
        sizes, shape, result_form = self.static_extents("sizes"), shape_of(result), strided_form(result)
        if dropped_dimensions(sizes, sizes, shape, shape) is None:
            problem = "size"
        elif result_form is None or form[1] != result_form[1] or self._dropped() is None:
            problem = "layout"
        else:
            return
        expected = self.infer_result_type(
            self.source.type, self.mixed("offsets"), self.mixed("sizes"), self.mixed("strides")
        )
        raise VerifyException(
            f"expected result type to be '{expected}' or a rank-reduced version. "
            f"(mismatch of result {problem}), but got '{result}'"
        )


def _in_allocation(
    op: ReinterpretCastOp, index: Sequence[NumberT], number: NumberOf[NumberT]
) -> list[NumberT] | None:
    """Where the elements of the operand follow one another from the beginning on, the position taken apart."""
    strides: Any = op.mixed("strides")
    position = number(op.mixed("offsets")[0])
    source: Any = op.source.type
    if not isinstance(op.source.type, MemRefType) or not isinstance(source.layout, NoneAttr):
        return None
    sizes = row_major_strides(shape_of(source))
    if position is None or None in sizes or not all(isinstance(stride, int) for stride in strides):
        return None
    for at, stride in zip(index, strides, strict=True):
        position = position + at * stride
    found: list[NumberT] = []
    for size in sizes:
        found.append(position // (size or 1))
        position = position % (size or 1)
    return found


@define("memref.reinterpret_cast", Pure(), AbsoluteView(_in_allocation))
class ReinterpretCastOp(_StridedViewOp):
    """`memref.reinterpret_cast`: the same memory with another offset, sizes and strides."""

    assembly_format = (
        "$source `to` `offset` `` `:` custom<DynamicIndexList>($offsets, $static_offsets) "
        "`` `,` `sizes` `` `:` custom<DynamicIndexList>($sizes, $static_sizes) "
        "`` `,` `strides` `` `:` custom<DynamicIndexList>($strides, $static_strides) "
        "attr-dict `:` type($source) `to` type($result)"
    )

    def verify_(self) -> None:
        """Check the lists against the result's type."""
        source, result = types_of(self.source, self.result)
        verify_space(source, result, "source type ", "result memref type ")
        if source.element_type != result.element_type:
            raise VerifyException(
                f"different element types specified for source type {source} and result memref type {result}"
            )
        rank = len(shape_of(result))
        self.verify_lists((1, rank, rank))
        form = strided_form(self.result.type)
        if form is None:
            raise VerifyException(f"expected result type to have strided layout but found {result}")
        self._verify_each("size", shape_of(result), self.static_extents("sizes"))
        _verify_static("offset", form[1], self.static_extents("offsets")[0], "")
        self._verify_each("stride", form[0], self.static_extents("strides"))

    def _verify_each(self, what: str, actual: Sequence[Extent], expected: Sequence[Extent]) -> None:
        for dimension, (one, other) in enumerate(zip(actual, expected, strict=True)):
            _verify_static(what, one, other, f" in dim = {dimension}")


def _verify_static(what: str, actual: Extent, expected: Extent, where: str) -> None:
    if actual is not None and actual != expected:
        shown = "dynamic" if expected is None else expected
        raise VerifyException(f"expected result type with {what} = {shown} instead of {actual}{where}")
