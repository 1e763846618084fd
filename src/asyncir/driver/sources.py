"""What the Python API takes for a program: text, bytes, a module, or the path of a file."""

from __future__ import annotations

import os
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from asyncir.diagnostics import DiagnosticError, failure

if TYPE_CHECKING:
    from asyncir.ir import ModuleOp

UNNAMED = "<string>"
"""The name of a program's text that came from no file."""


def text_of(source: Any, filename: str = UNNAMED) -> tuple[str | bytes | ModuleOp, str]:
    """The program and its name in diagnostics. A path, and a text that can only be one, is read. Of a function that
    `asyncir.jit` has compiled it is the module that it was compiled to last.

    What is neither text nor path comes back as it is. C001 where the file cannot be read.
    """
    if hasattr(source, "__asyncir_jit__"):
        return source.mlir(), source.__name__ if filename == UNNAMED else filename
    if not isinstance(source, os.PathLike) and not (isinstance(source, str) and _is_path(source)):
        return source, filename
    path = Path(source)  # pyright: ignore[reportUnknownArgumentType]
    try:
        return path.read_bytes(), str(path) if filename == UNNAMED else filename
    except OSError as error:
        help = "give the path of a file, or the program itself as text"
        message = f"'{path}' cannot be read: {error.strerror or error}"
        raise failure("C001", message, help) from None


def _is_path(text: str) -> bool:
    """No program is one line that ends so, without a space in front of a brace or an equals sign."""
    return text.endswith((".mlir", ".ptx")) and not any(c in text for c in "\n{}=\"'")


@contextmanager
def showing(source: Any, filename: str) -> Generator[None]:
    """Errors that leave this show lines of the text, which has no file."""
    try:
        yield
    except DiagnosticError as error:
        if isinstance(source, str | bytes):
            error.show_in(filename, source)
        raise
