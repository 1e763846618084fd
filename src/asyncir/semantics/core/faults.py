"""What can go wrong while a program is interpreted: failures that programs handle, faults that end the run."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.diagnostics import Diagnostic, Note, Severity, Span
from asyncir.diagnostics.advice import ADVICE
from asyncir.ir import FileLineColLoc, FusedLoc, LocationAttr, Operation
from asyncir.ir.rare_attributes import FileRangeLoc

MAX_LINKS = 8
"""How many links of a chain of causes are written out at each end."""


@dataclass(eq=False)
class RunError:
    """An error that travels through tasks by waits: SEM-18 and SEM-19."""

    code: str
    message: str
    op: Operation | None
    cause: RunError | None = None
    seen: bool = field(default=False)
    """Whether an activation failed because of it, or asked for it."""

    def chain(self) -> list[RunError]:
        """This error, its cause, the cause of that, and so on."""
        links: list[RunError] = []
        error: RunError | None = self
        while error is not None:
            links.append(error)
            error = error.cause
        return links


class TaskFailure(Exception):
    """Unwinds the running task with an error."""

    def __init__(self, error: RunError):
        super().__init__(error.message)
        self.error = error


class InterpreterFault(Exception):
    """Ends the whole run: the program did something that has no meaning, or the interpreter is at a limit."""

    def __init__(self, diagnostic: Diagnostic):
        super().__init__(diagnostic.message)
        self.diagnostic = diagnostic
        self.race: Any = None
        """Of a race of tasks, its two accesses."""
        self.between: tuple[Any, Any] | None = None
        """The same as the detector of races knows them."""


CHECKED = "correct the index or the size; compiled programs check this too"
"""The help where `generate-runtime-verification` puts a check."""


def fault(
    code: str,
    message: str,
    op: Operation | None,
    label: str = "",
    help: str = "",
    notes: tuple[Note, ...] = (),
) -> InterpreterFault:
    """A fault at an op."""
    return InterpreterFault(Diagnostic(code, message, span_of(op), label, help, notes))


def span_of(op: Operation | None) -> Span | None:
    """The name of the op in its file, or None where its location is unknown."""
    while op is not None:
        found = _file_location(op.location)
        if found is not None:
            line, column = found.line.data, found.column.data
            return Span(found.filename.data, line, column, column + len(op.name))
        op = op.parent_op()
    return None


def _file_location(location: LocationAttr) -> FileLineColLoc | None:
    """The first place in a file that the location names."""
    pending: list[object] = [location]
    while pending:
        here = pending.pop()
        if isinstance(here, FileLineColLoc):
            return here
        if isinstance(here, FileRangeLoc):
            return here.begin
        if isinstance(here, FusedLoc):
            fused: Any = here
            pending.extend(reversed(fused.locations.data))
    return None


def error_diagnostic(error: RunError, severity: Severity = Severity.ERROR) -> Diagnostic:
    """The error and the chain of its causes."""
    links = error.chain()[1:]
    shown = links
    if len(links) > 2 * MAX_LINKS:
        shown = links[:MAX_LINKS] + links[-MAX_LINKS:]
    notes: list[Note] = []
    for index, link in enumerate(shown):
        if index == MAX_LINKS and len(shown) < len(links):
            notes.append(Note(f"{len(links) - len(shown)} more of these"))
        notes.append(Note(f"caused by {link.code}: {link.message}", span_of(link.op)))
    help = ADVICE.get(error.chain()[-1].code, "")
    return Diagnostic(
        error.code, error.message, span_of(error.op), "fails here", help, tuple(notes), severity
    )
