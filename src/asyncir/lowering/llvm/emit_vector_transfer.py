"""How transfers between vectors and memory are written, whatever is masked, permuted, repeated or out of bounds.

A transfer of rows that are all there is loads and stores. Any other is one access with a mask for each row, at addresses that
follow each other where the memory does, and otherwise at one address per lane.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from itertools import product
from typing import Any

from asyncir.dialects.narrowing import is_vector
from asyncir.dialects.vector_transfer import is_plain
from asyncir.ir import SSAValue
from asyncir.lowering.llvm.descriptors import Parts, layout_of, linear_index, parts, plus
from asyncir.lowering.llvm.emit_vector import (
    aligned,
    build_rows,
    load_rows,
    narrowed,
    row_in_memory,
    scalars_of,
    splat,
    store_rows,
    widened,
)
from asyncir.lowering.llvm.emit_vector_memory import call_intrinsic
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import element_of, handles, lanes, like, mangled
from asyncir.lowering.llvm.types import pieces

_PROPERTIES = ("permutation_map", "in_bounds", "operandSegmentSizes")


@dataclass(frozen=True)
class _Row:
    """Where one row of the vector is in memory, and which of its lanes are accessed."""

    place: str
    """An address, or a vector of them."""
    in_a_row: bool
    mask: str


class _Transfer:
    def __init__(self, f: LlvmFunction, op: Any, vector: SSAValue):
        self.f, self.op = f, op
        if is_vector(op.base.type.element_type):
            raise refuse(op, "such a transfer of vectors that memory holds has no native form")
        self.row, *_ = pieces(vector.type)
        if self.row.startswith("<vscale"):
            raise refuse(op, "such a transfer of a scalable vector has no native form")
        of: Any = vector.type
        self.shape: tuple[int, ...] = of.get_shape()
        self.count = lanes(self.row) or 1
        self.view: Parts = parts(f, op.base)
        results: Any = op.permutation_map.data.results
        # A constant in the map broadcasts along that dimension of the vector.
        self.dims: list[int | None] = [getattr(e, "position", None) for e in results]
        self.safe = [bool(flag.value.data) for flag in op.in_bounds.data]
        self._masks: list[str] = []

    def rows(self) -> Iterator[_Row]:
        """The rows in their order."""
        f = self.f
        starts = [f.one(index) for index in self.op.indices]
        for steps in product(*(range(n) for n in self.shape[:-1])):
            point, inside = list(starts), list[str]()
            for step, dim, safe in zip(steps, self.dims, self.safe, strict=False):
                if dim is not None:
                    point[dim] = plus(f, point[dim], str(step))
                    if not safe:
                        inside.append(f.let(f"icmp ult i64 {point[dim]}, {self.view.sizes[dim]}"))
            mask = self._lanes_inside(point)
            for condition in inside:
                t = like(self.row, "i1")
                mask = f.let(f"select i1 {condition}, {t} {mask}, {t} zeroinitializer")
            if self.op.mask is not None:
                mask = f.let(f"and {like(self.row, 'i1')} {mask}, {self._mask(steps)}")
            yield self._at(point, mask)

    def _last(self) -> int | None:
        return self.dims[-1] if self.dims else None

    def _steps(self) -> str:
        return "<" + ", ".join(f"i64 {lane}" for lane in range(self.count)) + ">"

    def _lanes_inside(self, point: Sequence[str]) -> str:
        dim, f, t = self._last(), self.f, like(self.row, "i64")
        if dim is None or self.safe[-1]:
            return "<" + ", ".join(["i1 true"] * self.count) + ">"
        first, size = (splat(f, t, "i64", value) for value in (point[dim], self.view.sizes[dim]))
        return f.let(f"icmp ult {t} {f.let(f'add {t} {first}, {self._steps()}')}, {size}")

    def _mask(self, steps: tuple[int, ...]) -> str:
        """The row of the mask, which has the dimensions in the order of the memref's."""
        self._masks = self._masks or scalars_of(self.f, self.op.mask)
        order = [place for _, place in sorted((d, p) for p, d in enumerate(self.dims) if d is not None)]
        chosen: list[str] = []
        for lane in range(self.count):
            full = (*steps, lane)
            at = reduce(lambda at, place: at * self.shape[place] + full[place], order, 0)
            chosen.append(self._masks[at])
        (row,) = build_rows(self.f, [like(self.row, "i1")], "i1", chosen)
        return row

    def _at(self, point: Sequence[str], mask: str) -> _Row:
        f, dim, element = self.f, self._last(), layout_of(self.op.base.type).element
        # What is out of bounds has an address, too: it must not be said to be inside the object.
        index = linear_index(f, self.view, point)
        base = f.let(f"getelementptr {element}, ptr {self.view.aligned}, i64 {index}")
        stride = "0" if dim is None else self.view.strides[dim]
        if stride == "1":
            return _Row(base, True, mask)
        t = like(self.row, "i64")
        apart = f.let(f"mul {t} {self._steps()}, {splat(f, t, 'i64', stride)}")
        return _Row(f.let(f"getelementptr {element}, ptr {base}, {t} {apart}"), False, mask)


def _is_simple(op: Any) -> bool:
    """Whether it is loads or stores of whole rows."""
    if not is_plain(op) or is_vector(op.base.type.element_type):
        return is_plain(op)
    strides = layout_of(op.base.type).strides
    return not strides or strides[-1] == 1


def _access(name: str, row: str, one: _Row) -> tuple[str, str]:
    """The name of the intrinsic for a row, and the type of its addresses."""
    if one.in_a_row:
        return f"llvm.masked.{name}.{mangled(row)}.p0", "ptr"
    names = {"load": "gather", "store": "scatter"}
    return f"llvm.masked.{names[name]}.{mangled(row)}.v{lanes(row)}p0", like(row, "ptr")


@handles("vector.transfer_read", properties=_PROPERTIES)
def _transfer_read(f: LlvmFunction, op: Any) -> None:
    if _is_simple(op):
        load_rows(f, op, op.base, list(op.indices))
        return
    transfer = _Transfer(f, op, op.vector)
    row, held = transfer.row, list[str]()
    wide = row_in_memory(op.base, row)
    spare = widened(f, row, wide, splat(f, row, element_of(row), f.one(op.padding)))
    for one in transfer.rows():
        name, addresses = _access("load", wide, one)
        pointer = f"{addresses} align {aligned(op, wide)}", one.place
        found = call_intrinsic(f, name, wide, pointer, (like(row, "i1"), one.mask), (wide, spare))
        held.append(narrowed(f, wide, row, found))
    f.set(op.vector, held)


@handles("vector.transfer_write", properties=_PROPERTIES)
def _transfer_write(f: LlvmFunction, op: Any) -> None:
    vector = op.value_to_store
    if _is_simple(op):
        store_rows(f, op, vector, op.base, list(op.indices))
        return
    transfer = _Transfer(f, op, vector)
    row = transfer.row
    wide = row_in_memory(op.base, row)
    for one, value in zip(transfer.rows(), f.get(vector), strict=True):
        name, addresses = _access("store", wide, one)
        pointer = f"{addresses} align {aligned(op, wide)}", one.place
        stored = wide, widened(f, row, wide, value)
        call_intrinsic(f, name, "void", stored, pointer, (like(row, "i1"), one.mask))
