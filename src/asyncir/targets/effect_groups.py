"""What of an op is asynchronous on a described machine, and by which of its resources that can be waited for.

The file says it all: which engine does an op (`sync.work`, `[[op]]`), whether the issuer overlaps with itself, and which
flags, semaphores, groups and barriers two engines have. Nothing here is about one program: how many instances there are for
an order, and whether one is free, is found by those who ask.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto
from typing import TypeVar

from asyncir.dialects.effects import Access, Effect, Effects, Milestone
from asyncir.dialects.interfaces.effect_groups import AsyncEffectGroup, in_memory
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import CommitOp, OfResource, SignalOp, WaitOp, WorkOp
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import enclosing, walk
from asyncir.targets.machine import ALL, MachineModel
from asyncir.targets.matching import NotGiven, VendorWork, as_work
from asyncir.targets.resources import CompletionOrder, SyncResource

# ---- what can be waited for


class WaitMeans(Enum):
    """How an order between two engines is made."""

    SIGNAL = auto()
    """The one engine gives a signal, the other waits for it."""
    GROUP = auto()
    """The process commits a group, and waits for it."""
    BARRIER = auto()
    """A barrier on an engine."""
    ALL = auto()
    """A barrier of all engines."""
    FENCE = auto()
    """What has arrived is made visible to another proxy."""


@dataclass(frozen=True, slots=True)
class EngineWait:
    """One way to wait for an engine."""

    means: WaitMeans
    waiter: str
    """The engine that waits; with `ALL` everybody does."""
    resource: SyncResource | None = None


def signals_between(machine: MachineModel, one: str, other: str) -> SyncResource | None:
    """What an engine can give another one signals with, of which a wait takes one."""
    for resource in machine.resources:
        between = (one, other) in resource.pairs if resource.pairs is not None else True
        users = resource.users is None or {one, other} <= resource.users
        # A signal that is there from the beginning would be waited for instead of the one that tells something.
        if resource.takes and between and users and not resource.initial:
            return resource
    return None


def groups_with(machine: MachineModel, engine: str) -> SyncResource | None:
    """The FIFO in which the works of an engine are, if there is one."""
    for resource in machine.resources:
        if resource.groups is not None and engine in resource.groups.engines:
            return resource
    return None


def works_overlap(machine: MachineModel, engine: str) -> bool:
    """Whether an engine begins something before what it was given earlier is over."""
    found = machine.engine(engine)
    return found is not None and (found.order is not CompletionOrder.IN_ORDER or found.count > 1)


def waits_for_engine(machine: MachineModel, one: str, other: str) -> Iterator[EngineWait]:
    """How `other` can wait for `one`, what holds up least first. Engines that have no resource in common have no signal."""
    issuer = machine.issuer
    if one in (other, issuer):
        if one in machine.barriers:
            yield EngineWait(WaitMeans.BARRIER, one)
    else:
        if (signals := signals_between(machine, one, other)) is not None:
            yield EngineWait(WaitMeans.SIGNAL, other, signals)
        if (groups := groups_with(machine, one)) is not None:
            yield EngineWait(WaitMeans.GROUP, issuer, groups)
        if other != issuer and (signals := signals_between(machine, one, issuer)) is not None:
            yield EngineWait(WaitMeans.SIGNAL, issuer, signals)
    if ALL in machine.barriers:
        yield EngineWait(WaitMeans.ALL, ALL)


def signal_by(resource: SyncResource, one: str, other: str, instance: Number) -> SignalOp:
    """The signal that an engine gives another one."""
    return _by(SignalOp, resource, one, other, one, instance)


def wait_by(resource: SyncResource, one: str, other: str, instance: Number) -> WaitOp:
    """The wait for a signal that an engine gives another one."""
    return _by(WaitOp, resource, one, other, other, instance)


_ByEngine = TypeVar("_ByEngine", SignalOp, WaitOp)


def _by(
    kind: type[_ByEngine], resource: SyncResource, one: str, other: str, engine: str, instance: Number
) -> _ByEngine:
    if resource.pairs is not None:
        return kind(resource.name, instance, source=one, target=other)
    return kind(resource.name, instance, engine=engine)


def commit_by(resource: SyncResource) -> CommitOp:
    """What closes a group, where not each work is one by itself."""
    assert resource.groups is not None
    assert not resource.groups.commits_each
    return CommitOp(resource.name)


def wait_for_groups(resource: SyncResource, stay: int, milestone: Milestone = Milestone.WRITTEN) -> WaitOp:
    """The wait for all groups but so many, or for what they read alone, if the machine has that."""
    assert resource.groups is not None
    read = milestone is Milestone.SOURCE_READ and resource.groups.reads
    return WaitOp(resource.name, number=stay, until="read" if read else None)


def uses_resource(op: Operation, resource: SyncResource, one: str, other: str) -> bool:
    """Whether an op is of the instances that two engines have of a resource."""
    if not isinstance(op, OfResource) or op.resource.data != resource.name:
        return False
    if resource.pairs is None or op.source is None or op.target is None:
        return True
    return (op.source.data, op.target.data) == (one, other)


# ---- what is asynchronous

_COMPOUND = frozenset({OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP, OpKind.IF, OpKind.SWITCH, OpKind.REGION})
"""What does what is in it: the groups of that are its own."""


def _listed(reads: Iterable[SSAValue], writes: Iterable[SSAValue]) -> tuple[Effect, ...]:
    """All of the memory that is listed is read and written."""
    return (
        *(Effect(Access.READ, value, whole=True) for value in reads),
        *(Effect(Access.WRITE, value, whole=True) for value in writes),
    )


class MachineEffects:
    """The asynchronous effects of ops on a machine."""

    def __init__(self, machine: MachineModel, effects: Effects | None = None):
        self.machine = machine
        self._effects = Effects() if effects is None else effects

    @property
    def system(self) -> str:
        """What tells groups of this machine from those of other systems."""
        return f"machine {self.machine.name}"

    def of_work(self, work: WorkOp) -> tuple[Effect, ...]:
        """All that a work reads and writes: what it lists, and what is done in it."""
        inner = (effect for each in walk(work.body) for effect in self._of_leaf(each))
        return tuple(dict.fromkeys((*_listed(work.read, work.written), *in_memory(inner))))

    def _of_leaf(self, op: Operation) -> Sequence[Effect]:
        """The effects of an op of a work; of what has regions, those of what is in them.

        What an `[[op]]` table says that an op touches is all that it touches.
        """
        if op.regions and kind_of(op) is not OpKind.OTHER:
            return ()
        vendor = self._vendor(op)
        if vendor is not None and (vendor.table.reads is not None or vendor.table.writes is not None):
            return _listed(vendor.reads, vendor.writes)
        return self._effects.of(op)

    def _vendor(self, op: Operation) -> VendorWork | None:
        """The op as an `[[op]]` table has it."""
        try:
            return as_work(self.machine, op)
        except NotGiven:
            return None

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """The groups of an op; None for one that no engine takes."""
        if any(isinstance(around, WorkOp) for around in enclosing(op)):
            return ()  # What the work does is the work's.
        found: dict[str, list[Effect]] = {}
        for engine, effects in self._works_in(op):
            found.setdefault(engine, []).extend(effects)
        if not found:
            return None
        return [each for engine, effects in found.items() for each in self._complete(op, engine, effects)]

    def _works_in(self, op: Operation) -> Iterator[tuple[str, Sequence[Effect]]]:
        """What engines are given by an op: it is a work, or has works in its regions."""
        if isinstance(op, WorkOp):
            engine = op.engine.data
            if engine != self.machine.issuer or works_overlap(self.machine, engine):
                yield engine, self.of_work(op)
            return
        vendor = self._vendor(op)
        if vendor is not None:
            yield vendor.engine, _listed(vendor.reads, vendor.writes) or in_memory(self._effects.of(op))
            return
        if kind_of(op) in _COMPOUND:
            for region in op.regions:
                for block in region.blocks:
                    for inner in block.ops:
                        yield from self._works_in(inner)
        elif (
            not op.regions
            and works_overlap(self.machine, self.machine.issuer)
            and (own := in_memory(self._effects.of(op)))
        ):
            # One thread of a block is through with it, others may not be (MAC-8).
            yield self.machine.issuer, own

    def _complete(self, op: Operation, engine: str, effects: Sequence[Effect]) -> Iterator[AsyncEffectGroup]:
        """Sources are read before all is written; that is a group of its own where the machine has a wait for it."""
        late = [replace(effect, milestone=_milestone(effect)) for effect in dict.fromkeys(effects)]
        groups = groups_with(self.machine, engine)
        reads = [effect for effect in late if effect.access is Access.READ]
        if groups is not None and groups.groups is not None and groups.groups.reads:
            others = tuple(effect for effect in late if effect.access is not Access.READ)
            parts = [(tuple(reads), Milestone.SOURCE_READ), (others, Milestone.WRITTEN)]
        else:
            parts = [(tuple(late), Milestone.WRITTEN if len(reads) < len(late) else Milestone.SOURCE_READ)]
        for part, milestone in parts:
            if part:
                yield AsyncEffectGroup(op, self.system, part, engine, milestone)


def _milestone(effect: Effect) -> Milestone:
    return Milestone.SOURCE_READ if effect.access is Access.READ else Milestone.WRITTEN
