"""Control flow of several threads at once: where they do not agree, they become two teams."""

from __future__ import annotations

from typing import Any

import numpy as np

from asyncir.ir import Operation
from asyncir.semantics.blocks.lane_compiler import LaneCompiler, alike, handles_lanes
from asyncir.semantics.blocks.lanes import NotVectorised, Team
from asyncir.semantics.core.program import HANDLERS, Compiler, RegionScope, Segment, transfer
from asyncir.semantics.core.values import Registers, Value


@handles_lanes("func.call")
def _call(op: Any, c: LaneCompiler) -> None:
    if c.program.function(op.callee, op).external:
        raise NotVectorised
    HANDLERS[op.name](op, c)


@handles_lanes("cf.switch", "scf.index_switch")
def _switch(op: Any, c: LaneCompiler) -> None:
    flag = c.use(op.operands[0])

    def check(r: Registers) -> None:
        alike(r[flag])

    c.step(check)
    HANDLERS[op.name](op, c)


@handles_lanes("cf.assert")
def _assert(op: Any, c: LaneCompiler) -> None:
    condition = c.use(op.operands[0])

    def step(r: Registers) -> None:
        if not np.all(r[condition]):
            raise NotVectorised

    c.step(step)


@handles_lanes("scf.for")
def _for(op: Any, c: LaneCompiler) -> None:
    lower, upper, step, *initial = c.uses(op.operands)
    results, go_on, machine, count = c.slots(op.results), Segment(), c.lanes, c.counting()
    assert count is not None
    scope = RegionScope({})
    body = c.region(op.regions[0], scope)
    variable, *carried = c.slots(op.regions[0].blocks[0].args)
    leave = transfer(carried, results, go_on)
    begin = transfer(initial, carried, body)
    if "unsignedCmp" in op.properties or "unsignedCmp" in op.attributes:
        raise NotVectorised

    def first(r: Registers, team: Team) -> Segment | None:
        count.enter(r, team)
        return body

    def enter(r: Registers, team: Team) -> Segment | None:
        if np.any(r[step] <= 0):
            raise NotVectorised
        begin(r, team)
        r[variable] = r[lower]
        return machine.decide(_less(r[lower], r[upper]), r, team, first, leave)

    def more(r: Registers, team: Team) -> Segment | None:
        count.again(r, team)
        return body

    def done(r: Registers, team: Team) -> Segment | None:
        count.leave(r, team)
        return leave(r, team)

    def repeat(inner: Operation, c: Compiler) -> None:
        copy = transfer(c.uses(inner.operands), carried, body)

        def end(r: Registers, team: Team) -> Segment | None:
            copy(r, team)
            r[variable] = r[variable] + r[step]
            return machine.decide(_less(r[variable], r[upper]), r, team, more, done)

        c.end(end)

    scope.terminators["scf.yield"] = repeat
    c.end(enter, go_on)


def _less(x: Value, y: Value) -> Value:
    return x < y
