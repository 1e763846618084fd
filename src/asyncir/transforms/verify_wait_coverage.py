"""`verify-wait-coverage`: a wait that lists memory lists all that the groups touch which it may retire."""

from __future__ import annotations

from asyncir.analyses.wait_coverage import coverage_faults
from asyncir.diagnostics import raise_all
from asyncir.ir import Context, ModuleOp
from asyncir.transforms._passes import Pass


class VerifyWaitCoverage(Pass):
    """Refuse the program (Q006) where a wait with `covers(...)` may retire a group that touches other memory.

    Passes move accesses to other memory over such a wait. What is in flight is followed forwards, for each queue and
    age; where counts or queues are computed, a wait may retire any group.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at every wait of the module."""
        raise_all(list(coverage_faults(op).values()))
