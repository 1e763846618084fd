"""`expand-pipeline`: a loop with a schedule becomes prologue, body and epilogue."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial

from asyncir.analyses.loop_carried import Computed, computed_by
from asyncir.analyses.trip_counts import constant_of, trips_of
from asyncir.analyses.walk import post_order
from asyncir.dialects import arith, async_dialect, scf
from asyncir.dialects.pipelining import (
    ANNOTATIONS,
    ASYNC,
    IN_ORDER,
    ORDERS,
    STAGES,
    STATEMENT,
    statements_of,
)
from asyncir.ir import (
    Block,
    IntegerAttr,
    IsTerminator,
    Operation,
    Region,
    SSAValue,
)
from asyncir.transforms._blocks import at, erase, replace_all
from asyncir.transforms._building import INDEX
from asyncir.transforms._scoped import ScopedPass
from asyncir.transforms._statement_regions import group_parts, is_part_of_another
from asyncir.transforms.verify_schedule import times_of


@dataclass(frozen=True)
class ExpandPipeline(ScopedPass):
    """Let each `scf.for` whose statements have stages run several iterations at once.

    At time t the statement of stage s works on iteration t - s. The prologue is what happens before all stages have something
    to do, the epilogue what happens when stage 0 has nothing left; what a statement hands to another one of a later stage is
    carried by the loop, the oldest last. A loop that may have fewer iterations than there are stages is kept beside it,
    for that case: there nothing is asynchronous. In a loop that is still to be pipelined, and counts them, prologue, body and
    epilogue are a statement each.
    """

    name = "expand-pipeline"

    def run_on(self, root: Operation) -> None:
        """Inner loops first."""
        for op in post_order(root):
            statements = statements_of(op)
            if statements and all(STAGES in statement.attributes for statement in statements):
                _expand(op, statements)


class _Expansion:
    def __init__(self, loop: Operation, statements: Sequence[Operation]):
        self.loop = loop
        self.body = loop.regions[0].block
        end = self.body.last_op
        assert end is not None
        self.end = end
        self.inits = loop.operands[3:]
        times = dict(zip(statements, times_of(statements), strict=True))
        least = min(stage for stage, _ in times.values())
        self.stage = {statement: stage - least for statement, (stage, _) in times.items()}
        self.last = max(self.stage.values())
        self.order = sorted(statements, key=lambda statement: times[statement][1])
        self.uses = {statement: self._used_by(statement) for statement in statements}
        # A result is what the loop would carry into one more iteration.
        self.results = [computed_by(argument, self.body) for argument in self.body.args[1:]]
        self.registers = self._lengths()

    def _used_by(self, statement: Operation) -> dict[SSAValue, Computed | None]:
        """What the statement takes from the loop's body: values of others, what the loop carries, the counter (None)."""
        found: dict[SSAValue, Computed | None] = {}
        for op in post_order(statement):
            for operand in op.operands:
                owner = operand.owner
                if operand is self.body.args[0]:
                    found[operand] = None
                elif owner is self.body or (isinstance(owner, Operation) and owner.parent is self.body):
                    found[operand] = self._found(operand)
        return found

    def _found(self, value: SSAValue) -> Computed:
        carried = computed_by(value, self.body)
        assert carried is not None
        return carried

    def age(self, carried: Computed, user: Operation) -> int:
        """How many times ago, seen from the time of a user, the value was computed."""
        return self.stage[user] + carried.distance - self.stage[carried.value.op]

    def _lengths(self) -> dict[Computed, int]:
        """How long the registers are that the loop needs."""
        found: dict[Computed, int] = {}
        for statement, uses in self.uses.items():
            for carried in uses.values():
                if carried is not None and (age := self.age(carried, statement)) > 0:
                    found[carried] = max(found.get(carried, 0), age)
        for carried in filter(None, self.results):
            age = carried.distance - self.stage[carried.value.op]
            if age > 0:
                found[carried] = max(found.get(carried, 0), age)
        return found


class _Numbers:
    """Index arithmetic at the end of a block, folded where the operands are constants."""

    def __init__(self, block: Block, location: Operation):
        self.block = block
        self.made: set[Operation] = set()
        self._like = location

    def add(self, op: Operation) -> Operation:
        """Append an op."""
        self.block.add_op(at(op, self._like.location))
        self.made.add(op)
        return op

    def constant(self, number: int) -> SSAValue:
        """A number."""
        return self.add(arith.ConstantOp(IntegerAttr(number, INDEX))).results[0]

    def plus(self, value: SSAValue, other: int | SSAValue) -> SSAValue:
        """The sum."""
        known, added = constant_of(value), other if isinstance(other, int) else constant_of(other)
        if added == 0:
            return value
        if known is not None and added is not None:
            return self.constant(known + added)
        more = self.constant(other) if isinstance(other, int) else other
        return self.add(arith.AddiOp(value, more)).results[0]

    def times(self, value: SSAValue, factor: int) -> int | SSAValue:
        """The product."""
        known = constant_of(value)
        if known is not None or factor == 0:
            return (known or 0) * factor
        return self.add(arith.MuliOp(value, self.constant(factor))).results[0]


_Results = dict[tuple[Operation, int], Sequence[SSAValue]]
"""What a statement has computed at a time of the prologue, or of the epilogue."""
_Registers = dict[tuple[Computed, int], SSAValue]
"""Behind the loop: what was computed so many times before its end."""


def _late(carried: Computed, age: int, registers: _Registers, computed: _Results, time: int) -> SSAValue:
    """What was computed so many times before one of the epilogue."""
    if time < age:
        return registers[carried, age - time]
    return computed[carried.value.op, time - age][carried.value.index]


class _Emitter:
    """Writes prologue, body and epilogue to the end of a block."""

    def __init__(self, plan: _Expansion, block: Block):
        self.plan = plan
        self.block = block
        self.numbers = _Numbers(block, plan.loop)
        self.lower, self.upper, self.step = plan.loop.operands[:3]
        self.loop: Operation = plan.loop
        """The pipelined loop, once it is written."""

    def run(self) -> list[SSAValue]:
        """What the loop's results are."""
        plan = self.plan
        early: _Results = {}
        for time in range(plan.last):
            for statement in plan.order:
                if time >= plan.stage[statement]:
                    counter = self.away(self.lower, time - plan.stage[statement])
                    find = partial(self._early, computed=early, time=time)
                    early[statement, time] = _emit(
                        statement, self._values(statement, counter, find), self.block
                    )
        registers = self._loop(early)
        end = self._last_counter() if plan.last else self.upper
        late: _Results = {}
        for time in range(plan.last):
            for statement in plan.order:
                if plan.stage[statement] > time:
                    counter = self.away(end, time - plan.stage[statement])
                    find = partial(_late, registers=registers, computed=late, time=time)
                    late[statement, time] = _emit(
                        statement, self._values(statement, counter, find), self.block
                    )
        return [
            # What no statement computes stays as it is.
            init if c is None else _late(c, c.distance - plan.stage[c.value.op], registers, late, 0)
            for c, init in zip(plan.results, plan.inits, strict=True)
        ]

    def away(self, counter: SSAValue, iterations: int) -> SSAValue:
        return self.numbers.plus(counter, self.numbers.times(self.step, iterations))

    def _values(
        self, statement: Operation, counter: SSAValue, find: Callable[[Computed, int], SSAValue]
    ) -> dict[SSAValue, SSAValue]:
        """What the statement takes from the body, at one time."""
        return {
            value: counter if carried is None else find(carried, self.plan.age(carried, statement))
            for value, carried in self.plan.uses[statement].items()
        }

    def _early(self, carried: Computed, age: int, computed: _Results, time: int) -> SSAValue:
        """What was computed so many times before one of the prologue, or is carried into the first iterations."""
        producer = carried.value.op
        number = time - age - self.plan.stage[producer]
        if number >= 0:
            return computed[producer, time - age][carried.value.index]
        return self.plan.inits[carried.through[carried.distance + number]]

    def _loop(self, early: _Results) -> _Registers:
        """The body, for all times in which each stage has something to do."""
        plan = self.plan
        ages = [(c, age) for c, length in plan.registers.items() for age in range(length, 0, -1)]
        inits = [self._early(c, age, early, plan.last) for c, age in ages]
        upper = self.away(self.upper, -plan.last)
        block = Block(arg_types=[INDEX, *[value.type for value in inits]])
        loop = scf.ForOp(self.lower, upper, self.step, inits, Region(block))
        self.block.add_op(at(loop, plan.loop.location))
        self.loop = loop
        loop.attributes.update({n: a for n, a in plan.loop.attributes.items() if n not in ANNOTATIONS})
        arguments = dict(zip(ages, block.args[1:], strict=True))
        for (carried, _), argument in arguments.items():
            argument.name_hint = carried.value.name_hint
        block.args[0].name_hint = plan.body.args[0].name_hint
        inner, now = _Emitter(plan, block), dict[Operation, Sequence[SSAValue]]()

        def find(carried: Computed, age: int) -> SSAValue:
            return arguments[carried, age] if age else now[carried.value.op][carried.value.index]

        for statement in plan.order:
            counter = inner.away(block.args[0], plan.last - plan.stage[statement])
            now[statement] = _emit(statement, self._values(statement, counter, find), block)
        block.add_op(at(scf.YieldOp(*[find(c, age - 1) for c, age in ages]), plan.end.location))
        return dict(zip(ages, loop.results, strict=True))

    def _last_counter(self) -> SSAValue:
        """What the counter would be in the iteration behind the last."""
        if constant_of(self.step) == 1:
            return self.upper
        trips = trips_of(self.plan.loop)
        if trips.least == trips.most:
            return self.away(self.lower, trips.least)
        count = trip_count(self.plan.loop, self.numbers)
        return self.numbers.plus(self.lower, self.numbers.add(arith.MuliOp(count, self.step)).results[0])


def trip_count(loop: Operation, numbers: _Numbers) -> SSAValue:
    """How often the loop runs, or something that is not positive."""
    lower, upper, step = loop.operands[:3]
    distance = upper if constant_of(lower) == 0 else numbers.add(arith.SubiOp(upper, lower)).results[0]
    return distance if constant_of(step) == 1 else numbers.add(arith.CeilDivSIOp(distance, step)).results[0]


def _emit(statement: Operation, values: dict[SSAValue, SSAValue], block: Block) -> Sequence[SSAValue]:
    """Copy the statement's ops to the end of the block; what it yields."""
    body = statement.regions[0]
    if body.first_block is not body.last_block:
        copy = statement.clone(values)
        for name in (STATEMENT, STAGES, ORDERS, ASYNC):
            copy.attributes.pop(name, None)
        _unmark(copy.regions[0].blocks[0].ops)
        block.add_op(copy)
        return copy.results
    mapping = dict(values)
    for op in body.block.ops:
        if op.has_trait(IsTerminator):
            return [mapping.get(operand, operand) for operand in op.operands]
        copy = op.clone(mapping)
        _unmark([copy])
        block.add_op(copy)
    raise AssertionError("a statement ends with scf.yield")


def _unmark(ops: Iterable[Operation]) -> None:
    for op in ops:
        op.attributes.pop(ASYNC, None)


def _expand(loop: Operation, statements: Sequence[Operation]) -> None:
    for op in [op for statement in statements for op in statement.regions[0].blocks[0].ops]:
        if IN_ORDER in op.attributes:
            erase(op)
    plan = _Expansion(loop, statements)
    block = Block()
    if trips_of(loop).least >= plan.last:
        emitter = _Emitter(plan, block)
        results = emitter.run()
        assert loop.parent is not None
        ops, is_part = list(block.ops), is_part_of_another(loop)
        for op in ops:
            op.detach()
            loop.parent.insert_op_before(op, loop)
        replace_all(loop.results, results)
        erase(loop)
        if is_part and plan.last:
            group_parts(ops, emitter.loop, emitter.numbers.made)
        return
    _keep_beside(loop, plan, block)


def _keep_beside(loop: Operation, plan: _Expansion, block: Block) -> None:
    """The pipelined loop where there are enough iterations, else the loop as it was, with nothing asynchronous."""
    numbers = _Numbers(Block(), loop)
    enough = numbers.add(arith.CmpiOp(trip_count(loop, numbers), numbers.constant(plan.last), "sge"))
    results = _Emitter(plan, block).run()
    block.add_op(at(scf.YieldOp(*results), loop.location))
    otherwise = Block()
    parent = loop.parent
    assert parent is not None
    for op in list(numbers.block.ops):
        op.detach()
        parent.insert_op_before(op, loop)
    choice = at(
        scf.IfOp(enough.results[0], loop.result_types, Region(block), Region(otherwise)), loop.location
    )
    parent.insert_op_before(choice, loop)
    replace_all(loop.results, choice.results)
    loop.detach()
    otherwise.add_op(loop)
    otherwise.add_op(at(scf.YieldOp(*loop.results), loop.location))
    for statement in statements_of(loop):
        _make_synchronous(statement, loop)
    _dissolve(loop)


def _make_synchronous(statement: Operation, loop: Operation) -> None:
    """Do at once what the statement commits; its token is ready."""
    block = statement.regions[0].blocks[0]
    for op in [op for op in block.ops if ASYNC in op.attributes]:
        for issue in op.regions[0].block.ops if op.regions else ():
            for inner in list(issue.regions[0].block.ops):
                inner.detach()
                block.insert_op_before(inner, op)
        if op.results:
            ready = at(async_dialect.ReadyOp(), loop.location)
            assert loop.parent is not None
            loop.parent.insert_op_before(ready, loop)
            replace_all(op.results, ready.results)
        erase(op)


def _dissolve(loop: Operation) -> None:
    """Let the statements be ops of the body again."""
    body = loop.regions[0].block
    for statement in statements_of(loop):
        end = Block()
        results = _emit(statement, {}, end)
        for op in list(end.ops):
            op.detach()
            body.insert_op_before(op, statement)
        replace_all(statement.results, results)
        erase(statement)
