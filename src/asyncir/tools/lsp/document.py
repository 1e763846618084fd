"""A program as it is being written: what is wrong with it, what its names are, what `check` says of its waits.

Nothing here knows the protocol: places are lines and columns from 1, in characters, as in diagnostics.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property

from asyncir.diagnostics import Diagnostic, DiagnosticError, Span
from asyncir.dialects import context
from asyncir.dialects.foreign import ANY_DIALECT
from asyncir.dialects.verification import span_of
from asyncir.driver.check import Checked, CheckedWait, check
from asyncir.driver.repairing import repaired
from asyncir.ir import Operation
from asyncir.ir.walk import walk
from asyncir.source.references import NamesInText, names_in
from asyncir.source.text import parse_module

_MEANT = re.compile(r"did you mean '([^']+)'\?")
_WRITE = re.compile(r"write `([^`]+)`")
_PLACE = re.compile(r"(.*):(\d+):(\d+)", re.DOTALL)


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that mends a diagnostic: the new text of a span, or of all."""

    title: str
    span: Span | None
    text: str
    mends: Diagnostic | None = None


@dataclass(frozen=True, slots=True)
class WaitHint:
    """What is known of the wait at a place."""

    span: Span
    wait: CheckedWait

    @property
    def label(self) -> str:
        """The words that stand beside it."""
        if self.wait.verdict in ("too weak", "too strong") and self.wait.exact is not None:
            return f"{self.wait.verdict}: {self.wait.exact} is exact"
        return self.wait.verdict


@dataclass
class Document:
    """One version of a text. `checked` is None until `check` has been run, which takes time."""

    name: str
    text: str
    version: int | None = None
    checked: Checked | None = None
    _fixes_of_all: list[Fix] | None = field(default=None, repr=False)

    @cached_property
    def faults(self) -> list[Diagnostic]:
        """What the parser and the verifier say."""
        try:
            parse_module(self.text, self.name)
        except DiagnosticError as error:
            return list(error.diagnostics)
        return []

    @cached_property
    def names(self) -> NamesInText:
        """Where names are; ops of dialects that nobody knows are read as well as they can be."""
        return names_in(self.text, self.name, context(ANY_DIALECT))

    @cached_property
    def ops(self) -> dict[tuple[int, int], Operation]:
        """Ops by where their names stand."""
        places = ((span_of(op), op) for op in walk(self.names.module)) if self.names.module else ()
        return {(span.line, span.column): op for span, op in places if span is not None}

    @property
    def diagnostics(self) -> list[Diagnostic]:
        """All that is to be shown."""
        return self.faults or list(self.checked.diagnostics if self.checked else ())

    def run_check(self) -> None:
        """Ask `check`, if this is a program at all."""
        if self.faults:
            return
        try:
            self.checked = check(self.text, filename=self.name)
        except DiagnosticError as error:
            self.checked = None
            self.faults = list(error.diagnostics)

    def op_at(self, line: int, column: int) -> tuple[Operation, Span] | None:
        """The op whose name covers a place."""
        for (op_line, start), op in self.ops.items():
            end = start + len(self._word(op_line, start))
            if op_line == line and start < end and start <= column <= end:
                return op, Span(self.name, line, start, end)
        return None

    def _word(self, line: int, column: int) -> str:
        found = re.compile(r"[\w.\"]+").match(self._lines[line - 1], column - 1)
        return found[0] if found else ""

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def hints(self) -> Iterator[WaitHint]:
        """What `check` says of each wait, where it is."""
        for wait in self.checked.waits if self.checked else ():
            place = _PLACE.fullmatch(wait.location)
            if place is None or place[1] != self.name:
                continue
            line, column = int(place[2]), int(place[3])
            if line <= len(self._lines):
                yield WaitHint(Span(self.name, line, column, column + len(self._word(line, column))), wait)

    def fixes(self, first: int, last: int) -> list[Fix]:
        """Changes that mend what is wrong on these lines, each of which leaves a text that can be parsed, or fewer errors."""
        found: list[Fix] = []
        for diagnostic in self.diagnostics:
            span = diagnostic.span
            if span is None or span.file != self.name or not first <= span.line <= last:
                continue
            if meant := _MEANT.search(diagnostic.help):
                found.append(Fix(f"Replace it by '{meant[1]}'", span, meant[1], diagnostic))
            elif write := _WRITE.search(diagnostic.help):
                whole = Span(self.name, span.line, span.column, len(self._code(span.line)) + 1)
                found.append(Fix(f"Write `{write[1]}`", whole, write[1], diagnostic))
        found = [fix for fix in found if self._improves(fix)]
        if not self.faults and any(self._is_race(d, first, last) for d in self.diagnostics):
            found += self._repairs()
        return found

    def _code(self, line: int) -> str:
        """A line without its comment and the blanks behind it."""
        return self._lines[line - 1].split("//")[0].rstrip()

    def _is_race(self, diagnostic: Diagnostic, first: int, last: int) -> bool:
        span = diagnostic.span
        return diagnostic.code.startswith("Q") and span is not None and first <= span.line <= last

    def _repairs(self) -> list[Fix]:
        """The waits that the program lacks, if that is what is wrong with it."""
        if self._fixes_of_all is None:
            repair = repaired(self.text, self.name, checked=self.checked)
            title = f"Add what is missing ({repair.added})"
            self._fixes_of_all = [Fix(title, None, repair.text)] if repair.diff else []
        return self._fixes_of_all

    def _improves(self, fix: Fix) -> bool:
        return len(Document(self.name, self.applied(fix)).faults) <= max(0, len(self.faults) - 1)

    def applied(self, fix: Fix) -> str:
        """The text with the change."""
        if fix.span is None:
            return fix.text
        lines = list(self._lines)
        line, span = lines[fix.span.line - 1], fix.span
        lines[span.line - 1] = line[: span.column - 1] + fix.text + line[span.end_column - 1 :]
        return "\n".join(lines)
