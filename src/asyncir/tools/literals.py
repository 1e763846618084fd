"""Arguments as the command line has them: .npy files, numbers, nested lists, `f32[4,4]`, `i1[64]=false,3:true`."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from itertools import chain, repeat
from math import prod
from pathlib import Path
from typing import Any, cast

from asyncir.diagnostics import failure
from asyncir.launch.arrays import dtype_of, from_numbers
from asyncir.launch.signatures import Complex, MemRef, Scalar, Signature, Type, Vector
from asyncir.tools.files import reason

_FILLED = re.compile(
    r"(?P<type>\w+)\[(?P<shape>[\d,\s]*)\](?:=(?P<value>[^\s,]+)(?P<others>(?:,(?:\d+|diagonal):[^\s,]+)*))?"
)
_MAGIC = b"\x93NUMPY"
_HINT = "give a .npy file, a number, a list such as [1,2,3], or zeros such as f32[4,4]"


def read_arguments(signature: Signature, texts: tuple[str, ...]) -> list[Any]:
    """The values for a call. What is wrong with their number or types is left to the call to say."""
    pairs = zip(texts, chain(signature.arguments, repeat(None)), strict=False)
    return [_read(*pair, f"argument {n} of @{signature.name}") for n, pair in enumerate(pairs, start=1)]


def _read(text: str, type_: Type | None, what: str) -> Any:
    if text.lower().endswith((".npy", ".npz")):
        return _load(text, type_)
    if isinstance(type_, MemRef):
        return _array(text, type_, what)
    value: Any = _parse(text, what)
    if isinstance(value, list) and not isinstance(type_, Vector) and type_ is not None:
        raise failure("C101", f"{what} is a list, where {type_} is needed")
    return cast(Any, value)


def _load(path: str, type_: Type | None) -> Any:
    """The array of a .npy file, mapped into memory: what the program writes to it does not reach the file."""
    # late: scalars need no NumPy
    import numpy

    with _opened(path) as stream:
        magic = stream.read(6)
    if magic[:2] == b"PK":
        raise failure("C008", f"'{path}' is an archive of arrays", "give one array, as numpy.save writes it")
    try:
        array = numpy.load(path, mmap_mode="c", allow_pickle=False)
    except Exception as error:  # NumPy's reader evaluates the header, and a damaged one fails in many ways
        if magic == _MAGIC and _holds_objects(path):
            raise failure(
                "C008", f"'{path}' holds Python objects, which are never loaded", "save an array of numbers"
            ) from None
        why = _first_line(error) if magic == _MAGIC else "it does not start as a .npy file does"
        raise failure("C008", f"'{path}' holds no array: {why}") from None
    if array.size == 0 or isinstance(type_, Scalar | Complex | Vector):
        return numpy.array(array)
    return array.view(numpy.ndarray)


def _opened(path: str) -> Any:
    try:
        return open(path, "rb")
    except (OSError, ValueError) as error:
        raise failure("C001", f"cannot read '{path}': {reason(error)}") from None


def _holds_objects(path: str) -> bool:
    # late: scalars need no NumPy
    from numpy.lib import format as npy

    with _opened(path) as stream:
        try:
            read = (
                npy.read_array_header_1_0 if npy.read_magic(stream) == (1, 0) else npy.read_array_header_2_0
            )
            return bool(read(stream)[2].hasobject)
        except Exception:  # as in _load
            return False


def _first_line(error: Exception) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0][:200]


def _array(text: str, type_: MemRef, what: str) -> Any:
    # late: scalars need no NumPy
    import numpy

    filled = _FILLED.fullmatch(text)
    if filled is None:
        return from_numbers(type_, _parse(text, what), what)
    element = _element(filled["type"], what, text)
    shape = tuple(int(size) for size in filled["shape"].split(",") if size.strip())
    try:
        array = numpy.zeros(shape, dtype_of(element))
    except (ValueError, MemoryError, OverflowError) as error:
        raise failure("C007", f"{what}, '{text}', cannot be made: {_first_line(error)}") from None
    if filled["value"] is not None:
        value = from_numbers(MemRef(element, ()), _parse(filled["value"], what), what)
        if any(value.tobytes()):  # what is never written takes no memory
            array[...] = value
    for other in filter(None, (filled["others"] or "").split(",")):
        position, _, value = other.partition(":")
        array.reshape(-1)[_positions(position, shape, what)] = from_numbers(
            MemRef(element, ()), _parse(value, what), what
        )
    return array


def _positions(position: str, shape: tuple[int, ...], what: str) -> slice:
    """The elements at a position, or along the diagonal, in row-major order."""
    if position == "diagonal":
        if len(shape) < 2:
            raise failure("C007", f"{what} has no diagonal, with the shape {list(shape)}")
        steps = [prod(shape[d + 1 :]) for d in range(len(shape))]
        return slice(0, min(shape) * sum(steps), sum(steps))
    if int(position) >= prod(shape):
        raise failure("C007", f"{what} has {prod(shape)} elements, and none at {position}")
    return slice(int(position), int(position) + 1)


def _element(name: str, what: str, text: str) -> Scalar | Complex:
    numbers = ("i1", "i8", "i16", "i32", "i64", "index", "f16", "bf16", "f32", "f64")
    known: dict[str, Scalar | Complex] = {name: Scalar(name) for name in numbers}
    known |= {"c64": Complex(Scalar("f32")), "c128": Complex(Scalar("f64"))}
    if name not in known:
        raise failure("C007", f"{what}, '{text}', has an unknown element type", f"one of {', '.join(known)}")
    return known[name]


def _parse(text: str, what: str) -> Any:
    """A number, a truth value or nested lists of them."""
    try:
        return json.loads(_in_json(text), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        pass
    for convert in _CONVERSIONS:
        try:
            return convert(text)
        except ValueError:
            continue
    kind = "looks like a file that is not .npy" if Path(text).suffix else "cannot be understood"
    raise failure("C007", f"{what}, '{_shortened(text)}', {kind}", _HINT)


_PYTHONS = re.compile(
    r"(?<![\w.])([+-]?)(nan|inf(?:inity)?|true|false|0x[\da-f]+|0b[01]+|\d*\.?\d*(?:e[+-]?\d+)?)(?![\w.])",
    re.I,
)


def _in_json(text: str) -> str:
    """A list whose elements are written as in Python (`[nan, 1., .5, 0x10, True]`), as JSON has them; other text as it is."""
    return _PYTHONS.sub(_element_in_json, text) if text.lstrip().startswith("[") else text


def _element_in_json(match: re.Match[str]) -> str:
    sign, word = match[1].strip("+"), match[2].lower()
    if word in ("nan", "inf", "infinity"):
        return "NaN" if word == "nan" else f"{sign}Infinity"
    if word in ("true", "false"):
        return match[0].lower()
    if word.startswith(("0x", "0b")):
        return f"{sign}{int(word, 0)}"
    digits, e, exponent = word.partition("e")
    whole, dot, fraction = digits.partition(".")
    if not whole and not fraction:
        return match[0]
    return f"{sign}{whole or '0'}{dot}{fraction or '0' if dot else ''}{e}{exponent}"


def _any_base(text: str) -> int:
    return int(text, 0)


_CONVERSIONS: tuple[Callable[[str], Any], ...] = (_any_base, float, complex)


def _no_constant(name: str) -> float:
    return float(name)


def _shortened(text: str) -> str:
    return text if len(text) <= 60 else text[:57] + "..."
