"""How arith, index and math are written: integers wrap, comparisons of floats know NaN."""

from __future__ import annotations

import math
from typing import Any

from asyncir.dialects import arith
from asyncir.ir import Attribute, FloatAttr, IntegerAttr, Operation, SSAValue
from asyncir.lowering.openmp.c_function import CFunction, handles, refuse
from asyncir.lowering.openmp.c_types import is_float, scalar, width

_WRAPPING = {"addi": "+", "subi": "-", "muli": "*", "andi": "&", "ori": "|", "xori": "^"}
_INDEX = {"add": "addi", "sub": "subi", "mul": "muli", "and": "andi", "or": "ori", "xor": "xori"}
_FLOATS = {"addf": "+", "subf": "-", "mulf": "*", "divf": "/"}
_ORDER = {"slt": "<", "sle": "<=", "sgt": ">", "sge": ">=", "eq": "==", "ne": "!="}
_UNSIGNED = {"ult": "<", "ule": "<=", "ugt": ">", "uge": ">="}
_CMPF = {
    "false": "false",
    "oeq": "{a} == {b}",
    "ogt": "{a} > {b}",
    "oge": "{a} >= {b}",
    "olt": "{a} < {b}",
    "ole": "{a} <= {b}",
    "one": "{a} < {b} || {a} > {b}",
    "ord": "{a} == {a} && {b} == {b}",
    "ueq": "!({a} < {b} || {a} > {b})",
    "ugt": "!({a} <= {b})",
    "uge": "!({a} < {b})",
    "ult": "!({a} >= {b})",
    "ule": "!({a} > {b})",
    "une": "{a} != {b}",
    "uno": "{a} != {a} || {b} != {b}",
    "true": "true",
}
_FUNCTIONS = {
    "absf": "fabs",
    "roundeven": "roundeven",
    "powf": "pow",
    **{
        name: name
        for name in (
            *("exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "sqrt", "cbrt", "sin", "cos", "tan"),
            *("asin", "acos", "atan", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh", "erf", "erfc"),
            *("ceil", "floor", "round", "trunc", "atan2", "copysign", "fma"),
        )
    },
}


def unsigned(f: CFunction, value: SSAValue) -> str:
    """The number without a sign, in 64 bits."""
    bits = width(value.type)
    held = f.one(value)
    return f"(uint64_t){held}" if bits in (1, 64) else f"(uint64_t)(uint{bits}_t){held}"


def signed(f: CFunction, value: SSAValue) -> str:
    """The number with its sign: of one bit, 1 is -1."""
    return f"(-(int64_t){f.one(value)})" if width(value.type) == 1 else f.one(value)


def _narrowed(of: Attribute, text: str) -> str:
    """64 bits, taken as a number of that type."""
    return f"(({text}) & 1) != 0" if width(of) == 1 else f"({scalar(of)})({text})"


def _give(f: CFunction, op: Operation, text: str) -> None:
    f.named(op.results[0], [text])


def literal(number: float | int, of: Attribute) -> str:
    """A constant of that type."""
    return _float(float(number), of) if is_float(of) else _integer(int(number), of)


_PLAIN = 2**31 - 1
"""What is no larger may be an `int` of C: nothing is computed with two literals."""


def _integer(number: int, of: Attribute) -> str:
    bits = width(of)
    scalar(of)  # refuses what has no form
    if bits == 1:
        return "true" if number % 2 else "false"
    number = (number + (1 << (bits - 1))) % (1 << bits) - (1 << (bits - 1))
    text = f"INT64_C({number})" if abs(number) > _PLAIN else str(number)
    # The least number is no literal: its absolute value is too large.
    return "INT64_MIN" if number == -(1 << 63) else f"({text})" if number < 0 else text


def _float(number: float, of: Attribute) -> str:
    if math.isnan(number):
        return f"({scalar(of)})NAN"
    if math.isinf(number):
        return f"({scalar(of)}){'-' if number < 0 else ''}INFINITY"
    text = number.hex()
    suffix = {"float": "f", "double": ""}.get(scalar(of))
    return f"({scalar(of)}){text}f" if suffix is None else f"({text}{suffix})"


@handles("arith.constant", "index.constant", "index.bool.constant")
def _constant(f: CFunction, op: Operation) -> None:
    value = op.properties["value"]
    if not isinstance(value, IntegerAttr | FloatAttr):
        raise refuse(op, "constants of many elements have no form in C here", "bufferize them first")
    f.set(op.results[0], [literal(value.value.data, op.results[0].type)])


@handles("ub.poison")
def _poison(f: CFunction, op: Operation) -> None:
    _give(f, op, "0")


@handles(*(f"arith.{name}" for name in _WRAPPING), *(f"index.{name}" for name in _INDEX))
def _wrapping(f: CFunction, op: Operation) -> None:
    dialect, _, name = op.name.partition(".")
    sign = _WRAPPING[_INDEX[name] if dialect == "index" else name]
    a, b = (unsigned(f, value) for value in op.operands)
    _give(f, op, _narrowed(op.results[0].type, f"{a} {sign} {b}"))


@handles("arith.shli", "index.shl", "arith.shrui", "index.shru", "arith.shrsi", "index.shrs")
def _shift(f: CFunction, op: Operation) -> None:
    value, by = op.operands
    # More than the width is poison; C would do anything.
    count = f"({unsigned(f, by)} & 63)"
    text = {
        "shl": f"{unsigned(f, value)} << {count}",
        "shru": f"{unsigned(f, value)} >> {count}",
        "shrs": f"(uint64_t)((int64_t){signed(f, value)} >> {count})",
    }[op.name.partition(".")[2].removesuffix("i")]
    _give(f, op, _narrowed(op.results[0].type, text))


_DIVISIONS = {
    "divsi": "(int64_t){a} / (int64_t){b}",
    "remsi": "(int64_t){a} % (int64_t){b}",
    "divui": "{ua} / {ub}",
    "remui": "{ua} % {ub}",
    "floordivsi": "asyncir_floordiv({a}, {b})",
    "ceildivsi": "-asyncir_floordiv(-(int64_t){a}, {b})",
    "ceildivui": "{ua} == 0 ? 0 : ({ua} - 1) / {ub} + 1",
    "maxsi": "({a} > {b} ? {a} : {b})",
    "minsi": "({a} < {b} ? {a} : {b})",
    "maxui": "({ua} > {ub} ? {ua} : {ub})",
    "minui": "({ua} < {ub} ? {ua} : {ub})",
}
_OF_INDEX = {
    **{"divs": "divsi", "rems": "remsi", "divu": "divui", "remu": "remui", "floordivs": "floordivsi"},
    **{"ceildivs": "ceildivsi", "ceildivu": "ceildivui"},
    **{"maxs": "maxsi", "mins": "minsi", "maxu": "maxui", "minu": "minui"},
}


@handles(*(f"arith.{name}" for name in _DIVISIONS), *(f"index.{name}" for name in _OF_INDEX))
def _division(f: CFunction, op: Operation) -> None:
    dialect, _, name = op.name.partition(".")
    left, right = op.operands
    text = _DIVISIONS[_OF_INDEX[name] if dialect == "index" else name].format(
        a=signed(f, left), b=signed(f, right), ua=f"({unsigned(f, left)})", ub=f"({unsigned(f, right)})"
    )
    _give(f, op, _narrowed(op.results[0].type, f"(uint64_t)({text})"))


@handles("arith.addui_extended", "arith.mulsi_extended", "arith.mului_extended")
def _extended(f: CFunction, op: Operation) -> None:
    left, right = op.operands
    bits = width(left.type)
    if op.name == "arith.addui_extended":
        f.named(op.results[0], [_narrowed(left.type, f"{unsigned(f, left)} + {unsigned(f, right)}")])
        total = f"(unsigned __int128){unsigned(f, left)} + {unsigned(f, right)}"
        f.named(op.results[1], [f"(({total}) >> {bits}) != 0"])
        return
    take, wide = (signed, "__int128") if "muls" in op.name else (unsigned, "unsigned __int128")
    product = f.let(wide, f"({wide}){take(f, left)} * ({wide}){take(f, right)}")
    f.named(op.results[0], [_narrowed(left.type, f"(uint64_t){product}")])
    f.named(op.results[1], [_narrowed(left.type, f"(uint64_t)({product} >> {bits})")])


@handles(*(f"arith.{name}" for name in _FLOATS))
def _float_operation(f: CFunction, op: Operation) -> None:
    a, b = map(f.one, op.operands)
    _give(f, op, f"{a} {_FLOATS[op.name.partition('.')[2]]} {b}")


@handles("arith.negf")
def _negf(f: CFunction, op: Operation) -> None:
    _give(f, op, f"-{f.one(op.operands[0])}")


@handles("arith.remf", "arith.maximumf", "arith.minimumf", "arith.maxnumf", "arith.minnumf")
def _of_two(f: CFunction, op: Operation) -> None:
    function = {
        "remf": "fmod",
        "maximumf": "asyncir_maximum",
        "minimumf": "asyncir_minimum",
        "maxnumf": "fmax",
        "minnumf": "fmin",
    }[op.name.partition(".")[2]]
    a, b = map(f.one, op.operands)
    _give(f, op, f"({scalar(op.results[0].type)}){function}({a}, {b})")


@handles("arith.cmpi", "index.cmp")
def _cmpi(f: CFunction, op: Operation) -> None:
    left, right = op.operands
    predicate: Any = op.properties.get("pred")
    name = op.predicate_name if isinstance(op, arith.CmpiOp) else str(predicate.data)
    if name in _UNSIGNED:
        _give(f, op, f"{unsigned(f, left)} {_UNSIGNED[name]} {unsigned(f, right)}")
    else:
        _give(f, op, f"{signed(f, left)} {_ORDER[name]} {signed(f, right)}")


@handles("arith.cmpf")
def _cmpf(f: CFunction, op: Operation) -> None:
    assert isinstance(op, arith.CmpfOp)
    a, b = map(f.one, op.operands)
    _give(f, op, _CMPF[op.predicate_name].format(a=a, b=b))


@handles("arith.select")
def _select(f: CFunction, op: Operation) -> None:
    condition, yes, no = op.operands
    pairs = zip(f.get(yes), f.get(no), strict=True)
    f.named(op.results[0], [f"{f.one(condition)} ? {a} : {b}" for a, b in pairs])


@handles("arith.extsi", "arith.index_cast", "index.casts", "arith.trunci", "arith.sitofp")
def _from_signed(f: CFunction, op: Operation) -> None:
    to = op.results[0].type
    text = signed(f, op.operands[0])
    _give(f, op, f"({scalar(to)}){text}" if is_float(to) else _narrowed(to, f"(uint64_t){text}"))


@handles("arith.extui", "arith.index_castui", "index.castu", "arith.uitofp")
def _from_unsigned(f: CFunction, op: Operation) -> None:
    to = op.results[0].type
    text = unsigned(f, op.operands[0])
    _give(f, op, f"({scalar(to)})({text})" if is_float(to) else _narrowed(to, text))


@handles("arith.extf", "arith.truncf", "arith.fptosi")
def _float_cast(f: CFunction, op: Operation) -> None:
    to = op.results[0].type
    held = f.one(op.operands[0])
    _give(f, op, f"({scalar(to)}){held}" if is_float(to) else _narrowed(to, f"(uint64_t)(int64_t){held}"))


@handles("arith.fptoui")
def _fptoui(f: CFunction, op: Operation) -> None:
    _give(f, op, _narrowed(op.results[0].type, f"(uint64_t){f.one(op.operands[0])}"))


@handles("arith.bitcast")
def _bitcast(f: CFunction, op: Operation) -> None:
    source, target = scalar(op.operands[0].type), scalar(op.results[0].type)
    _give(f, op, f"((union {{ {source} a; {target} b; }}){{.a = {f.one(op.operands[0])}}}).b")


@handles(*(f"math.{name}" for name in _FUNCTIONS))
def _function(f: CFunction, op: Operation) -> None:
    of = scalar(op.results[0].type)
    name = _FUNCTIONS[op.name.partition(".")[2]] + ("" if of == "double" else "f")
    held = ", ".join(map(f.one, op.operands))
    _give(f, op, f"({of}){name}({held})")


@handles("math.rsqrt")
def _rsqrt(f: CFunction, op: Operation) -> None:
    of = scalar(op.results[0].type)
    root = "sqrt" if of == "double" else "sqrtf"
    _give(f, op, f"({of})(1 / {root}({f.one(op.operands[0])}))")


@handles("math.absi")
def _absi(f: CFunction, op: Operation) -> None:
    held = signed(f, op.operands[0])
    _give(
        f,
        op,
        _narrowed(op.results[0].type, f"(uint64_t)({held} < 0 ? 0 - (uint64_t){held} : (uint64_t){held})"),
    )


@handles("math.ctpop", "math.ctlz", "math.cttz")
def _count(f: CFunction, op: Operation) -> None:
    held, bits = unsigned(f, op.operands[0]), width(op.results[0].type)
    text = {
        "math.ctpop": f"__builtin_popcountll({held})",
        "math.ctlz": f"({held}) == 0 ? {bits} : __builtin_clzll({held}) - {64 - bits}",
        "math.cttz": f"({held}) == 0 ? {bits} : __builtin_ctzll({held})",
    }[op.name]
    _give(f, op, _narrowed(op.results[0].type, f"(uint64_t)({text})"))
