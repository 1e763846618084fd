"""`generate-runtime-verification`: what ops need of sizes that no type says is checked in front of them."""

from __future__ import annotations

from asyncir.dialects import tensor
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.isolation import is_isolated
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Context, ModuleOp, Operation, Region
from asyncir.ir.marks import STAGES
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass
from asyncir.transforms._size_checks import KnownSizes, SizeChecks
from asyncir.transforms._size_rules import rule_of


class GenerateRuntimeVerification(Pass):
    """
    Insert `rt.check_sizes` in front of ops on tensors, and on memrefs with `linalg`, whose sizes may not fit together.

    Nothing is inserted where types, constants and the ranges of loops decide, nor twice in a block. Bodies of structured ops
    are left alone, and so are those of loops with `software_pipeline_stage`, whose statements are counted, and modules that
    make coroutines by hand, whose functions cannot fail.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Go through each function."""
        functions = [f for f in op.ops if isinstance(f, FunctionOp) and f.body.blocks]
        if any(map(is_coroutine_by_hand, functions)):
            return
        for function in functions:
            _check_region(function.body, KnownSizes())


_BODIES = (Structured, tensor.GenerateOp, tensor.PadOp)
"""Their regions give elements, one by one."""


def _check_region(region: Region, outside: KnownSizes) -> None:
    for block in region.blocks:
        known = KnownSizes(outside)
        for op in list(block.ops):
            rule = rule_of(op)
            if rule is not None:
                rule(op, SizeChecks(_front_of(op), op, known))
            if not isinstance(op, _BODIES) and STAGES not in op.attributes:
                for inner in op.regions:
                    _check_region(inner, KnownSizes() if is_isolated(op) else known)


def _front_of(op: Operation) -> Operation:
    """Before which op the checks go: what an `scf.forall` puts is checked where its iteration ends."""
    around = op.parent_op()
    return around if isinstance(op, tensor.ParallelInsertSliceOp) and around is not None else op
