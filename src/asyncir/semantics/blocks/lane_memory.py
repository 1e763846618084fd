"""memref, for several threads at once."""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.semantics.blocks.lane_compiler import LaneCompiler, handles_lanes, scalar_step, varies
from asyncir.semantics.blocks.lanes import NotVectorised, fetch, lane_view, place_of, put
from asyncir.semantics.core.lift import DYNAMIC, operand_groups, static_numbers
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.values import Registers, Value


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
        place = place_of(view, [r[i] for i in indices])
        machine.note(view.buffer, place, True)
        put(view.buffer, place, r[value])

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
