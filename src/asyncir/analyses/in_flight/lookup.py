"""What is known of values on a path: numbers, conditions, views, tokens."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from asyncir.analyses.in_flight.code import Instruction
from asyncir.analyses.in_flight.exprs import Lin, constant, modulo
from asyncir.analyses.in_flight.folding import wrapped
from asyncir.analyses.in_flight.state import (
    READY,
    Condition,
    Lane,
    Memory,
    State,
    Value,
    decide,
    decide_sign,
)
from asyncir.analyses.in_flight.widths import width_of
from asyncir.analyses.in_flight.world import World
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
    UnrankedMemRefType,
)


def is_number(type_: Attribute) -> bool:
    """Whether values of the type are followed as expressions."""
    return isinstance(type_, IndexType | IntegerType)


def memref(type_: Attribute) -> Any:
    """The type, where it is one of memrefs with a rank; else None."""
    return cast("Any", type_) if isinstance(type_, MemRefType) else None


def is_bit(type_: Attribute) -> bool:
    """Whether the type has one bit."""
    width: Any = getattr(type_, "width", None)
    return isinstance(type_, IntegerType) and width.data == 1


def named(state: State, world: World, e: Lin) -> Lin:
    """A number of its own that equals `e` now."""
    own = world.fresh()
    state.facts = state.facts.plus(own - e, e - own)
    return own


def literal_of(value: SSAValue) -> Lin | None:
    """The constant that `arith.constant` makes."""
    if isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT:
        attribute = value.op.properties.get("value")
        if isinstance(attribute, IntegerAttr):
            number = attribute.value.data
            return constant(wrapped(number, width_of(value.type)))
    return None


def value_of(world: World, lane: Lane, value: SSAValue) -> Value | None:
    """What is known of a value; None if it is of no interest."""
    found = lane.env.get(value)
    if found is not None:
        return found
    known = world.literals.get(value)
    if known is not None:
        return known
    known = literal_of(value)
    if known is not None:
        world.literals[value] = known
        return known
    if is_number(value.type):
        made = lane.env[value] = world.fresh()
        return made
    if isinstance(value.type, MemRefType | UnrankedMemRefType):
        return Memory(("?",), whole=False)
    if isinstance(value.type, CompletionType):
        return READY
    return None


def number_of(world: World, state: State, lane: Lane, value: SSAValue) -> Lin:
    """A number; a truth value counts as 0 or 1."""
    found = value_of(world, lane, value)
    if isinstance(found, bool | Condition):
        return constant(int(decide(state, found)))
    return found if isinstance(found, Lin) else world.fresh()


def condition_of(world: World, lane: Lane, value: SSAValue) -> Condition | bool:
    """A truth value."""
    found = value_of(world, lane, value)
    if isinstance(found, bool | Condition):
        return found
    assert isinstance(found, Lin)
    return bool(found.const) if found.is_const else Condition("ge", found - 1)


def touches_nothing(op: Operation) -> bool:
    """Whether the op calls a function that is only declared and gets numbers alone: it knows no memory."""
    return callee_name(op) is not None and all(
        memref(v.type) is None and not isinstance(v.type, CompletionType | UnrankedMemRefType)
        for v in op.operands
    )


class Lookup:
    """Looks values up, for one thread in one state."""

    def __init__(self, world: World, state: State, lane: Lane, at: Instruction, pc: int):
        self.world = world
        self.state = state
        self.lane = lane
        self.at = at
        self.pc = pc
        self.certain = True
        """Whether the op is executed in any case."""
        self.cells_read: set[Hashable] = set()
        """The objects of which it was looked up what a cell holds."""

    def number(self, value: SSAValue) -> Lin:
        """A number."""
        return number_of(self.world, self.state, self.lane, value)

    def be_anything(self, op: Operation) -> None:
        """Let the op's results be numbers of their own."""
        for result in op.results:
            self.lane.env.pop(result, None)
            if is_number(result.type):
                self.lane.env[result] = self.world.fresh()

    def memory(self, value: SSAValue) -> Memory:
        """A view."""
        found = value_of(self.world, self.lane, value)
        return found if isinstance(found, Memory) else Memory(("?",), whole=False)

    def extent(self, view: SSAValue, dimension: int) -> Lin | None:
        """How many elements a view has along a dimension, where whoever looks up keeps book of that."""
        return None

    def counters(self) -> tuple[Lin, ...]:
        """The counters of the loops around the instruction."""
        loop = self.at.inside
        return () if loop is None else tuple(self.state.counters[x.number] for x in loop.chain())

    def unsigned(self, value: SSAValue) -> Lin:
        """A number read as unsigned."""
        found, turn = self.number(value), 1 << width_of(value.type)
        if len(found.terms) == 1 and found.const == -turn // 2:
            atom, c = found.terms[0]
            if c == 1 and not isinstance(atom, str) and atom[0] == "mod" and atom[2] == turn:
                return modulo(atom[1] + found.const, turn)  # It has wrapped around.
        if decide_sign(self.state, found):
            return found
        # What compares with small numbers needs that it is not smaller than the type allows.
        self.state.facts = self.state.facts.plus(found + turn // 2)
        return found + turn

    def signed(self, value: SSAValue) -> Lin:
        """A number read as signed: the one bit that is set is -1."""
        found = self.number(value)
        return found.scaled(-1) if is_bit(value.type) else found
