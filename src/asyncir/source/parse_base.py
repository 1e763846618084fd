"""The parser's state, positions and errors, and what it reads token by token."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Collection
from functools import cache
from typing import NoReturn

from asyncir.diagnostics import Diagnostic, Note, Span
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects.plain_forms import plain_form_of
from asyncir.ir import (
    Attribute,
    Context,
    FileLineColLoc,
    ForwardDeclaredValue,
    IntAttr,
    IsolatedFromAbove,
    MLIRTokenKind,
    Operation,
    ParseError,
    Parser,
    ParserState,
    SourceInput,
    SourceSpan,
    SSAValue,
    StringAttr,
    TypeAttribute,
)
from asyncir.source.lexer import FastLexer, FastToken, token_at

OperandSpans = dict[tuple[int, int], tuple[SourceSpan[str], ...]]
"""Where each operand of an op was written, by the op's line and column."""

Place = SourceSpan[str] | FastToken
"""Where something is; a token makes a span of its own each time it is asked."""

_MOST_SUGGESTIONS = 50
_MOST_KNOWN = 2000

MOST_ERRORS = 100
"""After so many, nobody reads on: a file of megabytes that is wrong everywhere would take minutes."""

DEFAULT_DIALECTS = {"builtin.module": "builtin", "func.func": "func", "async.func": "async"}
"""Ops in whose regions a dialect's prefix may be left out."""


class ParseFailure(Exception):
    """Carries what is wrong with the text."""

    def __init__(self, diagnostics: list[Diagnostic]):
        self.diagnostics = diagnostics
        super().__init__("; ".join(d.message for d in diagnostics))


class TooManyErrors(Exception):
    """Ends the parsing of a text with `MOST_ERRORS` errors."""


class CodedError(ParseError):
    """A parse error that knows its code."""

    def __init__(self, span: SourceSpan[str], message: str, code: str, help: str = ""):
        super().__init__(span, message)
        self.code = code
        self.help = help


def _int_attr(number: int) -> IntAttr:
    """What the constructor makes, without its checks: there is one for each line."""
    made = object.__new__(IntAttr)
    object.__setattr__(made, "data", number)
    return made


class OpInfo:
    """What the parser needs to know of an op class."""

    __slots__ = (
        "default_dialect",
        "has_word",
        "isolated",
        "made",
        "op_type",
        "plain_form",
        "writes_body",
    )

    def __init__(self, op_type: type[Operation]):
        self.op_type = op_type
        self.isolated = op_type.has_trait(IsolatedFromAbove)
        self.plain_form, self.made = plain_form_of(op_type) or (None, None)
        self.has_word = self.plain_form is not None and "word" in self.plain_form.groupindex
        self.writes_body = getattr(op_type, "WRITES_BODY", False)
        self.default_dialect = DEFAULT_DIALECTS.get(op_type.name, "")


class ParserBase(Parser):
    """What the parts of the parser share."""

    def __init__(self, ctx: Context, text: str, filename: str):
        super().__init__(ctx, "", filename)
        self._text = text
        self._line = 1
        """That of the last position that was asked for: the next is most often on it or behind it."""
        self._line_starts = [0, *(match.end() for match in re.finditer("\n", text))]
        self._filename = StringAttr(filename)
        self._int_attr = cache(_int_attr)
        self._infos: dict[str, OpInfo] = {}
        self._types: dict[str, TypeAttribute] = {}
        self._distinct: dict[int, Attribute] = {}
        self._open: list[tuple[OpInfo, FastToken]] = []
        self._defined: list[str] = []
        self._definition_spans: dict[str, Place] = {}
        self._first_uses: dict[str, list[SourceSpan[str]]] = {}
        self._resolved: list[tuple[ForwardDeclaredValue[Attribute], str, SourceSpan[str]]] = []
        self._region_depth = 0
        self._attribute_depth = 0
        self._early_aliases: set[int] = set()
        self._operand_log: list[tuple[SSAValue, SourceSpan[str]]] | None = None
        self._operand_spans: OperandSpans | None = None
        self.diagnostics: list[Diagnostic] = []
        self._parser_state: ParserState[MLIRTokenKind, str]
        try:
            self._parser_state = ParserState(FastLexer(SourceInput(text, filename)))
        except ParseError as error:
            raise ParseFailure([self._diagnose(error)]) from None

    def line_column(self, position: int) -> tuple[int, int]:
        """Line and column of a position, from 1."""
        starts, line = self._line_starts, self._line
        if position < starts[line - 1] or (line < len(starts) and position >= starts[line]):
            line += 1
            if line >= len(starts) or not starts[line - 1] <= position < starts[line]:
                line = bisect_right(starts, position)
            self._line = line
        return line, position - starts[line - 1] + 1

    def span(self, source: SourceSpan[str] | SourceSpan[bytes] | FastToken) -> Span:
        """The span of a diagnostic; one that covers several lines is cut at the end of its first."""
        line, column = self.line_column(source.start)
        if source.start == source.end:
            source = token_at(self._text, source.start, self.lexer.input)
        end = min(source.end, source.input.get_end_of_line(source.start))
        return Span(self._filename.data, line, column, column + max(1, end - source.start))

    def fail(self, code: str, message: str, at: SourceSpan[str], help: str = "") -> NoReturn:
        """Raise a coded error."""
        raise CodedError(at, message, code, help)

    def suggest(self, name: str, known: Collection[str]) -> str:
        """A help line with the nearest known name, while there are few enough to look through."""
        few = len(self.diagnostics) < _MOST_SUGGESTIONS and len(known) < _MOST_KNOWN
        return did_you_mean(name, known) if few else ""

    def _report(self, code: str, message: str, at: SourceSpan[str], help: str = "", *notes: Note) -> None:
        self._add(Diagnostic(code, message, self.span(at), "", help, notes))

    def _add(self, diagnostic: Diagnostic) -> None:
        self.diagnostics.append(diagnostic)
        if len(self.diagnostics) >= MOST_ERRORS:
            raise TooManyErrors

    def _diagnose(self, error: ParseError) -> Diagnostic:
        code, help = (error.code, error.help) if isinstance(error, CodedError) else ("T001", "")
        message = error.msg[:1].lower() + error.msg[1:] if error.msg[1:2].islower() else error.msg
        if message.startswith("undefined symbol alias") or message.endswith("is not registered"):
            code = "T006"
        return Diagnostic(code, message.rstrip("!. "), self.span(error.span), "", help)

    def _diagnose_any(self, error: Exception) -> Diagnostic:
        """What an exception from the depths of xDSL means for the text."""
        if isinstance(error, ParseError):
            return self._diagnose(error)
        token = self._open[-1][1] if self._open else self._current_token
        at = self.span(token.span)
        if isinstance(error, RecursionError):
            return Diagnostic("T012", "this is nested too deep to be parsed", at)
        if isinstance(error, (ValueError, OverflowError)) and "digits" in str(error):
            return Diagnostic("T013", "a number has too many digits", at)
        text = str(error).strip()
        return Diagnostic("T001", f"this is malformed: {text}" if text else "this is malformed", at)

    def _location_at(self, position: int) -> FileLineColLoc:
        line, column = self.line_column(position)
        # What the constructor does, without the checks: they cost as much as the rest of a small op.
        location = object.__new__(FileLineColLoc)
        object.__setattr__(location, "filename", self._filename)
        object.__setattr__(location, "line", self._int_attr(line))
        object.__setattr__(location, "column", self._int_attr(column))
        return location
