"""Which ops of synchronisation belong together, and which of them nothing needs.

A barrier is an order of its own, and so are a wait for groups and a fence. Signals and waits of a flag or a semaphore belong
together where one takes what the other gave: only all of them can go, or the rest would not fit any more.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from asyncir.analyses.machines.checked import (
    MachineAnswer,
    SoonFound,
    checked,
    checked_with_steps,
    is_soon_done,
    most_steps,
    soon_found,
    told_apart,
)
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.needless import GoesWrong, OrderTrials, TriedOrder, tried
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.resource_walk import groups_told_apart
from asyncir.analyses.machines.state import Row
from asyncir.analyses.machines.stretches import Stretches
from asyncir.analyses.machines.walk import Walk
from asyncir.analyses.machines.worlds import World
from asyncir.ir import Operation
from asyncir.ir.walk import walk

KEEP = "keep"
"""The attribute with which an author says that an op is there for its timing."""

_MOST_TRIED = 200
"""So many orders are tried one by one, where they are."""
_MOST_WALKS = 48
_FEW_STEPS = 50_000
"""Where walks without one order after the other have no more steps than this, trials are not sooner done."""
_MOST_STEPS = 100_000
"""All walks that try orders have no more steps than this together, if they are more than two;"""
_FREE_STEPS = 100_000
"""trials so many, and"""
_STEPS_OF_EACH = 32
"""so many for each op of the program."""
_ENDLESS = 1 << 62


@dataclass(frozen=True)
class MadeOrder:
    """Ops of synchronisation that only make sense together, in the order of the text."""

    ops: tuple[Operation, ...]

    @property
    def is_kept(self) -> bool:
        """Whether its author wants it, needed or not."""
        return any(KEEP in op.attributes for op in self.ops)


class _Partners(Walk):
    """A walk that notes which waits may take which signals, and which ops tell something that was not known."""

    def __init__(self, program: MachineProgram, apart: Sequence[World] = ()):
        super().__init__(program)
        self._apart = apart
        self.most_groups = groups_told_apart(program)
        self.partners: list[tuple[Operation, Operation]] = []
        self.telling: set[Operation] = set()

    def worlds(self) -> Sequence[World]:
        """See `Walk`."""
        return self._apart or super().worlds()

    def partner(self, op: Operation, others: frozenset[Operation]) -> None:
        """See `Walk`."""
        self.partners += [(other, op) for other in others]

    def took(self, item: MachineItem, engine: int, row: Row, givers: frozenset[Operation]) -> None:
        """See `Walk`."""
        self.partners += [(giver, item.op) for giver in givers]
        known = self.state.rows[engine] if engine else self.state.thread
        if any(new > old for new, old in zip(row, known, strict=True)):
            self.telling.update((item.op, *givers))
        super().took(item, engine, row, givers)


_ROLES = frozenset(
    {
        *(MachineRole.SIGNAL, MachineRole.WAIT, MachineRole.BARRIER),
        *(MachineRole.INIT, MachineRole.ARM, MachineRole.FREE, MachineRole.FENCE),
    }
)


def orders_of(program: MachineProgram, by_worlds: bool = True) -> list[MadeOrder]:
    """The orders that a program makes, in the order of its text. Raises `CannotFollow`.

    A walk through all worlds at once is sooner done, and takes more ops to belong together.
    """
    found = _partners(program, by_worlds)
    group: dict[Operation, list[Operation]] = {}
    for op in walk(program.function):
        if _makes_order(program, op):
            group[op] = [op]
    for one, other in found.partners:
        if one in group and other in group and group[one] is not group[other]:
            group[one].extend(group[other])
            for op in group[other]:
                group[op] = group[one]
    places = {op: number for number, op in enumerate(walk(program.function))}
    unique = {id(ops): ops for ops in group.values()}
    return [MadeOrder(tuple(sorted(ops, key=places.__getitem__))) for ops in unique.values()]


def _partners(program: MachineProgram, by_worlds: bool) -> _Partners:
    """A walk world by world where that is asked for and soon done, else one through all of them at once."""
    once = _Partners(program)
    once.by_worlds, once.most_steps = False, most_steps(program)
    apart: Sequence[World] = ()
    try:
        once.run()
    except CannotFollow:
        apart = told_apart(program, once.steps)
        if not apart:
            raise
    if apart or (by_worlds and is_soon_done(program, once.steps)):
        once = _Partners(program, apart)
        once.run()
    return once


def _makes_order(program: MachineProgram, op: Operation) -> bool:
    if op in program.ignored:
        return False
    item = program.item(op)
    return item is not None and item.role in _ROLES


@dataclass(frozen=True)
class JudgedOrders:
    """What is known of a program's orders, in the order of its text."""

    superfluous: list[MadeOrder]
    """Those that can go together, since nothing needs them."""
    undecided: list[MadeOrder]
    """Those of which that was not found out: it takes too long."""


def superfluous(program: MachineProgram, orders: Sequence[MadeOrder] | None = None) -> list[MadeOrder]:
    """Orders that can go together, since nothing needs them: later ones first, since what is left of two is the earlier.

    Nothing where the program is not proved.
    """
    try:
        orders = orders_of(program) if orders is None else orders
    except CannotFollow:
        return []
    return judged(program, orders).superfluous


def superfluous_among(program: MachineProgram, ops: Collection[Operation]) -> list[MadeOrder]:
    """Orders of these ops alone that can go together, as far as is soon told; nothing where it is not proved."""
    try:
        orders = orders_of(program, by_worlds=False)
    except CannotFollow:
        return []
    offered = [
        order for order in reversed(orders) if not order.is_kept and all(op in ops for op in order.ops)
    ]
    if not offered or program.has_early_waits:
        return []
    before, steps = checked_with_steps(program)
    if not before.proved:
        return []
    gone, _ = _told_of(program, offered, steps)
    return list(gone)


def judged(program: MachineProgram, orders: Sequence[MadeOrder]) -> JudgedOrders:
    """Which orders can go together, later ones first."""
    before, steps = checked_with_steps(program)
    if not before.proved:
        # What is not known to be right may be: an order that is needed there would seem not to be.
        return JudgedOrders([], list(orders))
    offered = [order for order in reversed(orders) if not order.is_kept]
    found = _told_of(program, offered, steps)
    gone, undecided = ({id(order) for order in some} for some in found)
    return JudgedOrders(
        [order for order in orders if id(order) in gone],
        [order for order in orders if id(order) in undecided],
    )


def _is_proved_without(program: MachineProgram, orders: Sequence[MadeOrder]) -> bool:
    found = soon_found(program.without(op for order in orders for op in order.ops))
    return found is SoonFound.PROVED


_Found = tuple[Sequence[MadeOrder], Sequence[MadeOrder]]
"""Orders that go, and those of which nothing is known."""


def _told_of(program: MachineProgram, offered: Sequence[MadeOrder], steps: int) -> _Found:
    """By trials, or by walks without one order after the other where that is as soon done, or trials do not do."""
    if not program.has_early_waits and len(offered) * steps > _FEW_STEPS:
        found = by_trials(program, offered, steps)
        if found is not None and _is_proved_without(program, found[0]):
            return found
    return one_by_one(program, offered, steps)


def by_trials(program: MachineProgram, offered: Sequence[MadeOrder], steps: int) -> _Found | None:
    """By walks that try all orders at once; None where that does not do. World by world more is known."""
    for by_worlds in (True, False) if is_soon_done(program, steps) else (False,):
        try:
            return _in_rounds(program, offered, steps, by_worlds)
        except (GoesWrong, CannotFollow):
            continue
    return None


def _in_rounds(program: MachineProgram, offered: Sequence[MadeOrder], steps: int, by_worlds: bool) -> _Found:
    """Walk, as long as orders go; what has gone may have been all that needed others."""
    each = {tried(order.ops): order for order in offered}
    gone: list[MadeOrder] = []
    left = _FREE_STEPS + _STEPS_OF_EACH * program.size + 4 * steps
    for _ in range(min(_MOST_WALKS, _most_walks(steps))):
        trials = OrderTrials(program, list(each), left)
        trials.by_worlds = by_worlds
        trials.run()
        left -= trials.spent
        go, wait = _apart(list(each))
        gone += [each[one] for one in go]
        program = program.without(op for one in go for op in one.ops)
        more = bool(go or wait)
        are_close = len(go) < 2 and any(not one.open for one in wait)
        untried = [each[one] for one in each if one.untried]
        close = [each[one] for one in wait]
        each = {one.again(): order for one, order in each.items() if one not in go}
        if are_close:
            # Trials that overlap are no better than walks without one order after the other.
            more_gone, undecided = one_by_one(program, close, steps)
            return [*gone, *more_gone], [*undecided, *untried]
        if not more:
            return gone, untried
    return gone, list(each.values())


def _most_walks(steps: int) -> int:
    """How many walks of so many steps there may be."""
    return max(2, _MOST_STEPS // max(1, steps))


def _apart(orders: Sequence[TriedOrder]) -> tuple[list[TriedOrder], list[TriedOrder]]:
    """The orders that can go at once, and those that have to wait for others: their trials overlap, or were not over."""
    steps = Stretches()
    go: list[TriedOrder] = []
    wait: list[TriedOrder] = []
    for one in orders:
        if one.untried:
            continue
        is_apart = steps.are_free(one.windows)
        if one.needed and is_apart:
            continue
        if one.open:
            wait.append(one)
            steps.take([(one.began, _ENDLESS)])
            continue
        (go if is_apart and not one.needed else wait).append(one)
        steps.take(one.windows)
    return go, wait


def one_by_one(program: MachineProgram, offered: Sequence[MadeOrder], steps: int) -> _Found:
    """By walks without one order after the other, in a program that is right, of which a walk has so many steps."""
    most = _most_walks(steps)
    gone: list[MadeOrder] = []
    left = list(offered)[: min(most, _MOST_TRIED)]
    undecided = list(offered)[len(left) :]
    while left:
        again: list[MadeOrder] = []
        count = len(gone)
        for number, order in enumerate(left):
            if not most:
                return gone, [*undecided, *left[number:]]
            most -= 1
            fewer = program.without(order.ops)
            found = soon_found(fewer, steps)
            if found is SoonFound.PROVED:
                program = fewer
                gone.append(order)
            elif found is SoonFound.UNSURE:
                again.append(order)
        # What has gone may have been all that needed others; who prevents a race does so with fewer orders, too.
        left = again if len(gone) > count else []
    return gone, undecided


def needed(program: MachineProgram, order: MadeOrder) -> MachineAnswer | None:
    """What goes wrong without the order; None where nothing does."""
    answer = checked(program.without(order.ops))
    return answer if _is_worse(answer, checked(program)) else None


def _is_worse(answer: MachineAnswer, before: MachineAnswer) -> bool:
    if answer.unknown != before.unknown:
        return True
    return not (answer.races.keys() <= before.races.keys() and answer.misuses.keys() <= before.misuses.keys())
