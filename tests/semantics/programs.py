"""Short ways to run a program text."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.diagnostics import Diagnostic, Severity
from asyncir.semantics import Outcome, interpret, parse_schedule
from asyncir.source.text import parse_module

PRINT = "func.func private @printI64(i64)\n"


def run(
    text: str,
    *args: object,
    entry: str = "main",
    schedule: str = "earliest",
    max_steps: int | None = None,
) -> Outcome:
    """Parse and interpret."""
    return interpret(
        parse_module(text, "test.mlir"), entry, args, parse_schedule(schedule), max_steps=max_steps
    )


def value(text: str, *args: object, schedule: str = "earliest") -> object:
    """The only result of a run without errors."""
    outcome = run(text, *args, schedule=schedule)
    assert outcome.diagnostics == (), outcome.diagnostics
    (result,) = outcome.results
    return result


def error(outcome: Outcome) -> Diagnostic:
    """The only error of a run."""
    (found,) = [d for d in outcome.diagnostics if d.severity is Severity.ERROR]
    return found


def printed(outcome: Outcome) -> set[str]:
    """Everything that some order of the tasks prints, without white space."""
    return {"".join(one.output.split()) for one in (outcome, *outcome.others)}


def body(lines: Sequence[str], signature: str = "func.func @main()") -> str:
    """A function with these lines and a return."""
    return "\n".join([f"{signature} {{", *(f"  {line}" for line in lines), "  return", "}"])
