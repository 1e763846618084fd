"""`check-allocations`: a function fails where there is no memory for what it allocates."""

from __future__ import annotations

from math import prod

from asyncir.dialects import memref, rt
from asyncir.dialects.functions import FunctionOp
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.ir import Attribute, Context, ModuleOp, Rewriter
from asyncir.ir.walk import walk
from asyncir.transforms._building import Builder
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass

_SMALL = 64 << 10
"""Fewer bytes are there as long as anything is: a check of each would make too many functions ones that may fail."""
_WIDE = 64
"""Bytes of an element of which the type does not say it, such as a vector: about as many."""


class CheckAllocations(Pass):
    """
    Insert `rt.check_memory` behind each `memref.alloc` of 64 KB or more, or of a size that is not known.

    Modules that make coroutines by hand are left alone: their functions cannot fail.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Insert anew in each function."""
        for inner in list(walk(op)):
            if isinstance(inner, rt.CheckMemoryOp):
                Rewriter.erase_op(inner)
        functions = [f for f in op.ops if isinstance(f, FunctionOp) and f.body.blocks]
        if any(map(is_coroutine_by_hand, functions)):
            return
        for inner in list(walk(op)):
            if isinstance(inner, memref.AllocOp) and _may_be_large(inner.results[0].type):
                following = inner.next_op
                assert following is not None, "an allocation ends no block"
                Builder(following, inner).add(rt.CheckMemoryOp(inner.results[0]))


def _may_be_large(type_: Attribute) -> bool:
    sizes = shape_of(type_)
    known = [size for size in sizes if size is not None]
    return len(known) < len(sizes) or prod(known) * (bytes_of_element(type_) or _WIDE) >= _SMALL
