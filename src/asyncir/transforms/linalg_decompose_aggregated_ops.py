"""`linalg-decompose-aggregated-ops`: what is made of several structured ops becomes these."""

from __future__ import annotations

from asyncir.dialects.linalg_relayout import PackOp, SoftmaxOp, UnpackOp
from asyncir.dialects.linalg_softmax import softmax_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._linalg_tiles import packed, unpacked
from asyncir.transforms._passes import ScopedPass


class LinalgDecomposeAggregatedOps(ScopedPass):
    """
    Replace `linalg.softmax`, `linalg.pack` and `linalg.unpack` on tensors by the structured ops that they are made of.

    A softmax is a maximum, `exp` of what is left, a sum and a quotient; a pack a `tensor.pad`, if tiles need not be full, and
    an op that moves elements.
    """

    def run_on(self, root: Operation) -> None:
        """Each op by itself."""
        for op in post_order(root):
            if op.results and isinstance(op, SoftmaxOp | PackOp | UnpackOp):
                replace_all(op.results, [_made_of(op, Builder(op))])
                erase(op)


def _made_of(op: SoftmaxOp | PackOp | UnpackOp, code: Builder) -> SSAValue:
    if isinstance(op, SoftmaxOp):
        return softmax_of(op, op.input, op.output, code.value)
    return packed(op, code) if isinstance(op, PackOp) else unpacked(op, code)
