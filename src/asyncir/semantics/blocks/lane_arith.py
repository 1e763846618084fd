"""Arithmetic of several threads at once: with NumPy where that is exact, else thread by thread."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import methodcaller
from typing import Any

import numpy as np

from asyncir.ir import Float32Type, Float64Type, IndexType, IntegerType, Operation
from asyncir.semantics.blocks.lanes import Array, NotVectorised, is_lanes
from asyncir.semantics.core.arith import excluded
from asyncir.semantics.core.lift import attribute, flags
from asyncir.semantics.core.values import Value, bit_width, dtype_of, is_poison

Function = Callable[..., Any]

_SAME_FOR_FLOATS = (("add", np.add), ("sub", np.subtract), ("mul", np.multiply))

_INTEGERS: dict[str, Function] = {
    **{f"{name}i": function for name, function in _SAME_FOR_FLOATS},
    "andi": np.bitwise_and,
    "ori": np.bitwise_or,
    "xori": np.bitwise_xor,
    "minsi": np.minimum,
    "maxsi": np.maximum,
}

_FLOATS: dict[str, Function] = {
    **{f"{name}f": function for name, function in _SAME_FOR_FLOATS},
    "divf": np.divide,
}

_RELATIONS: tuple[Function, ...] = (
    *(np.equal, np.not_equal, np.less, np.less_equal, np.greater, np.greater_equal),
)

_QUOTIENTS: dict[str, Function] = {
    **dict.fromkeys(("divui", "divsi"), np.floor_divide),
    **dict.fromkeys(("remui", "remsi"), np.remainder),
}

_CASTS = frozenset({"index_cast", "extsi", "trunci", "sitofp", "extf", "truncf"})


def whole_function(op: Operation) -> Function | None:
    """The function of arrays that does what the op does with numbers; None: there is none, or it would not be exact."""
    dialect, _, name = op.name.partition(".")
    of = op.operands[0].type if op.operands else None
    if dialect != "arith":
        return None
    if name in _FLOATS:
        exact = isinstance(of, Float32Type | Float64Type) and not excluded(op)
        return _FLOATS[name] if exact else None
    if name in _CASTS:
        return _cast(op)
    if not isinstance(of, IntegerType | IndexType):
        return None
    width = bit_width(of)
    if width not in (32, 64) and not (width == 1 and name in ("andi", "ori", "xori")):
        return None
    if name == "cmpi":
        predicate = int(attribute(op, "predicate").value.data)
        signed = predicate < len(_RELATIONS)
        compare = partial(_compared, _RELATIONS[predicate if signed else predicate - 4])
        return compare if signed else _non_negative(compare, least=0)
    if name in _QUOTIENTS:
        return None if attribute(op, "isExact") is not None else _non_negative(_QUOTIENTS[name], least=1)
    return None if flags(op, "overflowFlags") else _INTEGERS.get(name)


def _compared(compare: Function, x: Any, y: Any) -> Any:
    return compare(x, y).astype(np.uint8)


def _non_negative(function: Function, least: int) -> Function:
    """Signed and unsigned agree where nothing is negative, which is as good as always; `least` is that of the second."""

    def checked(x: Any, y: Any) -> Any:
        if np.min(x) < 0 or np.min(y) < least:
            raise NotVectorised
        return function(x, y)

    return checked


def _cast(op: Operation) -> Function | None:
    source, target = op.operands[0].type, op.results[0].type
    exact = all(isinstance(t, Float32Type | Float64Type | IndexType | IntegerType) for t in (source, target))
    if not exact or any(bit_width(t) not in (32, 64) for t in (source, target)) or len(op.attributes) > 0:
        return None
    if flags(op, "overflowFlags") or attribute(op, "nonNeg") is not None or attribute(op, "roundingmode"):
        return None
    return methodcaller("astype", dtype_of(target))


def lane_by_lane(
    scalar: Callable[[list[Any]], None],
    operands: list[int],
    result: int,
    of: Any,
    registers: list[Any],
    count: int,
) -> Array:
    """The op for each thread by itself."""
    given = [(slot, registers[slot]) for slot in dict.fromkeys(operands)]
    columns = [(slot, value.tolist()) for slot, value in given if is_lanes(value)]
    values: list[Value] = []
    for lane in range(count):
        for slot, column in columns:
            registers[slot] = column[lane]
        scalar(registers)
        values.append(registers[result])
    for slot, value in given:
        registers[slot] = value
    if any(is_poison(value) or not isinstance(value, int | float) for value in values):
        raise NotVectorised
    return np.array(values, dtype_of(of))
