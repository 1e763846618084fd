"""Which ops compute data from data: what costs of a program count, beside its accesses."""

from __future__ import annotations

from asyncir.dialects.effects import Effects, is_memory, is_view
from asyncir.ir import ConstantLike, IndexType, IsTerminator, Operation


def computes_data(op: Operation, effects: Effects) -> bool:
    """Whether the op computes data from data, and not where something is."""
    if op.regions or not op.results or not op.operands or op.has_trait(IsTerminator) or effects.of(op):
        return False
    if op.has_trait(ConstantLike) or is_view(op):
        return False
    if all(isinstance(operand.type, IndexType) for operand in op.operands):
        return False  # where something is
    return not any(isinstance(result.type, IndexType) or is_memory(result.type) for result in op.results)
