"""`asyncir run --interpret`: the interpreter in place of the compiler, with the same checks of arguments."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Any

from asyncir.diagnostics import DiagnosticError, Note, Severity
from asyncir.driver.boundaries import without_boundaries
from asyncir.driver.compile import Offered, check_bound, mark_callbacks
from asyncir.driver.signatures import public_functions
from asyncir.launch.arguments import Frame, check_types
from asyncir.launch.signatures import Signature
from asyncir.semantics import Exhaustive, InOrder, Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module
from asyncir.tools import shell
from asyncir.tools.orders import several
from asyncir.transforms import run_pipeline
from asyncir.transforms._kernel_functions import without_modules

Call = Callable[[str, Sequence[Any], Sequence[str]], Any]


def _shown(outcome: Outcome) -> None:
    """Say how far an exhaustive search has come."""
    count = 1 + len(outcome.others)
    runs = f"{outcome.runs} run{'s' if outcome.runs > 1 else ''}"
    stand = (
        "" if outcome.orders is None else f" for {outcome.orders} order{'s' if outcome.orders > 1 else ''}"
    )
    whole = ", all there are" if is_complete(outcome) else ""
    sys.stdout.flush()
    again = "" if outcome.ok or not outcome.order else f"; to see it again: --interpret {_schedule(outcome)}"
    sys.stderr.write(f"{runs}{stand}{whole}: {count} outcome{'s' if count > 1 else ''}{again}\n")


def _schedule(outcome: Outcome) -> str:
    """What gives the outcome again."""
    return str(InOrder(outcome.order))


def is_complete(outcome: Outcome) -> bool:
    """Whether an exhaustive search came to its end; it ends early where the program is wrong, too."""
    codes = [
        d.code
        for each in (outcome, *outcome.others)
        for d in each.diagnostics
        if d.severity is Severity.ERROR
    ]
    return not any(code[0] == "S" for code in codes)


def prepare(
    source: bytes,
    filename: str,
    how: str,
    functions: Offered | None = None,
    ended: Callable[[Outcome], None] | None = None,
) -> tuple[dict[str, Signature], Call]:
    """The program's public functions, and what interprets a call of one under the schedule `how`.

    The program may call `functions`. `ended` is told how it ended, before its results are returned or its error raised.
    """
    functions = functions or Offered()
    schedule = parse_schedule(how)
    module = without_modules(without_boundaries(parse_module(source, filename)))
    signatures = {signature.name: signature for signature in public_functions(module)}
    check_bound(mark_callbacks(module, functions, optional=True), functions)
    run_pipeline(module, "bind-callbacks")

    def call(name: str, arguments: Sequence[Any], names: Sequence[str]) -> Any:
        check_types(signatures[name], interpreted=True)
        Frame(signatures[name], arguments, names)  # refuses what does not fit
        outcome = interpret(module, name, arguments, schedule, host=functions)
        if isinstance(schedule, Exhaustive):
            (ended or _shown)(outcome)
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


def as_json(outcome: Outcome, plain: Callable[[object], Any]) -> dict[str, Any]:
    """All outcomes of an exhaustive search, each with the schedule that gives it again where there is one."""
    outcomes = [
        {
            "schedule": _schedule(each) if each.order else None,
            "printed": each.output,
            "results": [plain(result) for result in each.results],
            "error": [f"[{d.code}]: {d.message}" for d in each.diagnostics],
        }
        for each in (outcome, *outcome.others)
    ]
    return {
        "results": outcomes[0]["results"],
        "orders": outcome.orders,
        "runs": outcome.runs,
        "complete": is_complete(outcome),
        "outcomes": outcomes,
    }
