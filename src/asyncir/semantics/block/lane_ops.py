"""Async ops, groups, waits and barriers of several threads at once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, cast

import numpy as np

from asyncir.dialects.effects import Milestone
from asyncir.dialects.nvgpu import DeviceAsyncCopyOp
from asyncir.dialects.queue_interfaces import (
    BlockSize,
    IsBarrier,
    QueueId,
    ThreadIndex,
    commits,
    issues,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.ir import Operation, Region, SSAValue
from asyncir.semantics.block.compiler import END_OF_BODY
from asyncir.semantics.block.lane_compiler import (
    LANE_TRAITS,
    LaneCompiler,
    alike,
    handles_lanes,
)
from asyncir.semantics.block.lane_memory import fetch, place_of, put
from asyncir.semantics.block.lanes import (
    Array,
    LaneFifo,
    LaneFlight,
    LaneToken,
    NotVectorised,
    Team,
)
from asyncir.semantics.memory import MemRef
from asyncir.semantics.program import Compiler, RegionScope, Segment
from asyncir.semantics.values import Registers, Value

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
    def leave(inner: Operation, c: Compiler) -> None:
        c.end(lambda registers, task: None)

    code = c.inner("async op", op, region, RegionScope({END_OF_BODY: leave}))
    moves, machine = c.moves_into(code), c.lanes

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
        old, new = cast(MemRef, r[source]), cast(MemRef, r[target])
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


def _rows(view: MemRef, start: Sequence[Value], count: int, team: int) -> Array:
    """Where elements in a row along the last dimension are, for each thread."""
    if not start:
        raise NotVectorised
    place_of(view, [*start[:-1], start[-1] + count - 1])
    first = np.broadcast_to(np.asarray(place_of(view, start)), team)
    return first[:, None] + np.arange(count) * view.strides[-1]


# ---- commits and waits ----


def _queue(given: QueueId, c: LaneCompiler) -> Callable[[Registers], Value]:
    """What reads a literal, or the register of a computed number."""
    if isinstance(given, SSAValue):
        slot = c.use(given)
        return lambda r: r[slot]
    return lambda r: given


def _commit(op: Operation, c: LaneCompiler) -> None:
    trait = commits(op)
    assert trait is not None
    members, region, token = trait.members(op), trait.region(op), trait.token(op)
    queue, machine = _queue(trait.queue(op), c), c.lanes
    result = None if token is None else c.slot(token)
    if members is not None:
        slots = c.uses(members)

        def step(r: Registers) -> None:
            flights = [r[slot] for slot in slots]
            if not all(isinstance(flight, LaneFlight) for flight in flights):
                raise NotVectorised
            made = machine.commit(queue(r), flights)
            if result is not None:
                r[result] = made

        c.step(step)
        return
    assert region is not None
    go_on = Segment()

    def leave(inner: Operation, c: Compiler) -> None:
        def end(r: Registers, team: Any) -> Segment | None:
            issued, team.commit = team.commit, None
            made = machine.commit(queue(r), issued)
            if result is not None:
                r[result] = made
            return go_on

        assert isinstance(c, LaneCompiler)
        c.end_team(end)

    body = c.region(region, RegionScope({END_OF_BODY: leave}))

    def enter(r: Registers, team: Team) -> Segment | None:
        if team.commit is not None:
            raise NotVectorised
        team.commit = []
        return body

    c.end_team(enter, go_on)


def _wait_count(op: Operation, c: LaneCompiler) -> None:
    by_count, finished = waits_by_count(op), waits_finished(op)
    trait = by_count or finished
    assert trait is not None
    given = trait.count(op)
    assert given is not None
    queue, count, machine = _queue(trait.queue(op), c), _queue(given, c), c.lanes
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
    result, machine = c.slot(op.results[0]), c.lanes

    def step(r: Registers) -> None:
        r[result] = LaneToken(None, np.full(machine.count, -1))

    c.step(step)


# ---- threads ----


def _barrier(op: Operation, c: LaneCompiler) -> None:
    machine, go_on = c.lanes, Segment()

    def end(r: Registers, team: Team) -> Segment | None:
        machine.barrier(team, go_on)
        return None

    c.end_team(end, go_on)


def _thread_index(op: Operation, c: LaneCompiler) -> None:
    trait, result, machine = op.get_trait(ThreadIndex), c.slot(op.results[0]), c.lanes
    assert trait is not None
    axis = trait.dimension(op)
    width = (1, machine.extents[0], machine.extents[0] * machine.extents[1])[axis]

    def step(r: Registers) -> None:
        r[result] = machine.team.threads // width % machine.extents[axis]

    c.step(step)


def _block_size(op: Operation, c: LaneCompiler) -> None:
    trait, result = op.get_trait(BlockSize), c.slot(op.results[0])
    assert trait is not None
    value = c.lanes.extents[trait.dimension(op)]

    def step(r: Registers) -> None:
        r[result] = value

    c.step(step)


def _first_index(op: Any, c: LaneCompiler) -> None:
    result, value = c.slot(op.results[0]), 0 if op.name == "gpu.block_id" else 1

    def step(r: Registers) -> None:
        r[result] = value

    c.step(step)


handles_lanes("gpu.block_id", "gpu.grid_dim")(_first_index)

LANE_TRAITS.extend(
    (
        (issues, _issue),
        (commits, _commit),
        (waits_by_count, _wait_count),
        (waits_finished, _wait_count),
        (waits_by_token, _wait_tokens),
        (lambda op: op.has_trait(IsBarrier), _barrier),
        (lambda op: op.has_trait(ThreadIndex), _thread_index),
        (lambda op: op.has_trait(BlockSize), _block_size),
    )
)
