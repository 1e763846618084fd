"""The state in which an entry starts."""

from __future__ import annotations

from asyncir.analyses.in_flight.exprs import Lin, constant, symbol
from asyncir.analyses.in_flight.facts import Facts
from asyncir.analyses.in_flight.state import READY, Lane, Memory, State
from asyncir.analyses.in_flight.values import World, identity_dims, is_bit, is_number, memref
from asyncir.dialects.async_types import CompletionType
from asyncir.ir import Operation


def initial_state(entry: Operation, world: World) -> State:
    """The arguments are symbols (or the given numbers); with several threads, two stand for any two."""
    block = entry.regions[0].blocks.first
    assert block is not None
    state = State([Lane(n) for n in range(2 if world.threads > 1 else 1)], Facts())
    for argument in block.args:
        type_ = argument.type
        for lane in state.lanes:
            if is_number(type_):
                e = world.parameter(f"a{argument.index}")
                lane.env[argument] = e
                if is_bit(type_):
                    state.facts = state.facts.plus(e, constant(1) - e)
            elif memref(type_) is not None:
                lane.env[argument] = Memory(("arg", argument.index), (), identity_dims(type_))
            elif isinstance(type_, CompletionType):
                lane.env[argument] = READY
    if world.threads > 1:
        _number_threads(state, world)
    return state


def _number_threads(state: State, world: World) -> None:
    """The first of two threads has the lower number: all pairs are looked at both ways."""
    numbers: list[Lin] = []
    for lane in state.lanes:
        total = constant(0)
        weight = 1
        for axis, extent in zip("xyz", world.block, strict=True):
            if extent > 1:
                t = symbol(f"t{lane.number}{axis}")
                state.facts = state.facts.plus(t, constant(extent - 1) - t)
                total = total + t.scaled(weight)
            weight *= extent
        numbers.append(total)
    state.facts = state.facts.plus(numbers[1] - numbers[0] - 1)
