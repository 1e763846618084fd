"""gpu: works of a simulated device. The rules are DEVW-1 to DEVW-6 in docs/streams.md.

A work is a task: it begins when what it waits for is complete, and does all of it in one step. With a token of its own the
host goes on; without one the host waits for the task. So schedules try the orders that tokens leave open, and the detector of
races for tasks finds what they forget. Memory is made when an allocation is given, so that it has a name, and counts as
written by the work: who touches it without waiting for that races, as who touches it beside its end does.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from asyncir.dialects.interfaces.device_work import DeviceWork, work_of
from asyncir.ir import Operation
from asyncir.semantics.core.access import copy_elements, ended, store, touch
from asyncir.semantics.core.faults import TaskFailure, fault
from asyncir.semantics.core.lift import performs
from asyncir.semantics.core.memory import ON_DEVICE, AccessKind, Buffer, MemRefView
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Registers, Value, is_poison
from asyncir.semantics.core.views import maker
from asyncir.semantics.tasks.async_ops import caused, completion_in
from asyncir.semantics.tasks.device_times import TimedWork
from asyncir.semantics.tasks.kernels import DeviceGrid, kernel_of
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import Completion, PartToken, Task


@dataclass
class WorkOfDevice:
    """Work that the host has given."""

    results: Sequence[Value]
    """What the host has of it at once: memory."""
    do: Callable[[], tuple[int, int]]
    """Do it; how many bytes it touched, and how many steps it took."""


Prepare = Callable[[Registers], WorkOfDevice]

_MAKERS: dict[str, Callable[[Any, Compiler], Prepare]] = {}


def _makes(*names: str) -> Callable[[Callable[[Any, Compiler], Prepare]], Callable[[Any, Compiler], Prepare]]:
    def register(function: Callable[[Any, Compiler], Prepare]) -> Callable[[Any, Compiler], Prepare]:
        _MAKERS.update(dict.fromkeys(names, function))
        return function

    return register


def preparing(op: Operation, c: Compiler) -> Prepare:
    """What makes work of the registers of who gives it."""
    return _MAKERS[op.name](op, c)


# ---- memory ----


def _there(buffer: Buffer, op: Operation) -> None:
    """S002 unless the memory is there, for the host or the device."""
    while buffer.root is not None:
        buffer = buffer.root
    if buffer.ended not in (None, ON_DEVICE):
        raise ended(buffer, op)


def _view(value: Value) -> MemRefView:
    if is_poison(value):
        value.met()
    return cast(MemRefView, value)


@_makes("gpu.alloc")
def _alloc(op: Any, c: Compiler) -> Prepare:
    machine, make = c.machine, maker_of(op, c)

    def prepare(registers: Registers) -> WorkOfDevice:
        view = make(registers)
        buffer = view.buffer
        buffer.where = "both" if op.host_shared is not None else "device"
        if buffer.where == "device":
            buffer.end(ON_DEVICE)

        def do() -> tuple[int, int]:
            machine.note(buffer, range(buffer.size), AccessKind.WRITE, op)
            return buffer.array.nbytes, 0

        return WorkOfDevice([view], do)

    return prepare


def maker_of(op: Any, c: Compiler) -> Callable[[Registers], MemRefView]:
    """What makes the object that a `gpu.alloc` asks for."""
    if op.symbol_operands:
        raise fault("S012", "the interpreter knows no layouts with symbols", op, "has symbols")
    return maker(op, c, "alloc", c.uses(op.dynamic_sizes))


@_makes("gpu.dealloc")
def _dealloc(op: Any, c: Compiler) -> Prepare:
    machine, operand = c.machine, c.use(op.memref)

    def prepare(registers: Registers) -> WorkOfDevice:
        buffer = _view(registers[operand]).buffer

        def do() -> tuple[int, int]:
            machine.note(buffer, range(buffer.size), AccessKind.FREE, op)
            if buffer.ended not in (None, ON_DEVICE):
                raise fault("S003", "the memory was freed before, or is gone", op, "frees it again")
            if buffer.where == "host" or buffer.kind != "alloc":
                raise fault("S003", "the memory comes from no `gpu.alloc`", op, "frees it")
            buffer.end("dealloc")
            return buffer.array.nbytes, 0

        return WorkOfDevice([], do)

    return prepare


@_makes("gpu.memcpy")
def _memcpy(op: Any, c: Compiler) -> Prepare:
    machine, target, source = c.machine, c.use(op.dst), c.use(op.src)

    def prepare(registers: Registers) -> WorkOfDevice:
        new, old = _view(registers[target]), _view(registers[source])

        def do() -> tuple[int, int]:
            if old.sizes != new.sizes:
                text = f"sizes {list(old.sizes)} are copied to sizes {list(new.sizes)}"
                raise fault("S004", text, op, "differ")
            with_device(lambda: copy_elements(machine, old, new, op), (old, new), op)
            return len(new.indices()) * new.buffer.array.itemsize, 0

        return WorkOfDevice([], do)

    return prepare


@_makes("gpu.memset")
def _memset(op: Any, c: Compiler) -> Prepare:
    machine, target, value = c.machine, c.use(op.dst), c.use(op.value)

    def prepare(registers: Registers) -> WorkOfDevice:
        view, filler = _view(registers[target]), registers[value]

        def do() -> tuple[int, int]:
            places = view.indices()

            def fill() -> None:
                touch(machine, view.buffer, places, AccessKind.WRITE, op)
                for place in places:
                    store(view.buffer, place, filler, op)

            with_device(fill, (view,), op)
            return len(places) * view.buffer.array.itemsize, 0

        return WorkOfDevice([], do)

    return prepare


def with_device(function: Callable[[], None], views: Sequence[MemRefView], op: Operation) -> None:
    """Do something on the device, which may touch its memory."""
    hidden: list[Buffer] = []
    for view in views:
        buffer = view.buffer
        while buffer.root is not None:
            buffer = buffer.root
        if buffer.ended == ON_DEVICE:
            buffer.end(None)
            hidden.append(buffer)
    try:
        function()
    finally:
        for buffer in hidden:
            buffer.end(ON_DEVICE)


@_makes("gpu.launch", "gpu.launch_func")
def _launch(op: Any, c: Compiler) -> Prepare:
    machine, kernel = c.machine, kernel_of(op, c)
    device = cast(DeviceGrid, cast(object, c.program.device and c.program.device.machine))

    def prepare(registers: Registers) -> WorkOfDevice:
        launch = kernel(registers)
        return WorkOfDevice([], lambda: (0, launch.run(machine, device)))

    return prepare


# ---- giving and waiting ----


def give(
    machine: TaskMachine,
    parent: Task,
    op: Operation,
    given: WorkOfDevice,
    waits: Sequence[Completion],
    registers: Registers,
    token: int,
    stream: str = "",
) -> None:
    """Let a task do work when what it waits for is complete; the register gets its token."""
    trait = work_of(op)
    assert trait is not None
    kind = trait.kind
    child = machine.new_task(parent, op, [(token, True)], registers)

    def start(_: Registers, task: Task) -> Segment | None:
        for completion in waits:
            if not completion.done:
                machine.policy.not_yet()
                machine.wait(task, completion, child.segment)
                return None
        machine.begin(task, waits, [])
        errors = [error for c in waits if (error := caused(c, op)) is not None]
        if errors:
            raise TaskFailure(errors[0])
        size, steps = given.do()
        if machine.costs is not None:
            begin, task.time = task.time, task.time + machine.costs.of(kind, size, steps)
            machine.works.append(TimedWork(op, stream, begin, task.time))
        machine.returned(task, [])
        return None

    child.segment = Segment(end=start, end_op=op)
    machine.policy.enabled(child)


def waiting(machine: TaskMachine, slots: Sequence[int], op: Operation, go_on: Segment) -> Segment:
    """What lets a task wait until all completions in these slots are there."""

    def end(registers: Registers, task: Task) -> Segment | None:
        completions = [completion_in(registers, slot) for slot in slots]
        machine.release_hot(task)
        for completion in completions:
            if not completion.done:
                machine.wait(task, completion, again)
                return None
        for completion in completions:
            machine.acquire(task, completion, op)
        for completion in completions:
            error = caused(completion, op)
            if error is not None:
                raise TaskFailure(error)
        return go_on

    again = Segment(end=end, end_op=op)
    return again


@handles("gpu.alloc", "gpu.dealloc", "gpu.memcpy", "gpu.memset", "gpu.launch", "gpu.launch_func")
def _work(op: Any, c: Compiler) -> None:
    machine, prepare = c.machine, preparing(op, c)
    waits = c.uses(op.dependencies)
    token = c.code.fresh() if op.token is None else c.slot(op.token)
    results = c.slots(DeviceWork.values(op))
    go_on = Segment()
    then = go_on if op.token is not None else waiting(machine, [token], op, go_on)

    def end(registers: Registers, task: Task) -> Segment | None:
        given = prepare(registers)
        completions = [completion_in(registers, slot) for slot in waits]
        for slot, value in zip(results, given.results, strict=True):
            registers[slot] = value
        give(machine, task, op, given, completions, registers, token)
        return machine.stops_after(task, then)

    c.end(end, go_on)


@handles("gpu.wait")
def _wait(op: Any, c: Compiler) -> None:
    machine, waits = c.machine, c.uses(op.dependencies)
    if op.token is None:
        go_on = Segment()
        c.end(waiting(machine, waits, op, go_on).end, go_on)
        return
    token = c.slot(op.token)

    def step(registers: Registers) -> None:
        members = [completion_in(registers, slot) for slot in waits]
        registers[token] = PartToken.of(op, machine.new_identity(), members)

    c.step(step)


@performs("gpu.host_register")
def _register(op: Operation, machine: TaskMachine, view: MemRefView) -> None:
    _there(view.buffer, op)
    if view.buffer.where == "host":
        view.buffer.where = "both"


@performs("gpu.host_unregister")
def _unregister(op: Operation, machine: TaskMachine, view: MemRefView) -> None:
    if view.buffer.where == "both":
        view.buffer.where = "host"


@performs("gpu.set_default_device")
def _default(op: Operation, machine: TaskMachine, number: int) -> None:
    """There is one device to run on: which one it is changes nothing."""
