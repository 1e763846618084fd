"""Asynchronous stages that are too short to pay on the CPU."""

from __future__ import annotations

from asyncir.analyses.statement_work import work_of
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects import queue
from asyncir.dialects.effects import Effects, callee_name
from asyncir.ir import Operation, SSAValue, SymbolOpInterface
from asyncir.ir.walk import walk
from asyncir.targets.machine import Work
from asyncir.transforms._remarks import remark

_SHORT = 250.0
"""Nanoseconds. A task costs about 25, and a stage gains from about 1,000 on (bench/overlap.py); estimates are rough."""
_SCALAR, _OTHER = 1.0, 0.1
"""Nanoseconds for an operation on one element: alone, and in loops, where many are done at a time."""
_MANY = 1000
"""In a loop of fewer iterations it does not matter."""
_UNKNOWN_TRIPS = 1_000_000


def remark_if_short(commit: queue.CommitOp, effects: Effects) -> None:
    """Say so (P122) where the group's task takes less time than it takes to have it done elsewhere."""
    if not _runs_often(commit) or not _is_plain(commit, effects):
        return
    amount = work_of(commit, effects, {}, _UNKNOWN_TRIPS)
    if amount.operations * (_SCALAR if amount.work is Work.SCALAR else _OTHER) >= _SHORT:
        return
    message = (
        f"the task of this group does {amount.operations:.0f} operations, too few to gain from being one"
    )
    help = "let an iteration do more (tiles in place of elements), or let the stage be synchronous"
    remark("P122", message, commit, help=help)


def _runs_often(commit: Operation) -> bool:
    around = commit.parent_op()
    while around is not None and around.get_trait(SymbolOpInterface) is None:
        # A loop hands values to its body.
        if any(block.args for region in around.regions for block in region.blocks):
            most = trips_of(around).most
            if most is None or most >= _MANY:
                return True
        around = around.parent_op()
    return False


def _is_plain(commit: Operation, effects: Effects) -> bool:
    """Whether all that the group does is in sight: it calls nobody, and touches nothing but memory."""
    inside = [op for op in walk(commit) if op is not commit]
    return not any(callee_name(op) for op in inside) and all(
        isinstance(effect.root, SSAValue) for op in inside if not op.regions for effect in effects.of(op)
    )
