"""Objects of dataclasses: made, read, assigned and compared.

An object of a frozen class is its fields, as a tuple is its items. A number in an object that is not frozen is an array of
one element, so that all who have the object see what is assigned; other fields cannot be assigned, but written into.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Mapping
from functools import reduce
from typing import Any, cast

from asyncir.diagnostics.names import did_you_mean
from asyncir.source.python import scalars
from asyncir.source.python.annotations import declared, fields_of, is_frozen
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import allocate, load, materialised, store
from asyncir.source.python.expressions import compare_values, known_value, truth
from asyncir.source.python.types import NumberType, RecordType, Type, promote
from asyncir.source.python.values import Array, Elements, Num, ObjectValue, Value, constant, type_of

_FIELD_HELP = "give it a value when the object is made, or write into the array that it is"


def construct(b: Body, kind: type, of: CallArguments) -> ObjectValue:
    """An object of a dataclass, made by a call of the class."""
    _refuse_own_code(b, kind, of.node)
    signature = inspect.signature(kind)
    try:
        matched = signature.bind(*of.values, **of.named)
    except TypeError as error:
        raise b.fail("J009", f"'{kind.__name__}': {error}", of.node, f"it takes {signature}") from None
    values: dict[str, Value] = {}
    for name in fields_of(kind):
        if name in matched.arguments:
            values[name] = matched.arguments[name]
            continue
        parameter = signature.parameters.get(name)
        default = inspect.Parameter.empty if parameter is None else parameter.default
        if default is inspect.Parameter.empty or type(default).__name__ == "_HAS_DEFAULT_FACTORY_CLASS":
            message = f"the field '{name}' of '{kind.__name__}' is made by a function"
            raise b.fail("J141", message, of.node, f"give its value: {kind.__name__}({name}=...)")
        values[name] = known_value(b, default, name, of.node)
    return record(b, kind, values, of.node)


def _refuse_own_code(b: Body, kind: type, node: ast.AST) -> None:
    parameters: Any = getattr(kind, "__dataclass_params__", None)
    names = set(fields_of(kind))
    if hasattr(kind, "__post_init__") or not parameters.init:
        message = f"'{kind.__name__}' runs code of its own when an object is made"
        raise b.fail("J141", message, node, "do that in a function, which makes the object")
    if not set(inspect.signature(kind).parameters) <= names:
        message = f"'{kind.__name__}' takes values that are no fields"
        raise b.fail("J141", message, node, "make them fields")


def record(b: Body, kind: type, values: Mapping[str, Value], node: ast.AST) -> ObjectValue:
    """An object with these fields."""
    items: list[Value] = []
    cells: list[bool] = []
    for name, annotation in fields_of(kind).items():
        value = materialised(b, values[name])
        type_ = declared(annotation)
        if isinstance(value, Num):
            value = fitting(b, value, type_ or value.type, name, node)
        elif type_of(value) is None:
            message = f"the field '{name}' cannot be {described(value)}"
            raise b.fail("J141", message, node, "give numbers, arrays, tuples and objects of dataclasses")
        is_cell = isinstance(value, Num) and not is_frozen(kind)
        if is_cell and isinstance(value, Num):
            array = allocate(b, value.type, [b.w.index(1)])
            store(b, array, [b.w.index(0)], value)
            value = array
        items.append(value)
        cells.append(is_cell)
    types: list[Type] = [t for item in items if (t := type_of(item)) is not None]
    return ObjectValue(RecordType(kind, tuple(fields_of(kind)), tuple(types), tuple(cells)), tuple(items))


def fitting(b: Body, value: Num, type_: NumberType, name: str, node: ast.AST) -> Num:
    """A number as a field has it, by what is written behind the field."""
    if promote(type_, value.type) != type_ and promote(type_, value.type).kind != type_.kind:
        message = f"the field '{name}' is {type_}, and this is {described(value)}"
        raise b.fail("J141", message, node, f"convert it, or write another type behind '{name}'")
    return scalars.convert(b.w, value, type_)


def field(b: Body, value: ObjectValue, name: str, node: ast.AST) -> Value:
    """`value.name`."""
    if name not in value.type.names or value.type.is_list:
        raise _no_field(b, value, name, node)
    at = value.type.names.index(name)
    item = value.items[at]
    if value.type.cells[at]:
        assert isinstance(item, Array)
        return load(b, item, [b.w.index(0)])
    return item


def _no_field(b: Body, value: ObjectValue, name: str, node: ast.AST) -> Exception:
    kind = value.type.of
    if value.type.is_list:
        if name in ("append", "extend", "insert", "pop", "remove", "clear", "sort", "reverse"):
            help = f"give it a name first: x = ..., then x.{name}(...)"
            return b.fail("J140", f"'{name}' takes a list that a variable holds", node, help)
        return b.fail("J011", f"lists have no '{name}' here", node, "index it, or loop over it")
    if callable(getattr(kind, name, None)):
        help = f"write a function with @asyncir.jit, and pass it the object: {name}(x)"
        return b.fail(
            "J141", f"methods, such as '{name}' of '{kind.__name__}', cannot be compiled", node, help
        )
    help = did_you_mean(name, value.type.names) or f"it has {', '.join(value.type.names)}"
    return b.fail("J011", f"'{kind.__name__}' has no field '{name}'", node, help)


def assign_field(b: Body, value: ObjectValue, name: str, new: Value, node: ast.AST) -> None:
    """`value.name = new`."""
    if name not in value.type.names or value.type.is_list:
        raise _no_field(b, value, name, node)
    kind, at = value.type.of, value.type.names.index(name)
    if is_frozen(kind):
        help = "make a new object: dataclasses.replace(x, ...)"
        raise b.fail("J141", f"the fields of '{kind.__name__}' are frozen", node, help)
    item = value.items[at]
    if not value.type.cells[at] or not isinstance(item, Array):
        message = f"the field '{name}' is {described(item)}, and only numbers can be assigned"
        raise b.fail("J141", message, node, _FIELD_HELP)
    number = new.at([]) if isinstance(new, Elements) and not new.shape else new
    if not isinstance(number, Num):
        message = f"the field '{name}' is {item.type.element}, and this is {described(new)}"
        raise b.fail("J141", message, node, _FIELD_HELP)
    b.instance.writes = True
    store(b, item, [b.w.index(0)], fitting(b, number, item.type.element, name, node))


def replaced(b: Body, of: CallArguments) -> Value:
    """`dataclasses.replace(x, field=value)`."""
    old = of.values[0] if len(of.values) == 1 else None
    if not isinstance(old, ObjectValue) or old.type.is_list:
        raise of.fail("this is no object of a dataclass", "write dataclasses.replace(x, field=value)")
    _refuse_own_code(b, old.type.of, of.node)
    for name in of.named:
        if name not in old.type.names:
            raise _no_field(b, old, name, of.node)
    values = {name: field(b, old, name, of.node) for name in old.type.names}
    return record(b, old.type.of, values | of.named, of.node)


def equal(b: Body, one: ObjectValue, other: ObjectValue, node: ast.AST) -> Num:
    """Whether two objects of one class have equal fields."""
    kind: Any = one.type.of
    if kind is not other.type.of or not kind.__dataclass_params__.eq:
        message = f"{described(one)} and {described(other)} cannot be compared"
        raise b.fail("J006", message, node, "compare their fields")
    tests = [
        truth(
            b, compare_values(b, ast.Eq(), field(b, one, name, node), field(b, other, name, node), node), node
        )
        for name in one.type.names
    ]
    return reduce(lambda a, c: scalars.binary(b.w, "&", a, c), tests, constant(True))


def known_record(b: Body, value: Any, node: ast.AST) -> ObjectValue:
    """A frozen object that was made before, as a constant."""
    kind = cast("type[Any]", type(value))
    values = {name: known_value(b, getattr(value, name), name, node) for name in fields_of(kind)}
    return record(b, kind, values, node)
