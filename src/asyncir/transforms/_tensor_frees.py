"""Where memory that was made for tensors is freed: behind its last use, or by a task behind the tasks that use it."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NoReturn

from asyncir.analyses.task_ends import TaskEnds
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects import async_dialect, memref
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effects import is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, Block, Operation, Region, SSAValue, TensorType, Use
from asyncir.ir.walk import block_of, first_of, home_of, terminator_of, walk
from asyncir.transforms._building import Builder
from asyncir.transforms._remarks import complaint


def uses_of_memory(value: SSAValue) -> Iterator[Use]:
    """The uses of memory, or of a task's value that it is the payload of, by whatever name."""
    pending, seen = [value], {value}
    while pending:
        for use in list(pending.pop().uses):
            yield use
            for name in _names(use):
                if name not in seen:
                    seen.add(name)
                    pending.append(name)


def _names(use: Use) -> Sequence[SSAValue]:
    """What else the value is called because of this use."""
    op = use.operation
    if is_view(op) or kind_of(op) is OpKind.AWAIT:
        return op.results
    if isinstance(op, async_dialect.ExecuteOp):
        number = use.index - len(op.dependencies)
        return op.body.block.args[number : number + 1] if number >= 0 else ()
    return ()


def wait_where_nobody_does(function: Operation) -> None:
    """Let a task that uses a tensor from outside end with its block, where else nothing would say when it is over."""
    ends = TaskEnds()
    for task in [op for op in walk(function) if isinstance(op, async_dialect.ExecuteOp)]:
        inside = [op for op in walk(task) if op is not task]
        used = {value for op in inside for value in op.operands if isinstance(value.type, TensorType)}
        homes = {home_of(value) for value in used} - {op.parent for op in inside}
        if not all(ends.end(task, home).is_known for home in homes if home is not None):
            Builder(terminator_of(block_of(task))).add(async_dialect.AwaitOp(task.token))
            ends = TaskEnds()


def free(value: SSAValue, ends: TaskEnds) -> None:
    """Free memory, or the memory that is a task's value, behind the last op that uses it, in the block that has it.

    Where tasks that nobody awaits there use it, a task that waits for them frees it.
    """
    home = home_of(value)
    assert home is not None
    place_in = ends.places_in(home)
    last, freed = value.owner if isinstance(value.owner, Operation) else None, value
    tasks: dict[SSAValue, None] = {}
    for use in uses_of_memory(value):
        end = ends.end(use.operation, home)
        if last is None or place_in[last] < place_in[end.op]:
            last = end.op
        if end.pending:
            tasks[end.pending[0]] = None
        elif not end.is_known:
            _refuse(use.operation)
        if freed is value and use.operation.parent is home and isinstance(value.type, CompletionType):
            freed = (
                next(iter(use.operation.results), value) if kind_of(use.operation) is OpKind.AWAIT else value
            )
    build = _behind(last, home)
    if tasks or isinstance(freed.type, CompletionType):
        _free_behind(value, list(tasks), build)
    else:
        build.add(memref.DeallocOp(freed))


def _behind(op: Operation | None, home: Block) -> Builder:
    """Behind the op, but for the block's last; where there is none, at the block's beginning."""
    if op is None:
        return Builder(first_of(home))
    end = terminator_of(home)
    return Builder(end if op is end or op.next_op is None else op.next_op, op)


def _free_behind(value: SSAValue, tasks: Sequence[SSAValue], build: Builder) -> None:
    tokens = [task for task in tasks if isinstance(task.type, async_dialect.TokenType)]
    values = [task for task in tasks if isinstance(task.type, async_dialect.ValueType) and task is not value]
    if isinstance(value.type, async_dialect.ValueType):
        values.append(value)
    if any(task not in (*tokens, *values) for task in tasks):
        _refuse(value.owner)
    body = Block(arg_types=[_payload(each) for each in values])
    inner = Builder(body, build.location)
    inner.add(memref.DeallocOp(body.args[-1] if value in values else value))
    inner.add(async_dialect.YieldOp())
    build.add(async_dialect.ExecuteOp(tokens, values, [], Region(body)))


def _payload(value: SSAValue) -> Attribute:
    assert isinstance(value.type, async_dialect.ValueType)
    return value.type.value_type


def _refuse(op: Operation | Block) -> NoReturn:
    assert isinstance(op, Operation)
    message = (
        "a task uses a tensor, and nothing says when it is over, so that the tensor's memory can be freed"
    )
    help = "await the task, or a group that it is added to, in the block of the tensor"
    raise DiagnosticError(complaint("L001", message, op, help, label=f"`{op.name}`"))


def is_used_by_tasks(memory: SSAValue, home: Block) -> bool:
    """Whether a task that nobody awaits in the block may be using it at the block's end."""
    ends = TaskEnds()
    found = (ends.end(use.operation, home) for use in uses_of_memory(memory))
    return any(end.pending or not end.is_known for end in found)
