"""Which signals are under way at the same time, and what makes room where they are more than there are instances.

`Uses` walks with all edges, and notes at each signal which uses of other signals of the same two engines may not be over.
Where it comes to a signal for which there is no room, it makes room there and goes on: so one walk does so in many places.
What was changed may have implied other orders, and so somebody walks again.

What makes room for a signal of x for y
---------------------------------------
    merge     two signals under way that follow each other become one, the later signal with the earlier wait. That orders
              more than is needed, and is right: sources of one engine arrive in order, and both signals come before both
              waits. The delay: y waits for the later source.
    early     in a queue, the oldest signal is waited for at once, since a wait that is given makes room. The delay: y waits
              for the source before it does what it was given meanwhile.
    credit    waits of ops before are over, and x has not been told: a signal back from there to where x signals now. The
              delay: x waits for what y has done there.
    barrier   of all engines, in front of the op of the function's own block in which the signal is given. It is executed
              once. Or where the signal would be waited for, in its place. The delay: the engine that is idle first waits
              for the one that is last.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise

from asyncir.analyses.machines.edges import (
    Means,
    OrderEdge,
    Pair,
    is_at_once,
    is_lasting,
    is_queued,
    levels,
    loop_around,
    pair_of,
    waits_for_all,
)
from asyncir.analyses.machines.knowledge import MachineTouch, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.remedies import Remedy, RemedyChoice, RemedyKind
from asyncir.analyses.machines.state import Row, Signals, WalkState, learn
from asyncir.analyses.machines.times import TimeEstimate
from asyncir.dialects.effects import Effect
from asyncir.ir import Operation

At = tuple[WalkIteration, Operation]
_MOST_TURNS = 64
"""So many uses of an edge are remembered: there are fewer instances."""
_MOST_REMEDIES = 8
"""Of one kind no more are looked at for one signal."""


class Uses(TimeEstimate):
    """A walk that notes which signals are under way at the same time, and makes room for those that are too many."""

    _world: int = -1

    def __init__(self, program: MachineProgram, edges: list[OrderEdge], choice: RemedyChoice | None = None):
        self._choice = choice or RemedyChoice()
        super().__init__(program, edges)
        self.conflicts_of: dict[OrderEdge, set[OrderEdge]] = defaultdict(set)
        self.most: dict[OrderEdge, int] = {}
        self.growing: set[tuple[OrderEdge, int]] = set()
        """Edges whose uses pile up, with the number of the world in which they do."""
        self.changed = False
        """Whether edges were merged or added."""
        self.drained: dict[Operation, float] = {}
        """By op: how long a barrier of all engines in front of it holds up the engine that is idle first."""
        self._begun_anew: dict[OrderEdge, set[tuple[int, ...]]] = defaultdict(set)
        """By edge: iterations of uses under way of which some are of an execution of its loop before."""
        self._began = 0
        """The stamp with which the op of the function's block began where the walk is."""
        self._counts: dict[tuple[OrderEdge, int], tuple[list[WalkIteration], list[int]]] = {}
        self._primed: dict[Operation, list[OrderEdge]] = defaultdict(list)
        for edge in edges:
            if _is_tracked(edge) and edge.outermost is not None:
                self._primed[edge.outermost].append(edge)

    @property
    def grows(self) -> set[OrderEdge]:
        """Edges whose uses pile up in some world."""
        return {edge for edge, _ in self.growing}

    def collides(self, edge: OrderEdge) -> bool:
        """Whether the edge would take an instance that is in use: each execution of its loop begins with the first one."""
        most = self.most.get(edge, 1)
        several = self._begun_anew.get(edge, ()) if most > 1 else ()
        return any(len({number % most for number in numbers}) < len(numbers) for numbers in several)

    # ---- the walk

    def begin(self) -> None:
        """No signal is under way."""
        super().begin()
        self._world += 1
        self._active: dict[Pair, dict[OrderEdge, None]] = defaultdict(dict)
        self._over_at: dict[Operation, list[float]] = {}
        """By op of the function's block: when each engine was through with it."""
        self._turns: dict[OrderEdge, list[tuple[list[WalkIteration], int]]] = defaultdict(list)
        """By edge: the execution of its loop and the iteration in which each signal is given, oldest first."""
        self._begun: dict[OrderEdge, list[float]] = defaultdict(list)
        """When the engine that signals could begin with what it signals behind."""
        self._ended: dict[OrderEdge, list[float]] = defaultdict(list)
        """When waits were over."""

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Waits before the op take their signals."""
        super().before(iteration, item)
        if iteration.parent is None:
            self._began = self.now
        if item.role in (MachineRole.LOOP, MachineRole.BRANCHES):
            self._forget_uses()
        into = self.into(item.op)
        for edge in into:
            if _is_tracked(edge):
                signals = self.state.signals[edge]
                signals.pending.pop(0)
                self._is_taken(edge, signals)
                self._ended[edge].append(self._idle[edge.y])
        for edge in self.given.get(item.op, ()):
            self._begun[edge].append(self._idle[edge.x])
        if into:
            self.drained[item.op] = max(self.drained.get(item.op, 0.0), self._drain_time())
        for edge in self._primed.get(item.op, ()):
            for _ in range(edge.distance):
                self._signal_of(edge, iteration, item.op)

    def _apply(self, edge: OrderEdge, iteration: WalkIteration) -> None:
        if _is_tracked(edge) and is_at_once(edge):
            self._signal_of(edge, iteration, edge.target)
        super()._apply(edge, iteration)
        if edge.means is Means.ALL:
            for signals in self.state.signals.values():
                signals.taken.clear()  # all waits that were given are over, and everybody knows

    def _is_taken(self, edge: OrderEdge, signals: Signals) -> None:
        """A wait has taken a signal: who signals may not know so. Who waits for room in a queue gets it."""
        if is_counted(edge):
            signals.taken.append((edge.y, self.now))
        self.state.waited[edge.y] = self.now

    def _drain_time(self) -> float:
        """How long the engine that is idle first waits for a barrier of all."""
        return max(self._over) - min(self._idle)

    def credit_delay(self, edge: OrderEdge, distance: int) -> float:
        """How long who signals would wait for the waits of so many iterations before."""
        begun = self._begun[edge][distance:]
        return max((end - begin for end, begin in zip(self._ended[edge], begun, strict=False)), default=0.0)

    def _come_to(self, iteration: WalkIteration, item: MachineItem) -> None:
        super()._come_to(iteration, item)
        # Also where the program does not come to: iterations have to be equally long.
        self.now += 1

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Signals are given behind the op."""
        super().behind(iteration, item)
        if iteration.parent is None:
            self._over_at[item.op] = [self.signal_time(engine) for engine in range(self.engines)]
        for edge in list(self.given.get(item.op, ())):
            if _is_tracked(edge):
                self._signal_of(edge, iteration, item.op)

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the outermost loop, the signals that are left are waited for."""
        super().closing(iteration, item)
        for edge in self._primed.get(item.op, ()):
            signals = self.state.signals[edge]
            for _ in signals.pending:
                self._is_taken(edge, signals)
            signals.pending = []

    def _signal_of(self, edge: OrderEdge, iteration: WalkIteration, op: Operation) -> None:
        told = self.told_by(edge.x)
        others: list[OrderEdge] = []
        waiting: list[OrderEdge] = []
        for other in list(self._active[pair_of(edge)]):
            count = self._under_way(other, edge.x, told)
            if other is not edge and count:
                self.conflicts_of[edge].add(other)
                self.conflicts_of[other].add(edge)
            others += [other] * count
            waiting += [other] * len(self.state.signals[other].pending) if count else []
        own = self.state.signals.setdefault(edge, Signals())
        own.pending.append(told)
        self._active[pair_of(edge)][edge] = None
        count = len(own.pending) + len(own.taken)
        self.most[edge] = max(self.most.get(edge, 1), count)
        self._watch(edge, iteration, count)
        self._take_turn(edge, iteration, count)
        if len(others) >= room_of(edge):
            together = [*dict.fromkeys(waiting), edge]
            remedies = [*self._merges(edge, together), *self._early(edge, waiting, op)]
            remedies += self._instead(edge, is_alone=not waiting)
            if is_counted(edge):
                remedies += self._told_late(edge, (iteration, op), others, waiting)
            self.changed |= self._choice.take(remedies)

    # ---- two signals become one

    def _merges(self, new: OrderEdge, waiting: list[OrderEdge]) -> Iterator[Remedy]:
        alike = [one for one in waiting if not one.distance and (one.x, one.y) == (new.x, new.y)]
        for one, other in reversed(list(pairwise(alike))[-_MOST_REMEDIES:]):
            if self._can_merge(one, other):
                time = self.signal_time(new.x) if other is new else self._acted(other)
                delay = max(0.0, time - max(self._acted(one), self._idle[one.y]))
                yield Remedy(RemedyKind.MERGE, delay, lambda a=one, b=other: self._merge(a, b, new))

    def _acted(self, edge: OrderEdge) -> float:
        """When the youngest signal of an edge acts; of one that is given here that is noted later."""
        times = self._signals[edge]
        return times[-1] if times else self.signal_time(edge.x)

    def _can_merge(self, one: OrderEdge, other: OrderEdge) -> bool:
        """Whether the later signal can stand for both, with the earlier wait."""
        if one.block is not other.block or one.target is other.target or is_at_once(one) or is_at_once(other):
            return False
        place = self.place_of(one.target)
        return self.place_of(other.source) < place < self.place_of(other.target)

    def _merge(self, one: OrderEdge, other: OrderEdge, new: OrderEdge) -> None:
        """The later signal stands for both, with the earlier wait."""
        signals = self.state.signals
        signals[one].pending[-1] = signals[other].pending.pop()
        self.drop(other)
        self.given[one.source].remove(one)
        self.given[other.source].append(one)
        one.source, one.credit = other.source, one.credit or other.credit
        # When the new signal acts is noted behind the op.
        self._signals[one][-1:] = [] if other is new else self._signals[other][-1:]

    # ---- somebody waits earlier

    def _early(self, new: OrderEdge, waiting: list[OrderEdge], op: Operation) -> Iterator[Remedy]:
        """The oldest signal of a queue is waited for where the new one is given."""
        oldest = next(iter(waiting), None)
        if not is_queued(new) or oldest is None or oldest.distance or oldest.block is not op.parent:
            return
        if self.place_of(oldest.source) < self.place_of(op) < self.place_of(oldest.target):
            delay = max(0.0, self._acted(oldest) - self._idle[oldest.y])
            yield Remedy(RemedyKind.EARLY, delay, lambda: self._wait_at(oldest, op))

    def _wait_at(self, edge: OrderEdge, op: Operation) -> None:
        signals = self.state.signals[edge]
        self.tell(edge.y, signals.pending.pop(0))
        self._idle[edge.y] = max(self._idle[edge.y], self._acted(edge))
        self._numbers_of[edge] += 1
        self._is_taken(edge, signals)
        self.drop(edge)
        edge.target = op
        self.link(edge)

    # ---- no signal

    def _instead(self, new: OrderEdge, is_alone: bool) -> Iterator[Remedy]:
        """No signal is given: a barrier of all stands where it would be waited for."""
        if not (is_alone or new.distance or new.credit) and waits_for_all(self.program) is not None:
            yield Remedy(RemedyKind.BARRIER, self._drain_time(), lambda: self._no_signal(new))

    def _no_signal(self, edge: OrderEdge) -> None:
        self.state.signals[edge].pending.pop()
        self.drop(edge)
        if not any(each.means is Means.ALL for each in self.into(edge.target)):
            self.link(OrderEdge(Means.ALL, 0, 0, edge.source, edge.target, 0))

    # ---- somebody is told that waits are over

    def _told_late(
        self, edge: OrderEdge, at: At, others: list[OrderEdge], waiting: list[OrderEdge]
    ) -> Iterator[Remedy]:
        """Of waits that are over: who signals is told of so many of them, the oldest first; or a barrier tells all."""
        *_, (function, op) = levels(*at)
        over = [
            (source, one)
            for one in others
            if one not in waiting and (source := self._outer(one)) is not op and source in function.after
        ]
        there = self.into(op)
        if not over or any(each.means is Means.ALL for each in there):
            return
        if waits_for_all(self.program) is not None:
            yield Remedy(RemedyKind.BARRIER, self._drain_time(), lambda: self._part(over[0][0], op))
        is_told = any(each.credit and (each.x, each.y) == (edge.y, edge.x) for each in there)
        if is_told or not can_signal_back(self.program, edge):
            return
        sources = [*dict.fromkeys(source for source, _ in over if edge.y in function.after[source])]
        # The last one first: of those that nobody has to wait for, it tells most.
        for source in sources[:: -(len(sources) // _MOST_REMEDIES + 1)]:
            delay = max(0.0, self._over_at[source][edge.y] - self._idle[edge.x])
            yield Remedy(RemedyKind.CREDIT, delay, lambda at=source: self._tell_back(edge, function, at, op))

    def _outer(self, edge: OrderEdge) -> Operation:
        """The op of the function's block behind which the uses of an edge are over."""
        at = edge.target
        while (around := at.parent_op()) is not None and around is not self.program.function:
            at = around
        return at

    def _tell_back(self, edge: OrderEdge, function: WalkIteration, source: Operation, op: Operation) -> None:
        """An edge back, from where a wait was to where the signal comes from."""
        back = OrderEdge(Means.SIGNAL, edge.y, edge.x, source, op, 0, edge.resource, credit=True)
        self.link(back)
        for _ in self._states_since():
            self.tell(edge.x, function.after[source][edge.y])
        self._idle[edge.x] = max(self._idle[edge.x], self._over_at[source][edge.y])

    def _part(self, source: Operation, op: Operation) -> None:
        """A barrier of all engines in front of an op of the function's block: no work needs it, who signals does."""
        self.link(OrderEdge(Means.ALL, 0, 0, source, op, 0, credit=True))
        for state in self._states_since():
            for row in (*state.rows, state.thread):
                learn(row, [self._began] * len(row))

    def _states_since(self) -> Iterator[WalkState]:
        """The state, and those in which the loops around may have ended, one after the other as the walk's own."""
        state = self.state
        for each in (state, *(end for _, ends in self._loops for end, _ in ends)):
            self.state = each
            yield each
        self.state = state

    # ---- what is under way

    def _under_way(self, edge: OrderEdge, x: int, told: Row) -> int:
        """How many uses of an edge may not be over; forgets those that are."""
        signals = self.state.signals.get(edge)
        if signals is not None:
            signals.taken = self.still_taken(signals, x, told)
            if signals.taken or signals.pending:
                return len(signals.taken) + len(signals.pending)
            del self.state.signals[edge]
        self._active[pair_of(edge)].pop(edge, None)
        return 0

    def missing(
        self, iteration: WalkIteration, item: MachineItem, touch: MachineTouch, effect: Effect | None
    ) -> None:
        """What an edge that was merged told may be missing on the rest of the walk; later walks ask for it."""
        if not self.changed:
            super().missing(iteration, item, touch, effect)

    def _forget_uses(self) -> None:
        """Forget uses that are known to be over, lest they come back where ways meet of which one uses nothing."""
        told: dict[int, Row] = {}
        for edge in [key for key in self.state.signals if isinstance(key, OrderEdge)]:
            if edge.x not in told:
                told[edge.x] = self.told_by(edge.x)
            self._under_way(edge, edge.x, told[edge.x])

    def _watch(self, edge: OrderEdge, iteration: WalkIteration, count: int) -> None:
        """Uses that are more in each iteration pile up without end."""
        if not self._stands_for_others(iteration):
            return
        _, counts = self._counts.setdefault((edge, id(iteration.before)), (iteration.before, []))
        counts.append(count)
        if len(counts) > 2 and all(a < b for a, b in pairwise(counts)):
            self.growing.add((edge, self._world))
        else:
            self.growing.discard((edge, self._world))

    def _take_turn(self, edge: OrderEdge, iteration: WalkIteration, count: int) -> None:
        """Note which iterations the uses under way are of, where a loop is executed again meanwhile.

        Of loops that are walked to their end: of others it is the uses that pile up.
        """
        at: WalkIteration | None = iteration
        loop = loop_around(edge)
        while at is not None and at.block.parent_op() is not loop:
            at = at.parent
        if at is None or edge.distance or not is_counted(edge):
            return
        turns = self._turns[edge]
        turns.append((at.before, at.number))
        del turns[:-_MOST_TURNS]
        recent = turns[-count:]
        if any(before is not at.before for before, _ in recent):
            exact = all(id(before) in self.exact_loops for before, _ in recent)
            self._begun_anew[edge].update([tuple(number for _, number in recent)] if exact else [])

    def _stands_for_others(self, iteration: WalkIteration) -> bool:
        """Whether it is one of more iterations of a loop than are walked."""
        at: WalkIteration | None = iteration
        while at is not None and (not at.before or id(at.before) in self.exact_loops):
            at = at.parent
        return at is not None

    def ways_meet(self) -> None:
        """Signals that one of the ways has forgotten may be under way on another."""
        for key in self.state.signals:
            if isinstance(key, OrderEdge):
                self._active[pair_of(key)][key] = None


def is_counted(edge: OrderEdge) -> bool:
    """Whether a signal of the edge that comes too early does harm."""
    return edge.means is Means.SIGNAL and not is_queued(edge) and not is_lasting(edge)


def _is_tracked(edge: OrderEdge) -> bool:
    """Whether a wait takes its signals."""
    return edge.means is Means.SIGNAL and not is_lasting(edge)


def room_of(edge: OrderEdge) -> int:
    """How many signals there may be under way on all instances together."""
    resource = edge.resource
    assert resource is not None
    return resource.count * resource.capacity if is_queued(edge) else resource.count


def can_signal_back(program: MachineProgram, edge: OrderEdge) -> bool:
    """Whether the engine that waits can give signals to the other."""
    assert edge.resource is not None
    names = program.engines
    return edge.resource.pairs is None or (names[edge.y], names[edge.x]) in edge.resource.pairs
