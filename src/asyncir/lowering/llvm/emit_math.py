"""How the math dialect is written: LLVM intrinsics where there are, the C library's functions elsewhere."""

from __future__ import annotations

from asyncir.ir import Operation
from asyncir.lowering.llvm.emit_arith import fast_math, splat_text
from asyncir.lowering.llvm.function_text import FunctionText, refuse
from asyncir.lowering.llvm.handlers import by_lane, element_of, handles, intrinsic, like, mangled
from asyncir.lowering.llvm.types import pieces

_INTRINSICS = {
    "math.absf": "fabs",
    "math.acos": "acos",
    "math.asin": "asin",
    "math.atan": "atan",
    "math.atan2": "atan2",
    "math.ceil": "ceil",
    "math.copysign": "copysign",
    "math.cos": "cos",
    "math.cosh": "cosh",
    "math.ctpop": "ctpop",
    "math.exp": "exp",
    "math.exp2": "exp2",
    "math.floor": "floor",
    "math.fma": "fma",
    "math.log": "log",
    "math.log10": "log10",
    "math.log2": "log2",
    "math.powf": "pow",
    "math.round": "round",
    "math.roundeven": "roundeven",
    "math.sin": "sin",
    "math.sinh": "sinh",
    "math.sqrt": "sqrt",
    "math.tan": "tan",
    "math.tanh": "tanh",
    "math.trunc": "trunc",
}
_LIBRARY = {
    "math.acosh": "acosh",
    "math.asinh": "asinh",
    "math.atanh": "atanh",
    "math.cbrt": "cbrt",
    "math.erf": "erf",
    "math.erfc": "erfc",
    "math.expm1": "expm1",
    "math.log1p": "log1p",
}
_CLASSES = {"math.isnan": 0x003, "math.isinf": 0x204, "math.isfinite": 0x1F8, "math.isnormal": 0x108}
"""The bits of `llvm.is.fpclass`."""


@handles(*_INTRINSICS, properties=("fastmath",))
def _intrinsic(f: FunctionText, op: Operation) -> None:
    result = op.results[0]
    operands = [f.get(o) for o in op.operands]
    held: list[str] = []
    for i, t in enumerate(pieces(result.type)):
        name = f"llvm.{_INTRINSICS[op.name]}.{mangled(t)}"
        held.append(intrinsic(f, name, t, [(t, o[i]) for o in operands], fast_math(op)))
    f.set(result, held)


@handles(*_LIBRARY, properties=("fastmath",))
def _library(f: FunctionText, op: Operation) -> None:
    """Half precision goes through single; a call has no vector form, so vectors go lane by lane."""
    result = op.results[0]
    held: list[str] = []
    for t, a in zip(pieces(result.type), f.get(op.operands[0]), strict=True):
        element = element_of(t)
        if element not in ("half", "bfloat", "float", "double"):
            raise refuse(op, f"`{op.name}` on this type has no native form")
        name = _LIBRARY[op.name] + ("" if element == "double" else "f")
        computed = "double" if element == "double" else "float"
        f.module.declare(name, f"{computed} @{name}({computed})")

        def one(
            operands: list[str], element: str = element, computed: str = computed, name: str = name
        ) -> str:
            (x,) = operands
            if element != computed:
                x = f.let(f"fpext {element} {x} to {computed}")
            y = f.let(f"call {fast_math(op)}{computed} @{name}({computed} {x})")
            return f.let(f"fptrunc {computed} {y} to {element}") if element != computed else y

        held.append(by_lane(f, t, element, [a], one))
    f.set(result, held)


@handles("math.absi")
def _absi(f: FunctionText, op: Operation) -> None:
    held = zip(pieces(op.results[0].type), f.get(op.operands[0]), strict=True)
    f.set(
        op.results[0], [intrinsic(f, f"llvm.abs.{mangled(t)}", t, [(t, a), ("i1", "false")]) for t, a in held]
    )


@handles("math.ctlz", "math.cttz")
def _count_zeros(f: FunctionText, op: Operation) -> None:
    held = zip(pieces(op.results[0].type), f.get(op.operands[0]), strict=True)
    name = op.name.replace("math.", "llvm.")
    f.set(
        op.results[0], [intrinsic(f, f"{name}.{mangled(t)}", t, [(t, a), ("i1", "false")]) for t, a in held]
    )


@handles(*_CLASSES, properties=("fastmath",))
def _class(f: FunctionText, op: Operation) -> None:
    held: list[str] = []
    for t, a in zip(pieces(op.operands[0].type), f.get(op.operands[0]), strict=True):
        mask = ("i32", str(_CLASSES[op.name]))
        held.append(intrinsic(f, f"llvm.is.fpclass.{mangled(t)}", like(t, "i1"), [(t, a), mask]))
    f.set(op.results[0], held)


@handles("math.rsqrt", properties=("fastmath",))
def _rsqrt(f: FunctionText, op: Operation) -> None:
    held: list[str] = []
    for t, a in zip(pieces(op.results[0].type), f.get(op.operands[0]), strict=True):
        flags = fast_math(op)
        root = intrinsic(f, f"llvm.sqrt.{mangled(t)}", t, [(t, a)], flags)
        held.append(f.let(f"fdiv {flags}{t} {splat_text(t, '1.0')}, {root}"))
    f.set(op.results[0], held)


@handles("math.sincos", properties=("fastmath",))
def _sincos(f: FunctionText, op: Operation) -> None:
    for result, name in zip(op.results, ("sin", "cos"), strict=True):
        held = zip(pieces(result.type), f.get(op.operands[0]), strict=True)
        f.set(
            result, [intrinsic(f, f"llvm.{name}.{mangled(t)}", t, [(t, a)], fast_math(op)) for t, a in held]
        )


@handles("math.clampf", properties=("fastmath",))
def _clampf(f: FunctionText, op: Operation) -> None:
    value, low, high = (f.get(o) for o in op.operands)
    held: list[str] = []
    for i, t in enumerate(pieces(op.results[0].type)):
        flags = fast_math(op)
        above = intrinsic(f, f"llvm.maximum.{mangled(t)}", t, [(t, value[i]), (t, low[i])], flags)
        held.append(intrinsic(f, f"llvm.minimum.{mangled(t)}", t, [(t, above), (t, high[i])], flags))
    f.set(op.results[0], held)


@handles("math.fpowi", properties=("fastmath",))
def _fpowi(f: FunctionText, op: Operation) -> None:
    base, power = op.operands
    held: list[str] = []
    for t, e, a, n in zip(pieces(base.type), pieces(power.type), f.get(base), f.get(power), strict=True):
        element, exponent = element_of(t), element_of(e)
        if int(exponent[1:]) > 32:
            raise refuse(op, f"an exponent of type `{exponent}` has no native form", "truncate it to i32")
        name = f"llvm.powi.{mangled(element)}.i32"

        def one(
            operands: list[str], element: str = element, exponent: str = exponent, name: str = name
        ) -> str:
            x, n = operands
            if exponent != "i32":
                n = f.let(f"sext {exponent} {n} to i32")
            return intrinsic(f, name, element, [(element, x), ("i32", n)], fast_math(op))

        if t.startswith("<"):
            held.append(_by_lane_of_two(f, t, e, a, n, one))
        else:
            held.append(one([a, n]))
    f.set(op.results[0], held)


def _by_lane_of_two(f: FunctionText, t: str, e: str, a: str, n: str, one: object) -> str:
    assert callable(one)
    count = int(t[1:-1].split(" x ")[0])
    held = "poison"
    for lane in range(count):
        x = f.let(f"extractelement {t} {a}, i64 {lane}")
        k = f.let(f"extractelement {e} {n}, i64 {lane}")
        held = f.let(f"insertelement {t} {held}, {element_of(t)} {one([x, k])}, i64 {lane}")
    return held


@handles("math.ipowi")
def _ipowi(f: FunctionText, op: Operation) -> None:
    held: list[str] = []
    base, power = op.operands
    for t, a, n in zip(pieces(base.type), f.get(base), f.get(power), strict=True):
        element = element_of(t)
        name = f.module.integer_power(element)

        def one(operands: list[str], element: str = element, name: str = name) -> str:
            x, k = operands
            return f.let(f"call {element} {name}({element} {x}, {element} {k})")

        held.append(by_lane(f, t, element, [a, n], one))
    f.set(op.results[0], held)
