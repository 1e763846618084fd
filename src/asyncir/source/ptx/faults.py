# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""What is wrong with a PTX text: collected while reading goes on, so that several problems are told at once."""

from __future__ import annotations

from asyncir.diagnostics import Diagnostic, Severity, Span

_MOST = 20
"""After so many errors, more of them say nothing new."""


class Unreadable(Exception):
    """A part of a statement that is no PTX. `offset` counts from where the statement's text starts, -1 is all of it."""

    def __init__(self, message: str, offset: int = -1, length: int = 1, code: str = "X005", help: str = ""):
        super().__init__(message)
        self.message = message
        self.offset = offset
        self.length = length
        self.code = code
        self.help = help


class TooManyFaults(Exception):
    """Ends the reading of a text in which nearly everything is wrong."""


class Faults:
    """The diagnostics of one text, in the order in which they were found."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Diagnostic] = []

    def add(
        self,
        code: str,
        message: str,
        line: int,
        column: int,
        length: int = 1,
        label: str = "",
        help: str = "",
    ) -> None:
        """Note an error at a spot. Raises `TooManyFaults` where there are many already."""
        span = Span(self.path, line, column, column + max(length, 1))
        self.found.append(Diagnostic(code, message, span, label, help))
        if len(self.found) >= _MOST:
            raise TooManyFaults

    @property
    def wrong(self) -> bool:
        """Whether one of them is an error."""
        return any(d.severity is Severity.ERROR for d in self.found)
