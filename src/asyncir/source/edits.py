"""Lines that are put into a program's text: what its author wrote stays as it is, with its comments and its layout.

Spots are found by the tokens of the text, from where an op's name was written. What is between the tokens is not looked at.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass

from asyncir.diagnostics import Span
from asyncir.ir import MLIRTokenKind, ParseError, SourceInput
from asyncir.source.lexer import FastLexer

_OPENING, _CLOSING = ("{", "[", "("), ("}", "]", ")")


class CannotEdit(Exception):
    """A spot is not found in the text; the argument says which."""


@dataclass(frozen=True, slots=True)
class _Token:
    text: str
    start: int
    end: int
    is_name: bool


class SourceEdits:
    """A text, and what is to be put into it."""

    def __init__(self, text: str, file: str):
        self.text = text
        self.file = file
        self._tokens = list(_tokens(text, file))
        self._starts = [token.start for token in self._tokens]
        self._lines = [0]
        for line in text.split("\n"):
            self._lines.append(self._lines[-1] + len(line) + 1)
        self._used = {token.text for token in self._tokens if token.is_name}
        self._edits: list[tuple[int, str]] = []
        self._cuts: list[tuple[int, int]] = []

    def result(self) -> str:
        """The text with all that was put into it, without what was removed; what goes to one spot stays in order."""
        pieces: list[str] = []
        at = 0
        for offset, new in sorted(self._edits, key=lambda edit: edit[0]):
            pieces += [self._uncut(at, offset), new]
            at = offset
        return "".join([*pieces, self._uncut(at, len(self.text))])

    def _uncut(self, start: int, end: int) -> str:
        """A part of the text without what was removed."""
        pieces: list[str] = []
        for first, last in sorted(self._cuts):
            if start < last and first < end:
                pieces.append(self.text[start : max(start, first)])
                start = max(start, last)
        return "".join([*pieces, self.text[start:end]])

    def fresh_name(self, base: str) -> str:
        """A name for a value that no other value of the text has."""
        names = (f"%{base}{n or ''}" for n in range(len(self._used) + 1))
        found = next(name for name in names if name not in self._used)
        self._used.add(found)
        return found

    def token_of(self, span: Span | None, name: str) -> int:
        """The number of the token that is the name of an op."""
        if span is None or span.file != self.file or span.line >= len(self._lines):
            raise CannotEdit(f"`{name}` has no place of its own in the text")
        offset = self._lines[span.line - 1] + span.column - 1
        number = bisect_left(self._starts, offset)
        if number == len(self._tokens) or self._starts[number] != offset:
            raise CannotEdit(f"`{name}` is not where its location says")
        return number

    def is_pretty(self, token: int) -> bool:
        """Whether an op is written in the form of its own."""
        return not self._tokens[token].text.startswith('"')

    def results(self, token: int) -> tuple[int, list[tuple[str, int]]]:
        """Of an op, by the token that is its name: its first token, and the names of its results, each with their number."""
        at, names = token, list[tuple[str, int]]()
        if not token or self._tokens[token - 1].text != "=":
            return at, names
        at -= 2
        while at >= 0:
            count = 1
            if self._tokens[at - 1].text == ":":
                count, at = int(self._tokens[at].text), at - 2
            if not self._tokens[at].is_name:
                return token, []
            names.append((self._tokens[at].text, count))
            if self._tokens[at - 1].text != ",":
                return at, names[::-1]
            at -= 2
        raise CannotEdit("the results of an op are not found in the text")

    def name_result(self, token: int, count: int, base: str) -> str:
        """Give a name to the results of an op that has none."""
        name = self.fresh_name(base)
        self._edits.append((self._starts[token], f"{name}{f':{count}' if count > 1 else ''} = "))
        return name

    def insert_before(self, token: int, line: str) -> None:
        """Put a line in front of an op."""
        first, _ = self.results(token)
        self._line_at(self._starts[first], line)

    def insert_at_end(self, token: int, line: str) -> None:
        """Put a line to the end of the block in which an op is the last that is written."""
        first, _ = self.results(token)
        self._line_at(self._starts[self._end_of_block(token)], line, self._margin(self._starts[first]))

    def _end_of_block(self, token: int) -> int:
        """The token behind the last op of a block, from a token of that op."""
        depth = 0
        for at in range(token, len(self._tokens)):
            text = self._tokens[at].text
            depth += (text in _OPENING) - (text in _CLOSING)
            if depth < 0:
                return at
        raise CannotEdit("a block has no end in the text")

    def remove(self, token: int, behind: int | None) -> None:
        """Remove an op, by the token that is its name and that of the op behind it, if there is one in its block.

        A line goes as a whole where nothing else is on it.
        """
        start, end = self._extent(token, behind)
        line = self._lines[bisect_left(self._lines, start + 1) - 1]
        rest = self.text.find("\n", end)
        rest = len(self.text) if rest < 0 else rest + 1
        behind_it = self.text[end:rest]
        if not self.text[line:start].strip() and not behind_it.strip():
            start, end = line, rest
        else:
            end += len(behind_it) - len(behind_it.lstrip(" \t"))
        self._cuts.append((start, end))

    def replace(self, token: int, behind: int | None, text: str) -> None:
        """Write an op in another way; see `remove`."""
        start, end = self._extent(token, behind)
        self._edits.append((start, text))
        self._cuts.append((start, end))

    def _extent(self, token: int, behind: int | None) -> tuple[int, int]:
        """Where an op begins and ends."""
        first, _ = self.results(token)
        last = self.results(behind)[0] if behind is not None else self._end_of_block(token)
        return self._starts[first], self._tokens[last - 1].end

    def add_to_list(self, token: int, name: str) -> None:
        """Put a name to the end of the list in brackets that follows the name of an op, or begin one."""
        at = token + 1
        if at == len(self._tokens) or self._tokens[at].text != "[":
            end = self._tokens[token].end
            if (end, "]") in self._edits:  # The list was begun before.
                self._edits.insert(self._edits.index((end, "]")), (end, f", {name}"))
            else:
                self._edits += [(end, f" [{name}"), (end, "]")]
            return
        while self._tokens[at].text != "]":
            at += 1
        is_empty = self._tokens[at - 1].text == "[" and (self._starts[at], name) not in self._edits
        self._edits.append((self._starts[at], name if is_empty else f", {name}"))

    def _margin(self, offset: int) -> str:
        start = self._lines[bisect_left(self._lines, offset + 1) - 1]
        line = self.text[start:]
        return line[: len(line) - len(line.lstrip(" \t"))]

    def _line_at(self, offset: int, line: str, margin: str | None = None) -> None:
        start = self._lines[bisect_left(self._lines, offset + 1) - 1]
        if self.text[start:offset].strip(" \t"):  # There is something else on the line.
            self._edits.append((offset, f"{line} "))
        else:
            self._edits.append((start, f"{self.text[start:offset] if margin is None else margin}{line}\n"))


def _tokens(text: str, file: str) -> Iterator[_Token]:
    lexer = FastLexer(SourceInput(text, file))
    while True:
        try:
            token = lexer.lex()
        except ParseError:
            raise CannotEdit("the text is not read to its end") from None
        if token.kind is MLIRTokenKind.EOF:
            return
        is_name = token.kind is MLIRTokenKind.PERCENT_IDENT
        yield _Token(token.text, token.span.start, token.span.end, is_name)
