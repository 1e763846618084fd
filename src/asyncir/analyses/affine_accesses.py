"""Which elements an access touches, as a Presburger relation: iteration of a loop -> element of an object.

An expression is text for isl, in the number of the loop's iteration (from 0 on), the counters of loops inside of it, and
parameters, which are values from outside of the loop. What cannot be said so may be any element.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from asyncir.analyses.flow import handed_over
from asyncir.analyses.guards import Guards, is_computed_once
from asyncir.analyses.linear import linear_of
from asyncir.analyses.loop_carried import computed_by
from asyncir.analyses.trip_counts import constant_of
from asyncir.dialects.effects import Effect, IndexedView, declared_effects
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.dialects.pipelining import body_of, counter_of, inits_of
from asyncir.ir import (
    Attribute,
    BlockArgument,
    ConstantLike,
    IndexType,
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


@cache
def isl() -> Any:
    """The library, which takes a while to be imported."""
    # late: slow to load, and few programs need it
    import islpy

    return islpy


@dataclass
class Parameters:
    """Names for values from outside of a loop, the same in all expressions that are compared."""

    names: dict[SSAValue, str] = field(default_factory=dict[SSAValue, str])
    _equal: dict[tuple[Hashable, ...], SSAValue] = field(default_factory=dict[tuple[Hashable, ...], SSAValue])

    def name(self, value: SSAValue) -> str:
        """The parameter that stands for the value."""
        return self.names.setdefault(self._first_of(value, _DEEPEST), f"p{len(self.names)}")

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
class _Number:
    """An expression, with the operators in which views say where their elements are."""

    text: str

    def __add__(self, other: _Number) -> _Number:
        return _Number(f"({self.text} + {other.text})")

    def __mul__(self, other: int) -> _Number:
        return _Number(f"({other}*{self.text})")

    def __floordiv__(self, other: int) -> _Number:
        return self if other == 1 else _Number(f"floor({self.text} / {other})")

    def __mod__(self, other: int) -> _Number:
        return _Number(f"({self.text} mod {other})")


@dataclass
class Element:
    """The elements that one access touches in one iteration of the loop."""

    base: SSAValue
    """The memory, behind all views that could be followed."""
    coordinates: list[str] | None
    """One expression for each dimension of `base`; None: any element."""
    variables: list[str]
    """What the expressions and the conditions range over; the first is the iteration."""
    conditions: list[str]
    exact: bool
    """Whether just these elements are touched; else some of them, or none."""


class Instance:
    """One iteration of a loop, for use beside others: its variables begin with `prefix`.

    Where it is `alone`, all that is compared happens in the same iteration: what is computed once in each is a parameter,
    too, where it is no affine expression.
    """

    def __init__(self, loop: Operation, prefix: str, parameters: Parameters, *, alone: bool = False):
        self.loop = loop
        self.prefix = prefix
        self.parameters = parameters
        self.alone = alone
        self.iteration = f"{prefix}k"
        self.variables = [self.iteration]
        self.conditions = [f"{self.iteration} >= 0"]
        self.exact = True
        self._counters: dict[SSAValue, str | None] = {}
        self._numbers: dict[SSAValue, str] = {}
        """Of inner loops: the number of the iteration."""
        counter = counter_of(loop)
        if counter is not None:
            is_for = loop.name == "scf.for"
            known = self.counter(loop, self.iteration) if is_for else self.iteration
            self.exact = True  # The iteration runs, whatever its counter is.
            if known is not None or not alone:
                self._counters[counter] = known

    def counter(self, loop: Operation, number: str) -> str | None:
        """The value of a loop's counter in the iteration with this number, which is within the loop's bounds."""
        lower, upper, step = (self.expression(operand) for operand in loop.operands[:3])
        by = constant_of(loop.operands[2])
        if lower is None or step is None or by is None or by <= 0 or "unsignedCmp" in loop.properties:
            self.exact = False
            return None
        value = f"({lower} + {by}*{number})"
        if upper is None:
            self.exact = False
        else:
            self.conditions.append(f"{value} < {upper}")
        return value

    def expression(self, value: SSAValue, depth: int = _DEEPEST) -> str | None:
        """The value in this iteration; None where it is no affine expression."""
        value = handed_over(value)
        known = constant_of(value)
        if known is not None:
            return f"({known})"
        if not is_defined_below(value, self.loop):
            return self.parameters.name(value)
        if value in self._counters:
            return self._counters[value]
        if isinstance(value, BlockArgument):
            found = (
                self._growing(value) if value.block.parent_op() is self.loop else self._inner_counter(value)
            )
        else:
            assert isinstance(value, OpResult)
            found = self._computed(value.op, depth - 1) if depth else None
        if found is None and self.alone and is_computed_once(value, self.loop):
            return self.parameters.name(value)
        return found

    def _growing(self, value: BlockArgument) -> str | None:
        """What the loop carries, where it only grows by a constant in each iteration."""
        computed = computed_by(value, body_of(self.loop))
        if computed is None or computed.distance != 1 or not isinstance(value.type, IndexType):
            return None
        becomes, init = linear_of(handed_over(computed.value)), inits_of(self.loop)[computed.through[0]]
        start = self.expression(init)
        if becomes.terms != {value: 1} or start is None:
            return None
        return f"({start} + {becomes.constant}*{self.iteration})"

    def _inner_counter(self, value: BlockArgument) -> str | None:
        loop = value.block.parent_op()
        if loop is None or loop.name != "scf.for" or value.index != 0:
            return None
        number = self._numbers[value] = self.fresh()
        self.conditions.append(f"{number} >= 0")
        self._counters[value] = None  # while its bounds are looked at
        self._counters[value] = self.counter(loop, number)
        return self._counters[value]

    def _computed(self, op: Operation, depth: int) -> str | None:
        if op.name == "arith.index_cast":
            return self.expression(op.operands[0], depth)
        if op.name not in _OPERATORS:
            return None
        counted = self._counted(op.operands[0])
        if op.name in _QUOTIENTS and counted is not None:
            loop, number = counted
            if _is_same(op.operands[1], loop.operands[2]):
                return number
        left, right = (self.expression(operand, depth) for operand in op.operands)
        if left is None or right is None:
            return None
        constants = [constant_of(operand) for operand in op.operands]
        match op.name:
            case "arith.addi":
                return f"({left} + {right})"
            case "arith.subi":
                return f"({left} - {right})"
            case "arith.muli":
                factor, other = (constants[0], right) if constants[1] is None else (constants[1], left)
                return None if factor is None else f"({factor}*{other})"
            case _:
                pass
        by = constants[1]
        if by is None or by <= 0 or not (counted or self._is_not_negative(op.operands[0])):
            return None  # a negative number is a huge one, or leaves a negative rest
        return f"({left} mod {by})" if op.name in _REMAINDERS else f"floor({left} / {by})"

    def _counted(self, value: SSAValue) -> tuple[Operation, str] | None:
        """How far the counter of an `scf.for` is from where it began: the loop, and the number of the iteration."""
        value = handed_over(value)
        lower: SSAValue | None = None
        if isinstance(value, OpResult) and value.op.name == "arith.subi":
            value, lower = (handed_over(operand) for operand in value.op.operands)
        loop = value.block.parent_op() if isinstance(value, BlockArgument) and value.index == 0 else None
        if loop is None or loop.name != "scf.for" or not (loop is self.loop or is_below(loop, self.loop)):
            return None
        begins = constant_of(loop.operands[0]) == 0 if lower is None else _is_same(lower, loop.operands[0])
        if not begins:
            return None
        self.expression(value)
        number = self.iteration if loop is self.loop else self._numbers.get(value)
        return None if number is None else (loop, number)

    def _is_not_negative(self, value: SSAValue) -> bool:
        least = linear_of(value).least()
        if least is not None and least >= 0:
            return True
        value = handed_over(value)
        divided = isinstance(value, OpResult) and value.op.name in _QUOTIENTS
        return divided and self._counted(cast("OpResult", value).op.operands[0]) is not None

    def fresh(self) -> str:
        """A variable of its own."""
        name = f"{self.prefix}v{len(self.variables)}"
        self.variables.append(name)
        return name

    def element(self, op: Operation, effect: Effect) -> Element | None:
        """What the effect of an op inside of the loop touches; None where the root is no memory."""
        if not isinstance(effect.root, SSAValue):
            return None
        for loop in _loops_around(op, self.loop):
            self.expression(loop.regions[0].block.args[0])
        self._guards(op)
        coordinates = self._coordinates(effect)
        base, coordinates = self._behind_views(effect.root, coordinates)
        exact = self.exact and coordinates is not None
        return Element(base, coordinates, self.variables, self.conditions, exact)

    def _guards(self, op: Operation) -> None:
        """Add what has to hold on the way down from the loop to the op."""
        inner, around = op, op.parent_op()
        while around is not None and around is not self.loop:
            region = inner.parent_region()
            assert region is not None
            guard = None
            if around.name == "scf.if" and self.alone:
                guard = Guards(self.loop, self.expression, self.parameters.name).text_of(
                    around.operands[0], negated=region is around.regions[1]
                )
            if guard is not None:
                self.conditions.append(guard)
            elif (
                around.name not in ("scf.for", "scf.execute_region")
                or region.first_block is not region.last_block
            ):
                self.exact = False  # it may be left out
            inner, around = around, around.parent_op()
        self.exact = self.exact and around is self.loop

    def _coordinates(self, effect: Effect) -> list[str] | None:
        assert isinstance(effect.root, SSAValue)
        if effect.indices is None:
            self.exact = self.exact and effect.whole
            return self._everything(effect.root)
        found: list[str] = []
        for position, index in enumerate(effect.indices):
            at = self.expression(index)
            size = 1 if effect.sizes is None else effect.sizes[position]
            if at is None:
                self.exact = False
                return self._everything(effect.root)
            found.append(at if size == 1 else f"({at} + {self._up_to(size)})")
            self._stay_in_bounds(found[-1], effect.root, position)
        return found

    def _stay_in_bounds(self, at: str, memory: SSAValue, dimension: int) -> None:
        """Where values are no affine expressions, that they are indices says something of them."""
        size = size_along(memory, dimension) if self.alone else None
        end = self.expression(size) if isinstance(size, SSAValue) else size
        self.conditions += [] if end is None else [f"0 <= {at} < {end}"]

    def _up_to(self, size: int | SSAValue | None) -> str:
        """A variable from 0 to `size`, exclusive."""
        offset = self.fresh()
        self.conditions.append(f"{offset} >= 0")
        end = self.expression(size) if isinstance(size, SSAValue) else None if size is None else str(size)
        if end is None:
            self.exact = False
        else:
            self.conditions.append(f"{offset} < {end}")
        return offset

    def _everything(self, memory: SSAValue) -> list[str] | None:
        """All elements of the memory."""
        type_ = memory.type
        if not isinstance(type_, MemRefType):
            return None
        rank = len(shape_of(cast("Attribute", type_)))
        return [self._up_to(size_along(memory, d)) for d in range(rank)]

    def _behind_views(self, memory: SSAValue, at: list[str] | None) -> tuple[SSAValue, list[str] | None]:
        while isinstance(memory, OpResult) and at is not None:
            view = memory.op.get_traits_of_type(IndexedView)
            if not view:
                break
            found = view[0].source_index(memory.op, [_Number(index) for index in at], self._number)
            at = None if found is None else [index.text for index in found]
            memory = memory.op.operands[0]
        return memory, at

    def _number(self, value: int | SSAValue) -> _Number | None:
        text = str(value) if isinstance(value, int) else self.expression(value)
        return None if text is None else _Number(text)


# Of numbers that are not negative, the signed ones are the same.
_REMAINDERS = frozenset({"arith.remui", "arith.remsi"})
_QUOTIENTS = frozenset({"arith.divui", "arith.divsi", "arith.floordivsi"})
_OPERATORS = frozenset({"arith.addi", "arith.subi", "arith.muli"}) | _REMAINDERS | _QUOTIENTS


def _is_same(a: SSAValue, b: SSAValue) -> bool:
    known = constant_of(a)
    return handed_over(a) is handed_over(b) or (known is not None and known == constant_of(b))


def _loops_around(op: Operation, outer: Operation) -> Iterator[Operation]:
    """The `scf.for` loops between `outer` and `op`."""
    around = op.parent_op()
    while around is not None and around is not outer:
        if around.name == "scf.for":
            yield around
        around = around.parent_op()


__all__ = ["Element", "Instance", "Parameters", "isl"]
