"""What functions of the Python API are given beside a program's arguments; C017 where it is of a wrong kind."""

from __future__ import annotations

import operator
from typing import Any, TypeVar

from asyncir.diagnostics import Diagnostic, DiagnosticError, DiagnosticTypeError

T = TypeVar("T")

_MOST_BITS = 64


def describe_value(value: Any) -> str:
    """What a value is, for a message."""
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"an array of {value.dtype} with shape {tuple(value.shape)}"
    text = repr(value)
    return f"{text if len(text) <= 40 else text[:37] + '...'} ({type(value).__name__})"


def wrong(name: str, value: Any, needed: str, help: str = "") -> DiagnosticError:
    """The error for a parameter that is none of what is needed."""
    message = f"{name} is {describe_value(value)}, where {needed} is needed"
    return DiagnosticTypeError(Diagnostic("C017", message, help=help))


def expect(value: Any, kind: type[T] | tuple[type[T], ...], name: str, needed: str, help: str = "") -> T:
    """The parameter, if it is of that kind."""
    if not isinstance(value, kind):
        raise wrong(name, value, needed, help)
    return value


def whole_numbers(value: Any, name: str, each: str, help: str = "") -> list[int]:
    """The parameter as a list of ints, each of which is called `each`."""
    if isinstance(value, str | bytes):
        raise wrong(name, value, "a list of numbers", help)
    try:
        numbers = list(value)
    except TypeError:
        raise wrong(name, value, "a list of numbers", help) from None
    return [whole_number(number, each, help) for number in numbers]


def whole_number(value: Any, name: str, help: str = "") -> int:
    """The parameter as an int that C can have; whether it is in its range is for others to say."""
    try:
        number = operator.index(value)
    except TypeError:
        raise wrong(name, value, "a whole number", help) from None
    if number.bit_length() > _MOST_BITS:
        raise wrong(name, value, "a smaller number", help)
    return number
