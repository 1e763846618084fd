"""How the math dialect is written: LLVM intrinsics where there are, the C library's functions elsewhere."""

from __future__ import annotations

from asyncir.ir import Operation
from asyncir.lowering.llvm.emit_arith import fast_math, splat_text
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import (
    by_lane,
    element_of,
    handles_pieces,
    intrinsic,
    mangled,
    source_piece,
)
from asyncir.lowering.llvm.types import pieces

_SAME = (
    *("acos", "asin", "atan", "atan2", "ceil", "copysign", "cos", "cosh", "ctpop", "exp", "exp2"),
    *("floor", "fma", "log", "log10", "log2", "round", "roundeven", "sin", "sinh", "sqrt", "tan"),
    *("tanh", "trunc"),
)
"""What LLVM has intrinsics of the same name for."""
_INTRINSICS = {**{f"math.{name}": name for name in _SAME}, "math.absf": "fabs", "math.powf": "pow"}
_LIBRARY = [f"math.{n}" for n in ("acosh", "asinh", "atanh", "cbrt", "erf", "erfc", "expm1", "log1p")]
"""What the C library has functions of the same name for."""
_OF_INTEGERS = {"math.absi": "abs", "math.ctlz": "ctlz", "math.cttz": "cttz"}
"""They have a second operand: whether some results do not matter."""
_CLASSES = {"math.isnan": 0x003, "math.isinf": 0x204, "math.isfinite": 0x1F8, "math.isnormal": 0x108}
"""The bits of `llvm.is.fpclass`."""


@handles_pieces(*_INTRINSICS, properties=("fastmath",))
def _intrinsic(f: LlvmFunction, op: Operation, t: str, *operands: str) -> str:
    name = f"llvm.{_INTRINSICS[op.name]}.{mangled(t)}"
    return intrinsic(f, name, t, [(t, a) for a in operands], fast_math(op))


@handles_pieces(*_LIBRARY, properties=("fastmath",))
def _library(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    """Half precision goes through single; a call has no vector form, so vectors go lane by lane."""
    element = element_of(t)
    if element not in ("half", "bfloat", "float", "double"):
        raise refuse(op, f"`{op.name}` on this type has no native form")
    name = op.name.removeprefix("math.") + ("" if element == "double" else "f")
    computed = "double" if element == "double" else "float"
    f.module.declare(name, f"{computed} @{name}({computed})")

    def one(x: str) -> str:
        if element != computed:
            x = f.let(f"fpext {element} {x} to {computed}")
        y = f.let(f"call {fast_math(op)}{computed} @{name}({computed} {x})")
        return f.let(f"fptrunc {computed} {y} to {element}") if element != computed else y

    return by_lane(f, element, [(t, a)], one)


@handles_pieces(*_OF_INTEGERS)
def _of_integers(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    return intrinsic(f, f"llvm.{_OF_INTEGERS[op.name]}.{mangled(t)}", t, [(t, a), ("i1", "false")])


@handles_pieces(*_CLASSES, properties=("fastmath",))
def _class(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    s = source_piece(op)
    return intrinsic(f, f"llvm.is.fpclass.{mangled(s)}", t, [(s, a), ("i32", str(_CLASSES[op.name]))])


@handles_pieces("math.rsqrt", properties=("fastmath",))
def _rsqrt(f: LlvmFunction, op: Operation, t: str, a: str) -> str:
    root = intrinsic(f, f"llvm.sqrt.{mangled(t)}", t, [(t, a)], fast_math(op))
    return f.let(f"fdiv {fast_math(op)}{t} {splat_text(t, '1.0')}, {root}")


@handles_pieces("math.sincos", properties=("fastmath",))
def _sincos(f: LlvmFunction, op: Operation, t: str, a: str) -> tuple[str, str]:
    sine, cosine = (
        intrinsic(f, f"llvm.{name}.{mangled(t)}", t, [(t, a)], fast_math(op)) for name in ("sin", "cos")
    )
    return sine, cosine


@handles_pieces("math.clampf", properties=("fastmath",))
def _clampf(f: LlvmFunction, op: Operation, t: str, value: str, low: str, high: str) -> str:
    above = intrinsic(f, f"llvm.maximum.{mangled(t)}", t, [(t, value), (t, low)], fast_math(op))
    return intrinsic(f, f"llvm.minimum.{mangled(t)}", t, [(t, above), (t, high)], fast_math(op))


@handles_pieces("math.fpowi", properties=("fastmath",))
def _fpowi(f: LlvmFunction, op: Operation, t: str, base: str, power: str) -> str:
    of_power = pieces(op.operands[1].type)[0]
    element, exponent = element_of(t), element_of(of_power)
    if int(exponent[1:]) > 32:
        raise refuse(op, f"an exponent of type `{exponent}` has no native form", "truncate it to i32")

    def one(x: str, n: str) -> str:
        if exponent != "i32":
            n = f.let(f"sext {exponent} {n} to i32")
        name = f"llvm.powi.{mangled(element)}.i32"
        return intrinsic(f, name, element, [(element, x), ("i32", n)], fast_math(op))

    return by_lane(f, element, [(t, base), (of_power, power)], one)


@handles_pieces("math.ipowi")
def _ipowi(f: LlvmFunction, op: Operation, t: str, base: str, power: str) -> str:
    element = element_of(t)
    name = f.module.integer_power(element)

    def one(x: str, n: str) -> str:
        return f.let(f"call {element} {name}({element} {x}, {element} {n})")

    return by_lane(f, element, [(t, base), (t, power)], one)
