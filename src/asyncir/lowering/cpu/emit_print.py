"""How `vector.print` is written: calls to the runner utilities, as MLIR's lowering makes them."""

from __future__ import annotations

from asyncir.dialects.narrowing import is_integer, is_vector
from asyncir.ir import Attribute, IndexType, Operation, VectorType
from asyncir.lowering.cpu.handlers import handles
from asyncir.lowering.llvm.function_text import LlvmFunction, refuse
from asyncir.lowering.llvm.types import pieces

_PUNCTUATION = {0: "", 1: "printNewline", 2: "printComma", 3: "printOpen", 4: "printClose"}
_FLOATS = {"float": "printF32", "double": "printF64", "bfloat": "printBF16", "half": "printF16"}


@handles("vector.print", properties=("punctuation", "stringLiteral"))
def _print(f: LlvmFunction, op: Operation) -> None:
    literal = getattr(op.properties.get("stringLiteral"), "data", None)
    if isinstance(literal, str):
        f.module.declare("printString", "void @printString(ptr)")
        f.do(f"call void @printString(ptr {f.module.string(literal)})")
        return  # As in MLIR, punctuation is for values.
    if op.operands:
        _print_value(f, op, op.operands[0].type, list(f.get(op.operands[0])))
    _print_punctuation(f, op)


def _print_punctuation(f: LlvmFunction, op: Operation) -> None:
    text = str(op.properties.get("punctuation", "newline"))
    for word, function in (
        ("no_punctuation", ""),
        ("comma", "printComma"),
        ("open", "printOpen"),
        ("close", "printClose"),
    ):
        if word in text:
            if function:
                _call(f, function)
            return
    _call(f, "printNewline")


def _call(f: LlvmFunction, name: str) -> None:
    f.module.declare(name, f"void @{name}()")
    f.do(f"call void @{name}()")


def _print_value(f: LlvmFunction, op: Operation, type_: Attribute, held: list[str]) -> None:
    if not is_vector(type_):
        _print_scalar(f, op, type_, pieces(type_)[0], held[0])
        return
    shape = type_.get_shape()
    if len(shape) <= 1:
        _print_row(f, op, type_, held[0])
        return
    rows = len(held) // shape[0]
    inner = VectorType(type_.element_type, shape[1:])
    _call(f, "printOpen")
    for i in range(shape[0]):
        if i:
            _call(f, "printComma")
        _print_value(f, op, inner, held[i * rows : (i + 1) * rows])
    _call(f, "printClose")


def _print_row(f: LlvmFunction, op: Operation, type_: VectorType[Attribute], row: str) -> None:
    (piece,) = pieces(type_)
    element = pieces(type_.element_type)[0]
    _call(f, "printOpen")
    for lane in range(type_.get_shape()[0] if type_.get_shape() else 1):
        if lane:
            _call(f, "printComma")
        _print_scalar(f, op, type_.element_type, element, f.let(f"extractelement {piece} {row}, i64 {lane}"))
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
    f.module.declare(name, f"void @{name}({passed})")
    f.do(f"call void @{name}({passed} {operand})")
