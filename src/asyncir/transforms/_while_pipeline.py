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
from asyncir.transforms._expansion import Expansion, Numbers, Registers, emit
from asyncir.transforms._guarded import emit_guarded

_Find = Callable[[Computed, int], SSAValue]
_Results = dict[tuple[Operation, int], Sequence[SSAValue]]


class WhileEmitter:
    """Writes prologue, body and epilogue to the end of a block."""

    def __init__(self, plan: Expansion, block: Block):
        self.plan = plan
        self.block = block
        self.numbers = Numbers(block, plan.loop)
        condition = terminator_of(plan.loop.regions[0].block)
        self.condition = condition
        self.exists: list[SSAValue] = []
        """Whether there is an iteration 0, 1, ... for those that the prologue begins."""
        self.early: _Results = {}
        self.late: _Results = {}

    def run(self) -> list[SSAValue]:
        """What the loop's results are, that for its counter being anything."""
        plan = self.plan
        for time in range(plan.last):
            find = partial(self._early, time=time)
            self.exists.append(self._goes_on(find, self.exists[-1] if self.exists else None, self.block))
            for statement in plan.order:
                number = time - plan.stage[statement]
                if number >= 0:
                    values = plan.values(statement, self.numbers.index(number), find)
                    self.early[statement, time] = emit_guarded(
                        statement, values, self.exists[number], self.block
                    )
        start = {
            (c, age): self._early(c, age, plan.last)
            for c, length in plan.registers.items()
            for age in range(length, 0, -1)
        }
        begun, registers = self._loop(start)
        for time in range(plan.last):
            find = partial(self._late, registers=registers, time=time)
            for statement in plan.order:
                stage = plan.stage[statement]
                if stage > time:
                    counter = self.numbers.plus(begun, plan.last + time - stage)
                    values, exists = (
                        plan.values(statement, counter, find),
                        self.exists[plan.last + time - stage],
                    )
                    self.late[statement, time] = emit_guarded(statement, values, exists, self.block)
        return [begun, *self._results(registers)]

    def _goes_on(self, find: _Find, before: SSAValue | None, block: Block) -> SSAValue:
        """Whether there is another iteration, at the end of the block; not, if there was none `before`."""
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

    def _loop(self, start: Registers) -> tuple[SSAValue, Registers]:
        """The body; how often it has run, and the registers behind it."""
        plan, ages = self.plan, list(start)
        types = [INDEX, *[value.type for value in start.values()]]
        before, after = Block(arg_types=types), Block(arg_types=types)
        loop = scf.WhileOp([self.numbers.index(0), *start.values()], types, Region(before), Region(after))
        self.numbers.add(loop)
        loop.attributes.update({n: a for n, a in plan.loop.attributes.items() if n not in ANNOTATIONS})
        tested = dict(zip(ages, before.args[1:], strict=True))
        holds = self._goes_on(
            lambda carried, age: tested[carried, age], self.exists[-1] if self.exists else None, before
        )
        before.add_op(at(scf.ConditionOp(holds, *before.args), self.condition.location))
        arguments, now = dict(zip(ages, after.args[1:], strict=True)), dict[Operation, Sequence[SSAValue]]()
        for (carried, _), argument in arguments.items():
            argument.name_hint = carried.value.name_hint

        def find(carried: Computed, age: int) -> SSAValue:
            return arguments[carried, age] if age else now[carried.value.op][carried.value.index]

        inner = Numbers(after, plan.loop)
        for statement in plan.order:
            counter = inner.plus(after.args[0], plan.last - plan.stage[statement])
            now[statement] = emit(statement, plan.values(statement, counter, find), after)
        count = inner.plus(after.args[0], 1)
        after.add_op(at(scf.YieldOp(count, *[find(c, age - 1) for c, age in ages]), plan.end.location))
        return loop.results[0], dict(zip(ages, loop.results[1:], strict=True))

    def _early(self, carried: Computed, age: int, time: int) -> SSAValue:
        """What was computed so many times before one of the prologue, or is carried into the first iterations."""
        number = time - age - self.plan.stage[carried.value.op]
        if number < 0:
            return self.plan.init(carried, number)
        return self.early[carried.value.op, time - age][carried.value.index]

    def _late(self, carried: Computed, age: int, registers: Registers, time: int) -> SSAValue:
        """What was computed so many times before one of the epilogue."""
        if time < age:
            return registers[carried, age - time]
        return self.late[carried.value.op, time - age][carried.value.index]

    def _results(self, registers: Registers) -> list[SSAValue]:
        found: list[SSAValue] = []
        for carried, given in zip(self.plan.results, self.condition.operands[2:], strict=True):
            found.append(given if carried is None else self._result(carried, registers))
        return found

    def _result(self, carried: Computed, registers: Registers) -> SSAValue:
        """What the last iteration hands over; if the prologue has begun with all that there are, one of those."""
        age = carried.distance - self.plan.stage[carried.value.op]
        last = self._late(carried, age, registers, 0)
        if not self.exists or isinstance(last.type, TokenType):
            return last  # that is the token of the youngest group; nobody waits any longer for an empty one
        found = self._of(carried, -carried.distance)
        for number, exists in enumerate(self.exists):
            known = number + 1 < len(self.exists)
            value = self._of(carried, number + 1 - carried.distance) if known else last
            found = self.numbers.either(exists, value, found)
        return found

    def _of(self, carried: Computed, number: int) -> SSAValue:
        """What an iteration of the prologue has computed, or what the loop is entered with."""
        if number < 0:
            return self.plan.init(carried, number)
        producer = carried.value.op
        time = number + self.plan.stage[producer]
        results = self.early.get((producer, time)) or self.late[producer, time - self.plan.last]
        return results[carried.value.index]
