"""Which orders of a program that is right on a machine nothing needs, in time that grows as the program does.

Trials
------
One walk through the program as it is tries all orders at once, as redundant.py does with edges. Where it comes to the first
op of an order it goes on twice: with the order's ops, and without (`_Trial`). A trial ends as soon as one of these is seen:

    something is wrong          the order is needed, as long as all others are there
    all of its ops are behind,  all that follows is right with no less, so this execution does without the order
    and no less is known
    the block is over           nobody knows; the next walk tries it in the block around

Orders go, later ones first, whose trials lie apart from those of others that go. What overlaps with these waits for the next
walk, and what was needed is tried again, as long as some go.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.machines.knowledge import CannotFollow, MachineTouch, WalkIteration
from asyncir.analyses.machines.loop_walk import EndsOfLoop
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.resource_walk import groups_told_apart
from asyncir.analyses.machines.state import Row, Signals, WalkState
from asyncir.analyses.machines.walk import Walk
from asyncir.dialects.effects import Effect
from asyncir.ir import Block, Operation

_BLOCKS = frozenset({MachineRole.LOOP, MachineRole.BRANCHES, MachineRole.CALL})


class GoesWrong(Exception):
    """Something is wrong without an order."""


class _TooLong(Exception):
    """Trials have been through too many steps."""


@dataclass(eq=False, slots=True)
class TriedOrder:
    """Ops that only make sense together, and what is known of them."""

    ops: frozenset[Operation]
    block: Block
    """In which it is tried: the innermost one around all of its ops, or one around that."""
    needed: bool = False
    open: bool = False
    """Whether a trial came to the end of its block."""
    untried: bool = False
    """Whether there were too many steps to try it."""
    began: int = 0
    """The step of its first trial."""
    windows: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    """From which step to which trials took."""

    @property
    def is_decided(self) -> bool:
        """Whether no more trials are begun."""
        return self.needed or self.open or self.untried

    def again(self) -> TriedOrder:
        """The same for another walk; in the block around, if it was open."""
        block, loop = self.block, self.block.parent_op()
        if self.open and loop is not None and loop.parent is not None:
            block = loop.parent
        return TriedOrder(self.ops, block)


def tried(ops: Sequence[Operation]) -> TriedOrder:
    """An order that is to be tried."""
    first, *others = ops
    around = _blocks_around(first)
    for op in others:
        own = _blocks_around(op)
        around = [block for block in around if block in own]
    return TriedOrder(frozenset(ops), around[0])


def _blocks_around(op: Operation) -> list[Block]:
    found: list[Block] = []
    at: Operation | None = op
    while at is not None and at.parent is not None:
        found.append(at.parent)
        at = at.parent_op()
    return found


@dataclass(eq=False, slots=True)
class _Trial:
    """The walk through a block as it is without an order."""

    order: TriedOrder
    state: WalkState
    began: int
    last: Operation
    """The op of the block in which the last one of the order is."""
    ends: EndsOfLoop
    is_past: bool = False


class OrderTrials(Walk):
    """A walk through a program that is right, which tries orders."""

    def __init__(self, program: MachineProgram, orders: Sequence[TriedOrder], most: int):
        self._live: dict[WalkIteration, list[_Trial]] = {}
        self._most = most
        self.spent = 0
        """How many steps trials had, and may have at most."""
        self._without: frozenset[Operation] | None = None
        self._step = 0
        self._orders = orders
        self._at: dict[Operation, list[tuple[TriedOrder, Operation]]] = defaultdict(list)
        """By op of a block: the orders of which the first op is in it, each with the op in which the last one is."""
        by_block: dict[Block, dict[Operation, int]] = {}
        for order in orders:
            places = by_block.get(order.block, {})
            if not places:
                places = {item.op: place for place, item in enumerate(program.items(order.block))}
                by_block[order.block] = places
            within = [_op_of(order.block, op) for op in order.ops]
            within.sort(key=lambda op, places=places: places.get(op, -1))
            if within[0] in places:
                self._at[within[0]].append((order, within[-1]))
            else:
                order.untried = True
        super().__init__(program)
        self.most_groups = groups_told_apart(program)

    # ---- through the program

    def begin(self) -> None:
        """The walk begins, or begins again in another world."""
        self._live = {}
        super().begin()

    def _through(self, iteration: WalkIteration) -> None:
        if self._without is not None:
            super()._through(iteration)
            return
        for item in self.program.items(iteration.block):
            self._step += 1
            live = self._live.get(iteration, [])
            live = [trial for trial in live if self._advance(trial, iteration, item)]
            for order, last in self._at.get(item.op, ()) if not self.is_dead else ():
                if self._is_tried(order):
                    order.began = order.began or self._step
                    trial = _Trial(order, self.state.copy(), self._step, last, self.ends_of_loop().copy())
                    if self._advance(trial, iteration, item):
                        live.append(trial)
            if live:
                self._live[iteration] = live
            self._go_through(iteration, item)
            self._blocks_end(iteration, item)
            if live:
                self._live[iteration] = [one for one in live if not self._is_over(one)]
        self._meet(iteration.block.last_op)
        if iteration.parent is None:
            for trial in self._live.pop(iteration, ()):
                trial.order.windows.append((trial.began, self._step))

    def _blocks_end(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The blocks of an op are over, and so are their trials."""
        if item.role in _BLOCKS:
            for one in [one for one in self._live if one.parent is iteration and one.via is item.op]:
                for trial in self._live.pop(one):
                    trial.order.open = True

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        """What a signal would tell behind each op is not asked for."""

    def _go_through(self, iteration: WalkIteration, item: MachineItem) -> None:
        if self._without is None or item.op not in self._without:
            super()._go_through(iteration, item)
        elif self._ends and item.role is MachineRole.WAIT:
            self.now += 1
        else:
            self._meet(item.op)
            self._pass(item.engine)

    def _leaf(self, iteration: WalkIteration, item: MachineItem) -> None:
        if self._without is not None:
            self.spent += 1
            self.steps -= 1
            if self.spent > self._most:
                raise _TooLong
        super()._leaf(iteration, item)

    def following(self, op: Operation) -> MachineItem | None:
        """See `LoopWalk`."""
        found = super().following(op)
        while found is not None and self._without is not None and found.op in self._without:
            found = super().following(found.op)
        return found

    # ---- trials

    def _is_tried(self, order: TriedOrder) -> bool:
        """Whether it is not known yet what comes of it."""
        order.untried = order.untried or (self.spent > self._most and not order.is_decided)
        return not order.is_decided

    def _advance(self, trial: _Trial, iteration: WalkIteration, item: MachineItem) -> bool:
        """Let a trial go through an op; whether it goes on."""
        order = trial.order
        if order.is_decided:
            return False
        kept = (self.state, self.now, self._dead, self.numbers.moduli, self.ends_of_loop())
        touches, loops, compared = len(self.touches), len(self._loops), len(self.compared)
        self.state, self._without = trial.state, order.ops
        self.go_on_with(trial.ends)
        self.spent += 1
        try:
            self._go_through(iteration, item)
        except (GoesWrong, CannotFollow):
            order.needed = True
            order.windows.append((trial.began, self._step))
        except _TooLong:
            order.untried = True
        finally:
            self._without = None
            trial.state, trial.ends = self.state, self.ends_of_loop()
            self.state, self.now, self._dead, self.numbers.moduli, ends = kept
            self.go_on_with(ends)
            self._forget(touches)
            del self._loops[loops:]
            del self.compared[compared:]
        trial.is_past = trial.is_past or item.op is trial.last
        return not order.is_decided

    def _is_over(self, trial: _Trial) -> bool:
        """Whether the trial is behind the order, and knows no less than the walk."""
        if not trial.is_past or self._ends or trial.ends.ways or not self._is_no_worse(trial.state):
            return False
        trial.order.windows.append((trial.began, self._step))
        return True

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        """See `Walk`."""
        raise GoesWrong

    def lost(self, item: MachineItem, key: Hashable, why: str) -> None:
        """See `Walk`."""
        raise GoesWrong

    # ---- what is no worse

    def _is_no_worse(self, one: WalkState) -> bool:
        """Whether all that follows is right with this state, if it is with the walk's own."""
        own = self.state
        if one.last != own.last or one.lasting != own.lasting:
            return False
        if any(a > b for a, b in zip(one.waited, own.waited, strict=True)):
            return False
        rows = zip(one.rows, own.rows, strict=True)
        if not all(self._says(a, b, y) for y, (a, b) in enumerate(rows)) or not _knows(
            one.thread, own.thread
        ):
            return False
        return (
            _places(one) == _places(own)
            and _no_less(one.fenced, own.fenced)
            and one.groups == own.groups
            and all(
                _is_as_free(one.signals.get(key), own.signals.get(key))
                for key in one.signals.keys() | own.signals.keys()
            )
        )

    def _says(self, row: Row, other: Row, engine: int) -> bool:
        """Whether an engine knows no less; of its own entries it knows all if it is in order."""
        if row == other:
            return True
        is_known = engine and self.in_order[engine] and not self.state.lasting
        own = range(engine, len(row), self.engines) if is_known else ()
        return all(a >= b or at in own for at, (a, b) in enumerate(zip(row, other, strict=True)))


def _op_of(block: Block, op: Operation) -> Operation:
    """The op of a block in which an op is."""
    while op.parent is not block:
        around = op.parent_op()
        assert around is not None
        op = around
    return op


def _knows(row: Row, other: Row) -> bool:
    return row == other or all(a >= b for a, b in zip(row, other, strict=True))


def _no_less(fenced: dict[str, Row], other: dict[str, Row]) -> bool:
    return all(name in fenced and _knows(fenced[name], row) for name, row in other.items())


def _places(state: WalkState) -> dict[int, list[int]]:
    return {engine: [work.stamp for work in works] for engine, works in state.given.items()}


def _is_as_free(one: Signals | None, other: Signals | None) -> bool:
    """Whether an instance can be used as freely as another one, and its signals tell no less."""
    if one is None or other is None:
        there = one or other
        return there is None or (one is None and not there.pending)
    return (
        len(one.pending) == len(other.pending)
        and all(map(_knows, one.pending, other.pending))
        and set(one.taken) <= set(other.taken)
        and one.sources <= other.sources
        and all(y in other.waits and at <= other.waits[y] for y, at in one.waits.items())
    )
