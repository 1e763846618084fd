"""A parser for MLIR's text on top of xDSL's: it records where each op was written."""

from __future__ import annotations

from bisect import bisect_right

from asyncir.diagnostics import Diagnostic, Span
from asyncir.ir import (
    Context,
    FileLineColLoc,
    IntAttr,
    ModuleOp,
    Operation,
    ParseError,
    Parser,
    StringAttr,
    UnknownLoc,
)


class ParseFailure(Exception):
    """Carries what is wrong with the text."""

    def __init__(self, diagnostics: list[Diagnostic]):
        self.diagnostics = diagnostics
        super().__init__(diagnostics[0].message if diagnostics else "")


class MlirParser(Parser):
    """Parses MLIR's text; each op gets the location of its name unless the text has `loc(...)`."""

    def __init__(self, ctx: Context, text: str, filename: str):
        super().__init__(ctx, text, filename)
        self._filename = StringAttr(filename)
        self._line_starts = [0]
        at = text.find("\n")
        while at >= 0:
            self._line_starts.append(at + 1)
            at = text.find("\n", at + 1)

    def parse_module(self, allow_implicit_module: bool = True) -> ModuleOp:
        """Parse the whole text."""
        try:
            return super().parse_module(allow_implicit_module)
        except ParseError as error:
            line, column = self._line_column(error.span.start)
            span = Span(self._filename.data, line, column, column + max(1, error.span.end - error.span.start))
            raise ParseFailure([Diagnostic("T001", error.msg, span)]) from error

    def _line_column(self, position: int) -> tuple[int, int]:
        line = bisect_right(self._line_starts, position)
        return line, position - self._line_starts[line - 1] + 1

    def parse_operation(self) -> Operation:
        """Parse an op and record where its name is."""
        start = self._current_token.span.start
        op = super().parse_operation()
        if isinstance(op.location, UnknownLoc):
            line, column = self._line_column(start)
            op.location = FileLineColLoc(self._filename, IntAttr(line), IntAttr(column))
        return op
