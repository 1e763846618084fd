"""Verification with spans: what `dialects.verification` finds, shown where it was written."""

from __future__ import annotations

from collections.abc import Mapping

from asyncir.diagnostics import Diagnostic, DiagnosticError, Span
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.dialects.verification import diagnose, location_span
from asyncir.ir import FileLineColLoc, Operation
from asyncir.source.parser import MlirParser, ParseFailure

_OperandSpans = dict[tuple[int, int], tuple[Span, ...]]


class _Spans:
    """Finds where ops and operands were written, by parsing the source again: only what is wrong pays for it."""

    def __init__(self, sources: Mapping[str, str]):
        self._sources = sources
        self._operands: dict[str, _OperandSpans] = {}

    def __call__(self, op: Operation, operand: int | None) -> Span | None:
        location = op.location
        span = location_span(location, op.name)
        if span is None or not isinstance(location, FileLineColLoc) or span.file not in self._sources:
            return span
        if operand is not None:
            spans = self._spans_in(span.file).get((span.line, span.column), ())
            if len(spans) == len(op.operands):
                return spans[operand]
        return _fit(span, self._sources[span.file])

    def _spans_in(self, file: str) -> _OperandSpans:
        if file not in self._operands:
            parser = MlirParser(context(ANY_DIALECT), self._sources[file], file)
            found = parser.record_operand_spans()
            try:
                parser.parse_module()
            except ParseFailure:
                found.clear()
            self._operands[file] = {
                at: tuple(parser.span(span) for span in spans) for at, spans in found.items()
            }
        return self._operands[file]


def _fit(span: Span, source: str) -> Span:
    """Make the span cover the name that is written there, which may lack its dialect."""
    lines = source.split("\n", span.line)
    text = lines[span.line - 1] if span.line <= len(lines) else ""
    end = span.column - 1
    while end < len(text) and (text[end].isalnum() or text[end] in '._"$'):
        end += 1
    return Span(span.file, span.line, span.column, max(end + 1, span.column + 1))


def verify_module(module: Operation, sources: Mapping[str, str] | None = None) -> list[Diagnostic]:
    """Everything wrong with the module; with the sources' text by file name, spans fit what was written."""
    return diagnose(module, _Spans(sources or {}))


def ensure_valid(module: Operation, sources: Mapping[str, str] | None = None) -> None:
    """Raise `DiagnosticError` with everything that is wrong with the module, if anything is."""
    found = verify_module(module, sources)
    if found:
        raise DiagnosticError(found)
