"""The text of function-like ops (`func.func`, `async.func`), as MLIR's function interface prints it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    DictionaryAttr,
    FunctionType,
    LocationAttr,
    Operation,
    Parser,
    Printer,
    Region,
    SSAValue,
    SymbolRefAttr,
    TypeAttribute,
)

_Op = TypeVar("_Op", bound=Operation)

RESERVED = ("sym_name", "function_type", "sym_visibility", "arg_attrs", "res_attrs")
"""Attributes that have their own place in the text."""


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


def _print_location(printer: Printer, location: LocationAttr) -> None:
    printer.print_string(" ")
    printer.print_attribute(location)


def _print_arguments(printer: Printer, function: FunctionText) -> None:
    entry = function.body.blocks.first
    with printer.in_parens():
        for index, type in enumerate(function.function_type.inputs):
            if index:
                printer.print_string(", ")
            if entry is not None:
                printer.print_ssa_value(entry.args[index])
                printer.print_string(": ")
            printer.print_attribute(type)
            printer.print_op_attributes(_attrs_at(function.arg_attrs, index))
            if entry is not None and printer.print_debuginfo:
                _print_location(printer, entry.args[index].location)


def _print_results(printer: Printer, function: FunctionText) -> None:
    types = function.function_type.outputs.data
    if not types:
        return
    printer.print_string(" -> ")
    bare = len(types) == 1 and not isinstance(types[0], FunctionType) and not _attrs_at(function.res_attrs, 0)
    if not bare:
        printer.print_string("(")
    for index, type in enumerate(types):
        if index:
            printer.print_string(", ")
        printer.print_attribute(type)
        printer.print_op_attributes(_attrs_at(function.res_attrs, index))
    if not bare:
        printer.print_string(")")


def print_arrow_types(printer: Printer, types: Sequence[Attribute]) -> None:
    """Print ` -> T` or ` -> (T, U)`, or nothing where there are no types."""
    if not types:
        return
    printer.print_string(" -> ")
    if len(types) == 1 and not isinstance(types[0], FunctionType):
        printer.print_attribute(types[0])
        return
    with printer.in_parens():
        printer.print_list(types, printer.print_attribute)


def parse_arrow_types(parser: Parser) -> list[Attribute]:
    """Parse `-> T` or `-> (T, U)` if present."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    types = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
    return [parser.parse_type()] if types is None else list(types)


def with_attributes(op: _Op, attributes: Mapping[str, Attribute]) -> _Op:
    """The op, with these attributes, too."""
    op.attributes.update(attributes)
    return op


@dataclass(frozen=True)
class CallText:
    """What the text of a direct call says."""

    callee: SymbolRefAttr
    operands: Sequence[SSAValue]
    result_types: Sequence[Attribute]
    attributes: dict[str, Attribute]


def parse_call(parser: Parser) -> CallText:
    """Parse `@callee(%operands) attr-dict : (T) -> U`."""
    callee = SymbolRefAttr(parser.parse_symbol_name())
    names = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation(":")
    at = parser.pos
    type = parser.parse_function_type()
    operands = parser.resolve_operands(names, type.inputs.data, at)
    return CallText(callee, operands, type.outputs.data, attributes)


def print_call(printer: Printer, call: CallText) -> None:
    """Print everything behind the name of a direct call."""
    printer.print_string(" ")
    printer.print_attribute(call.callee)
    printer.print_operands(call.operands)
    printer.print_op_attributes(call.attributes)
    printer.print_string(" : ")
    printer.print_function_type([operand.type for operand in call.operands], call.result_types)
