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
Most remedies are found on that walk (uses.py): neighbours are merged, somebody waits earlier or is told more. What is left:

- The uses of an edge in a loop pile up because nobody tells its engine that waits are over. It gets a *credit*, an edge back,
  so that it waits for the use one or two iterations before; or a barrier of all engines stands in for it.
- No instance is left for an edge. It is merged with a neighbour; or a barrier stands in for it, for half of those that have
  none, or for all edges between two engines where all engines share the instances.
- Signals that are queued, of two loops one in the other, would be taken in another order than they are given in: each
  execution of the inner loop is followed by waits for its last ones, and by signals for the next one.

What costs least
----------------
Wherever there are several remedies, the one with the least delay is taken (remedies.py). That is done in many places at once,
so it takes a few walks however long the program is. Then the same is done with other preferences, and with single choices
made differently as long as that takes no more than a few times as many steps. Of all that comes of it, the orders are taken
with which the program is over first, by the estimate of times.py, and of those the ones with the fewest waits.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from asyncir.analyses.machines.edges import (
    Means,
    Missing,
    OrderEdge,
    Pair,
    is_lasting,
    is_of_phases,
    is_queued,
    loop_around,
    pair_of,
    waits_for_all,
)
from asyncir.analyses.machines.fifos import shared
from asyncir.analyses.machines.lasting_edges import free_instances, slots_in_turn
from asyncir.analyses.machines.program import MachineProgram
from asyncir.analyses.machines.redundant import settled
from asyncir.analyses.machines.remedies import CHOICES, RemedyChoice
from asyncir.analyses.machines.room import MOST_IN_TURN, InstanceRoom, TooFew, piles_up, with_credits
from asyncir.analyses.machines.times import cost_of
from asyncir.analyses.machines.used_instances import used_instances
from asyncir.analyses.machines.uses import Uses, is_counted


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


Choice = Callable[
    [list[OrderEdge], Uses, Mapping[OrderEdge, int]],
    InstancePlan | list[OrderEdge],
]
"""How instances are chosen: a plan, or the edges for which there is none."""

_MOST_STEPS = 4
"""Attempts with other choices are together this many times as long as the first one,"""
_FREE_STEPS = 3_000
"""and so many steps more."""
_ROUNDS_OF_CHOICE = 8
"""After so many rounds barriers come first, since remedies may undo each other."""


@dataclass(frozen=True)
class Allocated:
    """Orders that suffice, with their instances, and what they cost."""

    edges: list[OrderEdge]
    plan: InstancePlan
    choice: RemedyChoice
    steps: int
    """How many steps it took to find them."""
    cost: tuple[float, int] = (0.0, 0)
    """The time by the estimate, and the number of waits."""


def allocated(
    program: MachineProgram, edges: list[OrderEdge], choose: Choice | None = None
) -> tuple[list[OrderEdge], InstancePlan]:
    """The edges, changed where there were too few instances, and the instances. Raises `TooFew`.

    Instances are chosen by first fit, unless somebody else does.
    """
    best = searched(program, edges, choose or coloured)
    return best.edges, best.plan


def searched(program: MachineProgram, edges: list[OrderEdge], choose: Choice) -> Allocated:
    """What costs least of all that is tried. Raises `TooFew` where nothing is found."""
    search = _CostSearch(program, edges, choose)
    best = search.run()
    if best.choice is not search.last and choose is not coloured:
        # Who chooses keeps what it has found of the last plan.
        best = attempted(program, edges, choose, RemedyChoice(best.choice.first, best.choice.numbers))
    return best


class _CostSearch:
    """Tries several choices, until none is left, or all steps are taken that may be."""

    def __init__(self, program: MachineProgram, edges: list[OrderEdge], choose: Choice):
        self.program = program
        self.edges = edges
        self.choose = choose
        self.last: RemedyChoice | None = None
        self.refused: TooFew | None = None
        self.left = 0
        """How many steps may still be taken."""

    def run(self) -> Allocated:
        """The best that is found. Raises `TooFew` where nothing is."""
        best: Allocated | None = None
        for first in CHOICES:
            best = self._better(best, RemedyChoice(first))
            if best is not None and not best.choice.taken:
                return best
        if best is None:
            assert self.refused is not None
            raise self.refused
        return self._with_other_choices(best)

    def _with_other_choices(self, best: Allocated) -> Allocated:
        """With single choices made differently."""
        at = 0
        while at < len(best.choice.taken):
            number, count = best.choice.taken[at]
            for other in range(count) if count > 1 else ():
                if self.left <= 0:
                    return best
                before = best.choice.numbers[:at]
                if other != number:
                    best = self._better(best, RemedyChoice(best.choice.first, (*before, other))) or best
            at += 1
        return best

    def _better(self, best: Allocated | None, choice: RemedyChoice) -> Allocated | None:
        """What comes of a choice, if that costs less than what was best."""
        self.last = choice
        before = self.program.walked
        try:
            found = attempted(self.program, self.edges, self.choose, choice)
        except TooFew as refused:
            self.refused = self.refused or refused
            self.left -= self.program.walked - before
            return best
        self.left += (_MOST_STEPS - 1) * found.steps + _FREE_STEPS if best is None else -found.steps
        return found if best is None or found.cost < best.cost else best


def attempted(
    program: MachineProgram, edges: Sequence[OrderEdge], choose: Choice, choice: RemedyChoice
) -> Allocated:
    """Edges and instances as they come of one way to choose. Raises `TooFew`."""
    edges = [replace(edge) for edge in edges]
    before = program.walked
    seen: set[frozenset[object]] = set()
    for number in range(len(edges) + 8):
        key = _key_of(edges)
        if key in seen and choice.in_a_hurry:
            break
        choice.in_a_hurry = key in seen or number >= _ROUNDS_OF_CHOICE
        seen.add(key)
        uses = Uses(program, edges, choice)
        try:
            uses.run()
        except Missing:  # what was changed tells less than was thought: another choice may do
            break
        changed = uses.edges if uses.changed else with_credits(program, edges, uses, choice)
        if changed is None:
            queued = shared(program, edges)
            found = choose(edges, uses, queued) if isinstance(queued, dict) else queued
            changed = beginning_anew(edges, found) if isinstance(found, InstancePlan) else None
            if isinstance(found, InstancePlan) and changed is None:
                cost = cost_of(program, edges) if choice.taken else None
                return Allocated(edges, found, choice, program.walked - before, cost or (0.0, 0))
            if not isinstance(found, InstancePlan):
                changed = InstanceRoom(program, edges, uses, found).made(choice)
        assert changed is not None
        # What was changed may have implied other orders.
        edges = settled(program, changed)
    raise TooFew([edge for edge in edges if edge.means is Means.SIGNAL])


def beginning_anew(edges: Sequence[OrderEdge], plan: InstancePlan) -> list[OrderEdge] | None:
    """With edges between iterations whose loop begins anew each time that it is executed; None where all do that need to.

    With as many instances as the distance, all of them are set when a loop is over, however long it was: loops around it
    go on with them. With more, each execution of the loop is for itself: signals for its first iterations in front of it,
    waits for the last ones behind it. It begins with the first instance, which the one before may still wait for, so a
    barrier comes first. What signals in front of the outermost loop and waits behind it would have told, even where an
    inner loop is never come to, has to be told by others.
    """
    moved = {
        edge
        for edge, count in plan.count.items()
        if edge.distance and count != edge.distance and not is_queued(edge) and not is_lasting(edge)
    }
    moved = {edge for edge in moved if edge.outermost is not loop_around(edge)}
    if not moved:
        return None
    loops = dict.fromkeys(loop_around(edge) for edge in edges if edge in moved)
    barriers = [OrderEdge(Means.ALL, 0, 0, loop, loop, 0, credit=True) for loop in loops]
    return [*(replace(e, outermost=loop_around(e)) if e in moved else e for e in edges), *barriers]


def _key_of(edges: Sequence[OrderEdge]) -> frozenset[object]:
    """What tells whether remedies have come to the same edges once more."""
    return frozenset(
        (e.means, e.x, e.y, id(e.source), id(e.target), e.distance, e.credit, e.tops_up, id(e.outermost))
        for e in edges
    )


def allocated_as_they_are(
    program: MachineProgram, edges: Sequence[OrderEdge], choose: Choice | None = None
) -> tuple[list[OrderEdge], InstancePlan] | None:
    """The edges, none of which is changed, and the instances; None where there are too few, or they do not do as they are."""
    edges = [replace(edge) for edge in edges]
    uses = Uses(program, edges)
    try:
        uses.run()
    except Missing:  # what a wait tells behind a branch depends on the side
        return None
    if uses.changed or any(piles_up(edge, uses) for edge in edges):
        return None
    queued = shared(program, edges)
    found = (choose or coloured)(edges, uses, queued) if isinstance(queued, dict) else queued
    if not isinstance(found, InstancePlan) or beginning_anew(edges, found) is not None:
        return None
    return edges, found


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
    free: dict[Pair, range] = {}
    for edge in filter(is_lasting, edges):
        resource = edge.resource
        assert resource is not None
        left = free.setdefault(pair_of(edge), free_instances(program, resource))
        count = slots_in_turn(edge.source, edge.target, edge.distance) if is_of_phases(edge) else 1
        if count > min(MOST_IN_TURN, len(left)):
            return [edge]
        found.first[edge], found.count[edge] = left[0], count
        free[pair_of(edge)] = left[count:]
    return found
