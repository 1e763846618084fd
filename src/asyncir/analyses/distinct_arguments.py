"""Which arrays must not overlap when a function is called, because one of its pipelines takes them to be different ones.

Two arrays of which one is written may overlap only where that changes nothing. Where they are the *same* array, with the
same shape and strides, the accesses of both can be compared (a result that takes the place of an argument is often right);
where they overlap in any other way, each access may touch what any other one does.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate, combinations, product

from asyncir.analyses.aliasing import Root, RootKind, roots
from asyncir.analyses.loop_accesses import Touch, touches_of
from asyncir.analyses.loop_dependences import Passed, broken, dependences_if_same, dependences_of
from asyncir.analyses.slots import PipelineSchedule, commit_groups, waits_needed
from asyncir.dialects.effects import Effects
from asyncir.dialects.pipelining import statements_of
from asyncir.ir import BlockArgument, Operation, SSAValue
from asyncir.ir.marks import GLOBALS

Distinct = dict[tuple[int, int], bool]
"""Arguments of a function, by number and the lower one first: whether they may be the same array, if not overlap.

`GLOBALS` in place of the second one: it must not be memory of a global.
"""

_A_GLOBAL = Root(RootKind.GLOBAL)

_MOST_PAIRS = 64
"""Of more accesses than these of two arrays nobody asks how they lie: the arrays must be different ones."""


def distinct_arguments(loop: Operation, schedule: PipelineSchedule, effects: Effects) -> Distinct:
    """Those of the function around that a loop of statements with this schedule takes to be different arrays."""
    by_argument: dict[BlockArgument, list[Touch]] = {}
    of_globals: list[Touch] = []
    for touch in touches_of(statements_of(loop), effects):
        for root in roots(touch.effect.root):
            argument = root.argument
            if argument is not None:
                by_argument.setdefault(argument, []).append(touch)
            elif root.kind is RootKind.GLOBAL:
                of_globals.append(touch)
    found: Distinct = {}
    overlapping = Passed.of(loop).pairs
    for one, other in combinations(sorted(by_argument, key=lambda a: a.index), 2):
        first, second = by_argument[one], by_argument[other]
        if (one.index, other.index) not in overlapping and _matters(schedule, first, second):
            same = one.type == other.type and _may_be_same(
                loop, schedule, effects, (one, other), (first, second)
            )
            found[one.index, other.index] = same
    for argument, own in by_argument.items():
        if (argument.index, GLOBALS) not in overlapping and _matters(schedule, own, of_globals):
            found[argument.index, GLOBALS] = False
    return found


def of_call(operands: Sequence[SSAValue], callee: Mapping[tuple[int, int], bool]) -> Distinct:
    """What a call asks of the arguments of the function that it is in, the callee asking that."""
    found: Distinct = {}
    for (p, q), same in callee.items():
        others = {_A_GLOBAL} if q == GLOBALS else roots(operands[q])
        for r, s in product(roots(operands[p]), others):
            a, b = r.argument, s.argument
            if a is not None and b is not None and a is not b:
                key = (min(a.index, b.index), max(a.index, b.index))
                passed_on = same and operands[p] is a and operands[q] is b
                found[key] = found.get(key, True) and passed_on
            elif a is not None and s.kind is RootKind.GLOBAL:
                found[a.index, GLOBALS] = False
            elif b is not None and r.kind is RootKind.GLOBAL:
                found[b.index, GLOBALS] = False
    return found


def _matters(schedule: PipelineSchedule, first: Sequence[Touch], second: Sequence[Touch]) -> bool:
    """Whether it may matter that accesses of two arrays touch the same element, whichever they are."""
    writes = ([t for t in first if t.writes], [t for t in second if t.writes])
    pairs = ((writes[0], second), (second, writes[0]), (first, writes[1]), (writes[1], first))
    return any(_may_be_exchanged(schedule, sources, targets) for sources, targets in pairs)


def _may_be_exchanged(schedule: PipelineSchedule, sources: Sequence[Touch], targets: Sequence[Touch]) -> bool:
    """Whether some access of `targets` may come before one of `sources` that the program has before it."""
    if not sources or not targets:
        return False
    if any(schedule.asynchronous[touch.statement] for touch in (*sources, *targets)):
        return True
    never, count = (-1, -1), len(schedule.times)
    latest = [never] * count
    for touch in sources:
        latest[touch.statement] = schedule.times[touch.statement]
    before = [never, *accumulate(latest, max)]
    behind = list(accumulate(reversed(latest), max))[::-1]
    for number in {touch.statement for touch in targets}:
        stage, place = schedule.times[number]
        # In the same iteration those before it, and in the next one all others.
        if before[number] >= (stage, place) or behind[number] >= (stage + 1, place):
            return True
    return False


def _may_be_same(
    loop: Operation,
    schedule: PipelineSchedule,
    effects: Effects,
    arrays: tuple[SSAValue, SSAValue],
    touches: tuple[Sequence[Touch], Sequence[Touch]],
) -> bool:
    """Whether the schedule and its waits are as right where both are the same array."""
    pairs = [
        (a, b) if a.statement <= b.statement else (b, a) for a, b in product(*touches) if a.writes or b.writes
    ]
    if len(pairs) > _MOST_PAIRS:
        return False
    more = dependences_if_same(loop, pairs, *arrays)
    if any(broken(more, schedule.times)):
        return False
    known = dependences_of(loop, statements_of(loop), effects)
    return all(
        waits(schedule, [*known, *more]) == waits(schedule, known) for waits in (waits_needed, commit_groups)
    )
