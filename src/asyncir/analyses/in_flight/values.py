"""What ops compute, as far as synchronisation depends on it: indices, conditions, views, tokens."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import gcd
from typing import Any, ClassVar, cast

from asyncir.analyses.in_flight.code import Kind
from asyncir.analyses.in_flight.exprs import (
    Lin,
    common_bits,
    constant,
    differing_bits,
    floor_div,
    modulo,
    symbol,
    with_remainders,
)
from asyncir.analyses.in_flight.facts import feasible
from asyncir.analyses.in_flight.folding import folded, wrapped
from asyncir.analyses.in_flight.lookup import condition_of, is_bit, is_number, literal_of, value_of
from asyncir.analyses.in_flight.state import (
    Condition,
    Dead,
    ThreadEnds,
    Token,
    Value,
    decide,
    decide_sign,
    told,
)
from asyncir.analyses.in_flight.views import Views
from asyncir.analyses.in_flight.widths import doubt as doubt_of, width_of
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.interfaces.completion import BlockSize, ThreadIndex
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import IntegerAttr, MemRefType, Operation, SSAValue, UnrankedMemRefType

_FEW = 1 << 8
"""Where so few bits of a product are left, it has wrapped around."""

_MOST_BITS = 8
"""Of two numbers with more bits, it is not followed which of these are equal."""

_DIVIDE_UNSIGNED = (
    OpKind.REMAINDER_UNSIGNED,
    OpKind.DIVIDE_UNSIGNED,
    OpKind.DIVIDE_CEILING_UNSIGNED,
)
_EXTEND_ZERO = (OpKind.EXTEND_UNSIGNED, OpKind.INDEX_CAST_UNSIGNED)


def negation(c: Condition | bool) -> Condition | bool:
    """What holds where `c` does not."""
    return (not c) if isinstance(c, bool) else Condition("not", parts=(c,))


def compare(predicate: int, a: Lin, b: Lin) -> Condition | bool:
    """The meaning of an `arith.cmpi` predicate; unsigned ones as if nothing were negative."""
    apart = a - b
    match predicate:
        case 0 | 1:
            equal = (not apart.const) if apart.is_const else Condition("eq", apart)
            return negation(equal) if predicate else equal
        case 2 | 6:
            least = apart.scaled(-1) - 1
        case 3 | 7:
            least = apart.scaled(-1)
        case 4 | 8:
            least = apart - 1
        case _:
            least = apart
    return least.const >= 0 if least.is_const else Condition("ge", least)


class Evaluator(Views):
    """Executes ops that compute values, for one thread in one state."""

    def run(self, op: Operation) -> None:
        """Note what the op's results are; results of which nothing is known become numbers of their own."""
        if op.results and is_number(op.results[0].type) and op.results[0] not in self.world.matters:
            return
        handler = self._handlers.get(kind_of(op))
        made: Value | None = None
        if handler is not None:
            made = self._of_constants(op)
            made = handler(self, op) if made is None else made
            if made is None:
                self.state.derived = self.state.derived or any(is_number(v.type) for v in op.results)
                made = self._of_lasting(op)
        elif op in self.world.related or op in self.world.lasting:
            self.state.derived = self.state.derived or op in self.world.related
            if op in self.world.lasting and self.world.given is None:
                made = self.world.result(self.world.lasting[op], ())
        elif (index := op.get_trait(ThreadIndex)) is not None:
            made = self._thread_index(index.dimension(op))
        elif (size := op.get_trait(BlockSize)) is not None:
            made = constant(self.world.block[size.dimension(op)])
        if made is not None:
            self.lane.env[op.results[0]] = made
            return
        self.be_anything(op)

    def _of_constants(self, op: Operation) -> Lin | None:
        if len(op.operands) != 2 or not all(is_number(v.type) for v in op.operands):
            return None
        a, b = (value_of(self.world, self.lane, operand) for operand in op.operands)
        if not (isinstance(a, Lin) and isinstance(b, Lin) and a.is_const and b.is_const):
            return None
        found = folded(kind_of(op), _width(op), a.const, b.const)
        return None if found is None else constant(found)

    def _of_lasting(self, op: Operation) -> Lin | None:
        """A name for what is no expression, like a product of arguments: for all threads and at all times the same."""
        made = op.results[0].type
        if self.world.given is not None or not op.operands or not is_number(made) or is_bit(made):
            return None
        operands = [value_of(self.world, self.lane, v) for v in op.operands if is_number(v.type)]
        numbers = tuple(e for e in operands if isinstance(e, Lin))
        if len(numbers) < len(op.operands):
            return None
        widths = tuple(width_of(v.type) for v in (*op.operands, *op.results))
        return self.world.result((kind_of(op), widths), numbers)

    def _thread_index(self, dimension: int) -> Lin:
        extent = self.world.block[dimension]
        return constant(0) if extent == 1 else symbol(f"t{self.lane.number}{'xyz'[dimension]}")

    def _of_grid(self, op: Any) -> Value | None:
        """A block's place in the grid, and how many there are: the same for all threads; a run has one block."""
        least = 1 if kind_of(op) is OpKind.GRID_SIZE else 0
        if self.world.given is not None:
            return constant(least)
        found = symbol(f"d{op.name.removeprefix('gpu.')}{op.axis}")
        self.state.facts = self.state.facts.plus(found - least)
        return found

    def _add(self, op: Operation) -> Value | None:
        return self._sum(op, self.number(op.operands[0]) + self.number(op.operands[1]))

    def _sub(self, op: Operation) -> Value | None:
        return self._sum(op, with_remainders(self.number(op.operands[0]) - self.number(op.operands[1])))

    def _mul(self, op: Operation) -> Value | None:
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        if b.is_const:
            a, b = b, a
        return self._sum(op, b.scaled(a.const)) if a.is_const else None

    def _sum(self, op: Operation, found: Lin) -> Lin | None:
        """What was computed of numbers that are not both constants."""
        if is_bit(op.results[0].type):
            return None
        flags: Any = op.properties.get("overflowFlags")
        if flags is not None and any(flag.value == "nsw" for flag in flags.data):
            return found  # Where it does not fit, nothing may use it.
        return self.fitted(op.results[0], found, op.operands)

    def fitted(self, result: SSAValue, e: Lin, operands: Sequence[SSAValue] = ()) -> Lin:
        """What the bits of the result's type hold of the number. May raise `Split`, `Dead`."""
        if result in self.world.fitting:
            return e
        width = width_of(result.type)
        if e.is_const:
            return constant(wrapped(e.const, width))
        if self.world.given is not None:
            return e
        read = [(self.number(v), width_of(v.type)) for v in operands]
        doubt = doubt_of(self.state.facts, e, width, read, self.world.arguments)
        if doubt is None:
            return e
        half, turn = 1 << (width - 1), 1 << width
        if gcd(*(c for _, c in e.terms)) * _FEW >= turn:
            return modulo(e + half, turn) - half
        above = doubt.may_be_above and decide_sign(self.state, doubt.above)
        below = not above and doubt.may_be_below and decide_sign(self.state, doubt.below)
        if not above and not below:
            return e
        self.state.facts = self.state.facts.plus(*doubt.ranges)
        if not feasible(self.state.facts):
            raise Dead
        once = e + (-turn if above else turn)
        if doubt_of(self.state.facts, once, width, read, self.world.arguments) is None:
            return once
        return modulo(e + half, turn) - half

    def as_signed(self, result: SSAValue, e: Lin) -> Lin:
        """A number that was read as unsigned, with its sign."""
        width = width_of(result.type)
        return e if decide_sign(self.state, constant((1 << (width - 1)) - 1) - e) else e - (1 << width)

    def _divisor(self, op: Operation) -> tuple[Lin, int] | None:
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        if literal_of(op.operands[1]) == constant(0) and self.certain and self.at.kind is Kind.OP:
            raise ThreadEnds
        if not b.is_const or is_bit(op.results[0].type):
            return None
        unsigned = kind_of(op) in _DIVIDE_UNSIGNED
        m = b.const % (1 << _width(op)) if unsigned else b.const
        return (a, m) if 0 < m <= 1 << (_width(op) - 1) else None

    def _rem_unsigned(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        return None if parts is None else modulo(self._unsigned(op, *parts), parts[1])

    def _unsigned(self, op: Operation, a: Lin, m: int) -> Lin:
        """A number that is the dividend read as unsigned, modulo m."""
        wrap = (1 << _width(op)) % m
        return a if not wrap or decide_sign(self.state, a) else a + wrap

    def _rem_signed(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None:
            return None
        a, m = parts
        return modulo(a, m) if decide_sign(self.state, a) else modulo(a.scaled(-1), m).scaled(-1)

    def _div_unsigned(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None or (parts[1] == 1 and not decide_sign(self.state, parts[0])):
            return None
        a, m = parts
        return floor_div(a if decide_sign(self.state, a) else a + (1 << _width(op)), m)

    def _div_signed(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None:
            return None
        a, m = parts
        return floor_div(a, m) if decide_sign(self.state, a) else floor_div(a.scaled(-1), m).scaled(-1)

    def _div_floor(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        return None if parts is None else floor_div(*parts)

    def _div_ceil(self, op: Operation) -> Value | None:
        parts = self._divisor(op)
        if parts is None:
            return None
        if parts[1] == 1:
            return parts[0]
        a = self.unsigned(op.operands[0]) if kind_of(op) is OpKind.DIVIDE_CEILING_UNSIGNED else parts[0]
        return self._sum(op, floor_div(a + (parts[1] - 1), parts[1]))

    def _extremum(self, op: Operation) -> Value | None:
        read = self.unsigned if op.name.endswith("ui") else self.signed
        a, b = op.operands
        first_is_more = decide_sign(self.state, read(a) - read(b))
        return self.number(
            a if first_is_more == (kind_of(op) in (OpKind.MAXIMUM, OpKind.MAXIMUM_UNSIGNED)) else b
        )

    def _shift_left(self, op: Operation) -> Value | None:
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        if not b.is_const or not 0 <= b.const < _width(op):
            return None
        return self._sum(op, a.scaled(1 << b.const))

    def _shift_right(self, op: Operation) -> Value | None:
        b = self.number(op.operands[1])
        if not b.is_const or not 0 <= b.const < _width(op) or is_bit(op.results[0].type):
            return None
        logical = kind_of(op) is OpKind.SHIFT_RIGHT_UNSIGNED and b.const > 0
        a = self.unsigned(op.operands[0]) if logical else self.number(op.operands[0])
        return floor_div(a, 1 << b.const)

    def _logic(self, op: Operation) -> Value | None:
        if not is_bit(op.results[0].type):
            return self._bits(op)
        a = condition_of(self.world, self.lane, op.operands[0])
        b = condition_of(self.world, self.lane, op.operands[1])
        kind = {OpKind.AND: "and", OpKind.OR: "or", OpKind.XOR: "xor"}[kind_of(op)]
        return Condition(kind, parts=(a, b))

    def _bits(self, op: Operation) -> Value | None:
        """With a constant, or of two small numbers, the bits of both are a sum of remainders."""
        a, b = self.number(op.operands[0]), self.number(op.operands[1])
        if a.is_const:
            a, b = b, a
        if not b.is_const:
            return self._small_bits(kind_of(op), a, b)
        both = common_bits(a, b.const)
        if both is None or kind_of(op) is OpKind.AND:
            return both
        return a + b - both.scaled(2 if kind_of(op) is OpKind.XOR else 1)

    def _small_bits(self, kind: OpKind | None, a: Lin, b: Lin) -> Lin | None:
        """Of numbers of few bits, the bits in which they differ add up."""
        facts = self.state.facts
        if not (facts.implies(a) and facts.implies(b)):
            return None
        for bits in range(1, _MOST_BITS + 1):
            if all(facts.implies(constant((1 << bits) - 1) - e) for e in (a, b)):
                break
        else:
            return None
        differ = differing_bits(a, b, bits)
        if kind is OpKind.XOR:
            return differ
        return floor_div(a + b - differ if kind is OpKind.AND else a + b + differ, 2)

    def _compare(self, op: Operation) -> Value | None:
        predicate = cast("IntegerAttr[Any]", op.properties["predicate"]).value.data
        read = self.number if predicate < 2 else self.signed if predicate < 6 else self.unsigned
        return compare(predicate, read(op.operands[0]), read(op.operands[1]))

    def _select(self, op: Operation) -> Value | None:
        number = is_number(op.results[0].type)
        if not number and not isinstance(
            op.results[0].type, MemRefType | CompletionType | UnrankedMemRefType
        ):
            return None
        condition = condition_of(self.world, self.lane, op.operands[0])
        a, b = (value_of(self.world, self.lane, v) for v in op.operands[1:])
        if isinstance(a, Lin) and isinstance(b, Lin) and isinstance(condition, Condition):
            around = started_again(condition, a, b)
            if around is not None:
                return around
        truth = decide(self.state, condition)
        if not number and self.world.given is None:
            # What it follows from may be lost where paths meet, and which object it is would seem to hang on nothing.
            self.state.facts = told(self.state.facts, condition, truth)
        return a if truth else b

    def _convert(self, op: Operation) -> Value | None:
        """Integers of another width."""
        source, target = op.operands[0].type, op.results[0].type
        if is_bit(source) and is_bit(target):
            return value_of(self.world, self.lane, op.operands[0])
        if is_bit(target):
            found = value_of(self.world, self.lane, op.operands[0])
            return constant(found.const & 1) if isinstance(found, Lin) and found.is_const else None
        if width_of(target) > width_of(source):
            read = self.unsigned if kind_of(op) in _EXTEND_ZERO else self.signed
            return read(op.operands[0])
        found = self.number(op.operands[0])
        return found if width_of(target) == width_of(source) else self._sum(op, found)

    def _ready(self, op: Operation) -> Value | None:
        return Token()

    _handlers: ClassVar[dict[OpKind, Callable[[Evaluator, Any], Value | None]]] = {
        **Views.view_handlers,
        OpKind.ADD: _add,
        OpKind.SUBTRACT: _sub,
        OpKind.MULTIPLY: _mul,
        OpKind.REMAINDER_UNSIGNED: _rem_unsigned,
        OpKind.REMAINDER: _rem_signed,
        OpKind.DIVIDE_UNSIGNED: _div_unsigned,
        OpKind.DIVIDE: _div_signed,
        OpKind.DIVIDE_FLOOR: _div_floor,
        OpKind.DIVIDE_CEILING: _div_ceil,
        OpKind.DIVIDE_CEILING_UNSIGNED: _div_ceil,
        OpKind.MINIMUM: _extremum,
        OpKind.MINIMUM_UNSIGNED: _extremum,
        OpKind.MAXIMUM: _extremum,
        OpKind.MAXIMUM_UNSIGNED: _extremum,
        OpKind.SHIFT_LEFT: _shift_left,
        OpKind.SHIFT_RIGHT_UNSIGNED: _shift_right,
        OpKind.SHIFT_RIGHT: _shift_right,
        OpKind.AND: _logic,
        OpKind.OR: _logic,
        OpKind.XOR: _logic,
        OpKind.COMPARE: _compare,
        OpKind.SELECT: _select,
        OpKind.INDEX_CAST: _convert,
        OpKind.INDEX_CAST_UNSIGNED: _convert,
        OpKind.EXTEND: _convert,
        OpKind.EXTEND_UNSIGNED: _convert,
        OpKind.TRUNCATE: _convert,
        OpKind.BLOCK_INDEX: _of_grid,
        OpKind.GRID_SIZE: _of_grid,
        OpKind.READY: _ready,
    }


def started_again(condition: Condition, a: Lin, b: Lin) -> Lin | None:
    """The remainder that `a` or, if the condition does not hold, `b` is: one of them is 0 where the other is full."""
    for zero, other in ((a, b), (b, a)):
        if zero.const or zero.terms or len(other.terms) != 1 or other.const != 1:
            continue
        atom, c = other.terms[0]
        if c != 1 or isinstance(atom, str) or atom[0] != "mod":
            continue
        full = other - atom[2]
        is_full = Condition("eq", full), Condition("eq", full.scaled(-1)), Condition("ge", full)
        is_not = Condition("ge", full.scaled(-1) - 1), *(Condition("not", parts=(x,)) for x in is_full)
        if condition in (is_full if zero is a else is_not):
            return modulo(atom[1] + 1, atom[2])
    return None


def _width(op: Operation) -> int:
    return width_of(op.results[0].type)
