"""What the check says of tasks, said of the regions that these were.

Both are copies of one program, and each op knows where it was written. A wait is the same in both if it was written at the
same place and waits for what was written at the same place.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from asyncir.analyses.sync_report import Place, RaceReport, SyncReport, Verdict, WaitReport
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import location_span
from asyncir.ir import ModuleOp, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk

_SEVERITY = (Verdict.REDUNDANT, Verdict.UNKNOWN)


def said_of_regions(report: SyncReport, module: ModuleOp) -> SyncReport:
    """The report on the program's tasks, as one on `module`, in which regions are still regions."""
    found: dict[Hashable, WaitReport] = {}
    for wait in report.waits:
        key = _key(wait.op, wait.op.operands[wait.operand or 0])
        known = found.get(key)
        if known is None or _weight(wait) > _weight(known):
            found[key] = wait
    waits: list[WaitReport] = []
    places: dict[Hashable, Operation] = {}
    for op in walk(module):
        places.setdefault((location_span(op.location), op.name), op)
        places.setdefault(location_span(op.location), op)
        for n, operand in enumerate(op.operands):
            wait = found.get(_key(op, operand)) if isinstance(operand.type, CompletionType) else None
            if wait is not None:
                several = len(op.operands) > 1 or bool(op.regions)
                waits.append(replace(wait, op=op, operand=n if several else None))

    def moved(place: Place) -> Place:
        span = location_span(place.op.location)
        return replace(place, op=places.get((span, place.op.name)) or places.get(span, place.op))

    def moved_race(race: RaceReport) -> RaceReport:
        return replace(race, first=moved(race.first), second=moved(race.second))

    functions = tuple(replace(f, races=tuple(map(moved_race, f.races))) for f in report.functions)
    return SyncReport(tuple(waits), functions)


def _weight(wait: WaitReport) -> int:
    """Of several waits that were one the verdict that forbids most to leave it out."""
    return _SEVERITY.index(wait.verdict) if wait.verdict in _SEVERITY else len(_SEVERITY)


def _key(op: Operation, operand: SSAValue) -> Hashable:
    """Where it was written, and what made the operand: the same op, or the same argument of a block."""
    made = operand.owner
    if isinstance(operand, OpResult) and isinstance(made, Operation):
        place = 0 if isinstance(made, RegionOp) or kind_of(made) is OpKind.TASK else operand.index
        return location_span(op.location), location_span(made.location), place
    around = None if isinstance(made, Operation) else made.parent_op()
    return (
        location_span(op.location),
        None if around is None else location_span(around.location),
        "argument",
        getattr(operand, "index", 0),
    )
