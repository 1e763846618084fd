"""How `vector.print` is written: calls to the runner utilities, as MLIR's lowering makes them."""

from __future__ import annotations

from asyncir.dialects.narrowing import is_integer, is_vector
from asyncir.ir import Attribute, IndexType, Operation, VectorType
from asyncir.lowering.cpu.handlers import handles
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.handlers import intrinsic
from asyncir.lowering.llvm.types import pieces

_PUNCTUATION = {"no_punctuation": "", "comma": "printComma", "open": "printOpen", "close": "printClose"}
_FLOATS = {"float": "printF32", "double": "printF64", "bfloat": "printBF16", "half": "printF16"}


@handles("vector.print", properties=("punctuation", "stringLiteral"))
def _print(f: LlvmFunction, op: Operation) -> None:
    literal = getattr(op.properties.get("stringLiteral"), "data", None)
    if isinstance(literal, str):
        intrinsic(f, "printString", "void", [("ptr", f.module.string(literal))])
        return  # As in MLIR, punctuation is for values.
    if op.operands:
        _print_value(f, op, op.operands[0].type, list(f.get(op.operands[0])))
    text = str(op.properties.get("punctuation", "newline"))
    _call(f, next((call for word, call in _PUNCTUATION.items() if word in text), "printNewline"))


def _call(f: LlvmFunction, name: str) -> None:
    if name:
        intrinsic(f, name, "void", [])


def _print_value(f: LlvmFunction, op: Operation, type_: Attribute, held: list[str]) -> None:
    if not is_vector(type_):
        _print_scalar(f, op, type_, pieces(type_)[0], held[0])
        return
    size, *rest = type_.get_shape() or (1,)
    rows = len(held) // size
    _call(f, "printOpen")
    for i in range(size):
        if i:
            _call(f, "printComma")
        if rest:
            _print_value(f, op, VectorType(type_.element_type, rest), held[i * rows : (i + 1) * rows])
        else:
            lane = f.let(f"extractelement {pieces(type_)[0]} {held[0]}, i64 {i}")
            _print_scalar(f, op, type_.element_type, pieces(type_.element_type)[0], lane)
    _call(f, "printClose")


def _print_scalar(f: LlvmFunction, op: Operation, type_: Attribute, piece: str, operand: str) -> None:
    if isinstance(type_, IndexType):
        name, passed = "printU64", "i64"
    elif is_integer(type_):
        width = type_.width.data
        if width > 64:
            raise refuse(op, "integers above 64 bits cannot be printed")
        unsigned = type_.signedness.data.name == "UNSIGNED" or width == 1
        name, passed = ("printU64" if unsigned and width > 1 else "printI64"), "i64"
        if width < 64:
            operand = f.let(f"{'zext' if unsigned else 'sext'} {piece} {operand} to i64")
    elif piece in _FLOATS:
        name, passed = _FLOATS[piece], piece
        if piece in ("half", "bfloat"):
            operand, passed = f.let(f"bitcast {piece} {operand} to i16"), "i16"
    else:
        raise refuse(op, f"values of type `{type_}` cannot be printed")
    intrinsic(f, name, "void", [(passed, operand)])
