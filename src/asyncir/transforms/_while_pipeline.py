"""An `scf.while` as a software pipeline: the condition is evaluated ahead, and nothing runs before it is known to hold.

The condition of iteration k is evaluated when stage 0 is about to begin with it: by then, all that it depends on is computed.
How many iterations there are is found out on the way, so each statement of the prologue and of the epilogue is under the
condition that its iteration exists; there is no such test in the body.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from asyncir.analyses.loop_carried import Computed
from asyncir.dialects import arith, scf
from asyncir.dialects.async_types import TokenType
from asyncir.ir import Block, IntegerAttr, Operation, Region, SSAValue, i1
from asyncir.ir.marks import ANNOTATIONS
from asyncir.ir.walk import terminator_of
from asyncir.transforms._blocks import at
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._expansion import Emitter, Expansion, Numbers, Registers
from asyncir.transforms._guarded import emit_guarded

_Find = Callable[[Computed, int], SSAValue]


class WhileEmitter(Emitter):
    """Writes an `scf.while`."""

    def __init__(self, plan: Expansion, block: Block):
        super().__init__(plan, block)
        self.condition = terminator_of(plan.loop.regions[0].block)
        self.exists: list[SSAValue] = []
        """Whether there is an iteration 0, 1, ... for those that the prologue begins."""

    def run(self) -> list[SSAValue]:
        """What the loop's results are, that for its counter being anything."""
        plan = self.plan
        for time in range(plan.last):
            self.exists.append(self._goes_on(partial(self.find, time=time), self.block))
            self.write(time, self.numbers.index)
        begun = self._loop(self.at_start())
        for time in range(plan.last, 2 * plan.last):
            self.write(time, partial(self.numbers.plus, begun))
        given = zip(plan.results, self.condition.operands[2:], strict=True)
        return [begun, *(value if carried is None else self.result(carried) for carried, value in given)]

    def put(self, statement: Operation, values: dict[SSAValue, SSAValue], number: int) -> Sequence[SSAValue]:
        """Do what the statement does, if there is that iteration; what it yields, or anything."""
        return emit_guarded(statement, values, self.exists[number], self.block)

    def _goes_on(self, find: _Find, block: Block) -> SSAValue:
        """Whether there is another iteration, at the end of the block; not, if there was none before."""
        before = self.exists[-1] if self.exists else None
        inner = block if before is None else Block()
        values = {
            argument: find(carried, self.plan.age_at(carried, 0))
            for argument, carried in self.plan.conditions.items()
        }
        for op in self.plan.loop.regions[0].block.ops:
            if op is not self.condition:
                inner.add_op(op.clone(values))
        holds = values.get(self.condition.operands[0], self.condition.operands[0])
        if before is None:
            return holds
        inner.add_op(at(scf.YieldOp(holds), self.condition.location))
        otherwise = Block()
        no = Builder(otherwise, self.condition).value(arith.ConstantOp(IntegerAttr(0, i1)))
        otherwise.add_op(at(scf.YieldOp(no), self.condition.location))
        choice = scf.IfOp(before, [i1], Region(inner), Region(otherwise))
        block.add_op(at(choice, self.condition.location))
        return choice.results[0]

    def _loop(self, start: Registers) -> SSAValue:
        """The body; how often it has run."""
        plan = self.plan
        types = [INDEX, *[value.type for value in start.values()]]
        before, after = Block(arg_types=types), Block(arg_types=types)
        loop = scf.WhileOp([self.numbers.index(0), *start.values()], types, Region(before), Region(after))
        self.numbers.add(loop)
        loop.attributes.update({n: a for n, a in plan.loop.attributes.items() if n not in ANNOTATIONS})
        tested = dict(zip(start, before.args[1:], strict=True))
        holds = self._goes_on(lambda carried, age: tested[carried, age], before)
        before.add_op(at(scf.ConditionOp(holds, *before.args), self.condition.location))
        registers = self.turn(after, start)
        count = Numbers(after, plan.loop).plus(after.args[0], 1)
        after.add_op(at(scf.YieldOp(count, *registers), plan.end.location))
        self.registers = dict(zip(start, loop.results[1:], strict=True))
        return loop.results[0]

    def result(self, carried: Computed) -> SSAValue:
        """What the last iteration hands over; if the prologue has begun with all that there are, one of those."""
        last = super().result(carried)
        if not self.exists or isinstance(last.type, TokenType):
            return last  # that is the token of the youngest group; nobody waits any longer for an empty one
        found = self.of(carried, -carried.distance)
        for number, exists in enumerate(self.exists):
            known = number + 1 < len(self.exists)
            value = self.of(carried, number + 1 - carried.distance) if known else last
            found = self.numbers.either(exists, value, found)
        return found
