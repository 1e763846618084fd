"""The state in which an entry starts."""

from __future__ import annotations

from asyncir.analyses.in_flight.code import Code
from asyncir.analyses.in_flight.exprs import constant
from asyncir.analyses.in_flight.lookup import is_bit, is_number, memref
from asyncir.analyses.in_flight.sharing import thread_facts
from asyncir.analyses.in_flight.state import READY, Lane, Memory, State
from asyncir.analyses.in_flight.views import identity_dims
from asyncir.analyses.in_flight.world import World
from asyncir.dialects.async_types import CompletionType


def initial_state(code: Code, world: World) -> State:
    """The arguments are symbols (or the given numbers); with several threads, two stand for any two."""
    block = code.entry.regions[0].blocks.first
    assert block is not None
    facts, apart = thread_facts(world, tuple(range(world.lanes)))
    # The first of two threads has the lower number: all pairs are looked at both ways.
    state = State([Lane(n) for n in range(world.lanes)], facts if world.lanes == 1 else facts.plus(apart - 1))
    for argument in block.args:
        type_ = argument.type
        for lane in state.lanes:
            if is_number(type_):
                e = world.parameter(f"a{argument.index}")
                lane.env[argument] = e
                if is_bit(type_):
                    state.facts = state.facts.plus(e, constant(1) - e)
            elif memref(type_) is not None:
                lane.env[argument] = Memory(("arg", argument.index), (), identity_dims(type_, given=True))
            elif isinstance(type_, CompletionType):
                lane.env[argument] = READY
    for lane in state.lanes:
        for value, argument in zip(code.given, block.args, strict=False):
            if argument in lane.env:
                lane.env[value] = lane.env[argument]
    return state
