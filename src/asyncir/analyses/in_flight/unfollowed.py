"""What the check does not follow: tasks, whose races are of another kind, and calls of functions that are values."""

from __future__ import annotations

from asyncir.analyses.call_graph import CallGraph
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, TokenType
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation
from asyncir.ir.walk import walk


def reached(graph: CallGraph, name: str) -> list[Operation]:
    """The function, what it calls and what these call, of what the module defines."""
    names = {name: None}
    pending = [name]
    while pending:
        for callee in graph.callees(pending.pop()):
            if callee not in names:
                names[callee] = None
                pending.append(callee)
    return [graph.functions[each] for each in names]


def unfollowed(functions: list[Operation]) -> tuple[str, Operation | None]:
    """Why these functions cannot be followed, and the op that says so; empty where they can."""
    for function in functions:
        for op in walk(function):
            if kind_of(op) is OpKind.TASK_FUNCTION or _is_of_tasks(op):
                return f"tasks are not followed, and {op.name} is for tasks", op
            if op.dialect_name() == "affine":
                return (
                    f"affine ops are not followed, such as {op.name}; `lower-affine` turns them into others",
                    op,
                )
            if kind_of(op) is OpKind.CALL_OF_VALUE:
                return "calls of functions that are values are not followed", op
    return "", None


def _is_of_tasks(op: Operation) -> bool:
    """Whether the op launches tasks, runs beside others, or waits for more than tokens."""
    beside = kind_of(op) in (OpKind.TASK_CALL, OpKind.PARALLEL_LOOP)
    if beside or op.name.startswith(("async.runtime.", "async.coro.")):
        return True
    if not op.has_trait(AsyncOpInterface):
        return kind_of(op) in (OpKind.GROUP, OpKind.ADD_TO_GROUP)
    waited = [operand.type for operand in op.operands if isinstance(operand.type, CompletionType)]
    return kind_of(op) is not OpKind.AWAIT or not all(isinstance(type_, TokenType) for type_ in waited)
