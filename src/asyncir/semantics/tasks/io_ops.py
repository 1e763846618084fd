"""io: operations that complete later, in a world that is made up and the same in every run. See `docs/operations.md`.

Each operation is a task of its own, without ops: what it does to memory, it does at one moment while it is in flight, so
that races with it are found like those with a task.
"""

from __future__ import annotations

import asyncio
import inspect
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any

import numpy as np

from asyncir.ir import MemRefType, Operation
from asyncir.semantics.core.access import touch
from asyncir.semantics.core.arguments import Arguments, export
from asyncir.semantics.core.faults import InterpreterFault, RunError, TaskFailure, fault
from asyncir.semantics.core.lift import attribute, performs
from asyncir.semantics.core.memory import AccessKind, Buffer, MemRefView, is_bf16, row_major
from asyncir.semantics.core.program import Compiler, Segment, handles
from asyncir.semantics.core.values import Registers, Value, defined
from asyncir.semantics.core.world import BAD_FILE, OpenFile
from asyncir.semantics.tasks.async_ops import promises
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import Action, Task

Effect = Callable[..., list[Value]]
"""What an operation does: it gets the op, the machine and the operands' values, and gives the payloads of its values."""

_FILES = Action("files")
_HOST = Action("the host")


def _operation(*names: str, action: Action | None = None) -> Callable[[Effect], Effect]:
    """Register what the operations do that the named ops start; others may notice when it does what `action` names."""

    def register(effect: Effect) -> Effect:
        @handles(*names)
        def handler(op: Operation, c: Compiler) -> None:  # pyright: ignore[reportUnusedFunction]
            _compile(op, c, partial(effect, op, c.machine), action)

        return effect

    return register


def _compile(op: Operation, c: Compiler, effect: Effect, action: Action | None) -> None:
    machine, operands, promised = c.machine, c.uses(op.operands), promises(op, c)

    def done(registers: Registers, task: Task) -> Segment | None:
        if action is not None and machine.stops_before(task, act, action):
            return None
        machine.give_back(task, effect(*registers))
        return None

    def began(registers: Registers, task: Task) -> Segment | None:
        machine.begin(task, (), [])
        return act

    act, begin = Segment(end=done, end_op=op), Segment(end=began, end_op=op)

    def end(registers: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        values = defined(registers, operands)
        child = machine.new_task(task, op, promised, registers)
        child.registers = values
        child.segment = begin
        machine.policy.enabled(child)
        return machine.stops_after(task, go_on)

    c.retry(end)


# ---- timers


@performs("io.clock")
def _clock(op: Operation, machine: TaskMachine) -> int:
    return machine.world.read_clock()


@_operation("io.sleep", "io.sleep_until")
def _sleep(op: Operation, machine: TaskMachine, time: int) -> list[Value]:
    world = machine.world
    due = time + (world.clock if op.name == "io.sleep" else 0)
    world.clock = max(world.clock, due)
    return []


# ---- files


def _failed(op: Operation, code: str, message: str) -> TaskFailure:
    return TaskFailure(RunError(code, message, op))


def _file(
    machine: TaskMachine, number: int, op: Operation, what: str, writes: bool | None = None
) -> OpenFile:
    """The open file, if it may be read or written, whatever is asked for."""
    file = machine.world.opened.get(number)
    if file is None or (writes is not None and not (file.writes if writes else file.reads)):
        raise _failed(op, "R301", f"cannot {what}: {BAD_FILE}")
    return file


@_operation("io.open", action=_FILES)
def _open(op: Operation, machine: TaskMachine, view: MemRefView | None = None) -> list[Value]:
    data = attribute(op, "path").data.encode() if view is None else _bytes_of(machine, view, op)
    path = data.decode(errors="surrogateescape")
    found = machine.world.open(path, attribute(op, "mode").data)
    if isinstance(found, str):
        raise _failed(op, "R301", f"cannot open '{path}': {found}")
    return [found]


@_operation("io.close", action=_FILES)
def _close(op: Operation, machine: TaskMachine, number: int) -> list[Value]:
    _file(machine, number, op, "close the file")
    del machine.world.opened[number]
    return []


@_operation("io.size", action=_FILES)
def _size(op: Operation, machine: TaskMachine, number: int) -> list[Value]:
    return [len(_file(machine, number, op, "look at the file").data)]


@_operation("io.read", action=_FILES)
def _read(op: Operation, machine: TaskMachine, number: int, offset: int, view: MemRefView) -> list[Value]:
    file = _file(machine, number, op, "read from the file", writes=False)
    _check_offset(offset, op, "read from the file")
    found = bytes(file.data[offset : offset + _byte_count(view)])
    _set_bytes(machine, view, found, op)
    return [len(found)]


@_operation("io.write", action=_FILES)
def _write(op: Operation, machine: TaskMachine, number: int, offset: int, view: MemRefView) -> list[Value]:
    file = _file(machine, number, op, "write to the file", writes=True)
    _check_offset(offset, op, "write to the file")
    given = _bytes_of(machine, view, op)
    if given and len(file.data) < offset:
        file.data.extend(bytes(offset - len(file.data)))
    file.data[offset : offset + len(given)] = given
    return [len(given)]


def _check_offset(offset: int, op: Operation, what: str) -> None:
    if offset < 0:
        raise _failed(op, "R301", f"cannot {what}: Invalid argument")


def _byte_count(view: MemRefView) -> int:
    return len(view.indices()) * view.buffer.array.dtype.itemsize


def _bytes_of(machine: TaskMachine, view: MemRefView, op: Operation) -> bytes:
    """The bytes of a memref, all of which must be defined."""
    _check_type(op)
    places = view.indices()
    touch(machine, view.buffer, places, AccessKind.READ, op)
    if view.buffer.defined is not None and not all(view.buffer.defined[place] for place in places):
        raise fault("S006", f"`{op.name}` takes memory that was not all written", op, "reads it")
    return np.ascontiguousarray(view.array()).tobytes()


def _set_bytes(machine: TaskMachine, view: MemRefView, data: bytes, op: Operation) -> None:
    """Write the first bytes of a memref; an element of which only a part is written keeps the rest."""
    _check_type(op)
    width = view.buffer.array.dtype.itemsize
    places = view.indices()[: -(-len(data) // width)]
    touch(machine, view.buffer, places, AccessKind.WRITE, op)
    if not places:
        return
    first, last = places[0], places[-1] + 1  # the verifier has seen to it that they lie in a row
    raw = view.buffer.array[first:last].tobytes()
    whole = np.frombuffer(data + raw[len(data) :], view.buffer.array.dtype)
    view.buffer.array[first:last] = whole
    if view.buffer.defined is not None:
        for place in places:
            view.buffer.defined[place] = 1


def _check_type(op: Operation) -> None:
    types: list[Any] = [operand.type for operand in op.operands]
    if any(isinstance(t, MemRefType) and is_bf16(t.element_type) for t in types):  # pyright: ignore[reportUnknownMemberType]
        raise fault("S012", "the interpreter does not know the bytes of bf16", op)


# ---- processes


@_operation("io.process")
def _process(op: Operation, machine: TaskMachine, *values: Value) -> list[Value]:
    name = attribute(op, "command").data[0].data
    raise _failed(op, "R302", f"cannot start '{name}': the interpreter starts no process")


# ---- calls of the host


@_operation("rt.call", action=_HOST)
def _call(op: Any, machine: TaskMachine, *values: Value) -> list[Value]:
    name, types = op.function.string_value(), [operand.type for operand in op.operands]
    payloads = [r.type.value_type for r in op.results if r.type.name == "async.value"]
    views = [value for value in values if isinstance(value, MemRefView)]
    for view in views:
        machine.note(view.buffer, view.indices(), AccessKind.READ, op)
    before = [view.array().copy() for view in views]
    given = [export(value, of) for value, of in zip(values, types, strict=True)]
    try:
        results = _returned(machine.world.host[name](*given), len(payloads))
        registers = [
            _register(of, value, views, machine, op) for of, value in zip(payloads, results, strict=True)
        ]
    except InterpreterFault as wrong:
        raise _raised(op, name, "Fault", wrong.diagnostic.message) from None
    except Exception as error:
        raise _raised(op, name, type(error).__qualname__, str(error)) from error
    for view, old in zip(views, before, strict=True):
        # What it has changed it has written; the rest, it may have read.
        changed = (view.array() != old).ravel()
        places = [place for place, new in zip(view.indices(), changed, strict=True) if new]
        machine.note(view.buffer, places, AccessKind.WRITE, op)
    return registers


def _raised(op: Operation, name: str, kind: str, text: str) -> TaskFailure:
    return _failed(op, "R305", f"the callback @{name} raised {kind}{': ' if text else ''}{text}")


def _returned(result: object, count: int) -> Sequence[object]:
    """What the function returned, one value for each result that is declared."""
    if inspect.isawaitable(result):
        result = asyncio.run(_awaited(result))
    if count == 1:
        return (result,)
    if count == 0 and result is None:
        return ()
    if not isinstance(result, tuple) or len(result) != count:  # pyright: ignore[reportUnknownArgumentType]
        raise TypeError(f"{count} results are declared, not {result!r:.60}")
    return result  # pyright: ignore[reportUnknownVariableType]


async def _awaited(awaitable: Awaitable[object]) -> object:
    return await awaitable


def _register(of: Any, value: Any, views: Sequence[MemRefView], machine: TaskMachine, op: Operation) -> Value:
    """A result as the machine holds it: an argument's memory stays where it is, other arrays are copied."""
    (checked,) = Arguments([of], [value]).values
    if not isinstance(checked, MemRefView):
        return checked
    for view in views:
        if np.may_share_memory(value, view.buffer.array):
            start = value.__array_interface__["data"][0] - view.buffer.array.__array_interface__["data"][0]
            return MemRefView(view.buffer, start // value.itemsize, checked.sizes, checked.strides)
    flat = np.ascontiguousarray(checked.array()).ravel().copy()
    buffer = Buffer(flat, "alloc", op, machine.new_identity(), is_defined=True)
    return MemRefView(buffer, 0, checked.sizes, row_major(checked.sizes))
