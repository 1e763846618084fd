"""Waits that stand in front of their signals: a block's ops in an order in which the signal comes first.

In which order a process gives entries to one engine matters; in which order it gives them to two engines does not, since
each begins what it was given when its own entries before are over. So where engine y waits for a signal that x is given
further down, all that x is given in between may be taken to be given first. That is another order of the same program,
and one that a walk can follow: it comes to the signal before it comes to the wait.

It is so where the process itself neither touches memory nor waits in between, no queue comes to an end, and the machine
allows that a wait comes first. Where x waits in between, too, each may wait for the other, and nothing is changed. Only
waits are looked at in front of which nobody gives a signal that they could take.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence

from asyncir.dialects import sync
from asyncir.dialects.sync import SignalOp, WaitOp
from asyncir.ir import Operation
from asyncir.targets.machine import MachineModel

_MOST_BETWEEN = 32
"""So far behind its wait a signal is looked for."""
_ENTRIES = (sync.WorkOp, SignalOp, WaitOp, sync.BarrierOp)


class EarlyWaits:
    """The waits of a function that stand in front of their signals."""

    def __init__(self, ops: Sequence[Operation], machine: MachineModel, engine: Callable[[Operation], str]):
        """`ops` are all ops of synchronisation, in order; `engine` says who executes one, if anybody is named."""
        self.machine = machine
        self.engine = engine
        self.waits = set(self._early(ops))

    def _early(self, ops: Sequence[Operation]) -> list[WaitOp]:
        """The waits in front of which there is no signal that they could take."""
        found: list[WaitOp] = []
        given: dict[object, set[object]] = defaultdict(set)
        for op in ops:
            if isinstance(op, SignalOp):
                given[_kind(op)].add(op.which)
            elif isinstance(op, WaitOp):
                there = given[_kind(op)]
                unlike = isinstance(op.which, int) and all(isinstance(one, int) for one in there)
                if (not there or (unlike and op.which not in there)) and self._may_come_first(op):
                    found.append(op)
        return found

    def _may_come_first(self, wait: WaitOp) -> bool:
        resource = self.machine.resource(wait.resource.data)
        if resource is None or not resource.takes or resource.initial or resource.freezes:
            return False
        return resource.pairs is not None  # Else others may take the signal.

    def in_turn(self, ops: Sequence[Operation]) -> list[Operation]:
        """The ops of a block that matter, with what early waits need in front of them."""
        found = list(ops)
        for wait in ops if self.waits else ():
            if wait in self.waits:
                start = found.index(wait)
                between = self._between(found[start : start + _MOST_BETWEEN])
                giver = self.engine(between[-1]) if between else ""
                first = [op for op in between if self.engine(op) == giver]
                rest = [op for op in between if self.engine(op) != giver]
                found[start : start + len(between)] = [*first, *rest]
        return found

    def _between(self, ops: Sequence[Operation]) -> Sequence[Operation]:
        """From a wait to its signal, if nothing in between keeps the signal from coming first; else nothing."""
        wait = ops[0]
        assert isinstance(wait, WaitOp)
        for number, op in enumerate(ops):
            if not isinstance(op, _ENTRIES) or not self._has_room(self.engine(op)):
                return ()
            if isinstance(op, SignalOp) and _kind(op) == _kind(wait) and op.which == wait.which:
                giver = self.engine(op)
                waits = any(
                    isinstance(one, WaitOp) and self.engine(one) == giver for one in ops[: number + 1]
                )
                return () if waits else ops[: number + 1]
        return ()

    def _has_room(self, name: str) -> bool:
        """Whether an engine, which is not the process, takes all that it is given."""
        model = self.machine.engine(name)
        return name not in ("", self.machine.issuer) and model is not None and model.queue is None


def _kind(op: SignalOp | WaitOp) -> object:
    """What a signal and its wait have in common, but for the instance."""
    return (op.resource, op.source, op.target)
