"""The memref ops that choose offset, sizes and strides."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from operator import is_
from typing import Any, Self
from weakref import WeakKeyDictionary

from xdsl.dialects.builtin import DYNAMIC_INDEX
from xdsl.dialects.utils import DynamicIndexList, split_dynamic_index_list

from asyncir.dialects.define import define
from asyncir.dialects.effects import AbsoluteView, NumberOf, NumberT, RelativeView
from asyncir.dialects.memref_layout import (
    Extent,
    dropped_dimensions,
    extents,
    row_major_strides,
    shape_of,
    strided_form,
    subview_form,
    types_of,
)
from asyncir.dialects.memref_memory import ANY_MEMREF, verify_space
from asyncir.ir import (
    Attribute,
    AttrSizedOperandSegments,
    DenseArrayBase,
    IndexType,
    IRDLOperation,
    MemRefType,
    NoneAttr,
    Pure,
    SSAValue,
    StridedLayoutAttr,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)

STATIC_LIST = DenseArrayBase.constr(i64)


class OffsetSizesStridesOp(IRDLOperation):
    """An op with offsets, sizes and strides, each an integer or an operand."""

    source = operand_def(ANY_MEMREF)
    offsets = var_operand_def(IndexType)
    sizes = var_operand_def(IndexType)
    strides = var_operand_def(IndexType)
    static_offsets = prop_def(STATIC_LIST)
    static_sizes = prop_def(STATIC_LIST)
    static_strides = prop_def(STATIC_LIST)
    result = result_def(MemRefType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)
    custom_directives = (DynamicIndexList,)

    @classmethod
    def get(
        cls,
        source: SSAValue,
        offsets: Sequence[SSAValue | int],
        sizes: Sequence[SSAValue | int],
        strides: Sequence[SSAValue | int],
        result_type: Attribute,
    ) -> Self:
        """The op with lists that mix integers and values."""
        lists = [split_dynamic_index_list(each, DYNAMIC_INDEX) for each in (offsets, sizes, strides)]
        names = ("static_offsets", "static_sizes", "static_strides")
        static = [DenseArrayBase.from_list(i64, integers) for integers, _ in lists]
        return cls(
            operands=[source, *(values for _, values in lists)],
            result_types=[result_type],
            properties=dict(zip(names, static, strict=True)),
        )

    def static_extents(self, which: str) -> tuple[Extent, ...]:
        """The `offsets`, `sizes` or `strides`; None for those that are operands."""
        static: Any = self.properties[f"static_{which}"]
        return extents(static.get_values())

    def mixed(self, which: str) -> tuple[int | SSAValue, ...]:
        """The `offsets`, `sizes` or `strides`, operands in their places."""
        dynamic: Any = iter(getattr(self, which))
        return tuple(next(dynamic) if value is None else value for value in self.static_extents(which))

    def verify_lists(self, ranks: tuple[int, int, int]) -> None:
        """Check the lengths of the lists and the number of operands for each."""
        for which, rank in zip(("offset", "size", "stride"), ranks, strict=True):
            static = self.static_extents(f"{which}s")
            dynamic: Any = getattr(self, f"{which}s")
            if len(static) != rank:
                raise VerifyException(f"expected {rank} {which} values, got {len(static)}")
            if static.count(None) != len(dynamic):
                raise VerifyException(f"expected {static.count(None)} dynamic {which} values")
            if which != "stride" and any(value is not None and value < 0 for value in static):
                raise VerifyException(
                    f"expected {which}s to be non-negative, but got {min(v or 0 for v in static)}"
                )


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
class SubviewOp(OffsetSizesStridesOp):
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
        return dropped_dimensions(self.static_extents("sizes"), form[0], result[0])

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
        self._verify_bounds(shape_of(source))

    def _verify_result(self, form: tuple[tuple[Extent, ...], Extent], result: Attribute) -> None:
        sizes, result_form, dropped = self.static_extents("sizes"), strided_form(result), self._dropped()
        kept = [d for d in range(len(sizes)) if d not in (dropped or ())]
        if dropped is None or tuple(sizes[d] for d in kept) != shape_of(result):
            problem = "size"
        elif result_form is None or (tuple(form[0][d] for d in kept), form[1]) != result_form:
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

    def _verify_bounds(self, shape: Sequence[Extent]) -> None:
        lists = (self.static_extents("offsets"), self.static_extents("sizes"), self.static_extents("strides"))
        for dimension, (bound, offset, size, stride) in enumerate(zip(shape, *lists, strict=True)):
            if bound is None or offset is None:
                continue
            if offset < 0 or offset >= bound:
                raise VerifyException(f"offset {dimension} is out-of-bounds: {offset} >= {bound}")
            if size is None or stride is None:
                continue
            last = offset + (size - 1) * stride
            if last >= bound:
                raise VerifyException(
                    f"slice along dimension {dimension} runs out-of-bounds: {last} >= {bound}"
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
class ReinterpretCastOp(OffsetSizesStridesOp):
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
