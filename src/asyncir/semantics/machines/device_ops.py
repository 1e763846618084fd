"""The ops of the `device` dialect.

A copy, a read, a write, an allocation and its end are launches whose bodies have one op.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from asyncir.dialects import device
from asyncir.dialects.device_types import FutureType, unwrapped
from asyncir.dialects.memref_access import CopyOp, LoadOp, StoreOp
from asyncir.dialects.memref_memory import AllocOp as MakeOp, DeallocOp as FreeOp
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.memory import AccessKind
from asyncir.semantics.core.program import CompiledCode, Compiler, Segment
from asyncir.semantics.core.values import Registers
from asyncir.semantics.core.views import maker
from asyncir.semantics.machines import launches
from asyncir.semantics.machines.compiler import SyncCompiler, handles
from asyncir.semantics.machines.launches import AllOf, Launch, LaunchEvent, NewBuffer
from asyncir.semantics.machines.occupied_memory import bytes_of
from asyncir.semantics.machines.ops import end_of_process
from asyncir.semantics.machines.processes import Process
from asyncir.targets.verify_devices import FEWER_FLAGS, flags_fault

# ---- devices and events ----


@handles("device.get")
def _get(op: device.GetOp, c: SyncCompiler) -> None:
    machine, result = c.sync, c.slot(op.result)
    engines = [machine.named[name] for name in op.engines]
    which = None if op.which is None else c.use(op.which)

    def step(r: Registers) -> None:
        number = 0 if which is None else r[which]
        if not 0 <= number < len(engines):
            message = f"engines 0 to {len(engines) - 1} are named, and {number} is asked for"
            raise fault("M011", message, op, "there is none", "count engines from 0")
        r[result] = engines[number]

    c.pure(step)


@handles("device.start")
def _start(op: device.StartOp, c: SyncCompiler) -> None:
    result = c.slot(op.result)

    def step(r: Registers) -> None:
        r[result] = LaunchEvent(None)

    c.pure(step)


@handles("device.and")
def _and(op: device.AndOp, c: SyncCompiler) -> None:
    events, result = c.uses(op.events), c.slot(op.result)

    def step(r: Registers) -> None:
        r[result] = AllOf([r[slot] for slot in events])

    c.pure(step)


@handles("device.await")
def _await(op: device.AwaitOp, c: SyncCompiler) -> None:
    machine, operand = c.sync, c.use(op.operand)
    result = None if op.result is None else c.slot(op.result)

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        event = r[operand]
        missing = event.missing()
        if missing is not None:
            p.wait(missing, again)
            return None
        p.learn(event.clock)
        if result is not None:
            r[result] = event.payload
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


# ---- launches ----


@handles("device.launch")
def _launch(op: device.LaunchOp, c: SyncCompiler) -> None:
    code = c.inner("launch", op, op.body, {"device.return": _return})
    held = c.uses((op.device, *op.excluded))
    _launches(op, c, code, op.captured, op.events, held)


def _launches(
    op: Any,
    c: SyncCompiler,
    code: CompiledCode,
    captured: Sequence[SSAValue],
    events: Sequence[SSAValue],
    held: Sequence[int],
    prepare: Callable[[Registers], NewBuffer] | None = None,
) -> None:
    """Compile an op that launches code, whose arguments are what is captured."""
    machine, moves = c.sync, list(zip(c.uses(captured), code.arguments, strict=True))
    futures = [slot for value, (_, slot) in zip(captured, moves, strict=True) if _is_future(value)]
    waits = c.uses(events)
    flags = c.slots(getattr(op, "parts", ()))
    values = c.slots([result for result in op.results if _is_future(result)])
    done = c.slot(op.results[0])
    prologue = _prologue(op, c, code, futures)

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        makes = None if prepare is None else prepare(r)
        registers = code.registers()
        for source, slot in moves:
            registers[slot] = r[source]
        before = [*(r[slot] for slot in waits), *(registers[slot] for slot in futures)]
        launch = Launch(op, p, before, [r[slot] for slot in held], len(flags), len(values))
        launch.makes = makes
        if len(set(launch.devices)) < len(launch.devices):
            name = launch.devices[0].name
            raise fault("M033", f'`{op.name}` holds "{name}" twice', op, "here", "let it exclude others")
        model = launch.devices[0].model if flags else None
        if model is not None and (wrong := flags_fault(model, len(flags))):
            raise fault("M030", wrong, op, "launched here", FEWER_FLAGS)
        r[done] = launch.done
        for slot, event in zip((*flags, *values), (*launch.parts, *launch.values), strict=True):
            r[slot] = event
        launches.start(machine, launch, p, registers, prologue)
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


def _is_future(value: SSAValue) -> bool:
    return isinstance(value.type, FutureType)


def _prologue(op: Operation, c: SyncCompiler, code: CompiledCode, futures: Sequence[int]) -> Segment:
    """What a launch does first: it waits, and takes values out of what they came with."""
    machine = c.sync

    def end(r: Registers, p: Process) -> Segment | None:
        if not launches.may_begin(machine, p, segment):
            return None
        for slot in futures:
            r[slot] = r[slot].payload
        return code.entry

    segment = Segment(end=end, end_op=op)
    return segment


@handles("device.flag")
def _flag(op: device.FlagOp, c: SyncCompiler) -> None:
    machine, which = c.sync, op.which
    slot, fixed = (c.use(which), 0) if isinstance(which, SSAValue) else (None, which)

    def does(r: Registers, p: Process, again: Segment, go_on: Segment) -> Segment | None:
        assert p.launch is not None
        parts = p.launch.parts
        number: int = fixed if slot is None else r[slot]
        if not 0 <= number < len(parts):
            message = f"the launch has the flags 0 to {len(parts) - 1}, and {number} is asked for"
            raise fault("M011", message, op, "there is none", "count flags from 0")
        if machine.stops(p, parts[number], again):
            return None
        launches.flag(machine, p, parts[number])
        return machine.go_on(p, go_on)

    end_of_process(op, c, does)


def _return(op: Operation, c: Compiler) -> None:
    machine: Any = c.machine
    values = c.uses(op.operands)

    def end(r: Registers, p: Any, again: Segment, go_on: Segment) -> Segment | None:
        launch: Launch = p.launch
        if machine.counts_cycles:
            machine.order.finishing(p, launch)
        if machine.stops(p, launch.done, again):
            return None
        launch.results = [r[slot] for slot in values]
        machine.give_back(p, [])
        return None

    c.retry(end)


# ---- buffers ----


def _body(
    op: Operation, types: Sequence[SSAValue], make: Callable[[Sequence[SSAValue]], Operation]
) -> Region:
    """A region that does what `make` gives, with an argument for each of these values."""
    block = Block(arg_types=[unwrapped(value.type) for value in types])
    made = make(block.args)
    block.add_op(made)
    block.add_op(device.ReturnOp(*made.results))
    for one in block.ops:
        one.location = op.location
    return Region(block)


def _single(
    op: Any,
    c: SyncCompiler,
    captured: Sequence[SSAValue],
    make: Callable[[Sequence[SSAValue]], Operation],
    held: Sequence[SSAValue] = (),
) -> None:
    region = _body(op, captured, make)
    code = c.inner(op.name, op, region, {"device.return": _return})
    _launches(op, c, code, captured, op.events, c.uses(held))


@handles("device.memcpy")
def _memcpy(op: device.MemcpyOp, c: SyncCompiler) -> None:
    _single(op, c, (op.source, op.destination), lambda given: CopyOp.create(operands=given), (op.device,))


@handles("device.read")
def _read(op: device.ReadOp, c: SyncCompiler) -> None:
    _single(op, c, (op.buffer, *op.indices), lambda given: LoadOp(given[0], given[1:]))


@handles("device.write")
def _write(op: device.WriteOp, c: SyncCompiler) -> None:
    _single(op, c, (op.value, op.buffer, *op.indices), lambda given: StoreOp(given[0], given[1], given[2:]))


@handles("device.dealloc")
def _dealloc(op: device.DeallocOp, c: SyncCompiler) -> None:
    _single(op, c, (op.buffer,), lambda given: FreeOp.create(operands=given))


@handles("device.alloc")
def _alloc(op: device.AllocOp, c: SyncCompiler) -> None:
    machine, buffer = c.sync, c.slot(op.buffer)
    made = MakeOp([], [], op.buffer.type)
    made.location = op.location
    make = maker(made, c, "alloc")

    def touch(inner: Operation, c: Any) -> None:
        """All of the new buffer is written: with what, nobody knows."""
        view = c.use(inner.operands[0])

        def step(r: Registers) -> None:
            touched = r[view].buffer
            machine.note(touched, range(touched.size), AccessKind.WRITE, inner)

        c.step(step)

    memory, size = op.memory.data, bytes_of(op.buffer.type)

    def prepare(r: Registers) -> NewBuffer:
        r[buffer] = make(r)
        room = machine.rooms.get(memory)
        if room is not None:
            room.asked += size
        return NewBuffer(r[buffer].buffer, size, room)

    region = _body(op, (op.buffer,), lambda given: FreeOp.create(operands=given))
    scope = {"device.return": _return, "memref.dealloc": touch}
    code = c.inner(op.name, op, region, scope)
    _launches(op, c, code, (op.buffer,), op.events, (), prepare)
