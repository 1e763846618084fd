"""Whether a program in the `device` dialect fits a machine: its engines and memories exist, and are as it uses them.

What has to hold is in docs/semantics-devices.md. Devices that are computed are looked at where the program is played.
"""

from __future__ import annotations

import math
from collections.abc import Iterator

from asyncir.diagnostics import Diagnostic
from asyncir.dialects import sync
from asyncir.dialects.device import AllocOp, GetOp, LaunchOp, MemcpyOp
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.ir import Attribute, Operation, OpResult, SSAValue
from asyncir.targets.machine import Engine, MachineModel
from asyncir.targets.matching import memory_of
from asyncir.targets.misfits import engine_faults, few, misfit, nearest


def device_faults(op: Operation, machine: MachineModel) -> Iterator[Diagnostic]:
    """What does not fit of one op."""
    if isinstance(op, GetOp):
        for name in op.names:
            yield from engine_faults(op, name, machine)
    elif isinstance(op, AllocOp):
        yield from _memory(op, machine)
    elif isinstance(op, LaunchOp):
        for engine in named_engines(op.device, machine):
            yield from reached(op, engine, op.captured, machine)
            if flags_fault(engine, len(op.parts)):
                yield misfit("M030", flags_fault(engine, len(op.parts)), op, FEWER_FLAGS)
    elif isinstance(op, MemcpyOp):
        for engine in named_engines(op.device, machine):
            yield from reached(op, engine, (op.source, op.destination), machine)


FEWER_FLAGS = "let fewer parts be flagged, or let `asyncir opt -p bound-flags{machine=M}` choose them"


def flags_fault(engine: Engine, flags: int) -> str:
    """Why a launch with so many flags cannot be on the engine; empty where it can."""
    most = engine.flags
    if most is None or flags <= most:
        return ""
    return f'the launch flags {flags} parts of its result, and "{engine.name}" can flag {most}'


def mixed_faults(module: Operation) -> Iterator[Diagnostic]:
    """Engines are given works or launches in one program, and not both."""
    ops = list(module.walk())
    if not any(isinstance(op, LaunchOp | MemcpyOp) for op in ops):
        return
    for op in ops:
        if isinstance(op, sync.WorkOp | sync.ProcessOp):
            message = f"a program that launches has no `{op.name}`"
            yield misfit("M032", message, op, "write device.launch in its place")


def named_engines(device: SSAValue, machine: MachineModel) -> list[Engine]:
    """The engines that the device can be, if an op beside says so."""
    if not isinstance(device, OpResult) or not isinstance(device.op, GetOp):
        return []
    names = device.op.engines
    return [engine for engine in machine.engines if engine.name in names]


def _memory(op: AllocOp, machine: MachineModel) -> Iterator[Diagnostic]:
    name = op.memory.data
    known = [memory.name for memory in machine.memories]
    if name not in known:
        message = f"the machine '{machine.name}' has no memory \"{name}\""
        yield misfit("M031", message, op, nearest(name, known, "it has no memory"))
        return
    found = memory_of(machine, op.buffer.type)
    if found is None or found.name != name:
        space = next(memory.space for memory in machine.memories if memory.name == name)
        message = f'{op.buffer.type} is not in "{name}"'
        help = f"its memory space is {space}" if space else "memrefs without a memory space are in it"
        yield misfit("M031", message, op, help)
        return
    size = bytes_of_buffer(op.buffer.type)
    if found.bytes is not None and size is not None and size > found.bytes:
        message = f'"{name}" has {found.bytes} bytes, and the buffer needs {size}'
        yield misfit("M034", message, op, "make a smaller one, and use it several times")


def bytes_of_buffer(type_: Attribute) -> int | None:
    """The bytes of a buffer in memory; None where they are not known."""
    element, shape = bytes_of_element(type_), shape_of(type_)
    return None if element is None or None in shape else element * math.prod(size or 0 for size in shape)


def reached(
    op: Operation, engine: Engine, values: tuple[SSAValue, ...], machine: MachineModel
) -> Iterator[Diagnostic]:
    """Faults for memory that an engine does not reach; each memory once."""
    for type_ in {value.type: None for value in values}:
        memory = memory_of(machine, type_)
        if memory is not None and memory.seen_by is not None and engine.name not in memory.seen_by:
            message = f'"{engine.name}" does not reach "{memory.name}"'
            yield misfit("M031", message, op, f"it is seen by {few(sorted(memory.seen_by))}")
