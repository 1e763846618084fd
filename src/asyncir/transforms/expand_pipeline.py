"""`expand-pipeline`: a loop with a schedule becomes prologue, body and epilogue."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from typing import Literal

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.loop_carried import Computed
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects import arith, async_dialect, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import scheduled_statements, statements_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.marks import ANNOTATIONS, ARGS_ALIAS, ASYNC, IN_ORDER
from asyncir.ir.walk import block_of, post_order
from asyncir.transforms._blocks import at, erase, move_ops, replace_all
from asyncir.transforms._building import INDEX
from asyncir.transforms._expansion import Expansion, Numbers, Registers, emit, trip_count
from asyncir.transforms._rolled import roll
from asyncir.transforms._scoped import ScopedPass
from asyncir.transforms._statement_regions import group_parts, is_part_of_another
from asyncir.transforms._while_pipeline import WhileEmitter

Form = Literal["unrolled", "rolled"]


@dataclass(frozen=True)
class ExpandPipeline(ScopedPass):
    """Let each `scf.for` or `scf.while` whose statements have stages run several iterations at once.

    At time t the statement of stage s works on iteration t - s. The prologue is what happens before all stages have something
    to do, the epilogue what happens when stage 0 has nothing left; what a statement hands to another one of a later stage is
    carried by the loop, the oldest last. A loop that may have fewer iterations than there are stages is kept beside it,
    for that case: there nothing is asynchronous. In a loop that is still to be pipelined, and counts them, prologue, body and
    epilogue are a statement each.

    The condition of an `scf.while` is evaluated ahead; each statement of its prologue and of its epilogue is under the
    condition that there is such an iteration.

    `prologue=rolled` and `epilogue=rolled` make loops of these, in which each statement runs under a condition: less code,
    if there are many stages. The groups that such a statement commits are empty where it does not run.
    """

    name = "expand-pipeline"

    prologue: Form = "unrolled"
    epilogue: Form = "unrolled"

    def run_on(self, root: Operation) -> None:
        """Inner loops first."""
        for op in post_order(root):
            if statements := scheduled_statements(op):
                self._expand(op, statements)

    def _expand(self, loop: Operation, statements: Sequence[Operation]) -> None:
        for op in [op for statement in statements for op in statement.regions[0].blocks[0].ops]:
            if IN_ORDER in op.attributes:
                erase(op)
        loop.attributes.pop(ARGS_ALIAS, None)
        plan = Expansion(loop, statements)
        block = Block()
        if kind_of(loop) is OpKind.CONDITIONAL_LOOP:
            _put_in_place(loop, block, WhileEmitter(plan, block).run())
            return
        emitter = _Emitter(plan, block, self)
        results = emitter.run()
        if trips_of(loop).least < plan.last:
            _keep_beside(loop, plan, block, results)
            return
        is_part = is_part_of_another(loop)
        ops = _put_in_place(loop, block, results)
        if is_part and plan.last:
            group_parts(ops, emitter.loop, {op for op in emitter.numbers.made if not op.regions})


def _put_in_place(loop: Operation, block: Block, results: Sequence[SSAValue]) -> list[Operation]:
    """Replace the loop by the ops of the block."""
    ops = list(block.ops)
    move_ops(ops, loop)
    replace_all(loop.results, results)
    erase(loop)
    return ops


_Results = dict[tuple[Operation, int], Sequence[SSAValue]]
"""What a statement has computed at a time of the prologue, or of the epilogue."""


def _late(carried: Computed, age: int, registers: Registers, computed: _Results, time: int) -> SSAValue:
    """What was computed so many times before one of the epilogue."""
    if time < age:
        return registers[carried, age - time]
    return computed[carried.value.op, time - age][carried.value.index]


class _Emitter:
    """Writes prologue, body and epilogue to the end of a block."""

    def __init__(self, plan: Expansion, block: Block, options: ExpandPipeline):
        self.plan = plan
        self.block = block
        self.options = options
        self.numbers = Numbers(block, plan.loop)
        self.lower, self.upper, self.step = plan.loop.operands[:3]
        self.loop: Operation = plan.loop
        """The pipelined loop, once it is written."""

    def run(self) -> list[SSAValue]:
        """What the loop's results are."""
        return self._epilogue(self._loop(self._prologue()))

    def _prologue(self) -> Registers:
        plan, early = self.plan, _Results()
        if self.options.prologue == "rolled" and plan.last > 1:
            start = {
                (c, age): plan.init(c, -age - plan.stage[c.value.op])
                for c, length in plan.registers.items()
                for age in range(1, length + 1)
                if age + plan.stage[c.value.op] <= c.distance
            }
            return roll("prologue", plan, self.numbers, self.lower, start)
        for time in range(plan.last):
            for statement in plan.order:
                if time >= plan.stage[statement]:
                    counter = self.away(self.lower, time - plan.stage[statement])
                    values = plan.values(statement, counter, partial(self._early, computed=early, time=time))
                    early[statement, time] = emit(statement, values, self.block)
        return {
            (c, age): self._early(c, age, early, plan.last)
            for c, length in plan.registers.items()
            for age in range(length, 0, -1)
        }

    def _early(self, carried: Computed, age: int, computed: _Results, time: int) -> SSAValue:
        """What was computed so many times before one of the prologue, or is carried into the first iterations."""
        producer = carried.value.op
        number = time - age - self.plan.stage[producer]
        if number >= 0:
            return computed[producer, time - age][carried.value.index]
        return self.plan.init(carried, number)

    def _epilogue(self, registers: Registers) -> list[SSAValue]:
        plan, late = self.plan, _Results()
        if not plan.last:
            return self._results(registers, late, 0)
        end = self._last_counter()
        if self.options.epilogue == "rolled" and plan.last > 1:
            return self._results(roll("epilogue", plan, self.numbers, end, registers), late, plan.last)
        for time in range(plan.last):
            for statement in plan.order:
                if plan.stage[statement] > time:
                    counter = self.away(end, time - plan.stage[statement])
                    find = partial(_late, registers=registers, computed=late, time=time)
                    late[statement, time] = emit(statement, plan.values(statement, counter, find), self.block)
        return self._results(registers, late, 0)

    def _results(self, registers: Registers, late: _Results, time: int) -> list[SSAValue]:
        """What the loop's results are, the registers being those of a time of the epilogue."""
        return [
            # What no statement computes stays as it is.
            init
            if c is None
            else _late(c, time + c.distance - self.plan.stage[c.value.op], registers, late, 0)
            for c, init in zip(self.plan.results, self.plan.inits, strict=True)
        ]

    def away(self, counter: SSAValue, iterations: int) -> SSAValue:
        return self.numbers.plus(counter, self.numbers.multiple(self.step, iterations))

    def _loop(self, start: Registers) -> Registers:
        """The body, for all times in which each stage has something to do."""
        plan = self.plan
        upper = self.away(self.upper, -plan.last)
        block = Block(arg_types=[INDEX, *[value.type for value in start.values()]])
        loop = scf.ForOp(self.lower, upper, self.step, list(start.values()), Region(block))
        self.numbers.add(loop)
        self.loop = loop
        loop.attributes.update({n: a for n, a in plan.loop.attributes.items() if n not in ANNOTATIONS})
        arguments = dict(zip(start, block.args[1:], strict=True))
        for (carried, _), argument in arguments.items():
            argument.name_hint = carried.value.name_hint
        block.args[0].name_hint = plan.body.args[0].name_hint
        inner, now = _Emitter(plan, block, self.options), dict[Operation, Sequence[SSAValue]]()

        def find(carried: Computed, age: int) -> SSAValue:
            return arguments[carried, age] if age else now[carried.value.op][carried.value.index]

        for statement in plan.order:
            counter = inner.away(block.args[0], plan.last - plan.stage[statement])
            now[statement] = emit(statement, plan.values(statement, counter, find), block)
        block.add_op(at(scf.YieldOp(*[find(c, age - 1) for c, age in start]), plan.end.location))
        return dict(zip(start, loop.results, strict=True))

    def _last_counter(self) -> SSAValue:
        """What the counter would be in the iteration behind the last."""
        if constant_of(self.step) == 1:
            return self.upper
        trips = trips_of(self.plan.loop)
        if trips.least == trips.most:
            return self.away(self.lower, trips.least)
        count = trip_count(self.plan.loop, self.numbers)
        return self.numbers.plus(self.lower, self.numbers.value(arith.MuliOp(count, self.step)))


def _keep_beside(loop: Operation, plan: Expansion, block: Block, results: Sequence[SSAValue]) -> None:
    """The pipelined loop where there are enough iterations, else the loop as it was, with nothing asynchronous."""
    numbers = Numbers(Block(), loop)
    enough = numbers.test(trip_count(loop, numbers), "sge", numbers.index(plan.last))
    if constant_of(loop.operands[0]) != 0:
        # The difference of the bounds may have wrapped.
        is_some = numbers.test(loop.operands[0], "slt", loop.operands[1])
        enough = numbers.value(arith.AndIOp(is_some, enough))
    block.add_op(at(scf.YieldOp(*results), loop.location))
    otherwise = Block()
    move_ops(numbers.block.ops, loop)
    choice = at(scf.IfOp(enough, loop.result_types, Region(block), Region(otherwise)), loop.location)
    block_of(loop).insert_op_before(choice, loop)
    replace_all(loop.results, choice.results)
    loop.detach()
    otherwise.add_op(loop)
    otherwise.add_op(at(scf.YieldOp(*loop.results), loop.location))
    for statement in statements_of(loop):
        _make_synchronous(statement, loop)
    dissolve(loop)


def _make_synchronous(statement: Operation, loop: Operation) -> None:
    """Do at once what the statement commits; its token is ready."""
    block = statement.regions[0].blocks[0]
    for op in [op for op in block.ops if ASYNC in op.attributes]:
        for issue in op.regions[0].block.ops if op.regions else ():
            move_ops(issue.regions[0].block.ops, op)
        if op.results:
            ready = at(async_dialect.ReadyOp(), loop.location)
            block_of(loop).insert_op_before(ready, loop)
            replace_all(op.results, ready.results)
        erase(op)


def dissolve(loop: Operation) -> None:
    """Let the statements be ops of the body again."""
    for statement in statements_of(loop):
        end = Block()
        results = emit(statement, {}, end)
        move_ops(end.ops, statement)
        replace_all(statement.results, results)
        erase(statement)
