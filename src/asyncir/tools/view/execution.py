"""A run of the program that is small enough to be drawn."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from asyncir.analyses.sync_report import FunctionReport, SyncReport
from asyncir.diagnostics import DiagnosticError, Severity
from asyncir.dialects.effects import Effects
from asyncir.driver.signatures import public_functions
from asyncir.driver.witness import argument_text, fresh_values, small_arguments
from asyncir.ir import ModuleOp, Operation
from asyncir.launch.signatures import Signature
from asyncir.semantics import Latest, Outcome, interpret
from asyncir.simulation.events import WaitEvent
from asyncir.tools.view.page import CheckPage
from asyncir.tools.view.timeline import Timeline, timeline_of

_MOST_RUNS = 8
"""How many small arguments are tried until a run gets to its end."""
_MOST_STEPS = 200_000
"""Of the interpreter: a run that takes longer is not small."""


def small_run(module: ModuleOp, report: SyncReport, page: CheckPage) -> Timeline:
    """The run of a witness if there is one, else one with small numbers as arguments."""
    try:
        signatures = {signature.name: signature for signature in public_functions(module)}
    except DiagnosticError as error:
        return Timeline("", note=f"No run is shown: {error.diagnostics[0].message}.")
    entries = [function for function in report.functions if function.name in signatures]
    entries.sort(key=lambda function: not function.races)
    why = "no public function takes part"
    for function in entries:
        signature = signatures[function.name]
        runs: list[tuple[tuple[object, ...], Outcome]] = []
        for arguments in _arguments(signature, function):
            outcome = recorded(module, signature, arguments, _MOST_STEPS)
            ended = faults_of(outcome)
            if outcome.events and (not ended or outcome.races):
                runs.append((arguments, outcome))
                if outcome.races or _busy(outcome) == len(report.waits):
                    break
            why = ended[0] if ended else "nothing is in flight in it"
        if runs:
            arguments, outcome = max(runs, key=lambda run: (bool(run[1].races), _busy(run[1])))
            texts = map(argument_text, signature.arguments, arguments)
            reported = function.races[:1] if outcome.races else ()
            racing = [place.thread for race in reported for place in (race.first, race.second)]
            verdicts = {wait.op: wait.verdict.value.replace(" ", "-") for wait in report.waits}
            drawn = timeline_of(outcome.events, Effects(), verdicts, dict(page.queues), racing)
            return replace(drawn, call=f"@{function.name}({', '.join(texts)})")
    return Timeline("", note=f"No run is shown: {why}.")


def _busy(outcome: Outcome) -> int:
    """How much the run shows: how many waits had something to wait for."""
    return len({event.op for event in outcome.events if isinstance(event, WaitEvent) and event.retired})


def recorded(
    module: ModuleOp,
    signature: Signature,
    arguments: Sequence[object],
    most: int,
    marks: Sequence[Operation] = (),
) -> Outcome:
    """A run of so many steps at most, with its events."""
    try:
        values = fresh_values(signature.name, signature.arguments, arguments)
        return interpret(module, signature.name, values, Latest(), record=True, marks=marks, max_steps=most)
    except DiagnosticError as error:
        return Outcome((), "", error.diagnostics)


def faults_of(outcome: Outcome) -> list[str]:
    """What was wrong with a run, apart from races."""
    return [d.message for d in outcome.diagnostics if d.severity is Severity.ERROR and d.code != "S001"]


def _arguments(signature: Signature, function: FunctionReport) -> Iterator[tuple[object, ...]]:
    """Arguments for the function, the best first."""
    witnesses = [race.witness for race in function.races if race.witness is not None]
    yield from (w.arguments for w in witnesses[:1] if w.entry == signature.name)
    for _, arguments in zip(range(_MOST_RUNS), small_arguments(signature), strict=False):
        yield arguments
