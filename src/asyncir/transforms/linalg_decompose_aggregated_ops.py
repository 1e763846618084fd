"""`linalg-decompose-aggregated-ops`: what is made of several structured ops becomes these."""

from __future__ import annotations

from asyncir.dialects.linalg_relayout import SoftmaxOp
from asyncir.dialects.linalg_softmax import softmax_of
from asyncir.ir import Operation
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import ScopedPass


class LinalgDecomposeAggregatedOps(ScopedPass):
    """Replace every `linalg.softmax` on tensors by a maximum, `exp` of what is left, a sum and a quotient."""

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if isinstance(op, SoftmaxOp) and op.results:
                code = Builder(op)
                replace_all(op.results, [softmax_of(op, op.input, op.output, code.value)])
                erase(op)
