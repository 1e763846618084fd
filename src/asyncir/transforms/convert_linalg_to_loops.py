"""`convert-linalg-to-loops`: a structured op on memrefs becomes loops around its body."""

from __future__ import annotations

from math import prod
from typing import Literal

from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.ir import Operation
from asyncir.ir.walk import post_order
from asyncir.transforms._linalg_loops import contiguous_order, on_memrefs, to_for_loops, to_parallel_loops
from asyncir.transforms._passes import ScopedPass


class ConvertLinalgToLoops(ScopedPass):
    """
    Replace every structured op on memrefs by loops, one in the other, that load, compute and store.

    `order`: `given`, the loops as the op has them; or `contiguous`, the parallel one innermost that goes along neighbours in
    memory. What a reduction adds up is added in the same order. Ops on tensors stay.

    `parallel-from`: an op that reads memory, of so many points or more, or of an unknown number, has an `scf.parallel` of the
    loops around its innermost one, or of its only one; 0 for none.
    """

    order: Literal["given", "contiguous"] = "given"
    parallel_from: int = 0

    def run_on(self, root: Operation) -> None:
        """Lower inner ops before the ones around them."""
        for op in post_order(root):
            if isinstance(op, Structured) and on_memrefs(op):
                loops = list(range(len(op.loop_kinds)))
                order = contiguous_order(op) if self.order == "contiguous" else loops
                if order and self._is_large(op) and op.loop_kinds[order[-1]] == "parallel":
                    to_parallel_loops(op, order, inside=min(1, len(order) - 1))
                else:
                    to_for_loops(op, order)

    def _is_large(self, op: Structured) -> bool:
        sizes = op.sizes()
        # What reads no memory, such as a fill, is done before others have woken, and takes LLVM as long as any other op.
        reads = any(extents_of(value.type) for value in op.ins) or op.body.block.args[-1].uses
        if not reads or self.parallel_from == 0:
            return False
        # Whether the loop that becomes of it is worth tasks is asked when its size is known.
        return None in sizes or prod(size or 0 for size in sizes) >= self.parallel_from
