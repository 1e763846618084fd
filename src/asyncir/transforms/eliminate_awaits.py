"""`eliminate-awaits`: waits for tasks that nothing needs go away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from asyncir.analyses.sync_report import Standing, SyncReport, Verdict
from asyncir.analyses.synchronisation import check_synchronisation
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import integers
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import remark

_WAITS = frozenset({OpKind.AWAIT, OpKind.AWAIT_ALL})

Place = tuple[int, int | None]
"""Which op of the module, in the order of the text, and which of its operands where it waits for several."""


class EliminateAwaits(Pass):
    """Remove the waits and dependencies of tasks without which every order is kept on which the program relies.

    These are the ones that `asyncir check` calls redundant. They are removed from a copy first; only if the copy is
    proved, too, are they removed from the program. A program that is not proved stays as it is. What waits for queues
    is for `elide-waits`. Affine ops are not followed: put `lower-affine` before.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Remove in the whole module."""
        report = check_synchronisation(op)
        for function in report.functions:
            if function.of_tasks and function.standing is not Standing.PROVED:
                what = f"nothing is removed for @{function.name}: it is not proved"
                remark("P140", what, function.at or op, help="asyncir check says why")
        number = {inner: n for n, inner in enumerate(walk(op))}
        places = [
            (number[wait.op], wait.operand)
            for wait in report.waits
            if wait.verdict is Verdict.REDUNDANT and (kind_of(wait.op) in _WAITS or wait.operand is not None)
        ]
        if not places:
            return
        copy = op.clone()
        _remove(copy, places)
        if _proved(check_synchronisation(copy)) >= _proved(report):
            _remove(op, places)


def _proved(report: SyncReport) -> set[str]:
    return {f.name for f in report.functions if f.standing is Standing.PROVED}


def _remove(module: ModuleOp, places: Iterable[Place]) -> None:
    ops = list(walk(module))
    dropped: dict[Operation, set[int]] = {}
    for number, operand in places:
        dropped.setdefault(ops[number], set()).update(() if operand is None else (operand,))
    for op, operands in dropped.items():
        if kind_of(op) in _WAITS:
            erase(op)
        else:
            _without_dependencies(op, operands)


def _without_dependencies(task: Any, dropped: set[int]) -> None:
    """Let a task not wait for some of its dependencies; a value that it is given, it keeps."""
    (first, _) = integers(task.properties["operandSegmentSizes"]) or (0, 0)
    kept = [v for n, v in enumerate(task.operands[:first]) if n not in dropped]
    task.wait_for(kept, task.operands[first:])
