"""Ops of dialects that asyncir does not have, in a style of their own: the text is kept as it is written.

    npu.set[<DMA>, <CORE>, %slot]
    %m = npu.at(%c0) : memref<16xf32, "tile">
    npu.copy ins(%a : memref<4xf32>) outs(%b : memref<4xf32>) pad = false

Of such a text the values are found, which are the op's operands: those in `ins(...)` and `outs(...)` first, then the others;
an attribute dictionary; regions; and, of an op with results, the types behind `->`, behind the last `to` or `into`, or behind
the last colon. All else is kept as text, in the property `written`: `%0` is the first operand there, `%{}` the dictionary,
`%[]` a region. The text ends with its line, outside of brackets, unless the next line can only go on with it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Self, cast

from asyncir.dialects.foreign import NO_ATTRIBUTES, SEGMENTS, ForeignOp, foreign_op, known_results
from asyncir.dialects.syntax import write
from asyncir.ir import (
    Attribute,
    DenseArrayBase,
    MLIRTokenKind,
    Parser,
    Printer,
    Region,
    SSAValue,
    StringAttr,
    i32,
)

WRITTEN = "written"
"""The property that has the text."""

_CLOSED_BY = dict(zip("([{<", ")]}>", strict=True))
DICTIONARY = "%{}"
REGION = "%[]"
_PLACE = re.compile(r"%%|%(\d+)|%\{\}|%\[\]")
_BEGINS_REGION = re.compile(
    r"\{(?:\s|//.*)*(?:[%^]|\"[^\"]*\"\s*\(|(?!\d)[\w$.]+(?![\w$.])(?!\s*[=,}]))|\{\s*\n\s*([\w$]+\.[\w$.]+\s*)?\}"
)
"""What no dictionary of attributes begins with: `{ %x = `, `{ ^bb0`, `{ npu.op %x`; or one op or none, on lines."""
_GOES_ON = re.compile(r"(?:ins|outs)\s*\(|[A-Za-z_][\w$]*\s*=[^=]|->|[:,\[(]|\{(?!-#)")
"""What a line begins with that goes on with the op of the line before."""
_NEXT_OP = re.compile(r"%[^=\n]*=(?!=)|\w+\.[\w$.]+|return\b")
"""What a line begins with that is the op behind one that is only a name."""
_RESULTS = re.compile(r"((?:%[\w$.-]+(?:\s*:\s*\d+)?\s*,\s*)*%[\w$.-]+(?:\s*:\s*\d+)?)\s*=\s*$")


class WrittenOp(ForeignOp):
    """An op whose text behind its name is kept."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse whatever is written up to the end of the line."""
        text = _Text(parser)
        text.read()
        made = cls.of(text.written(), text.ins, text.outs, text.others, text.attributes, text.types())
        for region in text.regions:
            made.add_region(region)
        return made

    @classmethod
    def of(
        cls,
        written: str,
        inputs: Sequence[SSAValue] = (),
        outputs: Sequence[SSAValue] = (),
        others: Sequence[SSAValue] = (),
        attributes: Mapping[str, Attribute] = NO_ATTRIBUTES,
        types: Sequence[Attribute] = (),
    ) -> Self:
        """The op with this text, in which `%n` is operand n."""
        properties: dict[str, Attribute] = {WRITTEN: StringAttr(written)}
        if inputs or outputs:
            sizes = [len(inputs), len(outputs), *([len(others)] if others else [])]
            properties[SEGMENTS] = DenseArrayBase.from_list(i32, sizes)
        return cls.create(
            operands=[*inputs, *outputs, *others],
            result_types=types,
            attributes=attributes,
            properties=properties,
        )

    @property
    def written(self) -> str:
        """The text behind the name, with `%n` for operand n and `%{}` for the attribute dictionary."""
        return cast("StringAttr", self.properties[WRITTEN]).data

    def print(self, printer: Printer) -> None:
        """Print the text behind the name."""
        at, has_place, text, regions = 0, False, self.written, iter(self.regions)
        for match in _PLACE.finditer(text):
            printer.print_string(text[at : match.start()])
            at = match.end()
            if match[0] == DICTIONARY:
                has_place = True
                self._print_attributes(printer)
            elif match[0] == REGION:
                printer.print_region(next(regions))
            elif match[1] is None:
                printer.print_string("%")
            else:
                printer.print_ssa_value(self.operands[int(match[1])])
        printer.print_string(text[at:])
        if not has_place:
            self._print_attributes(printer)

    def _print_attributes(self, printer: Printer) -> None:
        if self.attributes:
            write(printer, self.attributes)


def begins_region(text: str, at: int) -> bool:
    """Whether a brace opens a region there, and no dictionary of attributes."""
    return _BEGINS_REGION.match(text, at) is not None


@cache
def written_class(op_type: type[ForeignOp]) -> type[WrittenOp]:
    """The class of an op of this name whose text is kept."""
    members = {"name": op_type.name, "check": op_type.check, "__doc__": WrittenOp.__doc__}
    return cast("type[WrittenOp]", type("WrittenOp", (WrittenOp,), members))


def written_op(name: str) -> type[WrittenOp]:
    """The class of an op of another dialect, by its name, whose text is kept."""
    return written_class(foreign_op(name)[0])


@dataclass
class _Text:
    """The text of an op while it is read."""

    parser: Any
    ins: list[SSAValue] = field(default_factory=list[SSAValue])
    outs: list[SSAValue] = field(default_factory=list[SSAValue])
    others: list[SSAValue] = field(default_factory=list[SSAValue])
    attributes: dict[str, Attribute] = field(default_factory=dict[str, Attribute])
    pieces: list[str | tuple[list[SSAValue], int]] = field(
        default_factory=list["str | tuple[list[SSAValue], int]"]
    )
    """Text, and values: in which list, at which place."""
    types_at: int | None = None
    """Where the types of the results begin, if there are any."""
    has_arrow: bool = False
    regions: list[Region] = field(default_factory=list[Region])
    open: list[str] = field(default_factory=list[str])
    """What closes the brackets that are open."""

    def read(self) -> None:
        """Read to the end of the op."""
        into, at = self.others, self.parser.end_of_name()
        begin = at
        while not self._is_over(at, begin):
            token = self.parser._current_token
            if token.start > at:
                self.pieces.append(" ")
            at = token.start
            if token.kind is MLIRTokenKind.PERCENT_IDENT:
                self._value(into)
            elif token.text == "{" and not self.open and self._is_region(token):
                self.pieces.append(REGION)
                self.regions.append(self.parser.parse_region())
            elif token.text == "{" and not self.open:
                if DICTIONARY in self.pieces:
                    self.parser.fail("T001", "an operation has one dictionary of attributes", token.span)
                self.attributes |= self.parser.parse_optional_attr_dict()
                if self.pieces[-1:] == [" "]:
                    self.pieces.pop()  # a dictionary is printed with a blank in front of it
                self.pieces.append(DICTIONARY)
            else:
                self._bracket(token)
                if not self.open and token.text in ("ins", "outs", ")"):
                    into = {"ins": self.ins, "outs": self.outs}.get(token.text, self.others)
                self._note(token)
                self._word(token)
                self.parser._consume_token()
            at = self._end(at)

    def _is_region(self, token: Any) -> bool:
        return begins_region(self.parser._text, token.start)

    def _bracket(self, token: Any) -> None:
        if token.text in _CLOSED_BY:
            self.open.append(_CLOSED_BY[token.text])
        elif self.open and token.text in _CLOSED_BY.values() and (wanted := self.open.pop()) != token.text:
            self.parser.fail("T001", f"'{wanted}' is expected before '{token.text}'", token.span)

    def _is_over(self, at: int, begin: int) -> bool:
        """Whether the op ends in front of the token at hand."""
        token = self.parser._current_token
        if token.kind is MLIRTokenKind.EOF and self.open:
            self.parser.fail("T001", f"'{self.open[-1]}' is expected before the end", token.span)
        if token.kind is MLIRTokenKind.EOF or (not self.open and token.text in _CLOSED_BY.values()):
            return True
        if self.open:
            return False
        text: str = self.parser._text
        starts_a_line = "\n" in text[at : token.start]
        if at == begin:
            return starts_a_line and _NEXT_OP.match(text, token.start) is not None
        return token.text == "loc" or (starts_a_line and _GOES_ON.match(text, token.start) is None)

    def _end(self, at: int) -> int:
        """Where what has just been read ends, which began at `at`: spaces and comments lie behind it."""
        text: str = self.parser._text
        read = text[at : self.parser._current_token.start]
        if read.startswith("{"):
            return at + read.rfind("}") + 1
        comment = -1 if read.startswith('"') else read.find("//")
        return at + len(read[: comment if comment >= 0 else None].rstrip())

    def _word(self, token: Any) -> None:
        text = token.text
        if token.kind in (MLIRTokenKind.HASH_IDENT, MLIRTokenKind.EXCLAMATION_IDENT) and "." not in text:
            alias = self.parser.attribute_aliases.get(text)
            text = text if alias is None else str(alias)
        self.pieces.append(text.replace("%", "%%"))

    def _note(self, token: Any) -> None:
        """Where types of results may begin."""
        if self.open or self.has_arrow:
            return
        is_behind_a_colon = self.types_at is not None and token.text in ("to", "into")
        if token.text in ("->", ":") or is_behind_a_colon:
            self.types_at = token.end
        self.has_arrow = token.text == "->"

    def _value(self, into: list[SSAValue]) -> None:
        operand = self.parser.parse_unresolved_operand()
        name = operand.span.text[1:].partition("#")[0]
        known = cast("Sequence[SSAValue]", self.parser.ssa_values.get(name, ()))
        if operand.index >= len(known):
            message = f"{operand.span.text} is not defined in front of an operation that is written in a style of its own"
            self.parser.fail("T002", message, operand.span, "define it before, or write the generic form")
        into.append(known[cast("int", operand.index)])
        self.pieces.append((into, len(into) - 1))

    def written(self) -> str:
        """The text, once all operands are known."""
        starts = {
            id(self.ins): 0,
            id(self.outs): len(self.ins),
            id(self.others): len(self.ins) + len(self.outs),
        }
        parts = (p if isinstance(p, str) else f"%{starts[id(p[0])] + p[1]}" for p in self.pieces)
        return "".join(parts)

    def types(self) -> list[Attribute]:
        """The types of the results."""
        parser = self.parser
        named = _RESULTS.search(parser.text_before_op())
        count = sum(int(one.partition(":")[2] or 1) for one in named[1].split(",")) if named else 0
        if not count and not self.has_arrow:
            return []
        if self.types_at is None and (known := known_results(parser.ctx, parser.op_name())):
            return [Parser(parser.ctx, text, "type").parse_type() for text in known]
        if self.types_at is None:
            help = "write -> and the types behind it, or the generic form"
            parser.fail("T001", "the types of its results are not written", parser._current_token.span, help)
        return list(self._types(count))

    def _types(self, count: int) -> Iterator[Attribute]:
        parser, end = self.parser, self.parser.pos
        parser._resume_from(self.types_at)
        if self.has_arrow:
            found = parser.parse_optional_comma_separated_list(parser.Delimiter.PAREN, parser.parse_type)
            found = [parser.parse_type()] if found is None else found
        else:
            found = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            found = found * count if len(found) == 1 else found
        parser._resume_from(end)
        yield from found
