"""Who executes what on a path: activations (the entry, tasks), and their frames (a function or body each)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from asyncir.analyses.in_flight.state import Memory
from asyncir.analyses.tasks.completions import Awaitable
from asyncir.analyses.tasks.happens_before import TaskStrand
from asyncir.analyses.tasks.memory import TaskEvaluator
from asyncir.analyses.tasks.shadow import TaskAccess
from asyncir.ir import Operation, Region, SSAValue
from asyncir.ir.walk import walk


class ActivationFails(Exception):
    """The activation ends with an error; so does who called it."""


class PathEnds(Exception):
    """No execution is on this path, or it is not followed further."""


@dataclass(slots=True, eq=False)
class RunningTask:
    """The entry, or a task."""

    op: Operation
    strand: TaskStrand
    completion: Awaitable
    hot: bool = False
    """Whether it runs in its caller, as an `async.func` does before its first wait."""


@dataclass(slots=True, eq=False)
class TaskFrame:
    """An activation of a function, or the body of a task."""

    act: RunningTask
    evaluator: TaskEvaluator
    calls: tuple[Operation, ...] = ()
    where: tuple[int, ...] = ()
    """Which iterations of the loops around, outermost first."""
    inside: tuple[tuple[Operation, int], ...] = ()
    """The functions that have not returned yet, each with how much had been decided when it was called."""
    on_stack: list[Memory] = field(default_factory=list[Memory])
    """What is on its stack."""

    def seen(self, op: Operation, kind: str) -> TaskAccess:
        """An access that `op` makes now."""
        strand = self.act.strand
        strand.used = True
        return TaskAccess(op, kind, strand.segment, strand.task, self.calls, self.where)


def free_values(region: Region) -> tuple[SSAValue, ...]:
    """What the ops of a region use of what is made outside of it."""
    inside: set[SSAValue] = set()
    used: dict[SSAValue, None] = {}
    for op in _ops(region):
        used.update(dict.fromkeys(op.operands))
        inside.update(op.results)
        for inner in op.regions:
            for block in inner.blocks:
                inside.update(block.args)
    for block in region.blocks:
        inside.update(block.args)
    return tuple(value for value in used if value not in inside)


def _ops(region: Region) -> Iterable[Operation]:
    for block in region.blocks:
        for op in block.ops:
            yield from walk(op)
