"""Errors of a running program: from the runtime's record to an exception that carries a diagnostic."""

from __future__ import annotations

import os
import re
from traceback import StackSummary, TracebackException
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError, Note, Span
from asyncir.diagnostics.advice import ADVICE

UNKNOWN = "R200"
"""The code of an error that came without one."""

_AWAITED, _RAISED = "R102", "R305"

_LOCATION = re.compile(r"(.*):(\d+):(\d+)", re.DOTALL)


class ProgramError(DiagnosticError):
    """The program ran and failed: an assertion, or an error that reached the caller through tokens.

    `causes` are the diagnostics of the failures behind it, the nearest first. `failures` are the errors of the tasks of
    a nursery that ended the call, in the order in which they came; empty where no such task failed.
    """

    failures: tuple[ProgramError, ...] = ()

    def __init__(self, diagnostic: Diagnostic, causes: tuple[Diagnostic, ...] = ()):
        super().__init__(diagnostic)
        self.causes = causes
        texts = [str(diagnostic)] + [f"caused by {cause}" for cause in causes[-1:]]
        self.args = ("; ".join(texts),)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.diagnostics[0], self.causes), {"sources": self.sources}

    @property
    def chain(self) -> tuple[Diagnostic, ...]:
        """The failure that reached the caller, what it came from, and so on to the first."""
        own = self.diagnostics[0]
        return (Diagnostic(own.code, own.message, own.span), *self.causes)

    @property
    def code(self) -> str:
        """The diagnostic's code, such as `R101` for a failed assertion."""
        return self.diagnostics[0].code

    @property
    def message(self) -> str:
        """What went wrong."""
        return self.diagnostics[0].message

    @property
    def location(self) -> Span | None:
        """Where in the program it went wrong, if known."""
        return self.diagnostics[0].span


def parse_location(text: str) -> Span | None:
    """`file:line:column` as an empty span there; None for anything else."""
    match = _LOCATION.fullmatch(text)
    if not match or match[2] == "0":
        return None
    line, column = int(match[2]), int(match[3])
    return Span(match[1], line, column, column)


def take_error(runtime: Any, error: int) -> ProgramError:
    """The exception for an error of the runtime, whose one reference is given up."""
    links: list[Diagnostic] = []
    origin: BaseException | None = None
    link: int | None = error
    while link:
        links.append(_diagnostic(runtime, link))
        number: int = runtime.asyncir_error_host(link)
        origin = exceptions.get(number) or origin
        link = runtime.asyncir_error_cause(link)
    runtime.asyncir_error_release(error)
    forget_exceptions(runtime)
    if (
        len(links) > 1
        and (links[0].code, links[1].code) == (_AWAITED, _RAISED)
        and links[0].span == links[1].span
    ):
        del links[0]  # a call that waits for its own callback: nobody sees a task there
    first, *causes = links
    notes = _notes(causes)
    if origin is not None:
        notes = (*notes, Note(_traceback(origin)))
    root = links[-1].code
    diagnostic = Diagnostic(first.code, first.message, first.span, first.label, ADVICE.get(root, ""), notes)
    raised = _class_of(root)(diagnostic, tuple(causes))
    raised.__cause__ = origin
    return raised


def _class_of(root: str) -> type[ProgramError]:
    if root not in ("R107", "R108"):
        return ProgramError
    from asyncir.launch import cancelled  # what it derives from is slow to import

    return cancelled.ProgramCancelled if root == "R107" else cancelled.ProgramTimeout


exceptions: dict[int, BaseException] = {}
"""What was raised by Python functions that programs call, by the number that the runtime's error has."""


def forget_exceptions(runtime: Any) -> None:
    """Let go of those whose errors are gone."""
    while number := runtime.asyncir_error_forgotten_host():
        exceptions.pop(number, None)


def _traceback(origin: BaseException) -> str:
    """The text of an exception's traceback, without the frames of this package that called the function."""
    report = TracebackException.from_exception(origin)
    here = os.path.dirname(__file__)
    report.stack = StackSummary.from_list([f for f in report.stack if os.path.dirname(f.filename) != here])
    text = "".join(report.format()).rstrip()
    return text.replace("Traceback (most recent call last):", "raised in Python, most recent call last:")


def _notes(causes: list[Diagnostic]) -> tuple[Note, ...]:
    """The nearest cause and the two at the root; those between say only that one waited for the other."""
    notes = [Note(f"caused by: [{cause.code}] {cause.message}", cause.span) for cause in causes]
    if (skipped := len(notes) - 3) > 1:
        notes[1:-2] = [Note(f"caused by: {skipped} more that each waited for the next")]
    return tuple(notes)


def _diagnostic(runtime: Any, error: int) -> Diagnostic:
    code, message, location = (
        (getattr(runtime, f"asyncir_error_{part}")(error) or b"").decode(errors="replace")
        for part in ("code", "message", "location")
    )
    return Diagnostic(code or UNKNOWN, message or "the program failed", parse_location(location))
