"""The changes of its synchronisation that a program offers, and in which order they are tried.

What is wrong shows at a *spot*: the wait that finds no signal, the work that begins too early. Its cause is mostly near, in a
program of any length. So changes come in rings around the spot: first all kinds of them within a few places, then within
four times as many, until the whole program has been offered. Rings are made when they are asked for.

A *place* is in front of an op that matters to the machine, or in front of the end of a block: what else stands between two
such ops makes no difference to synchronisation.
"""

from __future__ import annotations

from bisect import bisect_left
from collections import defaultdict, deque
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice

from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.dialects import arith
from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import BarrierOp, CommitOp, OfResource, SignalOp, WaitOp
from asyncir.ir import Block, Operation, OpResult, SSAValue
from asyncir.ir.walk import block_of, enclosing, walk
from asyncir.targets.machine import ALL
from asyncir.targets.resources import GroupsOfWorks, ResourceKind, SyncResource
from asyncir.transforms._lasting_changes import LIFE, added, shifts
from asyncir.transforms._sync_changes import KEEP, SYNC, ChangeWay, Kind, SyncChange

_MOST_IN_FLIGHT = 3
"""Waits that let more groups than this be in flight are not added."""
_NEAR = 32
"""The first ring has so many places on each side of a spot."""


@dataclass(frozen=True, slots=True)
class _Ring:
    """The places that are not further from a spot than so many, and the ops of synchronisation there."""

    places: Sequence[Operation]
    ops: frozenset[Operation]

    def among(self, ops: Iterable[Operation]) -> list[Operation]:
        """Those of the ops that are in it."""
        return [op for op in ops if op in self.ops]


class SyncChanges:
    """The changes that a program offers."""

    def __init__(self, program: MachineProgram):
        self.program = program
        self._functions = [program.function, *program.calls.only_from(program.function)]
        """What is called from here alone is changed, too."""
        every = [op for function in self._functions for op in walk(function)]
        numbers = {op: number for number, op in enumerate(every)}
        self.ops = [op for op in every if isinstance(op, SYNC) and KEEP not in op.attributes]
        self.places = sorted(self._places(), key=lambda place: numbers[place])
        starts = [numbers[place] for place in self.places]
        self._at = {op: bisect_left(starts, number) for op, number in numbers.items()}
        """By op: its place, or the next one."""
        self._alike: dict[object, list[Operation]] = defaultdict(list)
        for op in self.ops:
            self._alike[_key(op)].append(op)
        self._instances_of: dict[object, list[Number]] = {}
        self._of_groups: dict[str, Operation] = {}
        """By name of groups: the first commit or wait."""
        for op in self.ops:
            if isinstance(op, CommitOp | WaitOp) and self._groups_of(op) is not None:
                self._of_groups.setdefault(op.resource.data, op)

    def _places(self) -> Iterator[Operation]:
        roles = (MachineRole.LOOP, MachineRole.BRANCHES)
        blocks: list[Block] = [one.regions[0].blocks[0] for one in self._functions]
        while blocks:
            block = blocks.pop()
            items = [i for i in self.program.items(block) if i.role is not MachineRole.SIDE_END]
            yield from _outside_of_runs(items)
            if block.last_op is not None:
                yield block.last_op
            blocks += [b for i in items if i.role in roles for r in i.op.regions for b in r.blocks]

    def of(
        self,
        resource: object,
        pair: object,
        instance: int,
        missing: Collection[Kind],
        spot: Operation | None = None,
    ) -> Iterator[SyncChange]:
        """Changes of what may use an instance, between these two engines if it has pairs; only such ops are added."""
        kinds = (SignalOp, WaitOp, *LIFE)
        like = [op for op in self.ops if isinstance(op, kinds) and _uses(op, resource, pair)]

        own = _instances_at(instance, spot)

        def offer(ring: _Ring) -> Iterator[SyncChange]:
            here = ring.among(like)
            nearest = self._nearest_first(spot, ring.places)
            return in_turn(
                (2, self._added(like, nearest, (resource, pair), missing, own, is_alone=True)),
                (2, self._small(here)),
                (2, self._moves(here, ring.places)),
                (1, self._exchanged(here)),
                (1, self._added(like, ring.places, (resource, pair), missing, own)),
            )

        return self._near_first(spot, offer)

    def every(self, spot: Operation | None = None) -> Iterator[SyncChange]:
        """All changes."""

        def offer(ring: _Ring) -> Iterator[SyncChange]:
            here = ring.among(self.ops)
            return in_turn(
                (2, self._small(here)),
                (2, self._added_to_all_groups(ring.places)),
                (2, self._moves(here, ring.places)),
                (1, self._exchanged(here)),
                (1, self._added_to_all(ring.places)),
            )

        return self._near_first(spot, offer)

    def _added_to_all_groups(self, places: Sequence[Operation]) -> Iterator[SyncChange]:
        """More commits and waits of the groups that there are, then of others that works of the program are in."""
        for first in self._of_groups.values():
            yield from self._added_to_groups(first, places)
        names = {self.program.engines[n] for n in self.program.engines_in(self.program.function)}
        for resource in self.program.machine.resources:
            groups = resource.groups
            if groups is None or resource.name in self._of_groups or names.isdisjoint(groups.engines):
                continue
            for place in places:
                yield SyncChange(ChangeWay.ADD, place, place, 0, kind=WaitOp, groups=resource.name)
                if not groups.commits_each:
                    yield SyncChange(ChangeWay.ADD, place, place, kind=CommitOp, groups=resource.name)

    def _added_to_all(self, places: Sequence[Operation]) -> Iterator[SyncChange]:
        """More of each kind of op that there is, but of groups."""
        for key, like in self._alike.items():
            if self._groups_of(like[0]) is None:
                yield from self._added(like, places, key)

    def _near_first(
        self, spot: Operation | None, offer: Callable[[_Ring], Iterator[SyncChange]]
    ) -> Iterator[SyncChange]:
        offered: set[SyncChange] = set()
        for ring in self._rings(spot):
            for change in offer(ring):
                if change not in offered:
                    offered.add(change)
                    yield change

    def _rings(self, spot: Operation | None) -> Iterator[_Ring]:
        """Growing parts of the program around a spot; the last one is all of it."""
        at = self._at.get(spot) if spot is not None else None
        width = _NEAR
        while at is not None and (at > width or at + width + 1 < len(self.places)):
            low, high = max(0, at - width), at + width + 1
            ops = frozenset(op for op in self.ops if low <= self._at[op] < high)
            yield _Ring(self.places[low:high], ops)
            width *= 4
        yield _Ring(self.places, frozenset(self.ops))

    def _small(self, ops: Sequence[Operation]) -> Iterator[SyncChange]:
        """Changes of the ops where they are."""
        yield from (change for op in ops for change in self._counts(op))
        yield from (change for op in ops for change in self._engines(op))
        yield from (SyncChange(ChangeWay.REMOVE, op) for op in ops)
        yield from (change for op in ops for change in self._renamed(op))

    def _moves(self, ops: Sequence[Operation], places: Sequence[Operation]) -> Iterator[SyncChange]:
        """The ops moved, not far first."""
        moves = [change for op in ops for change in self._moved(op, places)]
        yield from sorted(moves, key=self._distance)

    def _counts(self, op: Operation) -> Iterator[SyncChange]:
        if not isinstance(op, SignalOp | WaitOp):
            return
        for shift in shifts(op, self._resource(op)):
            yield SyncChange(ChangeWay.COUNT, op, shift=shift)
        if not isinstance(op.amount, int) or not self._is_counted(op):
            return
        least = 0 if self._resource(op).kind is ResourceKind.GROUPS else 1
        for number in range(op.amount - 1, least - 1, -1):
            yield SyncChange(ChangeWay.COUNT, op, number=number)

    def _is_counted(self, op: OfResource) -> bool:
        resource = self._resource(op)
        return resource.takes or resource.kind is ResourceKind.GROUPS

    def _groups_of(self, op: Operation) -> GroupsOfWorks | None:
        """The groups that a commit or a wait is for; None for other ops."""
        found = self.program.machine.resource(getattr(op.properties.get("resource"), "data", ""))
        return None if found is None else found.groups

    def _resource(self, op: OfResource) -> SyncResource:
        found = self.program.machine.resource(op.resource.data)
        assert found is not None
        return found

    def _engines(self, op: Operation) -> Iterator[SyncChange]:
        if not isinstance(op, BarrierOp):
            return
        barriers = self.program.machine.barriers
        for name in self.program.engines:
            if name in barriers and (op.engine is None or op.engine.data != name):
                yield SyncChange(ChangeWay.ENGINE, op, engine=name)
        if op.engine is not None and ALL in barriers:
            yield SyncChange(ChangeWay.ENGINE, op)

    def _renamed(self, op: Operation) -> Iterator[SyncChange]:
        kinds = (SignalOp, WaitOp, *LIFE)
        if isinstance(op, kinds) and self._resource(op).kind is not ResourceKind.GROUPS:
            key = _key(op)
            for which in self._instances(self._alike[key], key):
                if which != op.which and is_visible(which, op):
                    yield SyncChange(ChangeWay.RENAME, op, number=which)

    def _instances(self, ops: Iterable[Operation], key: Hashable) -> list[Number]:
        """The instances that the ops use that have something in common, those that are computed near them, and one more."""
        if key not in self._instances_of:
            self._instances_of[key] = self._found_instances(ops)
        return self._instances_of[key]

    def _found_instances(self, ops: Iterable[Operation]) -> list[Number]:
        found: dict[Number, None] = {}
        blocks: dict[Block, None] = {}
        for op in ops:
            if isinstance(op, (SignalOp, WaitOp, *LIFE)):
                found[0 if op.which is None else op.which] = None
            if op.parent is not None:
                blocks[op.parent] = None
        for block in blocks:
            found |= {op.results[0]: None for op in block.ops if _is_round(op)}
        literals = [which for which in found if isinstance(which, int)]
        for resource in {self._resource(op) for op in ops if isinstance(op, SignalOp | WaitOp)}:
            more = max(literals, default=-1) + 1
            if more < resource.count:
                found[more] = None
        return list(found)

    def _exchanged(self, ops: Sequence[Operation]) -> Iterator[SyncChange]:
        """Signals and waits of one resource in one block, neighbours first."""
        found: list[SyncChange] = []
        for number, one in enumerate(ops):
            for other in ops[number + 1 :]:
                if one.parent is not other.parent or one.name == other.name or _key(one) != _key(other):
                    continue
                if is_visible_of(other.operands, one):
                    found.append(SyncChange(ChangeWay.EXCHANGE, one, other))
        yield from sorted(found, key=self._distance)

    def _moved(self, op: Operation, places: Sequence[Operation]) -> Iterator[SyncChange]:
        for number, place in enumerate(places):
            is_here = place is op or (number and places[number - 1] is op and place.parent is op.parent)
            if not is_here and is_visible_of(op.operands, place):
                yield SyncChange(ChangeWay.MOVE, op, place)

    def _distance(self, change: SyncChange) -> int:
        """How far a move goes; to another block it is far."""
        assert change.place is not None
        far = 0 if change.place.parent is change.op.parent else len(self.places)
        return far + abs(self._at[change.place] - self._at[change.op])

    def _barriers(self, like: Sequence[Operation], places: Sequence[Operation]) -> Iterator[SyncChange]:
        """Barriers such as there are, where nobody signals: else a signal and a wait hold up less."""
        if any(resource.takes for resource in self.program.machine.resources):
            return
        for op in {op.properties.get("engine"): op for op in like}.values():
            yield from (SyncChange(ChangeWay.ADD, op, place, kind=BarrierOp) for place in places)

    def _added(
        self,
        like: Sequence[Operation],
        places: Sequence[Operation],
        key: Hashable,
        missing: Collection[Kind] = (SignalOp, WaitOp),
        own: Sequence[Number] = (),
        *,
        is_alone: bool = False,
    ) -> Iterator[SyncChange]:
        """Signals, waits and commits such as there are, elsewhere; first of all of some instances, or of these alone."""
        first = next(iter(like), None)
        if first is None:
            return
        if isinstance(first, BarrierOp):
            yield from self._barriers(like, places)
            return
        if self._groups_of(first) is not None:
            yield from self._added_to_groups(first, places)
            return
        assert isinstance(first, OfResource)
        resource = self._resource(first)
        instances = list(dict.fromkeys((*own, *(() if is_alone else self._instances(like, key)))))
        if not self._is_counted(first):
            yield from self._added_lasting(first, like, places, missing, instances)
            return
        ends = {kind: next((op for op in like if isinstance(op, kind)), None) for kind in (SignalOp, WaitOp)}
        wanted = [(kind, op or first) for kind, op in ends.items() if kind in missing]
        if is_alone:
            # Near places are likelier than others: all that may be put to one comes before the next.
            groups = [
                (which, kind, op, [place]) for place in places for which in instances for kind, op in wanted
            ]
        else:
            groups = [
                (which, kind, op, self._usual_places(kind, first, places))
                for which in instances
                for kind, op in wanted
            ]
        for which, kind, op, some in groups:
            if resource.pairs is None:
                yield from self._by_whom(resource, kind, op, some, which)
                continue
            for place in some:
                if is_visible(which, place):
                    yield SyncChange(ChangeWay.ADD, op, place, which, kind=kind)

    def _by_whom(
        self, resource: SyncResource, kind: Kind, like: Operation, places: Sequence[Operation], which: Number
    ) -> Iterator[SyncChange]:
        """Signals or waits of what all engines share, by each that may: whose they are its name does not say."""
        names = list(self._engines_of(resource))
        for place in places:
            if is_visible(which, place):
                yield from (SyncChange(ChangeWay.ADD, like, place, which, name, kind) for name in names)

    def _engines_of(self, resource: SyncResource) -> Iterator[str]:
        """The engines of the program that may use a resource."""
        for number in sorted({0, *self.program.engines_in(self.program.function)}):
            name = self.program.engines[number]
            if resource.users is None or name in resource.users:
                yield name

    def _added_to_groups(self, first: Operation, places: Sequence[Operation]) -> Iterator[SyncChange]:
        """Commits and waits of the groups that the program has commits or waits of: it may lack all of the others."""
        groups = self._groups_of(first)
        if groups is not None and not groups.commits_each:
            yield from (SyncChange(ChangeWay.ADD, first, place, kind=CommitOp) for place in places)
        for number in range(_MOST_IN_FLIGHT + 1):
            for place in places:
                yield SyncChange(ChangeWay.ADD, first, place, number, kind=WaitOp, of_groups=True)

    def _nearest_first(self, spot: Operation | None, places: Sequence[Operation]) -> Sequence[Operation]:
        """The places, those near to what is wrong first."""
        at = self._at.get(spot) if spot is not None else None
        return places if at is None else sorted(places, key=lambda place: abs(self._at[place] - at))

    def _usual_places(
        self, kind: Kind, beside: Operation, places: Sequence[Operation]
    ) -> Sequence[Operation]:
        """Where one may be added: a wait first of all behind what is there, a signal in front of it."""
        at = next((number for number, place in enumerate(places, 1) if place is beside), None)
        if kind is not WaitOp or at is None:
            return places
        return [*places[at:], *places[:at]]

    def _added_lasting(
        self,
        first: OfResource,
        ops: Sequence[Operation],
        places: Sequence[Operation],
        missing: Collection[Kind],
        instances: list[Number],
    ) -> Iterator[SyncChange]:
        """Ops of phases and timelines, at any place."""
        like = [op for op in ops if isinstance(op, OfResource)]
        resource = self._resource(first)
        engines = list(self._engines_of(resource))
        for kind, which, amount, engine in added(missing, resource, like, instances, engines):
            for place in places:
                if is_visible(which, place) and (amount is None or is_visible(amount, place)):
                    yield SyncChange(
                        *(ChangeWay.ADD, first, place, which, engine, kind),
                        is_lasting=True,
                        amount=amount,
                    )


def _outside_of_runs(items: Sequence[MachineItem]) -> Iterator[Operation]:
    """The ops in front of which something may be put; of what the process itself does one after the other, the first."""
    for number, item in enumerate(items):
        if item.role is MachineRole.OWN and number and items[number - 1].role is MachineRole.OWN:
            continue
        if item.op is not block_of(item.op).last_op:
            yield item.op


def _instances_at(instance: int, spot: Operation | None) -> list[Number]:
    """An instance as it may be called: by its number, and as the op calls it that shows that it is wrong."""
    which = spot.which if isinstance(spot, (SignalOp, WaitOp, *LIFE)) else None
    return [instance] if which is None or which == instance else [instance, which]


def in_turn(*kinds: tuple[int, Iterator[SyncChange]]) -> Iterator[SyncChange]:
    """The first few of each kind, then the next ones: so what is needed is not behind all of another kind."""
    left = deque(kinds)
    while left:
        few, kind = left.popleft()
        some = list(islice(kind, few))
        yield from some
        if len(some) == few:
            left.append((few, kind))


def _is_round(op: Operation) -> bool:
    return isinstance(op, arith.RemUIOp) or (
        isinstance(op, arith.AddiOp)
        and any(isinstance(v, OpResult) and isinstance(v.op, arith.RemUIOp) for v in op.operands)
    )


def _key(op: Operation) -> object:
    """What ops have in common that may use the same thing: the resource, and the two engines."""
    if isinstance(op, BarrierOp):
        return "barrier"
    name = op.properties["resource"]
    if isinstance(op, CommitOp):
        return "commit", name
    assert isinstance(op, OfResource)
    return name, op.source, op.target


def _uses(op: OfResource, resource: object, pair: object) -> bool:
    ends = None if op.source is None or op.target is None else (op.source.data, op.target.data)
    return op.resource.data == resource and ends == pair


def is_visible(value: Number, place: Operation) -> bool:
    """Whether a number is computed before a place."""
    if isinstance(value, int):
        return True
    around = [place, *enclosing(place)]
    if not isinstance(value, OpResult):
        return any(op.parent is value.owner for op in around)
    inside = next((op for op in around if op.parent is value.op.parent), None)
    while inside is not None and inside is not value.op:
        inside = inside.prev_op
    return inside is value.op and value.op is not place


def is_visible_of(values: Iterable[SSAValue], place: Operation) -> bool:
    """Whether all values are computed before a place."""
    return all(is_visible(value, place) for value in values)
