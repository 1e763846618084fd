"""Memrefs while code is written: pointers, offset, sizes and strides, as operands or constants."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.narrowing import is_memref
from asyncir.ir import DYNAMIC_INDEX, Attribute, DenseArrayBase, SSAValue
from asyncir.lowering.llvm.function_text import LlvmFunction
from asyncir.lowering.llvm.types import MemRefLayout, memref_layout, unsupported_type


@dataclass(frozen=True, slots=True)
class Parts:
    """One memref. Each field is an LLVM operand; what the type fixes is a number."""

    base: str
    aligned: str
    offset: str
    sizes: tuple[str, ...]
    strides: tuple[str, ...]


def layout_of(type_: Attribute) -> MemRefLayout:
    """The layout of a ranked memref type."""
    if not is_memref(type_) or isinstance(type_.element_type, CompletionType):
        raise unsupported_type(type_)
    return memref_layout(type_)


def parts(f: LlvmFunction, value: SSAValue) -> Parts:
    """The memref that the value holds."""
    return parts_of(layout_of(value.type), f.get(value))


def parts_of(layout: MemRefLayout, held: Sequence[str]) -> Parts:
    """Pieces, as types.py orders them, and the constants of the type."""
    base, aligned, *dynamic = held
    rest = iter(dynamic)

    def field(known: int | None) -> str:
        return next(rest) if known is None else str(known)

    offset = field(layout.offset)
    sizes = tuple(field(size) for size in layout.sizes)
    strides = tuple(field(stride) for stride in layout.strides)
    return Parts(base, aligned, offset, sizes, strides)


def held_by(layout: MemRefLayout, memref: Parts) -> list[str]:
    """The pieces that hold the memref in a value with that layout: what the layout fixes is left out."""
    fields = zip(
        (layout.offset, *layout.sizes, *layout.strides),
        (memref.offset, *memref.sizes, *memref.strides),
        strict=True,
    )
    return [memref.base, memref.aligned, *(operand for known, operand in fields if known is None)]


def set_view(
    f: LlvmFunction, result: SSAValue, of: Parts, offset: str, sizes: Iterable[str], strides: Iterable[str]
) -> None:
    """The value is a view of the same memory."""
    view = Parts(of.base, of.aligned, offset, tuple(sizes), tuple(strides))
    f.set(result, held_by(layout_of(result.type), view))


def mixed(f: LlvmFunction, static: Attribute, dynamic: Iterable[SSAValue]) -> list[str]:
    """A list of numbers and operands, as subview and its like keep it."""
    assert isinstance(static, DenseArrayBase)
    rest = iter(dynamic)
    return [f.one(next(rest)) if v == DYNAMIC_INDEX else str(int(v)) for v in static.get_values()]


def times(f: LlvmFunction, a: str, b: str) -> str:
    """a * b, computed now where both are numbers. Sizes and offsets of objects in memory do not wrap."""
    if _is_number(a) and _is_number(b):
        return str(int(a) * int(b))
    if "0" in (a, b):
        return "0"
    if a == "1":
        return b
    return a if b == "1" else f.let(f"mul nsw i64 {a}, {b}")


def plus(f: LlvmFunction, a: str, b: str) -> str:
    """a + b, computed now where both are numbers."""
    if _is_number(a) and _is_number(b):
        return str(int(a) + int(b))
    if a == "0":
        return b
    return a if b == "0" else f.let(f"add nsw i64 {a}, {b}")


def _is_number(operand: str) -> bool:
    return operand.lstrip("-").isdigit()


def linear_index(f: LlvmFunction, memref: Parts, indices: Iterable[str]) -> str:
    """The element's distance from the aligned pointer, in elements."""
    total = memref.offset
    for index, stride in zip(indices, memref.strides, strict=True):
        total = plus(f, total, times(f, index, stride))
    return total


def element_address(f: LlvmFunction, layout: MemRefLayout, memref: Parts, indices: Iterable[str]) -> str:
    """The address of an element."""
    index = linear_index(f, memref, indices)
    if index == "0":
        return memref.aligned
    return f.let(f"getelementptr inbounds {layout.element}, ptr {memref.aligned}, i64 {index}")


def address_at(f: LlvmFunction, memref: SSAValue, indices: Iterable[SSAValue]) -> str:
    """The address of an element of the memref that the value holds."""
    return element_address(f, layout_of(memref.type), parts(f, memref), [f.one(i) for i in indices])


def full_descriptor(rank: int) -> str:
    """The LLVM type of MLIR's own descriptor: pointers, offset, sizes, strides."""
    return f"{{ ptr, ptr, i64, [{rank} x i64], [{rank} x i64] }}" if rank else "{ ptr, ptr, i64 }"


def store_descriptor(f: LlvmFunction, memref: Parts, address: str) -> None:
    """Write MLIR's descriptor of the memref to memory."""
    fields = [
        *(("ptr", memref.base), ("ptr", memref.aligned), ("i64", memref.offset)),
        *(("i64", operand) for operand in (*memref.sizes, *memref.strides)),
    ]
    for i, (piece, operand) in enumerate(fields):
        f.store(piece, operand, f.at(address, 8 * i))


def load_descriptor(f: LlvmFunction, layout: MemRefLayout, address: str) -> list[str]:
    """Read the pieces of a memref with that layout from MLIR's descriptor in memory."""
    held: list[str] = []
    known = (None, None, layout.offset, *layout.sizes, *layout.strides)
    for i, fixed in enumerate(known):
        if fixed is None:
            held.append(f.load("ptr" if i < 2 else "i64", f.at(address, 8 * i)))
    return held
