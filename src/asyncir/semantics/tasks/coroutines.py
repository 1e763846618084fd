"""async.runtime and async.coro: what the async dialect is lowered to, and can be written by hand (SEM-38 to SEM-40)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.faults import RunError, TaskFailure, fault
from asyncir.semantics.core.lift import performs
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Poison, Registers, Value
from asyncir.semantics.tasks.async_ops import completion_in
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.races import Cells
from asyncir.semantics.tasks.tasks import ANY_COMPLETION, Action, Completion, Task, TaskGroup

# ---- bare completions ----


@performs("async.runtime.create")
def _create(op: Operation, machine: TaskMachine) -> Completion:
    return Completion(op, f"created {machine.new_identity()}", payload=Poison(op))


@handles("async.runtime.set_available", "async.runtime.set_error")
def _set(op: Operation, c: Compiler) -> None:
    machine, operand = c.machine, c.use(op.operands[0])
    fails = op.name.endswith("set_error")

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        completion = completion_in(registers, operand)
        if machine.stops_before(task, again, asks(completion, reads=False)):
            return None
        if completion.done or completion.producer is not None:
            raise TaskFailure(RunError("R106", "it is completed a second time", op))
        error = RunError("R105", "set to an error by the program", op) if fails else None
        if error is not None:
            machine.unseen.append(error)
        machine.complete(completion, task, error)
        return machine.stops_after(task, go_on)

    c.retry(end)


def asks(completion: Completion, reads: bool) -> Action:
    """The action of asking or deciding whether a completion is an error."""
    if isinstance(completion, TaskGroup):
        return Action(ANY_COMPLETION, reads, completes=True)
    return Action(completion.identity.split("/")[0], reads, completes=True)


@handles("async.runtime.is_error")
def _is_error(op: Any, c: Compiler) -> None:
    machine, operand, result = c.machine, c.use(op.operands[0]), c.slot(op.results[0])

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        completion = completion_in(registers, operand)
        if machine.stops_before(task, again, asks(completion, reads=True)):
            return None
        error = completion.failed if completion.done else None
        if error is not None:
            error.seen = True
        registers[result] = int(error is not None)
        return go_on

    c.retry(end)


def _cells(completion: Completion) -> Cells:
    if completion.cells is None:
        completion.cells = Cells(1)
    return completion.cells


@performs("async.runtime.store")
def _store(op: Operation, machine: TaskMachine, value: Value, completion: Completion) -> None:
    if machine.detector.active:
        machine.detector.write(_cells(completion), 0, op)
    completion.payload = value


@performs("async.runtime.load")
def _load(op: Operation, machine: TaskMachine, completion: Completion) -> Value:
    if machine.detector.active:
        machine.detector.read(_cells(completion), 0, op)
    if completion.producer is not None:
        raise fault("S006", "the value is read before it is there", op, "waits for nothing")
    return completion.payload


@handles("async.runtime.add_ref", "async.runtime.drop_ref")
def _count(op: Operation, c: Compiler) -> None:
    """References are the implementation's."""


@handles("async.runtime.num_worker_threads", "rt.worker_number")
def _workers(op: Operation, c: Compiler) -> None:
    """There is one, which is number 0."""
    number = int(op.name != "rt.worker_number")
    c.constant(number)


# ---- coroutines ----


@dataclass(slots=True, eq=False)
class Coroutine:
    """A coroutine that is written out."""

    op: Operation
    suspension: Completion
    """Completes when the coroutine has suspended."""
    saved: bool = False
    requested: bool = False
    freed: bool = False
    registers: Registers = field(default_factory=list[Any])
    resume_at: Segment = field(default_factory=Segment)


@handles("async.coro.id")
def _id(op: Operation, c: Compiler) -> None:
    c.constant(None)


@performs("async.coro.begin")
def _begin(op: Operation, machine: TaskMachine, _: object) -> Coroutine:
    return Coroutine(op, Completion(op, "suspension"))


@performs("async.coro.save")
def _save(op: Operation, machine: TaskMachine, coroutine: Coroutine) -> Coroutine:
    coroutine.saved = True
    return coroutine


@handles("async.coro.suspend")
def _suspend(op: Any, c: Compiler) -> None:
    machine, state = c.machine, c.use(op.operands[0])
    suspended, resumed, _ = (c.target(block) for block in op.successors)

    def end(registers: Registers, task: Task) -> Segment | None:
        coroutine: Coroutine = registers[state]
        coroutine.registers = list(registers)
        coroutine.resume_at = resumed
        machine.complete(coroutine.suspension, task, None)
        return machine.stops_after(task, suspended)

    c.end(end)


@performs("async.coro.free")
def _free(op: Operation, machine: TaskMachine, _: object, coroutine: Coroutine) -> None:
    coroutine.freed = True


@handles("async.coro.end")
def _end(op: Operation, c: Compiler) -> None:
    machine, go_on = c.machine, Segment()

    def end(registers: Registers, task: Task) -> Segment | None:
        if not task.shield or task.stack:
            return go_on
        machine.end_allocas(task)
        machine.finish(task, None, [])
        return None

    c.end(end, go_on)


def _request(
    machine: TaskMachine, coroutine: Coroutine, awaited: list[Completion], task: Task, op: Operation
) -> None:
    """Make the task that goes on with the coroutine once that has suspended and what is awaited is there."""
    if coroutine.freed or not coroutine.saved or coroutine.requested:
        unsaved = "is already to be resumed" if coroutine.saved else "was not saved"
        why = "was freed" if coroutine.freed else unsaved
        raise fault("S013", f"a coroutine is resumed that {why}", op, "resumes it")
    coroutine.requested = True
    child = machine.new_task(task, op, (), [])
    child.shield = True
    waits = [*awaited, coroutine.suspension]

    def end(registers: Registers, resumed: Task) -> Segment | None:
        for wait in waits:
            if not wait.done:
                machine.wait(resumed, wait, start)
                return None
        machine.begin(resumed, waits, [])
        coroutine.saved = coroutine.requested = False
        coroutine.suspension = Completion(op, "suspension")
        resumed.registers = coroutine.registers
        resumed.segment = coroutine.resume_at
        return None

    start = child.segment = Segment(end=end, end_op=op)
    machine.policy.enabled(child)


@handles("async.runtime.resume", "async.runtime.await_and_resume")
def _resume(op: Operation, c: Compiler) -> None:
    machine, (*awaited, handle), go_on = c.machine, c.uses(op.operands), Segment()

    def end(registers: Registers, task: Task) -> Segment | None:
        _request(machine, registers[handle], [completion_in(registers, slot) for slot in awaited], task, op)
        return machine.stops_after(task, go_on)

    c.end(end, go_on)
