"""The memref ops that split and join dimensions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from xdsl.dialects.utils import DynamicIndexList

from asyncir.dialects.define import define
from asyncir.dialects.effects import NumberOf, NumberT, RelativeView
from asyncir.dialects.memref_layout import (
    Extent,
    collapsed_strides,
    expanded_strides,
    extents,
    has_identity_layout,
    shape_of,
    strided_form,
)
from asyncir.dialects.shaped import ReassociationOp
from asyncir.ir import (
    DenseArrayBase,
    IndexType,
    MemRefType,
    NoneAttr,
    Pure,
    StridedLayoutAttr,
    VerifyException,
    i64,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
)


def _in_group(op: ExpandShapeOp, index: Sequence[NumberT], number: NumberOf[NumberT]) -> list[NumberT] | None:
    """Of a view with more dimensions, groups of which are one of the operand's: the position in each group."""
    shape = shape_of(op.result.type)
    found: list[NumberT] = []
    for group in op.groups:
        position = index[group[0]]
        for d in group[1:]:
            size = shape[d]
            if size is None:
                return None
            position = position * size + index[d]
        found.append(position)
    return found


def _apart(op: CollapseShapeOp, index: Sequence[NumberT], number: NumberOf[NumberT]) -> list[NumberT] | None:
    """Of a view with fewer dimensions, each a group of the operand's: the position in each group, taken apart."""
    shape = shape_of(op.src.type)
    found: dict[int, NumberT | None] = dict.fromkeys(range(len(shape)), number(0))
    for position, group in zip(index, op.groups, strict=False):
        for d in reversed(group[1:]):
            size = shape[d]
            if size is None:
                return None
            found[d] = position % size
            position = position // size
        found[group[0]] = position
    known = [at for at in found.values() if at is not None]
    return known if len(known) == len(found) else None


class ReassociativeReshapeOp(ReassociationOp):
    """An op between a memref and one with more dimensions; each of the first is a group of the second."""

    result = result_def(MemRefType)

    def result_strides(self) -> tuple[Extent, ...] | None:
        """The strides of the result, which follow from the operand's; None if there are none."""
        raise NotImplementedError

    def _verify_result(self, kind: str, strides: Sequence[Extent], offset: Extent) -> None:
        source: Any = self.operands[0].type
        result: Any = self.result.type
        layout = NoneAttr()
        if not has_identity_layout(source):
            layout = StridedLayoutAttr(tuple(strides), offset)
        expected = MemRefType(source.element_type, result.shape, layout, source.memory_space)
        if result != expected:
            raise VerifyException(f"expected {kind} type to be '{expected}' but found '{result}'")


@define("memref.expand_shape", Pure(), RelativeView(_in_group))
class ExpandShapeOp(ReassociativeReshapeOp):
    """`memref.expand_shape`: split dimensions."""

    src = operand_def(MemRefType)
    output_shape = var_operand_def(IndexType)
    static_output_shape = prop_def(DenseArrayBase.constr(i64))
    custom_directives = (DynamicIndexList,)
    assembly_format = (
        "$src $reassociation `output_shape` custom<DynamicIndexList>($output_shape, $static_output_shape) "
        "attr-dict `:` type($src) `into` type($result)"
    )

    def result_strides(self) -> tuple[Extent, ...] | None:
        """The strides of the result."""
        form = strided_form(self.src.type)
        return None if form is None else expanded_strides(form[0], self.groups, shape_of(self.result.type))

    def verify_(self) -> None:
        """Check groups, shapes and layout."""
        self.verify_groups(self.src.type, self.result.type)
        form, strides = strided_form(self.src.type), self.result_strides()
        if form is None or strides is None:
            raise VerifyException("operand #0 must be strided memref")
        shape = shape_of(self.result.type)
        self._verify_result("expanded", strides, form[1])
        static: Any = self.static_output_shape
        sizes = extents(static.get_values())
        if len(sizes) != len(shape):
            raise VerifyException(
                "expected number of static shape bounds to be equal to the output rank "
                f"({len(shape)}) but found {len(sizes)} inputs instead"
            )
        if sizes.count(None) != len(self.output_shape):
            raise VerifyException("mismatch in dynamic dims in output_shape and static_output_shape")
        if any(a != b for a, b in zip(sizes, shape, strict=True) if b is not None):
            raise VerifyException("invalid output shape provided at pos")


@define("memref.collapse_shape", Pure(), RelativeView(_apart))
class CollapseShapeOp(ReassociativeReshapeOp):
    """`memref.collapse_shape`: join dimensions whose elements follow each other."""

    src = operand_def(MemRefType)
    assembly_format = "$src $reassociation attr-dict `:` type($src) `into` type($result)"

    def result_strides(self) -> tuple[Extent, ...] | None:
        """The strides of the result; None if a group is surely not contiguous."""
        form = strided_form(self.src.type)
        return None if form is None else collapsed_strides(shape_of(self.src.type), form[0], self.groups)

    def verify_(self) -> None:
        """Check groups, shapes and layout."""
        self.verify_groups(self.result.type, self.src.type)
        form = strided_form(self.src.type)
        if form is None:
            raise VerifyException("operand #0 must be strided memref")
        strides = self.result_strides()
        if strides is None:
            raise VerifyException("invalid source layout map or collapsing non-contiguous dims")
        self._verify_result("collapsed", strides, form[1])
