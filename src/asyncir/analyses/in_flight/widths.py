"""Which integers fit in their types: what `arith` computes wraps around, and expressions do not.

An expression stands for the number itself. It stands for what an op computes only if that number fits in the type of
the result. Two looks tell:

- A look at the code, once (`values_that_fit`), gives each value an interval. A value that loops carry and that grows by
  constants has `[least - STEPS * down, most + STEPS * up]`: no execution takes more than `STEPS` steps, each of which
  adds one constant. Intervals of others grow until `_ROUNDS` rounds are over; then they are all that the type holds. So
  the look ends, and what it says is true of each step of an execution, by induction on the steps.
- A look at the path (`doubt`), for what hangs on numbers of which the code says nothing: the arguments and what memory
  holds. It knows the ranges of these and of the operands, and the facts of the path.

Where neither tells, the path splits, and on one side the number is what is left of it after wrapping around.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from asyncir.analyses.in_flight.code import Instruction, Kind
from asyncir.analyses.in_flight.exprs import Lin, constant, symbol
from asyncir.analyses.in_flight.facts import Facts, connected, feasible
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.interfaces.completion import BlockSize, ThreadIndex
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Attribute, IntegerAttr, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk

STEPS = 1 << 50
"""No execution is taken to have more steps: at a step per nanosecond these are thirteen days."""

MOST_ELEMENTS = 1 << 57
"""No array has more elements along a dimension: no processor has as much memory."""

_LOOPS = (OpKind.COUNTED_LOOP, OpKind.PARALLEL_LOOP)
_MOST_THREADS = 1 << 31
_ROUNDS = 8


def width_of(type_: Attribute) -> int:
    """The bits of an integer; an index has 64."""
    width: Any = getattr(type_, "width", None)
    return 64 if width is None else width.data


def bounds_of(width: int) -> tuple[int, int]:
    """The least and the greatest number of a type, read with its sign; a bit is 0 or 1."""
    return (0, 1) if width == 1 else (-(1 << (width - 1)), (1 << (width - 1)) - 1)


@dataclass(frozen=True, slots=True)
class Range:
    """The numbers that a value may be: a step may lead `up` above those of before, or `down` below."""

    least: int
    most: int
    down: int = 0
    up: int = 0

    @property
    def low(self) -> int:
        """No execution comes to less."""
        return self.least - STEPS * self.down

    @property
    def high(self) -> int:
        """Nor to more."""
        return self.most + STEPS * self.up

    def joined(self, other: Range) -> Range:
        """One of the two."""
        return Range(
            min(self.least, other.least),
            max(self.most, other.most),
            max(self.down, other.down),
            max(self.up, other.up),
        )

    def within(self, low: int, high: int) -> bool:
        """Whether all of these numbers are in the interval."""
        return low <= self.low and self.high <= high


def values_that_fit(code: Sequence[Instruction], wanted: frozenset[SSAValue]) -> frozenset[SSAValue]:
    """The numbers among these that are what was computed, in every execution: nothing on the way wraps around."""
    return _Look(code, wanted).run()


class _Look:
    def __init__(self, code: Sequence[Instruction], wanted: frozenset[SSAValue]):
        self.wanted = wanted
        self.sources: dict[SSAValue, list[Callable[[], Range]]] = {}
        self.found: dict[SSAValue, Range] = {}
        self.handed: dict[SSAValue, list[SSAValue]] = {}
        self.round = 0
        for step in code:
            for target, source in step.pairs:
                self._add(target, lambda source=source: self.of(source))
                self.handed.setdefault(source, []).append(target)
            if step.kind is Kind.ENTER and step.loop is not None and step.loop.variable is not None:
                self._loop(step.loop.op, step.loop.variable, step.loop.bounds or ())
            if step.op is not None and step.kind in (Kind.OP, Kind.ISSUE):
                for op in walk(step.op):
                    self._op(op)

    def _op(self, op: Operation) -> None:
        if op.regions:
            for count in counts_of(op) if kind_of(op) in _LOOPS else ():
                if isinstance(count.step, SSAValue):
                    self._loop(op, count.values[0], (count.lower, count.upper, count.step))
            return
        for result in op.results:
            self._add(result, lambda op=op: _computed(op, self.of, self.round > _ROUNDS))

    def _loop(self, op: Operation, variable: SSAValue, bounds: Sequence[SSAValue]) -> None:
        if "unsignedCmp" not in op.properties and len(bounds) == 3:
            self._add(variable, lambda: _counted(*map(self.of, bounds)))

    def _add(self, value: SSAValue, made: Callable[[], Range]) -> None:
        if value in self.wanted:
            self.sources.setdefault(value, []).append(made)

    def of(self, value: SSAValue) -> Range:
        """What is known of the value; of one that nothing computes here, what its type holds."""
        known = self.found.get(value)
        if known is not None:
            return known
        if value in self.sources:
            return _NOTHING_YET
        number = _literal(value)
        return Range(*bounds_of(width_of(value.type))) if number is None else Range(number, number)

    def run(self) -> frozenset[SSAValue]:
        changed = True
        wraps: set[SSAValue] = set()
        while changed:
            changed = False
            self.round += 1
            for value, sources in self.sources.items():
                new = self.found.get(value, _NOTHING_YET)
                for source in sources:
                    made = source()
                    new = made if new is _NOTHING_YET else new if made is _NOTHING_YET else new.joined(made)
                if new is _NOTHING_YET:
                    continue
                bounds = bounds_of(width_of(value.type))
                endless = self.round > 3 * _ROUNDS and new != self.found.get(value)
                if value in wraps or not new.within(*bounds) or endless:
                    wraps.add(value)
                    new = Range(*bounds)
                if new != self.found.get(value):
                    self.found[value] = new
                    changed = True
        pending = list(wraps)
        while pending:  # What a loop carries is no sum of constants where one of the sums wraps around.
            more = [target for target in self.handed.get(pending.pop(), ()) if target not in wraps]
            wraps.update(more)
            pending.extend(more)
        return frozenset(value for value in self.sources if value in self.found and value not in wraps)


_NOTHING_YET = Range(0, -1)


def _literal(value: SSAValue) -> int | None:
    if isinstance(value, OpResult) and kind_of(value.op) is OpKind.CONSTANT:
        attribute = value.op.properties.get("value")
        if isinstance(attribute, IntegerAttr):
            number, width = attribute.value.data, width_of(value.type)
            half = 1 << (width - 1)
            return number & 1 if width == 1 else (number + half) % (2 * half) - half
    return None


def _counted(lower: Range, upper: Range, step: Range) -> Range:
    """The variable of a loop: below the upper bound, and no further from the lower one than steps lead."""
    if _NOTHING_YET in (lower, upper, step):
        return _NOTHING_YET
    by_steps = Range(lower.least, lower.most, lower.down, max(lower.up, step.high))
    most = max(upper.high - 1, lower.low)
    return by_steps if by_steps.high <= most else Range(lower.low, most)


def _computed(op: Operation, of: Callable[[SSAValue], Range], late: bool) -> Range:
    """What the op computes, without wrapping; `late` where operands have grown again and again."""
    whole = Range(*bounds_of(width_of(op.results[0].type)))
    handler = _RANGES.get(kind_of(op))
    if handler is None:
        if op.get_trait(ThreadIndex) is not None or op.get_trait(BlockSize) is not None:
            return Range(0, _MOST_THREADS)
        return whole
    operands = [of(v) for v in op.operands]
    if _NOTHING_YET in operands:
        return _NOTHING_YET
    return handler(op, operands, late) or whole


_Handler = Callable[[Operation, "list[Range]", bool], Range | None]


def _sum(op: Operation, operands: list[Range], late: bool) -> Range:
    """A constant that is added again and again leads further by itself in each step."""
    a, b = operands
    if kind_of(op) is OpKind.SUBTRACT:
        b = Range(-b.most, -b.least, b.up, b.down)
    if b.least != b.most or b.up or b.down:
        a, b = b, a
    if b.least != b.most or b.up or b.down:
        return Range(a.low + b.low, a.high + b.high)
    c = b.least
    if late:
        return Range(a.least, a.most, max(a.down, -c), max(a.up, c))
    return Range(a.least + c, a.most + c, a.down, a.up)


def _product(op: Operation, operands: list[Range], late: bool) -> Range:
    a, b = operands
    ends = [x * y for x in (a.low, a.high) for y in (b.low, b.high)]
    return Range(min(ends), max(ends))


def _remainder(op: Operation, operands: list[Range], late: bool) -> Range | None:
    a, b = operands
    if b.least != b.most or b.least <= 0 or b.up or b.down:
        return None
    if kind_of(op) is OpKind.REMAINDER_UNSIGNED or a.low >= 0:
        return Range(0, min(b.least - 1, a.high) if a.low >= 0 else b.least - 1)
    return Range(1 - b.least, b.least - 1)


def _quotient(op: Operation, operands: list[Range], late: bool) -> Range | None:
    a, b = operands
    if b.low <= 0:
        return None
    if a.low < 0 and op.name.endswith("ui"):
        return Range(0, -(-(1 << width_of(op.results[0].type)) // b.low))
    return Range(min(a.low, 0), max(a.high, 0))


def _shifted(op: Operation, operands: list[Range], late: bool) -> Range | None:
    a, b = operands
    width = width_of(op.results[0].type)
    if b.least != b.most or b.up or b.down or not 0 <= b.least < width:
        return None
    if kind_of(op) is OpKind.SHIFT_LEFT:
        return Range(a.low << b.least, a.high << b.least)
    if kind_of(op) is OpKind.SHIFT_RIGHT or a.low >= 0:
        return Range(a.low >> b.least, a.high >> b.least)
    return Range(0, (1 << (width - b.least)) - 1) if b.least else None


def _masked(op: Operation, operands: list[Range], late: bool) -> Range | None:
    a, b = operands
    if kind_of(op) is OpKind.AND:
        ends = [x.high for x in operands if x.low >= 0]
        return Range(0, min(ends)) if ends else None
    if a.low < 0 or b.low < 0:
        return None
    return Range(0, (1 << max(a.high, b.high).bit_length()) - 1)


def _either(op: Operation, operands: list[Range], late: bool) -> Range:
    a, b = operands[-2:]
    return a.joined(b)


def _least(op: Operation, operands: list[Range], late: bool) -> Range:
    a, b = operands
    both = a.joined(b)
    if kind_of(op) is OpKind.MINIMUM and min(a.high, b.high) < both.high:
        return Range(both.low, min(a.high, b.high))
    if kind_of(op) is OpKind.MAXIMUM and max(a.low, b.low) > both.low:
        return Range(max(a.low, b.low), both.high)
    return both


def _converted(op: Operation, operands: list[Range], late: bool) -> Range:
    (a,) = operands
    source, target = width_of(op.operands[0].type), width_of(op.results[0].type)
    if source == 1:
        return (
            Range(0, 1)
            if kind_of(op) in (OpKind.EXTEND_UNSIGNED, OpKind.INDEX_CAST_UNSIGNED)
            else Range(-1, 0)
        )
    if target > source and a.low < 0 and kind_of(op) in (OpKind.EXTEND_UNSIGNED, OpKind.INDEX_CAST_UNSIGNED):
        return Range(0, (1 << source) - 1)
    return a


def _extent(op: Operation, operands: list[Range], late: bool) -> Range:
    return Range(0, MOST_ELEMENTS)


def _grid(op: Operation, operands: list[Range], late: bool) -> Range:
    return Range(0, _MOST_THREADS)


_RANGES: dict[OpKind, _Handler] = {
    OpKind.ADD: _sum,
    OpKind.SUBTRACT: _sum,
    OpKind.MULTIPLY: _product,
    OpKind.REMAINDER_UNSIGNED: _remainder,
    OpKind.REMAINDER: _remainder,
    OpKind.DIVIDE_UNSIGNED: _quotient,
    OpKind.DIVIDE: _quotient,
    OpKind.DIVIDE_FLOOR: _quotient,
    OpKind.DIVIDE_CEILING: _quotient,
    OpKind.DIVIDE_CEILING_UNSIGNED: _quotient,
    OpKind.SHIFT_LEFT: _shifted,
    OpKind.SHIFT_RIGHT_UNSIGNED: _shifted,
    OpKind.SHIFT_RIGHT: _shifted,
    OpKind.AND: _masked,
    OpKind.OR: _masked,
    OpKind.XOR: _masked,
    OpKind.SELECT: _either,
    OpKind.MINIMUM: _least,
    OpKind.MINIMUM_UNSIGNED: _least,
    OpKind.MAXIMUM: _least,
    OpKind.MAXIMUM_UNSIGNED: _least,
    OpKind.INDEX_CAST: _converted,
    OpKind.INDEX_CAST_UNSIGNED: _converted,
    OpKind.EXTEND: _converted,
    OpKind.EXTEND_UNSIGNED: _converted,
    OpKind.TRUNCATE: _converted,
    OpKind.EXTENT: _extent,
    OpKind.BLOCK_INDEX: _grid,
    OpKind.GRID_SIZE: _grid,
}


# On a path


@dataclass(frozen=True, slots=True)
class Doubt:
    """What is known of a number that may not fit in its type."""

    above: Lin
    """Not negative where it is too large."""
    below: Lin
    """Not negative where it is too small."""
    ranges: tuple[Lin, ...]
    """What the types of operands and arguments say: none of these is negative."""
    may_be_above: bool
    may_be_below: bool


def doubt(
    facts: Facts, e: Lin, width: int, operands: Iterable[tuple[Lin, int]], arguments: Mapping[str, int]
) -> Doubt | None:
    """Why the number may not fit in so many bits; None if it does on all of this path.

    The operands, each with its width, fit in theirs; so do the arguments.
    """
    low, high = bounds_of(width)
    above, below = e - high - 1, constant(low - 1) - e
    if facts.holds(above) is False and facts.holds(below) is False:
        return None
    ranges = tuple(_ranges(facts, e, operands, arguments))
    found = Doubt(above, below, ranges, feasible(facts, (above, *ranges)), feasible(facts, (below, *ranges)))
    return found if found.may_be_above or found.may_be_below else None


def is_possible(facts: Facts, conditions: Sequence[Lin], arguments: Mapping[str, int]) -> bool:
    """Whether the path allows what is said, where it speaks of numbers that are larger than the types hold."""
    named = ((abs(e.const), _limits_of(s, arguments)) for e in conditions for s in e.symbols)
    if not any(limits is not None and far > limits[1] for far, limits in named):
        return True
    ranges = (bound for e in conditions for bound in _ranges(facts, e, (), arguments))
    return feasible(facts, (*conditions, *ranges))


def _ranges(
    facts: Facts, e: Lin, operands: Iterable[tuple[Lin, int]], arguments: Mapping[str, int]
) -> Iterator[Lin]:
    for operand, width in operands:
        if not operand.is_const:
            low, high = bounds_of(width)
            yield from (operand - low, constant(high) - operand)
    names = {s for lin in (e, *connected(facts, (e,))) for s in lin.symbols}
    for name in sorted(names):
        limits = _limits_of(name, arguments)
        if limits is not None:
            yield from (symbol(name) - limits[0], constant(limits[1]) - symbol(name))


def _limits_of(name: str, arguments: Mapping[str, int]) -> tuple[int, int] | None:
    """What an argument, the size of one, or the counter of a loop may be."""
    match name[0]:
        case "a":
            return bounds_of(arguments.get(name, 64))
        case "d":
            return 0, MOST_ELEMENTS
        case "k":
            return 0, STEPS
        case _:
            return None
