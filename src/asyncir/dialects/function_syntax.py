"""The text of function-like ops (`func.func`, `async.func`), as MLIR's function interface prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
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
    DictionaryAttr,
    FunctionType,
    Parser,
    Printer,
    Region,
    SSAValue,
    TypeAttribute,
)

RESERVED = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
"""Attributes that have their own place in the text."""

CALLEE: Reader = methodcaller("parse_symbol_name")


@dataclass(frozen=True)
class FunctionText:
    """What the text of a function says."""

    name: str
    function_type: FunctionType
    visibility: str | None
    arg_attrs: ArrayAttr[DictionaryAttr] | None
    res_attrs: ArrayAttr[DictionaryAttr] | None
    attributes: dict[str, Attribute]
    body: Region


def parse_function(parser: Parser) -> FunctionText:
    """Parse all of a function-like op behind its name."""
    visibility = parser.parse_optional_visibility_keyword()
    name = parser.parse_symbol_name()
    arguments, arg_types, arg_attrs = _parse_arguments(parser)
    res_types, res_attrs = _parse_results(parser)
    extra = parser.parse_optional_attr_dict_with_keyword(RESERVED[:3])
    declared = parser.pos
    body = parser.parse_optional_region(arguments)
    if body is not None and not arguments and arg_types:
        parser.raise_error("the arguments of a function with a body need names", declared)
    return FunctionText(
        name.data,
        FunctionType.from_lists(arg_types, res_types),
        None if visibility is None else visibility.data,
        _attr_list(arg_attrs),
        _attr_list(res_attrs),
        {} if extra is None else dict(extra.data),
        Region() if body is None else body,
    )


def _attr_list(attrs: Sequence[dict[str, Attribute]]) -> ArrayAttr[DictionaryAttr] | None:
    return ArrayAttr([DictionaryAttr(a) for a in attrs]) if any(attrs) else None


def _parse_arguments(
    parser: Parser,
) -> tuple[list[Parser.Argument], list[TypeAttribute], list[dict[str, Attribute]]]:
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


def _parse_results(parser: Parser) -> tuple[list[TypeAttribute], list[dict[str, Attribute]]]:
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


def print_function(printer: Printer, function: FunctionText) -> None:
    """Print all of a function-like op behind its name."""
    printer.print_string(" ")
    if function.visibility is not None:
        printer.print_string(function.visibility + " ")
    printer.print_symbol_name(function.name)
    _print_arguments(printer, function)
    _print_results(printer, function)
    printer.print_op_attributes(function.attributes, print_keyword=True)
    if function.body.blocks:
        printer.print_string(" ")
        printer.print_region(function.body, print_entry_block_args=False, print_empty_block=False)


def _attrs_at(attrs: ArrayAttr[DictionaryAttr] | None, index: int) -> dict[str, Attribute]:
    return dict(attrs.data[index].data) if attrs is not None and index < len(attrs.data) else {}


def _print_arguments(printer: Printer, function: FunctionText) -> None:
    entry = function.body.blocks.first
    with printer.in_parens():
        for index, type in enumerate(function.function_type.inputs):
            name = () if entry is None else (entry.args[index], ": ")
            write(printer, ", " if index else "", *name, type, _attrs_at(function.arg_attrs, index))
            if entry is not None and printer.print_debuginfo:
                write(printer, " ", entry.args[index].location)


def _print_results(printer: Printer, function: FunctionText) -> None:
    types = function.function_type.outputs.data
    shown = [(type, _attrs_at(function.res_attrs, index)) for index, type in enumerate(types)]
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
