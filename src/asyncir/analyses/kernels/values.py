# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What a register holds for the threads that run together.

One value for all of them is a Python integer (or bool for a predicate), unsigned; one for each thread is an array of
unsigned integers of the register's width (or of bools). What the slice does not know, such as loaded data, is
`Opaque`: any operation on it gives `Opaque` again.
"""

from __future__ import annotations

from typing import Any, Final, TypeGuard

import numpy as np
from numpy.typing import NDArray

Value = Any
"""An int, a bool, an array, or `Opaque`."""

DTYPES: Final = {1: np.bool_, 8: np.uint8, 16: np.uint16, 32: np.uint32, 64: np.uint64}
SIGNED: Final = {8: np.int8, 16: np.int16, 32: np.int32, 64: np.int64}
MASKS: Final = {width: (1 << width) - 1 for width in (1, 8, 16, 32, 64, 128)}


Array = NDArray[Any]


def is_array(value: Value) -> TypeGuard[Array]:
    """Whether threads have values of their own."""
    return isinstance(value, np.ndarray)


ANYWHERE: Final = object()
"""The root of values of which nobody knows where they come from."""


class Opaque:
    """A value that is not known. `uniform`: it is at least the same for all threads that run together.

    `roots` are the places that it was loaded from, directly or through other values; `made` is what was computed from
    it (`conditions.py`), `source` what a comparison compared. Two values of unknown origin are one object,
    and need not be equal.
    """

    __slots__ = ("_opposite", "made", "roots", "source", "uniform")
    __array_ufunc__ = None  # an array leaves the operation to this class

    def __init__(self, uniform: bool, roots: frozenset[object] = frozenset({ANYWHERE})) -> None:
        self.uniform = uniform
        self.roots = roots
        self.made: dict[tuple[object, ...], Opaque] = {}
        self.source: tuple[Value, ...] = ()
        self._opposite: Opaque | None = None

    def opposite(self) -> Opaque:
        """Of a predicate."""
        if ANYWHERE in self.roots:
            return self
        if self._opposite is None:
            self._opposite = Opaque(self.uniform, self.roots)
            self._opposite._opposite = self
        return self._opposite

    def _with(self, other: Value) -> Opaque:
        alike = self.uniform and (not isinstance(other, Opaque | np.ndarray) or same(other))
        return UNIFORM if alike else VARYING

    def _alone(self) -> Opaque:
        return UNIFORM if self.uniform else VARYING

    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __and__ = __rand__ = _with
    __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = __rshift__ = __rrshift__ = _with
    __invert__ = __neg__ = _alone

    def __repr__(self) -> str:
        return "one unknown value" if self.uniform else "unknown values"


UNIFORM: Final = Opaque(True)
VARYING: Final = Opaque(False)
UNSET: Final = Opaque(False)
"""What a register has that nobody has set. Set for some threads only it is taken to be 0 for the others."""


def same(value: Value) -> bool:
    """Whether all threads have the same, known or not."""
    return value.uniform if isinstance(value, Opaque) else not is_array(value)


def unknown_of(*values: Value) -> Opaque | None:
    """What an operation on `values` gives if one of them is not known; None if all are."""
    for value in values:
        if type(value) is Opaque:
            return UNIFORM if all(same(v) for v in values) else VARYING
    return None


def spread(value: Value, width: int, threads: int) -> NDArray[Any]:
    """The value of each of `threads` threads."""
    if is_array(value):
        return value
    return np.full(threads, value, DTYPES[width])


def choose(condition: Value, yes: Value, no: Value, width: int) -> Value:
    """`yes` where the condition holds, else `no`."""
    if condition is True or condition is False:
        return yes if condition else no
    if type(condition) is Opaque:
        if yes is no:
            return yes
        return UNIFORM if condition.uniform and same(yes) and same(no) else VARYING
    no = 0 if no is UNSET else no
    if type(yes) is Opaque or type(no) is Opaque:
        return VARYING
    dtype = DTYPES[width]
    left = yes if is_array(yes) else dtype(yes)
    right = no if is_array(no) else dtype(no)
    return np.where(condition, left, right)


def settle(value: Value) -> Value:
    """An array whose elements are all the same as one number."""
    if is_array(value) and len(value) and (value == value[0]).all():
        return value[0].item()
    return value


def as_signed(value: Value, width: int) -> Value:
    """The same bits as a signed number: a Python int, or an array of signed integers."""
    if is_array(value):
        return value.view(SIGNED[width])
    return value - ((value >> (width - 1)) << width)


class ThreadShifts:
    """Shifts that are not the same for all threads of a group (`shifts.py`): one for each."""

    __slots__ = ("each",)

    def __init__(self, each: NDArray[np.int64]) -> None:
        self.each = each

    def __eq__(self, other: object) -> bool:
        return isinstance(other, ThreadShifts) and np.array_equal(self.each, other.each)

    def __hash__(self) -> int:
        return hash(self.each.tobytes())

    def __repr__(self) -> str:
        return "different numbers for different threads"


def shift_from(each: NDArray[np.int64]) -> int | ThreadShifts:
    """One number where all are the same."""
    return int(each[0]) if bool((each == each[0]).all()) else ThreadShifts(each)
