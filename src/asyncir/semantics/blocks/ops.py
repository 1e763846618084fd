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
from asyncir.semantics.blocks.compiler import END_OF_BODY, BlockCompiler, handles, handles_trait
from asyncir.semantics.blocks.flights import READY, AccessKind, Fifo, Flight, GroupToken
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.core.access import ended, out_of_bounds
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.program import CompiledCode, Compiler, RegionScope, Segment
from asyncir.semantics.core.values import Registers, Value

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


def body_code(op: Operation, region: Region, c: BlockCompiler) -> tuple[CompiledCode, list[tuple[int, int]]]:
    """The body of an async op as code of its own, and what to copy into its registers."""
    call = next((inner for inner in region.walk() if inner.name.startswith("func.call")), None)
    if call is not None:
        raise fault(
            "S012",
            "the interpreter does not call functions in what is in flight",
            call,
            "a call in flight",
            help="run `inline` first, or `queues-to-tasks`",
        )

    def leave(inner: Operation, c: Compiler) -> None:
        c.end(lambda registers, task: None)

    code = c.inner("async op", op, region, RegionScope({END_OF_BODY: leave}))
    return code, c.moves_into(code)


def _body(op: Operation, region: Region, c: BlockCompiler) -> Callable[[Registers], Callable[[], None]]:
    """What takes the values that the region uses, for all the times that it is executed."""
    (code, moves), machine = body_code(op, region, c), c.block

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
            raise fault(
                "S004",
                f"{read} of {count} elements are read",
                op,
                "reads more than it writes, or less than none",
            )
        old, new = r[source], r[target]
        sources = _row(old, [r[i] for i in from_indices], read, op)
        targets = _row(new, [r[i] for i in to_indices], count, op)

        def perform() -> None:
            _move(machine, old, new, sources, targets, op)

        return perform

    return bind


def _row(view: MemRefView, start: Sequence[int], count: int, op: Operation) -> list[int]:
    """Where elements in a row along the last dimension are."""
    if not start or not count:
        return [view.offset] * count
    for index in (start[-1], start[-1] + count - 1):
        point = [*start[:-1], index]
        if not all(0 <= i < size for i, size in zip(point, view.sizes, strict=True)):
            raise out_of_bounds(view, point, op)
    first = view.offset + sum(i * s for i, s in zip(start, view.strides, strict=True))
    return [first + i * view.strides[-1] for i in range(count)]


def _move(
    machine: BlockMachine,
    old: MemRefView,
    new: MemRefView,
    sources: Sequence[int],
    targets: Sequence[int],
    op: Operation,
) -> None:
    machine.note(old.buffer, sources, AccessKind.READ, op)
    machine.note(new.buffer, targets, AccessKind.WRITE, op)
    for view in (old, new):
        if view.buffer.ended is not None:
            raise ended(view.buffer, op)
    for number, place in enumerate(targets):
        defined = True
        if number < len(sources):
            new.buffer.data[place] = old.buffer.data[sources[number]]
            defined = old.buffer.defined is None or bool(old.buffer.defined[sources[number]])
        else:
            new.buffer.data[place] = 0 if new.buffer.array.dtype.kind in "iub" else 0.0
        if new.buffer.defined is not None:
            new.buffer.defined[place] = int(defined)


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

    body = c.region(region, RegionScope({END_OF_BODY: leave}))

    def enter(r: Registers, runner: object) -> Segment | None:
        machine.begin_commit(op)
        return body

    c.end(enter, go_on)


# ---- waits ----


@handles_trait(WaitsByCount)
@handles_trait(WaitsByToken)
@handles_trait(WaitsFinished)
def _wait(op: Operation, c: BlockCompiler) -> None:
    by_token, by_count, finished = waits_by_token(op), waits_by_count(op), waits_finished(op)
    of_groups = by_count or finished
    if of_groups is not None:
        count = of_groups.count(op)
        assert count is not None
        kind = "finished" if by_count is None else "count"
        milestone = Milestone.WRITTEN if by_count is None else by_count.milestone(op)
        _wait_groups(op, c, number_in(of_groups.queue(op), c), number_in(count, c), kind, milestone)
    elif by_token is not None:
        _wait_tokens(op, c, by_token.tokens(op), by_token.milestone(op))


def _wait_groups(
    op: Operation, c: BlockCompiler, queue: Get, count: Get, kind: str, milestone: Milestone
) -> None:
    """A wait for so many groups: of the first ones (`finished`), or of all but the youngest ones (`count`)."""
    machine = c.block

    def step(r: Registers) -> None:
        number, name = _checked(count(r), op), queue(r)
        fifo = machine.fifo(name)
        upto = min(number, fifo.committed) if kind == "finished" else max(fifo.committed - number, 0)
        _complete(machine, op, fifo, name, kind, milestone, number, upto)

    c.step(step)


def _checked(count: int, op: Operation) -> int:
    if count < 0:
        raise fault(
            "S018",
            f"the count is {count}",
            op,
            "negative",
            help="the count is the number of groups that may stay in flight: 0 at least",
        )
    return count


def _wait_tokens(op: Operation, c: BlockCompiler, tokens: Sequence[SSAValue], milestone: Milestone) -> None:
    machine, slots = c.block, c.uses(tokens)

    def step(r: Registers) -> None:
        youngest: dict[Fifo, int] = {}
        for slot in slots:
            fifo, group = _group(r[slot], op)
            if fifo is not None:
                youngest[fifo] = max(youngest.get(fifo, -1), group)
        for fifo, group in youngest.items():
            _complete(machine, op, fifo, None, "token", milestone, None, group + 1)
        if not youngest and machine.recorder is not None:
            machine.recorder.wait(machine.thread, op, None, None, "token", milestone, None, 0, ())

    c.step(step)


def _group(token: Value, op: Operation) -> tuple[Fifo | None, int]:
    """The group that a token stands for: of a copy, the one that it was committed in."""
    if isinstance(token, Flight) and token.fifo is None:
        raise fault(
            "S021",
            "the copy is waited for, but is in no group",
            op,
            "waits for it",
            help="commit it first, with `nvgpu.device_async_create_group`",
        )
    assert isinstance(token, Flight | GroupToken)
    return token.fifo, token.group


def _complete(
    machine: BlockMachine,
    op: Operation,
    fifo: Fifo,
    queue: int | str | None,
    kind: str,
    milestone: Milestone,
    count: int | None,
    upto: int,
) -> None:
    retired = machine.complete(fifo, upto, milestone)
    if machine.recorder is not None:
        machine.recorder.wait(machine.thread, op, fifo, queue, kind, milestone, count, upto, retired)


@handles("async.await")
def _await(op: Any, c: BlockCompiler) -> None:
    if op.results:
        raise fault("S012", "a program with queues has no values that come later, only tokens", op)
    _wait_tokens(op, c, [op.operand], Milestone.WRITTEN)


@handles("async.ready")
def _ready(op: Any, c: BlockCompiler) -> None:
    if op.operands:
        raise fault("S012", "a program with queues has no values that come later, only tokens", op)
    c.constant(READY)


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
    width = (1, machine.extents[0], machine.extents[0] * machine.extents[1])[axis]
    extent = machine.extents[axis]

    def step(r: Registers) -> None:
        r[result] = machine.thread_number // width % extent

    c.step(step)


@handles_trait(BlockSize)
def _block_size(op: Operation, c: BlockCompiler) -> None:
    trait = op.get_trait(BlockSize)
    assert trait is not None
    c.constant(c.block.extents[trait.dimension(op)])


@handles("gpu.block_id")
def _block_id(op: Any, c: BlockCompiler) -> None:
    c.constant(0)


@handles("gpu.grid_dim")
def _grid_dim(op: Any, c: BlockCompiler) -> None:
    c.constant(1)
