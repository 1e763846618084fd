"""Which elements an access touches: a box of the object's own coordinates, whose corners are sums of symbols.

Values are looked up in the iteration at hand (`WalkNumbers`): a counter is a number or a symbol plus a number, so that the
same access of two iterations differs by a constant, which decides whether they overlap.
"""

from __future__ import annotations

from collections.abc import Collection, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, cast

from asyncir.analyses.in_flight.exprs import Lin, constant, floor_div, modulo, substituted, symbol
from asyncir.analyses.integers.arithmetic import computed
from asyncir.analyses.integers.widths import INDEX_WIDTH, width_of
from asyncir.analyses.machines.periods import divisor_of, modulus_of, slowness
from asyncir.analyses.machines.views import MachineViews, Span
from asyncir.dialects.effects import Effect, IndexedView, Resource
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import bytes_of_element, shape_of, strides_and_offset
from asyncir.ir import Attribute, Block, BlockArgument, IntegerAttr, MemRefType, Operation, OpResult, SSAValue


@dataclass(frozen=True, slots=True)
class Assumed:
    """What is assumed of a number from outside (worlds.py)."""

    value: SSAValue
    least: int | None = None
    most: int | None = None
    residue: int | None = None
    """What is left of it when it is divided by the modulus."""
    modulus: int = 1


@dataclass(frozen=True, slots=True)
class Box:
    """Elements of an object."""

    root: Hashable
    """The object: a value, and for what is allocated, which execution of it."""
    spans: tuple[Span, ...] | None
    """Along each of the object's dimensions; None where it may be any element."""

    def may_meet(self, other: Box) -> bool:
        """Whether the two may have an element in common, being of one object."""
        if self.spans is None or other.spans is None or len(self.spans) != len(other.spans):
            return True
        return not any(map(_apart, self.spans, other.spans))


def _apart(a: Span, b: Span) -> bool:
    """Whether no coordinate is in both."""
    if a is None or b is None:
        return False
    if _is_positive(b[0] - a[1]) or _is_positive(a[0] - b[1]):
        return True
    return a[0] == a[1] and b[0] == b[1] and _differs(a[0] - b[0])


def _is_positive(difference: Lin) -> bool:
    return difference.is_const and difference.const > 0


def _differs(difference: Lin) -> bool:
    """Whether it is never zero: a constant, or two remainders by one number of what differs by no multiple of it."""
    if difference.is_const:
        return difference.const != 0
    if difference.const or len(difference.terms) != 2:
        return False
    (one, a), (other, b) = difference.terms
    if isinstance(one, str) or isinstance(other, str) or a != -b or one[0] != "mod" or other[0] != "mod":
        return False
    between = one[1] - other[1]
    return one[2] == other[2] and between.is_const and between.const % one[2] != 0


class _Stretch:
    """From one number to another, as views compute with it: what comes of any number between lies between what comes out."""

    __slots__ = ("first", "last")

    def __init__(self, first: Lin, last: Lin):
        self.first = first
        self.last = last

    def __add__(self, other: _Stretch | int) -> _Stretch:
        low, high = (other, other) if isinstance(other, int) else (other.first, other.last)
        return _Stretch(self.first + low, self.last + high)

    def __mul__(self, factor: int) -> _Stretch:
        ends = self.first.scaled(factor), self.last.scaled(factor)
        return _Stretch(*(ends if factor >= 0 else reversed(ends)))

    def __floordiv__(self, by: int) -> _Stretch:
        return _Stretch(floor_div(self.first, by), floor_div(self.last, by))

    def __mod__(self, by: int) -> _Stretch:
        if floor_div(self.first, by) != floor_div(self.last, by):
            return _Stretch(constant(0), constant(by - 1))
        return _Stretch(modulo(self.first, by), modulo(self.last, by))

    def without(self, unknown: set[str]) -> Span:
        """As the coordinates along a dimension, unless it hangs on these symbols."""
        return None if unknown & (self.first.symbols | self.last.symbols) else (self.first, self.last)


class WalkNumbers:
    """What is known of integers and memory where a walk is: by block, since a block's values are new in each iteration."""

    def __init__(self, views: MachineViews | None = None) -> None:
        self._views = views or MachineViews()
        self._asks: list[SSAValue] = []
        """What the view at hand has looked at."""
        self._known: dict[Block, dict[SSAValue, Any]] = {}
        self._fresh = 0
        self.moduli: set[int] = set()
        """By what counters were divided, to take the remainder."""
        self._counters: dict[str, Lin] = {}
        self._rounds: dict[str, int] = {}
        """By counter of a loop that stands for one with a longer period: after how many iterations it comes round."""
        self._residues: dict[str, tuple[int, int]] = {}
        """By number from outside: what is left of it when it is divided by what."""
        self._supposed: dict[str, Lin] = {}
        """By number of iterations: what it is on the way that is walked, one of the first few."""
        self._limits: dict[str, tuple[int | None, int | None]] = {}
        """By number from outside: between which it lies."""
        self.values: dict[str, SSAValue] = {}
        """By number of which nothing is known: what it is the number of."""
        self._inside: set[Block] = set()
        self._ranges: dict[str, tuple[int, int] | None] = {}
        """Of the numbers inside of what is one step: between which they lie."""

    def enter(self, block: Block) -> None:
        """An iteration of the block begins."""
        self._known[block] = {}

    def enter_all(self, op: Operation) -> None:
        """What is in the op is executed once more, as one step: its counters are all that they may be."""
        self._ranges.clear()
        for block in self._views.blocks_in(op):
            self._known[block] = {}
            self._inside.add(block)

    def new_symbol(self) -> Lin:
        """A number of which nothing is known."""
        self._fresh += 1
        return symbol(f"n{self._fresh}")

    def new_counter(self, first: int | None, rounds: int | None = None) -> Lin:
        """What stands for the first value of a counter: of it only remainders are told, and only if it is a constant.

        With `rounds`, only those that come round after so many iterations.
        """
        made = self.new_symbol()
        if first is not None and first >= 0:
            (name,) = made.symbols
            self._counters[name] = constant(first)
            if rounds is not None:
                self._rounds[name] = rounds
        return made

    def counted(self, number: Lin) -> Lin:
        """The number in the iteration at hand, one of the first few; later ones have the same remainders again."""
        return substituted(number, self._counters)

    def remainder(self, number: Lin, by: int, wraps: bool = False) -> int | None:
        """A number that leaves what this one leaves when it is divided, in the iteration at hand; None where none is known.

        What is known is one of many numbers, of which others are greater; with `wraps`, what is less than zero is as many
        less than a power of two that can be divided.
        """
        modulus = by * slowness(number)
        known: dict[str, Lin] = {}
        for name in number.symbols & self._residues.keys():
            rest, of = self._residues[name]
            if of % modulus == 0:
                known[name] = constant(rest)
        found = substituted(number, known | self._first_values(number.symbols))
        if not found.is_const or any(self._rounds.get(name, modulus) % modulus for name in number.symbols):
            return None
        if not number.symbols.isdisjoint(self._counters):
            self.moduli.add(modulus)
        # The first iterations of a loop are walked for themselves, where a number may be negative still.
        least = _LEAST if number.symbols.isdisjoint(known) else 0
        rises = all(factor > 0 for _, factor in number.terms)
        return found.const if wraps or (rises and found.const >= least) else None

    def assume(self, assumed: Assumed) -> None:
        """A number from outside is between these, and leaves this when it is divided."""
        value = assumed.value
        if assumed.least is not None and assumed.least == assumed.most:
            self.give(value, constant(assumed.least))
            return
        (name,) = self.number(value).symbols
        self._limits[name] = (assumed.least, assumed.most)
        if assumed.residue is not None:
            least = 0 if assumed.least is None else assumed.least
            self._residues[name] = (least + (assumed.residue - least) % assumed.modulus, assumed.modulus)

    def limits(self, number: Lin) -> tuple[int | None, int | None]:
        """Between which a number lies; None where that is not known."""
        if number.is_const:
            return number.const, number.const
        if len(number.terms) != 1 or number.terms[0][1] != 1 or not isinstance(number.terms[0][0], str):
            return None, None
        least, most = self._limits.get(number.terms[0][0], (None, None))
        return (
            None if least is None else least + number.const,
            None if most is None else most + number.const,
        )

    def with_first(self, box: Box, counters: Collection[str]) -> Box:
        """What is touched in the iteration at hand, one of the first few, of the loops with these counters."""
        if box.spans is None:
            return box
        values = self._first_values(counters)
        spans = (span and (substituted(span[0], values), substituted(span[1], values)) for span in box.spans)
        return Box(box.root, tuple(spans))

    def _first_values(self, names: Collection[str]) -> dict[str, Lin]:
        """Of these symbols, those that are first values of counters, with what they are."""
        return {name: self._counters[name] for name in names if name in self._counters}

    def is_never_negative(self, number: Lin) -> bool:
        """Whether a sum of counters, of numbers of iterations and of numbers with a lower limit is 0 or more."""
        least = self._first_values(number.symbols)
        for name in number.symbols - least.keys():
            if (limit := self._least(name)) is not None:
                least[name] = constant(limit)
        first = substituted(number, least)
        return first.is_const and first.const >= 0 and all(factor > 0 for _, factor in number.terms)

    def _least(self, name: str) -> int | None:
        """What a symbol is at least; None where that is not known. A number of iterations is what it leaves, or more."""
        least, _ = self._limits.get(name, (None, None))
        if name not in self._supposed:
            return least
        rest, modulus = self._residues[name]
        return max(least or 0, rest % modulus)

    def at_first(self, number: Lin) -> Lin:
        """The number in the iteration at hand, or behind one of the first few."""
        return substituted(number, {**self._counters, **self._supposed})

    def suppose(self, ops: Sequence[Operation], what: int | None, modulus: int = 1) -> None:
        """The results of some ops of one block leave what this leaves when it is divided; None: that is over.

        All that stands behind them is computed once more.
        """
        for op in ops:
            scope = self._scope(op.results[0])
            for known in list(scope):
                if isinstance(known, OpResult) and op.is_before_in_block(known.op):
                    del scope[known]
            for name in self.number(op.results[0]).symbols:
                if what is None:
                    self._residues.pop(name, None)
                    self._supposed.pop(name, None)
                else:
                    self._residues[name] = (what, modulus)
                    self._supposed[name] = constant(what)

    def give(self, value: SSAValue, what: Any) -> None:
        """What a value is."""
        self._scope(value)[value] = what

    def _scope(self, value: SSAValue) -> dict[SSAValue, Any]:
        block = value.op.parent if isinstance(value, OpResult) else value.owner
        scope = self._known.get(cast(Block, block))
        if scope is None:
            assert isinstance(block, Block)
            scope = self._known[block] = {}
        return scope

    def number(self, value: SSAValue) -> Lin:
        """An integer."""
        scope = self._scope(value)
        found = scope.get(value)
        if found is None:
            made = _computed(self, value.op) if isinstance(value, OpResult) else None
            found = scope[value] = self._unknown(value) if made is None else made
        return found

    def _unknown(self, value: SSAValue) -> Lin:
        """A symbol for a value; inside of one step it may be several numbers at once."""
        made = self.new_symbol()
        (name,) = made.symbols
        self.values[name] = value
        block = value.block if isinstance(value, BlockArgument) else value.owner.parent
        if block in self._inside:
            self._ranges[name] = self._counts(value)
        return made

    def _counts(self, value: SSAValue) -> tuple[int, int] | None:
        """Between which numbers a counter lies, where its bounds are constants."""
        loop = value.block.parent_op() if isinstance(value, BlockArgument) else None
        if (
            loop is None
            or kind_of(loop) is not OpKind.COUNTED_LOOP
            or value is not loop.regions[0].blocks[0].args[0]
        ):
            return None
        low, high = (self.constant(bound) for bound in loop.operands[:2])
        return None if low is None or high is None or high <= low else (low, high - 1)

    def _settled(self, span: Span) -> Span:
        """The coordinates for all numbers that there are inside of one step."""
        if span is None:
            return None
        first, last = self._extreme(span[0], -1), self._extreme(span[1], 1)
        return None if first is None or last is None else (first, last)

    def _extreme(self, e: Lin, side: int) -> Lin | None:
        if e.symbols.isdisjoint(self._ranges):
            return e
        found = e.const
        rest: list[tuple[Any, int]] = []
        for atom, factor in e.terms:
            limits = self._ranges.get(atom, ()) if isinstance(atom, str) else None
            if limits is None:
                return None
            if limits:
                found += factor * limits[1 if factor * side > 0 else 0]
            else:
                rest.append((atom, factor))
        return Lin(found, tuple(rest))

    def constant(self, value: SSAValue) -> int | None:
        """An integer that is known."""
        found = self.number(value)
        return found.const if found.is_const else None

    def memory(self, value: SSAValue) -> SSAValue:
        """The value that a memref is which a loop or a branch hands on."""
        found = self._scope(value).get(value)
        return value if found is None or isinstance(found, tuple) else cast("SSAValue", found)

    def object_of(self, value: SSAValue) -> Hashable:
        """The object that a memref is which is no view: new in each execution of what allocates it."""
        found = self._views.fixed(value)
        if found is not None:
            return found
        scope = self._scope(value)
        name = scope.get(value)
        if name is None:
            self._fresh += 1
            name = scope[value] = (value, self._fresh)
        return name

    def box_of(self, effect: Effect) -> Box:
        """The elements of an effect on memory."""
        root = effect.root
        if isinstance(root, Resource):
            return Box(root, None)
        memory = self.memory(root)
        return self._through_views(memory, self._spans(memory, effect))

    def _spans(self, memory: SSAValue, effect: Effect) -> list[Span] | None:
        """The elements in the coordinates of the view that the op names."""
        type_ = memory.type
        if not isinstance(type_, MemRefType):
            return None
        if effect.indices is None:
            return self._views.whole(memory)
        firsts = [self.number(index) for index in effect.indices]
        sizes = effect.sizes or (1,) * len(firsts)
        counts = [constant(n) if isinstance(n, int) else self.number(n) for n in sizes]
        return [(first, first + count + -1) for first, count in zip(firsts, counts, strict=True)]

    def _through_views(self, memory: SSAValue, spans: list[Span] | None) -> Box:
        while (view := self._views.view_of(memory)) is not None:
            if spans is not None:
                spans = self._one_view(view, spans)
            memory = self.memory(view.operands[0])
        if spans is None:
            return Box(self.object_of(memory), None)
        settled = tuple(map(self._settled, spans)) if self._ranges else tuple(spans)
        return Box(self.object_of(memory), settled)

    def _one_view(self, view: Operation, spans: list[Span]) -> list[Span] | None:
        """The coordinates in what it is a view of."""
        if None in spans:
            return self._seen_through(view, spans)
        views = self._views
        asked = views.asked.get(view)
        if asked is None:
            self._asks = []
            found = self._seen_through(view, spans)
            views.asked[view] = asked = tuple(dict.fromkeys(self._asks))
            views.found[view, *spans, *map(self.number, asked)] = found
            return found
        key = (view, *spans, *map(self.number, asked))
        if key not in views.found:
            views.found[key] = self._seen_through(view, spans)
        return views.found[key]

    def _seen_through(self, view: Operation, spans: list[Span]) -> list[Span] | None:
        if kind_of(view) is OpKind.VIEW:
            return self._bytes(view, spans)
        traits = view.get_traits_of_type(IndexedView)
        if not traits:
            return None
        whole = [(constant(0), self.new_symbol()) if span is None else span for span in spans]
        unknown = {s for i, span in enumerate(spans) if span is None for s in whole[i][1].symbols}
        found = traits[0].source_index(view, [_Stretch(*span) for span in whole], self._number)
        return None if found is None else [each.without(unknown) for each in found]

    def _number(self, value: int | SSAValue) -> Any:
        if isinstance(value, SSAValue):
            self._asks.append(value)
        number = constant(value) if isinstance(value, int) else self.number(value)
        return _Stretch(number, number)

    def _bytes(self, view: Operation, spans: list[Span]) -> list[Span] | None:
        """The bytes of the elements of a `memref.view`: from the first element's first to the last one's last."""
        layout, size = strides_and_offset(view.results[0].type), bytes_of_element(view.results[0].type)
        if size is None:
            return None
        self._asks.append(view.operands[1])
        first = last = self.number(view.operands[1])
        for stride, span in zip(layout[0], spans, strict=True):
            if span is None or stride is None:
                return None
            first = first + span[0].scaled(stride * size)
            last = last + span[1].scaled(stride * size)
        return [(first, last + (size - 1))]


_LEAST = -8
"""What begins below is negative for more iterations than are walked."""


def _computed(numbers: WalkNumbers, op: Operation) -> Lin | None:
    """What an op makes of numbers; None where that is not followed."""
    kind = kind_of(op)
    if kind is OpKind.CONSTANT:
        value = op.properties.get("value")
        return constant(value.value.data) if isinstance(value, IntegerAttr) else None
    if kind is OpKind.EXTENT:
        return _extent(numbers, op)
    if len(op.results) != 1 or not op.operands or op.regions or width_of(op.results[0].type) is None:
        return None
    if any(width_of(operand.type) is None for operand in op.operands):
        return None
    given = [numbers.number(operand) for operand in op.operands]
    by = modulus_of(op) or (given[1].const if kind in _REMAINDERS and given[1].is_const else 0)
    if by and not given[0].is_const:
        wraps_evenly = kind is not OpKind.REMAINDER and by > 0 and not by & (by - 1)
        rest = numbers.remainder(given[0], abs(by), wraps_evenly)
        if rest is None:
            # Where it is negative, what is left goes round otherwise.
            return None
        given = [constant(rest), given[1]]
    if all(number.is_const for number in given):
        found = computed(op, [number.const for number in given])
        return None if found is None else constant(found)
    if width_of(op.results[0].type) != INDEX_WIDTH:
        return None
    divisor = divisor_of(op)
    if divisor is not None:
        return floor_div(given[0], divisor) if numbers.is_never_negative(given[0]) else None
    return _linear(kind, given)


def _linear(kind: OpKind, given: Sequence[Lin]) -> Lin | None:
    """A sum of what may not be known. An index that wraps around is in no object, so none is taken to."""
    if kind is OpKind.ADD:
        return given[0] + given[1]
    if kind is OpKind.SUBTRACT:
        return given[0] - given[1]
    if kind is OpKind.MULTIPLY:
        a, b = given if given[1].is_const else reversed(given)
        return a.scaled(b.const) if b.is_const else None
    return None


def _extent(numbers: WalkNumbers, op: Operation) -> Lin | None:
    which, type_ = numbers.constant(op.operands[1]), op.operands[0].type
    if (
        which is None
        or not isinstance(type_, MemRefType)
        or not 0 <= which < len(shape_of(cast(Attribute, type_)))
    ):
        return None
    extent = shape_of(cast(Attribute, type_))[which]
    return None if extent is None else constant(extent)


_REMAINDERS = frozenset({OpKind.REMAINDER, OpKind.REMAINDER_UNSIGNED})
