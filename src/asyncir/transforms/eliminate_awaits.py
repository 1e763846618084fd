"""`eliminate-awaits`: waits for tasks that nothing needs go away."""

from __future__ import annotations

from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.in_flight.unfollowed import reached
from asyncir.analyses.mixed_tasks import waits_for_groups
from asyncir.analyses.sync_report import Standing, SyncReport, Verdict
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import Context, ModuleOp
from asyncir.ir.walk import walk
from asyncir.transforms._awaits import WAITS, remove_waits
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import remark
from asyncir.transforms._synchronisation import judge


class EliminateAwaits(Pass):
    """Remove the waits and dependencies of tasks without which every order is kept on which the program relies.

    These are the ones that `asyncir check` calls redundant. They are removed from a copy first; only if the copy is
    proved, too, are they removed from the program. A program that is not proved stays as it is. What waits for queues
    is for `elide-waits`, but where there are tasks, too. Affine ops are not followed: put `lower-affine` before.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Remove in the whole module."""
        report = judge(op)
        for function in report.functions:
            if function.of_tasks and function.standing is not Standing.PROVED:
                what = f"nothing is removed for @{function.name}: it is not proved"
                remark("P140", what, function.at or op, help="asyncir check says why")
        graph = call_graph(op)
        judged = [f.name for f in report.functions if f.of_tasks]
        beside_tasks = {
            inner
            for name in judged
            for f in reached(graph, name)
            for inner in walk(f)
            if waits_for_groups(inner)
        }
        number = {inner: n for n, inner in enumerate(walk(op))}
        places = [
            (number[wait.op], wait.operand)
            for wait in report.waits
            if wait.verdict is Verdict.REDUNDANT
            and (kind_of(wait.op) in WAITS or wait.operand is not None or wait.op in beside_tasks)
        ]
        if not places:
            return
        copy = op.clone()
        remove_waits(copy, places)
        if _proved(judge(copy)) >= _proved(report):
            remove_waits(op, places)


def _proved(report: SyncReport) -> set[str]:
    return {f.name for f in report.functions if f.standing is Standing.PROVED}
