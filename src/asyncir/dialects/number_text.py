"""Numbers that a text writes or computes: a literal is a property of its op, what is computed an operand."""

from __future__ import annotations

from asyncir.ir import IndexType, IntegerAttr, Parser, SSAValue, i64

Number = int | SSAValue
"""What is written as a literal, or computed."""

_LIMIT = 1 << 63
"""Literals are signed and have 64 bits."""


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
    start = parser.pos
    number = parser.expect(
        lambda: parser.parse_optional_integer(allow_boolean=False),
        "a number, or a value of type index, is needed",
    )
    if not -_LIMIT <= number < _LIMIT:
        parser.raise_error(
            f"{number} is out of range: the numbers here are signed and have 64 bits", start, parser.pos
        )
    return number
