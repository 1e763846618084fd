"""What becomes of a loop with a schedule: which statement runs when, and what it takes from which other one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.loop_carried import Computed, computed_by
from asyncir.dialects import arith
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.pipelining import body_of, counter_of, inits_of
from asyncir.ir import Block, IsTerminator, Operation, SSAValue
from asyncir.ir.marks import ASYNC, ORDERS, STAGES, STATEMENT
from asyncir.ir.walk import post_order, terminator_of
from asyncir.transforms._building import Builder
from asyncir.transforms.verify_schedule import times_of

Registers = dict[tuple[Computed, int], SSAValue]
"""Between prologue, body and epilogue: what was computed so many times before."""


class Expansion:
    """The times of a loop's statements, and the registers in which values go from one to a later one."""

    def __init__(self, loop: Operation, statements: Sequence[Operation]):
        self.loop = loop
        self.body = body_of(loop)
        self.counter = counter_of(loop)
        self.end = terminator_of(self.body)
        self.inits = inits_of(loop)
        times = dict(zip(statements, times_of(statements), strict=True))
        least = min(stage for stage, _ in times.values())
        self.stage = {statement: stage - least for statement, (stage, _) in times.items()}
        self.last = max(self.stage.values())
        self.order = sorted(statements, key=lambda statement: times[statement][1])
        self.uses = {statement: self._used_by(statement) for statement in statements}
        # A result is what the loop would carry into one more iteration.
        self.results = [computed_by(argument, self.body) for argument in self.body.args[1:]]
        self.conditions = self._used_by_condition() if kind_of(loop) is OpKind.CONDITIONAL_LOOP else {}
        self.registers = self._lengths()

    def _used_by(self, statement: Operation) -> dict[SSAValue, Computed | None]:
        """What the statement takes from the loop's body: values of others, what the loop carries, the counter (None)."""
        found: dict[SSAValue, Computed | None] = {}
        for op in post_order(statement):
            for operand in op.operands:
                owner = operand.owner
                if operand is self.counter:
                    found[operand] = None
                elif owner is self.body or (isinstance(owner, Operation) and owner.parent is self.body):
                    found[operand] = self._found(operand)
        return found

    def _used_by_condition(self) -> dict[SSAValue, Computed]:
        """What the condition of an `scf.while` takes from the iterations before."""
        block = self.loop.regions[0].block
        used = {operand for op in post_order(self.loop.regions[0]) for operand in op.operands[: _taken(op)]}
        return {argument: self._found(argument) for argument in block.args if argument in used}

    def _found(self, value: SSAValue) -> Computed:
        carried = computed_by(value, self.body)
        assert carried is not None
        return carried

    def values(
        self, statement: Operation, counter: SSAValue, find: Callable[[Computed, int], SSAValue]
    ) -> dict[SSAValue, SSAValue]:
        """What the statement takes from the body, at one time; `find` is asked for what was computed so many times ago."""
        return {
            value: counter if carried is None else find(carried, self.age(carried, statement))
            for value, carried in self.uses[statement].items()
        }

    def init(self, carried: Computed, number: int) -> SSAValue:
        """What the loop is entered with in place of what iteration `number` would compute: -1 is the one before the first."""
        return self.inits[carried.through[carried.distance + number]]

    def age(self, carried: Computed, user: Operation) -> int:
        """How many times ago, seen from the time of a user, the value was computed."""
        return self.age_at(carried, self.stage[user])

    def age_at(self, carried: Computed, stage: int) -> int:
        """How many times ago, seen from a stage, the value was computed."""
        return stage + carried.distance - self.stage[carried.value.op]

    def _lengths(self) -> dict[Computed, int]:
        """How long the registers are that the loop needs."""
        needed = [
            *((c, self.age(c, s)) for s, uses in self.uses.items() for c in uses.values() if c is not None),
            *((carried, self.age_at(carried, 0)) for carried in self.conditions.values()),
            *((carried, self.age_at(carried, 0)) for carried in self.results if carried is not None),
        ]
        found: dict[Computed, int] = {}
        for carried, age in needed:
            if age > 0:
                found[carried] = max(found.get(carried, 0), age)
        return found


def _taken(op: Operation) -> int | None:
    """How many operands say whether there is another iteration: of the terminator, one."""
    return 1 if kind_of(op) is OpKind.CONDITION else None


class Numbers(Builder):
    """Index arithmetic that is folded where the operands are constants."""

    def plus(self, left: SSAValue, right: SSAValue | int) -> SSAValue:
        """The sum."""
        known, added = constant_of(left), right if isinstance(right, int) else constant_of(right)
        if added == 0:
            return left
        if known is not None and added is not None:
            return self.index(known + added)
        return super().plus(left, self.index(right) if isinstance(right, int) else right)

    def times(self, left: SSAValue, right: SSAValue) -> SSAValue:
        """The product."""
        return left if constant_of(right) == 1 else super().times(left, right)

    def multiple(self, value: SSAValue, factor: int) -> int | SSAValue:
        """The product."""
        known = constant_of(value)
        if known is not None or factor == 0:
            return (known or 0) * factor
        return super().times(value, self.index(factor))


def trip_count(loop: Operation, numbers: Numbers) -> SSAValue:
    """How often the loop runs, or something that is not positive."""
    lower, upper, step = loop.operands[:3]
    distance = upper if constant_of(lower) == 0 else numbers.minus(upper, lower)
    if constant_of(step) == 1:
        return distance
    if constant_of(step) is None:
        # A loop that runs not at all may have any step; nothing is divided by 0.
        step = numbers.value(arith.MaxSIOp(step, numbers.index(1)))
    return numbers.value(arith.CeilDivSIOp(distance, step))


def emit(statement: Operation, values: dict[SSAValue, SSAValue], block: Block) -> Sequence[SSAValue]:
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


class Emitter:
    """Writes prologue, body and epilogue to the end of a block.

    Times count from the first of the prologue on, and on from the prologue to the epilogue as if the body did not run: at
    each, a statement of stage s works on iteration time - s of those that the prologue begins.
    """

    def __init__(self, plan: Expansion, block: Block):
        self.plan = plan
        self.block = block
        self.numbers = Numbers(block, plan.loop)
        self.registers: Registers = {}
        """What is in the registers when the epilogue begins."""
        self._computed: dict[tuple[Operation, int], Sequence[SSAValue]] = {}
        """What a statement has computed in an iteration."""

    def put(self, statement: Operation, values: dict[SSAValue, SSAValue], number: int) -> Sequence[SSAValue]:
        """Do what the statement does in that iteration; what it yields."""
        return emit(statement, values, self.block)

    def ahead(self, numbers: Numbers, counter: SSAValue, iterations: int) -> SSAValue:
        """The counter so many iterations later."""
        return numbers.plus(counter, iterations)

    def write(self, time: int, counter: Callable[[int], SSAValue]) -> None:
        """Do what is done at a time; `counter` is asked for that of an iteration."""
        for statement in self.plan.order:
            number = time - self.plan.stage[statement]
            if 0 <= number < self.plan.last:
                values = self.plan.values(statement, counter(number), partial(self.find, time=time))
                self._computed[statement, number] = self.put(statement, values, number)

    def find(self, carried: Computed, age: int, time: int) -> SSAValue:
        """What was computed so many times before a time, or is carried into the first iterations."""
        held = self.registers.get((carried, age + self.plan.last - time))
        return self.of(carried, time - age - self.plan.stage[carried.value.op]) if held is None else held

    def of(self, carried: Computed, number: int) -> SSAValue:
        """What an iteration has computed, or what the loop is entered with."""
        if number < 0:
            return self.plan.init(carried, number)
        return self._computed[carried.value.op, number][carried.value.index]

    def result(self, carried: Computed) -> SSAValue:
        """What the last iteration hands over."""
        return self.find(carried, carried.distance - self.plan.stage[carried.value.op], self.plan.last)

    def at_start(self) -> Registers:
        """What is in the registers behind the prologue."""
        return {
            (carried, age): self.find(carried, age, self.plan.last)
            for carried, length in self.plan.registers.items()
            for age in range(length, 0, -1)
        }

    def turn(self, block: Block, start: Registers) -> list[SSAValue]:
        """Write an iteration of the body, whose arguments are the counter and the registers; what becomes of these."""
        plan, numbers = self.plan, Numbers(block, self.plan.loop)
        arguments = dict(zip(start, block.args[1:], strict=True))
        for (carried, _), argument in arguments.items():
            argument.name_hint = carried.value.name_hint
        now: dict[Operation, Sequence[SSAValue]] = {}

        def find(carried: Computed, age: int) -> SSAValue:
            return arguments[carried, age] if age else now[carried.value.op][carried.value.index]

        for statement in plan.order:
            counter = self.ahead(numbers, block.args[0], plan.last - plan.stage[statement])
            now[statement] = emit(statement, plan.values(statement, counter, find), block)
        return [find(carried, age - 1) for carried, age in start]
