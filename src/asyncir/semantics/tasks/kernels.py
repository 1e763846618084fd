"""Kernels on the simulated device: a launch is done by the engine for blocks of threads, in one go.

That engine finds the races within a launch, and stops threads at barriers. What the launch touches of memory from outside is
noted with the task that does it, so that races with other works and with the host are found, too. Memory of a device is there
for the time of the launch; what is the host's alone is refused (S029).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, cast

from asyncir.ir import Operation
from asyncir.semantics.blocks.compiler import BlockCompiler
from asyncir.semantics.blocks.grid import Enter, Extents, GridMachine
from asyncir.semantics.blocks.launches import (
    block_of,
    end_of_thread,
    extents_of,
    memory_of,
    thread_arguments,
)
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.race import Race, diagnostic
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.blocks.timing import AtOnce
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.memory import ON_DEVICE, AccessKind, Buffer, MemRefView
from asyncir.semantics.core.program import CompiledCode, Compiler, Program, Terminators
from asyncir.semantics.core.values import Registers, Value, is_poison
from asyncir.semantics.tasks.machine import TaskMachine


class DeviceGrid(GridMachine):
    """Runs the blocks of a launch, for a task."""

    tasks: TaskMachine
    """The machine of the task: its detector is told what is accessed."""

    def _of_block(self, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation) -> None:
        super()._of_block(buffer, places, kind, op)
        root, places = buffer.in_root(places)
        if root.kind != "alloca":
            self.tasks.note(root, places, kind, op)


def _budget(machine: Any) -> int:
    return machine.budget


class _Host:
    """What a launch asks of who launches it."""

    def __init__(self, machine: TaskMachine):
        self.max_steps = machine.max_steps
        self.max_flights = self.max_in_flight = None
        self.make_timing = AtOnce
        self.output, self.globals = machine.output, machine.globals
        self.budget = _budget(machine)
        self.races: dict[tuple[str, Operation, Operation], Race] = {}
        self.conflicts = self

    def add(self, races: Mapping[tuple[str, Operation, Operation], Race]) -> None:
        """These were found."""
        self.races.update(races)


Kernel = Callable[[Registers], "KernelLaunch"]
"""What makes a launch of the registers of who launches it."""


class KernelLaunch:
    """A launch that has been given, and its values."""

    def __init__(
        self, op: Any, sizes: Sequence[int], dynamic_bytes: int, given: Sequence[Value], enter: Enter
    ):
        self.op = op
        self.sizes = sizes
        self.dynamic_bytes = dynamic_bytes
        self.enter = enter
        self.buffers = _buffers(op, given)

    def run(self, machine: TaskMachine, device: DeviceGrid) -> int:
        """Run all blocks; how many steps that took."""
        op, sizes = self.op, self.sizes
        blocks: Extents = extents_of(op, sizes[:3], "grid")
        threads = block_of(op, sizes[3:])
        device.tasks, device.dynamic_bytes = machine, self.dynamic_bytes
        host = _Host(machine)
        hidden = [buffer for buffer in self.buffers if buffer.ended == ON_DEVICE]
        for buffer in hidden:
            buffer.end(None)
        try:
            device.launch(cast(BlockMachine, host), blocks, threads, self.enter)
        finally:
            for buffer in hidden:
                buffer.end(ON_DEVICE)
            steps, machine.budget = machine.budget - host.budget, host.budget
        if host.races:
            race = next(iter(host.races.values()))
            found = InterpreterFault(diagnostic(race, threads[0] * threads[1] * threads[2]))
            found.race = race
            raise found
        return steps


def _all_defined(values: Iterable[Value]) -> None:
    for value in values:
        if is_poison(value):
            value.met()


def _buffers(op: Operation, given: Iterable[Value]) -> list[Buffer]:
    """The objects that a kernel is given; S029 where one is the host's alone."""
    found: dict[Buffer, None] = {}
    values = list(given)
    _all_defined(values)
    for value in values:
        if isinstance(value, MemRefView):
            buffer = value.buffer
            while buffer.root is not None:
                buffer = buffer.root
            if buffer.where == "host" and buffer.kind != "argument":
                help = (
                    "copy it to memory of `gpu.alloc` by `gpu.memcpy`, or register it by `gpu.host_register`"
                )
                raise fault("S029", "a kernel is given memory of the host", op, "launches it", help)
            found[buffer] = None
    return list(found)


def kernel_of(op: Any, c: Compiler) -> Kernel:
    """What launches the op's kernel; S012 for what is not run."""
    device = cast(Program, c.program.device)
    if op.clusters:
        raise fault("S012", "the interpreter knows no clusters of blocks", op, "has clusters")
    sizes = c.uses([op.grid_x, op.grid_y, op.grid_z, op.block_x, op.block_y, op.block_z])
    dynamic = None if op.dynamic_shared_memory_size is None else c.use(op.dynamic_shared_memory_size)
    bind, given = _named(op, c, device) if hasattr(op, "kernel") else _in_place(op, c, device)

    def launch(registers: Registers) -> KernelLaunch:
        values = [registers[slot] for slot in given]

        def enter(thread: Thread, machine: GridMachine) -> None:
            bind(values, thread, machine)

        numbers = [registers[slot] for slot in sizes]
        bytes_ = 0 if dynamic is None else registers[dynamic]
        _all_defined((*numbers, bytes_))
        return KernelLaunch(op, numbers, bytes_, values, enter)

    return launch


_Bind = Callable[[Sequence[Value], Thread, GridMachine], None]


def _named(op: Any, c: Compiler, device: Program) -> tuple[_Bind, list[int]]:
    """A kernel of a `gpu.module`."""
    function = device.function(op.kernel, op)

    def bind(values: Sequence[Value], thread: Thread, machine: GridMachine) -> None:
        memory = memory_of(machine, thread, function.op, function.op.attributions)
        thread.enter(function.code, [*values, *memory])

    return bind, c.uses(op.kernel_operands)


def _in_place(op: Any, c: Compiler, device: Program) -> tuple[_Bind, list[int]]:
    """The body of a `gpu.launch`, which uses what is around it."""
    scope: Terminators = {"gpu.terminator": end_of_thread}
    inside = BlockCompiler(device)
    inside.code = CompiledCode("gpu.launch", op, program=device)
    code = inside.body("gpu.launch", op, op.body, scope)
    captures = code.captures or {}
    slots = list(captures.values())

    def bind(values: Sequence[Value], thread: Thread, machine: GridMachine) -> None:
        registers = code.activation(thread_arguments(machine, thread, op))
        for slot, value in zip(slots, values, strict=True):
            registers[slot] = value
        thread.registers, thread.segment = registers, code.entry

    return bind, c.uses(list(captures))
