"""What the verifiers of several dialects share: calls, symbols, functions, lists of types."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    FunctionType,
    Operation,
    Region,
    SSAValue,
    StringAttr,
    SymbolRefAttr,
    VerifyException,
)

SymbolLookup = Callable[[SymbolRefAttr], Operation | None]
"""Finds the op that a symbol names, seen from the op that uses it."""


class SymbolFault(VerifyException):
    """A symbol that names nothing, or something of the wrong kind."""

    def __init__(self, symbol: SymbolRefAttr, expected: str, found: Operation | None):
        name = symbol_text(symbol)
        what = "does not name anything" if found is None else f"names a {found.name}"
        super().__init__(f"{name} {what}; {expected} is needed here")
        self.symbol = symbol
        self.found = found


class CodedFault(VerifyException):
    """A fault with a page of its own in the catalog; it may be one operand's (a negative number counts
    from the last), or that of an op inside.
    """

    def __init__(
        self,
        code: str,
        message: str,
        operand: SSAValue | int | None = None,
        help: str = "",
        notes: Sequence[tuple[str, Operation | SSAValue]] = (),
        inside: Operation | None = None,
    ):
        super().__init__(message)
        self.code = code
        self.inside = inside
        self.operand = operand
        self.help = help
        self.notes = tuple(notes)


class OperandFault(CodedFault):
    """A fault that is one operand's."""

    def __init__(self, message: str, operand: SSAValue):
        super().__init__("V001", message, operand)


def symbol_text(symbol: SymbolRefAttr) -> str:
    """The symbol as it is written."""
    return "::".join("@" + name.data for name in (symbol.root_reference, *symbol.nested_references))


def check_types(values: Sequence[SSAValue], expected: Sequence[Attribute], message: str) -> None:
    """Raise unless the values have the expected types."""
    if len(values) != len(expected):
        raise VerifyException(f"{message}: expected {len(expected)} values, got {len(values)}")
    for value, type in zip(values, expected, strict=True):
        if value.type != type:
            raise OperandFault(f"{message}: expected {type}, got {value.type}", value)


def verify_call(
    operands: Sequence[SSAValue], results: Sequence[Attribute], type: FunctionType, callee: Operation
) -> None:
    """Raise unless a call with these operands and results fits the function type."""

    def fault(message: str, operand: SSAValue | None = None) -> CodedFault:
        return CodedFault("V006", message, operand, notes=(("the callee is declared here", callee),))

    def check_count(what: str, got: int, expected: int) -> None:
        if got != expected:
            raise fault(f"incorrect number of {what} for callee: expected {expected}, got {got}")

    check_count("operands", len(operands), len(type.inputs))
    for index, (operand, expected) in enumerate(zip(operands, type.inputs, strict=True)):
        if operand.type != expected:
            raise fault(
                f"operand type mismatch: expected operand type {expected}, but provided {operand.type} "
                f"for operand number {index}",
                operand,
            )
    check_count("results", len(results), len(type.outputs))
    for index, (result, expected) in enumerate(zip(results, type.outputs, strict=True)):
        if result != expected:
            raise fault(f"result type mismatch at index {index}: expected {expected}, but provided {result}")


def verify_function(op: Operation, type: FunctionType, body: Region, visibility: StringAttr | None) -> None:
    """Raise unless the body's arguments fit the signature and the visibility is one."""
    if visibility is not None and visibility.data not in ("public", "private", "nested"):
        raise VerifyException(f"visibility expected to be one of [public, private, nested], got {visibility}")
    entry = body.blocks.first
    if entry is None:
        if visibility is None or visibility.data == "public":
            raise VerifyException(f"symbol declaration cannot have public visibility: {op.name} has no body")
        return
    if tuple(entry.arg_types) != type.inputs.data:
        raise VerifyException("entry block arguments do not have the types of the function's inputs")


def verify_dialect_attributes(what: str, attrs: ArrayAttr[DictionaryAttr] | None) -> None:
    """Raise unless the names of all attributes of arguments or results begin with a dialect."""
    for each in () if attrs is None else attrs.data:
        for name in each.data:
            if "." not in name:
                raise VerifyException(
                    f"{what} may only have dialect attributes, and '{name}' names no dialect"
                )
