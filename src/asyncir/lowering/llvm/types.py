"""How a value of each type is held: a flat tuple of LLVM scalars and vectors, its pieces.

A scalar or a vector is one piece. A memref is exploded into what its type leaves open: allocated pointer, aligned
pointer, the offset if dynamic, the dynamic sizes, the dynamic strides; what the type fixes is a constant wherever
it is used. Tuples and complex numbers are the pieces of their elements in order.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import prod
from typing import cast

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.dialects.async_types import CompletionType, CoroHandleType, CoroIdType, CoroStateType
from asyncir.dialects.memref_layout import strides_and_offset
from asyncir.dialects.narrowing import is_integer, is_memref, is_vector
from asyncir.ir import (
    Attribute,
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    FunctionType,
    IndexType,
    MemRefType,
    NoneAttr,
    NoneType,
    TupleType,
    UnrankedMemRefType,
    VectorType,
)

_FLOAT_BITS = {"half": 16, "bfloat": 16, "float": 32, "double": 64, "x86_fp80": 128, "fp128": 128}
_FLOAT_TYPES: tuple[type[Attribute], ...] = (
    *(Float16Type, BFloat16Type, Float32Type, Float64Type, Float80Type, Float128Type),
)
_FLOATS: dict[type[Attribute], str] = dict(zip(_FLOAT_TYPES, _FLOAT_BITS, strict=True))
MANGLED = dict(zip(_FLOAT_BITS, ("f16", "bf16", "f32", "f64", "f80", "f128"), strict=True)) | {"ptr": "p0"}
"""How LLVM calls types in the names of intrinsics, where that is not how it writes them."""


def unsupported_type(type_: Attribute) -> DiagnosticError:
    """The error for a type that has no native form."""
    message = f"type `{type_}` has no native form"
    return failure("L002", message, "lower it to scalars, vectors or memrefs first")


def scalar(type_: Attribute) -> str:
    """The LLVM type of a scalar."""
    if is_integer(type_):
        return f"i{type_.width.data}"
    if isinstance(type_, IndexType):
        return "i64"
    name = _FLOATS.get(type(type_))
    if name is None:
        raise unsupported_type(type_)
    return name


@lru_cache(maxsize=4096)
def pieces(type_: Attribute) -> tuple[str, ...]:
    """The LLVM types that hold a value of the type."""
    if is_memref(type_):
        layout = memref_layout(type_)
        dynamic = sum(x is None for x in (layout.offset, *layout.sizes, *layout.strides))
        return ("ptr", "ptr", *(("i64",) * dynamic))
    if is_vector(type_):
        return _vector_pieces(type_)
    match type_:
        case UnrankedMemRefType():
            return ("i64", "ptr")
        case ComplexType():
            return (scalar(type_.element_type),) * 2
        case TupleType():
            return tuple(piece for element in type_.types for piece in pieces(element))
        case NoneType():
            return ()
        case CompletionType() | CoroHandleType() | FunctionType():
            return ("ptr",)
        case CoroIdType() | CoroStateType():
            return ("token",)
        case _:
            return (scalar(type_),)


def _vector_pieces(type_: VectorType[Attribute]) -> tuple[str, ...]:
    """A vector of rank n is as many vectors of its last dimension as the others make."""
    shape = type_.get_shape()
    scalable = [bool(b) for b in type_.get_scalable_dims()]
    if any(scalable[:-1]):
        raise unsupported_type(type_)
    element = scalar(type_.element_type)
    if not shape:
        return (f"<1 x {element}>",)
    prefix = "vscale x " if scalable[-1] else ""
    return (f"<{prefix}{shape[-1]} x {element}>",) * prod(shape[:-1])


@dataclass(frozen=True, slots=True)
class MemRefLayout:
    """Sizes, strides (in elements) and offset of a memref type; None where only known at run time."""

    element: str
    sizes: tuple[int | None, ...]
    strides: tuple[int | None, ...]
    offset: int | None
    identity: bool = False
    """Elements lie without gaps, the last dimension fastest."""

    @property
    def rank(self) -> int:
        """The number of dimensions."""
        return len(self.sizes)


@lru_cache(maxsize=4096)
def memref_layout(type_: MemRefType[Attribute]) -> MemRefLayout:
    """The layout of a ranked memref type. Raises a diagnostic where it is not strided."""
    strides, offset = strides_and_offset(type_)
    sizes = tuple(None if size < 0 else size for size in type_.get_shape())
    identity = isinstance(type_.layout, NoneAttr)
    return MemRefLayout(element_piece(type_.element_type), sizes, strides, offset, identity)


@lru_cache(maxsize=1024)
def element_piece(type_: Attribute) -> str:
    """The LLVM type of a memref's element in memory."""
    if isinstance(type_, MemRefType | UnrankedMemRefType):
        raise unsupported_type(cast("Attribute", type_))
    found = pieces(type_)
    if isinstance(type_, ComplexType):
        return f"{{ {found[0]}, {found[1]} }}"
    if is_vector(type_) and len(found) > 1:
        return f"[{len(found)} x {found[0]}]"
    if len(found) != 1 or isinstance(type_, CompletionType):
        raise unsupported_type(type_)
    return found[0]


@lru_cache(maxsize=1024)
def size_and_alignment(piece: str) -> tuple[int, int]:
    """Bytes that a piece takes in memory, and its alignment, as LLVM's data layout for 64-bit targets has them."""
    if piece == "ptr":
        return 8, 8
    if piece.startswith("<"):
        count, _, element = piece[1:-1].partition(" x ")
        if count == "vscale":
            raise unsupported_piece(piece)
        bits = int(count) * _bits(element)
        alignment = 1 << max(0, ((bits + 7) // 8 - 1)).bit_length()
        return -(-((bits + 7) // 8) // alignment) * alignment, alignment
    if piece.startswith("{"):
        first, _, second = piece[2:-2].partition(", ")
        (s1, a1), (s2, a2) = size_and_alignment(first), size_and_alignment(second)
        return s1 + s2, max(a1, a2)
    if piece.startswith("["):
        count, _, element = piece[1:-1].partition(" x ")
        size, alignment = size_and_alignment(element)
        return int(count) * size, alignment
    size = 1 << max(0, ((_bits(piece) + 7) // 8 - 1)).bit_length()
    if size > 16:
        return -(-_bits(piece) // 128) * 16, 16
    return size, size


def number_in(element: str) -> str:
    """The type of the numbers in an element of memory, which may be a vector."""
    return element.rpartition(" x ")[2].rstrip(">]")


def least_alignment(element: str) -> int:
    """What an access of an element may rely on: vectors may be made by a cast of memory whose elements are less aligned."""
    return size_and_alignment(number_in(element))[1]


def unsupported_piece(piece: str) -> DiagnosticError:
    """The error for an LLVM type whose size is not known at compile time."""
    return failure("L002", f"values of type `{piece}` cannot be kept in memory by a task")


def _bits(scalar_piece: str) -> int:
    if scalar_piece in _FLOAT_BITS:
        return _FLOAT_BITS[scalar_piece]
    if scalar_piece == "ptr":
        return 64
    if scalar_piece == "token":
        raise unsupported_piece(scalar_piece)
    return int(scalar_piece[1:])


def value_layout(type_: Attribute) -> tuple[tuple[int, ...], int, int]:
    """Offsets of the pieces of one value in memory from its start, its size and its alignment (at least 8)."""
    extents = [size_and_alignment(piece) for piece in pieces(type_)]
    offsets, end = placed(extents)
    return tuple(offsets), end, max([8, *(alignment for _, alignment in extents)])


def placed(extents: Iterable[tuple[int, int]], end: int = 0, gap: int = 0) -> tuple[list[int], int]:
    """Offsets of what has these sizes and alignments, one behind the other from `end` on; and where the last one ends.

    In front of each there are `gap` bytes or more.
    """
    offsets: list[int] = []
    for size, alignment in extents:
        offsets.append(-(-(end + gap) // alignment) * alignment)
        end = offsets[-1] + size
    return offsets, end


def joined(types: Sequence[str]) -> str:
    """One LLVM type for several results: void, the type itself, or a struct."""
    if len(types) == 1:
        return types[0]
    return f"{{ {', '.join(types)} }}" if types else "void"
