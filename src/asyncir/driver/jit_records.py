"""Objects of dataclasses as arguments and results of jitted functions.

Numbers in an object that is not frozen are passed as arrays of one element, one for each object, however often it is passed.
What the function has assigned is written back to the object when it has ended, with a failure, too.
"""

from __future__ import annotations

from typing import Any, cast

from asyncir.source.python.types import ArrayType, NumberType, RecordType, Type, numpy_of


class ObjectCells:
    """The numbers of the objects of one call, while it runs."""

    def __init__(self) -> None:
        self._objects: dict[int, tuple[Any, dict[str, Any]]] = {}
        self._at: dict[int, Any] = {}

    def cell(self, object: Any, name: str, type_: ArrayType) -> Any:
        """The array of one element with the number in that field."""
        # late: programs without objects run without NumPy
        import numpy

        _, cells = self._objects.setdefault(id(object), (object, {}))
        if name not in cells:
            value = as_number(getattr(object, name), type_.element)
            array = cells[name] = numpy.array([value], dtype_name(type_.element))
            self._at[array.ctypes.data] = object
        return cells[name]

    def write_back(self) -> None:
        """Assign to the objects what has changed."""
        for object, cells in self._objects.values():
            for name, array in cells.items():
                value = array[0].item()
                old = getattr(object, name)
                if value != old and not (value != value and old != old):
                    setattr(object, name, value)

    def made(self, type_: RecordType, values: list[Any]) -> Any:
        """The object with these fields: the one that was passed, if it is that, or a new one."""
        for value, is_cell in zip(values, type_.cells, strict=True):
            if is_cell and (known := self._at.get(value.ctypes.data)) is not None:
                return known
        kind: Any = type_.of
        made: Any = object.__new__(kind)
        for name, value, is_cell in zip(type_.names, values, type_.cells, strict=True):
            object.__setattr__(made, name, value[0].item() if is_cell else value)
        return made


def as_number(value: Any, type_: NumberType) -> Any:
    """The value of a field as its type has it."""
    # late: the operator is for fields only
    from operator import index

    if type_.is_complex:
        return complex(value)
    if type_.is_float:
        return float(value)
    return bool(value) if type_.is_bool else index(value)


def dtype_name(type_: NumberType) -> str:
    """NumPy's name of the type."""
    return "bool" if type_.is_bool else str(numpy_of(type_))


def has_cells(type_: Type) -> bool:
    """Whether an argument of that type has numbers that the function may assign."""
    if isinstance(type_, RecordType):
        return any(type_.cells) or any(map(has_cells, type_.items))
    items = cast("tuple[Type, ...]", getattr(type_, "items", ()))
    return any(map(has_cells, items))
