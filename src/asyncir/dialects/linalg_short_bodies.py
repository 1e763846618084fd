"""Bodies of `linalg.map` and `linalg.reduce`: of one op only its name is written, of several all."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, TypeVar

from asyncir.dialects.linalg_structured import (
    LinalgYieldOp,
    Structured,
    split_attributes,
)
from asyncir.dialects.syntax import PARENS, write
from asyncir.ir import (
    Attribute,
    Block,
    Operation,
    Parser,
    Printer,
    Region,
    SSAValue,
)

_Value = TypeVar("_Value", bound=SSAValue)


def parse_short_body(parser: Parser) -> tuple[str, dict[str, Attribute]] | None:
    """Parse `{ arith.addf {fastmath = ...} }` if present, the only op of a body."""
    if parser.parse_optional_punctuation("{") is None:
        return None
    name = parser.parse_identifier()
    attributes = parser.parse_optional_attr_dict()
    parser.parse_punctuation("}")
    return name, attributes


def _in_order(arguments: Sequence[_Value], first: int | None) -> list[_Value]:
    """The operands of the only op of a body: the inputs' elements, behind that of output `first` if there is one."""
    if first is None:
        return list(arguments[:-1])
    return [arguments[first], *arguments[:first], *arguments[first + 1 :]]


def _defaults_of(cls: Any) -> dict[str, Attribute]:
    """The properties that an op of the class has if its text does not say otherwise."""
    known = cls.get_irdl_definition().properties.items()
    found = {name: getattr(definition, "default_value", None) for name, definition in known}
    return {name: default for name, default in found.items() if default is not None}


def short_body(
    parser: Parser, short: tuple[str, dict[str, Attribute]], types: Sequence[Attribute], first: int | None
) -> Region:
    """The body with that op: it gets the arguments, the output's (number `first`) before the others if there is one."""
    name, attributes = short
    start = parser.pos
    cls: Any = parser.ctx.get_optional_op(name)
    if cls is None:
        parser.raise_error(f"unregistered op {name}", start, parser.pos)
    block = Block(arg_types=types)
    arguments = list(block.args)
    operands = _in_order(arguments, first)
    mine, others = split_attributes(cls, attributes)
    properties = {**_defaults_of(cls), **mine}
    op = cls.create(operands=operands, result_types=[types[-1]], properties=properties, attributes=others)
    block.add_ops([op, LinalgYieldOp(*op.results)])
    return Region(block)


def short_form(op: Structured, first: int | None) -> Operation | None:
    """The only op of the body, if nothing but its name and attributes have to be said."""
    block = op.body.block
    ops = list(block.ops)
    if len(ops) != 2 or len(ops[0].results) != 1 or tuple(ops[1].operands) != tuple(ops[0].results):
        return None
    arguments = list(block.args)
    if first is None and arguments[-1].uses:
        return None
    wanted = _in_order(arguments, first)
    fits = tuple(ops[0].operands) == tuple(wanted) and bool(wanted) and not ops[0].regions
    return ops[0] if fits and ops[0].results[0].type == arguments[-1].type else None


def print_short(printer: Printer, op: Operation) -> None:
    """Print ` { arith.addf }`."""
    shown = dict(sorted({**op.properties, **op.attributes}.items()))
    defaults = _defaults_of(type(op))
    shown = {name: value for name, value in shown.items() if defaults.get(name) != value}
    write(printer, " { ", op.name, *((shown,) if shown else ()), " }")


def parse_long_body(parser: Parser) -> Region:
    """Parse `(%in: f32, %init: f32) { ... }`."""

    def argument() -> Parser.Argument:
        found = parser.parse_argument()
        location = parser.parse_optional_location()
        if location is not None:
            found.location = location
        return found

    return parser.parse_region(parser.parse_comma_separated_list(PARENS, argument))


def print_long_body(printer: Printer, op: Structured) -> None:
    """Print ` (%in: f32, %init: f32) { ... }`."""
    block = op.body.block
    located = printer.print_debuginfo
    shown = [
        (argument, ": ", argument.type, *((" ", argument.location) if located else ()))
        for argument in block.args
    ]
    with printer.indented():
        write(printer, "\n(", shown, ") ")
        printer.print_region(op.body, print_entry_block_args=False)
