"""async: tasks, completions, groups, waits. The rules are SEM-1 to SEM-23."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.ir import Operation
from asyncir.ir.marks import PASSES_ON
from asyncir.semantics.core.control import giving_back
from asyncir.semantics.core.faults import RunError, TaskFailure, fault
from asyncir.semantics.core.lift import operand_groups, performs
from asyncir.semantics.core.program import CompiledCode, Compiler, End, Segment, handles
from asyncir.semantics.core.values import Registers, Value, is_poison
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import Action, Completion, PartToken, Task, TaskGroup, settle


def completion_in(registers: Registers, slot: int) -> Completion:
    """The completion in a register, which must be defined."""
    value = registers[slot]
    if is_poison(value):
        value.met()
    return value


def caused(completion: Completion, op: Operation) -> RunError | None:
    """The error of who waits for the completion: none if that has none."""
    what = "the awaited task"
    members: Sequence[Completion] = (completion,)
    if isinstance(completion, PartToken):
        members = completion.leaves()
    elif isinstance(completion, TaskGroup):
        what, members = "a task of the awaited group", completion.members
    for member in members:
        if member.failed is not None:
            member.failed.seen = True
    cause = completion.failed
    if cause is None or PASSES_ON in op.attributes:
        return cause
    return RunError("R102", f"{what} failed", op, cause)


# ---- issuing ----


def start_of(
    machine: TaskMachine, code: CompiledCode, waits: Sequence[int], operands: Sequence[int]
) -> Segment:
    """The first thing that a task does: wait for its dependencies, then for its operands, then begin the body."""
    slots = (*waits, *operands)

    def end(registers: Registers, task: Task) -> Segment | None:
        completions = [completion_in(registers, slot) for slot in slots]
        for completion in completions:
            if not completion.done:
                machine.policy.not_yet()
                machine.wait(task, completion, segment)
                return None
        machine.begin(task, completions, [])
        errors = [error for c in completions if (error := caused(c, code.op)) is not None]
        if errors:
            raise TaskFailure(errors[0])
        for operand, slot in zip(operands, code.arguments[: len(operands)], strict=True):
            registers[slot] = registers[operand].payload
        if machine.has_regions:
            settle(registers)
        return code.entry

    segment = Segment(end=end, end_op=code.op)
    return segment


@handles("async.execute")
def _execute(op: Any, c: Compiler) -> None:
    machine = c.machine
    dependencies, operands = operand_groups(op)
    waits = c.uses([*dependencies, *operands])
    promised = promises(op, c)
    code = c.inner("task body", op, op.regions[0], {"async.yield": _return})
    own = [code.fresh() for _ in waits]
    start = start_of(machine, code, own[: len(dependencies)], own[len(dependencies) :])
    moves = c.moves_into(code)
    moves.extend(zip(waits, own, strict=True))

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        child = machine.new_task(task, op, promised, registers)
        inner = child.registers = code.registers()
        for source, target in moves:
            inner[target] = registers[source]
        child.segment = start
        machine.policy.enabled(child)
        return machine.stops_after(task, go_on)

    c.retry(end)


def promises(op: Operation, c: Compiler) -> list[tuple[int, bool]]:
    """The slots of an op's results, which a task completes, and whether each is its token."""
    return [(c.slot(result), result.type.name == "async.token") for result in op.results]


def finishing(machine: TaskMachine, end: End, c: Compiler) -> End:
    """An end that completes a task: a scheduling point where `is_error` can see the difference."""
    return machine.completing(end, c.op).end if c.program.asks_for_errors else end


@handles("async.return")
def _return(op: Operation, c: Compiler) -> None:
    c.end(finishing(c.machine, giving_back(op, c), c))


@handles("async.call")
def _call(op: Any, c: Compiler) -> None:
    machine, function = c.machine, c.program.function(op.callee, op)
    arguments, promised = c.uses(op.operands), promises(op, c)
    if function.external:
        raise fault("S012", f"`@{function.name}` has no body", op)

    def end(registers: Registers, task: Task) -> Segment | None:
        child = machine.new_task(task, op, promised, registers)
        child.enter(function.code, [registers[slot] for slot in arguments])
        child.hot = registers[hot] = Completion(op, "call", child)
        machine.begin(child, (), task.strand.recent)
        machine.wait(task, child.hot, back)
        machine.pending = child
        return None

    back, go_on, hot = Segment(), Segment(), c.code.fresh()

    def returned(registers: Registers, task: Task) -> Segment | None:
        machine.goes_on(task, registers[hot])
        return go_on

    back.end, back.end_op = returned, op
    c.end(end, go_on)


# ---- waiting ----


@handles("async.await", "async.await_all", "async.runtime.await")
def _await(op: Operation, c: Compiler) -> None:
    machine, operand, results = c.machine, c.use(op.operands[0]), c.slots(op.results)
    fails = op.name != "async.runtime.await"

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        completion = completion_in(registers, operand)
        machine.release_hot(task)
        if not completion.done:
            machine.wait(task, completion, again)
            return None
        machine.acquire(task, completion, op)
        error = caused(completion, op)
        if fails and error is not None:
            raise TaskFailure(error)
        for result in results:
            registers[result] = completion.payload
        if machine.has_regions:
            settle(registers)
        return go_on

    c.retry(end)


# ---- making completions ----


@performs("async.ready")
def _ready(op: Operation, machine: TaskMachine, payload: Value = None) -> Completion:
    return Completion(op, "ready", done=True, payload=payload)


@performs("async.create_group", "async.runtime.create_group")
def _create_group(op: Operation, machine: TaskMachine, count: int) -> TaskGroup:
    group = TaskGroup(op, f"group {machine.new_identity()}", size=max(count, 0), done=count <= 0)
    if count < 0:
        group.error = RunError("R013", f"the size of a group is {count}, but must not be negative", op)
    return group


@handles("async.add_to_group", "async.runtime.add_to_group")
def _add_to_group(op: Any, c: Compiler) -> None:
    machine, result = c.machine, c.slot(op.results[0])
    operand, target = c.uses(op.operands)

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        member, group = completion_in(registers, operand), completion_in(registers, target)
        assert isinstance(group, TaskGroup)
        if machine.stops_before(task, again, Action(group.identity)):
            return None
        rank = len(group.members)
        if rank >= group.size:
            raise TaskFailure(RunError("R103", f"the group has all its {group.size} members already", op))
        registers[result] = rank
        group.members.append(member)
        machine.joins(task, group)
        if member.done:
            machine.member_done(group)
        else:
            member.waiters.append(group)
        return machine.stops_after(task, go_on) if group.done else go_on

    c.retry(end)
