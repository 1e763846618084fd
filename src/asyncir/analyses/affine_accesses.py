"""Which elements an access touches, as a Presburger relation: iteration of a loop -> element of an object.

Elements are given by expressions in the number of the loop's iteration (from 0 on), the counters of loops inside of it, and
parameters, which are values from outside of the loop. What cannot be said so may be any element.
"""

from __future__ import annotations

from collections.abc import Generator, Hashable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any, cast

from asyncir.analyses.flow import handed_over
from asyncir.analyses.integers.carried import carried_number
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.integers.expressions import FEW, Expressions, parameter_number
from asyncir.analyses.integers.forms import Form, Number, constant_number
from asyncir.analyses.integers.ranges import MANY, may_wrap, range_of
from asyncir.analyses.integers.widths import INDEX_WIDTH, width_of, wrapped
from asyncir.analyses.loop_carried import computed_by
from asyncir.dialects.counted_loops import Count, CountedLoop, counts_of
from asyncir.dialects.effects import Effect, IndexedView, declared_effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import bytes_of_element, shape_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.dialects.pipelining import body_of, counter_of, inits_of
from asyncir.dialects.scf import ExecuteRegionOp, IfOp
from asyncir.ir import (
    Attribute,
    BlockArgument,
    ConstantLike,
    MemRefType,
    Operation,
    OpResult,
    SSAValue,
)
from asyncir.ir.walk import is_below, is_defined_below

_DEEPEST = 32
"""Operands of operands are looked at no deeper: what lies below may be anything."""

ISL_ANSWERS = 4096
"""So many answers of isl's are kept, where a question is a text: each pass asks the same of a loop."""

_MOST_SIZE = (1 << 63) - 1


@cache
def isl() -> Any:
    """The library, which takes a while to be imported."""
    # late: slow to load, and few programs need it
    import islpy

    return islpy


_MOST_OPERATIONS = 200_000
"""Of isl's, for one question about two accesses: a few seconds at worst."""


@contextmanager
def limited(operations: int = _MOST_OPERATIONS) -> Generator[Any]:
    """Questions to isl that fail when they take too long; in isl's own count of operations, so always the same do."""
    context = isl().DEFAULT_CONTEXT
    context.reset_operations()
    context.set_max_operations(operations)
    try:
        yield context
    finally:
        context.set_max_operations(0)
        context.reset_operations()


@dataclass(frozen=True, slots=True)
class _Counter:
    """What of a counter is the same in all instances."""

    count: Count
    step: int | None
    """Where it is a constant."""
    wraps: bool
    ends: tuple[Number | None, Number | None]
    """The bounds, where they are constants."""
    last: int
    """The number of the last iteration, or more than that; below 0 where there is none."""

    @staticmethod
    def of(count: Count) -> _Counter:
        """That of a loop."""
        step = count.step if isinstance(count.step, int) else constant_of(count.step)
        lower, upper, wraps = _constant(count.lower), _constant(count.upper), may_wrap(count)
        last = MANY
        # Without a sign, a bound below 0 is a large number.
        if (
            (lower and upper and step is not None and step > 0)
            and not wraps
            and not (count.unsigned and min(lower.low, upper.low) < 0)
        ):
            last = min((upper.low - 1 - lower.low) // step, MANY)
        return _Counter(count, step, wraps, (lower, upper), last)


def _constant(value: SSAValue) -> Number | None:
    known, width = constant_of(value), width_of(value.type)
    return None if known is None or width is None else constant_number(wrapped(known, width), width)


@dataclass
class Parameters:
    """Names for values from outside of a loop, the same in all expressions that are compared."""

    names: dict[SSAValue, str] = field(default_factory=dict[SSAValue, str])
    conditions: list[str] = field(default_factory=list[str])
    """What is known of them."""
    _equal: dict[tuple[Hashable, ...], SSAValue] = field(default_factory=dict[tuple[Hashable, ...], SSAValue])
    _counters: dict[Operation, list[_Counter]] = field(default_factory=dict[Operation, list[_Counter]])

    def counters(self, loop: Operation) -> list[_Counter]:
        """Those of the loop."""
        if loop not in self._counters:
            self._counters[loop] = [_Counter.of(count) for count in counts_of(loop)]
        return self._counters[loop]

    def name(self, value: SSAValue) -> str:
        """The parameter that stands for the value."""
        first = self._first_of(value, _DEEPEST)
        if first not in self.names:
            name = self.names[first] = f"p{len(self.names)}"
            low, high = range_of(first)
            self.conditions.append(f"{low} <= {name} <= {high}")
        return self.names[first]

    def _first_of(self, value: SSAValue, depth: int) -> SSAValue:
        """The first value that was asked for of those that are computed alike."""
        value = handed_over(value)
        op = value.op if isinstance(value, OpResult) else None
        if op is None or op.regions or not depth or declared_effects(op) != ():
            return value
        if not op.operands and not op.has_trait(ConstantLike):
            return value
        operands = [self._first_of(operand, depth - 1) for operand in op.operands]
        attributes = frozenset(op.properties.items()) | frozenset(op.attributes.items())
        key = (op.name, value.type, attributes, cast("OpResult", value).index, *operands)
        return self._equal.setdefault(key, value)


@dataclass(frozen=True, slots=True)
class _Place:
    """A number, with the operators in which views say where their elements are: all of them are inside of the memory."""

    where: Instance
    number: Number

    def __add__(self, other: _Place) -> _Place:
        a, b = self.number, other.number
        return self._with(a.form + b.form, a.low + b.low, a.high + b.high, a.exact and b.exact)

    def __mul__(self, other: int) -> _Place:
        ends = self.number.low * other, self.number.high * other
        return self._with(self.number.form * other, min(ends), max(ends), self.number.exact)

    def __floordiv__(self, other: int) -> _Place:
        found = self.where.quotient(self._settled(), other, "down")
        return self._with(found, self.number.low // other, self.number.high // other, True)

    def __mod__(self, other: int) -> _Place:
        settled = self._settled()
        rest = settled[0] - self.where.quotient(settled, other, "down") * other
        return self._with(rest, 0, other - 1, True)

    def _settled(self) -> tuple[Form, int, int]:
        return self.where.settled(self.number), self.number.low, self.number.high

    def _with(self, form: Form, low: int, high: int, exact: bool) -> _Place:
        return replace(self, number=Number(form, INDEX_WIDTH, low, high, exact))


@dataclass
class Element:
    """The elements that one access touches in one iteration of the loop."""

    base: SSAValue
    """The memory, behind all views that could be followed."""
    coordinates: list[Number] | None
    """One for each dimension of `base`; None: any element."""
    exact: bool
    """Whether just these elements are touched; else some of them, or none."""


class Instance(Expressions):
    """One iteration of a loop, for use beside others: its variables begin with `prefix`.

    Where it is `alone`, all that is compared happens in the same iteration: what is computed once in each is a parameter,
    too, where it is no affine expression.
    """

    def __init__(self, loop: Operation, prefix: str, parameters: Parameters, *, alone: bool = False):
        super().__init__(prefix)
        self.loop = loop
        self.parameters = parameters
        self.alone = alone
        self.iteration = f"{prefix}k"
        self.exact = True
        self._entered: set[Operation] = set()
        counter = counter_of(loop)
        counters = parameters.counters(loop) if loop.operands else ()
        last = counters[0].last if counters and counter is counters[0].count.values[0] else MANY
        self.variables.append(self.iteration)
        self.bounds[self.iteration] = (0, last)
        self.conditions.append(f"0 <= {self.iteration} <= {last}")
        if counter is None:
            return
        if counters and counter is counters[0].count.values[0]:
            self._known[counter] = self._counted(counters[0], self.iteration)
            if self._known[counter] is None and alone:
                self._known[counter] = self._parameter(counter)
            self.exact = True  # The iteration runs, whatever its counter is.
        else:
            self._known[counter] = Number(Form.of(self.iteration), INDEX_WIDTH, 0, MANY)
            end = loop.regions[0].block.last_op
            assert end is not None
            goes_on = self.condition(end.operands[0])
            if goes_on is not None:
                self.conditions.append(goes_on)

    def _parameter(self, value: SSAValue) -> Number:
        name = self.parameters.name(value)
        number = parameter_number(name, value)
        self.bounds[name] = (number.low, number.high)
        return number

    def is_outside(self, value: SSAValue) -> bool:
        """Whether the value is the same in all iterations."""
        return not is_defined_below(value, self.loop)

    def leaf(self, value: SSAValue) -> Number | None:
        """Parameters, what loops count, and what they carry."""
        if self.is_outside(value):
            return self._parameter(value)
        around = value.block.parent_op() if isinstance(value, BlockArgument) else None
        found = None
        if around is self.loop and isinstance(value, BlockArgument):
            found = self._carried(value)
        elif around is not None:
            self._enter(around)
            found = self._known.get(value)
        if found is None and self.alone and is_computed_once(value, self.loop):
            return self._parameter(value)
        return found

    def truth(self, value: SSAValue) -> str | None:
        """Of a condition that is the same wherever it is asked for."""
        if self.is_outside(value) or (self.alone and is_computed_once(value, self.loop)):
            return f"({self._parameter(value).form} = -1)"
        return None

    def _carried(self, value: BlockArgument) -> Number | None:
        computed = computed_by(value, body_of(self.loop))
        if computed is None or computed.distance != 1:
            return None
        init = inits_of(self.loop)[computed.through[0]]
        return carried_number(self, value, computed.value, init, self.iteration)

    def _enter(self, loop: Operation) -> None:
        """Give the counters of a loop inside numbers, and say within which bounds they are."""
        if loop in self._entered:
            return
        self._entered.add(loop)
        for counter in self.parameters.counters(loop):
            number = self.fresh(0, counter.last)
            found = self._counted(counter, next(iter(number.terms)))
            for value in counter.count.values:
                self._known[value] = found

    def _counted(self, counter: _Counter, number: str) -> Number | None:
        """The value of a loop's counter in the iteration with this number, which is within the loop's bounds."""
        count, by, (lower, upper) = counter.count, counter.step, counter.ends
        lower, upper = lower or self.number(count.lower), upper or self.number(count.upper)
        iterations = Number(Form.of(number), INDEX_WIDTH, 0, MANY)
        step = self.number(count.step) if isinstance(count.step, SSAValue) and by is None else None
        if by is None:
            grown = None if step is None else self.product(iterations, step)
        else:
            grown = None if by <= 0 else Number(iterations.form * by, INDEX_WIDTH, 0, MANY * by)
        self.exact = self.exact and upper is not None
        if lower is None or grown is None or counter.wraps:
            self.exact = False
            return None
        if count.unsigned and min(lower.low, -1 if upper is None else upper.low) < 0:
            self.exact = False
            return None
        most = range_of(count.upper)[1] if upper is None else upper.high
        # As long as the loop goes on, its counter is below what it ends at.
        form, width = self.settled(lower) + grown.form, lower.width
        found = Number(form, width, lower.low, max(lower.low, most - 1))
        if upper is not None and counter.last == MANY:
            self.conditions.append(f"{form} < {self.settled(upper)}")
        return found

    def element(self, op: Operation, effect: Effect) -> Element | None:
        """What the effect of an op inside of the loop touches; None where the root is no memory."""
        if not isinstance(effect.root, SSAValue):
            return None
        self._guards(op)
        coordinates = self._coordinates(effect)
        base, coordinates = self._behind_views(effect.root, coordinates)
        exact = self.exact and not self.vague and coordinates is not None
        return Element(base, coordinates, exact)

    def _guards(self, op: Operation) -> None:
        """Add what has to hold on the way down from the loop to the op."""
        inner, around = op, op.parent_op()
        while around is not None and around is not self.loop:
            region = inner.parent_region()
            assert region is not None
            self._on_the_way(inner, around)
            self.exact = self.exact and region.first_block is region.last_block
            inner, around = around, around.parent_op()
        self.exact = self.exact and around is self.loop

    def _on_the_way(self, inner: Operation, around: Operation) -> None:
        region = inner.parent_region()
        if isinstance(around, IfOp):
            condition = self.condition(around.operands[0])
            if condition is None:
                self.exact = False  # it may be left out
            else:
                self.conditions.append(condition if region is around.regions[0] else f"(not {condition})")
        elif isinstance(around, CountedLoop) and self._counts_in(around, inner):
            self._enter(around)
        elif not isinstance(around, ExecuteRegionOp):
            self.exact = False

    def _counts_in(self, loop: Operation, op: Operation) -> bool:
        """Whether an op directly in a loop runs in each iteration that is counted."""
        counters = self.parameters.counters(loop)
        return bool(counters) and all(value.owner is op.parent for c in counters for value in c.count.values)

    def _coordinates(self, effect: Effect) -> list[Number] | None:
        assert isinstance(effect.root, SSAValue)
        if effect.indices is None:
            self.exact = self.exact and effect.whole
            return self._everything(effect.root)
        found: list[Number] = []
        for position, index in enumerate(effect.indices):
            at = self.number(index)
            size = 1 if effect.sizes is None else effect.sizes[position]
            if at is None:
                self.exact = False
                return self._everything(effect.root)
            if size != 1:
                at = (_Place(self, at) + _Place(self, self._up_to(size))).number
            found.append(at)
            self._stay_in_bounds(at, effect.root, position)
        return found

    def _stay_in_bounds(self, at: Number, memory: SSAValue, dimension: int) -> None:
        """Where values are no affine expressions, that they are indices says something of them."""
        size = size_along(memory, dimension) if self.alone else None
        end = self.number(size) if isinstance(size, SSAValue) else size
        if end is not None:
            limit = end if isinstance(end, int) else self.settled(end)
            self.conditions.append(f"0 <= {self.settled(at)} < {limit}")

    def _up_to(self, size: int | SSAValue | None) -> Number:
        """A variable from 0 to `size`, exclusive."""
        end = constant_number(size, INDEX_WIDTH) if isinstance(size, int) else None
        if isinstance(size, SSAValue):
            end = self.number(size)
        most = _MOST_SIZE if end is None else max(end.high - 1, 0)
        offset = self.fresh(0, most)
        if end is None:
            self.exact = False
        else:
            self.conditions.append(f"{offset} < {self.settled(end)}")
        return Number(offset, INDEX_WIDTH, 0, most)

    def _everything(self, memory: SSAValue) -> list[Number] | None:
        """All elements of the memory."""
        type_ = memory.type
        if not isinstance(type_, MemRefType):
            return None
        rank = len(shape_of(cast("Attribute", type_)))
        return [self._up_to(size_along(memory, d)) for d in range(rank)]

    def _behind_views(
        self, memory: SSAValue, at: list[Number] | None
    ) -> tuple[SSAValue, list[Number] | None]:
        while isinstance(memory, OpResult) and at is not None:
            if kind_of(memory.op) is OpKind.VIEW:
                memory, at = memory.op.operands[0], self._bytes(memory.op, at)
                continue
            view = memory.op.get_traits_of_type(IndexedView)
            if not view:
                break
            places = [_Place(self, index) for index in at]
            found = view[0].source_index(memory.op, places, self._place)
            at = None if found is None else [place.number for place in found]
            memory = memory.op.operands[0]
        return memory, at

    def _bytes(self, view: Operation, at: Sequence[Number]) -> list[Number] | None:
        """A byte of the element of a `memref.view`."""
        shape, size = shape_of(view.results[0].type), bytes_of_element(view.results[0].type)
        shift = self.number(view.operands[1])
        if shift is None or size is None:
            return None
        row = _Place(self, constant_number(0, INDEX_WIDTH))
        for extent, index in zip((1, *shape[1:]), at, strict=False):
            if extent is None:
                return None
            row = row * extent + _Place(self, index)
        return [(row * size + _Place(self, shift) + _Place(self, self._up_to(size))).number]

    def _place(self, value: int | SSAValue) -> _Place | None:
        number = constant_number(value, INDEX_WIDTH) if isinstance(value, int) else self.number(value)
        return None if number is None else _Place(self, number)


def relations(a: Instance, b: Instance) -> Iterator[str]:
    """How products with the same parameter lie to each other in two instances."""
    for (number, by), product in a.products.items():
        for (other, parameter), theirs in b.products.items():
            low, high = a.bounds[by]
            if by != parameter or (number == other and product == theirs) or high - low < FEW:
                continue
            ways = [
                f"({other} - {number} = {n} and {theirs} - {product} = {n}*{by})" for n in (-2, -1, 0, 1, 2)
            ]
            more = f">= 3*{by}" if low >= 0 else "!= 0 or 1 = 1"
            less = f"<= -3*{by}" if low >= 0 else "!= 0 or 1 = 1"
            ways.append(f"({other} - {number} >= 3 and ({theirs} - {product} {more}))")
            ways.append(f"({other} - {number} <= -3 and ({theirs} - {product} {less}))")
            yield f"({' or '.join(ways)})"


def same_element(a: Expressions, x: Number, b: Expressions, y: Number, turns: list[str]) -> str:
    """That two coordinates are the same: both are inside of the memory, so that they may only differ in what has wrapped.

    How often it has is one more variable, of those in `turns`.
    """
    difference, turn = x.form - y.form, 1 << INDEX_WIDTH
    low, high = difference.bounds({**a.bounds, **b.bounds})
    if (x.exact and y.exact) or (-turn < low and high < turn):
        return f"{difference} = 0"
    turns.append(f"t{len(turns)}")
    return f"({-(-low // turn)} <= {turns[-1]} <= {high // turn} and {difference} = {turn}*{turns[-1]})"


def is_computed_once(value: SSAValue, loop: Operation) -> bool:
    """Whether the value is the same wherever it is used in an iteration."""
    around = value.owner.parent_op() if not isinstance(value, BlockArgument) else value.block.parent_op()
    while around is not None and around is not loop and is_below(around, loop):
        if not isinstance(around, ExecuteRegionOp | IfOp):
            return False
        around = around.parent_op()
    return width_of(value.type) is not None
