"""How accesses of some elements are written: with a mask, at distances that a vector holds, or without gaps."""

from __future__ import annotations

from typing import Any

from asyncir.ir import SSAValue
from asyncir.lowering.llvm.descriptors import address_at, layout_of, parts, set_view
from asyncir.lowering.llvm.emit_vector import aligned, narrowed, row_addresses, row_in_memory, widened
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import handles, lanes, like, mangled
from asyncir.lowering.llvm.types import MemRefLayout, number_in, pieces, size_and_alignment

Argument = tuple[str, str]


def call_intrinsic(f: LlvmFunction, name: str, result: str, *arguments: Argument) -> str:
    """Call an intrinsic; attributes behind the type of an argument are those of this call."""
    types = ", ".join(t.split(" align")[0] for t, _ in arguments)
    f.module.declare(name, f"{result} @{name}({types})")
    given = ", ".join(f"{t} {v}" for t, v in arguments)
    if result == "void":
        f.do(f"call void @{name}({given})")
        return ""
    return f.let(f"call {result} @{name}({given})")


def _places(f: LlvmFunction, op: Any, vector: SSAValue) -> list[str]:
    """Where each row of the vector begins in memory."""
    return row_addresses(f, op, op.base, list(op.indices), vector.type)


def _rows(f: LlvmFunction, op: Any, *values: SSAValue) -> list[tuple[str, ...]]:
    """The rows of several vectors side by side, behind where each row begins."""
    return list(zip(_places(f, op, values[0]), *(f.get(value) for value in values), strict=True))


@handles("vector.maskedload", properties=("alignment",))
def _masked_load(f: LlvmFunction, op: Any) -> None:
    held: list[str] = []
    (row,) = set(pieces(op.result.type))
    wide, mask_row = row_in_memory(op.base, row), like(row, "i1")
    name = f"llvm.masked.load.{mangled(wide)}.p0"
    for place, mask, spare in _rows(f, op, op.mask, op.pass_thru):
        pointer = f"ptr align {aligned(op, wide)}", place
        other = wide, widened(f, row, wide, spare)
        held.append(narrowed(f, wide, row, call_intrinsic(f, name, wide, pointer, (mask_row, mask), other)))
    f.set(op.result, held)


@handles("vector.maskedstore", properties=("alignment",))
def _masked_store(f: LlvmFunction, op: Any) -> None:
    (row,) = set(pieces(op.value_to_store.type))
    wide = row_in_memory(op.base, row)
    name = f"llvm.masked.store.{mangled(wide)}.p0"
    for place, mask, value in _rows(f, op, op.mask, op.value_to_store):
        pointer = f"ptr align {aligned(op, wide)}", place
        call_intrinsic(
            f, name, "void", (wide, widened(f, row, wide, value)), pointer, (like(row, "i1"), mask)
        )


@handles("vector.expandload", properties=("alignment",))
def _expand_load(f: LlvmFunction, op: Any) -> None:
    held: list[str] = []
    (row,) = set(pieces(op.result.type))
    wide = row_in_memory(op.base, row)
    name = f"llvm.masked.expandload.{mangled(wide)}"
    for place, mask, spare in _rows(f, op, op.mask, op.pass_thru):
        other = wide, widened(f, row, wide, spare)
        found = call_intrinsic(f, name, wide, ("ptr", place), (like(row, "i1"), mask), other)
        held.append(narrowed(f, wide, row, found))
    f.set(op.result, held)


@handles("vector.compressstore", properties=("alignment",))
def _compress_store(f: LlvmFunction, op: Any) -> None:
    (row,) = set(pieces(op.value_to_store.type))
    wide = row_in_memory(op.base, row)
    name = f"llvm.masked.compressstore.{mangled(wide)}"
    for place, mask, value in _rows(f, op, op.mask, op.value_to_store):
        call_intrinsic(
            f, name, "void", (wide, widened(f, row, wide, value)), ("ptr", place), (like(row, "i1"), mask)
        )


@handles("vector.type_cast")
def _type_cast(f: LlvmFunction, op: Any) -> None:
    """The same memory, if elements are in it where the vectors have them."""
    source, result = layout_of(op.memref.type), layout_of(op.result.type)
    if not (_row_of(source.element) == _row_of(result.element) or (_is_dense(source) and _is_dense(result))):
        raise refuse(op, "a cast to vectors whose rows have gaps or packed bits has no native form")
    memref = parts(f, op.memref)
    set_view(f, op.result, memref, memref.offset, map(str, result.sizes), map(str, result.strides))


def _row_of(element: str) -> str:
    """The rows that an element in memory is made of, if it is a vector."""
    return element[1:-1].partition(" x ")[2] if element.startswith("[") else element


def _is_dense(layout: MemRefLayout) -> bool:
    """Whether all numbers follow each other in memory."""
    row = _row_of(layout.element)
    if not row.startswith("<"):
        return True
    each, _ = size_and_alignment(number_in(row))
    return size_and_alignment(row)[0] == each * (lanes(row) or 1)


def _far_places(f: LlvmFunction, op: Any) -> list[str]:
    """The addresses of all elements, row by row."""
    base = address_at(f, op.base, op.offsets)
    element = layout_of(op.base.type).element
    (distance,) = set(pieces(op.indices.type))
    return [f.let(f"getelementptr {element}, ptr {base}, {distance} {given}") for given in f.get(op.indices)]


@handles("vector.gather", properties=("alignment",))
def _gather(f: LlvmFunction, op: Any) -> None:
    held: list[str] = []
    (row,) = set(pieces(op.result.type))
    places = _far_places(f, op)
    wide = row_in_memory(op.base, row)
    pointers = f"{like(row, 'ptr')} align {aligned(op, wide)}"
    name = f"llvm.masked.gather.{mangled(wide)}.v{lanes(row)}p0"
    for place, mask, spare in zip(places, f.get(op.mask), f.get(op.pass_thru), strict=True):
        other = wide, widened(f, row, wide, spare)
        found = call_intrinsic(f, name, wide, (pointers, place), (like(row, "i1"), mask), other)
        held.append(narrowed(f, wide, row, found))
    f.set(op.result, held)


@handles("vector.scatter", properties=("alignment",))
def _scatter(f: LlvmFunction, op: Any) -> None:
    (row,) = set(pieces(op.value_to_store.type))
    places = _far_places(f, op)
    wide = row_in_memory(op.base, row)
    pointers = f"{like(row, 'ptr')} align {aligned(op, wide)}"
    name = f"llvm.masked.scatter.{mangled(wide)}.v{lanes(row)}p0"
    for place, mask, value in zip(places, f.get(op.mask), f.get(op.value_to_store), strict=True):
        call_intrinsic(
            f, name, "void", (wide, widened(f, row, wide, value)), (pointers, place), (like(row, "i1"), mask)
        )
