"""Which form on memory each op on tensors has."""

from __future__ import annotations

from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import bufferization
from asyncir.dialects.linalg_structured import Structured
from asyncir.dialects.tensor_gather import TensorGatherOp, TensorScatterOp
from asyncir.ir import Operation
from asyncir.transforms._building import Builder
from asyncir.transforms._remarks import complaint
from asyncir.transforms._tensor_buffers import (
    alloc_tensor,
    dealloc_tensor,
    materialize,
    to_buffer,
    to_tensor,
)
from asyncir.transforms._tensor_memory import FORMS, Rewrite, TensorMemory, structured
from asyncir.transforms._tensor_places import gather, scatter

_ALL: dict[type[Operation], Rewrite] = {
    **FORMS,
    TensorGatherOp: gather,
    TensorScatterOp: scatter,
    bufferization.AllocTensorOp: alloc_tensor,
    bufferization.ToTensorOp: to_tensor,
    bufferization.ToBufferOp: to_buffer,
    bufferization.MaterializeInDestinationOp: materialize,
    bufferization.DeallocTensorOp: dealloc_tensor,
}


def rewrite(op: Operation, code: Builder, memory: TensorMemory) -> None:
    """Put what an op with tensors becomes in front of it."""
    if isinstance(op, Structured):
        structured(op, code, memory)
        return
    known = _ALL.get(type(op))
    if known is None:
        message = f"`{op.name}` on tensors has no form on memory yet"
        help = "write it with ops of the tensor and linalg dialects"
        raise DiagnosticError(complaint("L001", message, op, help, label=f"`{op.name}`"))
    known(op, code, memory)
