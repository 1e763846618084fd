"""memref: the accesses and objects that mean more in a block of threads."""

from __future__ import annotations

from typing import Any, cast

from asyncir.dialects.gpu import is_workgroup
from asyncir.ir import Operation
from asyncir.semantics.blocks.compiler import BlockCompiler, handles
from asyncir.semantics.blocks.flights import AccessKind
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.access import constant, ended, locate, store
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Poison, Registers
from asyncir.semantics.core.views import maker


def _always_notes(machine: BlockMachine, c: BlockCompiler) -> bool:
    """Whether accesses count even where nothing in flight touches the object."""
    return machine.count > 1 or machine.recorder is not None or c.in_flight


@handles("memref.load")
def _load(op: Any, c: BlockCompiler) -> None:
    machine, result = c.block, c.slot(op.results[0])
    memref, *indices = c.uses(op.operands)
    find, always = locate(memref, indices, op), _always_notes(machine, c)

    def step(r: Registers) -> None:
        buffer, place = find(r)
        if always or buffer.watch is not None or buffer.root is not None:
            machine.note(buffer, (place,), AccessKind.READ, op)
        if buffer.ended is not None:
            raise ended(buffer, op)
        # After a race, anything may be there: the run goes on with some value, and finds the other races.
        if buffer.defined is not None and not buffer.defined[place] and not machine.conflicts.races:
            r[result] = Poison(op)
        else:
            r[result] = buffer.data[place]

    c.step(step)


@handles("memref.store")
def _store(op: Any, c: BlockCompiler) -> None:
    machine = c.block
    value, memref, *indices = c.uses(op.operands)
    find, always = locate(memref, indices, op), _always_notes(machine, c)

    def step(r: Registers) -> None:
        buffer, place = find(r)
        if buffer.kind == "constant":
            raise constant(op)
        if always or buffer.watch is not None or buffer.root is not None:
            machine.note(buffer, (place,), AccessKind.WRITE, op)
        if buffer.ended is not None:
            raise ended(buffer, op)
        try:
            store(buffer, place, r[value], op)
        except InterpreterFault as undefined:
            # The thread goes on: a race may come behind, or be the cause. At the end the fault is told.
            machine.postpone(undefined)

    c.step(step)


@handles("memref.alloc", "memref.alloca")
def _alloc(op: Any, c: BlockCompiler) -> None:
    kind = op.name.removeprefix("memref.")
    make, result, machine, go_on = maker(op, c, kind), c.slot(op.results[0]), c.block, Segment()
    of_block = is_workgroup(op.results[0].type)

    def end(r: Registers, thread: Thread) -> Segment | None:
        view = r[result] = make(r)
        if machine.rehearsal is not None:
            machine.rehearsal.own.add(view.buffer)
            return go_on
        if of_block:
            view = r[result] = _shared(view, thread, machine, op)
        if kind == "alloca":
            if thread.allocas is None:
                thread.allocas = []
            thread.allocas.append(view.buffer)
        return go_on

    c.end(end, go_on)


def _shared(view: MemRefView, thread: Thread, machine: BlockMachine, op: Operation) -> MemRefView:
    """The object that the first thread made when it came here as often as this one."""
    number = thread.executions.get(op, 0)
    thread.executions[op] = number + 1
    buffer = machine.shared.get((op, number))
    if buffer is None:
        buffer = machine.shared[op, number] = view.buffer
        buffer.sharers = set()
        buffer.identity = f"block object {len(machine.shared)}"
    elif buffer.size != view.buffer.size:
        raise fault(
            "S018", "the threads of the block ask for different sizes of the memory that they share", op
        )
    return MemRefView(buffer, view.offset, view.sizes, view.strides)


@handles("memref.dealloc")
def _dealloc(op: Any, c: BlockCompiler) -> None:
    machine, operand = c.block, c.use(op.operands[0])

    def step(r: Registers) -> None:
        view = cast(MemRefView, r[operand])
        buffer = view.buffer
        if buffer.kind != "alloc":
            raise fault("S003", "the memory comes from no `memref.alloc`", op, "frees it")
        machine.note(buffer, range(buffer.size), AccessKind.FREE, op)
        machine.force_all_on(buffer)
        if buffer.ended is not None or not machine.end(buffer, "dealloc"):
            raise fault("S003", "the memory was freed before, or is gone", op, "frees it again")

    c.step(step)
