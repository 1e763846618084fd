"""Waits of programs that are proved for all sizes at once: which of them are needed, as a run without them shows.

Such a proof says nothing of single waits. But where the program is run without one of them, with small numbers, and two
accesses race, that one is needed; with other numbers it may race or not. Where no run shows that, nothing is known.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from asyncir.analyses.sync_report import (
    AS_A_WHOLE,
    FunctionReport,
    Standing,
    SyncReport,
    Verdict,
    WaitReport,
    with_diagonals,
)
from asyncir.driver.replaying import made_up
from asyncir.driver.witness import Replay, argument_text, replay_race
from asyncir.ir import ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms._awaits import remove_waits

_MOST_WAITS = 24
"""So many waits are looked at."""
_MOST_SMALL, _MOST_VARIED = 8, 4
"""With so many arguments."""
_STEPS = 100_000
_MOST_ENDLESS = 4
"""Where so many runs do not come to an end, the others are not tried."""


def with_trials(module: ModuleOp, report: SyncReport) -> SyncReport:
    """The report, with more waits that are known to be needed."""
    proved = [f for f in report.functions if f.of_tasks and f.standing is Standing.PROVED]
    number = {op: n for n, op in enumerate(walk(module))}
    waits: list[WaitReport] = []
    looked_at = 0
    for wait in report.waits:
        if (
            wait.verdict is Verdict.UNKNOWN
            and wait.reason == AS_A_WHOLE
            and wait.op in number
            and looked_at < _MOST_WAITS
        ):
            looked_at += 1
            without = module.clone()
            remove_waits(without, [(number[wait.op], wait.operand)])
            run = next((run for f in proved for run in _runs(without, f) if run.races), None)
            if run is not None:
                wait = replace(wait, verdict=Verdict.NEEDED, reason=_shown(run))
        waits.append(wait)
    return replace(report, waits=tuple(waits))


def _runs(module: ModuleOp, function: FunctionReport) -> Iterator[Replay]:
    endless = 0
    for arguments in made_up(module, function, _MOST_SMALL, _MOST_VARIED):
        run = replay_race(module, function.name, arguments, _STEPS)
        yield run
        endless += run.is_endless
        if endless >= _MOST_ENDLESS:
            return
        if run.why and (others := with_diagonals(arguments)) != arguments:
            yield replay_race(module, function.name, others, _STEPS)


def _shown(run: Replay) -> str:
    given = " ".join(map(argument_text, run.types, run.arguments))
    return (
        f"without it a run races: @{run.entry} with {given}"
        if given
        else f"without it a run of @{run.entry} races"
    )
