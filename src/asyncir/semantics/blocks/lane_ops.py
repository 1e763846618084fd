"""Async ops and waits of several threads at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from asyncir.dialects.effects import Milestone
from asyncir.dialects.interfaces.completion import issues, waits_by_count, waits_by_token, waits_finished
from asyncir.dialects.nvgpu import DeviceAsyncCopyOp
from asyncir.ir import Operation, Region, SSAValue
from asyncir.semantics.blocks.lane_compiler import LANE_TRAITS, LaneCompiler, alike, handles_lanes
from asyncir.semantics.blocks.lane_memory import fetch, place_of, put
from asyncir.semantics.blocks.lanes import Array, LaneFifo, LaneFlight, LaneToken, NotVectorised
from asyncir.semantics.blocks.ops import body_code, number_in
from asyncir.semantics.core.memory import MemRefView
from asyncir.semantics.core.values import Registers, Value

# ---- async ops ----


def _issue(op: Operation, c: LaneCompiler) -> None:
    trait = issues(op)
    assert trait is not None
    region, machine = trait.region(op), c.lanes
    perform = _copy(op, c) if isinstance(op, DeviceAsyncCopyOp) else None
    if perform is None:
        if region is None or any(inner.regions or inner.name == "memref.alloca" for inner in region.walk()):
            raise NotVectorised
        perform = _body(op, region, c)
    token = c.slot(op.results[0]) if op.results else None

    def step(r: Registers) -> None:
        machine.body = []
        perform(r)
        touched, machine.body = machine.body, None
        flight = machine.issue(touched)
        if token is not None:
            r[token] = flight

    c.step(step)


def _body(op: Operation, region: Region, c: LaneCompiler) -> Callable[[Registers], None]:
    (code, moves), machine = body_code(op, region, c), c.lanes

    def perform(r: Registers) -> None:
        registers = code.registers()
        for source, slot in moves:
            registers[slot] = r[source]
        machine.run_body(code, registers)

    return perform


def _copy(op: DeviceAsyncCopyOp, c: LaneCompiler) -> Callable[[Registers], None]:
    source, target = c.use(op.src), c.use(op.dst)
    from_indices, to_indices = c.uses(op.src_indices), c.uses(op.dst_indices)
    count: int = op.dst_elements.value.data
    given = None if op.src_elements is None else c.use(op.src_elements)
    machine = c.lanes

    def perform(r: Registers) -> None:
        read = count if given is None else alike(r[given])
        if not 0 <= read <= count:
            raise NotVectorised
        old, new = cast(MemRefView, r[source]), cast(MemRefView, r[target])
        team = len(machine.team.threads)
        targets = _rows(new, [r[i] for i in to_indices], count, team)
        if new.buffer.kind == "constant":
            raise NotVectorised
        values: Value = 0
        if read:
            sources = _rows(old, [r[i] for i in from_indices], read, team)
            machine.note(old.buffer, sources, False)
            values = np.zeros((team, count), old.buffer.array.dtype)
            values[:, :read] = fetch(old.buffer, sources)
        machine.note(new.buffer, targets, True)
        put(new.buffer, targets, values)

    return perform


def _rows(view: MemRefView, start: Sequence[Value], count: int, team: int) -> Array:
    """Where elements in a row along the last dimension are, for each thread."""
    if not start:
        raise NotVectorised
    place_of(view, [*start[:-1], start[-1] + count - 1])
    first = np.broadcast_to(np.asarray(place_of(view, start)), team)
    return first[:, None] + np.arange(count) * view.strides[-1]


# ---- waits ----


def _wait_count(op: Operation, c: LaneCompiler) -> None:
    by_count, finished = waits_by_count(op), waits_finished(op)
    trait = by_count or finished
    assert trait is not None
    given = trait.count(op)
    assert given is not None
    queue, count, machine = number_in(trait.queue(op), c), number_in(given, c), c.lanes
    milestone = trait.milestone(op)

    def step(r: Registers) -> None:
        fifo, number = machine.fifo(queue(r)), np.asarray(count(r))
        if number.min() < 0:
            raise NotVectorised
        upto = number if by_count is None else fifo.committed[machine.team.threads] - number
        machine.complete(fifo, upto, milestone)

    c.step(step)


def _wait_tokens(op: Operation, c: LaneCompiler) -> None:
    trait = waits_by_token(op)
    assert trait is not None
    _tokens(trait.tokens(op), trait.milestone(op), c)


def _tokens(tokens: Sequence[SSAValue], milestone: Milestone, c: LaneCompiler) -> None:
    slots, machine = c.uses(tokens), c.lanes

    def step(r: Registers) -> None:
        for slot in slots:
            fifo, groups = _groups(r[slot], machine.team.threads)
            if fifo is not None:
                machine.complete(fifo, groups + 1, milestone)

    c.step(step)


def _groups(token: Value, threads: Array) -> tuple[LaneFifo | None, Array]:
    """For each thread the group that the token stands for."""
    if isinstance(token, LaneToken):
        return token.fifo, token.groups[threads]
    if not isinstance(token, LaneFlight):
        raise NotVectorised
    groups = token.groups[np.searchsorted(token.threads, threads)]
    if (groups < 0).any():
        raise NotVectorised
    return token.fifo, groups


@handles_lanes("async.await")
def _await(op: Any, c: LaneCompiler) -> None:
    if op.results:
        raise NotVectorised
    _tokens([op.operand], Milestone.WRITTEN, c)


@handles_lanes("async.ready")
def _ready(op: Any, c: LaneCompiler) -> None:
    if op.operands:
        raise NotVectorised
    c.constant(LaneToken(None, np.full(c.lanes.count, -1)))


LANE_TRAITS.extend(
    (
        (issues, _issue),
        (waits_by_count, _wait_count),
        (waits_finished, _wait_count),
        (waits_by_token, _wait_tokens),
    )
)
