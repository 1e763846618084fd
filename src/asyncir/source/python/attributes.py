"""Attributes of modules, arrays, numbers, objects and tasks."""

from __future__ import annotations

import ast
from types import ModuleType

from asyncir.diagnostics.names import did_you_mean
from asyncir.source.python import scalars
from asyncir.source.python.arrays import transposed
from asyncir.source.python.body import Body, described
from asyncir.source.python.complex_numbers import imaginary, part_type, real
from asyncir.source.python.elements import combined, length, sizes
from asyncir.source.python.expressions import evaluate, known_value
from asyncir.source.python.records import field
from asyncir.source.python.values import (
    Array,
    Elements,
    Method,
    Num,
    Nursery,
    ObjectValue,
    Spawned,
    Static,
    Tuple,
    Value,
    constant,
)

_OF_ARRAYS = frozenset(
    [
        *(
            "sum",
            "prod",
            "min",
            "max",
            "mean",
            "std",
            "var",
            "any",
            "all",
            "argmin",
            "argmax",
            "cumsum",
            "cumprod",
        ),
        *(
            "sort",
            "argsort",
            "reshape",
            "ravel",
            "flatten",
            "transpose",
            "copy",
            "fill",
            "dot",
            "astype",
            "item",
        ),
        *("nonzero", "conj", "conjugate"),
    ]
)


def attribute(b: Body, node: ast.Attribute) -> Value:
    """`value.name`."""
    value = evaluate(b, node.value)
    name = node.attr
    match value:
        case Static(module) if isinstance(module, ModuleType | type):
            if not hasattr(module, name):
                help = did_you_mean(name, dir(module)) or "look it up in its documentation"
                raise b.fail("J004", f"'{module.__name__}' has no '{name}'", node, help)
            return known_value(b, getattr(module, name), f"{module.__name__}.{name}", node)
        case Array() | Elements():
            return _of_array(b, value, name, node)
        case ObjectValue():
            return field(b, value, name, node)
        case Num():
            if name in ("real", "imag"):
                return part_of(b, value, name)
            if name in ("item", "conjugate", "conj", "is_integer", "astype"):
                return Method(value, name)
        case Nursery() | Spawned():
            if name in ("spawn", "create_task", "result", "done"):
                return Method(value, name)
        case _:
            pass
    help = "numbers and arrays have the attributes of docs/jit.md; pass what is in an object as arguments"
    raise b.fail("J011", f"{described(value)} has no attribute '{name}' here", node, help)


def part_of(b: Body, number: Num, name: str) -> Num:
    """`number.real` or `number.imag`."""
    if not number.type.is_complex:
        return number if name == "real" else Num(number.type, constant=0)
    return real(b.w, number) if name == "real" else imaginary(b.w, number)


def _of_array(b: Body, value: Array | Elements, name: str, node: ast.Attribute) -> Value:
    if name in ("shape", "ndim", "size", "T", "dtype"):
        shape = sizes(b, value)
        if name == "shape":
            return Tuple(tuple(length(b, extent) for extent in shape))
        if name == "ndim":
            return constant(len(shape))
        if name == "dtype":
            return Static(value.element if isinstance(value, Elements) else value.type.element)
        if name == "T":
            return transposed(b, value)
        total: Num = constant(1)
        for extent in shape:
            total = scalars.binary(b.w, "*", total, length(b, extent))
        return Num(total.type, total.name, 0, total.constant)
    if name in ("real", "imag"):
        element = value.element if isinstance(value, Elements) else value.type.element
        if name == "real" and not element.is_complex:
            return value
        part = part_type(element) if element.is_complex else element
        return combined(b, [value], part, lambda n: part_of(b, n[0], name))
    if name in _OF_ARRAYS:
        return Method(value, name)
    help = did_you_mean(name, [*_OF_ARRAYS, "shape", "size", "ndim", "T", "dtype"])
    raise b.fail("J011", f"arrays have no '{name}' here", node, help or "docs/jit.md lists what they have")
