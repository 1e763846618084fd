"""memref: loads, stores, copies and atomics; every one is checked for bounds, life and races."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from asyncir.dialects.memref_atomic import ATOMIC_KINDS
from asyncir.ir import Attribute, Operation
from asyncir.semantics.core.arith import EXACT, FLOAT_BINARY, bitwise, combined
from asyncir.semantics.core.faults import InterpreterFault, fault
from asyncir.semantics.core.lift import attribute, performs
from asyncir.semantics.core.memory import ON_DEVICE, AccessKind, Buffer, MemRefView
from asyncir.semantics.core.program import Compiler, Segment, Terminators, handles
from asyncir.semantics.core.values import (
    Poison,
    PoisonMet,
    Registers,
    Value,
    bit_width,
    element_type,
    is_integer,
    rounding,
    wrap,
)
from asyncir.semantics.tasks.machine import TaskMachine
from asyncir.semantics.tasks.tasks import Action, Task


def out_of_bounds(view: MemRefView, indices: Sequence[int], op: Operation) -> InterpreterFault:
    """S004, naming the first index that is outside of its dimension."""
    for dimension, (index, size) in enumerate(zip(indices, view.sizes, strict=True)):
        if not 0 <= index < size:
            where = f"index {index} is outside of dimension {dimension}, which has size {size}"
            return fault("S004", where, op, "out of bounds")
    return fault("S004", "the access leaves the object that the memref is a view of", op, "out of bounds")


def ended(buffer: Buffer, op: Operation) -> InterpreterFault:
    """S002: the object is gone; S029: it is there, for the device alone."""
    if buffer.ended == ON_DEVICE:
        return host_touches(op)
    how = "freed" if buffer.ended == "dealloc" else "gone: the function or task body that made it has ended"
    return fault("S002", f"the memory that `{op.name}` accesses is {how}", op, "used after its end")


def host_touches(op: Operation) -> InterpreterFault:
    """S029: what the host does with memory of a device."""
    help = "copy it to memory of the host by `gpu.memcpy`, or allocate it `host_shared`"
    return fault("S029", "the host touches memory of a device", op, "is the host's", help)


def linear(view: MemRefView, indices: Sequence[int], op: Operation) -> int:
    """Where the element is in its buffer."""
    place = view.offset
    for index, size, stride in zip(indices, view.sizes, view.strides, strict=True):
        if not 0 <= index < size:
            raise out_of_bounds(view, indices, op)
        place += index * stride
    if not 0 <= place < view.buffer.size:
        raise out_of_bounds(view, indices, op)
    return place


def locate(slot: int, indices: Sequence[int], op: Operation) -> Callable[[Registers], tuple[Buffer, int]]:
    """A function from registers to the element at hand; the common ranks are written out, for speed."""
    if len(indices) == 1:
        (first,) = indices

        def rank1(r: Registers) -> tuple[Buffer, int]:
            view: MemRefView = r[slot]
            index = r[first]
            if not 0 <= index < view.sizes[0]:
                raise out_of_bounds(view, (index,), op)
            place = view.offset + index * view.strides[0]
            return view.buffer, place

        return rank1
    if len(indices) == 2:
        first, second = indices

        def rank2(r: Registers) -> tuple[Buffer, int]:
            view: MemRefView = r[slot]
            i, j = r[first], r[second]
            rows, columns = view.sizes
            if not (0 <= i < rows and 0 <= j < columns):
                raise out_of_bounds(view, (i, j), op)
            return view.buffer, view.offset + i * view.strides[0] + j * view.strides[1]

        return rank2

    def general(r: Registers) -> tuple[Buffer, int]:
        view: MemRefView = r[slot]
        return view.buffer, linear(view, [r[index] for index in indices], op)

    return general


@handles("memref.load")
def _load(op: Any, c: Compiler) -> None:
    memref, *indices = c.uses(op.operands)
    load_at(op, c, memref, indices)


def load_at(op: Any, c: Compiler, memref: int, indices: Sequence[int]) -> None:
    """A step that reads the element at the indices in these slots."""
    machine, result = c.machine, c.slot(op.results[0])
    find = locate(memref, indices, op)

    def step(r: Registers) -> None:
        buffer, place = find(r)
        r[result] = read_element(machine, buffer, place, op)

    c.step(step)


def read_element(machine: Any, buffer: Buffer, place: int, op: Operation) -> Value:
    """What is in an element; the access is watched for races, and checked for the object's life."""
    detector = machine.detector
    if detector.active:
        detector.read(buffer.accesses(), place, op)
    if buffer.ended is not None:
        raise ended(buffer, op)
    return load_element(buffer, place, op)


def write_element(machine: Any, buffer: Buffer, place: int, value: Value, op: Operation) -> None:
    """Put a value into an element; the access is watched for races, and checked for the object's life."""
    if buffer.kind == "constant":
        raise constant(op)
    detector = machine.detector
    if detector.active:
        detector.write(buffer.accesses(), place, op)
    if buffer.ended is not None:
        raise ended(buffer, op)
    store(buffer, place, value, op)


@handles("memref.store")
def _store(op: Any, c: Compiler) -> None:
    value, memref, *indices = c.uses(op.operands)
    store_at(op, c, value, memref, indices)


def store_at(op: Any, c: Compiler, value: int, memref: int, indices: Sequence[int]) -> None:
    """A step that writes the element at the indices in these slots."""
    machine = c.machine
    find = locate(memref, indices, op)

    def step(r: Registers) -> None:
        buffer, place = find(r)
        write_element(machine, buffer, place, r[value], op)

    c.step(step)


def constant(op: Operation) -> InterpreterFault:
    """S014: a write to a constant."""
    return fault("S014", "the global is constant", op, "writes to it")


def store(buffer: Buffer, place: int, value: Value, op: Operation) -> None:
    """Put a value, defined or not, into an element."""
    if type(value) is Poison:
        buffer.poison(place, value, op)
        return
    buffer.data[place] = value
    if buffer.defined is not None:
        buffer.defined[place] = 1


def load_element(buffer: Buffer, place: int, op: Operation) -> Value:
    """What is in an element; an undefined value where it was never written."""
    if buffer.defined is not None and not buffer.defined[place]:
        return Poison(op)
    return buffer.data[place]


# ---- several elements at once ----


def touch(
    machine: TaskMachine, buffer: Buffer, places: Sequence[int], kind: AccessKind, op: Operation
) -> None:
    """Check the accesses to several elements: races first, since these are found in any order."""
    if kind is not AccessKind.READ and buffer.kind == "constant" and places:
        raise constant(op)
    machine.note(buffer, places, kind, op)
    if buffer.ended is not None:
        raise ended(buffer, op)


@performs("memref.copy")
def _copy(op: Operation, machine: TaskMachine, old: MemRefView, new: MemRefView) -> None:
    if old.sizes != new.sizes:
        raise fault("S004", f"sizes {list(old.sizes)} are copied to sizes {list(new.sizes)}", op, "differ")
    copy_elements(machine, old, new, op)


def copy_elements(machine: TaskMachine, old: MemRefView, new: MemRefView, op: Operation) -> None:
    """Copy all elements, undefined ones as well."""
    source, target = old.buffer, new.buffer
    sources, targets = old.indices(), new.indices()
    touch(machine, source, sources, AccessKind.READ, op)
    touch(machine, target, targets, AccessKind.WRITE, op)
    if not targets:
        return
    values = source.array[sources]
    target.array[targets] = values
    if source.defined is None and target.defined is None:
        return
    for place, origin in zip(targets, sources, strict=True):
        if source.defined is not None and not source.defined[origin]:
            target.poison(place, Poison(op), op)
        elif target.defined is not None:
            target.defined[place] = 1


@performs("memref.dealloc")
def _dealloc(op: Operation, machine: TaskMachine, view: MemRefView) -> None:
    freed(machine, view.buffer, op)


def freed(machine: TaskMachine, buffer: Buffer, op: Operation) -> None:
    """End the life of what was allocated."""
    machine.note(buffer, range(buffer.size), AccessKind.FREE, op)
    if buffer.ended == ON_DEVICE:
        raise host_touches(op)
    if buffer.ended is not None:
        raise fault("S003", "the memory was freed before, or is gone", op, "frees it again")
    if buffer.kind != "alloc":
        what = f"the memory comes from no `memref.alloc` but is {_KINDS[buffer.kind]}"
        raise fault("S003", what, op, "frees it")
    buffer.end("dealloc")


_KINDS = {
    "alloca": "from `memref.alloca`",
    "global": "a global",
    "constant": "a global",
    "argument": "an argument of the run",
    "view": "a view of another object's bytes",
}


# ---- atomics ----


def combination(name: str, of: Attribute) -> Callable[[Value, Value], Value]:
    """How a kind of reduction combines two numbers of this type."""
    if name == "assign":
        return lambda old, new: new
    if not is_integer(element_type(of)):
        return combined(FLOAT_BINARY[name], rounding(of))
    width = bit_width(of)
    if name in ("addi", "muli"):
        return combined(EXACT[name[:3]], wrap(width))
    return bitwise(f"{name}i" if name[:3] in ("max", "min") and name[-1] != "i" else name, width)


def fetch(machine: TaskMachine, buffer: Buffer, place: int, op: Operation) -> Value:
    """Read an element as part of an atomic access."""
    touch(machine, buffer, (place,), AccessKind.ATOMIC, op)
    return load_element(buffer, place, op)


@handles("memref.atomic_rmw")
def _atomic_rmw(op: Any, c: Compiler) -> None:
    machine, result = c.machine, c.slot(op.results[0])
    value, memref, *indices = c.uses(op.operands)
    find = locate(memref, indices, op)
    kind: int = attribute(op, "kind").value.data
    combine = combination(ATOMIC_KINDS[kind], op.operands[0].type)
    any_order = is_integer(op.operands[0].type) and ATOMIC_KINDS[kind] != "assign" and not op.results[0].uses
    way = ATOMIC_KINDS[kind] if any_order else ""

    def end(r: Registers, task: Task, again: Segment, go_on: Segment) -> Segment | None:
        buffer, place = find(r)
        if machine.stops_before(task, again, Action((buffer.identity, place), commutes=way)):
            return None
        old = r[result] = fetch(machine, buffer, place, op)
        try:
            new = combine(old, r[value])
        except PoisonMet as met:
            new = met.poison
        store(buffer, place, new, op)
        return go_on

    c.retry(end)


def _found(memref: int, indices: Sequence[int], op: Any) -> Callable[[Registers], tuple[Buffer, int]]:
    """Where the element is; MLIR does not ask that there is an index for each dimension."""
    rank = len(op.memref.type.get_shape())
    if rank == len(indices):
        return locate(memref, indices, op)

    def none(_: Registers) -> tuple[Buffer, int]:
        raise fault("S005", f"there are {len(indices)} indices, and the memref has {rank} dimensions", op)

    return none


@handles("memref.generic_atomic_rmw")
def _generic_atomic(op: Any, c: Compiler) -> None:
    machine, result, body = c.machine, c.slot(op.results[0]), op.regions[0]
    memref, *indices = c.uses(op.operands)
    find = _found(memref, indices, op)
    go_on, scope = Segment(), Terminators()
    entry = c.region(body, scope)
    (current,) = c.slots(body.blocks[0].args)

    def end(r: Registers, task: Task, again: Segment, _: Segment) -> Segment | None:
        buffer, place = find(r)
        if machine.stops_before(task, again, Action((buffer.identity, place))):
            return None
        r[current] = fetch(machine, buffer, place, op)
        return entry

    def finish(inner: Operation, c: Compiler) -> None:
        value = c.use(inner.operands[0])

        def end(r: Registers, task: Task) -> Segment | None:
            buffer, place = find(r)
            store(buffer, place, r[value], op)
            r[result] = r[value]
            return go_on

        c.end(end)

    scope["memref.atomic_yield"] = finish
    c.retry(end)
    c.segment = go_on
