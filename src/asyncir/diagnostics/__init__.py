"""Diagnostics: values with a code, a spot and a help line; rendering; `explain`.

A diagnostic is a value; only its carrier, `DiagnosticError`, is an exception. Each code has one page,
`catalog/<CODE>.md`: first line the title, then what it means, an example, and what to do. Codes by area:
`T` text, `V` verification, `P` passes, `L` lowering, `R` running, `S` semantics (races, deadlock), `Q` the
check of synchronisation, `X` PTX, `M` machines, `J` Python functions that are compiled, `C` the command line and
the Python API.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Self, cast

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
    """Carries one or more diagnostics to whoever renders them.

    Its text is that of the diagnostics, with the line of the source and the help. What a parameter of the wrong kind, a value
    out of its range or a name that is not there raises is Python's `TypeError`, `ValueError` or `KeyError`, too. It can be
    pickled. `sources` are the texts of what has no file, by the names that spans have for them.
    """

    def __new__(cls, *arguments: Any, **named: Any) -> Self:
        """One of the class that fits to the first diagnostic."""
        first: Any = arguments[0] if arguments else None
        if isinstance(first, tuple | list):
            first = next(iter(cast("tuple[Any, ...]", first)), None)
        if cls is not DiagnosticError or not isinstance(first, Diagnostic):
            return super().__new__(cls)
        kind = _KINDS.get(first.code, _AREAS.get(first.code[:1], cls))
        return super().__new__(cast("type[Self]", kind))

    def __init__(self, diagnostics: Iterable[Diagnostic] | Diagnostic):
        self.diagnostics: tuple[Diagnostic, ...] = (
            (diagnostics,) if isinstance(diagnostics, Diagnostic) else tuple(diagnostics)
        )
        self.sources: dict[str, str] = {}
        super().__init__("; ".join(map(str, self.diagnostics)))

    def show_in(self, file: str, text: str | bytes) -> Self:
        """Let its text show lines of what has no file; what is known already stays. Gives the error itself."""
        self.sources.setdefault(file, text if isinstance(text, str) else text.decode(errors="replace"))
        return self

    def __str__(self) -> str:
        from asyncir.diagnostics.render import described  # late: only what is shown pays for it

        return "\n".join(described(diagnostic, self.sources) for diagnostic in self.diagnostics)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics,), {"sources": self.sources}


class DiagnosticTypeError(DiagnosticError, TypeError):
    """Something is of the wrong kind: an argument, a parameter."""


class DiagnosticValueError(DiagnosticError, ValueError):
    """Something is of the right kind and will not do: a number out of its range, a text that is no program."""


class DiagnosticKeyError(DiagnosticError, KeyError):
    """There is nothing of that name."""


_KINDS: dict[str, type[DiagnosticError]] = {
    **dict.fromkeys(("C101", "C107", "C108"), DiagnosticTypeError),
    **dict.fromkeys(("C005", "C011", "C111", "C112", "C114"), DiagnosticKeyError),
    **dict.fromkeys(
        ("C014", "C017", "C102", "C103", "C104", "C105", "C106", "C109", "C110"), DiagnosticValueError
    ),
}
"""What Python calls it, by code. C017 of a wrong kind is made as a `DiagnosticTypeError`."""
_AREAS = {"T": DiagnosticValueError, "V": DiagnosticValueError, "P": DiagnosticValueError}
"""The same by the first letter: the program's text, its rules, a pipeline's text."""


def raise_all(faults: Iterable[Diagnostic]) -> None:
    """Raise `DiagnosticError` with all of them, if there are any."""
    if found := list(faults):
        raise DiagnosticError(found)


def failure(code: str, message: str, help: str = "") -> DiagnosticError:
    """An error that has no spot in a program: about how a command or a function was called, say."""
    return DiagnosticError(Diagnostic(code, message, help=help))
