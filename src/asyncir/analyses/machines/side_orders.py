"""Orders inside of branches: who was given no work in the side that is taken waits for nothing there.

The question
------------
An edge has its two ops in one block, so where one of them is a branch, a signal and a wait are executed whichever side is
taken. If only one side has work of the engine that waits, or of the one that is waited for, the others wait for nothing.

What an order inside looks like
-------------------------------
A signal in one side and a wait elsewhere would have to be executed equally often, which depends on what the condition is
each time. So both stand together, in front of one op of a side or at its end (`is_at_once` in edges.py): what the one engine
was given before comes before what the other is given later. That is right at every place which each way from the one work
to the other leads through, and balanced whatever is taken. Between iterations it needs no signals in front of the loop, and
no waits behind it.

    mte2 loads; if c { v computes }       the signal of mte2 and the wait of v in the side, in front of v's work;
    mte3 stores                           that of v and the wait of mte3 at the end of the side: none where c is false
    the next iteration loads again        v's signal for mte2, too: mte2 is given nothing between there and its next load

Such a signal may speak of more than is needed, since it is given later, and such a wait may hold up more, since it comes
earlier. So an edge is only exchanged for orders inside if nothing lacks an order then, and if by the estimate of times.py all
is over as early as before. Each side gets one of them at most for each edge, so in no iteration is more waited for. What an
order outside has told in passing may be needed at the return: then that is waited for there, once.

Where to look
-------------
- In front of the first op of the engine that waits, in each side that has one, if another side has none.
- Behind the last op of the engine that is waited for, in each side that has one, if another side has none.
- An edge between iterations may lie across a side that has neither. Where sides are taken in turn, v in even iterations
  and m in odd ones, an order from one even iteration to the next has a place in the odd one between, and two slots stay
  two slots. The walk knows which side it is where the condition is a number in each iteration.

What was put inside may be put further inside of a branch there.

Where several signals may wait and one too many is a misuse, orders stay outside: the check would not prove them.

What else is done to edges, where there are too few instances, is for edges whose ops are apart. So the edges inside are
taken if there is an instance for each of them as they are; else those as they were are allocated. That is so where an order
stays outside whose engine signals each time, and hears only inside that the wait for its last signal is over.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from asyncir.analyses.machines.allocation import Choice, InstancePlan, allocated, allocated_as_they_are
from asyncir.analyses.machines.edges import (
    Means,
    Missing,
    OrderEdge,
    completed,
    is_at_once,
    is_lasting,
)
from asyncir.analyses.machines.fewer import depth_of
from asyncir.analyses.machines.knowledge import CannotFollow, WalkIteration
from asyncir.analyses.machines.program import SIDES, MachineItem, MachineProgram
from asyncir.analyses.machines.redundant import edges_of, one_at_return, settled
from asyncir.analyses.machines.times import TimeEstimate
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation
from asyncir.ir.walk import block_of, enclosing, walk
from asyncir.targets.resources import WhenFull

_MOST_STEPS = 32
"""All trials together are this many times as long as a walk"""
_FREE_STEPS = 20_000
"""and so many steps more."""


def planned(program: MachineProgram, choose: Choice | None = None) -> tuple[list[OrderEdge], InstancePlan]:
    """The orders that have to be made, inside of branches where that is better, and their instances.

    Raises `CannotFollow`, and `TooFew` where there are not enough instances whatever is done.
    """
    edges = edges_of(program)
    inside = with_orders_inside(program, edges)
    found = allocated_as_they_are(program, inside, choose) if inside != edges else None
    return found or allocated(program, edges, choose)


def with_orders_inside(program: MachineProgram, edges: list[OrderEdge]) -> list[OrderEdge]:
    """The edges, with those inside of branches that do as much."""
    # Where the process is a block of threads, its barriers must not be where only some of them come.
    if not program.issuer_in_order or not any(kind_of(op) in SIDES for op in walk(program.function)):
        return edges
    found = _Search(program, edges).run()
    return one_at_return(program, settled(program, found)) if found != edges else edges


@dataclass
class _Clock:
    """By engine, when it is free and when its works are over: where a branch begins, and behind each side so far."""

    begins: tuple[list[float], list[float]]
    ends: list[tuple[list[float], list[float]]]


class _TimeOfSides(TimeEstimate):
    """A walk that keeps time for each side of a branch from where the branch begins, and notes which sides are known."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge]):
        self.decided: dict[Operation, bool] = {}
        """The branches that the walk comes to, and whether it is known each time which side is taken."""
        self._clocks: dict[Operation, _Clock] = {}
        super().__init__(program, edges)

    def _branches(self, iteration: WalkIteration, item: MachineItem) -> None:
        op = item.op
        if kind_of(op) not in SIDES or self.is_dead:
            super()._branches(iteration, item)
            return
        is_known = kind_of(op) is OpKind.IF and self.numbers.constant(op.operands[0]) is not None
        self.decided[op] = is_known and self.decided.get(op, True)
        self._clocks[op] = clock = _Clock((self._idle, self._over), [])
        super()._branches(iteration, item)
        ways = clock.ends or [clock.begins]
        self._idle, self._over = (
            [max(times) for times in zip(*each, strict=True)] for each in zip(*ways, strict=True)
        )

    def _through(self, iteration: WalkIteration) -> None:
        clock = self._clocks.get(iteration.via) if iteration.via is not None else None
        if clock is not None and not self.is_dead:
            idle, over = clock.begins
            self._idle, self._over = idle[:], over[:]
        super()._through(iteration)
        if clock is not None and not self.is_dead:
            clock.ends.append((self._idle, self._over))


class _Search:
    """Tries to exchange one edge after the other."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge]):
        self.program = program
        self.edges = list(edges)
        self._decided: dict[Operation, bool] = {}
        self._latest = 0.0
        """When all has to be over."""
        self._left = self._each = 0
        """How many steps may be spent still, and on an exchange."""
        self._by_place: dict[Block | Operation, list[tuple[int, OrderEdge]]] | None = None
        """The edges with their numbers, by where something may stand for them (`_places`)."""
        self._before: dict[Block, dict[Operation, Operation]] = {}
        """By block: what comes before its ops."""

    def run(self) -> list[OrderEdge]:
        """The edges, once no exchange is left or all that may be spent is."""
        first = _TimeOfSides(self.program, self.edges)
        if not _is_right(first):
            return self.edges
        self._decided = first.decided
        self._latest, self._each = first.time, 2 * first.steps
        self._left = _MOST_STEPS * first.steps + _FREE_STEPS
        for branch in first.decided:
            if not any(around in first.decided for around in enclosing(branch)):
                self._go_inside(branch)
        return self.edges

    def _go_inside(self, branch: Operation) -> None:
        """Exchange the edges of the block that a branch is in for orders inside of it."""
        left = self._edges_at(branch)
        while left:
            edge = left.pop(0)
            for instead in self._exchanges(edge, branch):
                if self._left <= 0:
                    return
                made = self._completed(edge, instead)
                self._left -= self._each
                if made and self._is_as_early(made):
                    self.edges, there = made, set(made)
                    self._by_place = None
                    left = [one for one in (*left, *instead) if one in there]
                    break

    def _edges_at(self, branch: Operation) -> list[OrderEdge]:
        """The edges of the block that a branch is in which something inside of it may stand for."""
        if self._by_place is None:
            self._by_place = {}
            for number, edge in enumerate(self.edges):
                for place in self._places(edge):
                    self._by_place.setdefault(place, []).append((number, edge))
        assert branch.parent is not None
        found = dict([*self._by_place.get(branch.parent, ()), *self._by_place.get(branch, ())])
        return [found[number] for number in sorted(found) if found[number].block is branch.parent]

    def _places(self, edge: OrderEdge) -> set[Block | Operation]:
        """The branches, or the block with all of them, inside of which orders may stand for an edge."""
        if edge.means is not Means.SIGNAL:
            return {edge.target}
        if edge.distance:
            return {edge.block}
        before = self._item_before(edge.target) if is_at_once(edge) else None
        return {place for place in (edge.source, edge.target, before) if place is not None}

    def _is_as_early(self, edges: Sequence[OrderEdge]) -> bool:
        """Whether no order is missing, and all is over as early as before."""
        trial = _TimeOfSides(self.program, edges)
        return _is_right(trial) and trial.time <= self._latest

    def _completed(self, edge: OrderEdge, instead: Sequence[OrderEdge]) -> list[OrderEdge]:
        """The edges with an exchange; none, if more would be missing than an order that is made once."""
        made = [one for old in self.edges for one in (instead if old is edge else (old,))]
        try:
            found = completed(self.program, made)
        except CannotFollow:
            return []
        most = 0 if depth_of(edge.target) else -1
        return found if all(depth_of(one.target) <= most for one in found if one not in made) else []

    def _exchanges(self, edge: OrderEdge, branch: Operation) -> Iterator[list[OrderEdge]]:
        """What may stand for an edge: orders inside of the branch or, where it is in there, of one in its block."""
        if edge.credit or edge.is_far or is_lasting(edge) or _piles_up_unseen(edge):
            return
        if edge.means is Means.SIGNAL:
            found = self._places_of_signals(edge, branch)
        elif edge.means in (Means.BARRIER, Means.ALL) and edge.target in self._branches_in(
            edge.block, branch
        ):
            found = self._in_front(edge.target, edge.y if edge.means is Means.BARRIER else None)
        else:
            return
        tried: list[list[Operation]] = []
        for places in found:
            if places not in tried:
                tried.append(places)
                yield [replace(edge, source=at, target=at, distance=0, outermost=None) for at in places]

    def _places_of_signals(self, edge: OrderEdge, branch: Operation) -> Iterator[list[Operation]]:
        before = self._item_before(edge.target) if is_at_once(edge) else None
        for op in self._branches_in(edge.block, branch):
            if edge.distance or op in (edge.target, edge.source, before):
                yield from self._in_front(op, edge.y)
                yield from self._behind(op, edge.x)
            if edge.distance and self._decided.get(op):
                for side in self._sides(op, None):
                    yield [self._first(side, edge.y)]

    def _item_before(self, op: Operation) -> Operation | None:
        """What comes before an op of a side."""
        block = block_of(op)
        if block not in self._before:
            ops = [item.op for item in self.program.items(block)]
            self._before[block] = dict(zip(ops[1:], ops, strict=False))
        return self._before[block].get(op)

    def _branches_in(self, block: Block, branch: Operation) -> list[Operation]:
        """The branch, or those in a block inside of it."""
        if block is branch.parent:
            return [branch]
        ops = (item.op for item in self.program.items(block))
        return [op for op in ops if kind_of(op) in SIDES]

    def _in_front(self, op: Operation, y: int | None) -> Iterator[list[Operation]]:
        """In front of what an engine does first in each side, if there is a way without."""
        sides = self._sides(op, y)
        if 0 < len(sides) < len(op.regions):
            yield [self._first(side, y) for side in sides]

    def _behind(self, op: Operation, x: int) -> Iterator[list[Operation]]:
        """Behind what an engine does last in each side, if there is a way without."""
        sides = self._sides(op, x)
        if 0 < len(sides) < len(op.regions):
            yield [self._last(side, x) for side in sides]

    def _sides(self, op: Operation, engine: int | None) -> list[Block]:
        """The sides in which an engine does something; None: somebody does."""
        blocks = [region.blocks[0] for region in op.regions if region.blocks]
        return [
            block
            for block in blocks
            if self.program.items(block) and (engine is None or self._items_of(block, engine))
        ]

    def _items_of(self, side: Block, engine: int) -> list[int]:
        """The numbers of the items of a side in which an engine does something."""
        items = enumerate(self.program.items(side))
        return [number for number, item in items if engine in self.program.engines_in(item.op)]

    def _first(self, side: Block, engine: int | None) -> Operation:
        """What an engine does first; or what is done first at all."""
        own = [] if engine is None else self._items_of(side, engine)
        return self.program.items(side)[own[0] if own else 0].op

    def _last(self, side: Block, engine: int) -> Operation:
        """What comes behind what an engine does last: the end of the side, if nothing else does."""
        return self.program.items(side)[self._items_of(side, engine)[-1] + 1].op


def _piles_up_unseen(edge: OrderEdge) -> bool:
    """Whether several signals may wait, and one too many is a misuse: the check does not see that a side never has it."""
    resource = edge.resource
    return resource is not None and resource.capacity > 1 and resource.when_full is not WhenFull.BLOCK


def _is_right(trial: TimeEstimate) -> bool:
    """Whether no order is missing."""
    try:
        trial.run()
    except (Missing, CannotFollow):
        return False
    return True
