"""func, cf and scf, without parallel: see `parallel` for that."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from asyncir.ir import Block, Operation, SSAValue, StringAttr
from asyncir.ir.dense import all_elements
from asyncir.semantics.core.faults import RunError, TaskFailure, fault
from asyncir.semantics.core.program import (
    Compiler,
    End,
    ProgramFunction,
    Segment,
    Terminators,
    handles,
    then,
    transfer,
)
from asyncir.semantics.core.runner_utils import external_call
from asyncir.semantics.core.values import Registers, Value, bit_width
from asyncir.semantics.tasks.tasks import Task

# ---- func ----


@handles("func.constant")
def _constant(op: Any, c: Compiler) -> None:
    c.constant(c.program.function(op.value, op))


@handles("func.call")
def _call(op: Any, c: Compiler) -> None:
    function = c.program.function(op.callee, op)
    arguments, results = c.uses(op.arguments), c.slots(op.results)
    if function.external:
        external_call(op, function.name, arguments, results, c)
        return
    machine, back = c.machine, Segment()

    def end(registers: Registers, task: Task) -> Segment | None:
        machine.call(task, function.code, [registers[slot] for slot in arguments], back, results)
        return None

    c.end(end, back)


@handles("func.call_indirect")
def _call_indirect(op: Any, c: Compiler) -> None:
    callee, *arguments = c.uses(op.operands)
    results, machine, back = c.slots(op.results), c.machine, Segment()

    def end(registers: Registers, task: Task) -> Segment | None:
        function: ProgramFunction = registers[callee]
        if function.external:
            raise fault("S012", f"`@{function.name}` is called through a value, but has no body", op)
        machine.call(task, function.code, [registers[slot] for slot in arguments], back, results)
        return None

    c.end(end, back)


@handles("func.return")
def _return(op: Operation, c: Compiler) -> None:
    c.end(giving_back(op, c))


def giving_back(op: Operation, c: Compiler) -> End:
    """The end of an activation: the op's operands are its results."""
    values, machine = c.uses(op.operands), c.machine

    def end(registers: Registers, task: Task) -> Segment | None:
        machine.give_back(task, [registers[slot] for slot in values])
        return None

    return end


# ---- cf ----


@handles("cf.br")
def _branch(op: Any, c: Compiler) -> None:
    c.end(_jump(op.successors[0], op.operands, c))


def _jump(block: Block, operands: Sequence[SSAValue], c: Compiler) -> End:
    """An end that hands the operands to the block."""
    return transfer(c.uses(operands), c.slots(block.args), c.target(block))


@handles("cf.cond_br")
def _cond_branch(op: Any, c: Compiler) -> None:
    then_block, else_block = op.successors
    then, otherwise = _jump(then_block, op.then_arguments, c), _jump(else_block, op.else_arguments, c)
    c.branch(c.use(op.operands[0]), then, otherwise)


@handles("cf.switch")
def _switch(op: Any, c: Compiler) -> None:
    flag = c.use(op.flag)
    default = _jump(op.default_block, op.default_operands, c)
    values = _cases(op.case_values) if op.case_values is not None else ()
    cases: dict[int, End] = {}
    for value, block, operands in zip(values, op.case_blocks, op.case_operand, strict=True):
        cases.setdefault(value, _jump(block, operands, c))

    def end(registers: Registers, task: Task) -> Segment | None:
        return cases.get(registers[flag], default)(registers, task)

    c.end(end)


def _cases(values: Any) -> Sequence[int]:
    return [int(value) for value in all_elements(values)]


@handles("cf.assert")
def _assert(op: Any, c: Compiler) -> None:
    condition = c.use(op.operands[0])
    message, least = op.msg.data if isinstance(op.msg, StringAttr) else "", c.least

    def step(registers: Registers) -> None:
        if not least(registers[condition]):
            raise TaskFailure(RunError("R101", f"assertion failed: {message}", op))

    c.step(step)


@handles("rt.check_sizes")
def _check_sizes(op: Any, c: Compiler) -> None:
    left, right, least = c.use(op.left), c.use(op.right), c.least

    def step(registers: Registers) -> None:
        one, other = least(registers[left]), least(registers[right])
        if not op.holds(one, other):
            raise TaskFailure(RunError("R010", op.filled(one, other), op))

    c.step(step)


@handles("rt.check_memory")
def _check_memory(op: Any, c: Compiler) -> None:
    """What cannot be allocated is a fault here: nothing comes behind it."""


@handles("ub.unreachable")
def _unreachable(op: Any, c: Compiler) -> None:
    def end(registers: Registers, task: Task) -> Segment | None:
        raise fault("S005", "the program gets to `ub.unreachable`", op)

    c.end(end)


# ---- scf ----


def yields_to(targets: Sequence[int], go_on: Segment, terminator: str = "scf.yield") -> Terminators:
    """A region whose terminator sets the registers and leaves."""

    def end_region(op: Operation, c: Compiler) -> None:
        c.end(transfer(c.uses(op.operands), targets, go_on))

    return {terminator: end_region}


@handles("scf.if")
def _if(op: Any, c: Compiler) -> None:
    go_on = Segment()
    scope = yields_to(c.slots(op.results), go_on)
    then = transfer((), (), c.region(op.regions[0], scope))
    otherwise = transfer((), (), c.region(op.regions[1], scope) if op.regions[1].blocks else go_on)
    c.branch(c.use(op.operands[0]), then, otherwise, go_on)


@handles("scf.execute_region")
def _execute_region(op: Any, c: Compiler) -> None:
    go_on = Segment()
    entry = c.region(op.regions[0], yields_to(c.slots(op.results), go_on))
    c.end(lambda registers, task: entry, go_on)


@handles("scf.index_switch")
def _index_switch(op: Any, c: Compiler) -> None:
    flag, go_on = c.use(op.operands[0]), Segment()
    scope = yields_to(c.slots(op.results), go_on)
    default = c.region(op.regions[0], scope)
    cases = {
        value: c.region(region, scope)
        for value, region in reversed(list(zip(_cases(op.cases), op.regions[1:], strict=True)))
    }

    def end(registers: Registers, task: Task) -> Segment | None:
        return cases.get(registers[flag], default)

    c.end(end, go_on)


@handles("scf.while")
def _while(op: Any, c: Compiler) -> None:
    go_on, count = Segment(), c.counting()
    before, after = op.regions
    scope, second = Terminators(), Terminators()
    entry = c.region(before, scope)
    starts = c.slots(before.blocks[0].args)
    body = c.region(after, second)

    def condition(inner: Operation, c: Compiler) -> None:
        flag, *values = c.uses(inner.operands)
        repeat = transfer(values, c.slots(after.blocks[0].args), body)
        c.branch(flag, repeat, then(count.leave, transfer(values, c.slots(op.results), go_on)))

    def again(inner: Operation, c: Compiler) -> None:
        c.end(then(count.again, transfer(c.uses(inner.operands), starts, entry)))

    scope["scf.condition"] = condition
    second["scf.yield"] = again
    c.end(then(count.enter, transfer(c.uses(op.operands), starts, entry)), go_on)


@handles("scf.for")
def _for(op: Any, c: Compiler) -> None:
    lower, upper, step, *initial = c.uses(op.operands)
    unsigned = "unsignedCmp" in op.properties or "unsignedCmp" in op.attributes
    count_up(op, c, (lower, upper, step), initial, unsigned=unsigned)


def count_up(
    op: Any,
    c: Compiler,
    bounds: tuple[int, int, int],
    initial: Sequence[int],
    *,
    unsigned: bool = False,
    terminator: str = "scf.yield",
) -> None:
    """A loop whose lower bound, upper bound and step are in these slots when it begins."""
    lower, upper, step = bounds
    go_on, count, choose, least, advance = Segment(), c.counting(), c.choose, c.least, c.advance
    again, together = count.again, c.together
    scope = Terminators()
    body = c.region(op.regions[0], scope)
    variable, *carried = c.slots(op.regions[0].blocks[0].args)
    leave, begin = transfer(carried, c.slots(op.results), go_on), transfer(initial, carried, body)
    first, next_one = (then(before, transfer((), (), body)) for before in (count.enter, again))
    done = then(count.leave, leave)
    mask = (1 << bit_width(op.regions[0].blocks[0].args[0].type)) - 1

    def is_less(x: Value, y: Value) -> Value:
        return (x & mask) < (y & mask) if unsigned else x < y

    def enter(registers: Registers, runner: Any) -> Segment | None:
        more = is_less(registers[lower], registers[upper])
        if least(registers[step]) <= 0 and not (unsigned and registers[step]):
            raise fault("S005", f"the loop's step is {registers[step]}; it must be positive", op)
        begin(registers, runner)
        registers[variable] = registers[lower]
        return choose(more, registers, runner, first, leave)

    def repeat(inner: Operation, c: Compiler) -> None:
        copy = transfer(c.uses(inner.operands), carried, body)

        def end(registers: Registers, runner: Any) -> Segment | None:
            copy(registers, runner)
            if together:
                value = registers[variable] = advance(registers[variable], registers[step], mask >> 1)
                return choose(value < registers[upper], registers, runner, next_one, done)
            # One thread makes its choice here, for speed.
            value = registers[variable] = registers[variable] + registers[step]
            if not (is_less(value, registers[upper]) if unsigned else value < registers[upper]):
                return done(registers, runner)
            if again is not None:
                again(registers, runner)
            return body

        c.end(end)

    scope[terminator] = repeat
    c.end(enter, go_on)


@handles("memref.alloca_scope")
def _alloca_scope(op: Any, c: Compiler) -> None:
    go_on, saved, results = Segment(), c.code.fresh(), c.slots(op.results)
    scope = Terminators()
    entry = c.region(op.regions[0], scope)
    machine = c.machine

    def enter(registers: Registers, task: Task) -> Segment | None:
        registers[saved] = task.allocas
        task.allocas = None
        return entry

    def leave(inner: Operation, c: Compiler) -> None:
        copy = transfer(c.uses(inner.operands), results, go_on)

        def end(registers: Registers, task: Task) -> Segment | None:
            machine.end_allocas(task)
            task.allocas = registers[saved]
            return copy(registers, task)

        c.end(end)

    scope["memref.alloca_scope.return"] = leave
    c.end(enter, go_on)
