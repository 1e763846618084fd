"""queue: operations in flight, groups and waits, in programs with tasks. The rules are QUE-1 to QUE-17, and QUE-45 to QUE-48.

What is a thread there is a task here: it has FIFOs of its own, and what it calls is a part of it. An operation is a task that
begins at its issue. A group is complete when the operations are that were issued for it, and the group that was committed
before it, so that its token stands for all older ones. So the operations of a queue, and its groups, are in no order, but for
what is waited for.

Where the program waits for sources (`queue.wait_read`), an operation has two strands. Its reads are on the first, its writes
on the second, which is behind the first, and so is a read of what it wrote itself. Its sources have been read when the first
is over.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from asyncir.dialects.interfaces.completion import QueueId
from asyncir.ir import Operation, SSAValue
from asyncir.semantics.core.faults import TaskFailure, fault
from asyncir.semantics.core.program import END_OF_BODY, CompiledCode, Compiler, Segment, handles
from asyncir.semantics.core.values import Registers, is_poison
from asyncir.semantics.tasks.async_ops import caused, completion_in
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.races import Chain
from asyncir.semantics.tasks.tasks import Completion, QueueGroup, Task, TaskFifo

# ---- operations


@handles("queue.async")
def _issue(op: Operation, c: Compiler) -> None:
    machine = c.machine
    code = c.inner("async op", op, op.regions[0], {END_OF_BODY: _end_of_operation})
    done = c.code.fresh()
    moves = c.moves_into(code)
    splits = machine.asks_for_reads
    if splits:
        _check_that_it_has_halves(op)

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        child = machine.new_task(task, op, [(done, True)], registers)
        inner = child.registers = code.registers()
        for source, target in moves:
            inner[target] = registers[source]
        whole: Completion = registers[done]
        read = Completion(op, f"{child.identity}/read", child) if splits else whole
        child.segment = _beginning(machine, code, task.strand.recent, read if splits else None)
        task.in_flight.append(whole)
        if task.gathering is not None:
            task.gathering.append((read, whole))
        machine.policy.enabled(child)
        return machine.stops_after(task, go_on)

    c.retry(end)


def _check_that_it_has_halves(op: Operation) -> None:
    for inner in op.regions[0].walk():
        if inner.name.startswith(("async.", "scf.parallel", "scf.forall", "affine.parallel")):
            message = (
                "the interpreter knows no moment at which the sources of what is in flight have been read"
            )
            help = "use `queue.wait` in place of `queue.wait_read`"
            raise fault("S012", message, inner, "waits, or has several threads", help)


def _beginning(
    machine: TaskMachine, code: CompiledCode, free: list[Chain], read: Completion | None
) -> Segment:
    """The operation knows what its issuer knew at the issue, and may take over the chain of what that has waited for."""

    def end(registers: Registers, task: Task) -> Segment | None:
        machine.begin(task, (), free)
        if read is not None:
            reading = task.strand
            writing = machine.detector.start(task.name(), dict(reading.clock))
            writing.reading, writing.written, task.read = reading, set(), read
            task.strand = machine.detector.strand = writing
        return code.entry

    return Segment(end=end, end_op=code.op)


def _end_of_operation(op: Operation, c: Compiler) -> None:
    machine = c.machine

    def end(registers: Registers, task: Task) -> Segment | None:
        machine.give_back(task, [])
        return None

    c.end(machine.completing(end, op).end if c.program.asks_for_errors else end)


# ---- groups


@handles("queue.commit")
def _commit(op: Any, c: Compiler) -> None:
    machine, queue, go_on = c.machine, _number(op.queue_id, c), Segment()
    result = None if op.token is None else c.slot(op.token)

    def enter(registers: Registers, task: Task) -> Segment | None:
        if task.gathering is not None:
            raise fault("S019", "a commit is executed inside of another one", op, "inside")
        task.gathering = []
        return body

    def close(registers: Registers, task: Task) -> Segment | None:
        members, task.gathering = task.gathering or [], None
        name = machine.fifo_of(_get(queue, registers))
        group = _fifo(task, name, reads=False).commit(op, [whole for _, whole in members])
        if machine.asks_for_reads:
            group.read_first = _fifo(task, name, reads=True).commit(op, [read for read, _ in members])
        if result is not None:
            registers[result] = group
        return go_on

    body = c.region(op.regions[0], {END_OF_BODY: lambda inner, c: c.end(close)})
    c.end(enter, go_on)


def _fifo(task: Task, name: Hashable, reads: bool) -> TaskFifo:
    fifo = task.fifos.get((name, reads))
    if fifo is None:
        fifo = task.fifos[name, reads] = TaskFifo()
    return fifo


# ---- waits


@handles("queue.wait", "queue.wait_read", "queue.wait_finished")
def _wait(op: Any, c: Compiler) -> None:
    machine, queue, count = c.machine, _number(op.queue_id, c), _number(op.groups, c)
    reads = op.name == "queue.wait_read"
    from_first = op.name == "queue.wait_finished"

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        number: int = _get(count, registers)
        if number < 0:
            help = "the count is the number of groups that may stay in flight: 0 at least"
            raise fault("S018", f"the count is {number}", op, "negative", help)
        groups = _fifo(task, machine.fifo_of(_get(queue, registers)), reads).groups
        upto = min(number, len(groups)) if from_first else len(groups) - number
        if upto <= 0:
            return go_on
        return _waited(machine, task, [groups[upto - 1]], op, again, go_on)

    c.retry(end)


@handles("queue.await", "queue.await_read")
def _await(op: Any, c: Compiler) -> None:
    machine, slots = c.machine, c.uses(op.tokens)
    reads = op.name == "queue.await_read"

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        tokens = [completion_in(registers, slot) for slot in slots]
        if reads:
            tokens = [t.read_first or t if isinstance(t, QueueGroup) else t for t in tokens]
        return _waited(machine, task, tokens, op, again, go_on)

    c.retry(end)


def _waited(
    machine: TaskMachine,
    task: Task,
    completions: Sequence[Completion],
    op: Operation,
    again: Segment,
    go_on: Segment,
) -> Segment | None:
    machine.release_hot(task)
    for completion in completions:
        if not completion.done:
            machine.wait(task, completion, again)
            return None
    for completion in completions:
        machine.acquire(task, completion, op)
    errors = [error for c in completions if (error := caused(c, op)) is not None]
    if errors:
        raise TaskFailure(errors[0])
    return go_on


# ---- numbers


def _number(given: QueueId, c: Compiler) -> tuple[int | None, int | str]:
    """The slot of a computed number, or the literal one."""
    return (c.use(given), 0) if isinstance(given, SSAValue) else (None, given)


def _get(number: tuple[int | None, int | str], registers: Registers) -> Any:
    slot, literal = number
    if slot is None:
        return literal
    value = registers[slot]
    if is_poison(value):
        value.met()
    return value
