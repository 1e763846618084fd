"""stream: streams and events of a simulated device. The rules are STR-1 to STR-6 in docs/streams.md.

A stream keeps what its next work has to wait for: the work before it, and the events that it was told to wait for. An event
is complete when all of that is, as it was when the event was recorded. So works of different streams run in any order that
events leave open. Two tasks that put something into one stream, neither before the other, race: the order in the stream
would be either.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.lift import performs
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Registers, is_poison
from asyncir.semantics.tasks.async_ops import completion_in
from asyncir.semantics.tasks.device_works import give, preparing, waiting
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.races import Cells
from asyncir.semantics.tasks.tasks import Completion, PartToken, Task


@dataclass(slots=True, eq=False)
class DeviceStream:
    """A stream, and what its next work waits for."""

    op: Operation
    name: str
    tail: list[Completion] = field(default_factory=list[Completion])
    loose: list[Completion] = field(default_factory=list[Completion])
    """Of a queue, the commands behind its last barrier."""
    cells: Cells = field(default_factory=lambda: Cells(1))

    def used(self, machine: TaskMachine, op: Operation) -> None:
        """The running task puts something into it."""
        if machine.detector.active:
            machine.detector.write(self.cells, 0, op)

    def event(self, op: Operation, machine: TaskMachine) -> Completion:
        """Complete when all that is in it is over."""
        return PartToken.of(op, machine.new_identity(), [*self.tail, *self.loose])

    def barrier(self) -> None:
        """What comes next is behind all before."""
        if self.loose:
            self.tail, self.loose = [*self.tail, *self.loose], []


def _stream_in(registers: Registers, slot: int) -> DeviceStream:
    value = registers[slot]
    if is_poison(value):
        value.met()
    return value


@performs("stream.create")
def _create(op: Any, machine: TaskMachine) -> DeviceStream:
    device = "" if op.device is None else f"{op.device.data} "
    return DeviceStream(op, f"{device}{op.results[0].name_hint or 'stream'}")


@handles("stream.enqueue")
def _enqueue(op: Any, c: Compiler) -> None:
    machine, stream, work = c.machine, c.use(op.stream), op.work
    prepare, token, go_on = preparing(work, c), c.code.fresh(), Segment()
    made = [list(work.results).index(value) for value in work.next_op.operands]
    results = c.slots(op.results)

    def end(registers: Registers, task: Task) -> Segment | None:
        into = _stream_in(registers, stream)
        into.used(machine, op)
        into.barrier()
        given = prepare(registers)
        give(machine, task, work, given, into.tail, registers, token, into.name)
        into.tail = [registers[token]]
        for slot, index in zip(results, made, strict=True):
            registers[slot] = given.results[index]
        return machine.stops_after(task, go_on)

    c.end(end, go_on)


@handles("stream.record")
def _record(op: Any, c: Compiler) -> None:
    machine, stream, event = c.machine, c.use(op.stream), c.slot(op.event)

    def step(registers: Registers) -> None:
        into = _stream_in(registers, stream)
        into.used(machine, op)
        registers[event] = into.event(op, machine)

    c.step(step)


@handles("stream.wait")
def _wait(op: Any, c: Compiler) -> None:
    machine, stream, events = c.machine, c.use(op.stream), c.uses(op.events)

    def step(registers: Registers) -> None:
        into = _stream_in(registers, stream)
        into.used(machine, op)
        into.tail = [*into.tail, *(completion_in(registers, slot) for slot in events)]

    c.step(step)


@handles("stream.all")
def _all(op: Any, c: Compiler) -> None:
    machine, events, result = c.machine, c.uses(op.events), c.slot(op.event)

    def step(registers: Registers) -> None:
        members = [completion_in(registers, slot) for slot in events]
        registers[result] = PartToken.of(op, machine.new_identity(), members)

    c.step(step)


@handles("stream.host_wait")
def _host_wait(op: Any, c: Compiler) -> None:
    go_on = Segment()
    c.end(waiting(c.machine, c.uses(op.events), op, go_on).end, go_on)


@handles("stream.submit")
def _submit(op: Any, c: Compiler) -> None:
    machine, queue, events = c.machine, c.use(op.queue), c.uses(op.events)
    commands = op.commands
    for work in commands:  # one may use what another has made
        for result in work.results:
            c.code.define(result)
    prepared = [None if not w.results and w.name == "stream.barrier" else preparing(w, c) for w in commands]
    slots = [c.slots(work.results) for work in commands]
    token, signal = c.code.fresh(), c.slot(op.signal)
    handed = list(zip(c.uses(op.body.block.last_op.operands), c.slots(op.values), strict=True))
    go_on = Segment()

    def end(registers: Registers, task: Task) -> Segment | None:
        into = _stream_in(registers, queue)
        into.used(machine, op)
        into.tail = [*into.tail, *(completion_in(registers, slot) for slot in events)]
        for work, prepare, results in zip(commands, prepared, slots, strict=True):
            if prepare is None:
                into.barrier()
                continue
            given = prepare(registers)
            give(machine, task, work, given, into.tail, registers, token, into.name)
            into.loose.append(registers[token])
            for slot, value in zip(results, given.results, strict=True):
                registers[slot] = value
        registers[signal] = into.event(op, machine)
        for source, target in handed:
            registers[target] = registers[source]
        return machine.stops_after(task, go_on)

    c.end(end, go_on)
