"""The text of function-like ops (`func.func`, `async.func`), as MLIR's function interface prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from operator import methodcaller
from typing import Any

from asyncir.dialects.syntax import (
    ATTRIBUTES,
    FUNCTION_TYPE,
    OPERAND,
    PARENS,
    POSITION,
    Piece,
    Reader,
    listed,
    read,
    write,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    DictionaryAttr,
    FunctionType,
    Parser,
    Printer,
    SSAValue,
    TypeAttribute,
)

RESERVED = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
"""Attributes that have their own place in the text."""

CALLEE: Reader = methodcaller("parse_symbol_name")


def attr_list(attrs: Sequence[dict[str, Attribute]]) -> ArrayAttr[DictionaryAttr] | None:
    """The attributes of arguments or results; None where there are none."""
    return ArrayAttr([DictionaryAttr(a) for a in attrs]) if any(attrs) else None


def parse_arguments(
    parser: Parser,
) -> tuple[list[Parser.Argument], list[TypeAttribute], list[dict[str, Attribute]]]:
    """Parse `(%a: T {...}, ...)` or `(T {...}, ...)`: the arguments with names, the types, and the attributes of each."""
    arguments: list[Parser.Argument] = []
    types: list[TypeAttribute] = []
    attrs: list[dict[str, Attribute]] = []

    def parse_one() -> None:
        argument = parser.parse_optional_argument()
        if argument is None:
            if arguments:
                parser.raise_error("expected SSA identifier")
            types.append(parser.parse_type())
        else:
            if len(arguments) != len(types):
                parser.raise_error("expected type instead of SSA identifier")
            arguments.append(argument)
            assert isinstance(argument.type, TypeAttribute)
            types.append(argument.type)
        attrs.append(parser.parse_optional_attr_dict())
        location = parser.parse_optional_location()
        if argument is not None and location is not None:
            argument.location = location

    parser.parse_comma_separated_list(parser.Delimiter.PAREN, parse_one)
    return arguments, types, attrs


def parse_results(parser: Parser) -> tuple[list[TypeAttribute], list[dict[str, Attribute]]]:
    """Parse `-> T` or `-> (T {...}, ...)` if present: the types, and the attributes of each."""
    types: list[TypeAttribute] = []
    attrs: list[dict[str, Attribute]] = []

    def parse_one() -> None:
        types.append(parser.parse_type())
        attrs.append(parser.parse_optional_attr_dict())

    if parser.parse_optional_punctuation("->"):
        listed = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parse_one)
        if listed is None:
            types.append(parser.parse_type())
            attrs.append({})
    return types, attrs


def _attrs_at(attrs: ArrayAttr[DictionaryAttr] | None, index: int) -> dict[str, Attribute]:
    return dict(attrs.data[index].data) if attrs is not None and index < len(attrs.data) else {}


def print_arguments(
    printer: Printer, type: FunctionType, attrs: ArrayAttr[DictionaryAttr] | None, entry: Block | None
) -> None:
    """Print `(%a: T {...}, ...)`, or `(T {...}, ...)` where there is no first block."""
    of_arguments: Any = getattr(printer, "attributes_of_arguments", nullcontext)
    with printer.in_parens():
        for index, each in enumerate(type.inputs):
            name = () if entry is None else (entry.args[index], ": ")
            write(printer, ", " if index else "", *name, each)
            with nullcontext() if entry is None else of_arguments():
                write(printer, _attrs_at(attrs, index))
            if entry is not None and printer.print_debuginfo:
                write(printer, " ", entry.args[index].location)


def print_results(printer: Printer, type: FunctionType, attrs: ArrayAttr[DictionaryAttr] | None) -> None:
    """Print ` -> T` or ` -> (T {...}, ...)`, or nothing where there are no results."""
    types = type.outputs.data
    shown = [(each, _attrs_at(attrs, index)) for index, each in enumerate(types)]
    if len(types) == 1 and not isinstance(types[0], FunctionType) and not shown[0][1]:
        write(printer, " -> ", types[0])
    elif types:
        write(printer, " -> (", shown, ")")


def parse_call(parser: Parser, callee: Reader) -> list[Any]:
    """Parse `callee(%operands) attr-dict : (T) -> U`: what is called, the operands, the attributes, and the type."""
    pieces = (callee, listed(OPERAND, PARENS), ATTRIBUTES, ":", POSITION, FUNCTION_TYPE)
    called, names, attributes, at, type = read(parser, *pieces)
    return [called, parser.resolve_operands(names, type.inputs.data, at), attributes, type]


def print_call(
    printer: Printer,
    callee: Piece,
    operands: Sequence[SSAValue],
    attributes: Mapping[str, Attribute],
    results: Sequence[Attribute],
) -> None:
    """Print everything behind the name of a call."""
    write(printer, " ", callee, "(", operands, ")", attributes, " : ")
    printer.print_function_type([operand.type for operand in operands], results)
