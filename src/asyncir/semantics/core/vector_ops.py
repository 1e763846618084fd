"""vector: shapes, lanes, masks, reductions."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import reduce
from itertools import compress
from typing import Any

import numpy as np

from asyncir.ir import Operation, VectorType
from asyncir.semantics.core.access import combination
from asyncir.semantics.core.arith import Binary
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute, filled, perform, performs, static_numbers
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import (
    Value,
    bit_width,
    dtype_of,
    element_type,
    is_integer,
    lanes,
    vector,
    wrap,
)
from asyncir.semantics.tasks.machine import TaskMachine

# ---- shapes ----


@handles("vector.broadcast", "vector.splat")
def _broadcast(op: Any, c: Compiler) -> None:
    of = op.results[0].type
    shape, dtype = of.get_shape(), dtype_of(of.element_type)
    perform(op, c, lambda value: np.broadcast_to(np.asarray(value, dtype=dtype), shape).copy(), pure=True)


@handles("vector.shuffle")
def _shuffle(op: Any, c: Compiler) -> None:
    mask = [max(i, 0) for i in static_numbers(op, "mask")]
    perform(op, c, lambda a, b: np.concatenate([np.atleast_1d(a), np.atleast_1d(b)])[mask], pure=True)


def _place(op: Operation, array: Any, dynamic: Sequence[int]) -> tuple[int, ...]:
    """The op's position in the array."""
    position = filled(static_numbers(op, "static_position"), iter(dynamic))
    for index, size in zip(position, array.shape, strict=False):
        if not 0 <= index < size:
            raise fault("S004", f"there is no lane {index} of {size}", op, "out of bounds")
    return tuple(position)


@performs("vector.extract", pure=True)
def _extract(op: Operation, machine: TaskMachine, array: Any, *dynamic: int) -> Value:
    found = array[_place(op, array, dynamic)]
    if isinstance(op.results[0].type, VectorType):
        return found.copy()
    return found if isinstance(found, int) else found.item()  # integers of more than 64 bits are Python's own


@performs("vector.insert", pure=True)
def _insert(op: Operation, machine: TaskMachine, value: Value, array: Any, *dynamic: int) -> Value:
    result = array.copy()
    result[_place(op, array, dynamic)] = value
    return result


@performs("vector.from_elements", pure=True)
def _from_elements(op: Operation, machine: TaskMachine, *values: Value) -> Value:
    return vector(values, op.results[0].type)


@performs("vector.to_elements", pure=True)
def _to_elements(op: Operation, machine: TaskMachine, array: Any) -> Value:
    return lanes(array) if len(op.results) > 1 else lanes(array)[0]


@handles("vector.step")
def _step(op: Any, c: Compiler) -> None:
    c.constant(np.arange(op.results[0].type.get_shape()[0], dtype=np.int64))


@handles("vector.shape_cast")
def _shape_cast(op: Any, c: Compiler) -> None:
    shape = op.results[0].type.get_shape()
    perform(op, c, lambda a: a.reshape(shape), pure=True)


@handles("vector.transpose")
def _transpose(op: Any, c: Compiler) -> None:
    order = static_numbers(op, "permutation")
    perform(op, c, lambda a: a.transpose(order).copy(), pure=True)


@handles("vector.extract_strided_slice", "vector.insert_strided_slice")
def _strided_slice(op: Any, c: Compiler) -> None:
    offsets = [int(i.value.data) for i in attribute(op, "offsets").data]
    sizes = attribute(op, "sizes")
    if sizes is not None:
        box = tuple(slice(o, o + int(n.value.data)) for o, n in zip(offsets, sizes.data, strict=True))
        perform(op, c, lambda a: a[box].copy(), pure=True)
        return

    def insert(value: Any, into: Any) -> Any:
        result = into.copy()
        shape = [1] * (into.ndim - value.ndim) + list(value.shape)
        result[tuple(slice(o, o + n) for o, n in zip(offsets, shape, strict=True))] = value.reshape(shape)
        return result

    perform(op, c, insert, pure=True)


@performs("vector.create_mask", pure=True)
def _create_mask(op: Any, machine: TaskMachine, *sizes: int) -> Value:
    return _mask(sizes, op.results[0].type.get_shape())


@handles("vector.constant_mask")
def _constant_mask(op: Any, c: Compiler) -> None:
    sizes = static_numbers(op, "mask_dim_sizes")
    c.constant(_mask(sizes, op.results[0].type.get_shape()))


def _mask(sizes: Sequence[int], shape: Sequence[int]) -> Any:
    mask = np.zeros(shape, dtype=np.uint8)
    mask[tuple(slice(0, max(0, size)) for size in sizes)] = 1
    return mask


# ---- reductions ----


_NAMES = {"add": "addi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori"}
"""What `combination` calls a kind for integers; other kinds have the same names, but for an `i`."""


def combiner(kind: str, of: Any) -> Binary:
    """The function of a `#vector.kind`, on scalars."""
    if is_integer(of):
        return combination(_NAMES.get(kind, kind), of)
    return combination(f"{kind}f" if kind in ("add", "mul") else kind, of)


def kind_of(op: Operation) -> str:
    """The name of the op's `kind`."""
    data = attribute(op, "kind").data
    return str(getattr(data, "value", data))


def neutral(kind: str, of: Any) -> Value:
    """What changes nothing when it is combined with a number of the type: the result of a reduction of nothing."""
    if not is_integer(of):
        infinite = {"minnumf": math.nan, "maxnumf": math.nan, "minimumf": math.inf, "maximumf": -math.inf}
        return {"add": -0.0, "mul": 1.0, **infinite}[kind]
    half = 1 << (bit_width(of) - 1)
    limits = {"minsi": half - 1, "maxsi": -half, "minui": -1, "maxui": 0}
    return wrap(bit_width(of))({"add": 0, "mul": 1, "and": -1, "or": 0, "xor": 0, **limits}[kind])


Combined = Callable[..., Value]
"""What an op gives for its operands; with a `mask`, only lanes where that is set have a part in it."""


def reduction(op: Operation) -> Combined:
    """In order of the lanes; natively floats may be added in another order under `reassoc`."""
    of, kind = op.results[0].type, kind_of(op)
    combine, first = combiner(kind, of), neutral(kind, of)

    def total(array: Any, *start: Value, mask: Any = None) -> Value:
        chosen = lanes(array) if mask is None else lanes(array[mask != 0])
        return reduce(combine, [*(start or [first]), *chosen])

    return total


@handles("vector.reduction")
def _reduction(op: Any, c: Compiler) -> None:
    perform(op, c, reduction(op), pure=True)


def multi_reduction(op: Operation) -> Combined:
    """Each row of the dimensions that go away, in order."""
    combine = combiner(kind_of(op), element_type(op.operands[0].type))
    reduced, of = set(static_numbers(op, "reduction_dims")), op.results[0].type

    def rows_of(array: Any) -> Any:
        kept = [i for i in range(array.ndim) if i not in reduced]
        rows = array.transpose([*kept, *sorted(reduced)])
        return rows.reshape(int(np.prod(rows.shape[: len(kept)], dtype=np.int64)), -1)

    def reduce_rows(array: Any, start: Any, mask: Any = None) -> Value:
        rows: list[list[Value]] = rows_of(array).tolist()
        if mask is not None:
            rows = [list(compress(row, on)) for row, on in zip(rows, rows_of(mask), strict=True)]
        starts = np.asarray(start).ravel().tolist()
        totals = [reduce(combine, row, first) for row, first in zip(rows, starts, strict=True)]
        return vector(totals, of) if isinstance(of, VectorType) else totals[0]

    return reduce_rows


@handles("vector.multi_reduction")
def _multi_reduction(op: Any, c: Compiler) -> None:
    perform(op, c, multi_reduction(op), pure=True)


@performs("vector.interleave", pure=True)
def _interleave(op: Operation, machine: TaskMachine, a: Any, b: Any) -> Value:
    return np.stack([a, b], axis=-1).reshape(*a.shape[:-1], -1)


@performs("vector.deinterleave", pure=True)
def _deinterleave(op: Operation, machine: TaskMachine, a: Any) -> Value:
    return a[..., ::2].copy(), a[..., 1::2].copy()
