"""Which ops of synchronisation belong together, and which of them nothing needs.

A barrier is an order of its own, and so are a wait for groups and a fence. Signals and waits of a flag or a semaphore belong
together where one takes what the other gave: only all of them can go, or the rest would not fit any more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.machines.checked import MachineAnswer, checked
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.state import Row
from asyncir.analyses.machines.walk import Walk
from asyncir.ir import Operation
from asyncir.ir.walk import walk

KEEP = "keep"
"""The attribute with which an author says that an op is there for its timing."""

_MOST_TRIED = 200
"""So many orders are tried one by one; of more, only those go that tell nothing anywhere."""


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

    def __init__(self, program: MachineProgram):
        super().__init__(program)
        self.partners: list[tuple[Operation, Operation]] = []
        self.telling: set[Operation] = set()

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


def orders_of(program: MachineProgram) -> list[MadeOrder]:
    """The orders that a program makes, in the order of its text. Raises `CannotFollow`."""
    found = _Partners(program)
    found.run()
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


def _makes_order(program: MachineProgram, op: Operation) -> bool:
    if op in program.ignored:
        return False
    item = program.item(op)
    return item is not None and item.role in _ROLES


def superfluous(program: MachineProgram, orders: Sequence[MadeOrder] | None = None) -> list[MadeOrder]:
    """Orders that can go together, since nothing needs them: later ones first, since what is left of two is the earlier.

    Nothing where the program is not proved.
    """
    try:
        orders = orders_of(program) if orders is None else orders
    except CannotFollow:
        return []
    before = checked(program)
    if not before.proved:
        # What is not known to be right may be: an order that is needed there would seem not to be.
        return []
    gone: list[MadeOrder] = []
    left = [order for order in reversed(orders) if not order.is_kept][:_MOST_TRIED]
    while left:
        needed_now: list[MadeOrder] = []
        for order in left:
            fewer = program.without(order.ops)
            if _is_worse(checked(fewer), before):
                needed_now.append(order)
            else:
                program = fewer
                gone.append(order)
        if len(needed_now) == len(left):
            break
        # What has gone may have been all that needed others.
        left = needed_now
    return [order for order in orders if order in gone]


def needed(program: MachineProgram, order: MadeOrder) -> MachineAnswer | None:
    """What goes wrong without the order; None where nothing does."""
    answer = checked(program.without(order.ops))
    return answer if _is_worse(answer, checked(program)) else None


def _is_worse(answer: MachineAnswer, before: MachineAnswer) -> bool:
    if answer.unknown != before.unknown:
        return True
    return not (answer.races.keys() <= before.races.keys() and answer.misuses.keys() <= before.misuses.keys())
