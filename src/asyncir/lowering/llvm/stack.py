"""Memory that ends with the function: where it lies, and when each execution of an op needs memory of its own."""

from __future__ import annotations

from asyncir.dialects import func
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.execution_traits import taking_over
from asyncir.ir import Block, MemRefType, Operation, SSAValue, UnrankedMemRefType
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
    seen = {value}
    work = [value]
    while work:
        for use in work.pop().uses:
            user = use.operation
            if user.successors or taking_over(type(user)) is not None:
                return True
            if isinstance(user, func.CallOp | func.CallIndirectOp) and _has_completion(user):
                return True
            for result in user.results:
                if isinstance(result.type, MemRefType | UnrankedMemRefType) and result not in seen:
                    seen.add(result)
                    work.append(result)
    return False


def _has_completion(call: Operation) -> bool:
    return any(isinstance(v.type, CompletionType) for v in (*call.operands, *call.results))


def _in_cycle(block: Block | None) -> bool:
    seen: set[Block] = set()
    work = [block] if block is not None else []
    while work:
        last = work.pop().last_op
        for successor in last.successors if last is not None else ():
            if successor is block:
                return True
            if successor not in seen:
                seen.add(successor)
                work.append(successor)
    return False
