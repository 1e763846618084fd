"""How a run ended."""

from __future__ import annotations

from dataclasses import dataclass, field

from asyncir.diagnostics import Diagnostic, Severity
from asyncir.semantics.blocks.race import Race
from asyncir.simulation.events import Event


@dataclass(frozen=True)
class Outcome:
    """How a run ended."""

    results: tuple[object, ...]
    """What the entry returned, values unwrapped; empty after an error."""
    output: str
    """What was printed."""
    diagnostics: tuple[Diagnostic, ...]
    """The error, if any, and warnings."""
    trace: tuple[str, ...] = ()
    """The tasks in the order in which they went on."""
    others: tuple[Outcome, ...] = field(default=())
    """Under `exhaustive`, the other outcomes that are possible."""
    races: tuple[Race, ...] = ()
    """All races of a program with queues, one for each kind and pair of ops. They do not end the run."""
    events: tuple[Event, ...] = ()
    """What happened, of a program with queues and where it was asked for."""

    @property
    def ok(self) -> bool:
        """Whether it ended without an error."""
        return all(d.severity is not Severity.ERROR for d in self.diagnostics)
