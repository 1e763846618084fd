"""Text in and out: MLIR's textual form becomes a module whose ops know where they were written, and back."""

from __future__ import annotations

import gc
import sys
from collections.abc import Generator
from contextlib import contextmanager

from asyncir.diagnostics import Diagnostic, DiagnosticError, Span
from asyncir.diagnostics.parameters import expect
from asyncir.dialects import context
from asyncir.dialects.verification import location_span
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.source.parser import MlirParser, ParseFailure
from asyncir.source.printer import MlirPrinter
from asyncir.source.verify import ensure_valid

_RECURSION_LIMIT = 8000
"""Enough Python frames for everything that the parser's own limits on nesting let through."""


def parse_module(
    text: str | bytes, filename: str = "<string>", verify: bool = True, ctx: Context | None = None
) -> ModuleOp:
    """Parse a module and verify it; every op knows where its name was written.

    Raises `DiagnosticError` with all that is wrong with the text or, where it can be parsed, with the program.
    """
    expect(text, (str, bytes), "the program", "text or bytes")
    expect(filename, str, "filename", "a name")
    source = _decode(text, filename)
    with _undisturbed():
        try:
            module = MlirParser(ctx or context(), source, filename).parse_module()
        except ParseFailure as failure:
            raise DiagnosticError(failure.diagnostics).show_in(filename, source) from None
        if verify:
            ensure_valid(module, {filename: source})
    return module


def print_module(module: Operation, *, generic: bool = False, debuginfo: bool = False) -> str:
    """The module as mlir-opt prints it, in the pretty form or the generic one, with `loc(...)` if asked."""
    expect(module, Operation, "what is to be printed", "a module")
    printer = MlirPrinter(generic=generic, debuginfo=debuginfo)
    with _undisturbed():
        try:
            printer.print_op(module)
        except RecursionError:
            span = location_span(module.location, module.name)
            raise DiagnosticError(Diagnostic("T012", "this is nested too deep to be printed", span)) from None
    return printer.text() + "\n"


def _decode(text: str | bytes, filename: str) -> str:
    if filename.endswith(".onnx") and isinstance(text, bytes):
        help = f"asyncir import {filename} -o OUT.mlir makes a program of it"
        raise DiagnosticError(Diagnostic("T010", "this is an ONNX model, and no text", None, help=help))
    if isinstance(text, str):
        return text
    try:
        return text.decode()
    except UnicodeDecodeError as error:
        before = text[: error.start]
        line = before.count(b"\n") + 1
        column = len(before.rpartition(b"\n")[2].decode()) + 1
        message = f"byte {error.start} (0x{text[error.start]:02X}) is not UTF-8: {error.reason}"
        diagnostic = Diagnostic("T010", message, Span(filename, line, column, column + 1))
        raise DiagnosticError(diagnostic) from None


@contextmanager
def _undisturbed() -> Generator[None]:
    """Without the garbage collector, which would look in vain at each new op, and with room to recurse."""
    collecting, limit = gc.isenabled(), sys.getrecursionlimit()
    gc.disable()
    sys.setrecursionlimit(max(limit, _RECURSION_LIMIT))
    try:
        yield
    finally:
        sys.setrecursionlimit(limit)
        if collecting:
            gc.enable()
