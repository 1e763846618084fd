"""How a run ended, and what several runs have come to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.ir import Operation
from asyncir.semantics.blocks.race import Race
from asyncir.semantics.core.arguments import Arguments, export
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.machine import undefined
from asyncir.semantics.core.program import ProgramFunction
from asyncir.semantics.core.values import PoisonMet, Value
from asyncir.semantics.tasks.device_times import TimedWork
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
    order: tuple[str, ...] = ()
    """Of one that an exhaustive search of a program with tasks found: the order that gives it again."""
    runs: int = 1
    """Under `exhaustive`, how many runs the search took."""
    orders: int | None = 1
    """Under `exhaustive`, how many orders these runs stand for; None where that was not counted."""
    races: tuple[Race, ...] = ()
    """All races of a program with queues, one for each kind and pair of ops: they do not end the run.

    Of a program with tasks, the one at which it ended."""
    uncovered: tuple[Operation, ...] = ()
    """The waits that retired groups which touch memory that the wait does not list."""
    events: tuple[Event, ...] = ()
    """What happened, of a program with queues and where it was asked for."""

    works: tuple[TimedWork, ...] = ()
    """What devices did and when, where they have costs."""
    time: float = 0.0
    """When the last of these was over, and `host_time` when the entry returned."""
    host_time: float = 0.0

    @property
    def ok(self) -> bool:
        """Whether it ended without an error."""
        return all(d.severity is not Severity.ERROR for d in self.diagnostics)


MOST_COPIED = 1 << 26
"""Arrays of more bytes together are not copied for each of several runs."""


def bytes_of(args: Sequence[object]) -> int:
    """How many bytes the arrays among the arguments have."""
    return sum(value.nbytes for value in args if isinstance(value, np.ndarray))


def check_copies(args: Sequence[object]) -> None:
    """S012: several runs each need a copy of the arrays, and these are too large for that."""
    if bytes_of(args) > MOST_COPIED:
        message = f"the arrays are too large to try several orders: they have more than {MOST_COPIED} bytes"
        raise fault("S012", message, None, help="use `latest`, or smaller arrays")


class Outcomes:
    """The different outcomes of runs with the same arguments, and what each leaves in the arrays among these."""

    def __init__(self, args: Sequence[object]):
        self.arrays: list[Any] = [value for value in args if isinstance(value, np.ndarray)]
        self.before = [array.copy() for array in self.arrays]
        self.found: dict[object, tuple[Outcome, list[Any]]] = {}

    def restore(self, contents: Sequence[Any] | None = None) -> None:
        """Put the contents back into the arrays: those from before the first run, if none are given."""
        for array, content in zip(self.arrays, self.before if contents is None else contents, strict=True):
            array[...] = content

    def add(self, outcome: Outcome, *said: object) -> None:
        """A run has ended so; what it has `said` tells outcomes apart, beside results, output and arrays."""
        contents = [array.copy() for array in self.arrays]
        key = (outcome.output, *said, *texts(outcome.results), *(array.tobytes() for array in contents))
        self.found.setdefault(key, (outcome, contents))

    def joined(self, pairs: Sequence[tuple[Outcome, list[Any]]], limit: Diagnostic | None) -> Outcome:
        """The first of these, which the arrays are made to fit, with the others and the limit that the search has come to."""
        (first, contents), *others = pairs
        self.restore(contents)
        diagnostics = first.diagnostics if limit is None else (limit, *first.diagnostics)
        return replace(first, diagnostics=diagnostics, others=tuple(outcome for outcome, _ in others))


def texts(results: Sequence[object]) -> list[object]:
    """What tells results apart."""
    return [r.tobytes() if isinstance(r, np.ndarray) else repr(r) for r in results]


def too_many_orders(bound: str) -> Diagnostic:
    """S009: an exhaustive search gives up."""
    return Diagnostic("S009", f"to try all orders takes more than {bound}", help="use `seed:N` instead")


def arguments_of(function: ProgramFunction, args: Sequence[object]) -> Arguments:
    """The arguments for a call of the function; ones that do not fit raise `DiagnosticError`."""
    try:
        return Arguments([argument.type for argument in function.op.body.blocks[0].args], args)
    except InterpreterFault as found:
        raise DiagnosticError(found.diagnostic) from None


def exported(values: Sequence[Value], types: Sequence[Any], op: Operation) -> tuple[object, ...]:
    """What an entry returns, as Python values; an undefined one is a fault."""
    try:
        return tuple(export(value, of) for value, of in zip(values, types, strict=True))
    except PoisonMet as met:
        raise undefined(met.poison, op) from None
