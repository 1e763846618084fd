"""Programs that look for races while they run."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.driver.compile import compile
from asyncir.launch import races, runtime
from asyncir.launch.compiled import Compiled


def compiled(text: str, name: str = "p.mlir") -> Compiled:
    return compile(text, filename=name, threads=2, opt_level=0, detects_races=True)


def races_of(function: Any, arguments: Sequence[Any] = ()) -> list[Diagnostic]:
    """What one run finds; that the program fails or ends in a deadlock does not matter."""
    races.begin()
    try:
        function.call(arguments)
    except DiagnosticError as error:
        if error.diagnostics[0].code[0] != "R":
            raise
    runtime.end_stuck()
    return races.found()


def kinds(found: Sequence[Diagnostic]) -> list[str]:
    """`RAW 7:5 4:3`: the kind, and the places of the access that stands later and of the other."""
    lines: list[str] = []
    for race in found:
        spans = (race.span, race.notes[0].span)
        places = " ".join("?" if s is None else f"{s.line}:{s.column}" for s in spans)
        lines.append(f"{race.message[6:9]} {places}")
    return lines
