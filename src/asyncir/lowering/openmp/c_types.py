"""What C has for the types of a program."""

from __future__ import annotations

from typing import Any

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import Attribute, Float16Type, Float32Type, Float64Type, IndexType, IntegerType
from asyncir.lowering.llvm.types import MemRefLayout, memref_layout

_FLOATS: tuple[tuple[type[Attribute], str], ...] = (
    (Float16Type, "_Float16"),
    (Float32Type, "float"),
    (Float64Type, "double"),
)
_WIDTHS = (8, 16, 32, 64)
TOKEN = "char *"
"""A token is an address: what a task writes, for all who wait for it."""


def no_form(of: Attribute) -> DiagnosticError:
    """The refusal of a type."""
    help_ = "numbers of 1, 8, 16, 32 and 64 bits, f16, f32, f64, index, ranked memrefs, tokens and values have one"
    return failure("L001", f"values of type {of} have no form in C", help_)


def scalar(of: Attribute) -> str:
    """The C type of a number."""
    for kind, name in _FLOATS:
        if isinstance(of, kind):
            return name
    if isinstance(of, IndexType):
        return "int64_t"
    bits = _bits(of)
    if bits not in (1, *_WIDTHS):
        raise no_form(of)
    return "bool" if bits == 1 else f"int{bits}_t"


def _bits(of: Any) -> int:
    return of.bitwidth if isinstance(of, IntegerType) else 0


def width(of: Attribute) -> int:
    """The bits of an integer."""
    return 64 if isinstance(of, IndexType) else _bits(of)


def is_float(of: Attribute) -> bool:
    """Whether it is a type of floats that C has."""
    return isinstance(of, Float16Type | Float32Type | Float64Type)


def layout_of(of: Attribute) -> MemRefLayout:
    """The layout of a ranked memref."""
    assert is_memref(of)
    return memref_layout(of)


def element(of: Attribute) -> str:
    """The C type of a memref's elements."""
    assert is_memref(of)
    return scalar(of.element_type)


def pieces(of: Attribute) -> tuple[str, ...]:
    """The C types of the variables that hold one value: of a memref two pointers, and what its type leaves open."""
    if isinstance(of, TokenType):
        return (TOKEN,)
    if isinstance(of, ValueType):
        return (f"struct {struct_name(pieces(of.value_type))} *",)
    if is_memref(of):
        layout = layout_of(of)
        pointer = f"{element(of)} *"
        unknown = sum(each is None for each in (layout.offset, *layout.sizes, *layout.strides))
        return (pointer, pointer, *("int64_t",) * unknown)
    return (scalar(of),)


def struct_name(of: tuple[str, ...]) -> str:
    """The name of the struct of such members: the same for the same."""
    short = {"int64_t": "i64", "int32_t": "i32", "int16_t": "i16", "int8_t": "i8", "_Float16": "half"}
    parts: list[str] = []
    for piece in of:
        base = piece.removesuffix(" *")
        base = base.removeprefix("struct ")
        parts.append(short.get(base, base) + ("_p" if piece.endswith("*") else ""))
    return "of_" + ("_".join(parts) or "nothing")
