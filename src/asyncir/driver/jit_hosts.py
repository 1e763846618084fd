"""What compiled functions call in Python: coroutines that they await, with values as Python has them, and timers."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, cast

from asyncir.diagnostics import failure
from asyncir.driver.jit_records import ObjectCells
from asyncir.driver.jit_types import taken
from asyncir.source.python.types import NumberType, StaticType, TupleType, Type
from asyncir.source.python.waiting import BEGIN, END

if TYPE_CHECKING:
    from asyncir.source.python.hosts import HostFunction


def host_functions(hosts: Sequence[HostFunction]) -> dict[str, Callable[..., Any]]:
    """The functions that a program calls, by the names that it calls them."""
    return {host.where: _bound(host) for host in hosts}


def _bound(host: HostFunction) -> Callable[..., Any]:
    if host.function is None:
        # late: only programs with timeouts
        from asyncir.launch import timeouts

        return {BEGIN: timeouts.begin, END: timeouts.end}[host.where]
    function, result = host.function, host.result
    count = len(host.arguments) - len(host.names)

    async def call(*given: Any) -> Any:
        left = list(given)
        values = [taken(type_, left, ObjectCells()) for type_ in host.arguments]
        named = dict(zip(host.names, values[count:], strict=True))
        parts = _parts(result, await function(*values[:count], **named), function.__name__)
        return parts[0] if len(parts) == 1 else tuple(parts) or None

    return call


def _parts(type_: Type, value: Any, name: str) -> list[Any]:
    """What a coroutine gave, in the parts of which the program makes its value."""
    match type_:
        case TupleType(items):
            if not isinstance(value, tuple) or len(cast("tuple[Any, ...]", value)) != len(items):
                raise _wrong(value, type_, name)
            many = cast("tuple[Any, ...]", value)
            return [part for item, t in zip(many, items, strict=True) for part in _parts(t, item, name)]
        case StaticType():
            return []
        case NumberType():
            return [_number(type_, value, name)]
        case _:
            raise _wrong(value, type_, name)


def _number(type_: NumberType, value: Any, name: str) -> Any:
    kind = cast("type[Any]", type(value))
    if type_.is_bool:
        if kind.__name__ not in ("bool", "bool_"):
            raise _wrong(value, type_, name)
        return bool(value)
    if type_.is_float:
        if not hasattr(kind, "__float__") and not hasattr(kind, "__index__"):
            raise _wrong(value, type_, name)
        return float(value)
    if not hasattr(kind, "__index__"):
        raise _wrong(value, type_, name)
    number = value.__index__()
    low = -(1 << type_.bits - 1) if type_.kind == "i" else 0
    if not low <= number < low + (1 << type_.bits):
        raise failure("J104", f"'{name}' returned {number}, which does not fit {type_}", "declare a float")
    # The program's integers have no sign of their own.
    return number - (1 << type_.bits) if number >= 1 << type_.bits - 1 else number


def _wrong(value: Any, type_: Type, name: str) -> Exception:
    kind = type(value).__name__
    if inspect.isawaitable(value):
        kind = "coroutine that was not awaited"
    return failure("J104", f"'{name}' returned a {kind}, and declares {type_}", "return what `->` says")
