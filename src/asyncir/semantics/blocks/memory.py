"""memref: the accesses and objects that mean more in a block of threads."""

from __future__ import annotations

from typing import Any

from asyncir.dialects.gpu import is_workgroup
from asyncir.ir import Operation
from asyncir.semantics.blocks.compiler import BlockCompiler, handles
from asyncir.semantics.blocks.machine import BlockMachine
from asyncir.semantics.blocks.thread import Thread
from asyncir.semantics.core.access import constant, ended, locate, store
from asyncir.semantics.core.faults import InterpreterFault
from asyncir.semantics.core.memory import AccessKind
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Poison, Registers
from asyncir.semantics.core.views import maker


def _always_notes(machine: BlockMachine, c: BlockCompiler) -> bool:
    """Whether accesses count even where nothing in flight touches the object."""
    return machine.notes_all or machine.recorder is not None or machine.has_parallel_loops or c.in_flight


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
    make, result = maker(op, c, op.name.removeprefix("memref.")), c.slot(op.results[0])
    machine, of_block, go_on = c.block, is_workgroup(op.results[0].type), Segment()

    def end(r: Registers, thread: Thread) -> Segment | None:
        r[result] = machine.made(make(r), thread, of_block, op)
        return go_on

    c.end(end, go_on)


@handles("memref.dealloc")
def _dealloc(op: Operation, c: BlockCompiler) -> None:
    machine, operand = c.block, c.use(op.operands[0])
    c.step(lambda r: machine.free(r[operand].buffer, op))
