"""`software-pipeline`: annotated loops become software pipelines; all of its passes, in order."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from asyncir.ir import Context, ModuleOp, ModulePass
from asyncir.transforms.assign_wait_counts import AssignWaitCounts
from asyncir.transforms.elide_waits import ElideWaits
from asyncir.transforms.expand_pipeline import ExpandPipeline
from asyncir.transforms.form_statements import FormStatements
from asyncir.transforms.make_async import MakeAsync
from asyncir.transforms.size_buffers import SizeBuffers
from asyncir.transforms.verify_schedule import VerifySchedule


@dataclass(frozen=True)
class SoftwarePipeline(ModulePass):
    """Run `form-statements`, `verify-schedule`, `size-buffers`, `make-async` and `expand-pipeline`, then those for waits.

    Those are `assign-wait-counts` and `elide-waits`. The options are those of the first ones.
    """

    name = "software-pipeline"

    args_alias: bool = False
    slots: Literal["enough", "fewest"] = "enough"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Run them on the whole module."""
        for one in (
            FormStatements(),
            VerifySchedule(args_alias=self.args_alias),
            SizeBuffers(slots=self.slots),
            MakeAsync(),
            ExpandPipeline(),
            AssignWaitCounts(),
            ElideWaits(),
        ):
            one.apply(ctx, op)
