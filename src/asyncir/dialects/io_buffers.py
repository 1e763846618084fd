"""Memrefs as rows of bytes, which is how the operating system sees them."""

from __future__ import annotations

from typing import Any

from asyncir.dialects.checks import OperandFault
from asyncir.dialects.memref_layout import row_major_strides, shape_of, strided_form
from asyncir.dialects.narrowing import is_integer, is_memref
from asyncir.ir import AnyFloat, Attribute, IndexType, MemRefType, NoneAttr, SSAValue


def check_buffer(value: SSAValue, what: str, element: Attribute | None = None) -> None:
    """Raise unless the value is a memref of whole bytes that lie in a row; `element` is what it must hold."""
    type_ = value.type
    if not is_memref(type_) or (element is not None and type_.element_type != element):
        wanted = "a memref" if element is None else f"a memref of {element}"
        raise OperandFault(f"{what} is {wanted}, not `{type_}`", value)
    element_type: Any = type_.element_type
    held: Attribute = element_type.element_type if element_type.name == "complex" else element_type
    whole = is_integer(held) and held.width.data in (8, 16, 32, 64)
    if not (whole or isinstance(held, IndexType | AnyFloat)):
        raise OperandFault(f"{what} holds numbers of 8, 16, 32 or 64 bits, unlike `{type_}`", value)
    if not _in_a_row(type_):
        raise OperandFault(
            f"the elements of {what}, `{type_}`, do not lie in a row, one behind the other", value
        )


def _in_a_row(type_: MemRefType[Attribute]) -> bool:
    """Whether the type says so. Without a layout it does; the stride of a dimension of size 1 does not matter."""
    if isinstance(type_.layout, NoneAttr):
        return True
    form = strided_form(type_)
    if form is None:
        return False
    shape = shape_of(type_)
    strides = zip(shape, form[0], row_major_strides(shape), strict=True)
    return all(size == 1 or (has is not None and has == wanted) for size, has, wanted in strides)
