"""Remarks: what a pass left as it is, and why.

A pass calls `remark`; whoever runs it collects what was said with `collect_remarks`. Nobody has to listen.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import replace

from asyncir.diagnostics import Diagnostic, Note, Severity
from asyncir.dialects.verification import span_of
from asyncir.ir import Operation

_listening: ContextVar[list[Diagnostic] | None] = ContextVar("remarks", default=None)


@contextmanager
def collect_remarks() -> Generator[list[Diagnostic]]:
    """The remarks of the passes that run inside, in the order in which they were made."""
    remarks: list[Diagnostic] = []
    token = _listening.set(remarks)
    try:
        yield remarks
    finally:
        _listening.reset(token)


def complaint(
    code: str, message: str, op: Operation, help: str = "", *, label: str = "", notes: Sequence[Note] = ()
) -> Diagnostic:
    """What is wrong with `op`."""
    return Diagnostic(code, message, span_of(op), label, help, tuple(notes))


def repeat(said: Diagnostic) -> None:
    """Say what somebody else has said."""
    listening = _listening.get()
    if listening is not None:
        listening.append(said)


def remark(
    code: str, message: str, op: Operation, *, label: str = "", help: str = "", notes: tuple[Note, ...] = ()
) -> None:
    """Say something about `op`."""
    if _listening.get() is not None:
        said = complaint(code, message, op, help, label=label, notes=notes)
        repeat(replace(said, severity=Severity.REMARK))
