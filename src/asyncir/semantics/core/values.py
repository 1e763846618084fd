"""What registers hold while a program is interpreted, and how numbers of each type behave.

| type | value |
| --- | --- |
| `i1` | 0 or 1 |
| `iN`, `index` | a Python int in the signed range of its width (`index` has 64 bits) |
| `f64`, `f32`, `f16`, `bf16` | a Python float that the type can represent exactly |
| `complex<T>` | a Python complex |
| `vector<...>` | a NumPy array, never changed in place (`bf16` lanes are held as `float32`) |
| `tensor<...>` | the same, or a `tensors.PartialTensor` |
| memref | `memory.MemRef` |
| token, value, group | `completions.Completion` |
| any of them, undefined | `Poison` |
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from ctypes import c_float
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, NoReturn

import numpy as np

from asyncir.diagnostics import Note
from asyncir.ir import (
    Attribute,
    BFloat16Type,
    ComplexType,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    IntegerType,
    Operation,
    TensorType,
    UnrankedTensorType,
    VectorType,
)
from asyncir.semantics.core.faults import fault, span_of

Value = Any
"""A register's content; its Python type follows from the SSA value's type, see the table above."""

Registers = list[Any]

INDEX_BITS = 64


class PoisonMet(Exception):
    """An operation looked at an undefined value. The machine decides whether that is an error."""

    def __init__(self, poison: Poison):
        super().__init__("an undefined value was looked at")
        self.poison = poison


class Poison:
    """An undefined value, with the op that made it. Every use of it in Python raises `PoisonMet`.

    So no handler tests for it: what computes with an undefined value ends in the machine, which makes the
    result undefined, and what must not see one ends there too, as an error.
    """

    __slots__ = ("origin",)

    def __init__(self, origin: Operation | None):
        self.origin = origin

    def met(self) -> NoReturn:
        """Somebody looks at it."""
        raise PoisonMet(self)

    def made_here(self) -> tuple[Note, ...]:
        """Where it comes from, for whoever reports it."""
        if self.origin is None:
            return ()
        return (Note(f"`{self.origin.name}` made it here", span_of(self.origin)),)


def _meet(self: Poison, *_: object) -> NoReturn:
    raise PoisonMet(self)


_OPERATORS = (
    "add radd sub rsub mul rmul truediv rtruediv floordiv rfloordiv mod rmod pow rpow and rand or ror xor rxor "
    "lshift rlshift rshift rrshift neg pos abs invert lt le gt ge eq ne bool int float index complex round "
    "trunc floor ceil getitem setitem iter len getattr call hash array"
)
for _name in _OPERATORS.split():
    setattr(Poison, f"__{_name}__", _meet)


def is_poison(value: Value) -> bool:
    """Whether the value is undefined, without looking at it."""
    return type(value) is Poison


def defined(registers: Registers, slots: Sequence[int]) -> list[Value]:
    """What the registers hold; none of it may be undefined."""
    values = [registers[slot] for slot in slots]
    for value in values:
        if type(value) is Poison:
            value.met()
    return values


# ---- types ----


def element_type(of: Any) -> Any:
    """The type of the elements of a vector or tensor; any other type is its own."""
    return element_of(of) if isinstance(of, VectorType | TensorType | UnrankedTensorType) else of


def element_of(of: Any) -> Any:
    """The type of the elements of a vector, memref or complex type."""
    return of.element_type


def bit_width(of: Any) -> int:
    """Bits of an integer, index or float type."""
    if isinstance(of, IndexType):
        return INDEX_BITS
    if isinstance(of, IntegerType):
        return _width(of)
    if type(of) not in FLOATS:
        raise fault("S012", f"the interpreter does not know how many bits {of} has", None)
    return FLOATS[type(of)].width


def _width(of: Any) -> int:
    return of.width.data


def is_integer(of: Any) -> bool:
    """Whether it is `iN` or `index`."""
    return isinstance(of, IntegerType | IndexType)


def dtype_of(of: Any) -> np.dtype[Any]:
    """How elements of the type are kept in NumPy arrays, in memory and in vectors."""
    if isinstance(of, IndexType):
        return np.dtype(np.int64)
    if isinstance(of, IntegerType):
        return _integer_dtype(bit_width(of))
    if isinstance(of, ComplexType):
        return np.dtype(np.complex128 if isinstance(element_of(of), Float64Type) else np.complex64)
    return np.dtype(FLOATS[type(of)].dtype if type(of) in FLOATS else np.object_)


def _integer_dtype(width: int) -> np.dtype[Any]:
    if width == 1:
        return np.dtype(np.uint8)
    for bits in (8, 16, 32, 64):
        if width <= bits:
            return np.dtype(f"int{bits}")
    return np.dtype(np.object_)


# ---- integers ----


def wrap(width: int) -> Callable[[int], int]:
    """The function that brings any integer into the range of `iN` (see the table of the module)."""
    if width == 1:
        return lambda x: x & 1
    half, mask = 1 << (width - 1), (1 << width) - 1
    return lambda x: ((x + half) & mask) - half


def signed(width: int) -> Callable[[int], int]:
    """From a register's content to its signed reading: only `i1` differs."""
    return (lambda x: -x) if width == 1 else (lambda x: x)


# ---- floats ----


def round_f32(x: float) -> float:
    """To nearest, ties to even, in `f32`; too large becomes infinite."""
    return c_float(x).value


def round_f16(x: float) -> float:
    """To nearest, ties to even, in `f16`."""
    return _round_binary(x, 11, -24, 65504.0)


def round_bf16(x: float) -> float:
    """To nearest, ties to even, in `bf16`."""
    return _round_binary(x, 8, -133, 3.3895313892515355e38)


def _round_binary(x: float, precision: int, least: int, largest: float) -> float:
    """Round to `precision` bits, whose last one is worth at least 2**least."""
    if x == 0 or not math.isfinite(x):
        return x
    if abs(x) > 2 * largest:
        return math.copysign(math.inf, x)
    unit = max(math.frexp(x)[1] - precision, least)
    # Both scalings are exact: by a power of two, into a range where an f64 has all bits needed.
    rounded = math.ldexp(float(round(math.ldexp(x, -unit))), unit)
    if abs(rounded) > largest:
        return math.copysign(math.inf, x)
    return math.copysign(rounded, x)


def identity(x: float) -> float:
    """Rounding to `f64` of what already is one."""
    return x


@dataclass(frozen=True)
class FloatFormat:
    """What there is to know of a float type."""

    width: int
    precision: int
    """Bits of the significand, with the one that is not stored."""
    least: int
    """The last bit of the least numbers is worth 2**least."""
    dtype: Any
    """What keeps its elements in NumPy arrays."""
    rounded: Callable[[float], float]
    """From `f64`."""


FLOATS: dict[type[Attribute], FloatFormat] = {
    Float16Type: FloatFormat(16, 11, -24, np.float16, round_f16),
    BFloat16Type: FloatFormat(16, 8, -133, np.float32, round_bf16),
    Float32Type: FloatFormat(32, 24, -149, np.float32, round_f32),
    Float64Type: FloatFormat(64, 53, -1074, np.float64, identity),
}


def rounding(of: Any) -> Callable[[float], float]:
    """The function that rounds an `f64` to the float type."""
    if type(of) not in FLOATS:
        raise fault("S012", f"the interpreter does not know the type {of}", None)
    return FLOATS[type(of)].rounded


def converter(of: Any) -> Callable[[Any], Value]:
    """From any number to the register value of the integer or float type."""
    return wrap(bit_width(of)) if is_integer(of) else rounding(of)


def round_exact(exact: Fraction, of: Any) -> float:
    """Round an exact number once to the float type; for what `f64` arithmetic would round twice."""
    if exact == 0:
        return 0.0
    of_type = FLOATS[type(of)]
    size = abs(exact)
    exponent = size.numerator.bit_length() - size.denominator.bit_length()
    if size < Fraction(2) ** exponent:
        exponent -= 1
    unit = max(exponent + 1 - of_type.precision, of_type.least)
    steps = round(size / Fraction(2) ** unit)
    try:
        magnitude = rounding(of)(math.ldexp(float(steps), unit))
    except OverflowError:
        magnitude = math.inf
    return -magnitude if exact < 0 else magnitude


def lanes(array: np.ndarray[Any, Any]) -> list[Value]:
    """The lanes of a vector as register values, in row-major order."""
    return array.ravel().tolist()


def vector(values: Sequence[Value], of: Any) -> np.ndarray[Any, Any]:
    """A vector value of the vector type from its lanes."""
    with np.errstate(all="ignore"):
        return np.array(values, dtype=dtype_of(element_type(of))).reshape(of.get_shape())
