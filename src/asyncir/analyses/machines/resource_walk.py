"""What signals, waits, groups and barriers do to what a walk knows (MAC-7 to MAC-17)."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from asyncir.analyses.machines.knowledge import (
    CannotFollow,
    Knowledge,
)
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.state import Row, Signals, learn
from asyncir.dialects import sync
from asyncir.ir import (
    Operation,
    SSAValue,
)
from asyncir.targets.resources import CompletionOrder, ResourceKind, SyncResource, WhenFull
from asyncir.targets.verify_sync import amount_fault

MOST_GROUPS = 80
"""So many groups that may be in flight are told apart."""
_SEVERAL = "several engines use one instance of the resource: they"


class ResourceWalk(Knowledge):
    """Walks through ops of resources."""

    most_groups: int = MOST_GROUPS

    def _key(self, op: Any) -> Hashable:
        """The instance; raises `CannotFollow` where it is not known which."""
        which = op.which
        number = 0 if which is None else which if isinstance(which, int) else self._instance(which)
        if number is None:
            raise CannotFollow(op, "which instance of the resource it is cannot be told")
        resource = self.machine.resource(op.resource.data)
        if resource is None or not 0 <= number < resource.count:
            raise CannotFollow(op, f"'{op.resource.data}' has no instance {number}")
        pair = (op.source.data, op.target.data) if op.source is not None else None
        return (op.resource.data, pair, number)

    def _instance(self, value: SSAValue) -> int | None:
        found = self.numbers.number(value)
        return found.const if found.is_const else None

    def _amount(self, op: Any, default: int) -> int:
        """The number that comes with an op; raises `CannotFollow` where it is not known, or cannot be."""
        amount = op.amount
        if amount is None:
            return default
        found = amount if isinstance(amount, int) else self._instance(amount)
        resource = self.machine.resource(op.resource.data)
        if found is None or resource is None:
            raise CannotFollow(op, "the number that comes with it cannot be told")
        most = None if resource.groups is None else resource.groups.most
        wrong = amount_fault(op.name, resource.kind, found, most)
        if wrong:
            raise CannotFollow(op, wrong)
        return found

    def _signal(self, item: MachineItem) -> None:
        op, x = item.op, item.engine
        assert isinstance(op, sync.SignalOp)
        resource = self.machine.resource(op.resource.data)
        if resource is None or not resource.takes or self._amount(op, 1) != 1:
            raise CannotFollow(op, "only signals of flags and semaphores, by one, are followed")
        key = self._key(op)
        told = self.told_by(x)
        signals = self._signals_of(key, resource)
        signals.taken = self.still_taken(signals, x, told)
        self._check_sources(op, signals, x)
        signals.pending.append(told)
        signals.givers.append(frozenset({op}))
        # Who gives one too many and waits for room gets it: the waits that have taken signals were given before.
        may_be_under_way = 0 if resource.when_full is WhenFull.BLOCK else len(signals.taken)
        if not self._dead and len(signals.pending) + may_be_under_way > resource.capacity:
            self.lost(item, key, "full")
        self._pass(x)

    def _check_sources(self, op: Operation, signals: Signals, x: int) -> None:
        """A wait takes the oldest signal: where several engines give them, each has to come when all before are taken."""
        if signals.sources - {x} and (signals.pending or signals.taken) and not self._dead:
            raise CannotFollow(op, f"{_SEVERAL} give signals, in an order that is open")
        signals.sources |= {x}

    def _check_waits(self, op: Operation, signals: Signals, y: int) -> None:
        """Of several engines that wait, each has to come when the waits before are over: else it may take their signals."""
        row, passed = self.state.rows[y], 2 * self.engines
        others = ((z, at) for z, at in signals.waits.items() if z != y)
        if any(at >= row[passed + z] for z, at in others) and not self._dead:
            raise CannotFollow(op, f"{_SEVERAL} wait for signals, in an order that is open")
        signals.waits[y] = self.now

    def _signals_of(self, key: Hashable, resource: SyncResource) -> Signals:
        found = self.state.signals.get(key)
        if found is None:
            nothing = [0] * (3 * self.engines)
            found = self.state.signals[key] = Signals([nothing for _ in range(resource.initial)])
            found.givers = [frozenset[Operation]()] * resource.initial
        return found

    def surplus(self) -> dict[Hashable, int]:
        """How many more signals of each instance wait to be taken than there were at first."""
        found: dict[Hashable, int] = {}
        for key, signals in self.state.signals.items():
            resource = self.machine.resource(resource_of(key))
            if resource is not None and len(signals.pending) != resource.initial:
                found[key] = len(signals.pending) - resource.initial
        return found

    def held(self) -> dict[Hashable, int]:
        """How many uses of each instance may not be over for who signals, where one too many does harm."""
        found: dict[Hashable, int] = {}
        told: dict[int, Row] = {}
        for key, signals in self.state.signals.items():
            resource = self.machine.resource(resource_of(key))
            # One too many of a flag is seen at once.
            if resource is not None and resource.capacity > 1 and resource.when_full is not WhenFull.BLOCK:
                told |= {x: self.told_by(x) for x in signals.sources if x not in told}
                taken = (len(self.still_taken(signals, x, told[x])) for x in signals.sources)
                found[key] = len(signals.pending) + max(taken, default=0)
        return found

    def still_taken(self, signals: Signals, x: int, told: Row) -> list[tuple[int, int]]:
        """The waits of which engine x does not know that they are over."""
        passed = 2 * self.engines
        return [(y, at) for y, at in signals.taken if y != x and at >= told[passed + y]]

    def _pass(self, engine: int) -> None:
        """An entry of an engine that touches nothing."""
        self.now += 1
        if not engine and self.in_order[0]:
            for each in self.state.rows:
                self._all_of(0, each)

    def _wait(self, item: MachineItem) -> None:
        op, y = item.op, item.engine
        assert isinstance(op, sync.WaitOp)
        resource = self.machine.resource(op.resource.data)
        if resource is not None and resource.kind is ResourceKind.GROUPS:
            self._wait_for_groups(op)
            return
        if resource is None or not resource.takes or self._amount(op, 1) != 1:
            raise CannotFollow(op, "only waits for flags and semaphores, by one, are followed")
        key = self._key(op)
        signals = self._signals_of(key, resource)
        if y:
            learn(self.state.rows[y], self.state.rows[0])
        self._check_waits(op, signals, y)
        if not signals.pending:
            if not self._dead:
                self.lost(item, key, "empty")
        else:
            self.took(item, y, signals.pending.pop(0), signals.givers.pop(0))
            signals.taken.append((y, self.now))
        self.state.waited[y] = self.now
        self._pass(y)

    def took(self, item: MachineItem, engine: int, row: Row, givers: frozenset[Operation]) -> None:
        """A wait is over, by a signal that one of some ops gave."""
        self.tell(engine, row)

    def tell(self, engine: int, row: Row) -> None:
        """An engine has waited for what tells this."""
        if engine:
            learn(self.state.rows[engine], row)
        else:
            learn(self.state.thread, row)
            if self.in_order[0]:
                learn(self.state.rows[0], row)

    def gave(self, engine: int) -> None:
        """Where each work is a group, this one is."""
        name = self.program.engines[engine]
        for resource in self.machine.resources:
            groups = resource.groups
            if groups is not None and groups.commits_each and name in groups.engines:
                self._close(resource.name, groups.engines)

    def _commit(self, op: Operation) -> None:
        assert isinstance(op, sync.CommitOp)
        resource = self.machine.resource(op.resource.data)
        if resource is None or resource.groups is None:
            raise CannotFollow(op, f"'{op.resource.data}' has no groups")
        self._close(resource.name, resource.groups.engines)

    def _close(self, name: str, engines: frozenset[str]) -> None:
        """A group is of works: what its engines have waited for since the last of them is not over with it."""
        row = self.state.rows[0][:]
        if self.in_order[0]:
            self._all_of(0, row)
        for engine in engines:
            number = self.program.engine(engine)
            if number is not None:
                row[number] = row[self.engines + number] = self.now
        groups = self.state.groups.setdefault(name, [])
        groups.append(row)
        del groups[: -self.most_groups]

    def _wait_for_groups(self, op: sync.WaitOp) -> None:
        resource = self.machine.resource(op.resource.data)
        assert resource is not None
        assert resource.groups is not None
        count = self._amount(op, 0)
        groups = self.state.groups.get(resource.name, [])
        if (resource.groups.order is CompletionOrder.OUT_OF_ORDER and count) or count >= len(groups):
            return
        row = groups[-1 - count]
        if op.until is not None and op.until.data == "read":
            row = [*[0] * self.engines, *row[self.engines : 2 * self.engines], *[0] * self.engines]
        self.tell(0, row)

    def _barrier(self, item: MachineItem) -> None:
        if item.op.properties.get("engine") is None:
            self.barrier_of_all()
        else:
            self.barrier_on(item.engine)
        self._pass(item.engine)

    def _fence(self, item: MachineItem) -> None:
        assert isinstance(item.op, sync.FenceOp)
        self.fence(item.op.resource.data)
        self._pass(0)

    def barrier_of_all(self) -> None:
        """Everybody knows that all has arrived."""
        for row in (*self.state.rows, self.state.thread):
            row[:] = [self.now] * len(row)

    def barrier_on(self, engine: int) -> None:
        """An engine knows that all that it was given has arrived; the issuer's works know what its waits told."""
        row = self.state.rows[engine]
        learn(row, self.state.rows[0] if engine else self.state.thread)
        self._all_of(engine, row)


def groups_told_apart(program: MachineProgram) -> int:
    """How many of the youngest groups waits of a program tell apart."""
    most = 1
    for op in program.calls.inside(program.function):
        resource = program.machine.resource(op.resource.data) if isinstance(op, sync.WaitOp) else None
        if resource is not None and resource.groups is not None:
            count = cast("sync.WaitOp", op).amount or 0
            most = max(most, count + 1 if isinstance(count, int) else MOST_GROUPS)
    return min(most, MOST_GROUPS)


def words_of(key: Any) -> str:
    """An instance of a resource, for readers."""
    resource, pair, number = key
    between = f" from {pair[0]} to {pair[1]}" if pair else ""
    return f"'{resource}'[{number}]{between}"


def resource_of(key: Any) -> str:
    """The name of the resource of an instance; empty for what is none."""
    return str(cast("tuple[object, ...]", key)[0]) if isinstance(key, tuple) else ""
