"""What the check does not follow: tasks, whose races are of another kind, and calls of functions that are values."""

from __future__ import annotations

from asyncir.analyses.call_graph import CallGraph
from asyncir.dialects.async_types import AsyncOpInterface, CompletionType, TokenType
from asyncir.dialects.effects import callee_name
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.interfaces.completion import (
    IsBarrier,
    commits,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
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


def has_tasks(functions: list[Operation]) -> bool:
    """Whether these functions launch tasks, or wait for some."""
    return any(
        kind_of(op) is OpKind.TASK_FUNCTION or _is_of_tasks(op) for each in functions for op in walk(each)
    )


def unfollowed(graph: CallGraph, functions: list[Operation]) -> tuple[str, Operation | None]:
    """Why these functions cannot be followed, and the op that says so; empty where they can."""
    for function in functions:
        for op in walk(function):
            if (inner := _is_too_much_for_one_step(graph, op)) is not None:
                return f"{inner.name} is not followed inside of {op.name}", op
            if kind_of(op) is OpKind.TASK_FUNCTION or _is_of_tasks(op):
                return f"tasks are not followed, and {op.name} is for tasks", op
            if op.name.startswith("affine."):
                return (
                    f"affine ops are not followed, such as {op.name}; `lower-affine` turns them into others",
                    op,
                )
            if op.has_trait(ConcernsOtherThreads):
                return f"{op.name} is not followed", op
            if kind_of(op) is OpKind.CALL_OF_VALUE:
                return "calls of functions that are values are not followed", op
    return "", None


def _is_too_much_for_one_step(graph: CallGraph, op: Operation) -> Operation | None:
    """What is not followed in a parallel loop, or in what is issued: these are looked at as one step.

    Iterations without an order commit and wait in none; and of loops in what is called there no iterations are compared.
    """
    parallel = kind_of(op) is OpKind.PARALLEL_LOOP
    if not parallel and not (op.regions and issues(op)):
        return None
    own = [inner for inner in walk(op) if inner is not op]
    names = dict.fromkeys(callee_name(inner) for inner in own)
    called = [f for name in names if name in graph.functions for f in reached(graph, name)]
    if parallel:
        own += [inner for function in called for inner in walk(function)]
        found = next(filter(_is_asynchronous, own), None)
        if found is not None:
            return found
    inner = (inner for function in called for inner in walk(function))
    return next((each for each in inner if kind_of(each) is OpKind.PARALLEL_LOOP), None)


def _is_asynchronous(op: Operation) -> bool:
    """Whether the op issues, commits, waits, or meets other threads."""
    waits = waits_by_count(op) or waits_by_token(op) or waits_finished(op) or kind_of(op) is OpKind.AWAIT
    return bool(issues(op) or commits(op) or waits) or op.get_trait(IsBarrier) is not None


def _is_of_tasks(op: Operation) -> bool:
    """Whether the op launches tasks, runs beside others, or waits for more than tokens."""
    if kind_of(op) is OpKind.TASK_CALL or op.name.startswith(("async.runtime.", "async.coro.")):
        return True
    if not op.has_trait(AsyncOpInterface):
        return kind_of(op) in (OpKind.GROUP, OpKind.ADD_TO_GROUP)
    waited = [operand.type for operand in op.operands if isinstance(operand.type, CompletionType)]
    return kind_of(op) is not OpKind.AWAIT or not all(isinstance(type_, TokenType) for type_ in waited)
