"""Programs with a fault, the spot at fault between ⟦ and ⟧."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.source.text import parse_module


@dataclass(frozen=True)
class Marked:
    """A text without its marks, and where they were."""

    text: str
    line: int
    column: int
    end_column: int


def unmark(source: str) -> Marked:
    """Take the marks off a text."""
    before, _, rest = source.partition("⟦")
    inside, _, after = rest.partition("⟧")
    assert "\n" not in inside
    line = before.count("\n") + 1
    column = len(before.rpartition("\n")[2]) + 1
    return Marked(before + inside + after, line, column, column + len(inside))


def diagnostics(text: str | bytes) -> tuple[Diagnostic, ...]:
    """What is wrong with the text; fails if nothing is."""
    try:
        parse_module(text, "bad.mlir")
    except DiagnosticError as error:
        return error.diagnostics
    raise AssertionError("nothing was found to be wrong")


def check(source: str, code: str, message: str) -> Diagnostic:
    """Check that the first diagnostic has this code, this in its message, and the marked spot as its span."""
    marked = unmark(source)
    found = diagnostics(marked.text)[0]
    assert found.code == code, found
    assert message in found.message, found
    assert found.span is not None
    spot = (found.span.line, found.span.column, found.span.end_column)
    assert spot == (marked.line, marked.column, marked.end_column), found
    return found
