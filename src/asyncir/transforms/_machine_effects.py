"""Asynchronous effects on the engines of a described machine: initialised, waited for and asked about, as its file says."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.machines.checked import checked
from asyncir.analyses.machines.program import COMPOUND, MachineProgram
from asyncir.analyses.machines.told import most_left
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.interfaces.effect_groups import AsyncEffectGroup, is_before, may_come_after
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.dialects.sync import BarrierOp, CommitOp, InitOp, OfResource, WaitOp, WorkOp
from asyncir.ir import Operation
from asyncir.ir.walk import enclosing, outermost, walk
from asyncir.targets.effect_groups import (
    EngineWait,
    MachineEffects,
    WaitMeans,
    commit_by,
    signal_by,
    uses_resource,
    wait_by,
    wait_for_groups,
    waits_for_engine,
)
from asyncir.targets.machine import MachineModel
from asyncir.targets.resources import SyncResource
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._building import Builder
from asyncir.transforms._remarks import complaint
from asyncir.transforms._vendor_syncs import vendor_op_of
from asyncir.transforms.assign_engines import assign_all


class _Assigned:
    """The function around an op as a program of works and sync ops: a copy in which a vendor's ops are what they mean."""

    def __init__(self, op: Operation, machine: MachineModel, args_alias: bool):
        self.machine = machine
        module = outermost(op)
        copy = module.clone()
        pairs = dict(zip(walk(module), walk(copy), strict=True))
        made = assign_all(copy, machine)
        self._now = {old: made.get(new, new) for old, new in pairs.items()}
        function = next((one for one in enclosing(op) if one.parent_op() is module), op)
        self.program = MachineProgram(pairs[function], machine, args_alias)

    def of(self, op: Operation) -> Operation:
        """What the op is there."""
        return self._now[op]

    def works(self, op: Operation) -> set[Operation]:
        """The works that the op is, or has in it."""
        return {self._now[one] for one in walk(op)}

    def ops(self) -> Iterator[tuple[Operation, OfResource]]:
        """The ops on resources of the function, each with what it is in the program itself."""
        for old, new in self._now.items():
            if isinstance(new, OfResource) and self.program.function in enclosing(new):
                yield old, new

    def faults(self) -> tuple[int, bool]:
        """How many resources are misused, and whether the program cannot be followed."""
        answer = checked(self.program)
        return len(answer.misuses), bool(answer.unknown)


class MachineEffectSystem:
    """What a machine's file says of the asynchronous effects of ops."""

    def __init__(self, machine: MachineModel, args_alias: bool = False):
        self.machine = machine
        self.args_alias = args_alias
        self.name = MachineEffects(machine).system
        self._reserved: dict[tuple[Operation, str], int] = {}
        """The instances that were initialised for a group, by its op and the resource."""

    def groups(self, op: Operation) -> Sequence[AsyncEffectGroup] | None:
        """See `EffectSystem`."""
        return MachineEffects(self.machine).groups(op)

    # ---- preparing

    def create_init(self, group: AsyncEffectGroup, before: Operation) -> Operation | None:
        """See `EffectSystem`."""
        way = next(iter(self._ways(group, before)), None)
        if way is None or way.resource is None or not way.resource.initialised:
            return None
        resource = way.resource
        instance = self._instance(group, way, resource)
        if instance is None:
            what = (
                f"there are too few instances of '{resource.name}' for \"{group.engine}\": {resource.count}"
            )
            raise _nothing_waits(what, group.op)
        self._reserved[group.op, resource.name] = instance
        return self._put(InitOp(resource.name, instance, resource.initial), before, group)

    def does_initialize(self, group: AsyncEffectGroup, other: Operation | None) -> bool:
        """See `EffectSystem`."""
        ways = [way for way in self._ways(group, group.op) if way.resource and way.resource.initialised]
        if other is None:
            return not ways
        made = self._assigned(group.op).of(other)
        fits = any(
            way.resource and uses_resource(made, way.resource, group.engine, way.waiter) for way in ways
        )
        return isinstance(made, InitOp) and fits and is_before(other, group.op)

    # ---- waiting

    def create_wait(self, group: AsyncEffectGroup, before: Operation) -> Operation:
        """See `EffectSystem`; who does `before` waits.

        The first of the machine's ways is taken that does it at this place, and by which no resource is misused.
        """
        known = self._assigned(group.op).faults()
        for way in self._ways(group, before):
            made = self._made(group, way, before)
            if made and self._assigned(group.op).faults() <= known and self.does_sync(group, made[-1]):
                return made[-1]
            for one in made:
                erase(one)
        raise _nothing_waits(f"nothing on '{self.machine.name}' waits here for \"{group.engine}\"", before)

    def does_sync(self, group: AsyncEffectGroup, other: Operation, younger: int = 0) -> bool:
        """See `EffectSystem`: true for who executes `other`."""
        asked = self._assigned(group.op)
        op = asked.of(other)
        if isinstance(op, BarrierOp) and op.engine is None and may_come_after(group.op, other):
            return True  # It is for all that was given before, whatever else is in the program.
        works = asked.works(group.op)
        left = most_left(asked.program, works, group.engine, op, group.milestone)
        return left is not None and left <= younger

    def _ways(self, group: AsyncEffectGroup, before: Operation) -> Iterator[EngineWait]:
        of = self.groups(before) if before is not group.op and kind_of(before) not in COMPOUND else None
        waiter = of[0].engine if of else None
        yield from waits_for_engine(self.machine, group.engine, waiter or self.machine.issuer)

    def _made(self, group: AsyncEffectGroup, way: EngineWait, before: Operation) -> list[Operation]:
        """What is put into the program, the wait last; nothing where that cannot be."""
        if way.means in (WaitMeans.BARRIER, WaitMeans.ALL):
            engine = way.waiter if way.means is WaitMeans.BARRIER else None
            return [self._put(BarrierOp(engine), before, group)]
        resource = way.resource
        assert resource is not None
        if way.means is WaitMeans.GROUP:
            return self._group(group, resource, before)
        instance = self._instance(group, way, resource)
        if instance is None or not self._is_ready(group, resource, instance):
            return []
        signal = signal_by(resource, group.engine, way.waiter, instance)
        wait = wait_by(resource, group.engine, way.waiter, instance)
        return [self._put(signal, group.op, group, behind=True), self._put(wait, before, group)]

    def _group(self, group: AsyncEffectGroup, resource: SyncResource, before: Operation) -> list[Operation]:
        found: list[Operation] = []
        asked = self._assigned(group.op)
        commits_each = resource.groups is not None and resource.groups.commits_each
        following = None if group.op.next_op is None else asked.of(group.op.next_op)
        committed = isinstance(following, CommitOp) and following.resource.data == resource.name
        if not commits_each and not committed:
            waits = (
                op for _, op in asked.ops() if isinstance(op, WaitOp) and op.resource.data == resource.name
            )
            if any(op.amount != 0 for op in waits):
                return []  # One more group would change what they count.
            found.append(self._put(commit_by(resource), group.op, group, behind=True))
        return [*found, self._put(wait_for_groups(resource, 0, group.milestone), before, group)]

    def _instance(self, group: AsyncEffectGroup, way: EngineWait, resource: SyncResource) -> int | None:
        """The instance that was initialised for the group, or one that nothing in the function uses."""
        reserved = self._reserved.get((group.op, resource.name))
        if reserved is not None:
            return reserved
        used = [
            op
            for _, op in self._assigned(group.op).ops()
            if uses_resource(op, resource, group.engine, way.waiter)
        ]
        numbers = [0 if op.which is None else op.which for op in used]
        if not all(isinstance(number, int) for number in numbers):
            return None  # A computed one may be any.
        return next((n for n in range(resource.count) if n not in numbers), None)

    def _is_ready(self, group: AsyncEffectGroup, resource: SyncResource, instance: int) -> bool:
        """Whether the instance need not be initialised, or is."""
        return not resource.initialised or any(
            isinstance(op, InitOp)
            and op.resource.data == resource.name
            and (op.which or 0) == instance
            and is_before(old, group.op)
            for old, op in self._assigned(group.op).ops()
        )

    def _put(
        self, made: Operation, place: Operation, group: AsyncEffectGroup, behind: bool = False
    ) -> Operation:
        """Put an op in front of a place, or behind it; among a vendor's ops as the vendor has it."""
        at(made, place.location)
        assert place.parent is not None
        if behind:
            place.parent.insert_op_after(made, place)
        else:
            place.parent.insert_op_before(made, place)
        vendor = None if isinstance(group.op, WorkOp) else vendor_op_of(self.machine, made, Builder(made))
        if vendor is not None:
            erase(made)
        return vendor or made

    def _assigned(self, op: Operation) -> _Assigned:
        return _Assigned(op, self.machine, self.args_alias)


def _nothing_waits(what: str, op: Operation) -> DiagnosticError:
    return DiagnosticError(complaint("P151", what, op, "put a `sync.barrier` where waiting costs least"))
