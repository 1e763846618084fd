"""Patterns on async: what is complete from the start is not waited for, what nobody sees is not passed on."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.async_dialect import ExecuteOp
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Operation, SSAValue
from asyncir.transforms._folds.constants import Key, definition, integer
from asyncir.transforms._rewriting import Pattern, Rewriter


def _ready(value: SSAValue) -> Operation | None:
    """The `async.ready` that makes the token or value, if one does."""
    return definition(value, OpKind.READY)


def _await_ready(op: Operation, rewriter: Rewriter) -> bool:
    ready = _ready(op.operands[0])
    if ready is None:
        return False
    rewriter.replace(op, tuple(ready.operands)[: len(op.results)])
    return True


def _await_empty_group(op: Operation, rewriter: Rewriter) -> bool:
    """A group of size zero is complete from the start, and nothing can be added to it."""
    group = definition(op.operands[0], OpKind.GROUP)
    if group is None or integer(group.operands[0]) != 0:
        return False
    rewriter.erase(op)
    return True


def _dependencies(op: Operation, rewriter: Rewriter) -> bool:
    """A dependency that is complete from the start, or is there twice, is dropped."""
    assert isinstance(op, ExecuteOp)
    old, operands = tuple(op.dependencies), tuple(op.body_operands)
    new = [token for token in dict.fromkeys(old) if _ready(token) is None]
    if len(new) == len(old):
        return False
    rewriter.set_operands(op, (*new, *operands))
    op.wait_for(new, operands)
    return True


def _ready_operands(op: Operation, rewriter: Rewriter) -> bool:
    """An operand that is complete from the start is its payload, which the body can see without a wait."""
    assert isinstance(op, ExecuteOp)
    dependencies, operands, entry = tuple(op.dependencies), tuple(op.body_operands), op.body.blocks[0]
    kept: list[SSAValue] = []
    for argument, value in zip(tuple(entry.args), operands, strict=True):
        ready = _ready(value)
        if ready is None:
            kept.append(value)
        else:
            rewriter.replace_values([argument], [ready.operands[0]])
            entry.erase_arg(argument)
    if len(kept) == len(operands):
        return False
    rewriter.set_operands(op, (*dependencies, *kept))
    op.wait_for(dependencies, kept)
    return True


def _unused_values(op: Operation, rewriter: Rewriter) -> bool:
    """Values of a task that nobody uses are not yielded; the token stays."""
    keep = [0, *(i for i, result in enumerate(op.results) if i and result.first_use is not None)]
    if len(keep) == len(op.results):
        return False
    rewriter.keep_results(op, keep)
    return True


def _true_assertion(op: Operation, rewriter: Rewriter) -> bool:
    if integer(op.operands[0]) != 1:
        return False
    rewriter.erase(op)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.AWAIT: (_await_ready,),
    OpKind.AWAIT_ALL: (_await_empty_group,),
    OpKind.TASK: (_dependencies, _ready_operands, _unused_values),
    OpKind.ASSERT: (_true_assertion,),
}
