"""gpu: launches of kernels, in place and by name, and what kernels have: memory of the workgroup, their end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import prod
from typing import Any, cast

from asyncir.ir import Operation
from asyncir.semantics.blocks.compiler import BlockCompiler, handles
from asyncir.semantics.blocks.grid import Extents, GridMachine
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.control import giving_back
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.program import CompiledCode, Compiler, Program
from asyncir.semantics.core.values import Registers
from asyncir.semantics.core.views import allocate, static_layout

MOST_THREADS = 1024
"""In a block of a launch, as on GPUs."""


def _device(op: Any, c: BlockCompiler) -> Program:
    """The program that launches run; raises S012 for launches that are not run."""
    if c.program.device is None:
        raise fault("S012", "the interpreter runs no launches in kernels", op, "a launch in a launch")
    if op.dependencies or op.token is not None:
        message = "the interpreter waits for each launch: it makes no token, and waits for none"
        raise fault("S012", message, op, "asynchronous", "leave `async` and the tokens out")
    if op.clusters:
        raise fault("S012", "the interpreter knows no clusters of blocks", op, "has clusters")
    return c.program.device


def extents_of(op: Operation, sizes: Sequence[int], what: str) -> Extents:
    """The sizes of a grid or block; S018 where there is nothing to launch."""
    x, y, z = sizes
    if min(sizes) < 1:
        message = f"the {what} of the launch is {x} x {y} x {z}, but has one at least along each dimension"
        raise fault("S018", message, op, "launches nothing", f"let each size of the {what} be 1 at least")
    return (x, y, z)


def block_of(op: Operation, sizes: Sequence[int]) -> Extents:
    """The sizes of a block; S018 where it has no threads, or more than a block may have."""
    threads = extents_of(op, sizes, "block")
    if prod(threads) > MOST_THREADS:
        message = f"a block of {prod(threads)} threads has more than {MOST_THREADS}"
        raise fault("S018", message, op, "launches it")
    return threads


Bind = Callable[[Registers, Thread, GridMachine], Registers]
"""The registers of a thread of a launch, from those of the host."""


def _launching(
    op: Any, c: BlockCompiler, device: Program, code: Callable[[], CompiledCode], bind: Bind
) -> None:
    """Add the step that runs a launch."""
    host = c.block
    grid = c.uses([op.grid_x, op.grid_y, op.grid_z])
    block = c.uses([op.block_x, op.block_y, op.block_z])
    dynamic = None if op.dynamic_shared_memory_size is None else c.use(op.dynamic_shared_memory_size)
    machine = cast(GridMachine, device.machine)

    def step(registers: Registers) -> None:
        if host.conflicts.in_flight:
            message = "the interpreter launches nothing while operations of queues are in flight"
            raise fault("S012", message, op, "launches", "wait for them first")
        blocks = extents_of(op, [registers[slot] for slot in grid], "grid")
        threads = block_of(op, [registers[slot] for slot in block])
        machine.dynamic_bytes = 0 if dynamic is None else registers[dynamic]

        def enter(thread: Thread, machine: GridMachine) -> None:
            thread.registers = bind(registers, thread, machine)
            thread.segment = code().entry

        machine.launch(host, blocks, threads, enter)

    c.step(step)


def memory_of(machine: GridMachine, thread: Thread, op: Operation, attributions: Any) -> list[MemRefView]:
    """The memory of the workgroup, and that of the thread."""
    found: list[MemRefView] = []
    for of_block, values in zip((True, False), attributions, strict=True):
        for value in values:
            of = value.type
            strides, offset = static_layout(of, op)
            view = allocate(machine, of, list(of.get_shape()), strides, offset, "alloca", op)  # pyright: ignore[reportArgumentType]
            found.append(machine.made(view, thread, of_block, op))
    return found


def thread_arguments(machine: GridMachine, thread: Thread, op: Any) -> list[Any]:
    """What the body of a `gpu.launch` has as arguments, in one thread."""
    (x, y, _), number = machine.extents, thread.number
    index = (number % x, number // x % y, number // (x * y))
    memory = memory_of(machine, thread, op, op.attributions)
    return [*machine.block_index, *index, *machine.grid, *machine.extents, *memory]


@handles("gpu.launch")
def _launch(op: Any, c: BlockCompiler) -> None:
    device = _device(op, c)
    code = c.inner("gpu.launch", op, op.body, {"gpu.terminator": end_of_thread}, program=device)
    moves = c.moves_into(code)
    arguments = code.arguments

    def bind(registers: Registers, thread: Thread, machine: GridMachine) -> Registers:
        own = code.registers()
        for source, target in moves:
            own[target] = registers[source]
        for slot, value in zip(arguments, thread_arguments(machine, thread, op), strict=True):
            own[slot] = value
        return own

    _launching(op, c, device, lambda: code, bind)


def end_of_thread(op: Operation, c: Compiler) -> None:
    """The end of the body of a `gpu.launch`."""
    c.end(giving_back(op, c))


@handles("gpu.launch_func")
def _launch_func(op: Any, c: BlockCompiler) -> None:
    device = _device(op, c)
    function = device.function(op.kernel, op)
    given = c.uses(op.kernel_operands)

    def bind(registers: Registers, thread: Thread, machine: GridMachine) -> Registers:
        memory = memory_of(machine, thread, function.op, function.op.attributions)
        return function.code.activation([*(registers[slot] for slot in given), *memory])

    _launching(op, c, device, lambda: function.code, bind)


@handles("gpu.return")
def _return(op: Operation, c: BlockCompiler) -> None:
    c.end(giving_back(op, c))


@handles("gpu.dynamic_shared_memory")
def _dynamic(op: Any, c: BlockCompiler) -> None:
    machine, result = cast(GridMachine, c.block), c.slot(op.results[0])
    if not isinstance(cast(BlockMachine, machine), GridMachine):
        raise fault("S012", "only a launch has dynamic memory of the workgroup", op, "outside of a launch")

    def step(registers: Registers) -> None:
        if machine.dynamic_memory is None:
            of: Any = op.results[0].type
            machine.dynamic_memory = allocate(machine, of, [machine.dynamic_bytes], [1], 0, "alloc", op)  # pyright: ignore[reportArgumentType]
        registers[result] = machine.dynamic_memory

    c.step(step)
