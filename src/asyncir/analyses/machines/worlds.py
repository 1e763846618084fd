"""The worlds in which a program is walked: what is assumed of the numbers that say how often its loops go round.

The question
------------
Which of two slots a loop of n iterations used last depends on n: in one world n is even, in another one it is odd. A walk
that takes both at once knows of neither slot what happened there last. And a loop inside of another one may have no
iteration at all; where both have n of them, the inner one has some whenever the outer one has.

The worlds
----------
A number v from outside decides about loops if each of them goes from a constant to v, or to v less a constant: it has
v + k iterations, each loop with a k of its own. Then all numbers v fall into

    v <= -(greatest k)                    no loop has an iteration
    v = c, for each c between             the loops have so many iterations, for each c a world
    v >= M - (least k), v = r modulo M    all loops come round at least once; a world for each r

M is a multiple of what each loop needs to come back to its first slot, times its step: who has fewer iterations has not
used all of its slots, so that nothing is known of the others. With several numbers each
combination is a world. Where this would be too many worlds, a number stays as it is, and loops that it decides about have
any number of iterations at any time.

Which way a branch goes that an argument decides is a number from outside, too: 0 or 1. So is a condition that the function
computes once and asks several times. That matters where one way tells an engine of another one, and the other way does
nothing of which it would have to be told; or where one branch gives a signal, and another one waits for it. Walks that look
for what is wrong go through each such case (`cases_of`); those that put something in take both ways at once.

Numbers of 64 bits from outside are taken to lie between -2^57 and 2^57, as those that `regular_tasks` reads: v less a
constant does not wrap around.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import lcm, prod

from asyncir.analyses.machines.boxes import Assumed, WalkNumbers
from asyncir.analyses.machines.periods import period_of
from asyncir.analyses.machines.program import LOOPS, MachineProgram, MachineRole
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.walk import enclosing, walk

_MOST_WORLDS = 12
_MOST_CASES = 48
_MOST_APART = 2
"""So many iterations more than another one a loop has that the same number decides about."""


World = tuple[Assumed, ...]


@dataclass(frozen=True, slots=True)
class _Decided:
    """A loop whose number of iterations is that of a value and a constant, divided by its step."""

    loop: Operation
    constant: int
    modulus: int


def worlds_of(program: MachineProgram) -> tuple[World, ...]:
    """The worlds, which together are all executions; one that says nothing where that is enough."""
    if program.worlds is None:
        program.worlds = tuple(_worlds(program))
    return program.worlds


def cases_of(program: MachineProgram) -> tuple[World, ...]:
    """The worlds, each with every way that branches may go which arguments decide and nothing else reads."""
    if program.cases is None:
        found = worlds_of(program)
        for condition in _conditions(program.function):
            if 2 * len(found) <= _MOST_CASES:
                found = tuple((*world, Assumed(condition, way, way)) for world in found for way in (0, 1))
        program.cases = found
    return program.cases


def _conditions(function: Operation) -> Iterator[SSAValue]:
    """Arguments that only branches ask, and other conditions that are computed once and asked again."""
    if not function.regions[0].blocks:
        return
    top = function.regions[0].blocks[0]
    yield from filter(_branches_on, top.args)
    for op in top.ops:
        for condition in op.results:
            branches = _branches_on(condition)
            again = len(branches) > 1 or any(_depth_of(branch) for branch in branches)
            if again and kind_of(op) is not OpKind.CONSTANT:
                yield condition


def _branches_on(condition: SSAValue) -> list[Operation]:
    """The branches that a value decides; none if something else reads it."""
    users = [use.operation for use in condition.uses]
    return users if all(kind_of(user) is OpKind.IF for user in users) else []


def _worlds(program: MachineProgram) -> Iterator[World]:
    by_value: dict[SSAValue, list[_Decided]] = defaultdict(list)
    for op in walk(program.function):
        item = program.item(op) if kind_of(op) is OpKind.COUNTED_LOOP else None
        if item is not None and item.role is MachineRole.LOOP:
            for value, decided in _decided(program, op):
                by_value[value].append(decided)
    choices: list[list[Assumed]] = []
    # How a loop was left matters most where it is executed again.
    for value in sorted(by_value, key=lambda value: -max(map(_depth, by_value[value]))):
        cases = list(_cases(value, by_value[value])) if _is_of_use(by_value[value]) else []
        if cases and prod(map(len, choices)) * len(cases) <= _MOST_WORLDS:
            choices.append(cases)
    return (world for world in product(*choices))


def _depth(decided: _Decided) -> int:
    """How many loops are around a loop."""
    return _depth_of(decided.loop)


def _depth_of(op: Operation) -> int:
    return sum(kind_of(around) in LOOPS for around in enclosing(op))


def _decided(program: MachineProgram, loop: Operation) -> Iterator[tuple[SSAValue, _Decided]]:
    numbers = WalkNumbers()
    (top,) = program.function.regions[0].blocks
    numbers.enter(top)
    low, high, step = (numbers.number(operand) for operand in loop.operands[:3])
    if not step.is_const or step.const <= 0 or not low.is_const or len(high.terms) != 1:
        return
    (name, factor), between = high.terms[0], high - low
    value = numbers.values.get(name) if isinstance(name, str) else None
    period = period_of([*program.calls.inside(loop)], program.machine)
    if (
        value is not None
        and factor == 1
        and _block_of(value) is top
        and high.const <= 0
        and period is not None
    ):
        yield value, _Decided(loop, between.const, step.const * period)


def _block_of(value: SSAValue) -> Block | None:
    if isinstance(value, BlockArgument):
        return value.block
    return value.op.parent if isinstance(value, OpResult) else None


def _is_of_use(loops: list[_Decided]) -> bool:
    """Whether it matters in what way one of the loops was left."""
    return any(each.modulus > 1 or _depth(each) for each in loops)


def _cases(value: SSAValue, loops: list[_Decided]) -> Iterator[Assumed]:
    first, last = -max(each.constant for each in loops), -min(each.constant for each in loops)
    modulus = lcm(*(each.modulus for each in loops))
    if last - first > _MOST_APART or modulus > _MOST_WORLDS:
        return
    last += modulus - 1
    yield Assumed(value, most=first)
    for exact in range(first + 1, last + 1):
        yield Assumed(value, exact, exact)
    for residue in range(modulus):
        yield Assumed(value, last + 1, None, residue, modulus)
