"""Python's values as arguments of jitted functions, and results as Python's values."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.driver.jit_records import ObjectCells
from asyncir.launch.boxes import BoxedType
from asyncir.source.python.annotations import cell_of, declared, fields_of, is_dataclass, is_frozen
from asyncir.source.python.types import (
    BOOL,
    COMPLEX,
    FLOAT,
    INT,
    NONE,
    NUMPY,
    ArrayType,
    NumberType,
    RecordType,
    StaticType,
    TupleType,
    Type,
)

if TYPE_CHECKING:
    from asyncir.driver.jitted import Jitted

_PLAIN: dict[type, Type] = {bool: BOOL, int: INT, float: FLOAT, complex: COMPLEX, type(None): NONE}


def type_of_argument(value: Any, name: str, jitted: Jitted) -> Type:
    """The type that the function is compiled for, by an argument and what is written behind its name."""
    kind = cast("type[Any]", type(value))
    written = jitted.__annotations__.get(name) if jitted.__annotations__ else None
    if written is not None and (forced := declared(written)) is not None:
        return forced
    known = _PLAIN.get(kind)
    if known is not None:
        return known
    if kind is tuple:
        items: tuple[Any, ...] = value
        return TupleType(tuple(type_of_argument(item, "", jitted) for item in items))
    if is_dataclass(kind):
        return _record(value, name, jitted)
    if kind is str:
        return StaticType(value)
    if kind.__name__ in ("ndarray", "memmap") and kind.__module__ == "numpy":
        return _array(value, name, jitted)
    if kind.__module__ == "numpy" and hasattr(value, "dtype") and getattr(value, "shape", None) == ():
        number = NUMPY.get(value.dtype.name)
        if number is not None:
            return number
    raise refused(value, name, jitted)


def _record(value: Any, name: str, jitted: Jitted) -> Type:
    kind = cast("type[Any]", type(value))
    fields = fields_of(kind)
    items: list[Type] = []
    cells: list[bool] = []
    for field, annotation in fields.items():
        type_ = declared(annotation) or type_of_argument(getattr(value, field), f"{name}.{field}", jitted)
        cells.append(isinstance(type_, NumberType) and not is_frozen(kind))
        items.append(cell_of(type_) if isinstance(type_, NumberType) and cells[-1] else type_)
    return RecordType(kind, tuple(fields), tuple(items), tuple(cells))


def _array(value: Any, name: str, jitted: Jitted) -> Type:
    dtype = value.dtype
    element = NUMPY.get(dtype.name) if dtype.isnative else None
    if element is None:
        message = f"the elements of '{name}' are {dtype}, which compiled functions do not know"
        raise failure("J005", message, "convert it: a.astype('float64'); docs/jit.md lists the types")
    if any(stride % dtype.itemsize for stride in value.strides):
        message = f"the elements of '{name}' are not a whole number of elements apart"
        raise failure("J005", message, "pass a copy: a.copy()")
    dense = value.ndim == 0 or value.strides[-1] == dtype.itemsize
    return ArrayType(element, value.ndim, dense)


_HELP = {
    "list": "pass numpy.array(...), or a tuple",
    "dict": "pass its numbers one by one, or as arrays",
    "MaskedArray": "pass its data and its mask, as two arrays",
    "matrix": "pass numpy.asarray(m)",
    **dict.fromkeys(("Generator", "RandomState"), "pass numbers that it has drawn, as an array"),
}


def refused(value: Any, name: str, jitted: Jitted) -> DiagnosticError:
    """The error for an argument that cannot be passed."""
    kind = type(value).__name__
    what = f"'{name}' of '{jitted.__name__}'" if name else f"a part of an argument of '{jitted.__name__}'"
    help = _HELP.get(kind, "pass numbers, arrays, texts, and tuples or dataclasses of these")
    return failure("J005", f"{what} is a {kind}, which compiled functions do not take", help)


def passed(value: Any, type_: Type, writes: bool, cells: ObjectCells) -> list[Any]:
    """An argument as the program takes it, in parts; `cells` has the numbers of objects."""
    match type_:
        case TupleType(items):
            pairs = zip(value, items, strict=True)
            return [part for item, t in pairs for part in passed(item, t, writes, cells)]
        case RecordType():
            return _fields(value, type_, writes, cells)
        case StaticType():
            return []
        case ArrayType():
            return [value if writes or value.flags.writeable else _as_writable(value)]
        case NumberType(kind="f"):
            return [float(value)]
        case NumberType(kind="b"):
            return [bool(value)]
        case NumberType(kind="c"):
            return [complex(value)]
        case NumberType(kind, bits):
            return [_whole(value, signed=kind == "i", bits=bits)]
        case _:
            return [_whole(value)]


def _fields(value: Any, type_: RecordType, writes: bool, cells: ObjectCells) -> list[Any]:
    found: list[Any] = []
    for name, item, is_cell in zip(type_.names, type_.items, type_.cells, strict=True):
        try:
            if is_cell and isinstance(item, ArrayType):
                found.append(cells.cell(value, name, item))
            else:
                found += passed(getattr(value, name), item, writes, cells)
        except (TypeError, OverflowError):
            message = f"the field '{name}' is {getattr(value, name)!r}, which is none of its type"
            number = item.element if is_cell and isinstance(item, ArrayType) else item
            raise failure("J005", message, f"give it a number that is {number}") from None
    return found


def _whole(value: Any, *, signed: bool = True, bits: int = 64) -> int:
    # late: operator is only for what a box does not take
    from operator import index

    try:
        number = index(value)
    except TypeError:
        message = f"the argument {value!r} is no whole number"
        raise failure("J005", message, "pass int(x), or write `float` behind the parameter") from None
    least, most = (-(1 << bits - 1), 1 << bits - 1) if signed else (0, 1 << bits)
    if not least <= number < most:
        kind = f"{bits} bits" if signed else f"{bits} bits without a sign"
        raise failure("J005", f"the argument {number} does not fit {kind}", "pass a float")
    return number


def _as_writable(value: Any) -> Any:
    """The same memory, for a program that only reads it."""
    # late: programs without arrays run without NumPy
    from asyncir.launch.arrays import shown

    return shown(value)


def python_result(type_: Type, results: Any, cells: ObjectCells) -> Any:
    """What the function returned, put together from what the program gave."""
    if results is None:
        return taken(type_, [], cells)
    many = cast("tuple[Any, ...]", results) if isinstance(results, tuple) else (results,)
    return taken(type_, list(many), cells)


def taken(type_: Type, left: list[Any], cells: ObjectCells) -> Any:
    """A value of that type, of the parts that come first in the list, which are taken from it."""
    match type_:
        case TupleType(items):
            return tuple(taken(item, left, cells) for item in items)
        case StaticType(known):
            return known
        case RecordType(items=items) if type_.is_list:
            return taken(items[0], left, cells).tolist()
        case RecordType(items=items):
            return cells.made(type_, [taken(item, left, cells) for item in items])
        case ArrayType(element):
            array = left.pop(0)
            return array.view(str(element)) if element.kind == "u" else array
        case NumberType(kind="u", bits=bits):
            return left.pop(0) & (1 << bits) - 1
        case NumberType(kind="b"):
            return bool(left.pop(0))
        case _:
            return left.pop(0)


def boxed_type(type_: Type) -> BoxedType | None:
    """How a box takes an argument; None: it does not."""
    match type_:
        case NumberType(python=True) if not type_.is_complex:
            return BoxedType({"i": "int", "f": "float", "b": "bool"}[type_.kind])
        case ArrayType(element, rank, dense):
            name = "bool" if element.is_bool else str(element)
            return BoxedType("array", name, rank, dense, max(element.bits, 8))
        case _:
            return None


def boxed_results(type_: Type) -> tuple[list[BoxedType], bool] | None:
    """How a box gives a result, and whether as a tuple; None: it does not."""
    items = type_.items if isinstance(type_, TupleType) else (type_,)
    if type_ == NONE:
        return [], False
    found: list[BoxedType] = []
    for item in items:
        if isinstance(item, ArrayType) and (array := boxed_type(item)) is not None:
            found.append(array)
            continue
        if not isinstance(item, NumberType) or item.is_complex:
            return None
        kind = {"i": "int", "u": "int", "f": "float", "b": "bool"}[item.kind]
        found.append(BoxedType(kind, bits=item.bits, unsigned=item.kind == "u"))
    return found, isinstance(type_, TupleType)
