"""The prologue or the epilogue of a pipeline as a loop: what has nothing to do yet, or any more, is under a condition."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from asyncir.analyses.loop_carried import Computed
from asyncir.dialects import scf
from asyncir.dialects.async_types import TokenType
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.transforms._blocks import at
from asyncir.transforms._building import INDEX
from asyncir.transforms._expansion import Expansion, Numbers, Registers, emit
from asyncir.transforms._guarded import anything, emit_guarded

Part = Literal["prologue", "epilogue"]


def roll(part: Part, plan: Expansion, numbers: Numbers, base: SSAValue, start: Registers) -> Registers:
    """Append a loop over the times of the part; the registers behind it.

    `base` is the counter that stage 0 begins with, or would go on with, `start` what is in the registers before.
    """
    lengths = dict(plan.registers)
    if part == "epilogue":
        for carried in filter(None, plan.results):
            needed = plan.last + carried.distance - plan.stage[carried.value.op]
            lengths[carried] = max(lengths.get(carried, 0), needed)
    ages = [(c, age) for c, length in lengths.items() for age in range(length, 0, -1)]
    inits = [
        start[it] if it in start else anything(it[0].value.type, numbers.block, plan.loop) for it in ages
    ]
    block = Block(arg_types=[INDEX, *[value.type for value in inits]])
    bounds = [numbers.index(number) for number in (0, plan.last, 1)]
    loop = numbers.add(scf.ForOp(bounds[0], bounds[1], bounds[2], inits, Region(block)))
    block.args[0].name_hint = "time"
    arguments: Registers = dict(zip(ages, block.args[1:], strict=True))
    for (carried, _), argument in arguments.items():
        argument.name_hint = carried.value.name_hint
    yields = _Body(part, plan, block, base, arguments).run()
    block.add_op(at(scf.YieldOp(*yields), plan.end.location))
    return dict(zip(ages, loop.results, strict=True))


class _Body:
    """One time of the prologue or of the epilogue."""

    def __init__(self, part: Part, plan: Expansion, block: Block, base: SSAValue, arguments: Registers):
        self.part = part
        self.plan = plan
        self.base = base
        self.numbers = Numbers(block, plan.loop)
        self.time: SSAValue = block.args[0]
        self.arguments = arguments
        self.results: dict[Operation, Sequence[SSAValue]] = {}
        self.now: dict[Computed, SSAValue] = {}

    def run(self) -> list[SSAValue]:
        """What becomes of the registers."""
        plan, block = self.plan, self.numbers.block
        for statement in plan.order:
            stage = plan.stage[statement]
            if stage == (plan.last if self.part == "prologue" else 0):
                continue  # it has nothing to do
            values = plan.values(statement, self._counter(stage), self._find)
            condition = self._condition(stage)
            if condition is None:
                self.results[statement] = emit(statement, values, block)
            else:
                self.results[statement] = emit_guarded(statement, values, condition, block)
        return [self._find(carried, age - 1) for carried, age in self.arguments]

    def _counter(self, stage: int) -> SSAValue:
        numbers, step = self.numbers, self.plan.loop.operands[2]
        return numbers.plus(self.base, numbers.times(numbers.plus(self.time, -stage), step))

    def _condition(self, stage: int) -> SSAValue | None:
        """Whether the stage has something to do at this time; None if it always has."""
        if self.part == "prologue":
            return None if stage == 0 else self._compare("sge", stage)
        return None if stage == self.plan.last else self._compare("slt", stage)

    def _compare(self, predicate: str, number: int) -> SSAValue:
        return self.numbers.test(self.time, predicate, self.numbers.index(number))

    def _find(self, carried: Computed, age: int) -> SSAValue:
        if age:
            return self.arguments[carried, age]
        if carried not in self.now:
            self.now[carried] = self._of_now(carried)
        return self.now[carried]

    def _of_now(self, carried: Computed) -> SSAValue:
        """What is computed at this time, or what the loop is entered with."""
        producer = carried.value.op
        if producer in self.results:
            found = self.results[producer][carried.value.index]
        else:
            found = anything(carried.value.type, self.numbers.block, self.plan.loop)
        stage, prologue = self.plan.stage[producer], self.part == "prologue"
        if prologue and not isinstance(found.type, TokenType):  # an empty group does not make anybody wait
            for number in range(-1, max(-carried.distance, -stage) - 1, -1):
                init, early = self.plan.init(carried, number), self._compare("slt", stage + number + 1)
                found = self.numbers.either(early, init, found)
        return found
