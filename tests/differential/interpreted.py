"""Run programs in the interpreter, under four schedules."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from asyncir import semantics
from asyncir.diagnostics import Diagnostic, DiagnosticError, Severity
from asyncir.ir import ModuleOp
from asyncir.source.text import parse_module
from tests.differential.corpus import Call, written
from tests.differential.native import to_python, to_text
from tests.differential.outcome import Outcome, link

_CAUSE = re.compile(r"caused by (\w+): (.*)", re.DOTALL)
_FEW = semantics.Exhaustive(max_tasks=12, max_runs=1_000, max_steps=100_000)
_MORE = re.compile(r"(\d+) more of these")


def run(text: str, call: Call, schedules: Sequence[str]) -> list[Outcome]:
    """The outcome of the call under each schedule; where `exhaustive` is beyond its bounds, under a second seed."""
    try:
        module = parse_module(text)
    except DiagnosticError as error:
        return [Outcome("refused", detail=str(error))] * len(schedules)
    return [_run_one(module, call, s) for s in schedules]


def run_module(module: ModuleOp, call: Call, schedule: str = "earliest") -> Outcome:
    """The outcome of a call in a module."""
    return _run_one(module, call, schedule)


def _run_one(module: ModuleOp, call: Call, schedule: str) -> Outcome:
    arguments = [to_python(a) for a in call.arguments]
    try:
        how = _FEW if schedule == "exhaustive" else semantics.parse_schedule(schedule)
        found = semantics.interpret(module, call.entry, arguments, how)
    except DiagnosticError as error:
        return Outcome("refused", detail=str(error))
    if any(d.code == "S009" for d in found.diagnostics):
        return _run_one(module, call, "seed:2")
    if found.others:
        shown = "; ".join(str(_outcome(o, call, arguments)) for o in (found, *found.others))
        return Outcome("undefined", detail=f"the outcome depends on the schedule: {shown}")
    return _outcome(found, call, arguments)


def _outcome(found: semantics.Outcome, call: Call, arguments: Sequence[Any]) -> Outcome:
    if not found.ok:
        error = next(d for d in found.diagnostics if d.severity is Severity.ERROR)
        if error.code.startswith("S"):
            return Outcome("undefined", chain=(error.code,), detail=error.message)
        return Outcome("error", chain=_chain(error), detail=" ".join(found.output.split()))
    values = [to_text(v, t) for v, t in zip(found.results, call.results, strict=True)]
    return Outcome(
        "values", (*values, *written(call.arguments, arguments)), detail=" ".join(found.output.split())
    )


def _chain(error: Diagnostic) -> tuple[str, ...]:
    links = [link(error.code, error.message)]
    for note in error.notes:
        if more := _MORE.match(note.message):
            links += ["R102"] * int(more[1])
        elif cause := _CAUSE.match(note.message):
            links.append(link(cause[1], cause[2]))
    return tuple(links)
