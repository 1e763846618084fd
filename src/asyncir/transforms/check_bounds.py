"""`check-bounds`: an access of memory out of bounds becomes a failure that says where and by how much."""

from __future__ import annotations

from asyncir.dialects import memref, tensor
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.isolation import is_isolated
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.memref_atomic import GenericAtomicRMWOp
from asyncir.ir import Context, ModuleOp, Operation, Region
from asyncir.ir.marks import STAGES
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass
from asyncir.transforms._size_checks import KnownSizes, SizeChecks


class CheckBounds(Pass):
    """
    Insert `rt.check_sizes` in front of loads, stores and atomic updates of memrefs whose indices may be out of bounds, and in
    front of what bodies of structured ops extract from tensors.

    Nothing is inserted where types, constants and the ranges of loops decide, nor twice in a block. Modules that make
    coroutines by hand are left alone, as their functions cannot fail. Accesses of vectors are not checked, nor is what is in
    loops with `software_pipeline_stage`, whose statements are counted.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Go through each function."""
        functions = [f for f in op.ops if isinstance(f, FunctionOp) and f.body.blocks]
        if any(map(is_coroutine_by_hand, functions)):
            return
        for function in functions:
            _check_region(function.body, KnownSizes())


_ACCESSES = (memref.LoadOp, memref.StoreOp, memref.AtomicRMWOp)
_ELEMENT_BY_ELEMENT = (Structured, tensor.GenerateOp, tensor.PadOp)
"""In their bodies `generate-runtime-verification` checks nothing."""


def _check_region(region: Region, outside: KnownSizes) -> None:
    for block in region.blocks:
        known = KnownSizes(outside)
        for op in list(block.ops):
            if isinstance(op, _ACCESSES):
                SizeChecks(op, op, known).indices(op.indices, op.memref)
            elif isinstance(op, tensor.TensorExtractOp) and isinstance(op.parent_op(), _ELEMENT_BY_ELEMENT):
                SizeChecks(op, op, known).indices(op.indices, op.tensor)
            if _fails_at_once(op):
                for inner in op.regions:
                    _check_region(inner, KnownSizes() if is_isolated(op) else known)


def _fails_at_once(op: Operation) -> bool:
    """Whether a failure in the regions of the op is one of the function: an atomic update has no way to fail, and of a loop
    whose statements are counted nobody counts what is put there.
    """
    return not isinstance(op, GenericAtomicRMWOp) and STAGES not in op.attributes
