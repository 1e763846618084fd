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
- The waits of ops before are over, and nobody has told so: a credit from there or, where there is no way back, a barrier of
  all engines, in front of the op of the function's own block in which the signal is given. That is executed once.
- Signals that are queued, of two loops one in the other, would be taken in another order than they are given in: each
  execution of the inner loop is followed by waits for its last ones, and by signals for the next one.
- None of this helps: a barrier of all engines stands in for an edge.

All of these are done in many places at once, so that it takes a few walks however long the program is.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
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
    levels,
    loop_around,
    pair_of,
    waits_for_all,
)
from asyncir.analyses.machines.fifos import shared
from asyncir.analyses.machines.knowledge import MachineTouch, WalkIteration
from asyncir.analyses.machines.lasting_edges import free_instances, loop_of, slots_in_turn
from asyncir.analyses.machines.program import LOOPS, MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.redundant import pruned
from asyncir.analyses.machines.state import Row, Signals, WalkState, learn
from asyncir.analyses.machines.used_instances import used_instances
from asyncir.dialects.effects import Effect
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

    _world: int = -1

    def __init__(self, program: MachineProgram, edges: list[OrderEdge]):
        super().__init__(program, edges, frozen=True)
        self.conflicts_of: dict[OrderEdge, set[OrderEdge]] = defaultdict(set)
        self.most: dict[OrderEdge, int] = {}
        self.growing: set[tuple[OrderEdge, int]] = set()
        """Edges whose uses pile up, with the number of the world in which they do."""
        self.changed = False
        """Whether edges were merged or added."""
        self._began = 0
        """The stamp with which the op of the function's block began where the walk is."""
        self._counts: dict[tuple[OrderEdge, int], tuple[list[WalkIteration], list[int]]] = {}
        self._from: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._primed: dict[Operation, list[OrderEdge]] = defaultdict(list)
        for edge in edges:
            if is_counted(edge):
                self._from[edge.source].append(edge)
                if edge.outermost is not None:
                    self._primed[edge.outermost].append(edge)

    @property
    def grows(self) -> set[OrderEdge]:
        """Edges whose uses pile up in some world."""
        return {edge for edge, _ in self.growing}

    def begin(self) -> None:
        """No signal is under way."""
        super().begin()
        self._world += 1
        self._active: dict[Pair, dict[OrderEdge, None]] = defaultdict(dict)

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Waits before the op take their signals."""
        super().before(iteration, item)
        if iteration.parent is None:
            self._began = self.now
        if item.role in (MachineRole.LOOP, MachineRole.BRANCHES):
            self._forget_uses()
        for edge in self.into(item.op):
            if is_counted(edge):
                signals = self.state.signals[edge]
                signals.pending.pop(0)
                signals.taken.append((edge.y, self.now))
                self.state.waited[edge.y] = self.now
        for edge in self._primed.get(item.op, ()):
            for _ in range(edge.distance):
                self._signal_of(edge, iteration, item.op)

    def _come_to(self, iteration: WalkIteration, item: MachineItem) -> None:
        super()._come_to(iteration, item)
        # Also where the program does not come to: iterations have to be equally long.
        self.now += 1

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Signals are given behind the op."""
        super().behind(iteration, item)
        for edge in list(self._from.get(item.op, ())):
            self._signal_of(edge, iteration, item.op)

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the outermost loop, the signals that are left are waited for."""
        super().closing(iteration, item)
        for edge in self._primed.get(item.op, ()):
            signals = self.state.signals[edge]
            signals.taken += [(edge.y, self.now)] * len(signals.pending)
            signals.pending = []
            self.state.waited[edge.y] = self.now

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
        assert edge.resource is not None
        if len(others) >= edge.resource.count:
            self._make_room(edge, (iteration, op), others, [*dict.fromkeys(waiting), edge])

    def _make_room(
        self,
        edge: OrderEdge,
        at: tuple[WalkIteration, Operation],
        others: list[OrderEdge],
        waiting: list[OrderEdge],
    ) -> None:
        """Too many signals are under way: two become one, or the engine that gives them is told that waits are over."""
        for one, other in reversed(list(pairwise(one for one in waiting if not one.distance))):
            if self._can_merge(one, other):
                self._merge(one, other)
                return
        *_, (function, op) = levels(*at)
        over = [
            (source, one)
            for one in others
            if one not in waiting and (source := self._outer(one)) is not op and source in function.after
        ]
        if not over:
            return
        there = self.into(op)
        source, one = over[len(over) // 2]
        if any(each.means is Means.ALL for each in there):
            return
        is_told = any(each.credit and (each.x, each.y) == (edge.y, edge.x) for each in there)
        if not is_told and _can_signal(self.program, edge) and one.y in function.after[source]:
            self._tell_back(edge, function, source, op)
        elif waits_for_all(self.program) is not None:
            self._part(source, op)

    def _can_merge(self, one: OrderEdge, other: OrderEdge) -> bool:
        """Whether the later signal can stand for both, with the earlier wait."""
        if one.block is not other.block or one.target is other.target:
            return False
        place = self.place_of(one.target)
        return self.place_of(other.source) < place < self.place_of(other.target)

    def _outer(self, edge: OrderEdge) -> Operation:
        """The op of the function's block behind which the uses of an edge are over."""
        at = edge.target
        while (around := at.parent_op()) is not None and around is not self.program.function:
            at = around
        return at

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

    def _tell_back(self, edge: OrderEdge, function: WalkIteration, source: Operation, op: Operation) -> None:
        """An edge back, from where a wait was to where the signal comes from."""
        back = OrderEdge(Means.SIGNAL, edge.y, edge.x, source, op, 0, edge.resource, credit=True)
        self.link(back)
        self._from[back.source].append(back)
        for _ in self._states_since():
            self.tell(edge.x, function.after[source][edge.y])
        self.changed = True

    def _part(self, source: Operation, op: Operation) -> None:
        """A barrier of all engines in front of an op of the function's block."""
        self.link(OrderEdge(Means.ALL, 0, 0, source, op, 0))
        for state in self._states_since():
            for row in (*state.rows, state.thread):
                learn(row, [self._began] * len(row))
        self.changed = True

    def _states_since(self) -> Iterator[WalkState]:
        """The state, and those in which the loops around may have ended, one after the other as the walk's own."""
        state = self.state
        for each in (state, *(end for _, ends in self._loops for end, _ in ends)):
            self.state = each
            yield each
        self.state = state

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


Choice = Callable[
    [list[OrderEdge], Uses, Mapping[OrderEdge, int]],
    InstancePlan | list[OrderEdge],
]
"""How instances are chosen: a plan, or the edges for which there is none."""


def allocated(
    program: MachineProgram, edges: list[OrderEdge], choose: Choice | None = None
) -> tuple[list[OrderEdge], InstancePlan]:
    """The edges, changed where there were too few instances, and the instances. Raises `TooFew`.

    Instances are chosen by first fit, unless somebody else does.
    """
    choose = choose or coloured
    for _ in range(len(edges) + 8):
        uses = Uses(program, edges)
        uses.run()
        changed = uses.edges if uses.changed else _with_credits(program, edges, uses)
        if changed is None:
            queued = shared(program, edges)
            found = choose(edges, uses, queued) if isinstance(queued, dict) else queued
            if isinstance(found, InstancePlan):
                return edges, found
            if waits_for_all(program) is None:
                raise TooFew(_crowd(found[0], uses))
            # Half of them: with these barriers, others may find an instance.
            some = found[: (len(found) + 1) // 2]
            changed = _topped_up(program, edges, found) or _with_barriers(program, edges, some)
        # What was changed may have implied other orders.
        edges = pruned(program, completed(program, changed))
    raise TooFew([edge for edge in edges if edge.means is Means.SIGNAL])


def _crowd(edge: OrderEdge, uses: Uses) -> list[OrderEdge]:
    """An edge, and those that keep it from an instance: all of them may be under way at once with all others.

    Where no such edges need more instances than there are, all that are in conflict with the edge.
    """
    assert edge.resource is not None
    others = [one for one in uses.edges if one in uses.conflicts_of.get(edge, ())]
    found = [edge]
    for one in others:
        if all(one in uses.conflicts_of.get(other, ()) for other in found):
            found.append(one)
    needed = sum(uses.most.get(one, 1) for one in found)
    return found if needed > edge.resource.count else [edge, *others]


def is_counted(edge: OrderEdge) -> bool:
    """Whether a signal of the edge that comes too early does harm."""
    return edge.means is Means.SIGNAL and not is_queued(edge) and not is_lasting(edge)


def _with_credits(program: MachineProgram, edges: list[OrderEdge], uses: Uses) -> list[OrderEdge] | None:
    """With edges back for edges whose uses pile up, or barriers in their place; None where none do.

    One for each loop and two engines: what one of them tells may be enough for all.
    """
    found: list[OrderEdge] = []
    done: set[object] = set()
    for edge in edges:
        key = (edge.outermost or _outermost_loop(edge.target), edge.x, edge.y)
        if key not in done and _piles_up(edge, uses):
            done.add(key)
            found.append(edge)
    for edge in found:
        if edge in edges:
            edges = _with_credit(program, edges, edge)
    return edges if found else None


def _piles_up(edge: OrderEdge, uses: Uses) -> bool:
    """Whether the uses of an edge are more than can be."""
    if not is_counted(edge):
        return False
    assert edge.resource is not None
    most = 1 if loop_of(edge.block) is None else min(edge.resource.count, _MOST_IN_TURN)
    return edge in uses.grows or uses.most.get(edge, 1) > most


def _with_credit(program: MachineProgram, edges: list[OrderEdge], edge: OrderEdge) -> list[OrderEdge]:
    """With an edge back, or a barrier in place of the edge."""
    assert edge.resource is not None
    if edge.distance and edge.target.regions and waits_for_all(program) is not None:
        # One barrier for all edges that lead there: it may be that nothing happens between two of their signals.
        others = [one for one in edges if one.target is not edge.target or not one.distance]
        return [*others, OrderEdge(Means.ALL, 0, 0, edge.source, edge.target, 0)]
    distance = min(2, edge.resource.count - edge.distance)
    if distance < 1 or loop_of(edge.block) is None or not _can_signal(program, edge):
        return _with_barriers(program, edges, [edge])
    outermost = edge.outermost or _outermost_loop(edge.target)
    back = (edge.y, edge.x, edge.target, edge.source)
    return [*edges, OrderEdge(Means.SIGNAL, *back, distance, edge.resource, outermost, credit=True)]


def _can_signal(program: MachineProgram, edge: OrderEdge) -> bool:
    """Whether the engine that waits can give signals to the other."""
    assert edge.resource is not None
    names = program.engines
    return edge.resource.pairs is None or (names[edge.y], names[edge.x]) in edge.resource.pairs


def _outermost_loop(op: Operation) -> Operation | None:
    """The outermost loop around an op."""
    found, at = None, op.parent_op()
    while at is not None:
        if kind_of(at) in LOOPS:
            found = at
        at = at.parent_op()
    return found


def _with_barriers(
    program: MachineProgram, edges: list[OrderEdge], without: Sequence[OrderEdge]
) -> list[OrderEdge]:
    """With barriers of all engines in place of edges for which there is no instance."""
    if waits_for_all(program) is None:
        raise TooFew(list(without))
    sources = {edge.target: edge.source for edge in without}
    others = [one for one in edges if one.target not in sources or one.means in (Means.BARRIER, Means.FENCE)]
    barriers = (OrderEdge(Means.ALL, 0, 0, source, target, 0) for target, source in sources.items())
    return [*others, *barriers]


def _topped_up(
    program: MachineProgram, edges: list[OrderEdge], failed: Sequence[OrderEdge]
) -> list[OrderEdge] | None:
    """With edges that wait for the last signals of loops in loops each time, if what is queued finds room so; else None.

    What is told by those waits may make the order needless for which there was no room.
    """
    pairs = {pair_of(edge) for edge in failed if is_queued(edge)}
    changed: list[OrderEdge] = []
    for edge in edges:
        alone = edge.distance and is_queued(edge) and pair_of(edge) in pairs
        inner = alone and not edge.tops_up and edge.outermost is not loop_around(edge)
        changed.append(replace(edge, tops_up=True) if inner else edge)
    if changed == edges:
        return None
    changed = pruned(program, completed(program, changed))
    return changed if isinstance(shared(program, changed), dict) else None


def coloured(
    edges: list[OrderEdge], uses: Uses, queued: Mapping[OrderEdge, int]
) -> InstancePlan | list[OrderEdge]:
    """First fit, in the order of the program; or the edges for which there is none."""
    found = InstancePlan()
    failed: list[OrderEdge] = []
    users: dict[str, dict[tuple[int, int], set[int]]] = defaultdict(lambda: defaultdict(set))
    """Of what all engines share: the instances of each two of them, since one's wait could take the other's signal."""

    def give(edge: OrderEdge, first: int, count: int) -> None:
        assert edge.resource is not None
        found.first[edge], found.count[edge] = first, count
        if edge.resource.pairs is None:
            users[edge.resource.name][edge.x, edge.y].update(range(first, first + count))

    for edge, first in queued.items():
        give(edge, first, 1)
    is_last_kept = keeps_last(edges, uses.program)
    in_use = used_instances(uses.program)
    for edge in filter(is_counted, edges):
        assert edge.resource is not None
        count = uses.most.get(edge, 1)
        others = [one for one in uses.conflicts_of.get(edge, ()) if one in found.first]
        taken = {i for one in others for i in range(found.first[one], found.first[one] + found.count[one])}
        taken |= in_use.get(pair_of(edge), set())
        if edge.resource.pairs is None:
            own = (edge.x, edge.y)
            taken.update(*(used for who, used in users[edge.resource.name].items() if who != own))
        places = places_for(edge, count, is_last_kept)
        first = next((p for p in places if taken.isdisjoint(range(p, p + count))), None)
        if first is None:
            failed.append(edge)
        else:
            give(edge, first, count)
    return failed or with_lasting(edges, uses.program, found)


def places_for(edge: OrderEdge, count: int, is_last_kept: bool) -> range:
    """On which instance so many that an edge takes in turn may begin."""
    assert edge.resource is not None
    kept = is_last_kept and (edge.resource.pairs is None or not edge.y)
    return range(edge.resource.count - count + 1 - kept)


def keeps_last(edges: Sequence[OrderEdge], program: MachineProgram) -> bool:
    """Whether the last instance of what the process is told by is for waiting until everything is over."""
    return bool(waits_for_all(program)) and any(edge.means is Means.ALL for edge in edges)


def with_lasting(
    edges: Sequence[OrderEdge], program: MachineProgram, found: InstancePlan
) -> InstancePlan | list[OrderEdge]:
    """With instances for phases and timelines, which no two edges share; an edge, where there is none for it."""
    free: dict[str, range] = {}
    for edge in filter(is_lasting, edges):
        resource = edge.resource
        assert resource is not None
        left = free.setdefault(resource.name, free_instances(program, resource))
        count = slots_in_turn(edge.source, edge.target, edge.distance) if is_of_phases(edge) else 1
        if count > min(_MOST_IN_TURN, len(left)):
            return [edge]
        found.first[edge], found.count[edge] = left[0], count
        free[resource.name] = left[count:]
    return found
