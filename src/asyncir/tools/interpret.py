"""`asyncir run --interpret`: the interpreter in place of the compiler, with the same checks of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from asyncir.diagnostics import DiagnosticError, Note
from asyncir.driver.compile import Offered, check_bound, mark_callbacks
from asyncir.driver.signatures import public_functions
from asyncir.ir.symbols import flattened
from asyncir.launch.arguments import Frame, check_types
from asyncir.launch.signatures import Signature
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.tools import shell
from asyncir.tools.orders import several
from asyncir.transforms import run_pipeline

Call = Callable[[str, Sequence[Any], Sequence[str]], Any]


def prepare(
    source: bytes, filename: str, how: str, functions: Offered | None = None
) -> tuple[dict[str, Signature], Call]:
    """The program's public functions, and what interprets a call of one under the schedule `how`.

    The program may call `functions`.
    """
    functions = functions or Offered()
    schedule = parse_schedule(how)
    module = flattened(parse_module(source, filename))
    signatures = {signature.name: signature for signature in public_functions(module)}
    check_bound(mark_callbacks(module, functions, optional=True), functions)
    run_pipeline(module, "bind-callbacks")

    def call(name: str, arguments: Sequence[Any], names: Sequence[str]) -> Any:
        check_types(signatures[name])
        Frame(signatures[name], arguments, names)  # refuses what does not fit
        outcome = interpret(module, name, arguments, schedule, host=functions)
        sys.stdout.write(outcome.output)
        return _result(outcome)

    return signatures, call


def _result(outcome: Outcome) -> Any:
    """What the call returns; warnings are shown, errors raised."""
    diagnostics = [*outcome.diagnostics]
    if outcome.others:
        notes = [Note(f"another one: {_summary(other)}") for other in outcome.others[:8]]
        diagnostics.append(several(1 + len(outcome.others), notes))
    if not outcome.ok:
        raise DiagnosticError(diagnostics)
    shell.show(diagnostics)
    return outcome.results[0] if len(outcome.results) == 1 else outcome.results or None


def _summary(outcome: Outcome) -> str:
    parts = [f"{d.severity.value} {d.code}: {d.message}" for d in outcome.diagnostics]
    if outcome.output:
        parts.append(f"printed {outcome.output[:200]!r}")
    if outcome.results:
        parts.append("returned " + ", ".join(str(result)[:200] for result in outcome.results))
    return "; ".join(parts) or "ended without output"
