"""Misuses: what a program does with a machine that the machine does not allow. Each is a diagnostic, in one place."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from asyncir.diagnostics import Diagnostic, Note
from asyncir.ir import Operation
from asyncir.semantics.core.faults import span_of

if TYPE_CHECKING:
    from collections.abc import Sequence


@dataclass(frozen=True, slots=True)
class Misuse:
    """One misuse: the op, in which iteration, and what it does."""

    code: str
    op: Operation | None
    iteration: tuple[int, ...]
    message: str
    help: str
    other: Operation | None = None
    """The op that it does not fit to."""
    stops: bool = False
    """Whether the machine cannot go on."""
    about: str = ""
    """The instance, or the engine, that is misused."""

    def diagnostic(self) -> Diagnostic:
        """What is shown."""
        notes = (Note("this one", span_of(self.other)),) if self.other is not None else ()
        return Diagnostic(self.code, self.message, span_of(self.op), place(self.iteration), self.help, notes)


def place(iteration: Sequence[int]) -> str:
    """`iteration 2`, or nothing outside of loops."""
    if not iteration:
        return ""
    numbers = ", ".join(map(str, iteration))
    return f"iteration {numbers}" if len(iteration) == 1 else f"iterations ({numbers})"


class Stopped(Exception):
    """The machine cannot go on: the misuse is known already, or it is a deadlock."""


IN_SOME_ORDER = " in some order: nothing that is known there says that "
"""Behind what does not happen in the order that is played, but can."""
