"""Changes of a program's synchronisation: what can be changed, in which order it is tried, and how it is done to a copy.

A *place* is in front of an op that matters to the machine, or in front of the end of a block: what else stands between two
such ops makes no difference to synchronisation.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import Enum, auto

from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.dialects import arith
from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import BarrierOp, CommitOp, OfResource, SignalOp, WaitOp
from asyncir.ir import Block, ModuleOp, Operation, OpResult, SSAValue, StringAttr
from asyncir.ir.walk import block_of, enclosing, walk
from asyncir.targets.machine import ALL
from asyncir.targets.resources import ResourceKind, SyncResource
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._lasting_changes import LIFE, added, made, shifted, shifts, words_of_shift

SYNC = (SignalOp, WaitOp, CommitOp, BarrierOp, *LIFE)
Kind = type[OfResource] | type[BarrierOp]
KEEP = "keep"
_MOST_IN_FLIGHT = 3
"""Waits that let more groups than this be in flight are not added."""


class ChangeWay(Enum):
    """What is done to an op."""

    ADD = auto()
    """Its like, perhaps as a wait for a signal or the other way round, is put to a place, with an instance."""
    MOVE = auto()
    """It goes to a place."""
    EXCHANGE = auto()
    """It and another op change places."""
    RENAME = auto()
    """It is of another instance."""
    COUNT = auto()
    """It has another number."""
    ENGINE = auto()
    """Of a barrier: it is on another engine."""
    REMOVE = auto()


@dataclass(frozen=True, slots=True)
class SyncChange:
    """One change of a program."""

    way: ChangeWay
    op: Operation
    place: Operation | None = None
    """In front of which it is to be; of an exchange the other op."""
    number: Number | None = None
    engine: str = ""
    """Of a barrier; empty: all."""
    kind: Kind | None = None
    """Of what is added."""
    of_groups: bool = False
    """Whether a wait is added that has the number as its count."""
    is_lasting: bool = False
    """Whether what is added is of phases or of a timeline, on an engine, and with"""
    amount: Number | None = None
    """this number."""
    shift: int = 0
    """By how much the number of an op of phases or of a timeline changes."""

    def excludes(self, other: SyncChange) -> bool:
        """Whether the two cannot both be made."""
        if ChangeWay.ADD in (self.way, other.way):
            return False
        mine = {self.op, self.place if self.way is ChangeWay.EXCHANGE else None}
        return other.op in mine or (other.way is ChangeWay.EXCHANGE and other.place in mine)

    def words(self) -> str:
        """What is done."""
        what = self.op.name
        match self.way:
            case ChangeWay.REMOVE:
                return f"`{what}` is removed"
            case ChangeWay.MOVE:
                return f"`{what}` is moved"
            case ChangeWay.EXCHANGE:
                assert self.place is not None
                return f"`{what}` and `{self.place.name}` change places"
            case ChangeWay.RENAME:
                return f"`{what}` is of another instance"
            case ChangeWay.COUNT if self.shift:
                return words_of_shift(what, self.shift)
            case ChangeWay.COUNT:
                return f"`{what}` has the number {self.number}"
            case ChangeWay.ENGINE:
                return f"`{what}` is on {self.engine}" if self.engine else f"`{what}` is for all engines"
            case ChangeWay.ADD:
                assert self.kind is not None
                return f"`{self.kind.name}` is added"


class ChangedCopy:
    """A copy of a module, with what each of its ops and values is a copy of."""

    def __init__(self, module: ModuleOp):
        self.values: dict[SSAValue, SSAValue] = {}
        self.blocks: dict[Block, Block] = {}
        self.module = module.clone(self.values, self.blocks)
        self.ops = dict(zip(walk(module), walk(self.module), strict=True))
        self.made: set[Operation] = set()
        """What changes have put into it."""

    def without(self, ops: Iterable[Operation]) -> ModuleOp:
        """The copy, without the copies of these ops."""
        for op in ops:
            erase(self.ops[op])
        return self.module

    def make(self, changes: Collection[SyncChange]) -> None:
        """Make all the changes: first those that need places, which others take away."""
        numbers = {op: number for number, op in enumerate(self.ops)}
        for change in sorted(changes, key=lambda one: (one.way.value, numbers[one.op])):
            self._make(change)

    def _make(self, change: SyncChange) -> None:
        op = self.ops[change.op]
        place = None if change.place is None else self.ops[change.place]
        match change.way:
            case ChangeWay.REMOVE:
                erase(op)
            case ChangeWay.MOVE:
                assert place is not None
                _put(op, place)
            case ChangeWay.EXCHANGE:
                assert place is not None
                _exchange(op, place)
            case ChangeWay.ENGINE:
                op.properties.pop("engine", None)
                if change.engine:
                    op.properties["engine"] = StringAttr(change.engine)
            case _:
                self._remake(change, op, place)

    def _remake(self, change: SyncChange, op: Operation, place: Operation | None) -> None:
        """Put an op in the place of one, or its like to a place."""
        if change.shift:
            assert isinstance(op, OfResource)
            change = replace(change, number=shifted(op, change.shift))
        number = change.number
        if number is not None and not isinstance(number, int):
            number = self.values.get(number, number)
        counts = change.way is ChangeWay.COUNT or change.of_groups
        if change.is_lasting:
            assert isinstance(op, OfResource)
            assert change.kind is not None
            assert issubclass(change.kind, OfResource)
            amount = change.amount
            if isinstance(amount, SSAValue):
                amount = self.values.get(amount, amount)
            new = made(change.kind, op.resource.data, number, amount, change.engine)
        else:
            new = _like(op, change.kind or type(op), number, counts)
        at(new, op.location)
        self.made.add(new)
        before = place or op
        assert before.parent is not None
        before.parent.insert_op_before(new, before)
        if place is None:
            self.ops[change.op] = new
            erase(op)


def _like(op: Operation, as_a: type[Operation], number: Number | None, counts: bool) -> Operation:
    """The op again, or a wait for what the op signals, or a signal for what it waits for, with another number."""
    if isinstance(op, CommitOp):
        return CommitOp(op.resource.data)
    if isinstance(op, BarrierOp):
        return BarrierOp(None if op.engine is None else op.engine.data)
    if isinstance(op, LIFE):
        return type(op)(op.resource.data, number, op.amount)
    assert isinstance(op, SignalOp | WaitOp)
    kind = SignalOp if as_a is SignalOp else WaitOp
    names = [None if one is None else one.data for one in (op.source, op.target, op.engine, op.until)]
    if counts:
        return kind(op.resource.data, op.which, number, *names)
    return kind(op.resource.data, number, op.amount, *names)


def _put(op: Operation, place: Operation) -> None:
    op.detach()
    assert place.parent is not None
    place.parent.insert_op_before(op, place)


def _exchange(one: Operation, other: Operation) -> None:
    behind = other.next_op
    _put(other, one)
    assert behind is not None
    if behind is not one:
        _put(one, behind)


# ---- what can be changed


class SyncChanges:
    """The changes that a program offers."""

    def __init__(self, program: MachineProgram):
        self.program = program
        self.ops = [op for op in walk(program.function) if isinstance(op, SYNC) and KEEP not in op.attributes]
        self.places = list(self._places())
        self._at = {place: number for number, place in enumerate(self.places)}
        self._every: tuple[SyncChange, ...] | None = None

    def _places(self) -> Iterator[Operation]:
        roles = (MachineRole.LOOP, MachineRole.BRANCHES)
        blocks: list[Block] = [self.program.function.regions[0].blocks[0]]
        while blocks:
            block = blocks.pop(0)
            items = [i for i in self.program.items(block) if i.role is not MachineRole.SIDE_END]
            yield from _outside_of_runs(items)
            if block.last_op is not None:
                yield block.last_op
            blocks += [b for i in items if i.role in roles for r in i.op.regions for b in r.blocks]

    def of(
        self, resource: object, pair: object, instance: int, missing: Collection[Kind]
    ) -> Iterator[SyncChange]:
        """Changes of what may use an instance, between these two engines if it has pairs; only such ops are added."""
        kinds = (SignalOp, WaitOp, *LIFE)
        like = [op for op in self.ops if isinstance(op, kinds) and _uses(op, resource, pair)]
        yield from self._small(like)
        yield from self._added(like, missing, instance)
        yield from self._moves(like)
        yield from self._exchanged(like)

    def every(self) -> Iterator[SyncChange]:
        """All changes."""
        if self._every is None:
            keys = dict.fromkeys(_key(op) for op in self.ops)
            added = (
                change for key in keys for change in self._added([o for o in self.ops if _key(o) == key])
            )
            self._every = (
                *self._small(self.ops),
                *self._moves(self.ops),
                *self._exchanged(self.ops),
                *added,
            )
        yield from self._every

    def _small(self, ops: Sequence[Operation]) -> Iterator[SyncChange]:
        """Changes of the ops where they are."""
        yield from (change for op in ops for change in self._counts(op))
        yield from (change for op in ops for change in self._engines(op))
        yield from (SyncChange(ChangeWay.REMOVE, op) for op in ops)
        yield from (change for op in ops for change in self._renamed(op))

    def _moves(self, ops: Sequence[Operation]) -> Iterator[SyncChange]:
        """The ops moved, not far first."""
        moves = [change for op in ops for change in self._moved(op)]
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
            for which in self._instances([o for o in self.ops if _key(o) == _key(op)]):
                if which != op.which and is_visible(which, op):
                    yield SyncChange(ChangeWay.RENAME, op, number=which)

    def _instances(self, ops: Iterable[Operation]) -> list[Number]:
        """The instances that ops use, those that are computed near them, and one more."""
        found: dict[Number, None] = {}
        blocks: dict[Block, None] = {}
        for op in ops:
            if isinstance(op, (SignalOp, WaitOp, *LIFE)):
                found[0 if op.which is None else op.which] = None
            if op.parent is not None:
                blocks[op.parent] = None
        for block in blocks:
            found |= {op.results[0]: None for op in block.ops if _is_in_turn(op)}
        literals = [which for which in found if isinstance(which, int)]
        for resource in {self._resource(op) for op in ops if isinstance(op, SignalOp | WaitOp)}:
            more = max(literals, default=-1) + 1
            if more < resource.count:
                found[more] = None
        return list(found)

    def _exchanged(self, ops: Sequence[Operation]) -> Iterator[SyncChange]:
        """Signals and waits of one resource in one block."""
        for number, one in enumerate(ops):
            for other in ops[number + 1 :]:
                if one.parent is not other.parent or one.name == other.name or _key(one) != _key(other):
                    continue
                if is_visible_of(other.operands, one):
                    yield SyncChange(ChangeWay.EXCHANGE, one, other)

    def _moved(self, op: Operation) -> Iterator[SyncChange]:
        for number, place in enumerate(self.places):
            is_here = place is op or (number and self.places[number - 1] is op and place.parent is op.parent)
            if not is_here and is_visible_of(op.operands, place):
                yield SyncChange(ChangeWay.MOVE, op, place)

    def _distance(self, change: SyncChange) -> int:
        """How far a move goes; to another block it is far."""
        assert change.place is not None
        far = 0 if change.place.parent is change.op.parent else len(self.places)
        return far + abs(self._at[change.place] - self._at.get(change.op, 0))

    def _barriers(self, like: Sequence[Operation]) -> Iterator[SyncChange]:
        """Barriers such as there are, where nobody signals: else a signal and a wait hold up less."""
        if any(resource.takes for resource in self.program.machine.resources):
            return
        for op in {op.properties.get("engine"): op for op in like}.values():
            yield from (SyncChange(ChangeWay.ADD, op, place, kind=BarrierOp) for place in self.places)

    def _added(
        self,
        like: Sequence[Operation],
        missing: Collection[Kind] = (SignalOp, WaitOp),
        instance: int | None = None,
    ) -> Iterator[SyncChange]:
        """Signals, waits and commits such as there are, at other places."""
        first = next(iter(like), None)
        if first is None:
            return
        if isinstance(first, BarrierOp):
            yield from self._barriers(like)
            return
        if isinstance(first, CommitOp):
            yield from (SyncChange(ChangeWay.ADD, first, place, kind=CommitOp) for place in self.places)
            return
        assert isinstance(first, OfResource)
        resource = self._resource(first)
        if not self._is_counted(first):
            yield from self._added_lasting(first, resource, like, missing, instance)
            return
        if resource.kind is ResourceKind.GROUPS:
            for number in range(_MOST_IN_FLIGHT + 1):
                for place in self.places:
                    yield SyncChange(ChangeWay.ADD, first, place, number, kind=WaitOp, of_groups=True)
            return
        ends = {kind: next((op for op in like if isinstance(op, kind)), None) for kind in (SignalOp, WaitOp)}
        first_of_all = () if instance is None else (instance,)
        for which in dict.fromkeys((*first_of_all, *self._instances(like))):
            for kind, op in ends.items():
                if kind in missing and (op is not None or resource.pairs is not None):
                    for place in self._usual_places(kind, first):
                        if is_visible(which, place):
                            yield SyncChange(ChangeWay.ADD, op or first, place, which, kind=kind)

    def _usual_places(self, kind: Kind, beside: Operation) -> Sequence[Operation]:
        """Where one may be added: a wait first of all behind what is there, a signal in front of it."""
        if kind is not WaitOp or beside not in self.places:
            return self.places
        at = self.places.index(beside) + 1
        return [*self.places[at:], *self.places[:at]]

    def _added_lasting(
        self,
        first: OfResource,
        resource: SyncResource,
        ops: Sequence[Operation],
        missing: Collection[Kind],
        instance: int | None,
    ) -> Iterator[SyncChange]:
        """Ops of phases and timelines, at any place."""
        like = [op for op in ops if isinstance(op, OfResource)]
        own = () if instance is None else (instance,)
        instances = list(dict.fromkeys((*own, *self._instances(ops))))
        engines = [self.program.engines[n] for n in sorted(self.program.engines_in(self.program.function))]
        for kind, which, amount, engine in added(missing, resource, like, instances, engines):
            for place in self.places:
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


def _is_in_turn(op: Operation) -> bool:
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
