"""Runs of fold cases in the interpreter, on numbers that are easily got wrong, before and after a pass."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import strides_and_offset
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    FunctionType,
    IndexType,
    IntegerType,
    MemRefType,
    TensorType,
    VectorType,
)
from asyncir.semantics import Earliest, prepare
from asyncir.source.text import parse_module

RUNS = 12
_FLOATS = (math.nan, -0.0, math.inf, 1.5, -math.inf, 0.0, -3.0, 2.5, 3.0, 3.5, 5e-324, 1e10)
_DTYPES = {"f16": np.float16, "f32": np.float32, "f64": np.float64, "index": np.int64, "i1": np.bool_}
_MAX_STEPS = 20_000


def _number(type_: Attribute, rng: random.Random, small: bool) -> Any:
    if isinstance(type_, IndexType) or (small and not isinstance(type_, IntegerType)):
        return rng.choice((0, 1, 2, 3, 4, 6) if small else (0, 1, 2, 3, 5, -1, 2**63 - 1, -(2**63)))
    if isinstance(type_, IntegerType):
        bits = type_.width.data
        if bits == 1:
            return rng.random() < 0.5
        least, most = -(1 << (bits - 1)), (1 << (bits - 1)) - 1
        special = (0, 1, -1, 2, 3, 4, 7, least, least + 1, most, most - 1, 42 % most, 43 % most)
        return rng.choice(special)
    value = rng.choice(_FLOATS)
    dtype = _DTYPES.get(str(type_))
    return value if dtype is None else float(dtype(value))


def _argument(type_: Attribute, rng: random.Random) -> Any:
    """A number, or an array; sizes that are not known, and indices, are small."""
    if not isinstance(type_, MemRefType | TensorType | VectorType):
        return _number(type_, rng, small=True)
    shape = [rng.choice((0, 1, 2, 4, 6)) if size == DYNAMIC_INDEX else size for size in type_.get_shape()]
    element = type_.element_type
    dtype = _DTYPES.get(str(element)) or getattr(np, f"int{element.bitwidth}")
    count = math.prod(shape)
    return np.array([_number(element, rng, small=True) for _ in range(count)], dtype=dtype).reshape(shape)


def _shown(value: Any) -> Any:
    """A value, to its last bit."""
    if isinstance(value, np.ndarray):
        return (value.shape, str(value.dtype), np.ascontiguousarray(value).tobytes())
    if isinstance(value, float):
        return ("nan",) if math.isnan(value) else value.hex()
    if isinstance(value, list | tuple):
        return tuple(_shown(each) for each in value)
    return int(value) if isinstance(value, bool | int | np.integer) else repr(type(value))


def _run(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    """What the function comes to: results and arrays; None where it fails, or is not for the interpreter."""
    given = [value.copy() if isinstance(value, np.ndarray) else value for value in arguments]
    try:
        found = function(given, Earliest())
    except DiagnosticError:
        return None
    if not found.ok:
        return None
    return _shown(found.results), _shown(given), found.output


def differing_runs(before: str, after: str, name: str) -> tuple[int, list[str]]:
    """How many of some random runs came to something before, and those that come to something else after it."""
    module = parse_module(before)
    one, other = (prepare(each, name, max_steps=_MAX_STEPS) for each in (module, parse_module(after)))
    type_ = next(
        op.properties["function_type"] for op in module.body.block.ops if kind_of(op) is OpKind.FUNCTION
    )
    assert isinstance(type_, FunctionType)
    rng = random.Random(name)
    runs, differing = 0, list[str]()
    if any(isinstance(each, MemRefType) and strides_and_offset(each)[1] for each in type_.inputs.data):
        return 0, []  # An array begins where it begins, whatever the type says.
    for _ in range(RUNS):
        arguments = [_argument(each, rng) for each in type_.inputs.data]
        expected = _run(one, arguments)
        if expected is None:
            continue
        runs += 1
        if (actual := _run(other, arguments)) != expected:
            differing.append(f"{arguments}: {expected} became {actual}")
    return runs, differing
