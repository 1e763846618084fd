"""What cannot be translated: an error with the Python line, the spot, and what to write instead."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Span
from asyncir.diagnostics.render import Sources, render


class Untranslatable(DiagnosticError, TypeError):
    """A Python function, or a part of it, that cannot be compiled. Its text shows the line and the help."""

    def __init__(self, diagnostic: Diagnostic, text: str = ""):
        super().__init__(diagnostic)
        self._text = text or render(diagnostic, Sources()).rstrip()
        self.args = (diagnostic, self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics[0], self._text)

    def __str__(self) -> str:
        return self._text


@dataclass(frozen=True)
class SourceText:
    """Where a function is written: the file, its text from `first` on, and by how much it is indented."""

    file: str
    lines: tuple[str, ...]
    first: int
    indent: int

    def span(self, node: ast.AST) -> Span:
        """The spot of a node, in columns of the file. What goes over several lines ends with its first."""
        line: int = getattr(node, "lineno", 1)
        column = self._column(line, getattr(node, "col_offset", 0))
        end = self._column(line, getattr(node, "end_col_offset", 0))
        text = self._line(line)
        if getattr(node, "end_lineno", line) != line or end <= column:
            end = max(len(text.rstrip()), column + 1)
        return Span(self.file, line + self.first - 1, column + self.indent + 1, end + self.indent + 1)

    def _line(self, line: int) -> str:
        return self.lines[line - 1] if 1 <= line <= len(self.lines) else ""

    def _column(self, line: int, offset: int) -> int:
        """Python counts bytes, people count characters."""
        text = self._line(line)
        return offset if text.isascii() else len(text.encode()[:offset].decode(errors="replace"))

    def location(self, node: ast.AST) -> str:
        """The same as MLIR's location."""
        line: int = getattr(node, "lineno", 1)
        column = self._column(line, getattr(node, "col_offset", 0))
        name = self.file.replace("\\", "\\\\").replace('"', '\\"')
        return f'loc("{name}":{line + self.first - 1}:{column + self.indent + 1})'

    def error(
        self, code: str, message: str, node: ast.AST, help: str, notes: tuple[Note, ...] = ()
    ) -> Untranslatable:
        """The error for that spot."""
        diagnostic = Diagnostic(code, message, self.span(node), help=help, notes=notes)
        sources = Sources()
        indent = " " * self.indent
        sources.add(self.file, "\n" * (self.first - 1) + "\n".join(indent + line for line in self.lines))
        return Untranslatable(diagnostic, render(diagnostic, sources).rstrip())
