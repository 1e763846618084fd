"""Who accesses what: finds races by what is known to have arrived, whatever the order that is played.

Each element keeps the accesses that a later one may still race with, as a tuple. What knows one of them to be over,
and writes, takes its place: who races with the old one races with the new one, too, or knows it to be over. Of
several accesses of one stream by one op the newest stands for all, since clocks know streams up to a step. So a tuple
has no more members than there are streams, times the ops of the program that read it. Where these are many, most of
the reads are kept apart (early_reads.py).

Elements that were always accessed together share one tuple. So an access to many looks at each different tuple once.

The order of play honours what is known: an access is noted when it is done, and what knows it to be over is done
later. So it is enough to ask whether the new access knows the old one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from itertools import product
from typing import TYPE_CHECKING, Any, Protocol

from asyncir.ir import Operation
from asyncir.semantics.core.faults import span_of
from asyncir.semantics.core.memory import AccessKind, Buffer
from asyncir.semantics.machines.early_reads import MOST, CrowdedState, EarlyReads, state_of
from asyncir.semantics.machines.knowledge import Clock, knows
from asyncir.semantics.machines.processes import Process
from asyncir.semantics.machines.race import MachineRace, MachineSite

if TYPE_CHECKING:
    from asyncir.semantics.machines.visibility import PlayedFences
    from asyncir.semantics.machines.watched_memory import WatchedMemory


class AccessingActor(Protocol):
    """A work or a process, while it accesses memory."""

    known: Clock
    giver_slot: int
    """The process that gave the work, or the process itself; what it did up to `giver_step` is over."""
    giver_step: int
    slot: int
    """Where others find that its accesses are over; with `read_slot`, that it has read."""
    read_slot: int
    prev: int
    """Up to which step its own slot is known to be over."""

    @property
    def name(self) -> str:
        """The engine that it is on."""
        ...

    is_work: bool
    iteration: tuple[int, ...]
    """The loops around what it is doing; of a work, those around the work."""

    @property
    def rank(self) -> tuple[int, int]:
        """The number of the process that gave it, or that it is; and 1 for a work, 0 for a process."""
        ...


class NotedAccess:
    """What an op does to elements, in one execution."""

    __slots__ = ("actor", "alone", "iteration", "kind", "op", "slot", "step")

    def __init__(self, actor: AccessingActor, kind: AccessKind, op: Operation, iteration: tuple[int, ...]):
        self.actor = actor
        self.kind = kind
        self.op = op
        self.iteration = iteration
        self.step = actor.giver_step
        self.slot = actor.read_slot if kind is AccessKind.READ else actor.slot
        self.alone = (self,)

    def order(self) -> tuple[int, int, int]:
        """What comes first in the words of a race."""
        actor = self.actor
        number, is_work = actor.rank
        given = actor.launch if isinstance(actor, Process) else None
        return number, self.step if given is None else given.step, is_work


class Accessor:
    """Makes the accesses of one op of one kind; those of one execution are one object."""

    __slots__ = ("kind", "last", "machine", "op")

    def __init__(self, machine: WatchedMemory, op: Operation, kind: AccessKind):
        self.machine = machine
        self.op = op
        self.kind = kind
        self.last: NotedAccess | None = None

    def __call__(self) -> NotedAccess:
        """The access of the op's execution at hand; all those in one work are one."""
        machine, last = self.machine, self.last
        actor = machine.actor
        if (
            last is None
            or last.actor is not actor
            or not (
                actor.is_work
                or (last.iteration is machine.runner.iteration and last.step == actor.giver_step)
            )
        ):
            iteration = actor.iteration if actor.is_work else machine.runner.iteration
            last = self.last = NotedAccess(actor, self.kind, self.op, iteration)
        return last


States = list[Any]
"""For each element a tuple of accesses, or None."""


class Accesses:
    """The accesses of a run, and the races among them."""

    def __init__(self, found: Callable[[], None]) -> None:
        self._found = found
        """Is told of each race that is not known yet."""
        self.fences: PlayedFences | None = None
        """What makes writes visible, on a machine where that is something else than their being over."""
        self.races: dict[tuple[str, Operation, Operation], MachineRace] = {}
        self.buffers: list[Buffer] = []
        self._last: tuple[Any, NotedAccess | None, Any] = None, None, None
        """What an element had, an access to it, and what it has then; many elements in a row are alike."""

    def forget(self) -> None:
        """A run begins."""
        self.races = {}
        for buffer in self.buffers:
            buffer.shadow = None
        self.buffers.clear()
        self._last = None, None, None

    def begin(self, buffer: Buffer) -> States:
        """The first access to a buffer is about to be noted."""
        shadow = buffer.shadow = [None] * buffer.size
        self.buffers.append(buffer)
        return shadow

    def one(self, buffer: Buffer, place: int, access: NotedAccess) -> None:
        """An element is accessed."""
        if buffer.root is not None:
            self.several(buffer, (place,), access)
            return
        shadow = buffer.shadow or self.begin(buffer)
        old = shadow[place]
        if old is None:
            shadow[place] = access.alone
        elif old[-1] is not access:
            before, same, new = self._last
            if before is not old or same is not access:
                new = self._after(old, access, buffer, place)
                self._last = old, access, new
            shadow[place] = new

    def several(self, buffer: Buffer, places: Sequence[int], access: NotedAccess) -> None:
        """Elements are accessed, one by one."""
        buffer, places = buffer.in_root(places)
        shadow = buffer.shadow or self.begin(buffer)
        changed: dict[int, Any] = {}
        for place in places:
            old = shadow[place]
            new = changed.get(id(old))
            if new is None:
                new = access.alone if old is None else self._after(old, access, buffer, place)
                changed[id(old)] = new
            shadow[place] = new

    def rows(self, buffer: Buffer, rows: Iterable[slice], access: NotedAccess) -> None:
        """Rows of elements are accessed."""
        if buffer.root is not None:
            places = range(buffer.size)
            self.several(buffer, [place for row in rows for place in places[row]], access)
            return
        shadow = buffer.shadow or self.begin(buffer)
        for row in rows:
            part = shadow[row]
            old, count = part[0], len(part)
            if part.count(old) == count:
                new = access.alone if old is None else self._after(old, access, buffer, row.start)
                if new is not old:
                    shadow[row] = [new] * count
            else:
                places = range(row.start, row.stop, row.step or 1)
                self.several(buffer, places, access)

    def against(self, buffer: Buffer, actor: AccessingActor, op: Operation) -> None:
        """All of the buffer is read and written: what is not known to be over races with that."""
        if buffer.shadow is None:
            return
        reads, writes = (NotedAccess(actor, kind, op, ()) for kind in (AccessKind.READ, AccessKind.WRITE))
        states: dict[int, tuple[int, Any]] = {}
        for place, state in enumerate(buffer.shadow):
            states.setdefault(id(state), (place, state))
        for place, state in states.values():
            each = state.each() if isinstance(state, CrowdedState) else state
            for one in each or ():
                if not knows(actor.known, one.slot, one.step) and one.slot != actor.giver_slot:
                    self.report(one, writes if one.kind is AccessKind.READ else reads, buffer, place)

    def _after(self, old: tuple[NotedAccess, ...], access: NotedAccess, buffer: Buffer, place: int) -> Any:
        """What an element keeps after the access."""
        kept: list[NotedAccess] = []
        early: EarlyReads | None = None
        kind, actor, op = access.kind, access.actor, access.op
        if isinstance(old, CrowdedState):
            if kind is AccessKind.READ:
                early = old.early
            elif not old.early.are_over(actor):
                old = old.each()
            elif kind is AccessKind.ATOMIC:
                early = old.early
        known, slot, step = actor.known, access.slot, access.step
        for one in old:
            alike = one.kind is kind and one.op is op
            if one.step == step and one.actor is actor and not self._overlap(one, access):
                if not alike:
                    kept.append(one)
                continue
            at = one.slot
            if (
                (at < len(known) and known[at] >= one.step)
                or (at == actor.giver_slot and one.step <= actor.giver_step)
                or ((at == actor.slot or at == actor.read_slot) and one.step <= actor.prev)
            ):
                if self.fences is not None and (lacking := self.fences.lacking(one, access, buffer)):
                    self.report(one, access, buffer, place, lacking)
                if kind is AccessKind.ATOMIC or (kind is AccessKind.READ and not alike):
                    kept.append(one)
                continue
            if kind.conflicts(one.kind):
                self.report(one, access, buffer, place)
            if not (alike and at == slot):
                kept.append(one)
        kept.append(access)
        return tuple(kept) if early is None and len(kept) <= MOST else state_of(kept, early)

    def _overlap(self, one: NotedAccess, other: NotedAccess) -> bool:
        """Whether two accesses of one actor are not in order: those of a process on an engine that overlaps with itself."""
        actor = other.actor
        if actor.slot == actor.giver_slot or actor.rank[1]:
            return False
        return one.op is not other.op or one.iteration != other.iteration

    def report(
        self, first: NotedAccess, second: NotedAccess, buffer: Buffer, place: int, fence: str = ""
    ) -> None:
        """Two accesses race; or the first is over and not visible to the second, for lack of a fence."""
        if not fence and second.order() < first.order():
            first, second = second, first
        kind = first.kind.race_with(second.kind)
        key = kind, first.op, second.op
        if key not in self.races:
            sites = _site(first), _site(second)
            excluded = excluding(first.actor, second.actor)
            self.races[key] = MachineRace(kind, *sites, place, _named(buffer), buffer.op, excluded, fence)
            self._found()


def _site(access: NotedAccess) -> MachineSite:
    return MachineSite(access.op, span_of(access.op), access.iteration, access.actor.name)


def excluding(one: object, other: object) -> str:
    """The engine that two launches hold, so that they are not done at once; empty if there is none."""
    if not isinstance(one, Process) or not isinstance(other, Process):
        return ""
    if one.launch is None or other.launch is None:
        return ""
    shared = (e for e in one.launch.devices if e.count == 1 and e in other.launch.devices)
    return next((engine.name for engine in shared), "")


def _named(buffer: Buffer) -> str:
    return f"memory that `{buffer.op.name}` made" if buffer.op is not None else buffer.identity


@lru_cache(maxsize=1 << 16)
def rows_of(offset: int, sizes: tuple[int, ...], strides: tuple[int, ...]) -> tuple[slice, ...]:
    """Where the elements of a view are in its buffer: as few rows as possible; in no order of rows that matters."""
    return tuple(row for (row,) in aligned_rows(sizes, ((offset, strides),)))


@lru_cache(maxsize=1 << 16)
def aligned_rows(
    sizes: tuple[int, ...], views: tuple[tuple[int, tuple[int, ...]], ...]
) -> tuple[tuple[slice, ...], ...]:
    """The elements of several views of these sizes, each with its offset and strides: rows of one length, side by side."""
    if 0 in sizes:
        return ()
    dims: list[tuple[int, tuple[int, ...]]] = []
    for number, count in reversed(list(enumerate(sizes))):
        steps = tuple(strides[number] for _, strides in views)
        if count == 1:
            continue
        if dims and steps == tuple(dims[-1][0] * step for step in dims[-1][1]):
            dims[-1] = dims[-1][0] * count, dims[-1][1]
        else:
            dims.append((count, steps))
    # Rows go upwards, and each element of a row is another one.
    row = 1, (1,) * len(views)
    if dims and all(step > 0 for step in dims[0][1]):
        row = dims.pop(0)
    found: list[tuple[slice, ...]] = []
    for point in product(*(range(count) for count, _ in dims)):
        starts = [
            offset + sum(i * steps[view] for i, (_, steps) in zip(point, dims, strict=True))
            for view, (offset, _) in enumerate(views)
        ]
        found.append(
            tuple(
                slice(start, start + (row[0] - 1) * step + 1, step)
                for start, step in zip(starts, row[1], strict=True)
            )
        )
    return tuple(found)
