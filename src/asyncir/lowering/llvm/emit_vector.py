"""How the vector dialect is written. A vector of rank n is held as the rows of its last dimension."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any

from asyncir.dialects.narrowing import is_memref, is_vector
from asyncir.ir import Attribute, DenseArrayBase, Operation, SSAValue
from asyncir.lowering.llvm.descriptors import element_address, layout_of, mixed, parts, plus, times
from asyncir.lowering.llvm.emit_arith import fast_math, splat_text
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import (
    element_of,
    handles,
    handles_pieces,
    intrinsic,
    lanes,
    like,
    mangled,
    number_of,
    source_piece,
)
from asyncir.lowering.llvm.types import pieces, size_and_alignment

_OF_INTEGERS = {
    **{name: name for name in ("add", "mul", "and", "or", "xor")},
    **{f"{name}{sign}i": f"{sign}{name}" for name in ("min", "max") for sign in "su"},
}
_OF_FLOATS = {
    **{"add": "fadd", "mul": "fmul", "minnumf": "fmin", "maxnumf": "fmax"},
    **{"minimumf": "fminimum", "maximumf": "fmaximum"},
}
"""Per kind: what LLVM calls the reduction of integers, and that of floats."""


def _shape(type_: Attribute) -> tuple[int, ...]:
    return type_.get_shape() if is_vector(type_) else ()


@handles("vector.broadcast")
def _broadcast(f: LlvmFunction, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    rows = pieces(result.type)
    held = f.get(source)
    shape = _shape(source.type)
    if not shape:
        element = element_of(rows[0])
        scalar = held[0]
        if is_vector(source.type):
            scalar = f.let(f"extractelement <1 x {element}> {held[0]}, i64 0")
        f.set(result, [splat(f, rows[0], element, scalar)] * len(rows))
        return
    target = _shape(result.type)
    aligned = (1,) * (len(target) - len(shape)) + shape
    if aligned[-1] != target[-1]:
        element = element_of(rows[0])
        firsts = [f.let(f"extractelement <1 x {element}> {row}, i64 0") for row in held]
        held = tuple(splat(f, rows[0], element, first) for first in firsts)
    rows_of: list[str] = []
    for index in product(*(range(n) for n in target[:-1])):
        flat = 0
        for position, size in zip(index, aligned[:-1], strict=True):
            flat = flat * size + (position if size != 1 else 0)
        rows_of.append(held[flat])
    f.set(result, rows_of)


def splat(f: LlvmFunction, vector: str, element: str, scalar: str) -> str:
    """A vector of that type, all of whose elements are the scalar."""
    first = f.let(f"insertelement {vector} poison, {element} {scalar}, i64 0")
    mask = vector.replace(element, "i32")
    return f.let(f"shufflevector {vector} {first}, {vector} poison, {mask} zeroinitializer")


class _Place:
    """Where a position on leading dimensions is among the rows of a vector: `count` rows from row `count * at` on. `at` is a
    number, or an i64 of which nothing is known but that it is below `of`.
    """

    def __init__(self, f: LlvmFunction, shape: Sequence[int], position: Sequence[str]):
        self._f = f
        self.count = prod(shape[len(position) : -1])
        self.of = prod(shape[: len(position)])
        self.at = "0"
        for index, size in zip(position, shape, strict=False):
            scaled = times(f, self.at, str(size))
            self.at = index if scaled == "0" else plus(f, scaled, index)

    def taken(self, held: Sequence[str], rows: Sequence[str]) -> list[str]:
        """The rows that are there, of those of a vector; `rows` are their types."""
        if self.at.isdigit():
            first = int(self.at) * self.count
            return list(held[first : first + self.count])
        found = list(held[: self.count])
        for number in range(1, self.of):
            here = self._f.let(f"icmp eq i64 {self.at}, {number}")
            others = held[number * self.count : (number + 1) * self.count]
            found = [
                self._f.let(f"select i1 {here}, {row} {other}, {row} {one}")
                for row, other, one in zip(rows, others, found, strict=False)
            ]
        return found

    def put(self, new: Sequence[str], held: Sequence[str], rows: Sequence[str]) -> list[str]:
        """All rows, with others in this place."""
        if self.at.isdigit():
            first = int(self.at) * self.count
            return [*held[:first], *new, *held[first + self.count :]]
        result: list[str] = []
        for number in range(self.of):
            here = self._f.let(f"icmp eq i64 {self.at}, {number}")
            others = held[number * self.count : (number + 1) * self.count]
            result += [
                self._f.let(f"select i1 {here}, {row} {one}, {row} {other}")
                for row, one, other in zip(rows, new, others, strict=False)
            ]
        return result


def _lane_at(f: LlvmFunction, vector: Attribute, position: Sequence[str]) -> tuple[_Place, str]:
    """The place of the row that a whole position selects, and the place in it."""
    lane = (*position, "0")[max(len(position) - 1, 0)]
    # Of one lane there is one place, and LLVM 22 fails to select a place that is computed in `<1 x i1>`.
    return _Place(f, _shape(vector), position[:-1]), "0" if lanes(pieces(vector)[0]) == 1 else lane


@handles("vector.extract", properties=("static_position",))
def _extract(f: LlvmFunction, op: Operation) -> None:
    source, *dynamic = op.operands
    position, held = mixed(f, op.properties["static_position"], dynamic), f.get(source)
    rows = pieces(source.type)
    if is_vector(op.results[0].type):
        f.set(op.results[0], _Place(f, _shape(source.type), position).taken(held, rows))
    else:
        place, lane = _lane_at(f, source.type, position)
        (row,) = place.taken(held, rows)
        f.set(op.results[0], [f.let(f"extractelement {rows[0]} {row}, i64 {lane}")])


@handles("vector.insert", properties=("static_position",))
def _insert(f: LlvmFunction, op: Operation) -> None:
    source, target, *dynamic = op.operands
    position, held = mixed(f, op.properties["static_position"], dynamic), list(f.get(target))
    rows = pieces(target.type)
    if is_vector(source.type):
        f.set(op.results[0], _Place(f, _shape(target.type), position).put(f.get(source), held, rows))
        return
    place, lane = _lane_at(f, target.type, position)
    (row,) = place.taken(held, rows)
    operand = f"{element_of(rows[0])} {f.one(source)}"
    new = f.let(f"insertelement {rows[0]} {row}, {operand}, i64 {lane}")
    f.set(op.results[0], place.put([new], held, rows))


@handles_pieces("vector.fma")
def _fma(f: LlvmFunction, op: Operation, t: str, *operands: str) -> str:
    return intrinsic(f, f"llvm.fmuladd.{mangled(t)}", t, [(t, a) for a in operands])


@handles("vector.reduction", properties=("kind", "fastmath", "operandSegmentSizes"))
def _reduction(f: LlvmFunction, op: Operation) -> None:
    vector, *acc = op.operands
    (row,) = pieces(vector.type)
    element = element_of(row)
    kind = str(getattr(op.properties["kind"], "data", "")).rpartition(".")[2]
    flags = fast_math(op)
    name = (_OF_INTEGERS if element[0] == "i" else _OF_FLOATS)[kind]
    operands = [(row, f.one(vector))]
    whole = name in ("fadd", "fmul")  # these take what they begin with
    if whole:
        neutral = "-0.0" if name == "fadd" else "1.0"
        operands.insert(0, (element, f.one(acc[0]) if acc else neutral))
    reduced = f"llvm.vector.reduce.{name}.{mangled(row)}"
    found = intrinsic(f, reduced, element, operands, flags if element[0] != "i" else "")
    if acc and not whole:
        found = combined(f, kind, element, found, f.one(acc[0]), flags)
    f.set(op.results[0], [found])


def combined(f: LlvmFunction, kind: str, t: str, a: str, b: str, flags: str = "") -> str:
    """Two numbers, or vectors of them, combined as a `#vector.kind` says."""
    integers = element_of(t)[0] == "i"
    if kind in ("add", "mul", "and", "or", "xor"):
        return f.let(f"{kind if integers else f'f{kind} {flags}'.rstrip()} {t} {a}, {b}")
    name, flags = (_OF_INTEGERS[kind], "") if integers else (kind.removesuffix("f"), flags)
    return intrinsic(f, f"llvm.{name}.{mangled(t)}", t, [(t, a), (t, b)], flags)


def row_addresses(
    f: LlvmFunction, op: Operation, memref: SSAValue, indices: Sequence[SSAValue], vector: Attribute
) -> list[str]:
    """Where each row of a vector lies in a memref, the vector's dimensions being the memref's last."""
    layout = layout_of(memref.type)
    view = parts(f, memref)
    shape = _shape(vector)
    if is_memref(memref.type) and is_vector(memref.type.element_type):
        return [element_address(f, layout, view, [f.one(i) for i in indices])]
    if shape and view.strides and view.strides[-1] != "1":
        raise refuse(op, "the memref's last dimension must be contiguous for a vector access")
    addresses: list[str] = []
    for row in product(*(range(n) for n in shape[:-1])):
        shifts = ("0",) * (len(indices) - len(row) - 1) + tuple(map(str, row)) + ("0",)
        at = [plus(f, f.one(i), shift) for i, shift in zip(indices, shifts, strict=False)]
        addresses.append(element_address(f, layout, view, at))
    return addresses


def aligned(op: Operation, row: str) -> int:
    """The alignment that an access of a row may rely on, in bytes."""
    alignment = number_of(op, "alignment")
    return size_and_alignment(element_of(row))[1] if alignment is None else alignment


@handles("vector.load", properties=("nontemporal", "alignment"))
def _load(f: LlvmFunction, op: Operation) -> None:
    memref, *indices = op.operands
    load_rows(f, op, memref, indices)


def load_rows(f: LlvmFunction, op: Operation, memref: SSAValue, indices: Sequence[SSAValue]) -> None:
    """Write the op's result as what lies in memory from the indices on."""
    rows = pieces(op.results[0].type)
    places = row_addresses(f, op, memref, indices, op.results[0].type)
    held: list[str] = []
    for row, place in zip(rows, places, strict=True):
        wide = row_in_memory(memref, row)
        held.append(narrowed(f, wide, row, f.let(f"load {wide}, ptr {place}, align {aligned(op, wide)}")))
    f.set(op.results[0], held)


def row_in_memory(memref: SSAValue, row: str) -> str:
    """The type of a row as it lies in a memref: each element has whole bytes there, where LLVM would pack a vector's bits."""
    of: Any = memref.type
    if is_vector(of.element_type) or not (element := element_of(row)).startswith("i"):
        return row
    return like(row, f"i{8 * size_and_alignment(element)[0]}")


def widened(f: LlvmFunction, row: str, wide: str, value: str) -> str:
    """The row as it is in memory."""
    return value if row == wide else f.let(f"zext {row} {value} to {wide}")


def narrowed(f: LlvmFunction, wide: str, row: str, value: str) -> str:
    """The row of what is in memory."""
    return value if row == wide else f.let(f"trunc {wide} {value} to {row}")


@handles("vector.store", properties=("nontemporal", "alignment"))
def _store(f: LlvmFunction, op: Operation) -> None:
    vector, memref, *indices = op.operands
    store_rows(f, op, vector, memref, indices)


def store_rows(
    f: LlvmFunction, op: Operation, vector: SSAValue, memref: SSAValue, indices: Sequence[SSAValue]
) -> None:
    """Write the vector to memory from the indices on."""
    places = row_addresses(f, op, memref, indices, vector.type)
    for t, v, p in zip(pieces(vector.type), f.get(vector), places, strict=True):
        wide = row_in_memory(memref, t)
        f.do(f"store {wide} {widened(f, t, wide, v)}, ptr {p}, align {aligned(op, wide)}")


@handles("vector.shape_cast")
def _shape_cast(f: LlvmFunction, op: Operation) -> None:
    source, result = op.operands[0], op.results[0]
    types, targets = pieces(source.type), pieces(result.type)
    if types == targets:
        f.set(result, f.get(source))
        return
    f.set(result, build_rows(f, targets, element_of(targets[0]), scalars_of(f, source)))


def scalars_of(f: LlvmFunction, vector: SSAValue) -> list[str]:
    """All elements of a vector, one after the other."""
    return [
        f.let(f"extractelement {t} {v}, i64 {lane}")
        for t, v in zip(pieces(vector.type), f.get(vector), strict=True)
        for lane in range(lanes(t) or 1)
    ]


def build_rows(f: LlvmFunction, rows: Sequence[str], element: str, scalars: Sequence[str]) -> list[str]:
    """Rows of these types from all their elements."""
    rest = iter(scalars)
    held: list[str] = []
    for row in rows:
        built = "poison"
        for lane in range(lanes(row) or 1):
            built = f.let(f"insertelement {row} {built}, {element} {next(rest)}, i64 {lane}")
        held.append(built)
    return held


@handles("vector.from_elements")
def _from_elements(f: LlvmFunction, op: Operation) -> None:
    rows = pieces(op.results[0].type)
    f.set(op.results[0], build_rows(f, rows, element_of(rows[0]), [f.one(o) for o in op.operands]))


@handles("vector.to_elements")
def _to_elements(f: LlvmFunction, op: Operation) -> None:
    for result, scalar in zip(op.results, scalars_of(f, op.operands[0]), strict=True):
        f.set(result, [scalar])


@handles("vector.shuffle", properties=("mask",))
def _shuffle(f: LlvmFunction, op: Operation) -> None:
    a, b = op.operands
    mask = op.properties["mask"]
    assert isinstance(mask, DenseArrayBase)
    if len(_shape(a.type)) > 1:  # whole rows go elsewhere
        each = prod(_shape(a.type)[1:-1])
        rows = [*f.get(a), *f.get(b)]
        missing = ["poison"] * each
        chosen = (missing if v < 0 else rows[v * each : (v + 1) * each] for v in map(int, mask.get_values()))
        f.set(op.results[0], [row for some in chosen for row in some])
        return
    (t,), (u,), (r,) = pieces(a.type), pieces(b.type), pieces(op.results[0].type)
    first, second = lanes(t) or 1, lanes(u) or 1
    wide = max(first, second)
    one, other = (_widened(f, f.one(o), p, n, wide) for o, p, n in ((a, t, first), (b, u, second)))
    places = [v if v < first else v - first + wide for v in map(int, mask.get_values())]
    numbers = ", ".join(f"i32 {'poison' if v < 0 else v}" for v in places)
    both = f"<{wide} x {element_of(t)}>"
    f.set(
        op.results[0], [f.let(f"shufflevector {both} {one}, {both} {other}, <{lanes(r)} x i32> <{numbers}>")]
    )


def _widened(f: LlvmFunction, vector: str, piece: str, count: int, wide: int) -> str:
    """A vector with undefined lanes behind its own."""
    if count == wide:
        return vector
    numbers = ", ".join(f"i32 {k if k < count else 'poison'}" for k in range(wide))
    return f.let(f"shufflevector {piece} {vector}, {piece} poison, <{wide} x i32> <{numbers}>")


@handles_pieces("vector.bitcast")
def _bitcast(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    s = source_piece(op)
    return a if s == t else f.let(f"bitcast {s} {a} to {t}")


@handles("vector.step")
def _step(f: LlvmFunction, op: Operation) -> None:
    (row,) = pieces(op.results[0].type)
    f.set(op.results[0], ["<" + ", ".join(f"i64 {i}" for i in range(lanes(row) or 1)) + ">"])


@handles("vector.create_mask", "vector.constant_mask", properties=("mask_dim_sizes",))
def _mask(f: LlvmFunction, op: Operation) -> None:
    rows = pieces(op.results[0].type)
    shape = _shape(op.results[0].type)
    sizes_attribute = op.properties.get("mask_dim_sizes")
    if isinstance(sizes_attribute, DenseArrayBase):
        sizes = [str(int(v)) for v in sizes_attribute.get_values()]
    else:
        sizes = [f.one(o) for o in op.operands]
    width = lanes(rows[0]) or 1
    steps = "<" + ", ".join(f"i64 {i}" for i in range(width)) + ">"
    limit = sizes[-1]
    spread = splat_text(f"<{width} x i64>", limit)
    if not limit.lstrip("-").isdigit():
        spread = splat(f, f"<{width} x i64>", "i64", limit)
    inner = f.let(f"icmp slt <{width} x i64> {steps}, {spread}")
    held: list[str] = []
    for index in product(*(range(n) for n in shape[:-1])):
        row = inner
        for position, size in zip(index, sizes[:-1], strict=True):
            inside = f.let(f"icmp slt i64 {position}, {size}")
            row = f.let(f"select i1 {inside}, <{width} x i1> {row}, <{width} x i1> zeroinitializer")
        held.append(row)
    f.set(op.results[0], held)
