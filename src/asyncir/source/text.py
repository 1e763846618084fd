"""Text in and out: MLIR's textual form becomes a module whose ops know where they were written, and back."""

from __future__ import annotations

import gc

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import context
from asyncir.ir import Context, ModuleOp
from asyncir.source.parser import MlirParser, ParseFailure
from asyncir.source.printer import MlirPrinter
from asyncir.source.verify import check_module


def parse_module(
    text: str | bytes, filename: str = "<string>", verify: bool = True, ctx: Context | None = None
) -> ModuleOp:
    """Parse a module; every op gets the location of its name. Raises `DiagnosticError` on bad input."""
    source = text.decode() if isinstance(text, bytes) else text
    collecting = gc.isenabled()
    gc.disable()
    try:
        module = MlirParser(ctx or context(), source, filename).parse_module()
    except ParseFailure as failure:
        raise DiagnosticError(failure.diagnostics) from None
    finally:
        if collecting:
            gc.enable()
    if verify:
        check_module(module, {filename: source})
    return module


def print_module(module: ModuleOp, *, generic: bool = False, debuginfo: bool = False) -> str:
    """The module as text, in the pretty form or the generic one, with `loc(...)` if asked."""
    printer = MlirPrinter(generic=generic, debuginfo=debuginfo)
    printer.print_op(module)
    return printer.text() + "\n"
