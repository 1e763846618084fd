"""On memory: the ops that make memory of tensors, and tensors of memory."""

from __future__ import annotations

from asyncir.dialects import bufferization, memref
from asyncir.dialects.effect_types import AsksShape
from asyncir.dialects.effects import is_view
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import MemRefType, Operation, SSAValue
from asyncir.transforms._building import Builder
from asyncir.transforms._tensor_memory import TensorMemory, dynamic_sizes


def alloc_tensor(op: bufferization.AllocTensorOp, code: Builder, memory: TensorMemory) -> None:
    """New memory, with the elements of another tensor if there is one."""
    if op.copy_ is None:
        memory.of[op.result] = memory.new(code, op.result.type, list(op.dynamic_sizes))
    else:
        memory.of[op.result] = memory.copied(code, memory.get(op.copy_))


def to_tensor(op: bufferization.ToTensorOp, code: Builder, memory: TensorMemory) -> None:
    """A copy, because what is written later does not change the tensor."""
    memory.of[op.result] = memory.copied(code, op.buffer)


def to_buffer(op: bufferization.ToBufferOp, code: Builder, memory: TensorMemory) -> None:
    """A copy, which is freed if nobody can keep it."""
    source, of = memory.get(op.tensor), op.buffer.type
    assert isinstance(of, MemRefType)
    fresh = code.value(memref.AllocOp(dynamic_sizes(code, source), [], MemRefType(of.element_type, of.shape)))
    code.add(memref.CopyOp(source, fresh))
    shown = fresh if fresh.type == of else code.value(memref.CastOp(fresh, of))
    op.buffer.replace_all_uses_with(shown)
    if _stays_here(fresh):
        memory.owned.append(fresh)


_USES = (memref.LoadOp, memref.StoreOp, memref.CopyOp, Structured)


def _stays_here(value: SSAValue) -> bool:
    """Whether the memory is only read, written and viewed."""
    pending = [value]
    while pending:
        for use in pending.pop().uses:
            op = use.operation
            if is_view(op):
                pending += op.results
            elif not op.has_trait(AsksShape) and not isinstance(op, _USES):
                return False
    return True


def materialize(op: bufferization.MaterializeInDestinationOp, code: Builder, memory: TensorMemory) -> None:
    """A copy into the destination."""
    source = memory.get(op.source)
    if op.result is None:
        code.add(memref.CopyOp(source, op.dest))
        return
    where = memory.of[op.result] = memory.destination(code, op.dest, op.result, keep=False)
    code.add(memref.CopyOp(source, where))


def dealloc_tensor(op: Operation, code: Builder, memory: TensorMemory) -> None:
    """Nothing: memory of tensors is freed behind its last use."""
