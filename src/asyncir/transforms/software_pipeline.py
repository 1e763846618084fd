"""`software-pipeline`: annotated loops become software pipelines; all of its passes, in order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from asyncir.ir import Context, ModuleOp, ModulePass
from asyncir.ir.marks import PARTS
from asyncir.ir.walk import walk
from asyncir.transforms._passes import Pass
from asyncir.transforms.assign_latencies import AssignLatencies
from asyncir.transforms.assign_wait_counts import AssignWaitCounts
from asyncir.transforms.elide_waits import ElideWaits
from asyncir.transforms.expand_pipeline import ExpandPipeline, Form
from asyncir.transforms.form_statements import FormStatements
from asyncir.transforms.lower_affine import LowerAffine
from asyncir.transforms.make_async import MakeAsync
from asyncir.transforms.mark_distinct_arguments import MarkDistinctArguments
from asyncir.transforms.schedule_loops import ScheduleLoops
from asyncir.transforms.size_buffers import SizeBuffers
from asyncir.transforms.verify_schedule import VerifySchedule


class SoftwarePipeline(Pass):
    """Run `lower-affine`, `form-statements`, `assign-latencies`, `schedule-loops`, `verify-schedule`,
    `mark-distinct-arguments`, `size-buffers`, `make-async` and `expand-pipeline`, then those for waits.

    Those are `assign-wait-counts` and `elide-waits`. The options are those of the first ones; `schedule` is for loops that
    ask for a schedule and say nothing of the method. All but those for waits run again as long as a loop counts the parts of
    a pipeline inside of it, which has just been expanded. Where the epilogue is rolled, counts that differ from iteration to
    iteration are computed (`2 - i`). With `waits=tokens`, what waits does so by token.
    """

    args_alias: bool = False
    slots: Literal["enough", "fewest"] = "enough"
    extra_slots: int = 0
    prologue: Form = "unrolled"
    epilogue: Form = "unrolled"
    schedule: Literal["optimal", "list"] = "optimal"
    machine: str = "cpu"
    time_limit: int = 2
    max_stages: int = 8
    waits: Literal["counts", "tokens"] = "counts"

    def __post_init__(self) -> None:
        self.passes()  # what they would refuse is refused here

    def passes(self) -> tuple[ModulePass, ...]:
        """Those that pipeline all loops which wait for none inside of them, in order."""
        return (
            *self._scheduling(),
            VerifySchedule(args_alias=self.args_alias),
            MarkDistinctArguments(),
            SizeBuffers(slots=self.slots, extra_slots=self.extra_slots),
            MakeAsync(),
            ExpandPipeline(prologue=self.prologue, epilogue=self.epilogue),
        )

    def counts(self) -> tuple[ModulePass, ...]:
        """Those that come when no loop waits any more."""
        if self.waits == "tokens":
            return ()
        return AssignWaitCounts(dynamic="count" if self.epilogue == "rolled" else "ladder"), ElideWaits()

    def rounds(self, module: ModuleOp) -> Iterator[tuple[ModulePass, ...]]:
        """What to run, one after the other: `passes`, again as long as some loop has waited for one inside of it."""
        yield self.passes()
        before, waiting = -1, _waiting(module)
        while 0 < waiting != before:
            yield self.passes()
            before, waiting = waiting, _waiting(module)

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run them on the whole module."""
        for passes in self.rounds(op):
            for one in passes:
                one.apply(ctx, op)
        for one in self.counts():
            one.apply(ctx, op)

    def schedule_only(self, module: ModuleOp) -> None:
        """Find schedules for the loops that ask for one, and do no more."""
        for one in self._scheduling():
            one.apply(Context(), module)

    def _scheduling(self) -> tuple[ModulePass, ...]:
        schedule = ScheduleLoops(self.schedule, self.time_limit, self.max_stages, self.args_alias)
        return LowerAffine(), FormStatements(), AssignLatencies(self.machine), schedule


def _waiting(module: ModuleOp) -> int:
    """How many loops count the parts of a pipeline inside of them."""
    return sum(PARTS in op.attributes for op in walk(module))
