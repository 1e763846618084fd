"""How the complex dialect is written: a complex number is its real and its imaginary part."""

from __future__ import annotations

from typing import cast

from asyncir.ir import ArrayAttr, Attribute, FloatAttr, Operation
from asyncir.lowering.llvm.emit_arith import fast_math, float_text
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import handles, handles_pieces, intrinsic
from asyncir.lowering.llvm.types import pieces


@handles("complex.create")
def _create(f: LlvmFunction, op: Operation) -> None:
    f.set(op.results[0], [f.one(op.operands[0]), f.one(op.operands[1])])


@handles("complex.re", "complex.im", properties=("fastmath",))
def _part(f: LlvmFunction, op: Operation) -> None:
    f.set(op.results[0], [f.get(op.operands[0])[op.name == "complex.im"]])


@handles("complex.constant", properties=("value",))
def _constant(f: LlvmFunction, op: Operation) -> None:
    value = op.properties["value"]
    piece = pieces(op.results[0].type)[0]
    parts = cast("ArrayAttr[Attribute]", value).data if isinstance(value, ArrayAttr) else ()
    numbers = [v.value.data for v in parts if isinstance(v, FloatAttr)]
    if len(numbers) != 2:
        raise refuse(op, "this constant has no native form")
    f.set(op.results[0], [float_text(number, piece) for number in numbers])


@handles_pieces("complex.add", "complex.sub", properties=("fastmath",))
def _add(f: LlvmFunction, op: Operation, t: str, a: str, b: str) -> str:
    instruction = "fadd" if op.name == "complex.add" else "fsub"
    return f.let(f"{instruction} {fast_math(op)}{t} {a}, {b}")


@handles("complex.mul", properties=("fastmath",))
def _mul(f: LlvmFunction, op: Operation) -> None:
    piece, flags = pieces(op.results[0].type)[0], fast_math(op)
    (a, b), (c, d) = f.get(op.operands[0]), f.get(op.operands[1])

    def times(x: str, y: str) -> str:
        return f.let(f"fmul {flags}{piece} {x}, {y}")

    real = f.let(f"fsub {flags}{piece} {times(a, c)}, {times(b, d)}")
    imaginary = f.let(f"fadd {flags}{piece} {times(b, c)}, {times(a, d)}")
    f.set(op.results[0], [real, imaginary])


@handles("complex.neg", "complex.conj", properties=("fastmath",))
def _negate(f: LlvmFunction, op: Operation) -> None:
    piece, flags = pieces(op.results[0].type)[0], fast_math(op)
    real, imaginary = f.get(op.operands[0])
    if op.name == "complex.neg":
        real = f.let(f"fneg {flags}{piece} {real}")
    f.set(op.results[0], [real, f.let(f"fneg {flags}{piece} {imaginary}")])


@handles("complex.eq", "complex.neq")
def _compare(f: LlvmFunction, op: Operation) -> None:
    piece = pieces(op.operands[0].type)[0]
    same = op.name == "complex.eq"
    pairs = zip(f.get(op.operands[0]), f.get(op.operands[1]), strict=True)
    a, b = (f.let(f"fcmp {'oeq' if same else 'une'} {piece} {x}, {y}") for x, y in pairs)
    f.set(op.results[0], [f.let(f"{'and' if same else 'or'} i1 {a}, {b}")])


@handles("complex.abs", properties=("fastmath",))
def _abs(f: LlvmFunction, op: Operation) -> None:
    """The square root of the sum of squares would overflow early; the C library's hypot does not."""
    piece = pieces(op.results[0].type)[0]
    if piece not in ("float", "double"):
        raise refuse(op, "`complex.abs` on this type has no native form")
    name = "hypot" if piece == "double" else "hypotf"
    real, imaginary = f.get(op.operands[0])
    f.set(op.results[0], [intrinsic(f, name, piece, [(piece, real), (piece, imaginary)])])
