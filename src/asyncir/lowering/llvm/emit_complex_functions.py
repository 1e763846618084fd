"""How functions of complex numbers are written: by those of the C library, in double precision."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.ir import Operation
from asyncir.lowering.llvm.emit_arith import fast_math, float_text
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import handles, intrinsic
from asyncir.lowering.llvm.types import pieces

_LIBRARY = {
    f"complex.{name}": f"c{name}" for name in ("cos", "exp", "log", "sin", "sqrt", "tan", "tanh", "pow")
}
_PAIR = "{double, double}"
_FLOATS = ("half", "bfloat", "float", "double")

Pair = tuple[str, str]


@handles(*_LIBRARY, properties=("fastmath",))
def _library(f: LlvmFunction, op: Operation) -> None:
    """Two doubles are passed and returned alike on all targets; two floats are not."""
    operands = [_wide(f, op, number) for number in range(len(op.operands))]
    result = _called(f, _LIBRARY[op.name], operands)
    if op.name == "complex.pow":
        result = _one_where_both_are_zero(f, operands, result)
    _set(f, op, result)


@handles("complex.log1p", properties=("fastmath",))
def _log1p(f: LlvmFunction, op: Operation) -> None:
    real, imaginary = _wide(f, op, 0)
    _set(f, op, _called(f, "clog", [(f.let(f"fadd double {real}, 1.0"), imaginary)]))


@handles("complex.expm1", properties=("fastmath",))
def _expm1(f: LlvmFunction, op: Operation) -> None:
    """expm1(a) cos(b) - 2 sin²(b/2), and exp(a) sin(b): the small ones keep their digits."""
    a, b = _wide(f, op, 0)
    less = intrinsic(f, "expm1", "double", [("double", a)])
    cosine = intrinsic(f, "llvm.cos.f64", "double", [("double", b)])
    half = intrinsic(f, "llvm.sin.f64", "double", [("double", f.let(f"fmul double {b}, 0.5"))])
    square = f.let(f"fmul double {half}, {half}")
    twice = f.let(f"fmul double {square}, 2.0")
    real = f.let(f"fsub double {f.let(f'fmul double {less}, {cosine}')}, {twice}")
    sine = intrinsic(f, "llvm.sin.f64", "double", [("double", b)])
    power = intrinsic(f, "llvm.exp.f64", "double", [("double", a)])
    _set(f, op, (real, f.let(f"fmul double {power}, {sine}")))


@handles("complex.rsqrt", properties=("fastmath",))
def _rsqrt(f: LlvmFunction, op: Operation) -> None:
    root = _called(f, "csqrt", [_wide(f, op, 0)])
    _set(f, op, _quotient(f, "double", "", ("1.0", "0.0"), root))


@handles("complex.sign", properties=("fastmath",))
def _sign(f: LlvmFunction, op: Operation) -> None:
    """Zero stays zero."""
    real, imaginary = _wide(f, op, 0)
    size = intrinsic(f, "hypot", "double", [("double", real), ("double", imaginary)])
    zero = f.let(f"fcmp oeq double {size}, 0.0")
    by = f.let(f"select i1 {zero}, double 1.0, double {size}")
    _set(f, op, (f.let(f"fdiv double {real}, {by}"), f.let(f"fdiv double {imaginary}, {by}")))


@handles("complex.angle", properties=("fastmath",))
def _angle(f: LlvmFunction, op: Operation) -> None:
    real, imaginary = _wide(f, op, 0)
    angle = intrinsic(f, "atan2", "double", [("double", imaginary), ("double", real)])
    f.set(op.results[0], [_narrow(f, angle, pieces(op.results[0].type)[0])])


@handles("complex.div", properties=("fastmath",))
def _div(f: LlvmFunction, op: Operation) -> None:
    piece = pieces(op.results[0].type)[0]
    (a, b), (c, d) = f.get(op.operands[0]), f.get(op.operands[1])
    f.set(op.results[0], list(_quotient(f, piece, fast_math(op), (a, b), (c, d))))


def _quotient(f: LlvmFunction, piece: str, flags: str, over: Pair, under: Pair) -> Pair:
    """R. L. Smith, Algorithm 116 (1962): by the larger part of the divisor, so that no square overflows."""

    def of(what: str, x: str, y: str) -> str:
        return f.let(f"{what} {flags}{piece} {x}, {y}")

    (a, b), (c, d) = over, under
    sizes = [intrinsic(f, f"llvm.fabs.{_SUFFIX[piece]}", piece, [(piece, x)]) for x in (c, d)]
    first = f.let(f"fcmp oge {piece} {sizes[0]}, {sizes[1]}")

    def either(x: str, y: str) -> str:
        return f.let(f"select i1 {first}, {piece} {x}, {piece} {y}")

    large, small = either(c, d), either(d, c)
    ratio = of("fdiv", small, large)
    by = of("fadd", large, of("fmul", small, ratio))
    p, q = either(a, b), either(b, a)
    real = of("fdiv", of("fadd", p, of("fmul", q, ratio)), by)
    imaginary = of("fdiv", of("fsub", q, of("fmul", p, ratio)), by)
    return real, either(imaginary, f.let(f"fneg {flags}{piece} {imaginary}"))


_SUFFIX = {"half": "f16", "bfloat": "bf16", "float": "f32", "double": "f64"}


def _one_where_both_are_zero(f: LlvmFunction, operands: Sequence[Pair], result: Pair) -> Pair:
    """0 to the power of 0 is 1, which the library does not say."""
    zeros = [f.let(f"fcmp oeq double {part}, 0.0") for pair in operands for part in pair]
    both = zeros[0]
    for other in zeros[1:]:
        both = f.let(f"and i1 {both}, {other}")
    real, imaginary = (
        f.let(f"select i1 {both}, double {float_text(number, 'double')}, double {part}")
        for number, part in zip((1.0, 0.0), result, strict=True)
    )
    return real, imaginary


def _called(f: LlvmFunction, name: str, operands: Sequence[Pair]) -> Pair:
    parts = [part for pair in operands for part in pair]
    f.module.declare(name, f"{_PAIR} @{name}({', '.join('double' for _ in parts)})")
    whole = f.let(f"call {_PAIR} @{name}({', '.join(f'double {part}' for part in parts)})")
    return f.let(f"extractvalue {_PAIR} {whole}, 0"), f.let(f"extractvalue {_PAIR} {whole}, 1")


def _wide(f: LlvmFunction, op: Operation, number: int) -> Pair:
    """An operand in double precision."""
    operand = op.operands[number]
    piece = pieces(operand.type)[0]
    if piece not in _FLOATS:
        raise refuse(op, f"`{op.name}` on this type has no native form")
    real, imaginary = f.get(operand)
    if piece == "double":
        return real, imaginary
    return f.let(f"fpext {piece} {real} to double"), f.let(f"fpext {piece} {imaginary} to double")


def _narrow(f: LlvmFunction, value: str, piece: str) -> str:
    return value if piece == "double" else f.let(f"fptrunc double {value} to {piece}")


def _set(f: LlvmFunction, op: Operation, result: Pair) -> None:
    piece = pieces(op.results[0].type)[0]
    f.set(op.results[0], [_narrow(f, part, piece) for part in result])
