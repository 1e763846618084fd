"""Python's own functions."""

from __future__ import annotations

import ast
from collections.abc import Callable
from functools import partial, reduce
from typing import Any

from asyncir.source.python import complex_numbers, scalars
from asyncir.source.python.arguments import CallArguments
from asyncir.source.python.body import Body, described
from asyncir.source.python.elements import combined, length, size, sizes
from asyncir.source.python.expressions import arithmetic, truth
from asyncir.source.python.reductions import extreme_of, sum_of, tested
from asyncir.source.python.types import BOOL, COMPLEX, FLOAT, INT, python_of
from asyncir.source.python.values import Array, Elements, Num, ObjectValue, Tuple, Value, constant

Builtin = Callable[[Body, CallArguments], Value]


def _len(b: Body, of: CallArguments) -> Value:
    of.only("object")
    value = of.value("object", 0)
    if isinstance(value, Tuple):
        return constant(len(value.items))
    if isinstance(value, ObjectValue) and value.type.is_list:
        value = value.items[0]
    if isinstance(value, Array) and value.type.rank:
        return length(b, size(b, value, 0))
    if isinstance(value, Elements) and value.shape:
        return length(b, value.shape[0])
    raise of.fail(f"{described(value) if value else 'nothing'} has no length", "give an array or a tuple")


def _abs(b: Body, of: CallArguments) -> Value:
    of.only("x")
    operand = of.operand("x", 0)
    if isinstance(operand, Num):
        return scalars.absolute(b.w, operand)
    element = operand.element if isinstance(operand, Elements) else operand.type.element
    part = complex_numbers.part_type(element) if element.is_complex else element
    return combined(b, [operand], part, lambda one: scalars.absolute(b.w, one[0]))


def _least(larger: bool, b: Body, of: CallArguments) -> Value:
    if of.named:
        raise of.fail("no argument by name is known here", "give the values in order")
    values = of.values
    if len(values) == 1 and isinstance(values[0], Tuple):
        values = list(values[0].items)
    if len(values) == 1 and (array := listed(values[0])) is not None:
        return extreme_of(b, array, larger, of, python=len(sizes(b, array)) == 1)
    numbers = [CallArguments(b, of.node, [value]).number("value", 0) for value in values]
    if not numbers:
        raise of.fail("there is nothing to choose from", "give two numbers, or an array")
    if all(number.type.is_integer for number in numbers):
        # From the end: the first is often what the turn before has made, and then comes last.
        numbers.reverse()
    return reduce(lambda one, other: scalars.smaller(b.w, one, other, larger), numbers)


def _round(b: Body, of: CallArguments) -> Value:
    of.only("number", "ndigits", least=1)
    number = of.number("number", 0)
    digits = of.value("ndigits", 1)
    if digits is not None:
        raise of.fail("digits are not known here", "scale the number, round it, and scale back")
    if not number.type.is_float:
        return scalars.convert(b.w, number, INT) if number.type.is_bool else number
    even = b.w.op(f"math.roundeven {b.w.name(number)} : {number.type.mlir}")
    return whole(b, Num(number.type, even))


def _int(b: Body, of: CallArguments) -> Value:
    of.only("x", least=0)
    return whole(b, of.number("x", 0, constant(0)))


def whole(b: Body, number: Num) -> Num:
    """A float without its fraction, as an int; raises as Python does, or where it does not fit 64 bits."""
    if number.type.is_complex:
        raise scalars.OperandError("a complex number is no int; take .real, .imag or abs(z)")
    if number.is_constant and number.type.is_float:
        try:
            known = number.whole
        except (ValueError, OverflowError):
            known = 1 << 64
        if abs(known) < 1 << 63:
            return constant(known)
    if number.type.is_float:
        _check_fits(b, b.w.name(scalars.convert(b.w, number, FLOAT)))
    whole = scalars.convert(b.w, number, INT)
    if number.type.kind == "u" and not whole.is_constant:
        return Num(INT, whole.name, 0)
    return whole


def _check_fits(b: Body, name: str) -> None:
    """One test for all numbers that are fine; behind it, which exception it is."""
    w = b.w
    limit = w.constant("f64", "9.2233720368547758e+18")
    size = w.op(f"math.absf {name} : f64")
    doubtful = w.op(f"arith.cmpf uge, {size}, {limit} : f64")
    w.raw(f"scf.if {doubtful} {{")
    with b.region() as lines:
        same = w.op(f"arith.cmpf oeq, {name}, {name} : f64")
        scalars.check(w, same, "ValueError: cannot convert float NaN to integer")
        least = w.op(f"arith.cmpf oeq, {name}, {w.constant('f64', '-9.2233720368547758e+18')} : f64")
        scalars.check(w, least, "OverflowError: the float does not fit 64 bits")
    w.lines.append(lines)
    w.line("}")


def _float(b: Body, of: CallArguments) -> Value:
    of.only("x", least=0)
    value = of.value("x", 0)
    text = getattr(value, "object", None)
    if isinstance(text, str):
        try:
            return constant(float(text))
        except ValueError:
            raise of.fail(f"'{text}' is no number", "write 'inf', 'nan' or a number") from None
    return scalars.convert(b.w, of.number("x", 0, constant(0.0)), FLOAT)


def _complex(b: Body, of: CallArguments) -> Value:
    of.only("real", "imag", least=0)
    one, other = of.number("real", 0, constant(0.0)), of.number("imag", 1, constant(0.0))
    first = scalars.convert(b.w, one, COMPLEX)
    if of.value("imag", 1) is None:
        return first
    if not one.type.is_complex and not other.type.is_complex:
        parts = [b.w.name(scalars.convert(b.w, n, FLOAT)) for n in (one, other)]
        return complex_numbers.made(b.w, COMPLEX, *parts)
    turned = scalars.binary(b.w, "*", scalars.convert(b.w, other, COMPLEX), constant(1j))
    return scalars.binary(b.w, "+", first, turned)


def _bool(b: Body, of: CallArguments) -> Value:
    of.only("x", least=0)
    value = of.value("x", 0)
    return constant(False) if value is None else truth(b, value, of.node)


def _divmod(b: Body, of: CallArguments) -> Value:
    of.only("x", "y")
    one, other = of.number("x", 0), of.number("y", 1)
    return Tuple(tuple(arithmetic(b, op, one, other, of.node) for op in ("//", "%")))


def _pow(b: Body, of: CallArguments) -> Value:
    of.only("base", "exp", "mod", least=2)
    if of.value("mod", 2) is not None:
        raise of.fail("a modulus is not known here", "multiply and reduce in a loop")
    return arithmetic(b, "**", of.operand("base", 0), of.operand("exp", 1), of.node)


def _sum(b: Body, of: CallArguments) -> Value:
    of.only("iterable", "start", least=1)
    value = of.value("iterable", 0)
    start = of.number("start", 1, constant(0))
    if isinstance(value, Tuple):
        numbers = [CallArguments(b, of.node, [item]).number("item", 0) for item in value.items]
        return reduce(lambda one, other: scalars.binary(b.w, "+", one, other), numbers, start)
    array = None if value is None else listed(value)
    if array is not None and len(sizes(b, array)) == 1:
        total = sum_of(b, array, None, of, in_order=True)
        if isinstance(value, ObjectValue):
            total = scalars.convert(b.w, total, python_of(total.type))
        return scalars.binary(b.w, "+", start, total)
    raise of.fail("what is added up is no tuple, array or generator", "give one, or write a loop")


def _any(all_: bool, b: Body, of: CallArguments) -> Value:
    of.only("iterable")
    value = of.value("iterable", 0)
    if isinstance(value, Tuple):
        tests = [truth(b, item, of.node) for item in value.items]
        word = "&" if all_ else "|"
        return reduce(lambda one, other: scalars.binary(b.w, word, one, other), tests, constant(all_))
    array = None if value is None else listed(value)
    if array is not None and len(sizes(b, array)) == 1:
        found = tested(b, array, all_, None)
        assert isinstance(found, Num)
        return Num(BOOL, found.name, constant=found.constant)
    raise of.fail(
        "what is tested is no tuple or generator", "write a.any() or a.all() for arrays of several axes"
    )


def listed(value: Value) -> Array | Elements | None:
    """The elements of an array or of a list; None: it is none."""
    if isinstance(value, ObjectValue) and value.type.is_list:
        array = value.items[0]
        assert isinstance(array, Array)
        return array
    return value if isinstance(value, Array | Elements) else None


def loop_over(function: Any, node: ast.Call) -> tuple[ast.GeneratorExp, ast.expr | None] | None:
    """What a call such as `sum(x for x in ...)` loops over, and what it begins with or gives for nothing."""
    if function not in (sum, any, all, min, max) or not node.args:
        return None
    argument, *more = node.args
    over = argument if isinstance(argument, ast.GeneratorExp) else over_values(argument)
    word = {sum: "start", min: "default", max: "default"}.get(function)
    named = [keyword.value for keyword in node.keywords if keyword.arg == word]
    if len(named) != len(node.keywords) or (more and function is not sum):
        return None
    others = [*more, *named]
    if function in (min, max) and others and over is None:
        over = generator_of(argument)
    return None if over is None or len(others) > 1 else (over, others[0] if others else None)


def over_values(node: ast.expr) -> ast.GeneratorExp | None:
    """What runs over something as the generator of its values; None: it is a value itself."""
    loops = ("range", "reversed", "enumerate", "zip")
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name) or node.func.id not in loops:
        return None
    return generator_of(node)


def generator_of(node: ast.expr) -> ast.GeneratorExp:
    """`(x for x in node)`."""
    name = "<value>"
    target, element = ast.Name(name, ast.Store()), ast.Name(name, ast.Load())
    made = ast.GeneratorExp(element, [ast.comprehension(target, node, [], 0)])
    for one in (target, element, made):
        ast.copy_location(one, node)
    return made


FUNCTIONS: dict[Any, Builtin] = {
    len: _len,
    abs: _abs,
    min: partial(_least, False),
    max: partial(_least, True),
    round: _round,
    int: _int,
    float: _float,
    complex: _complex,
    bool: _bool,
    divmod: _divmod,
    pow: _pow,
    sum: _sum,
    any: partial(_any, False),
    all: partial(_any, True),
}
"""By the function itself."""
