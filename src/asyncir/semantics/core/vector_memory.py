"""vector: loads and stores of every kind. Only lanes that are on are accessed, checked for bounds and races."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import numpy as np

from asyncir.ir import Operation, VectorType
from asyncir.semantics.core.access import out_of_bounds, touch
from asyncir.semantics.core.lift import attribute, lanes_of, operand_groups, performs
from asyncir.semantics.core.memory import AccessKind, Buffer, MemRefView
from asyncir.semantics.core.program import Compiler, handles
from asyncir.semantics.core.tensors import Array, element_at, is_tensor, place_in, with_element
from asyncir.semantics.core.values import Poison, Registers, Value, is_poison, lanes, vector
from asyncir.semantics.tasks.machine import TaskMachine


def places(view: MemRefView, start: Sequence[int], shape: Sequence[int], op: Operation) -> list[int]:
    """Where the elements of a vector at `start` are; its dimensions are the last of the memref's."""
    full = [1] * (len(view.sizes) - len(shape)) + list(shape)
    last = [s + n - 1 for s, n in zip(start, full, strict=True)]
    for corner in (list(start), last):
        if not all(0 <= i < size for i, size in zip(corner, view.sizes, strict=True)):
            raise out_of_bounds(view, corner, op)
    offset = view.offset + sum(i * s for i, s in zip(start, view.strides, strict=True))
    return MemRefView(view.buffer, offset, full, view.strides).indices()


def scatter(buffer: Buffer, where: Sequence[int], value: Value, op: Operation) -> None:
    """Store a vector's lanes."""
    if is_poison(value):
        for place in where:
            buffer.poison(place, value, op)
        return
    if buffer.shape:
        buffer.data[where[0]] = value
    else:
        buffer.array[list(where)] = value.ravel()
    if buffer.defined is not None:
        for place in where:
            buffer.defined[place] = 1


def _count(view: MemRefView, of: VectorType[Any]) -> Sequence[int]:
    return () if view.buffer.shape else of.get_shape()


@performs("vector.load")
def load_vector(op: Any, machine: TaskMachine, view: MemRefView, *indices: int) -> Value:
    """The elements of a vector, which follow each other in memory."""
    of = op.results[0].type
    return read_lanes(machine, view, places(view, indices, _count(view, of), op), (), of, op)


@performs("vector.store")
def store_vector(op: Any, machine: TaskMachine, value: Value, view: MemRefView, *indices: int) -> None:
    """Store the elements of a vector one behind the other."""
    where = places(view, indices, _count(view, op.operands[0].type), op)
    touch(machine, view.buffer, where, AccessKind.WRITE, op)
    scatter(view.buffer, where, value, op)


# ---- some lanes only ----

Places = Sequence[int | None]
"""For each lane where its element is; None: the lane is off."""


def read_lanes(
    machine: TaskMachine, view: MemRefView, where: Places, others: Sequence[Value], of: Any, op: Operation
) -> Value:
    """The elements, and the others where lanes are off."""
    buffer = view.buffer
    touch(machine, buffer, [place for place in where if place is not None], AccessKind.READ, op)
    if any(p is not None and buffer.defined is not None and not buffer.defined[p] for p in where):
        return Poison(op)
    read = [others[i] if p is None else buffer.data[p] for i, p in enumerate(where)]
    return next((each for each in read if is_poison(each)), None) or vector(read, of)


def each_lane(value: Value, count: int) -> Sequence[Value]:
    """The lanes of a vector, all undefined if it is."""
    return [value] * count if is_poison(value) else lanes(value)


def write_lanes(machine: TaskMachine, view: MemRefView, where: Places, value: Value, op: Operation) -> None:
    """Store the lanes that are on."""
    on = [(lane, place) for lane, place in enumerate(where) if place is not None]
    targets = [place for _, place in on]
    touch(machine, view.buffer, targets, AccessKind.WRITE, op)
    if on:
        chosen = value if is_poison(value) else value.ravel()[[lane for lane, _ in on]]
        scatter(view.buffer, targets, chosen, op)


def place_of(view: MemRefView, point: Sequence[int], op: Operation) -> int:
    """Where one element is."""
    return places(view, point, (), op)[0]


def _along(view: MemRefView, start: Sequence[int], mask: Value, packed: bool, op: Operation) -> Places:
    """Lanes in a row from `start`; packed: only those that are on take room."""
    where: list[int | None] = []
    taken = 0
    for lane, on in enumerate(lanes_of(mask)):
        step = taken if packed else lane
        where.append(place_of(view, [*start[:-1], start[-1] + step], op) if on else None)
        taken += 1 if on else 0
    return where


@performs("vector.maskedload", "vector.expandload", "vector.maskedstore", "vector.compressstore")
def _masked(op: Operation, machine: TaskMachine, view: MemRefView, *rest: Value) -> Value:
    *start, mask, value = rest
    where = _along(view, start, mask, op.name in ("vector.expandload", "vector.compressstore"), op)
    return _move_lanes(op, machine, view, where, value)


@performs("vector.gather", "vector.scatter")
def gather_scatter(op: Any, machine: TaskMachine, view: Any, *rest: Value) -> Value:
    """Accesses at the distances that a vector holds."""
    *start, last, indices, mask, value = rest
    pairs = zip(lanes_of(indices), lanes_of(mask), strict=True)
    if is_tensor(op.base.type):
        points = [[*start, last + i] if on else None for i, on in pairs]
        others = each_lane(value, len(points))
        if op.name == "vector.gather":
            return _read_tensor(view, points, others, op.result.type, op)
        return _write_tensor(view, points, others, op)
    where = [place_of(view, [*start, last + i], op) if on else None for i, on in pairs]
    return _move_lanes(op, machine, view, where, value)


def _move_lanes(op: Operation, machine: TaskMachine, view: MemRefView, where: Places, value: Value) -> Value:
    """A load, which has a result, or a store."""
    if op.results:
        return read_lanes(machine, view, where, each_lane(value, len(where)), op.results[0].type, op)
    return write_lanes(machine, view, where, value, op)


# ---- transfers ----


def _read_tensor(array: Array, points: Points, others: Sequence[Value], of: Any, op: Operation) -> Value:
    """The elements of a tensor, and the others where lanes are off."""
    read = [
        other if point is None else element_at(array, place_in(array, point, op))
        for point, other in zip(points, others, strict=True)
    ]
    return next((each for each in read if is_poison(each)), None) or vector(read, of)


Points = Sequence[Sequence[int] | None]
"""For each lane the indices of its element; None: the lane is off."""


def _transfer(
    op: Operation, of: Any
) -> Callable[[Sequence[int] | None, Sequence[int], Value | None], Points]:
    """Which element each lane of a transfer is, from the sizes, the indices and the mask."""
    results: Any = attribute(op, "permutation_map").data.results
    # A constant in the map broadcasts along that dimension of the vector.
    dimensions: list[int | None] = [getattr(e, "position", None) for e in results]
    in_bounds = [bool(flag.value.data) for flag in attribute(op, "in_bounds").data]
    lanes_at = list(product(*(range(n) for n in of.get_shape())))
    # A mask has the vector's dimensions in the order of the memref's, and none of those that are repeated.
    order = sorted((d, place) for place, d in enumerate(dimensions) if d is not None)
    masked_at = [tuple(steps[place] for _, place in order) for steps in lanes_at]

    def find(sizes: Sequence[int] | None, start: Sequence[int], mask: Value | None) -> Points:
        """Lanes outside of the memref or tensor, if the sizes are given, are off, unless the op says that there are none."""
        where: list[Sequence[int] | None] = []
        for steps, at in zip(lanes_at, masked_at, strict=True):
            point = list(start)
            outside = mask is not None and not mask[at]
            for step, dimension, safe in zip(steps, dimensions, in_bounds, strict=True):
                if dimension is not None:
                    point[dimension] += step
                    outside |= bool(sizes) and not safe and not 0 <= point[dimension] < sizes[dimension]
            where.append(None if outside else point)
        return where

    return find


def _write_tensor(array: Array, points: Points, values: Sequence[Value], op: Operation) -> Array:
    """The tensor with other elements where lanes are on."""
    for point, value in zip(points, values, strict=True):
        if point is not None:
            array = with_element(array, place_in(array, point, op), value)
    return array


def _places_of(view: MemRefView, points: Points, op: Operation) -> Places:
    return [None if point is None else place_of(view, point, op) for point in points]


@dataclass(frozen=True)
class Outer:
    """Around a transfer: for which lanes it is done at all, and what a read gives for the others; slots of registers."""

    mask: int
    passthru: int | None = None


def _masks(r: Registers, mask: Sequence[int], outer: Outer | None) -> Value | None:
    """The lanes that both masks have, in the order of the memref's dimensions; None: all."""
    slots = [*mask, *(() if outer is None else [outer.mask])]
    return np.logical_and.reduce([r[slot] for slot in slots]) if slots else None


@handles("vector.transfer_read")
def _transfer_read(op: Any, c: Compiler) -> None:
    transfer_read(op, c, c.slot(op.results[0]))


def transfer_read(op: Any, c: Compiler, result: int, outer: Outer | None = None) -> None:
    """A step that reads into the slot."""
    (base,), indices, (padding,), mask = (c.uses(group) for group in operand_groups(op))
    of, machine, find = op.results[0].type, c.machine, _transfer(op, op.results[0].type)
    dense = is_tensor(op.base.type)

    def others(r: Registers, start: Sequence[int], count: int) -> Sequence[Value]:
        """What stands for lanes that are off."""
        if outer is None or outer.passthru is None:
            return [r[padding]] * count
        # Where the mask around is set a lane may be off, too: it has the padding.
        on = find(None, start, r[outer.mask])
        spare = each_lane(r[outer.passthru], count)
        return [x if at is None else r[padding] for at, x in zip(on, spare, strict=True)]

    def step(r: Registers) -> None:
        from_, start = r[base], [r[i] for i in indices]
        sizes = from_.shape if dense else from_.sizes
        points = find(sizes, start, _masks(r, mask, outer))
        spare = others(r, start, len(points))
        if dense:
            r[result] = _read_tensor(from_, points, spare, of, op)
        else:
            r[result] = read_lanes(machine, from_, _places_of(from_, points, op), spare, of, op)

    c.step(step)


@handles("vector.transfer_write")
def _transfer_write(op: Any, c: Compiler) -> None:
    transfer_write(op, c, c.slots(op.results))


def transfer_write(op: Any, c: Compiler, results: Sequence[int], outer: Outer | None = None) -> None:
    """A step that writes; into a tensor, of which it makes another one."""
    (value,), (base,), indices, mask = (c.uses(group) for group in operand_groups(op))
    machine, find = c.machine, _transfer(op, op.operands[0].type)

    def step(r: Registers) -> None:
        view = r[base]
        points = find(view.sizes, [r[i] for i in indices], _masks(r, mask, outer))
        write_lanes(machine, view, _places_of(view, points, op), r[value], op)

    def step_of_tensor(r: Registers) -> None:
        array = r[base]
        points = find(array.shape, [r[i] for i in indices], _masks(r, mask, outer))
        r[results[0]] = _write_tensor(array, points, each_lane(r[value], len(points)), op)

    c.step(step_of_tensor if results else step)
