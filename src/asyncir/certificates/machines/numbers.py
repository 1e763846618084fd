"""The integers of a program on a machine: functions of the numbers of the iterations around, in closed form.

The *label* of an execution of an op says which iteration of each loop around it is in, outermost first, from 0 on: no two
executions of one op have the same label. A number is a function of the labels of its block (`isl.PwAff`) and of
parameters, which are the same all along: scalar arguments, extents, and what is computed once. A number of which nothing
is known is None.
"""

from __future__ import annotations

from typing import Any

from asyncir.certificates.state import GIVEN
from asyncir.certificates.values import (
    IN,
    SET,
    BoundedInteger,
    Relation,
    compute,
    fixed,
    held,
    isl,
    literal,
    width,
)
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.memref_sizes import size_along
from asyncir.ir import Block, BlockArgument, IntegerAttr, MemRefType, Operation, OpResult, SSAValue

LOOPS = (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP)


class MachineNumbers:
    """Numbers of one function, and which labels its blocks can have."""

    def __init__(self, function: Operation):
        self.function = function
        self.body = function.regions[0].blocks[0]
        self.ops = list(function.walk())
        self.ids = {op: index for index, op in enumerate(self.ops)}
        self.given: Relation = isl.Set("{ : }")
        """What is assumed of parameters."""
        self._numbers: dict[SSAValue, BoundedInteger | None] = {}
        self._domains: dict[Block, Relation] = {}
        self._depths: dict[Block, int] = {self.body: 0}

    # ---- labels

    def depth(self, block: Block) -> int:
        """How many loops are around."""
        found = self._depths.get(block)
        if found is None:
            op = block.parent_op()
            assert op is not None
            outer = op.parent_block()
            assert outer is not None
            found = self._depths[block] = self.depth(outer) + (kind_of(op) in LOOPS)
        return found

    def depth_of(self, op: Operation) -> int:
        """How many loops are around an op."""
        block = op.parent_block()
        assert block is not None
        return self.depth(block)

    def is_empty(self, where: Relation) -> bool:
        """Whether no execution gets to any of these labels; also of a relation from labels."""
        return bool(where.intersect_params(self.given).is_empty())

    def domain(self, block: Block) -> Relation:
        """The labels that executions of the block can have; more, where it is not known."""
        found = self._domains.get(block)
        if found is None:
            found = self._domains[block] = self._domain(block)
        return found

    def _domain(self, block: Block) -> Relation:
        if block is self.body:
            return isl.Set("{ [] }")
        op, region = block.parent_op(), block.parent_region()
        assert op is not None
        assert region is not None
        outer = op.parent_block()
        assert outer is not None
        around = self.domain(outer)
        if kind_of(op) in LOOPS:
            return self.iterations(op)
        if kind_of(op) is OpKind.IF:
            test = self.wide(op.operands[0], self.depth(outer))
            if test is not None:
                truth = test.of.eq_set(self._fixed(1 - op.regions.index(region), self.depth(outer)).of)
                return around.intersect(truth)
        if kind_of(op) is OpKind.SWITCH:
            return around.intersect(self._case(op, op.regions.index(region), self.depth(outer)))
        return around

    def _case(self, op: Operation, number: int, depth: int) -> Relation:
        """The labels with which a switch takes a region: its first one is for what no other is for."""
        chosen = self.wide(op.operands[0], depth)
        values: Any = op.get_attr_or_prop("cases")
        everywhere = isl.Set.universe(label_space(depth))
        if chosen is None or values is None:
            return everywhere
        cases = [chosen.of.eq_set(self._fixed(int(value), depth).of) for value in values.iter_values()]
        if number:
            return cases[number - 1]
        for case in cases:
            everywhere = everywhere.subtract(case)
        return everywhere

    def iterations(self, loop: Operation) -> Relation:
        """The labels of the iterations of a loop."""
        outer = loop.parent_block()
        assert outer is not None
        found = _counting(self.domain(outer))
        counter = self._counter(loop)
        upper = None if counter is None else self.wide(loop.operands[1], found.dim(SET))
        if counter is None or upper is None:
            return found
        return found.intersect(counter.of.lt_set(upper.of))

    def ends(self, loop: Operation) -> tuple[Relation, bool]:
        """The labels that the iteration behind the last would have; whether there is one for each label of the loop."""
        outer = loop.parent_block()
        assert outer is not None
        found = _counting(self.domain(outer))
        counter = self._counter(loop)
        upper = None if counter is None else self.wide(loop.operands[1], found.dim(SET))
        if counter is None or upper is None:
            return found, False
        over = counter.of.ge_set(upper.of).intersect(found)
        last = self.depth(outer)
        back = shifted(last + 1, -1)
        before = counter.of.lt_set(upper.of).intersect(found)
        first = found.fix_val(SET, last, isl.Val(0))
        return over.intersect(first.union(before.apply(back.reverse()))), True

    def _counter(self, loop: Operation) -> BoundedInteger | None:
        """The counter as a function of labels."""
        counts = counts_of(loop)
        if kind_of(loop) is not OpKind.COUNTED_LOOP or len(counts) != 1 or counts[0].unsigned:
            return None
        return self.number(loop.regions[0].blocks[0].args[0])

    # ---- numbers

    def wide(self, value: SSAValue | int, depth: int) -> BoundedInteger | None:
        """A number as a function of the labels of a block with so many loops around."""
        if isinstance(value, int):
            return self._fixed(value, depth)
        found = self.number(value)
        if found is None:
            return None
        return BoundedInteger(found.of.add_dims(IN, depth - found.of.dim(IN)), found.low, found.high)

    def literal(self, value: SSAValue | int | None) -> int | None:
        """A number that is the same in all executions."""
        if value is None or isinstance(value, int):
            return value
        found = self.number(value)
        return None if found is None else literal(found)

    def number(self, value: SSAValue) -> BoundedInteger | None:
        """An integer, as a function of the labels of its block."""
        if value not in self._numbers:
            self._numbers[value] = None
            self._numbers[value] = self._known(value)
        return self._numbers[value]

    def _known(self, value: SSAValue) -> BoundedInteger | None:
        if not width(value):
            return None
        if isinstance(value, BlockArgument):
            return self._argument(value)
        assert isinstance(value, OpResult)
        found = self._result(value)
        if found is None and self.depth_of(value.op) == 0:
            found = self._parameter(f"v{self.ids[value.op]}_{value.index}", *held(width(value)), huge=True)
        return found

    def _argument(self, value: BlockArgument) -> BoundedInteger | None:
        block = value.block
        if block is self.body:
            return self._parameter(f"a{value.index}", *held(width(value)))
        loop = block.parent_op()
        assert loop is not None
        counts = counts_of(loop)
        if kind_of(loop) is not OpKind.COUNTED_LOOP or value.index or len(counts) != 1 or counts[0].unsigned:
            return None
        depth, by = self.depth(block), self.literal(loop.operands[2])
        low, high = (self.wide(bound, depth) for bound in loop.operands[:2])
        if low is None or by is None or not 0 < by < 1 << 16:
            return None
        number = isl.PwAff.var_on_domain(isl.LocalSpace.from_space(label_space(depth)), SET, depth - 1)
        most = held(width(value))[1] if high is None else high.high
        return BoundedInteger(low.of.add(number.scale_val(isl.Val(by))), low.low, most)

    def _result(self, value: OpResult) -> BoundedInteger | None:
        op, depth = value.op, self.depth_of(value.op)
        constant = op.get_attr_or_prop("value")
        if kind_of(op) is OpKind.CONSTANT and isinstance(constant, IntegerAttr):
            half, number = 1 << (width(value) - 1), constant.value.data
            return self._fixed(number & 1 if half == 1 else (number + half) % (2 * half) - half, depth)
        if kind_of(op) is OpKind.EXTENT:
            return self._extent(op, depth)
        if op.regions or len(op.results) != 1 or not op.operands or not all(map(width, op.operands)):
            return None
        parts = [self.wide(operand, depth) for operand in op.operands]
        known = [part for part in parts if part is not None]
        if len(known) < len(parts):
            return None
        block = op.parent_block()
        assert block is not None
        domain = self.domain(block)
        found = compute(op, known, lambda where: not self.is_empty(where.intersect(domain)))
        return found if isinstance(found, BoundedInteger) else None

    def _extent(self, op: Operation, depth: int) -> BoundedInteger | None:
        memory, at = op.operands[0], self.literal(op.operands[1])
        of: Any = memory.type
        if at is None or not isinstance(memory.type, MemRefType) or not 0 <= at < len(shape_of(of)):
            return None
        size = size_along(memory, at)
        if size is not None:
            return self.wide(size, depth)
        if isinstance(memory, BlockArgument) and memory.block is self.body:
            found = self._parameter(f"d{memory.index}_{at}", 0, GIVEN)
            return BoundedInteger(found.of.add_dims(IN, depth), found.low, found.high)
        return None

    def _parameter(self, name: str, low: int, high: int, *, huge: bool = False) -> BoundedInteger:
        low, high = (low, high) if huge else (max(low, -GIVEN), min(high, GIVEN))
        self.given = self.given.intersect(isl.Set(f"[{name}] -> {{ : {low} <= {name} <= {high} }}"))
        return BoundedInteger(isl.PwAff(f"[{name}] -> {{ [] -> [{name}] }}"), low, high)

    def _fixed(self, value: int, depth: int) -> BoundedInteger:
        return fixed(value, label_space(depth))


def label_space(depth: int) -> Any:
    """The labels of what has so many loops around."""
    return isl.Set("{ [] }").add_dims(SET, depth).get_space()


def _counting(around: Relation) -> Relation:
    """One more dimension, which counts from 0 on."""
    found = around.add_dims(SET, 1)
    return found.lower_bound_val(SET, found.dim(SET) - 1, isl.Val(0))


def shifted(depth: int, by: int) -> Relation:
    """From labels to those of the iteration that comes so many later in the innermost loop."""
    names = [f"n{i}" for i in range(depth)]
    return isl.Map(f"{{ [{', '.join(names)}] -> [{', '.join([*names[:-1], f'{names[-1]} + {by}'])}] }}")
