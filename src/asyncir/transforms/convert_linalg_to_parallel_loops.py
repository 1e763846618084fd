"""`convert-linalg-to-parallel-loops`: a structured op on memrefs becomes a parallel loop around its body."""

from __future__ import annotations

from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Operation
from asyncir.ir.walk import post_order
from asyncir.transforms._linalg_loops import on_memrefs, to_parallel_loops
from asyncir.transforms._passes import ScopedPass


class ConvertLinalgToParallelLoops(ScopedPass):
    """
    Replace every structured op on memrefs by one `scf.parallel` of its parallel loops, with `scf.for` for reductions inside.

    Ops on tensors stay.
    """

    def run_on(self, root: Operation) -> None:
        """Lower inner ops before the ones around them."""
        for op in post_order(root):
            if isinstance(op, Structured) and on_memrefs(op):
                to_parallel_loops(op, list(range(len(op.loop_kinds))))
