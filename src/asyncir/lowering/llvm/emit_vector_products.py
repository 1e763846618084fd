"""How the vector ops that multiply and combine are written: products of rows where there are rows, else of elements."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product
from math import prod
from typing import Any

from asyncir.dialects.narrowing import is_vector
from asyncir.ir import AffineMap, Attribute, SSAValue
from asyncir.lowering.llvm.emit_vector import build_rows, combined, scalars_of, splat
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import element_of, handles, intrinsic, mangled
from asyncir.lowering.llvm.types import pieces


def _kind(op: Any) -> str:
    return str(op.kind.data.value)


def _product(f: LlvmFunction, t: str, a: str, b: str) -> str:
    return f.let(f"{'mul' if element_of(t)[0] == 'i' else 'fmul'} {t} {a}, {b}")


def _accumulated(f: LlvmFunction, kind: str, t: str, a: str, b: str, so_far: str) -> str:
    """The product of two pieces, combined with a third."""
    if kind == "add" and element_of(t)[0] != "i":
        return intrinsic(f, f"llvm.fmuladd.{mangled(t)}", t, [(t, a), (t, b), (t, so_far)])
    return combined(f, kind, t, _product(f, t, a, b), so_far)


def _places(map: AffineMap) -> list[int]:
    results: Any = map.results
    return [expr.position for expr in results]


class _Factor:
    """One factor of a contraction: what it gives to a row of the result, or to one element."""

    def __init__(self, f: LlvmFunction, value: SSAValue, map: AffineMap, extents: Sequence[int], to: str):
        self._f, self._extents, self._to = f, extents, to
        self._dims = _places(map)
        self._rows, self._row = f.get(value), pieces(value.type)[0]
        self._value = value
        self._elements: list[str] = []
        self._made: dict[tuple[int, ...], str] = {}

    def along(self, point: tuple[int, ...], lane: int | None) -> str:
        """The piece at a point, for all of the dimension that lanes go along."""
        key = tuple(0 if dim == lane else point[dim] for dim in self._dims)
        if key not in self._made:
            self._made[key] = self._make(point, lane)
        return self._made[key]

    def _make(self, point: tuple[int, ...], lane: int | None) -> str:
        if lane is not None and self._dims[-1] == lane:
            at = self._flat(self._dims[:-1], point)
            return _widened(self._f, self._row, self._to, self._rows[at])
        element = element_of(self._to)
        if lane is None or lane not in self._dims:
            one = self._element(point)
            return one if lane is None else splat(self._f, self._to, element, one)
        steps = [(*point[:lane], step, *point[lane + 1 :]) for step in range(self._extents[lane])]
        (row,) = build_rows(self._f, [self._to], element, [self._element(step) for step in steps])
        return row

    def _element(self, point: Sequence[int]) -> str:
        self._elements = self._elements or scalars_of(self._f, self._value)
        one = self._elements[self._flat(self._dims, point)]
        return _widened(self._f, element_of(self._row), element_of(self._to), one)

    def _flat(self, dims: Sequence[int], point: Sequence[int]) -> int:
        return reduce(lambda at, dim: at * self._extents[dim] + point[dim], dims, 0)


def _widened(f: LlvmFunction, source: str, target: str, value: str) -> str:
    if source == target:
        return value
    return f.let(f"{'sext' if element_of(source)[0] == 'i' else 'fpext'} {source} {value} to {target}")


def _refuse_scalable(op: Any) -> None:
    """Nothing here knows how many elements a scalable vector has."""
    if any(piece.startswith("<vscale") for value in op.operands for piece in pieces(value.type)):
        raise refuse(op, "a product of scalable vectors has no native form")


def _check(op: Any) -> None:
    """Refuse what has more bits than what it is added to."""
    _refuse_scalable(op)
    source, target = (element_of(pieces(of)[0]) for of in (op.lhs.type, op.result.type))
    if source != target and (source[0] == "i") != (target[0] == "i"):
        raise refuse(op, f"a contraction of {source} into {target} has no native form")
    order = ["bfloat", "half", "float", "double", "x86_fp80", "fp128"]
    sizes = [int(t[1:]) if t[0] == "i" else order.index(t) for t in (source, target)]
    if sizes[0] > sizes[1] or {source, target} == {"bfloat", "half"}:
        raise refuse(op, f"a contraction of {source} into {target} has no native form")


@handles("vector.contract", properties=("indexing_maps", "iterator_types", "kind"))
def _contract(f: LlvmFunction, op: Any) -> None:
    _check(op)
    extents, to = op.extents(), _places(op.maps[2])
    lane = to[-1] if to else None
    t = pieces(op.result.type)[0]
    lhs = _Factor(f, op.lhs, op.maps[0], extents, t)
    rhs = _Factor(f, op.rhs, op.maps[1], extents, t)
    held = list(f.get(op.acc))
    # The dimension that lanes go along is left out: a row is computed at once.
    ranges = [range(1) if dim == lane else range(size) for dim, size in enumerate(extents)]
    for point in product(*ranges):
        row = reduce(lambda at, dim: at * extents[dim] + point[dim], to[:-1], 0)
        a, b = lhs.along(point, lane), rhs.along(point, lane)
        held[row] = _accumulated(f, _kind(op), t, a, b, held[row])
    f.set(op.result, held)


@handles("vector.outerproduct", properties=("kind",))
def _outer_product(f: LlvmFunction, op: Any) -> None:
    _refuse_scalable(op)
    t = pieces(op.result.type)[0]
    element = element_of(t)
    if is_vector(op.rhs.type):
        pairs = [(splat(f, t, element, one), f.one(op.rhs)) for one in scalars_of(f, op.lhs)]
    else:
        pairs = [(f.one(op.lhs), splat(f, t, element, f.one(op.rhs)))]
    if op.acc is None:
        f.set(op.result, [_product(f, t, a, b) for a, b in pairs])
        return
    rows = zip(pairs, f.get(op.acc), strict=True)
    f.set(op.result, [_accumulated(f, _kind(op), t, a, b, so_far) for (a, b), so_far in rows])


def _sizes(of: Attribute) -> tuple[int, ...]:
    return of.get_shape() if is_vector(of) else ()


@handles("vector.scan", properties=("kind", "reduction_dim", "inclusive"))
def _scan(f: LlvmFunction, op: Any) -> None:
    """Element by element: what is scanned along is seldom long."""
    _refuse_scalable(op)
    shape = _sizes(op.source.type)
    dim: int = op.reduction_dim.value.data
    rows = pieces(op.dest.type)
    element = element_of(rows[0])
    source, outer, inner = scalars_of(f, op.source), prod(shape[:dim]), prod(shape[dim + 1 :])
    so_far = scalars_of(f, op.initial_value)
    found = list(source)
    inclusive = bool(op.inclusive.value.data)
    for step in range(shape[dim]):
        for rest, (i, j) in enumerate(product(range(outer), range(inner))):
            here = (i * shape[dim] + step) * inner + j
            if step:
                other = source[here if inclusive else here - inner]
                so_far[rest] = combined(f, _kind(op), element, so_far[rest], other)
            elif inclusive:
                so_far[rest] = source[here]
            found[here] = so_far[rest]
    f.set(op.dest, build_rows(f, rows, element, found))
    f.set(op.accumulated_value, build_rows(f, pieces(op.accumulated_value.type), element, so_far))
