"""vector: shapes, lanes, masks, reductions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from asyncir.ir import DenseArrayBase, Operation, VectorType
from asyncir.semantics.core.arith import Binary, maximum, maximum_number, minimum, minimum_number
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import attribute, compute_whole, lanes_of
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.values import (
    Registers,
    Value,
    bit_width,
    dtype_of,
    element_type,
    is_integer,
    is_poison,
    rounding,
    signed,
    vector,
    wrap,
)

DYNAMIC = -(1 << 63)


# ---- shapes ----


def _whole_input(registers: Registers, slots: Sequence[int]) -> list[Value]:
    values = [registers[slot] for slot in slots]
    for value in values:
        if is_poison(value):
            value.met()
    return values


@handles("vector.broadcast", "vector.splat")
def _broadcast(op: Any, c: Compiler) -> None:
    of, source, result = op.results[0].type, c.use(op.operands[0]), c.slot(op.results[0])
    shape, dtype = of.get_shape(), dtype_of(of.element_type)

    def step(r: Registers) -> None:
        (value,) = _whole_input(r, [source])
        r[result] = np.broadcast_to(np.asarray(value, dtype=dtype), shape).copy()

    c.pure(step)


@handles("vector.shuffle")
def _shuffle(op: Any, c: Compiler) -> None:
    mask = [int(i) for i in attribute(op, "mask").get_values()]

    def shuffle(a: Any, b: Any) -> Any:
        rows = np.concatenate([np.atleast_1d(a), np.atleast_1d(b)])
        return rows[[max(i, 0) for i in mask]]

    compute_whole(op, c, shuffle)


def _positions(op: Operation, c: Compiler, dynamic: Sequence[Any]) -> Callable[[Registers], tuple[int, ...]]:
    static = attribute(op, "static_position")
    assert isinstance(static, DenseArrayBase)
    slots = iter(c.uses(dynamic))
    parts = [(None, next(slots)) if n == DYNAMIC else (int(n), 0) for n in static.get_values()]

    def position(r: Registers) -> tuple[int, ...]:
        return tuple(r[slot] if number is None else number for number, slot in parts)

    return position


def _inside(position: Sequence[int], array: Any, op: Operation) -> None:
    for index, size in zip(position, array.shape, strict=False):
        if not 0 <= index < size:
            raise fault("S004", f"there is no lane {index} of {size}", op, "out of bounds")


@handles("vector.extract")
def _extract(op: Any, c: Compiler) -> None:
    source, result = c.use(op.operands[0]), c.slot(op.results[0])
    position = _positions(op, c, op.operands[1:])
    to_scalar = not isinstance(op.results[0].type, VectorType)

    def step(r: Registers) -> None:
        (array,) = _whole_input(r, [source])
        at = position(r)
        _inside(at, array, op)
        found = array[at]
        r[result] = found.item() if to_scalar else found.copy()

    c.pure(step)


@handles("vector.insert")
def _insert(op: Any, c: Compiler) -> None:
    source, target = c.uses(op.operands[:2])
    result = c.slot(op.results[0])
    position = _positions(op, c, op.operands[2:])

    def step(r: Registers) -> None:
        value, array = _whole_input(r, [source, target])
        at = position(r)
        _inside(at, array, op)
        r[result] = array.copy()
        r[result][at] = value

    c.pure(step)


@handles("vector.from_elements")
def _from_elements(op: Any, c: Compiler) -> None:
    operands, of, result = c.uses(op.operands), op.results[0].type, c.slot(op.results[0])

    def step(r: Registers) -> None:
        r[result] = vector(_whole_input(r, operands), of)

    c.pure(step)


@handles("vector.to_elements")
def _to_elements(op: Any, c: Compiler) -> None:
    operand, results = c.use(op.operands[0]), c.slots(op.results)

    def step(r: Registers) -> None:
        for slot, value in zip(results, lanes_of(r[operand]), strict=True):
            r[slot] = value

    c.pure(step)


@handles("vector.step")
def _step(op: Any, c: Compiler) -> None:
    of, result = op.results[0].type, c.slot(op.results[0])

    def step(r: Registers) -> None:
        r[result] = np.arange(of.get_shape()[0], dtype=np.int64)

    c.pure(step)


@handles("vector.shape_cast")
def _shape_cast(op: Any, c: Compiler) -> None:
    shape = op.results[0].type.get_shape()
    compute_whole(op, c, lambda a: a.reshape(shape))


@handles("vector.transpose")
def _transpose(op: Any, c: Compiler) -> None:
    order = [int(i) for i in attribute(op, "permutation").get_values()]
    compute_whole(op, c, lambda a: a.transpose(order).copy())


@handles("vector.extract_strided_slice", "vector.insert_strided_slice")
def _strided_slice(op: Any, c: Compiler) -> None:
    offsets = [int(i.value.data) for i in attribute(op, "offsets").data]
    sizes = attribute(op, "sizes")
    if sizes is not None:
        box = tuple(slice(o, o + int(n.value.data)) for o, n in zip(offsets, sizes.data, strict=True))
        compute_whole(op, c, lambda a: a[box].copy())
        return

    def insert(value: Any, into: Any) -> Any:
        result = into.copy()
        shape = [1] * (into.ndim - value.ndim) + list(value.shape)
        result[tuple(slice(o, o + n) for o, n in zip(offsets, shape, strict=True))] = value.reshape(shape)
        return result

    compute_whole(op, c, insert)


@handles("vector.create_mask")
def _create_mask(op: Any, c: Compiler) -> None:
    operands, of, result = c.uses(op.operands), op.results[0].type, c.slot(op.results[0])
    shape = of.get_shape()

    def step(r: Registers) -> None:
        r[result] = _mask([r[slot] for slot in operands], shape)

    c.pure(step)


@handles("vector.constant_mask")
def _constant_mask(op: Any, c: Compiler) -> None:
    sizes = [int(n) for n in attribute(op, "mask_dim_sizes").get_values()]
    c.constant(_mask(sizes, op.results[0].type.get_shape()))


def _mask(sizes: Sequence[int], shape: Sequence[int]) -> Any:
    mask = np.zeros(shape, dtype=np.uint8)
    mask[tuple(slice(0, max(0, size)) for size in sizes)] = 1
    return mask


# ---- reductions ----


def combiner(kind: str, of: Any) -> Binary:
    """The function of a `#vector.kind`, on scalars."""
    element = element_type(of)
    if is_integer(element):
        width = bit_width(element)
        fit, sign, mask = wrap(width), signed(width), (1 << width) - 1
        integers: dict[str, Binary] = {
            "add": lambda x, y: fit(x + y),
            "mul": lambda x, y: fit(x * y),
            "and": lambda x, y: x & y,
            "or": lambda x, y: x | y,
            "xor": lambda x, y: x ^ y,
            "minsi": lambda x, y: x if sign(x) < sign(y) else y,
            "maxsi": lambda x, y: x if sign(x) > sign(y) else y,
            "minui": lambda x, y: x if x & mask < y & mask else y,
            "maxui": lambda x, y: x if x & mask > y & mask else y,
        }
        return integers[kind]
    fit_float = rounding(element)
    floats: dict[str, Binary] = {
        "add": lambda x, y: fit_float(x + y),
        "mul": lambda x, y: fit_float(x * y),
        "minnumf": minimum_number,
        "maxnumf": maximum_number,
        "minimumf": minimum,
        "maximumf": maximum,
    }
    return floats[kind]


def kind_of(op: Operation) -> str:
    """The name of the op's `kind`."""
    data = attribute(op, "kind").data
    return str(getattr(data, "value", data))


@handles("vector.reduction")
def _reduction(op: Any, c: Compiler) -> None:
    """In order of the lanes; natively floats may be added in another order under `reassoc`."""
    combine, operands, result = (
        combiner(kind_of(op), op.results[0].type),
        c.uses(op.operands),
        c.slot(op.results[0]),
    )
    sums = kind_of(op) in ("add", "mul") and not is_integer(op.results[0].type)
    neutral = -0.0 if kind_of(op) == "add" else 1.0

    def step(r: Registers) -> None:
        values = lanes_of(r[operands[0]])
        if len(operands) == 2:
            _whole_input(r, operands[1:])
            total = r[operands[1]]
        else:
            total = neutral if sums else values.pop(0)
        for value in values:
            total = combine(total, value)
        r[result] = total

    c.pure(step)


@handles("vector.multi_reduction")
def _multi_reduction(op: Any, c: Compiler) -> None:
    combine, (source, initial), result = (
        combiner(kind_of(op), element_type(op.operands[0].type)),
        c.uses(op.operands),
        c.slot(op.results[0]),
    )
    reduced = {int(n) for n in attribute(op, "reduction_dims").get_values()}
    of = op.results[0].type

    def step(r: Registers) -> None:
        array, start = _whole_input(r, [source, initial])
        kept = [i for i in range(array.ndim) if i not in reduced]
        rows = array.transpose([*kept, *sorted(reduced)])
        rows = rows.reshape(int(np.prod(rows.shape[: len(kept)], dtype=np.int64)), -1)
        totals = np.asarray(start).ravel().tolist()
        for index, row in enumerate(rows.tolist()):
            for value in row:
                totals[index] = combine(totals[index], value)
        r[result] = vector(totals, of) if isinstance(of, VectorType) else totals[0]

    c.pure(step)


@handles("vector.interleave")
def _interleave(op: Any, c: Compiler) -> None:
    compute_whole(op, c, lambda a, b: np.stack([a, b], axis=-1).reshape(*a.shape[:-1], -1))


@handles("vector.deinterleave")
def _deinterleave(op: Any, c: Compiler) -> None:
    source, (even, odd) = c.use(op.operands[0]), c.slots(op.results)

    def step(r: Registers) -> None:
        (array,) = _whole_input(r, [source])
        r[even], r[odd] = array[..., ::2].copy(), array[..., 1::2].copy()

    c.pure(step)
