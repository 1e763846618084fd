"""memref on a described machine: accesses are noted for the race detector, and writes can be kept for later."""

from __future__ import annotations

from typing import Any

from asyncir.ir import Operation
from asyncir.semantics.core.access import constant, ended, locate, store
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.memory import AccessKind, MemRefView
from asyncir.semantics.core.program import Compiler, Segment, Simple
from asyncir.semantics.core.values import Poison, Registers
from asyncir.semantics.core.views import maker
from asyncir.semantics.machines.accesses import Accessor, aligned_rows
from asyncir.semantics.machines.compiler import SyncCompiler, handles
from asyncir.semantics.machines.processes import Process


def _watched(op: Operation, c: SyncCompiler, does: Simple) -> None:
    """An op that accesses memory; a process may stop before it."""
    machine = c.sync
    if not machine.stops_at_memory:
        c.step(does)
        return

    def end(r: Registers, runner: Any, again: Segment, go_on: Segment) -> Segment | None:
        if runner.__class__ is Process and machine.stops(runner, op, again):
            return None
        does(r)
        return go_on

    c.retry(end)


@handles("memref.load")
def _load(op: Any, c: SyncCompiler) -> None:
    machine, result = c.sync, c.slot(op.results[0])
    memref, *indices = c.uses(op.operands)
    find, accessor = locate(memref, indices, op), Accessor(machine, op, AccessKind.READ)

    def step(r: Registers) -> None:
        buffer, place = find(r)
        machine.access(buffer, place, accessor)
        if buffer.ended is not None:
            raise ended(buffer, op)
        # After a race, anything may be there: the run goes on with some value, and finds the other races.
        if buffer.defined is not None and not buffer.defined[place] and not machine.accesses.races:
            r[result] = Poison(op)
        else:
            r[result] = buffer.data[place]

    _watched(op, c, step)


@handles("memref.store")
def _store(op: Any, c: SyncCompiler) -> None:
    machine = c.sync
    value, memref, *indices = c.uses(op.operands)
    find, accessor = locate(memref, indices, op), Accessor(machine, op, AccessKind.WRITE)

    def step(r: Registers) -> None:
        buffer, place = find(r)
        if buffer.kind == "constant":
            raise constant(op)
        machine.access(buffer, place, accessor)
        if buffer.ended is not None:
            raise ended(buffer, op)
        store(buffer, place, r[value], op)

    _watched(op, c, step)


@handles("memref.copy")
def _copy(op: Any, c: SyncCompiler) -> None:
    machine = c.sync
    source, target = c.uses(op.operands)
    reads, writes = Accessor(machine, op, AccessKind.READ), Accessor(machine, op, AccessKind.WRITE)

    def step(r: Registers) -> None:
        old, new = r[source], r[target]
        if old.sizes != new.sizes:
            what = f"sizes {list(old.sizes)} are copied to sizes {list(new.sizes)}"
            raise fault("S004", what, op, "differ")
        copy(machine, old, new, op, reads, writes)

    _watched(op, c, step)


def copy(
    machine: Any, old: MemRefView, new: MemRefView, op: Operation, reads: Accessor, writes: Accessor
) -> None:
    """Copy all elements, row by row."""
    pairs = aligned_rows(old.sizes, ((old.offset, old.strides), (new.offset, new.strides)))
    source, target = old.buffer, new.buffer
    if target.kind == "constant" and pairs:
        raise constant(op)
    machine.access_rows(source, [row for row, _ in pairs], reads)
    machine.access_rows(target, [row for _, row in pairs], writes)
    for buffer in (source, target):
        if buffer.ended is not None:
            raise ended(buffer, op)
    parts = [source.array[row] for row, _ in pairs]
    if source is target:
        parts = [part.copy() for part in parts]
    for part, (_, row) in zip(parts, pairs, strict=True):
        target.array[row] = part
    if source.defined is not None or target.defined is not None:
        _copy_defined(machine, old, new, op)


def _copy_defined(machine: Any, old: MemRefView, new: MemRefView, op: Operation) -> None:
    source: Any = old.buffer.defined
    target: Any = new.buffer.defined
    pairs = aligned_rows(old.sizes, ((old.offset, old.strides), (new.offset, new.strides)))
    for origin, row in pairs:
        count = (row.stop - row.start - 1) // row.step + 1
        if type(source) is not bytearray or type(target) not in (bytearray, type(None)):
            _copy_defined_singly(old, new, origin, row, op)
        elif target is not None:
            target[row] = source[origin]
        elif source[origin].count(1) < count and not machine.accesses.races:
            _copy_defined_singly(old, new, origin, row, op)


def _copy_defined_singly(old: MemRefView, new: MemRefView, origin: slice, row: slice, op: Operation) -> None:
    source, target = old.buffer.defined, new.buffer
    everywhere = (range(part.start, part.stop, part.step) for part in (origin, row))
    for before, place in zip(*everywhere, strict=True):
        if source is not None and not source[before]:
            target.poison(place, Poison(op), op)
        elif target.defined is not None:
            target.defined[place] = 1


@handles("memref.alloc", "memref.alloca")
def _alloc(op: Any, c: SyncCompiler) -> None:
    make, result = maker(op, c, op.name.removeprefix("memref.")), c.slot(op.results[0])
    machine, go_on = c.sync, Segment()

    def end(r: Registers, runner: Any) -> Segment | None:
        view = r[result] = make(r)
        machine.made(view.buffer, runner)
        return go_on

    c.end(end, go_on)


@handles("memref.dealloc")
def _dealloc(op: Operation, c: Compiler) -> None:
    machine: Any = c.machine
    operand = c.use(op.operands[0])
    c.step(lambda r: machine.free(r[operand].buffer, op))
