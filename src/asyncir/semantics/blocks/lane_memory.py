"""memref, for several threads at once."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

import numpy as np

from asyncir.dialects.gpu import is_workgroup
from asyncir.ir import Operation
from asyncir.semantics.blocks.lane_compiler import LaneCompiler, alike, handles_lanes, scalar_step, varies
from asyncir.semantics.blocks.lane_machine import LaneMachine
from asyncir.semantics.blocks.lanes import Array, NotVectorised, Team, is_lanes, lane_view
from asyncir.semantics.core.lift import DYNAMIC, operand_groups, static_numbers
from asyncir.semantics.core.memory import Buffer, MemRefView, storage
from asyncir.semantics.core.program import Segment
from asyncir.semantics.core.values import Registers, Value, is_poison
from asyncir.semantics.core.views import maker

_VIEWS = frozenset(
    f"memref.{name}"
    for name in (
        "dim",
        "cast",
        "memory_space_cast",
        "expand_shape",
        "collapse_shape",
        "transpose",
        "reinterpret_cast",
    )
)
"""Done as for one thread, where all threads do the same."""

_MOST_PRIVATE = 1 << 24


def place_of(view: MemRefView, indices: Sequence[Value]) -> Value:
    """Where the elements are; all must be inside."""
    place: Value = view.offset
    for index, size, stride in zip(indices, view.sizes, view.strides, strict=True):
        if is_lanes(index):
            if index.size and (index.min() < 0 or index.max() >= size):
                raise NotVectorised
        elif not 0 <= index < size:
            raise NotVectorised
        place = place + index * stride
    return place


def fetch(buffer: Buffer, place: Value) -> Value:
    """The elements, which must be defined."""
    if buffer.defined is not None and not np.all(_defined(buffer)[place]):
        raise NotVectorised
    return buffer.array[place] if is_lanes(place) else buffer.data[place]


def put(buffer: Buffer, place: Value, value: Value) -> None:
    """Make the elements hold that."""
    if is_poison(value) or (is_lanes(value) and not is_lanes(place) and len(value) > 1):
        raise NotVectorised
    buffer.array[place] = value[0] if is_lanes(value) and not is_lanes(place) else value
    if buffer.defined is not None:
        _defined(buffer)[place] = 1


def _defined(buffer: Buffer) -> Array:
    given: Any = buffer.defined
    return np.frombuffer(given, np.uint8)


@handles_lanes("memref.load")
def _load(op: Any, c: LaneCompiler) -> None:
    machine, result = c.lanes, c.slot(op.results[0])
    memref, *indices = c.uses(op.operands)

    def step(r: Registers) -> None:
        view: MemRefView = r[memref]
        place = place_of(view, [r[i] for i in indices])
        machine.note(view.buffer, place, False)
        r[result] = fetch(view.buffer, place)

    c.step(step)


@handles_lanes("memref.store")
def _store(op: Any, c: LaneCompiler) -> None:
    machine = c.lanes
    value, memref, *indices = c.uses(op.operands)

    def step(r: Registers) -> None:
        view: MemRefView = r[memref]
        if view.buffer.kind == "constant":
            raise NotVectorised
        place = place_of(view, [r[i] for i in indices])
        machine.note(view.buffer, place, True)
        put(view.buffer, place, r[value])

    c.step(step)


@handles_lanes("memref.alloc", "memref.alloca")
def _alloc(op: Any, c: LaneCompiler) -> None:
    kind = op.name.removeprefix("memref.")
    make, result, machine, go_on = maker(op, c, kind), c.slot(op.results[0]), c.lanes, Segment()
    sizes, of_block = c.uses(operand_groups(op)[0]), is_workgroup(op.results[0].type)

    def end(r: Registers, team: Team) -> Segment | None:
        if machine.body is not None:
            raise NotVectorised
        for slot in sizes:
            alike(r[slot])
        view = make(r)
        view = r[result] = (_of_block if of_block else _private)(machine, view, team, op)
        if kind == "alloca":
            team.allocas = [*(team.allocas or ()), view.buffer]
        return go_on

    c.end(end, go_on)


def _of_block(machine: LaneMachine, view: MemRefView, team: Team, op: Operation) -> MemRefView:
    executions = machine.executions.setdefault(op, np.zeros(machine.count, np.int64))
    number = int(executions[team.threads[0]])
    if (executions[team.threads] != number).any():
        raise NotVectorised
    executions[team.threads] += 1
    buffer = machine.shared.setdefault((op, number), view.buffer)
    if buffer.size != view.buffer.size:
        raise NotVectorised
    return MemRefView(buffer, view.offset, view.sizes, view.strides)


def _private(machine: LaneMachine, view: MemRefView, team: Team, op: Operation) -> MemRefView:
    """One object that has room for the object of each thread."""
    size = view.buffer.size
    if size * machine.count > _MOST_PRIVATE:
        raise NotVectorised
    element: Any = op.results[0].type
    array = storage(element.element_type, size * machine.count)
    buffer = Buffer(array, view.buffer.kind, op, machine.new_identity(), is_defined=False)
    machine.private.add(buffer)
    return lane_view(MemRefView(buffer, 0, view.sizes, view.strides), view.offset + team.threads * size)


@handles_lanes("memref.dealloc")
def _dealloc(op: Any, c: LaneCompiler) -> None:
    machine, operand = c.lanes, c.use(op.operands[0])

    def step(r: Registers) -> None:
        buffer = cast(MemRefView, r[operand]).buffer
        private = buffer in machine.private
        of_all = len(machine.team.threads) == machine.count
        if buffer.kind != "alloc" or buffer.ended is not None or not of_all or machine.body is not None:
            raise NotVectorised
        if not private and buffer not in machine.shared.values():
            raise NotVectorised
        machine.shadows.ends(buffer, private)
        buffer.end("dealloc")

    c.step(step)


@handles_lanes("memref.subview")
def _subview(op: Any, c: LaneCompiler) -> None:
    source, offsets, _, _ = operand_groups(op)
    base, result = c.use(source[0]), c.slot(op.results[0])
    scalar = scalar_step(op, c)
    moving = c.uses(offsets)
    static = static_numbers(op, "static_offsets")
    dynamic = [position for position, n in enumerate(static) if n == DYNAMIC]
    operands = c.uses(op.operands[1:])

    def step(r: Registers) -> None:
        if not varies(r[base]) and not any(varies(r[slot]) for slot in operands):
            scalar(r)
            return
        if any(varies(r[slot]) for slot in operands[len(moving) :]):
            raise NotVectorised
        view: MemRefView = r[base]
        starts = [r[slot] for slot in moving]
        r[base] = lane_view(view, 0)
        # The first and the last of the starts must be inside; then all are.
        for pick in (np.max, np.min):
            for slot, value in zip(moving, starts, strict=True):
                r[slot] = int(pick(value))
            scalar(r)
        for slot, value in zip((base, *moving), (view, *starts), strict=True):
            r[slot] = value
        made: MemRefView = r[result]
        shift: Value = view.offset + made.offset
        for position, value in zip(dynamic, starts, strict=True):
            shift = shift + (value - int(np.min(value))) * view.strides[position]
        r[result] = lane_view(made, shift)

    c.step(step)


@handles_lanes(*_VIEWS)
def _same_for_all(op: Operation, c: LaneCompiler) -> None:
    operands = c.uses(op.operands)
    scalar = scalar_step(op, c)

    def step(r: Registers) -> None:
        for slot in operands:
            alike(r[slot])
        scalar(r)

    c.step(step)
