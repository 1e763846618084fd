"""Memory that ends with the function: where it lies, and when each execution of an op needs memory of its own."""

from __future__ import annotations

from collections.abc import Iterator

from asyncir.dialects import func
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.execution_traits import taking_over
from asyncir.ir import Block, MemRefType, Operation, SSAValue, UnrankedMemRefType
from asyncir.ir.graphs import reached
from asyncir.ir.walk import successors
from asyncir.lowering.llvm.function_text import LlvmFunction


def reserve(f: LlvmFunction, op: Operation, type_: str, count: str, alignment: int) -> str:
    """Memory for `count` times the type, for the op that makes a memref. Returns its address.

    A fixed size lies in the entry block's frame, unless an earlier turn of a loop may still use what it got. Anything else
    is taken where the op is.
    """
    if count.isdigit() and not _needs_fresh(op):
        return f.alloca(type_, alignment, int(count))
    return f.take_stack(op, type_, count, alignment)


def _needs_fresh(op: Operation) -> bool:
    """Whether what one execution of the op yields may be in use when it executes again."""
    return _outlives_its_turn(op.results[0]) and _in_cycle(op.parent)


def _outlives_its_turn(value: SSAValue) -> bool:
    """Whether a task may use the value, or a block's argument hold it; other uses see the latest one only."""
    return any(_keeps(use.operation) for view in reached([value], _views) for use in view.uses)


def _views(value: SSAValue) -> Iterator[SSAValue]:
    for use in value.uses:
        yield from (r for r in use.operation.results if isinstance(r.type, MemRefType | UnrankedMemRefType))


def _keeps(user: Operation) -> bool:
    """Whether it is a jump, gives its operands to a task, or is a call that may."""
    of_tasks = any(isinstance(v.type, CompletionType) for v in (*user.operands, *user.results))
    is_call = isinstance(user, func.CallOp | func.CallIndirectOp)
    return bool(user.successors) or taking_over(type(user)) is not None or (is_call and of_tasks)


def _in_cycle(block: Block | None) -> bool:
    return block is not None and block in reached(successors(block), successors)
