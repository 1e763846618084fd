"""Python functions for the tests of `asyncir.jit`, called as they are and compiled."""

from __future__ import annotations

import copy
import linecache
import warnings
from collections.abc import Callable
from functools import cache
from itertools import count
from typing import Any

import numpy as np

import asyncir

_numbers = count()


def defined(text: str, name: str = "f", **known: Any) -> Callable[..., Any]:
    """The function of that name which the text defines; its source can be read, as in a notebook."""
    file = f"<program {next(_numbers)}>"
    linecache.cache[file] = len(text), None, text.splitlines(keepends=True), file
    space: dict[str, Any] = {"np": np, "asyncir": asyncir, "__name__": __name__, **known}
    exec(compile(text, file, "exec"), space)
    return space[name]


def outcome(function: Callable[..., Any], *arguments: Any) -> tuple[Any, Any]:
    """What a call gives or raises, and what it leaves of its arguments."""
    own = copy.deepcopy(arguments)
    try:
        result = function(*own)
    except Exception as error:
        result = error
    return result, own


def same(one: Any, other: Any, exact: bool = True) -> bool:
    """Whether two results are the same; numbers of NumPy are as good as Python's, exceptions count by their class."""
    if isinstance(one, tuple):
        return (
            isinstance(other, tuple)
            and len(one) == len(other)
            and all(same(a, b, exact) for a, b in zip(one, other, strict=True))
        )
    if isinstance(
        one, NameError
    ):  # which one, depends on Python's version where a comprehension reads the variable
        return isinstance(other, NameError)
    if isinstance(one, Exception):
        return type(one) is type(other)
    if isinstance(one, np.ndarray):
        if not isinstance(other, np.ndarray) or one.shape != other.shape or one.dtype != other.dtype:
            return False
        return np.array_equal(one, other, equal_nan=one.dtype.kind == "f") or (
            not exact and np.allclose(one, other, rtol=1e-6 if one.itemsize < 8 else 1e-9, equal_nan=True)
        )
    if one is None or isinstance(other, Exception | np.ndarray | tuple | None):
        return one is other
    if isinstance(one, float | np.floating) and one != one:
        return other != other
    if isinstance(one, bool | np.bool_) != isinstance(other, bool):
        return False
    if isinstance(other, bool):
        return bool(one) == other
    close = abs(one - other) <= 1e-9 * abs(one) if not exact and np.isfinite(one) else False
    return bool(one == other) or close


@cache
def _compiled(function: Callable[..., Any], options: tuple[tuple[str, Any], ...]) -> Callable[..., Any]:
    return asyncir.jit(**dict(options))(function)


def agrees(function: Callable[..., Any], *arguments: Any, exact: bool = True, **options: Any) -> Any:
    """Assert that the compiled function does what the function does; returns what that is."""
    compiled = _compiled(function, tuple(sorted(options.items())))
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # of `~True`, in newer versions of Python
        expected = outcome(function, *arguments)
    got = outcome(compiled, *arguments)
    assert same(expected, got, exact), f"{function.__name__}{arguments}: {expected} in Python, {got} compiled"
    return expected[0]


ARGUMENTS = [(3, -7, 1.5), (0, 0, 0.0), (-12, 40, -2.25)]


def compared(plain: Callable[..., Any], compiled: Any, about: str, refused: tuple[str, ...]) -> list[str]:
    """What differs between a random function and the same compiled; nothing where that is refused with one of the codes."""
    found: list[str] = []
    for a, b, x in ARGUMENTS:
        array = np.array([0.5, -1.0, 2.0, 4.0, x])
        with warnings.catch_warnings(), np.errstate(all="ignore"):
            warnings.simplefilter("ignore")
            expected = outcome(plain, a, b, x, array)
        got = outcome(compiled, a, b, x, array)
        if isinstance(got[0], asyncir.DiagnosticError) and got[0].diagnostics[0].code in refused:
            continue
        if not same(expected, got, exact=False):  # sums are added up in any order
            found.append(f"{about}, {a, b, x}: {expected} in Python, {got} compiled")
    return found
