"""The ops of queues, asynchronous copies and blocks of threads, by the traits in which they say what they do."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from asyncir.dialects.effects import Milestone
from asyncir.dialects.interfaces.completion import (
    BlockSize,
    Commits,
    IsBarrier,
    IssuesAsync,
    QueueId,
    ThreadIndex,
    WaitsByCount,
    WaitsByToken,
    WaitsFinished,
    commits,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.dialects.nvgpu import DeviceAsyncCopyOp
from asyncir.ir import Operation, Region, SSAValue
from asyncir.semantics.blocks.compiler import BlockCompiler, handles, handles_trait
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.program import END_OF_BODY, Compiler, Segment
from asyncir.semantics.core.values import Registers

Get = Callable[[Registers], Any]
"""Reads a number or a queue that the op gives."""


def number_in(given: QueueId, c: BlockCompiler) -> Get:
    """What reads a literal, or the register of a computed number."""
    if isinstance(given, SSAValue):
        slot = c.use(given)
        return lambda r: r[slot]
    return lambda r: given


# ---- async ops ----


@handles_trait(IssuesAsync)
def _issue(op: Operation, c: BlockCompiler) -> None:
    if isinstance(op, DeviceAsyncCopyOp):
        perform = _copy(op, c)
    else:
        region = IssuesAsync.region(op)
        if region is None:
            raise fault("S012", f"the interpreter does not know `{op.name}`", op, "unknown op")
        perform = _body(op, region, c)
    machine = c.block
    token = c.slot(op.results[0]) if op.results else None

    def step(r: Registers) -> None:
        flight = machine.issue(op, perform(r))
        if token is not None:
            r[token] = flight

    c.step(step)


def _body(op: Operation, region: Region, c: BlockCompiler) -> Callable[[Registers], Callable[[], None]]:
    """The body of an async op takes the values that it uses at the issue, for all the times that it is executed."""
    call = next((inner for inner in region.walk() if inner.name.startswith("func.call")), None)
    if call is not None:
        message = "the interpreter does not call functions in what is in flight"
        raise fault("S012", message, call, "a call in flight", "run `inline` first, or `queues-to-tasks`")

    def leave(inner: Operation, c: Compiler) -> None:
        c.end(lambda registers, task: None)

    code, machine = c.inner("async op", op, region, {END_OF_BODY: leave}), c.block
    moves = c.moves_into(code)

    def bind(r: Registers) -> Callable[[], None]:
        taken = [(slot, r[source]) for source, slot in moves]

        def perform() -> None:
            registers = code.registers()
            for slot, value in taken:
                registers[slot] = value
            machine.run_body(code, registers)

        return perform

    return bind


def _copy(op: DeviceAsyncCopyOp, c: BlockCompiler) -> Callable[[Registers], Callable[[], None]]:
    """A copy of elements in a row; those that are not read become zero."""
    source, target = c.use(op.src), c.use(op.dst)
    from_indices, to_indices = c.uses(op.src_indices), c.uses(op.dst_indices)
    count: int = op.dst_elements.value.data
    given = None if op.src_elements is None else c.use(op.src_elements)
    machine = c.block

    def bind(r: Registers) -> Callable[[], None]:
        read = count if given is None else r[given]
        if not 0 <= read <= count:
            what = "reads more than it writes, or less than none"
            raise fault("S004", f"{read} of {count} elements are read", op, what)
        old, new = r[source], r[target]
        sources = machine.row(old, [r[i] for i in from_indices], read, op)
        targets = machine.row(new, [r[i] for i in to_indices], count, op)
        return lambda: machine.move(old, new, sources, targets, op)

    return bind


# ---- commits ----


@handles_trait(Commits)
def _commit(op: Operation, c: BlockCompiler) -> None:
    trait = commits(op)
    assert trait is not None
    members, region, token = trait.members(op), trait.region(op), trait.token(op)
    queue = number_in(trait.queue(op), c)
    machine, result = c.block, None if token is None else c.slot(token)
    if members is not None:
        slots = c.uses(members)

        def step(r: Registers) -> None:
            made = machine.commit(queue(r), [r[slot] for slot in slots], op)
            if result is not None:
                r[result] = made

        c.step(step)
        return
    assert region is not None
    go_on = Segment()

    def leave(inner: Operation, c: Compiler) -> None:
        def end(r: Registers, runner: object) -> Segment | None:
            made = machine.end_commit(queue(r), op)
            if result is not None:
                r[result] = made
            return go_on

        c.end(end)

    body = c.region(region, {END_OF_BODY: leave})

    def enter(r: Registers, runner: object) -> Segment | None:
        machine.begin_commit(op)
        return body

    c.end(enter, go_on)


# ---- waits ----


@handles_trait(WaitsByCount, WaitsByToken, WaitsFinished)
def _wait(op: Operation, c: BlockCompiler) -> None:
    by_token, by_count, finished = waits_by_token(op), waits_by_count(op), waits_finished(op)
    of_groups = by_count or finished
    listed = how.covers(op) if (how := of_groups or by_token) is not None else None
    if listed is not None:
        block, views = c.block, c.uses(listed)
        c.step(lambda r: setattr(block, "covers", (op, {r[v].buffer.root or r[v].buffer for v in views})))
    if of_groups is not None:
        count = of_groups.count(op)
        assert count is not None
        kind = "finished" if by_count is None else "count"
        milestone = Milestone.WRITTEN if by_count is None else by_count.milestone(op)
        queue, number, machine = number_in(of_groups.queue(op), c), number_in(count, c), c.block
        c.step(lambda r: machine.wait_groups(op, queue(r), number(r), kind, milestone))
    elif by_token is not None:
        _wait_tokens(op, c, by_token.tokens(op), by_token.milestone(op))


def _wait_tokens(op: Operation, c: BlockCompiler, tokens: Sequence[SSAValue], milestone: Milestone) -> None:
    machine, slots = c.block, c.uses(tokens)
    c.step(lambda r: machine.wait_tokens(op, [r[slot] for slot in slots], milestone))


@handles("async.await")
def _await(op: Any, c: BlockCompiler) -> None:
    if op.results:
        raise fault("S012", "a program with queues has no values that come later, only tokens", op)
    _wait_tokens(op, c, [op.operand], Milestone.WRITTEN)


@handles("async.ready")
def _ready(op: Any, c: BlockCompiler) -> None:
    if op.operands:
        raise fault("S012", "a program with queues has no values that come later, only tokens", op)
    c.constant(c.block.ready)


# ---- threads ----


@handles_trait(IsBarrier)
def _barrier(op: Operation, c: BlockCompiler) -> None:
    machine, go_on = c.block, Segment()

    def end(r: Registers, runner: object) -> Segment | None:
        machine.barrier(op, go_on)
        return None

    c.end(end, go_on)


@handles_trait(ThreadIndex)
def _thread_index(op: Operation, c: BlockCompiler) -> None:
    machine, result = c.block, c.slot(op.results[0])
    trait = op.get_trait(ThreadIndex)
    assert trait is not None
    axis = trait.dimension(op)

    def step(r: Registers) -> None:
        x, y, z = machine.extents
        r[result] = machine.thread_number // (1, x, x * y)[axis] % (x, y, z)[axis]

    c.step(step)


@handles_trait(BlockSize)
def _block_size(op: Operation, c: BlockCompiler) -> None:
    trait = op.get_trait(BlockSize)
    assert trait is not None
    machine, result, axis = c.block, c.slot(op.results[0]), trait.dimension(op)
    c.step(lambda r: r.__setitem__(result, machine.extents[axis]))


@handles("gpu.block_id")
def _block_id(op: Any, c: BlockCompiler) -> None:
    machine, result, axis = c.block, c.slot(op.results[0]), op.axis
    c.step(lambda r: r.__setitem__(result, machine.block_index[axis]))


@handles("gpu.grid_dim")
def _grid_dim(op: Any, c: BlockCompiler) -> None:
    machine, result, axis = c.block, c.slot(op.results[0]), op.axis
    c.step(lambda r: r.__setitem__(result, machine.grid[axis]))


@handles("gpu.global_id")
def _global_id(op: Any, c: BlockCompiler) -> None:
    machine, result = c.block, c.slot(op.results[0])
    axis: int = op.axis

    def step(r: Registers) -> None:
        x, y, z = machine.extents
        within = machine.thread_number // (1, x, x * y)[axis] % (x, y, z)[axis]
        r[result] = machine.block_index[axis] * machine.extents[axis] + within

    c.step(step)
