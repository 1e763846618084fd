"""Changes of a program's synchronisation, and how they are made to a copy (_sync_candidates.py says which are offered)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from enum import Enum, auto

from asyncir.dialects.number_text import Number
from asyncir.dialects.sync import BarrierOp, CommitOp, OfResource, SignalOp, WaitOp
from asyncir.ir import Block, ModuleOp, Operation, SSAValue, StringAttr
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import at, erase
from asyncir.transforms._lasting_changes import LIFE, made, shifted, words_of_shift

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
    """Of a barrier, empty: all; of what is added, empty: that of its like."""
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
    groups: str = ""
    """The groups that a wait or a commit is added of, where the program has none of these; the op says no more than where."""

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
        elif change.groups:
            assert number is None or isinstance(number, int)
            new = CommitOp(change.groups) if change.kind is CommitOp else WaitOp(change.groups, number=number)
        else:
            new = _like(op, change.kind or type(op), number, counts)
            if change.engine:
                new.properties["engine"] = StringAttr(change.engine)
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
    if as_a is CommitOp and isinstance(op, CommitOp | WaitOp):
        return CommitOp(op.resource.data)
    if isinstance(op, CommitOp):
        return WaitOp(op.resource.data, number=number)
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
