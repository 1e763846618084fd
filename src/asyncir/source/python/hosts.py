"""Coroutines of Python that compiled ones await.

A call of one is a `func.call` of a declaration that the host provides (`asyncir.callback`): the runtime hands it to the
event loop of whoever awaits the compiled function, and the compiled task waits without a worker. What comes back is of
the type that the annotation behind `->` says, since nothing else is known of it when the function is compiled.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, get_args, get_origin, get_type_hints

from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body, described
from asyncir.source.python.types import (
    BOOL,
    FLOAT,
    INT,
    NONE,
    NUMPY,
    ArrayType,
    TaskGroupType,
    TaskType,
    TupleType,
    Type,
    parts,
)
from asyncir.source.python.values import Array, Tuple, Unawaited, Value, rebuilt, type_of


@dataclass(frozen=True)
class HostFunction:
    """A coroutine function of Python as a program calls it: what it takes, the last ones by `names`, and what it gives.

    None: a function of the toolkit's own, which `where` names.
    """

    function: Callable[..., Any] | None
    arguments: tuple[Type, ...]
    names: tuple[str, ...]
    result: Type
    where: str = ""
    """How it is called in the program."""


def is_host(function: Any) -> bool:
    """Whether it is a coroutine function of Python."""
    return inspect.iscoroutinefunction(function)


def call_of(b: Body, function: Any, of: CallArguments, node: ast.Call) -> Unawaited:
    """What `f(x)` is: a coroutine, to be awaited or started."""
    try:
        inspect.signature(function).bind(*of.values, **of.named)
    except TypeError as error:
        name, signature = function.__name__, inspect.signature(function)
        raise b.fail("J009", f"'{name}': {error}", node, f"it takes {signature}") from None
    given = (*of.values, *of.named.values())
    types = tuple(_type_of(b, value, function, node) for value in given)
    result = _declared_result(b, function, node)
    host = HostFunction(
        function, types, tuple(of.named), result, _name(b, function, (types, tuple(of.named)))
    )
    return Unawaited(host, tuple(map(_uncounted, given)), node)


def _type_of(b: Body, value: Value, function: Callable[..., Any], node: ast.AST) -> Type:
    type_ = type_of(_uncounted(value))
    if type_ is None or isinstance(type_, TaskType | TaskGroupType):
        message = f"{described(value)} is passed to '{function.__name__}'"
        raise b.fail("J006", message, node, "pass numbers, arrays, tuples, and what is known before")
    return type_


def _uncounted(value: Value) -> Value:
    """A value as Python sees it: the memory of an array stays the caller's."""
    match value:
        case Array(type_) if type_.counted:
            return Array(ArrayType(type_.element, type_.rank, type_.dense), value.view, frozen=value.frozen)
        case Tuple(items):
            return Tuple(tuple(map(_uncounted, items)))
        case _:
            return value


def _name(b: Body, function: Callable[..., Any], key: Any) -> str:
    """A name of its own for each function and list of types."""
    known = b.program.host_names
    return known.setdefault((function, key), f"{function.__name__}.python.{len(known)}")


def _declared_result(b: Body, function: Callable[..., Any], node: ast.AST) -> Type:
    name = function.__name__
    if "return" not in getattr(function, "__annotations__", {}):
        help = f"write what it returns: async def {name}(...) -> float"
        raise b.fail("J100", f"nothing says what '{name}' returns, which is not compiled", node, help)
    try:
        annotation = get_type_hints(function)["return"]
    except (NameError, TypeError):  # a name that is there for type checkers only
        annotation = function.__annotations__["return"]
    type_ = _annotated(annotation)
    if type_ is None:
        shown = annotation if isinstance(annotation, str) else getattr(annotation, "__name__", annotation)
        help = "declare int, float, bool, None, a number of NumPy or a tuple of these; write into an array that is passed"
        raise b.fail("J101", f"'{name}' returns {shown}, which compiled functions cannot take", node, help)
    return type_


def _annotated(annotation: Any) -> Type | None:
    plain: dict[Any, Type] = {int: INT, float: FLOAT, bool: BOOL, None: NONE, type(None): NONE}
    if get_origin(annotation) is tuple:
        items = [_annotated(item) for item in get_args(annotation) if item is not ...]
        known = tuple(item for item in items if item is not None)
        return TupleType(known) if len(known) == len(get_args(annotation)) else None
    try:
        if annotation in plain:
            return plain[annotation]
    except TypeError:  # not hashable
        return None
    if isinstance(annotation, type) and annotation.__module__ == "numpy":
        return NUMPY.get("bool" if annotation.__name__ in ("bool", "bool_") else annotation.__name__)
    return None


def call_host(b: Body, host: HostFunction, arguments: tuple[Value, ...]) -> Value:
    """Call it, and go on when the event loop has done it."""
    inputs = [part for type_ in host.arguments for part in parts(type_)]
    outputs = parts(host.result)
    if any(isinstance(value, Array) for value in arguments):
        b.instance.writes = True  # it may: nobody has looked
        b.effects += 1
    b.program.hosts.setdefault(host.where, host)
    names = [name for value in arguments for name in b.names_of(value)]
    results = [b.w.fresh(getattr(host.function, "__name__", "timer")) for _ in outputs]
    left = f"{', '.join(results)} = " if results else ""
    b.w.line(
        f"{left}func.call @{host.where}({', '.join(names)}) : ({', '.join(inputs)}) -> ({', '.join(outputs)})"
    )
    return rebuilt(host.result, results)


def declaration(host: HostFunction) -> str:
    """The declaration in the module."""
    inputs = ", ".join(part for type_ in host.arguments for part in parts(type_))
    outputs = ", ".join(parts(host.result))
    arrow = f" -> ({outputs})" if outputs else ""
    return f"func.func private @{host.where}({inputs}){arrow} attributes {{asyncir.callback}}"
