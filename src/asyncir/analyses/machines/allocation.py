"""Which instances of resources the signals of edges are given on: few, and none that is still in use.

The question
------------
A flag that is signalled twice before somebody has waited is misused (MAC-12, MAC-13). So an edge may only use an instance
if, where its signal acts, the engine that signals knows that the wait of the last use is over. Uses of one instance by
several edges, or by one edge in several iterations, have to be that far apart.

How it is answered
------------------
`Uses` walks once more, with all edges, and notes at each signal which uses of other signals of the same two engines may
not be over. That gives for each edge how many instances it needs (it takes them in turn, by the iteration), and a graph of
edges that must not share one. Colouring that graph, first fit in the order of the program, gives the instances.

Where there are too few
-----------------------
- The uses of an edge pile up because nobody tells its engine that waits are over: a *credit*, an edge back, is added, so
  that it waits for the use before the last.
- Too many signals are under way at once: two neighbours become one, the later signal with the earlier wait. That orders
  more than is needed, and is right, since sources of one engine arrive in order and both signals come before both waits.
- Neither helps, or there is no way back: a barrier of all engines stands in for an edge.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from asyncir.analyses.machines.edges import (
    Means,
    Needed,
    OrderEdge,
    Pair,
    completed,
    is_lasting,
    is_of_phases,
    is_queued,
    pair_of,
    pruned,
    waits_for_all,
)
from asyncir.analyses.machines.fifos import shared
from asyncir.analyses.machines.knowledge import WalkIteration
from asyncir.analyses.machines.lasting_edges import free_instances, loop_of, slots_in_turn
from asyncir.analyses.machines.program import LOOPS, MachineItem, MachineProgram
from asyncir.analyses.machines.state import Row, Signals
from asyncir.analyses.machines.used_instances import used_instances
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import Operation

_MOST_IN_TURN = 4
"""No edge takes more instances than this in turn: what loops do then repeats soon."""


@dataclass
class InstancePlan:
    """The instances of each edge that gives signals: the first one, and how many it takes in turn."""

    first: dict[OrderEdge, int] = field(default_factory=dict[OrderEdge, int])
    count: dict[OrderEdge, int] = field(default_factory=dict[OrderEdge, int])

    def used(self) -> int:
        """How many instances of all resources are in use."""
        ids = {
            (pair_of(e), i) for e, first in self.first.items() for i in range(first, first + self.count[e])
        }
        return len(ids)


class TooFew(Exception):
    """There are not enough instances, whatever is done."""

    def __init__(self, edges: list[OrderEdge]):
        super().__init__()
        self.edges = edges


class Uses(Needed):
    """A walk that notes which signals are under way at the same time."""

    def __init__(self, program: MachineProgram, edges: list[OrderEdge]):
        super().__init__(program, edges, frozen=True)
        self.conflicts_of: dict[OrderEdge, set[OrderEdge]] = defaultdict(set)
        self.most: dict[OrderEdge, int] = {}
        self.grows: set[OrderEdge] = set()
        self.changed = False
        """Whether edges were merged or added."""
        self._counts: dict[tuple[OrderEdge, int], tuple[list[WalkIteration], list[int]]] = {}
        self._from: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._primed: dict[Operation, list[OrderEdge]] = defaultdict(list)
        for edge in edges:
            if _is_counted(edge):
                self._from[edge.source].append(edge)
                if edge.outermost is not None:
                    self._primed[edge.outermost].append(edge)

    def begin(self) -> None:
        """No signal is under way."""
        super().begin()
        self._active: dict[Pair, dict[OrderEdge, None]] = defaultdict(dict)

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Waits before the op take their signals."""
        super().before(iteration, item)
        for edge in self.into(item.op):
            if _is_counted(edge):
                signals = self.state.signals[edge]
                signals.pending.pop(0)
                signals.taken.append((edge.y, self.now))
                self.state.waited[edge.y] = self.now
        for edge in self._primed.get(item.op, ()):
            for _ in range(edge.distance):
                self._signal_of(edge, iteration)

    def _come_to(self, iteration: WalkIteration, item: MachineItem) -> None:
        super()._come_to(iteration, item)
        # Also where the program does not come to: iterations have to be equally long.
        self.now += 1

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Signals are given behind the op."""
        super().behind(iteration, item)
        for edge in list(self._from.get(item.op, ())):
            self._signal_of(edge, iteration)

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the outermost loop, the signals that are left are waited for."""
        super().closing(iteration, item)
        for edge in self._primed.get(item.op, ()):
            signals = self.state.signals[edge]
            signals.taken += [(edge.y, self.now)] * len(signals.pending)
            signals.pending = []
            self.state.waited[edge.y] = self.now

    def _signal_of(self, edge: OrderEdge, iteration: WalkIteration) -> None:
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
        assert edge.resource is not None
        if len(others) >= edge.resource.count:
            self._make_room(edge, iteration, others, [*dict.fromkeys(waiting), edge])

    def _make_room(
        self, edge: OrderEdge, iteration: WalkIteration, others: list[OrderEdge], waiting: list[OrderEdge]
    ) -> None:
        """Too many signals are under way: two become one, or the engine that gives them is told that waits are over."""
        for one, other in reversed(list(pairwise(one for one in waiting if not one.distance))):
            if _can_merge(one, other):
                self._merge(one, other)
                return
        over = [one for one in others if one not in waiting and one.block is edge.block and not one.distance]
        if over and not edge.distance and iteration.parent is None and _can_signal(self.program, edge):
            self._tell_back(over[len(over) // 2], edge, iteration)

    def _merge(self, one: OrderEdge, other: OrderEdge) -> None:
        """The later signal stands for both, with the earlier wait."""
        signals = self.state.signals
        signals[one].pending[-1] = signals[other].pending.pop()
        self.drop(other)
        self._from[other.source].remove(other)
        self._from[one.source].remove(one)
        self._from[other.source].append(one)
        one.source = other.source
        self.changed = True

    def _tell_back(self, over: OrderEdge, edge: OrderEdge, iteration: WalkIteration) -> None:
        """An edge back, from where a wait was to where the signal comes from."""
        back = OrderEdge(
            Means.SIGNAL, edge.y, edge.x, over.target, edge.source, 0, edge.resource, credit=True
        )
        self.link(back)
        self._from[back.source].append(back)
        self.tell(edge.x, iteration.after[over.target][edge.y])
        self.changed = True

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

    def _watch(self, edge: OrderEdge, iteration: WalkIteration, count: int) -> None:
        """Uses that are more in each iteration pile up without end."""
        _, counts = self._counts.setdefault((edge, id(iteration.before)), (iteration.before, []))
        counts.append(count)
        if len(counts) > 2 and all(a < b for a, b in pairwise(counts)):
            self.grows.add(edge)
        else:
            self.grows.discard(edge)

    def ways_meet(self) -> None:
        """Signals that one of the ways has forgotten may be under way on another."""
        for key in self.state.signals:
            if isinstance(key, OrderEdge):
                self._active[pair_of(key)][key] = None


def allocated(program: MachineProgram, edges: list[OrderEdge]) -> tuple[list[OrderEdge], InstancePlan]:
    """The edges, changed where there were too few instances, and the instances. Raises `TooFew`."""
    for _ in range(len(edges) + 8):
        uses = Uses(program, edges)
        uses.run()
        changed = uses.edges if uses.changed else _with_credits(program, edges, uses)
        if changed is None:
            queued = shared(program, edges)
            found = coloured(edges, uses, queued) if isinstance(queued, dict) else queued
            if isinstance(found, InstancePlan):
                return edges, found
            changed = _with_barrier(program, edges, found)
        # What was changed may have implied other orders.
        edges = pruned(program, completed(program, changed))
    raise TooFew([edge for edge in edges if edge.means is Means.SIGNAL])


def _is_counted(edge: OrderEdge) -> bool:
    """Whether a signal of the edge that comes too early does harm."""
    return edge.means is Means.SIGNAL and not is_queued(edge) and not is_lasting(edge)


def _with_credits(program: MachineProgram, edges: list[OrderEdge], uses: Uses) -> list[OrderEdge] | None:
    """With an edge back for an edge whose uses pile up, or a barrier in its place; None where none do."""
    for edge in edges:
        if not _is_counted(edge):
            continue
        assert edge.resource is not None
        in_turn = loop_of(edge.block) is not None
        most = min(edge.resource.count, _MOST_IN_TURN) if in_turn else 1
        if edge not in uses.grows and uses.most.get(edge, 1) <= most:
            continue
        if edge.distance and edge.target.regions and waits_for_all(program) is not None:
            # One barrier for all edges that lead there: it may be that nothing happens between two of their signals.
            others = [one for one in edges if one.target is not edge.target or not one.distance]
            return [*others, OrderEdge(Means.ALL, 0, 0, edge.source, edge.target, 0)]
        distance = min(2, edge.resource.count - edge.distance)
        if distance < 1 or not in_turn or not _can_signal(program, edge):
            return _with_barrier(program, edges, edge)
        outermost = edge.outermost or _loop_around(edge.target)
        back = (edge.y, edge.x, edge.target, edge.source)
        return [*edges, OrderEdge(Means.SIGNAL, *back, distance, edge.resource, outermost, credit=True)]
    return None


def _can_signal(program: MachineProgram, edge: OrderEdge) -> bool:
    """Whether the engine that waits can give signals to the other."""
    assert edge.resource is not None
    names = program.engines
    return edge.resource.pairs is None or (names[edge.y], names[edge.x]) in edge.resource.pairs


def _loop_around(op: Operation) -> Operation | None:
    """The outermost loop around an op."""
    found, at = None, op.parent_op()
    while at is not None:
        if kind_of(at) in LOOPS:
            found = at
        at = at.parent_op()
    return found


def _with_barrier(program: MachineProgram, edges: list[OrderEdge], edge: OrderEdge) -> list[OrderEdge]:
    """With a barrier of all engines in place of an edge for which there is no instance."""
    if waits_for_all(program) is None:
        raise TooFew([edge])
    others = [
        one for one in edges if one.target is not edge.target or one.means in (Means.BARRIER, Means.FENCE)
    ]
    return [*others, OrderEdge(Means.ALL, 0, 0, edge.source, edge.target, 0)]


def _can_merge(one: OrderEdge, other: OrderEdge) -> bool:
    """Whether the later signal can stand for both, with the earlier wait."""
    if one.block is not other.block or one.target is other.target:
        return False
    earlier = one.target.is_before_in_block(other.target)
    return earlier and other.source.is_before_in_block(one.target)


def _may_steal(edge: OrderEdge, other: OrderEdge) -> bool:
    """Whether the wait of one might take the signal of the other: two engines wait for what all share."""
    return pair_of(edge) == pair_of(other) and (edge.x, edge.y) != (other.x, other.y)


def _is_reserved(edge: OrderEdge, edges: list[OrderEdge], program: MachineProgram) -> bool:
    """Whether the last instance of what the edge uses is for waiting until everything is over."""
    if not waits_for_all(program) or all(one.means is not Means.ALL for one in edges):
        return False
    return edge.resource is not None and (edge.resource.pairs is None or not edge.y)


def coloured(edges: list[OrderEdge], uses: Uses, queued: Mapping[OrderEdge, int]) -> InstancePlan | OrderEdge:
    """First fit, in the order of the program; an edge, where there is none for it."""
    found = InstancePlan(dict(queued), dict.fromkeys(queued, 1))
    in_functions = used_instances(uses.program)
    for edge in filter(_is_counted, edges):
        assert edge.resource is not None
        count = uses.most.get(edge, 1)
        taken = in_functions.get(pair_of(edge), set[int]()) | {
            i
            for other, start in found.first.items()
            if other in uses.conflicts_of.get(edge, ()) or _may_steal(edge, other)
            for i in range(start, start + found.count[other])
        }
        places = range(edge.resource.count - count + 1 - _is_reserved(edge, edges, uses.program))
        first = next((p for p in places if taken.isdisjoint(range(p, p + count))), None)
        if first is None:
            return edge
        found.first[edge], found.count[edge] = first, count
    return _with_lasting(edges, uses.program, found)


def _with_lasting(
    edges: Sequence[OrderEdge], program: MachineProgram, found: InstancePlan
) -> InstancePlan | OrderEdge:
    """With instances for phases and timelines, which no two edges share; an edge, where there is none for it."""
    free: dict[str, range] = {}
    for edge in filter(is_lasting, edges):
        resource = edge.resource
        assert resource is not None
        left = free.setdefault(resource.name, free_instances(program, resource))
        count = slots_in_turn(edge.source, edge.target, edge.distance) if is_of_phases(edge) else 1
        if count > min(_MOST_IN_TURN, len(left)):
            return edge
        found.first[edge], found.count[edge] = left[0], count
        free[resource.name] = left[count:]
    return found
