"""Which group is the n-th youngest of a FIFO, at any point of a program: what `wait N` leaves to be named."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from asyncir.analyses.carried import (
    Carried,
    CarriedChange,
    CarriedPlace,
    Given,
    Node,
    Quantity,
    Unknown,
    Variable,
)
from asyncir.analyses.fifo_changes import FifoChanges
from asyncir.dialects.interfaces.completion import commits
from asyncir.ir import Operation

READY = Given("ready")
"""The group that is not there: fewer were committed so far."""


@dataclass(slots=True)
class _Groups(Quantity):
    """What ops do to the groups of FIFOs: a variable's index is the number of groups that are younger."""

    initial = READY
    fifos: FifoChanges
    most: int
    _given: dict[Operation, Given] = field(default_factory=dict[Operation, Given])

    def changed_by(self, op: Operation, variable: Variable) -> CarriedChange | None:
        """A commit makes all groups of its FIFO older by one."""
        if commits(op) is None:
            return None
        ids = self.fifos.ids[op]
        if ids is None:
            return Unknown(op, "callers disagree about which queues share a FIFO")
        if op in self.fifos.hiding:
            return Unknown(op, "what is called in it may commit as well")
        older = (Variable(variable.scope, variable.index - 1),) if variable.index else ()
        if not ids.complete or set(ids.fifos.values()) != {variable.scope}:
            return (*older, variable)
        if older:
            return older[0]
        return self._given.setdefault(op, Given(op))

    def refuses(self, place: CarriedPlace, variable: Variable) -> str | None:
        """Only so many tokens are carried."""
        if variable.index < self.most:
            return None
        return f"more than {self.most} tokens would have to be carried here"


class YoungestGroups:
    """Answers which groups are which at the ops of a module: ask, `solve`, then look at the nodes' values."""

    def __init__(self, fifos: FifoChanges, most: int) -> None:
        self.carried = Carried(fifos.module, fifos.changes, _Groups(fifos, most))

    def before(self, op: Operation, fifo: Hashable, age: int) -> Node:
        """The group in front of `op` that is older than `age` others of its FIFO."""
        return self.carried.before(op, Variable(fifo, age))
