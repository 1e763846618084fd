"""What is written behind the name of a parameter or of a field: the type of a number, or nothing that decides one."""

from __future__ import annotations

import dataclasses
from typing import Any, cast

from asyncir.source.python.types import BOOL, COMPLEX, FLOAT, INT, NUMPY, ArrayType, NumberType

_PLAIN = {"int": INT, "float": FLOAT, "bool": BOOL, "complex": COMPLEX}


def declared(annotation: Any) -> NumberType | None:
    """The type of a number that is written there; None: something else is."""
    if annotation in (int, float, bool, complex):
        return _PLAIN[annotation.__name__]
    if isinstance(annotation, str):
        return _PLAIN.get(annotation) or NUMPY.get(annotation.removeprefix("np.").removeprefix("numpy."))
    if isinstance(annotation, type) and annotation.__module__ == "numpy":
        return NUMPY.get("bool" if annotation.__name__ in ("bool", "bool_") else annotation.__name__)
    return None


def is_dataclass(kind: Any) -> bool:
    """Whether it is a class that `dataclass` was written above."""
    return isinstance(kind, type) and "__dataclass_fields__" in kind.__dict__


def fields_of(kind: type) -> dict[str, Any]:
    """What is written behind each field of a dataclass, by its name."""
    return {field.name: field.type for field in dataclasses.fields(cast("Any", kind))}


def is_frozen(kind: type) -> bool:
    """Whether its fields cannot be assigned."""
    return bool(cast("Any", kind).__dataclass_params__.frozen)


def cell_of(type_: NumberType) -> ArrayType:
    """The type of the array of one element that a field is which can be assigned."""
    return ArrayType(type_, 1)
