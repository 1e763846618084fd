"""bufferization: from tensors to memory and back. The functions serve whoever executes ops on both."""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.dialects.memref_views import can_be_cast
from asyncir.ir import Operation
from asyncir.semantics.core.access import copy_elements, freed, touch
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.lift import operand_groups, perform, performs
from asyncir.semantics.core.memory import AccessKind, Buffer, MemRefView
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.tensors import (
    Array,
    check_shape,
    filled_sizes,
    is_tensor,
    missing_of,
    undefined_tensor,
    with_missing,
)
from asyncir.semantics.core.values import Poison, Registers, Value, defined
from asyncir.semantics.core.views import allocate, static_layout
from asyncir.semantics.tasks.machine import TaskMachine


def tensor_in(machine: TaskMachine, view: MemRefView, op: Operation) -> Array:
    """The elements of a memref, as a tensor; the accesses are checked for life and races."""
    places, buffer = view.indices(), view.buffer
    touch(machine, buffer, places, AccessKind.READ, op)
    array = np.array(view.array())
    if buffer.defined is None or not places:
        return array
    missing = np.array([not buffer.defined[place] for place in places]).reshape(array.shape)
    return with_missing(array, missing, op)


def put_into(machine: TaskMachine, array: Array, view: MemRefView, op: Operation) -> None:
    """Write the elements of a tensor into a memref, undefined ones as such; the accesses are checked for life and races."""
    if tuple(array.shape) != tuple(view.sizes):
        what = f"a tensor of sizes {list(array.shape)} is put into a memref of sizes {list(view.sizes)}"
        raise fault("S016", what, op, "does not fit")
    places, buffer, missing = view.indices(), view.buffer, missing_of(array)
    touch(machine, buffer, places, AccessKind.WRITE, op)
    if not places:
        return
    if missing is not None and buffer.defined is None:
        buffer.poison(places[0], Poison(getattr(array, "made_by", None)), op)
    view.array()[...] = np.asarray(array)
    if buffer.defined is not None:
        gone = [False] * len(places) if missing is None else missing.ravel().tolist()
        for place, is_gone in zip(places, gone, strict=True):
            buffer.defined[place] = not is_gone


def memory_of(machine: TaskMachine, array: Array, of: Any, op: Operation, kind: str = "alloc") -> MemRefView:
    """New memory, of a memref type, with the elements of a tensor."""
    strides, offset = static_layout(of, op)
    if strides is not None and None in strides:
        strides = None
    view = allocate(machine, of, array.shape, strides, offset, kind, op)
    put_into(machine, array, view, op)
    return view


@performs("bufferization.alloc_tensor")
def _alloc_tensor(op: Any, machine: TaskMachine, *operands: Value) -> Array:
    of = op.results[0].type
    dynamic, copied, _ = (len(group) for group in operand_groups(op))
    if copied:
        return operands[dynamic]
    return undefined_tensor(filled_sizes(of, operands[:dynamic], op), of, op)


@performs("bufferization.to_tensor")
def _to_tensor(op: Any, machine: TaskMachine, view: MemRefView) -> Array:
    return check_shape(tensor_in(machine, view, op), op.results[0].type, op)


@performs("bufferization.to_buffer")
def _to_buffer(op: Any, machine: TaskMachine, array: Array) -> MemRefView:
    return memory_of(machine, array, op.results[0].type, op)


@handles("bufferization.materialize_in_destination")
def _materialize(op: Any, c: Compiler) -> None:
    machine = c.machine

    def keep(array: Array, dest: Array) -> Array:
        if array.shape != dest.shape:
            what = f"a tensor of sizes {list(array.shape)} is put where one of sizes {list(dest.shape)} is"
            raise fault("S016", what, op, "does not fit")
        return array

    def put(array: Array, view: MemRefView) -> None:
        put_into(machine, array, view, op)

    perform(op, c, keep if is_tensor(op.operands[1].type) else put)


@performs("bufferization.dealloc_tensor")
def _dealloc_tensor(op: Any, machine: TaskMachine, array: Array) -> None:
    """A value does not end."""


@performs("bufferization.clone")
def _clone(op: Any, machine: TaskMachine, view: MemRefView) -> MemRefView:
    of, given = op.results[0].type, op.operands[0].type
    if of != given and not can_be_cast(given, of):
        raise fault("S005", f"a {given} is no {of}", op)
    strides, offset = static_layout(of, op)
    if strides is not None and None in strides:
        strides = None
    new = allocate(machine, of, view.sizes, strides, offset, "alloc", op)
    copy_elements(machine, view, new, op)
    return new


@handles("bufferization.dealloc")
def _dealloc(op: Any, c: Compiler) -> None:
    views, conditions, retained = (c.uses(group) for group in operand_groups(op))
    results, machine = c.slots(op.results), c.machine

    def step(registers: Registers) -> None:
        pairs = zip(defined(registers, views), defined(registers, conditions), strict=True)
        ended: dict[int, Buffer] = {id(view.buffer): view.buffer for view, holds in pairs if holds}
        kept = [view.buffer for view in defined(registers, retained)]
        for slot, buffer in zip(results, kept, strict=True):
            registers[slot] = int(id(buffer) in ended)
        for number, buffer in ended.items():
            if all(number != id(one) for one in kept):
                freed(machine, buffer, op)

    c.step(step)
