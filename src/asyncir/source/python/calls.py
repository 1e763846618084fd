"""Calls: of compiled functions, of Python's own, of `math` and `numpy`, of methods of arrays."""

from __future__ import annotations

import ast
import dataclasses
import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from asyncir.source.python import builtin, numeric, records
from asyncir.source.python.annotations import is_dataclass
from asyncir.source.python.arguments import CallArguments, given
from asyncir.source.python.body import Body, NotYetKnown, described
from asyncir.source.python.elements import materialised
from asyncir.source.python.errors import Untranslatable
from asyncir.source.python.expressions import evaluate
from asyncir.source.python.hosts import HostFunction, call_host, call_of, is_host
from asyncir.source.python.methods import call_method
from asyncir.source.python.program import FunctionInstance, returns_borrowed
from asyncir.source.python.tasks import call_word, is_word, word_of
from asyncir.source.python.types import EMPTY_LIST, NONE, ArrayType, StaticType, Type, parts
from asyncir.source.python.values import (
    Array,
    Display,
    Method,
    ObjectValue,
    Static,
    Tuple,
    Unawaited,
    Value,
    rebuilt,
    type_of,
)
from asyncir.source.python.waiting import call_sleep
from asyncir.source.python.words import sleep

LIBRARY = ("asyncir.source.python.library", "asyncir.source.python.library_of_numpy")
"""The modules with the functions of NumPy that are written in Python."""

MARK = "__asyncir_jit__"
"""The attribute of what `asyncir.jit` gives that has the Python function."""


def call(b: Body, node: ast.Call) -> Value:
    """What a call gives."""
    if isinstance(node.func, ast.Attribute) and isinstance(node.func.value, ast.Name):
        # late: lists are made by loops, and what is in them are calls, too
        from asyncir.source.python.growing import call_of_list

        if (found := call_of_list(b, node, node.func.value, node.func.attr)) is not None:
            return found
    callee = evaluate(b, node.func)
    if isinstance(callee, Method):
        return call_method(b, callee, given(b, node, evaluate), node)
    if not isinstance(callee, Static):
        raise b.fail("J008", f"{described(callee)} cannot be called", node.func, "call a function")
    function = word_of(callee.object)
    python = getattr(function, MARK, function if _is_ours(function) else None)
    if python is not None:
        return call_python(b, python, node)
    if is_dataclass(function):
        return records.construct(b, function, given(b, node, evaluate))
    if function is dataclasses.replace:
        return records.replaced(b, given(b, node, evaluate))
    if is_word(function):
        return call_word(b, function, node)
    if function is list and len(node.args) == 1 and not node.keywords:
        # late: a comprehension is written as a loop, and what is in it are calls, too
        from asyncir.source.python.lists import listed

        return listed(b, node.args[0], node)
    if function is sorted:
        # late: for the same reason
        from asyncir.source.python.lists import in_order

        return in_order(b, node, evaluate)
    if (compute := builtin.FUNCTIONS.get(_key(function))) is not None:
        if (loop := builtin.loop_over(function, node)) is not None:
            # late: it is written as a loop, and what is in it are calls, too
            from asyncir.source.python.generators import over_generator

            return over_generator(b, function, *loop)
        return compute(b, given(b, node, evaluate))
    if (compute := numeric.function(function)) is not None:
        return compute(b, given(b, node, evaluate))
    if _is_random(function):
        # late: few programs draw random numbers
        from asyncir.source.python.random_numbers import function as drawing

        return drawing(b, function, node)(b, given(b, node, evaluate))
    if is_host(function) and getattr(function, "__name__", "") not in _INSTEAD:
        return call_of(b, function, given(b, node, evaluate), node)
    raise _refuse(b, function, node)


def _is_random(function: Any) -> bool:
    """Whether it is a function of `np.random`, or a method of one of its generators."""
    own = getattr(function, "__module__", None) or "", type(getattr(function, "__self__", None)).__module__
    return any(module.startswith("numpy.random") for module in own)


def _is_ours(function: Any) -> bool:
    """Whether it is a function of the library, which calls others of it."""
    return inspect.isfunction(function) and function.__module__ in LIBRARY


def _key(function: Any) -> Any:
    try:
        hash(function)
    except TypeError:
        return None
    return function


_INSTEAD = {
    "wait_for": "write `async with asyncio.timeout(seconds):` around the await",
    "wait": "await each task, or write `async for r in asyncir.as_completed(...)`",
    "as_completed": "write `async for r in asyncir.as_completed(...)`",
    "shield": "start what must not be cancelled outside, and pass what it gives",
    "to_thread": "call the function, if it is compiled: it runs on a worker, and no event loop waits for it",
}


_BUILTINS_INSTEAD = {
    "isinstance": "write one function for each type; a function is compiled for the types that it is called with",
    "map": "write a comprehension: [f(x) for x in a]",
    "filter": "write a comprehension: [x for x in a if f(x)]",
    "str": "compute with numbers, and make texts outside",
    "set": "write np.unique(a)",
    "dict": "use arrays, and numbers as keys",
}


def _refuse(b: Body, function: Any, node: ast.Call) -> Untranslatable:
    name = getattr(function, "__name__", type(function).__name__)
    module = getattr(function, "__module__", None) or ""
    if module.startswith("asyncio.") and name in _INSTEAD:
        help = _INSTEAD[name]
    elif function is print:
        help = "return what you want to see, and print it outside"
    elif inspect.isfunction(function) and not module.startswith(("numpy", "math")):
        help = f"write @asyncir.jit above `def {name}`"
    elif module.startswith("numpy") or type(function).__name__ == "ufunc":
        help = "docs/jit.md lists the functions of numpy; write others as a loop"
    elif name in _BUILTINS_INSTEAD and module == "builtins":
        help = _BUILTINS_INSTEAD[name]
    elif function in (range, enumerate, zip, reversed):
        help = "write it where the loop is"
    elif inspect.isclass(function):
        help = "objects stay outside; pass their numbers and arrays"
    else:
        help = "call it outside, and pass what it gives"
    return b.fail("J008", f"'{name}' cannot be called in a compiled function", node, help)


def call_python(b: Body, function: Callable[..., Any], node: ast.Call) -> Value:
    """A call of a compiled function; of an `async def` it is what has to be awaited."""
    arguments = bound(b, function, given(b, node, evaluate), node)
    if b.program.function(function).is_async:
        return Unawaited(function, arguments, node)
    return run(b, function, arguments, node)


def bound(b: Body, function: Callable[..., Any], of: CallArguments, node: ast.AST) -> tuple[Value, ...]:
    """The arguments in the order of the parameters, with defaults."""
    source = b.program.function(function)
    signature = inspect.signature(function)
    try:
        matched = signature.bind(*of.values, **of.named)
    except TypeError as error:
        raise b.fail("J009", f"'{source.name}': {error}", node, f"it takes {signature}") from None
    arguments: list[Value] = []
    for name in source.parameters:
        if name in matched.arguments:
            value = materialised(b, matched.arguments[name])
        else:
            # late: defaults are values as of any name
            from asyncir.source.python.expressions import known_value

            value = known_value(b, signature.parameters[name].default, name, node)
        if isinstance(value, Unawaited) or type_of(value) is None:
            raise b.fail(
                "J006",
                f"{described(value)} is passed to '{source.name}'",
                node,
                "pass numbers, arrays, tuples",
            )
        arguments.append(value)
    return tuple(arguments)


def plain(value: Value) -> Value:
    """An argument as a function takes it: its memory is the caller's."""
    match value:
        case Array(type_) if type_.counted:
            uncounted = ArrayType(type_.element, type_.rank, type_.dense)
            return Array(uncounted, value.view, frozen=value.frozen)
        case Tuple(items):
            return Tuple(tuple(map(plain, items)))
        case ObjectValue(type_, items):
            return ObjectValue(type_, tuple(map(plain, items)))
        case _:
            return value


def types_of(arguments: Sequence[Value]) -> tuple[Type, ...]:
    """The types of arguments."""
    return tuple(type_of(value) or StaticType(None) for value in arguments)


def instance_for(
    b: Body, function: Callable[..., Any], arguments: tuple[Value, ...], node: ast.AST
) -> tuple[FunctionInstance, tuple[Value, ...], Type]:
    """The function for these arguments, the arguments as it takes them, and what it returns."""
    uncounted = tuple(map(plain, arguments))
    one = b.program.instance(function, types_of(uncounted))
    result = known_result(b, one, node)
    borrows = returns_borrowed(result) or _may_borrow(b, one)
    if borrows and uncounted != arguments:
        # What comes back may show the memory of an argument: counts go along.
        one = b.program.instance(function, types_of(arguments))
        result, uncounted = known_result(b, one, node), arguments
        borrows = returns_borrowed(result) or _may_borrow(b, one)
    # Of what the caller has no count itself, what comes back is its own caller's.
    b.instance.borrows = b.instance.borrows or (borrows and any(map(returns_borrowed, one.types)))
    return one, uncounted, result


def _may_borrow(b: Body, one: FunctionInstance) -> bool:
    """Whether what a function returns may show memory of its arguments."""
    return one.borrows or (one.function.object, one.types) in b.program.borrowed


def known_result(b: Body, one: FunctionInstance, node: ast.AST) -> Type:
    """What it returns; raises `NotYetKnown` while that is not known."""
    key = one.function.object, one.types
    known = b.program.results.get(key) if one.result is None else one.result
    if one.result is None:
        one.recurred = True
    if known is None:
        name = one.function.name
        message = f"what '{name}' returns hangs on what it returns itself"
        help = "return a number on some way that does not call it"
        raise NotYetKnown(b.instance.function.text.error("J017", message, node, help))
    if one.writes:
        b.instance.writes = True
    if one.writes or one.recurred:
        b.effects += 1
    return known


def run(b: Body, function: Callable[..., Any], arguments: tuple[Value, ...], node: ast.AST) -> Value:
    """Call it here, and go on when it has returned."""
    return prepared(b, function, arguments, node)[1]()


def prepared(
    b: Body, function: Any, arguments: tuple[Value, ...], node: ast.AST
) -> tuple[Type, Callable[[], Value]]:
    """What a call will give, and what writes it."""
    if function is sleep:
        return NONE, partial(call_sleep, b, arguments)
    if isinstance(function, HostFunction):
        return function.result, partial(call_host, b, function, arguments)
    one, taken, result = instance_for(b, function, arguments, node)
    return result, partial(called, b, one, taken, result)


def called(b: Body, one: FunctionInstance, taken: Sequence[Value], result: Type) -> Value:
    """The call as an op; arrays that come back are temporaries of the statement."""
    w = b.w
    names = [name for value in taken for name in b.names_of(value)]
    inputs = [part for type_ in one.types for part in parts(type_)]
    outputs = parts(result)
    results = [w.fresh(one.function.name) for _ in outputs]
    left = f"{', '.join(results)} = " if results else ""
    text = f"func.call @{one.name}({', '.join(names)}) : ({', '.join(inputs)}) -> ({', '.join(outputs)})"
    w.line(left + text)
    value = rebuilt(result, results)
    own(b, value)
    return shown(value)


def shown(value: Value) -> Value:
    """What a call gives: an empty list whose elements have no type yet is one as it is written."""
    if isinstance(value, ObjectValue) and value.type == EMPTY_LIST:
        return Display(())
    if isinstance(value, Tuple) and not isinstance(value, Display):
        return Tuple(tuple(map(shown, value.items)))
    return value


def own(b: Body, value: Value) -> None:
    """Arrays that a call gives belong to the statement."""
    match value:
        case Array(type_) if type_.counted:
            b.temporaries.append(value)
        case Tuple(items) | ObjectValue(items=items):
            for item in items:
                own(b, item)
        case _:
            pass
