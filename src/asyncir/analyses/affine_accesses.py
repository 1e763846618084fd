"""Which elements an access touches, as a Presburger relation: iteration of a loop -> element of an object.

An expression is text for isl, in the number of the loop's iteration (from 0 on), the counters of loops inside of it, and
parameters, which are values from outside of the loop. What cannot be said so may be any element.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, cast

from asyncir.analyses.linear import linear_of
from asyncir.analyses.trip_counts import constant_of
from asyncir.analyses.walk import is_below, is_defined_below
from asyncir.dialects.effects import Effect
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_subview import SubviewOp
from asyncir.ir import Attribute, BlockArgument, MemRefType, Operation, OpResult, SSAValue

_DEEPEST = 32
"""Operands of operands are looked at no deeper: what lies below may be anything."""


@cache
def isl() -> Any:
    """The library, which takes a while to be imported."""
    import islpy

    return islpy


@dataclass
class Parameters:
    """Names for values from outside of a loop, the same in all expressions that are compared."""

    names: dict[SSAValue, str] = field(default_factory=dict[SSAValue, str])

    def name(self, value: SSAValue) -> str:
        """The parameter that stands for the value."""
        return self.names.setdefault(value, f"p{len(self.names)}")


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
    """One iteration of a loop, for use beside others: its variables begin with `prefix`."""

    def __init__(self, loop: Operation, prefix: str, parameters: Parameters):
        self.loop = loop
        self.prefix = prefix
        self.parameters = parameters
        self.iteration = f"{prefix}k"
        self.variables = [self.iteration]
        self.conditions = [f"{self.iteration} >= 0"]
        self.exact = True
        self._counters: dict[SSAValue, str | None] = {}
        counter = self.counter(loop, self.iteration)
        self._counters[loop.regions[0].block.args[0]] = counter

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
        known = constant_of(value)
        if known is not None:
            return f"({known})"
        if not is_defined_below(value, self.loop):
            return self.parameters.name(value)
        if value in self._counters:
            return self._counters[value]
        if isinstance(value, BlockArgument):
            return self._inner_counter(value)
        assert isinstance(value, OpResult)
        return self._computed(value.op, depth - 1) if depth else None

    def _inner_counter(self, value: BlockArgument) -> str | None:
        loop = value.block.parent_op()
        if loop is None or loop.name != "scf.for" or value.index != 0:
            return None
        number = self.fresh()
        self.conditions.append(f"{number} >= 0")
        self._counters[value] = None  # while its bounds are looked at
        self._counters[value] = self.counter(loop, number)
        return self._counters[value]

    def _computed(self, op: Operation, depth: int) -> str | None:
        if op.name == "arith.index_cast":
            return self.expression(op.operands[0], depth)
        if op.name not in _OPERATORS:
            return None
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
        by, least = constants[1], linear_of(op.operands[0]).least()
        if by is None or by <= 0 or least is None or least < 0:
            return None  # a negative number is a huge one here
        return f"({left} mod {by})" if op.name == "arith.remui" else f"floor({left} / {by})"

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
        self.exact = self.exact and not _may_be_skipped(op, self.loop)
        coordinates = self._coordinates(effect)
        base, coordinates = self._behind_views(effect.root, coordinates)
        exact = self.exact and coordinates is not None
        return Element(base, coordinates, self.variables, self.conditions, exact)

    def _coordinates(self, effect: Effect) -> list[str] | None:
        assert isinstance(effect.root, SSAValue)
        found: list[str] = []
        for position, index in enumerate(effect.indices or ()):
            at = self.expression(index)
            size = 1 if effect.sizes is None else effect.sizes[position]
            if at is None:
                return self._anything(effect.root)
            found.append(at if size == 1 else f"({at} + {self._up_to(size)})")
        return found if effect.indices is not None else self._anything(effect.root)

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

    def _anything(self, memory: SSAValue) -> list[str] | None:
        """Some elements of the memory."""
        self.exact = False
        type_ = memory.type
        if not isinstance(type_, MemRefType):
            return None
        return [self._up_to(size) for size in shape_of(cast("Attribute", type_))]

    def _behind_views(self, memory: SSAValue, at: list[str] | None) -> tuple[SSAValue, list[str] | None]:
        while isinstance(memory, OpResult) and at is not None:
            op = memory.op
            if op.name == "memref.cast":
                memory = op.operands[0]
            elif isinstance(op, SubviewOp):
                at = self._behind_subview(op, at)
                memory = op.source
            else:
                break
        return memory, at

    def _behind_subview(self, op: SubviewOp, at: list[str]) -> list[str] | None:
        dropped, inner = op.dropped_dimensions(), iter(at)
        found: list[str] = []
        for d, (offset, stride) in enumerate(zip(op.mixed("offsets"), op.mixed("strides"), strict=True)):
            start = str(offset) if isinstance(offset, int) else self.expression(offset)
            if start is None or not isinstance(stride, int):
                return None
            found.append(start if d in dropped else f"({start} + {stride}*{next(inner)})")
        return found


_OPERATORS = frozenset({"arith.addi", "arith.subi", "arith.muli", "arith.remui", "arith.divui"})


def _loops_around(op: Operation, outer: Operation) -> Iterator[Operation]:
    """The `scf.for` loops between `outer` and `op`."""
    around = op.parent_op()
    while around is not None and around is not outer:
        if around.name == "scf.for":
            yield around
        around = around.parent_op()


def _may_be_skipped(op: Operation, outer: Operation) -> bool:
    """Whether an op on the way down from the loop may leave `op` out."""
    around = op.parent_op()
    while around is not None and around is not outer:
        if around.name not in ("scf.for", "scf.execute_region"):
            return True
        around = around.parent_op()
    return not is_below(op, outer)
