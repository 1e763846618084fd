"""Diagnostics: values with a code, a spot and a help line; rendering; `explain`.

A diagnostic is a value; only its carrier, `DiagnosticError`, is an exception. Each code has one page,
`catalog/<CODE>.md`: first line the title, then what it means, an example, and what to do. Codes by area:
`T` text, `V` verification, `P` passes, `L` lowering, `R` running, `S` semantics (races, deadlock), `Q` the
check of synchronisation, `C` the command line and the Python API, `M` machines, `J` Python functions that are compiled.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum

from asyncir.diagnostics.advice import ADVICE

STDIN = "<stdin>"
"""The file of spans in what came from standard input."""


class Severity(Enum):
    """How bad it is. Only errors make a command fail."""

    ERROR = "error"
    WARNING = "warning"
    REMARK = "remark"


@dataclass(frozen=True, slots=True)
class Span:
    """Columns `column` to `end_column` (exclusive) of a line; lines and columns count from 1."""

    file: str
    line: int
    column: int
    end_column: int


@dataclass(frozen=True, slots=True)
class Note:
    """A further spot that explains the first, such as the other of two accesses that race."""

    message: str
    span: Span | None = None


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """What is wrong (`message`, a fact), where (`span`; `label` is said of it), what to do (`help`; else the code's)."""

    code: str
    message: str
    span: Span | None = None
    label: str = ""
    help: str = ""
    notes: tuple[Note, ...] = field(default=())
    severity: Severity = Severity.ERROR

    def __post_init__(self) -> None:
        if not self.help and self.code in ADVICE:
            object.__setattr__(self, "help", ADVICE[self.code])

    def __str__(self) -> str:
        place = self.span
        where = f" ({place.file}:{place.line}:{place.column})" if place else ""
        return f"[{self.code}] {self.message}{where}"


class DiagnosticError(Exception):
    """Carries one or more diagnostics to whoever renders them."""

    def __init__(self, diagnostics: Iterable[Diagnostic] | Diagnostic):
        self.diagnostics: tuple[Diagnostic, ...] = (
            (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        )
        super().__init__("; ".join(map(str, self.diagnostics)))


def raise_all(faults: Iterable[Diagnostic]) -> None:
    """Raise `DiagnosticError` with all of them, if there are any."""
    if found := list(faults):
        raise DiagnosticError(found)


def failure(code: str, message: str, help: str = "") -> DiagnosticError:
    """An error that has no spot in a program: about how a command or a function was called, say."""
    return DiagnosticError(Diagnostic(code, message, help=help))
