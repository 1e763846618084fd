"""How vector ops that put elements elsewhere are written: element by element, of which LLVM makes shuffles."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import product
from typing import Any

from asyncir.dialects.narrowing import is_vector
from asyncir.ir import SSAValue
from asyncir.lowering.llvm.emit_vector import build_rows, combined, scalars_of
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import element_of, handles
from asyncir.lowering.llvm.types import pieces


def _shape(value: SSAValue) -> tuple[int, ...]:
    of: Any = value.type
    return of.get_shape() if is_vector(of) else ()


def _elements(f: LlvmFunction, op: Any, value: SSAValue) -> dict[tuple[int, ...], str]:
    """Each element by its place; the places come in order."""
    if pieces(value.type)[0].startswith("<vscale"):
        raise refuse(op, f"`{op.name}` of scalable vectors has no native form")
    places = product(*(range(n) for n in _shape(value)))
    return dict(zip(places, scalars_of(f, value) if is_vector(value.type) else f.get(value), strict=True))


def _set(f: LlvmFunction, result: SSAValue, scalars: Sequence[str]) -> None:
    """Say of what elements the result is made, in their order."""
    rows = pieces(result.type)
    f.set(result, build_rows(f, rows, element_of(rows[0]), scalars) if is_vector(result.type) else scalars)


def _places(value: SSAValue) -> product[tuple[int, ...]]:
    return product(*(range(n) for n in _shape(value)))


@handles("vector.transpose", properties=("permutation",))
def _transpose(f: LlvmFunction, op: Any) -> None:
    order = [int(n) for n in op.permutation.get_values()]
    found = _elements(f, op, op.vector)
    at = [tuple(place[order.index(dim)] for dim in range(len(order))) for place in _places(op.result)]
    _set(f, op.result, [found[place] for place in at])


@handles("vector.extract_strided_slice", properties=("offsets", "sizes", "strides"))
def _extract_slice(f: LlvmFunction, op: Any) -> None:
    found = _elements(f, op, op.source)
    shift = [*op.integers("offsets"), *([0] * len(_shape(op.source)))]
    moved = [tuple(i + by for i, by in zip(at, shift, strict=False)) for at in _places(op.result)]
    _set(f, op.result, [found[at] for at in moved])


@handles("vector.insert_strided_slice", properties=("offsets", "strides"))
def _insert_slice(f: LlvmFunction, op: Any) -> None:
    found, offsets = _elements(f, op, op.dest), op.integers("offsets")
    # A vector of lower rank lies along the last dimensions.
    missing = (0,) * (len(offsets) - len(_shape(op.value_to_store)))
    for place, element in _elements(f, op, op.value_to_store).items():
        found[tuple(i + by for i, by in zip((*missing, *place), offsets, strict=True))] = element
    _set(f, op.result, list(found.values()))


@handles("vector.interleave")
def _interleave(f: LlvmFunction, op: Any) -> None:
    pairs = zip(_elements(f, op, op.lhs).values(), _elements(f, op, op.rhs).values(), strict=True)
    _set(f, op.result, [element for pair in pairs for element in pair])


@handles("vector.deinterleave")
def _deinterleave(f: LlvmFunction, op: Any) -> None:
    found = list(_elements(f, op, op.source).values())
    _set(f, op.res1, found[::2])
    _set(f, op.res2, found[1::2])


@handles("vector.multi_reduction", properties=("kind", "reduction_dims"))
def _multi_reduction(f: LlvmFunction, op: Any) -> None:
    reduced = {int(n) for n in op.reduction_dims.get_values()}
    totals = _elements(f, op, op.acc)
    kept = [dim for dim in range(len(_shape(op.source))) if dim not in reduced]
    groups: dict[tuple[int, ...], list[str]] = {place: [] for place in totals}
    for place, element in _elements(f, op, op.source).items():
        groups[tuple(place[dim] for dim in kept)].append(element)
    t, kind = element_of(pieces(op.source.type)[0]), str(op.kind.data.value)
    sums = (
        reduce(lambda a, b: combined(f, kind, t, a, b), groups[at], first) for at, first in totals.items()
    )
    _set(f, op.dest, list(sums))
