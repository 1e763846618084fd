"""`expand-pipeline`: a loop with a schedule becomes prologue, body and epilogue."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Literal

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects import arith, async_dialect, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import scheduled_statements, statements_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.marks import ANNOTATIONS, ARGS_ALIAS, ASYNC, IN_ORDER
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import at, erase, move_ops, replace_all
from asyncir.transforms._building import INDEX, Builder
from asyncir.transforms._expansion import Emitter, Expansion, Numbers, Registers, emit, trip_count
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._rolled import roll
from asyncir.transforms._statement_regions import group_parts, is_part_of_another
from asyncir.transforms._while_pipeline import WhileEmitter

Form = Literal["unrolled", "rolled"]


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


class _Emitter(Emitter):
    """Writes an `scf.for`."""

    def __init__(self, plan: Expansion, block: Block, options: ExpandPipeline):
        super().__init__(plan, block)
        self.options = options
        self.lower, self.upper, self.step = plan.loop.operands[:3]
        self.loop: Operation = plan.loop
        """The pipelined loop, once it is written."""

    def run(self) -> list[SSAValue]:
        """What the loop's results are."""
        self.registers = self._loop(self._prologue())
        if self.plan.last:
            self._epilogue()
        # What no statement computes stays as it is.
        given = zip(self.plan.results, self.plan.inits, strict=True)
        return [init if carried is None else self.result(carried) for carried, init in given]

    def _prologue(self) -> Registers:
        plan = self.plan
        if self.options.prologue == "rolled" and plan.last > 1:
            start = {
                (c, age): plan.init(c, -age - plan.stage[c.value.op])
                for c, length in plan.registers.items()
                for age in range(1, length + 1)
                if age + plan.stage[c.value.op] <= c.distance
            }
            return roll("prologue", plan, self.numbers, self.lower, start)
        for time in range(plan.last):
            self.write(time, partial(self.ahead, self.numbers, self.lower))
        return self.at_start()

    def _epilogue(self) -> None:
        plan, end = self.plan, self._last_counter()
        if self.options.epilogue == "rolled" and plan.last > 1:
            rolled = roll("epilogue", plan, self.numbers, end, self.registers)
            self.registers = {(carried, age - plan.last): value for (carried, age), value in rolled.items()}
            return
        for time in range(plan.last, 2 * plan.last):
            self.write(time, lambda number: self.ahead(self.numbers, end, number - plan.last))

    def ahead(self, numbers: Numbers, counter: SSAValue, iterations: int) -> SSAValue:
        """The counter so many iterations later."""
        return numbers.plus(counter, numbers.multiple(self.step, iterations))

    def _loop(self, start: Registers) -> Registers:
        """The body, for all times in which each stage has something to do; the registers behind it."""
        plan, inits = self.plan, list(start.values())
        upper = self.ahead(self.numbers, self.upper, -plan.last)
        block = Block(arg_types=[INDEX, *[value.type for value in inits]])
        self.loop = loop = self.numbers.add(scf.ForOp(self.lower, upper, self.step, inits, Region(block)))
        loop.attributes.update({n: a for n, a in plan.loop.attributes.items() if n not in ANNOTATIONS})
        block.args[0].name_hint = plan.body.args[0].name_hint
        block.add_op(at(scf.YieldOp(*self.turn(block, start)), plan.end.location))
        return dict(zip(start, loop.results, strict=True))

    def _last_counter(self) -> SSAValue:
        """What the counter would be in the iteration behind the last."""
        if constant_of(self.step) == 1:
            return self.upper
        trips = trips_of(self.plan.loop)
        if trips.least == trips.most:
            return self.ahead(self.numbers, self.lower, trips.least)
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
    choice = Builder(loop).add(scf.IfOp(enough, loop.result_types, Region(block), Region(otherwise)))
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
            replace_all(op.results, Builder(loop).add(async_dialect.ReadyOp()).results)
        erase(op)


def dissolve(loop: Operation) -> None:
    """Let the statements be ops of the body again."""
    for statement in statements_of(loop):
        end = Block()
        results = emit(statement, {}, end)
        move_ops(end.ops, statement)
        replace_all(statement.results, results)
        erase(statement)
