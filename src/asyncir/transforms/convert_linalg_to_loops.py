"""`convert-linalg-to-loops`: a structured op on memrefs becomes loops around its body."""

from __future__ import annotations

from typing import Literal

from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Operation
from asyncir.ir.walk import post_order
from asyncir.transforms._linalg_loops import contiguous_order, on_memrefs, to_for_loops
from asyncir.transforms._passes import ScopedPass


class ConvertLinalgToLoops(ScopedPass):
    """
    Replace every structured op on memrefs by loops, one in the other, that load, compute and store.

    `order`: `given`, the loops as the op has them; or `contiguous`, the parallel one innermost that goes along neighbours in
    memory. What a reduction adds up is added in the same order. Ops on tensors stay.
    """

    order: Literal["given", "contiguous"] = "given"

    def run_on(self, root: Operation) -> None:
        """Lower inner ops before the ones around them."""
        for op in post_order(root):
            if isinstance(op, Structured) and on_memrefs(op):
                loops = list(range(len(op.loop_kinds)))
                to_for_loops(op, contiguous_order(op) if self.order == "contiguous" else loops)
