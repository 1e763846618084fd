"""Arithmetic of several threads at once: with NumPy where that is exact, else thread by thread."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from asyncir.ir import Float32Type, Float64Type, IndexType, IntegerType, Operation
from asyncir.semantics.blocks.lanes import Array, NotVectorised, is_lanes
from asyncir.semantics.core.lift import attribute, flags
from asyncir.semantics.core.values import Value, bit_width, dtype_of, is_poison

Function = Callable[..., Any]

_INTEGERS: dict[str, Function] = {
    "arith.addi": np.add,
    "arith.subi": np.subtract,
    "arith.muli": np.multiply,
    "arith.andi": np.bitwise_and,
    "arith.ori": np.bitwise_or,
    "arith.xori": np.bitwise_xor,
    "arith.minsi": np.minimum,
    "arith.maxsi": np.maximum,
}

_FLOATS: dict[str, Function] = {
    "arith.addf": np.add,
    "arith.subf": np.subtract,
    "arith.mulf": np.multiply,
    "arith.divf": np.divide,
}

_RELATIONS: tuple[Function, ...] = (
    np.equal,
    np.not_equal,
    np.less,
    np.less_equal,
    np.greater,
    np.greater_equal,
)

_CASTS = frozenset(
    {"arith.index_cast", "arith.extsi", "arith.trunci", "arith.sitofp", "arith.extf", "arith.truncf"}
)


def whole_function(op: Operation) -> Function | None:
    """The function of arrays that does what the op does with numbers; None: there is none, or it would not be exact."""
    name = op.name
    of = op.operands[0].type if op.operands else None
    if name in _FLOATS:
        exact = isinstance(of, Float32Type | Float64Type) and not flags(op, "fastmath") & {"nnan", "ninf"}
        return _FLOATS[name] if exact else None
    if name in _CASTS:
        return _cast(op)
    if not isinstance(of, IntegerType | IndexType):
        return None
    if bit_width(of) == 1 and name in ("arith.andi", "arith.ori", "arith.xori"):
        return _INTEGERS[name]
    if bit_width(of) not in (32, 64):
        return None
    if name in _INTEGERS:
        return None if flags(op, "overflowFlags") else _INTEGERS[name]
    if name == "arith.cmpi":
        predicate = int(attribute(op, "predicate").value.data)
        return _relation(_RELATIONS[predicate]) if predicate < len(_RELATIONS) else _unsigned(predicate)
    if name in ("arith.divui", "arith.remui", "arith.divsi", "arith.remsi"):
        whole = np.floor_divide if "div" in name else np.remainder
        return None if attribute(op, "isExact") is not None else _non_negative(whole)
    return None


def _relation(compare: Function) -> Function:
    def compared(x: Any, y: Any) -> Any:
        return compare(x, y).astype(np.uint8)

    return compared


def _unsigned(predicate: int) -> Function:
    compare = _RELATIONS[predicate - 4]
    return _non_negative(_relation(compare), zero=True)


def _non_negative(function: Function, *, zero: bool = False) -> Function:
    """Signed and unsigned agree where nothing is negative, which is as good as always."""

    def checked(x: Any, y: Any) -> Any:
        if np.min(x) < 0 or np.min(y) < (0 if zero else 1):
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
    dtype = dtype_of(target)

    def cast(x: Any) -> Any:
        return x.astype(dtype)

    return cast


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
    values: list[Value] = []
    for lane in range(count):
        for slot, value in given:
            if is_lanes(value):
                registers[slot] = value[lane].item()
        scalar(registers)
        values.append(registers[result])
    for slot, value in given:
        registers[slot] = value
    if any(is_poison(value) or not isinstance(value, int | float) for value in values):
        raise NotVectorised
    return np.array(values, dtype_of(of))
