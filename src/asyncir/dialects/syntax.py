"""How ops whose text no declared format describes are read and written: piece by piece, in the order of the text."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter, methodcaller
from typing import Any, TypeVar, Union, cast

from xdsl.ir import Data

from asyncir.ir import (
    Attribute,
    AttrParser,
    Block,
    FunctionType,
    IRDLOperation,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    Region,
    SSAValue,
)

_Op = TypeVar("_Op", bound=Operation)
_Type = TypeVar("_Type", bound=Attribute)

Reader = Callable[[Parser], Any]
"""Parses one piece of text."""

OPERAND: Reader = methodcaller("parse_unresolved_operand")
ARGUMENT: Reader = methodcaller("parse_argument", expect_type=False)
INTEGER: Reader = methodcaller("parse_integer")
POSITION: Reader = attrgetter("pos")
TYPE: Reader = methodcaller("parse_type")
FUNCTION_TYPE: Reader = methodcaller("parse_function_type")
REGION: Reader = methodcaller("parse_region")
ATTRIBUTES: Reader = methodcaller("parse_optional_attr_dict")
PARENS, SQUARES = Parser.Delimiter.PAREN, Parser.Delimiter.SQUARE


class InAngleBrackets(Data[Any]):
    """An attribute whose text is that of the base class that follows, in angle brackets."""

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> Any:
        """Parse `<...>`."""
        with parser.in_angle_brackets():
            return super().parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        """Print `<...>`."""
        with printer.in_angle_brackets():
            super().print_parameter(printer)


def is_named(parser: Parser) -> bool:
    """Whether the text names results of the op that is parsed."""
    before: str = cast(Any, parser).text_before_op()
    return before.rstrip().endswith("=")


def read(parser: Parser, *pieces: str | Reader) -> list[Any]:
    """Parse pieces one behind the other, each a word, a punctuation or a reader; gives what the readers have read."""
    found: list[Any] = []
    for piece in pieces:
        if not isinstance(piece, str):
            found.append(piece(parser))
        elif piece.isidentifier():
            parser.parse_keyword(piece)
        else:
            parser.parse_punctuation(cast(Any, piece))
    return found


def listed(reader: Reader, delimiter: Parser.Delimiter = Parser.Delimiter.NONE) -> Reader:
    """Reads a list with commas."""
    return lambda parser: parser.parse_comma_separated_list(delimiter, lambda: reader(parser))


def given(start: str, *pieces: str | Reader) -> Reader:
    """Reads pieces, one of them a reader, if they start with this word or punctuation; gives None if they do not."""

    def parse(parser: Parser) -> Any:
        skip = parser.parse_optional_keyword if start.isidentifier() else parser.parse_optional_punctuation
        return None if skip(cast(Any, start)) is None else read(parser, *pieces)[0]

    return parse


def parse_type_of(parser: Parser, kind: type[_Type], what: str) -> _Type:
    """Parse a type that has to be of a class; `what` names it."""
    start = parser.pos
    type_ = parser.parse_type()
    if not isinstance(type_, kind):
        parser.raise_error(f"invalid kind of type specified: expected {what}", start, parser.pos)
    return type_


def parse_typed_values(parser: Parser) -> list[SSAValue]:
    """Parse `%a, %b : T, U`."""
    names, at, types = read(parser, listed(OPERAND), ":", POSITION, listed(TYPE))
    return list(parser.resolve_operands(names, types, at))


def parse_arrow_types(parser: Parser) -> list[Attribute]:
    """Parse `-> T` or `-> (T, U)` if present."""
    if parser.parse_optional_punctuation("->") is None:
        return []
    types = parser.parse_optional_comma_separated_list(PARENS, parser.parse_type)
    return [parser.parse_type()] if types is None else list(types)


def parse_attributes(
    op: type[IRDLOperation], parser: Parser, properties: dict[str, Attribute]
) -> dict[str, Attribute]:
    """Parse an attribute dictionary; what the op has as a property goes into `properties`."""
    attributes = parser.parse_optional_attr_dict()
    if attributes:
        known = op.get_irdl_definition().properties
        for name in [name for name in attributes if name in known]:
            properties[name] = attributes.pop(name)
    return attributes


def parsed(
    op: type[_Op],
    operands: Sequence[SSAValue],
    types: Sequence[Attribute],
    properties: Mapping[str, Attribute],
    attributes: Mapping[str, Attribute],
) -> _Op:
    """An op of what its text has given."""
    return op.create(operands=operands, result_types=types, properties=properties, attributes=attributes)


def with_attributes(op: _Op, attributes: Mapping[str, Attribute]) -> _Op:
    """The op, with these attributes, too."""
    op.attributes.update(attributes)
    return op


Piece = Union[str, int, SSAValue, Attribute, Block, Mapping[str, Attribute], "Sequence[Piece]"]
"""What can be written: text, a value by its name, an attribute or type, a block by its label, attributes as a dictionary
behind a blank (nothing where there are none), or pieces with commas between them, of which a tuple stands for several.
"""


_METHODS: tuple[tuple[type, str], ...] = (
    (str, "print_string"),
    (SSAValue, "print_operand"),
    (Attribute, "print_attribute"),
    (int, "print_int"),
    (Block, "print_block_name"),
    (Mapping, "print_op_attributes"),
)


@cache
def _method(kind: type) -> str | None:
    """The method of a printer for pieces of a class; None for lists."""
    return next((method for base, method in _METHODS if issubclass(kind, base)), None)


def write(printer: Printer, *pieces: Piece) -> None:
    """Print pieces one behind the other."""
    for piece in pieces:
        method = _method(type(piece))
        if method is not None:
            getattr(printer, method)(piece)
            continue
        assert isinstance(piece, Sequence)
        for index, each in enumerate(piece):
            if index:
                printer.print_string(", ")
            write(printer, *(each if isinstance(each, tuple) else (each,)))


def typed(values: Sequence[SSAValue]) -> tuple[Piece, ...]:
    """`%a, %b : T, U`."""
    return (values, " : ", [value.type for value in values])


def arrow(types: Sequence[Attribute]) -> tuple[Piece, ...]:
    """` -> T` or ` -> (T, U)`, or nothing where there are no types."""
    if len(types) == 1 and not isinstance(types[0], FunctionType):
        return (" -> ", types[0])
    return (" -> (", types, ")") if types else ()


def write_body(printer: Printer, region: Region, *, terminator: bool = True) -> None:
    """Print a region whose arguments are named before it, without its terminator where that says nothing."""
    printer.print_region(
        region, print_entry_block_args=False, print_empty_block=False, print_block_terminators=terminator
    )


def BODY(parser: Parser) -> Region:
    """Parse a region, which has a block even if nothing is written in it."""
    body = parser.parse_region()
    if not body.blocks:
        body.add_block(Block())
    return body


def ended(region: Region, terminator: Callable[[], Operation]) -> Region:
    """The region, with the terminator that its text may leave out; an empty region gets a block for it."""
    if not region.blocks:
        region.add_block(Block())
    block = region.blocks[-1]
    if block.last_op is None or not block.last_op.has_trait(IsTerminator, value_if_unregistered=True):
        block.add_op(terminator())
    return region


def keyword_attributes(parser: Parser) -> Mapping[str, Attribute]:
    """Parse `attributes {...}` if present."""
    attributes = parser.parse_optional_attr_dict_with_keyword()
    return {} if attributes is None else attributes.data
