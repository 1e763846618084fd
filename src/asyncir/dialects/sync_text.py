"""The pieces of text of which ops on resources are made: names in quotes, and numbers that are literal or computed."""

from __future__ import annotations

import json

from asyncir.dialects.syntax import Reader, given
from asyncir.ir import Block, IndexType, IntegerAttr, Parser, Region, SSAValue, StringAttr, i64

Number = int | SSAValue
"""What is written as a literal, or computed."""


def NAME(parser: Parser) -> str:
    """Parse `"name"`."""
    return parser.parse_str_literal()


def optional_name(word: str) -> Reader:
    """Reads `word "name"`, if it is there."""
    return given(word, NAME)


def text(name: StringAttr) -> str:
    """The name in quotes."""
    return json.dumps(name.data, ensure_ascii=False)


def literal(number: Number | None) -> IntegerAttr | None:
    """The property of a number that is written."""
    return IntegerAttr(number, i64) if isinstance(number, int) else None


def computed(number: Number | None) -> list[SSAValue]:
    """The operand of a number that is computed."""
    return [number] if isinstance(number, SSAValue) else []


def number(literal: IntegerAttr | None, computed: SSAValue | None) -> Number | None:
    """The number of a property or an operand; None where there is neither."""
    if computed is not None:
        return computed
    return None if literal is None else literal.value.data


def parse_number(parser: Parser) -> Number:
    """Parse `3` or `%n`."""
    name = parser.parse_optional_unresolved_operand()
    if name is not None:
        return parser.resolve_operand(name, IndexType())
    return parser.expect(
        lambda: parser.parse_optional_integer(allow_boolean=False),
        "a number, or a value of type index, is needed",
    )


def parse_body(parser: Parser) -> Region:
    """Parse a region, which has a block even if nothing is written in it."""
    body = parser.parse_region()
    if not body.blocks:
        body.add_block(Block())
    return body
