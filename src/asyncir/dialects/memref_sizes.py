"""How long a memref is along a dimension, as far as the text tells."""

from __future__ import annotations

from typing import cast

from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_memory import AllocLikeOp
from asyncir.dialects.memref_subview import SubviewOp
from asyncir.dialects.memref_views import CastLikeOp
from asyncir.ir import Attribute, MemRefType, OpResult, SSAValue


def size_along(memory: SSAValue, dimension: int) -> int | SSAValue | None:
    """The size, or the value that is the size; None where it is not known."""
    while True:
        type_ = memory.type
        if not isinstance(type_, MemRefType):
            return None
        shape = shape_of(cast("Attribute", type_))
        if shape[dimension] is not None:
            return shape[dimension]
        op = memory.op if isinstance(memory, OpResult) else None
        if isinstance(op, CastLikeOp):
            memory = op.source
        elif isinstance(op, AllocLikeOp):
            return op.dynamic_sizes[shape[:dimension].count(None)]
        elif isinstance(op, SubviewOp):
            dropped, sizes = op.dropped_dimensions(), op.mixed("sizes")
            return [size for d, size in enumerate(sizes) if d not in dropped][dimension]
        else:
            return None
