"""A lexer for MLIR's text that is xDSL's in what it accepts and one regular expression in how.

xDSL's own lexer needs a dozen calls for a token, and its pattern for strings takes exponential time where the
closing quote is missing. Each token here costs one match.
"""

from __future__ import annotations

import re
from typing import NoReturn, cast

from asyncir.ir import (
    KIND_BY_PUNCTUATION_SPELLING,
    MLIRLexer,
    MLIRToken,
    MLIRTokenKind,
    ParseError,
    SourceInput,
    SourceSpan,
    StringLiteral,
)

_STRING = r'"(?:[^"\\\n\v\f]|\\(?:["nt\\]|[0-9A-Fa-f]{2}))*+"'
_SUFFIX = r"(?:[0-9]+|[a-zA-Z$._-][a-zA-Z0-9$._-]*)"
_TOKEN = re.compile(
    r"(?:[ \t\r\n\f\v]++|//[^\n]*+)*+(?:"
    r"([a-zA-Z_][a-zA-Z0-9_$.]*)"  # 1 bare identifier
    rf"|(%{_SUFFIX})"  # 2
    r"|(->|\.\.\.|\{-#|#-\}|[:,()}\[\]<>=+/*?|{-])"  # 3 punctuation
    r"|(0x[0-9a-fA-F]+|[0-9]+(?!\.|[0-9]))"  # 4 integer
    r"|([0-9]+\.[0-9]*(?:[eE][+-]?[0-9]+)?)"  # 5 float
    rf"|(!{_SUFFIX})"  # 6
    rf"|(#{_SUFFIX})"  # 7
    rf"|(\^{_SUFFIX})"  # 8
    rf"|(@(?:[a-zA-Z_][a-zA-Z0-9_$.]*|{_STRING}))"  # 9
    rf"|({_STRING})"  # 10
    r"|(\Z))"  # 11
)
_KIND: tuple[MLIRTokenKind | None, ...] = (
    None,
    MLIRTokenKind.BARE_IDENT,
    MLIRTokenKind.PERCENT_IDENT,
    None,
    MLIRTokenKind.INTEGER_LIT,
    MLIRTokenKind.FLOAT_LIT,
    MLIRTokenKind.EXCLAMATION_IDENT,
    MLIRTokenKind.HASH_IDENT,
    MLIRTokenKind.CARET_IDENT,
    MLIRTokenKind.AT_IDENT,
    None,
    MLIRTokenKind.EOF,
)
_PUNCTUATION: dict[str, MLIRTokenKind] = dict(KIND_BY_PUNCTUATION_SPELLING)


class LexicalError(ParseError):
    """A spot that is the start of no token."""


class FastToken:
    """A token as xDSL's parser wants it, with its text at hand and its span made only when asked for."""

    __slots__ = ("end", "input", "kind", "start", "text")

    def __init__(self, kind: MLIRTokenKind, text: str, start: int, end: int, source: SourceInput[str]):
        self.kind = kind
        self.text = text
        self.start = start
        self.end = end
        self.input = source

    @property
    def span(self) -> SourceSpan[str]:
        """Where the token is."""
        return SourceSpan(self.start, self.end, self.input)

    @property
    def content(self) -> str:
        """The token's text."""
        return self.text

    @property
    def bytes(self) -> bytes:
        """The token's text as UTF-8."""
        return self.text.encode()


def token_at(text: str, position: int, source: SourceInput[str]) -> SourceSpan[str]:
    """The span of the token that starts at the position, or an empty one."""
    match = _TOKEN.match(text, position)
    found = match is not None and match.lastindex is not None and match.start(match.lastindex) == position
    return SourceSpan(position, match.end() if found and match is not None else position, source)


class FastLexer(MLIRLexer):
    """Turns text into tokens, one match each."""

    def __init__(self, source: SourceInput[str]):
        super().__init__(source)
        self._content = source.content
        self._match = _TOKEN.match

    def lex(self) -> MLIRToken:
        """The next token."""
        match = self._match(self._content, self.pos)
        if match is None:
            self._fail()
        index = match.lastindex or 0
        text: str = match[index]
        end = match.end()
        self.pos = end
        if index == 3:
            kind = _PUNCTUATION[text]
        elif index == 10:
            kind = self._string_kind(text, end)
        else:
            kind = _KIND[index]
        return cast(MLIRToken, FastToken(kind, text, end - len(text), end, self.input))  # pyright: ignore

    def _string_kind(self, text: str, end: int) -> MLIRTokenKind:
        if "\\" in text:
            try:
                StringLiteral(end - len(text), end, self.input).bytes_contents.decode()
            except UnicodeDecodeError:
                return MLIRTokenKind.BYTES_LIT
        return MLIRTokenKind.STRING_LIT

    def _fail(self) -> NoReturn:
        self._consume_whitespace()
        start = self.pos
        char = self._content[start]
        end = start + 1
        if char == '"' or self._content.startswith('@"', start):
            message = (
                'a string that does not end on its line, or has an escape other than \\\\ \\" \\n \\t \\HH'
            )
            newline = self._content.find("\n", start)
            end = len(self._content) if newline < 0 else newline
        elif char == "\0":
            message = "a NUL byte; this is not text"
        elif char in "%^#!@":
            message = f"a name is missing behind '{char}'"
        else:
            message = f"unexpected character {char!r}"
        # The lexer must not stay where it is: whoever recovers goes on behind the spot.
        self.pos = end
        raise LexicalError(SourceSpan(start, end, self.input), message)
