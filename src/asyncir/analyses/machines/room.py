"""What makes room where the walk over all uses (uses.py) has made none: credits in loops, and what is left to do at last."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from math import inf

from asyncir.analyses.machines.edges import (
    Means,
    Needed,
    OrderEdge,
    completed,
    is_queued,
    loop_around,
    pair_of,
    waits_for_all,
)
from asyncir.analyses.machines.fifos import shared
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.lasting_edges import loop_of
from asyncir.analyses.machines.program import LOOPS, SIDES, MachineProgram
from asyncir.analyses.machines.redundant import settled
from asyncir.analyses.machines.remedies import Remedy, RemedyChoice, RemedyKind
from asyncir.analyses.machines.times import cost_of
from asyncir.analyses.machines.uses import Uses, can_signal_back, is_counted, room_of
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import Operation

MOST_IN_TURN = 4
"""No edge takes more instances than this in turn: what loops do then repeats soon."""
_MOST_PAIRS = 2
"""Of so many pairs of engines all orders are tried as barriers."""


class TooFew(Exception):
    """There are not enough instances, whatever is done: for the first of these edges, while the others may be under way."""

    def __init__(self, edges: list[OrderEdge], needed: int | None = None):
        super().__init__()
        self.edges = edges
        self.needed = len(edges) if needed is None else needed
        """How many instances would do for these; 0: no number would."""


def crowd(edge: OrderEdge, uses: Uses) -> TooFew:
    """An edge, and those that keep it from an instance: all of them may be under way at once with all others.

    Where no such edges need more instances than there are, all that are in conflict with the edge.
    """
    others = [one for one in uses.edges if one in uses.conflicts_of.get(edge, ())]
    found = [edge]
    for one in others:
        if all(one in uses.conflicts_of.get(other, ()) for other in found):
            found.append(one)
    if sum(uses.most.get(one, 1) for one in found) <= room_of(edge):
        found = [edge, *others]
    needed = sum(uses.most.get(one, 1) for one in found)
    return TooFew(found, 0 if edge in uses.grows else needed)


# ---- edges whose uses pile up


def with_credits(
    program: MachineProgram, edges: list[OrderEdge], uses: Uses, choice: RemedyChoice
) -> list[OrderEdge] | None:
    """With edges back for edges whose uses pile up, or barriers in their place; None where none do.

    One for each loop and two engines: what one of them tells may be enough for all. Raises `TooFew`.
    """
    found: list[OrderEdge] = []
    done: set[object] = set()
    for edge in edges:
        key = (edge.outermost or _outermost_loop(edge.target), edge.x, edge.y)
        if key not in done and piles_up(edge, uses):
            done.add(key)
            found.append(edge)
    changed = _Changed(edges)
    for edge in found:
        if edge in changed.edges and not choice.take([*_for_a_pile(program, changed, edge, uses)]):
            raise crowd(edge, uses)
    return changed.edges if found else None


class _Changed:
    """The edges as remedies leave them."""

    def __init__(self, edges: list[OrderEdge]):
        self.edges = edges

    def set(self, edges: list[OrderEdge]) -> None:
        """They are these from now on."""
        self.edges = edges


def piles_up(edge: OrderEdge, uses: Uses) -> bool:
    """Whether the uses of an edge are more than can be."""
    if not is_counted(edge):
        return False
    assert edge.resource is not None
    most = 1 if loop_of(edge.block) is None else min(edge.resource.count, MOST_IN_TURN)
    return edge in uses.grows or uses.most.get(edge, 1) > most or uses.collides(edge)


def _for_a_pile(program: MachineProgram, changed: _Changed, edge: OrderEdge, uses: Uses) -> Iterator[Remedy]:
    """The signal of a later iteration, an edge back, or a barrier in place of the edge."""
    assert edge.resource is not None
    edges, drained = changed.edges, uses.drained.get(edge.target, 0.0)
    has_barrier = waits_for_all(program) is not None
    if edge.distance and kind_of(edge.target) in LOOPS | SIDES and has_barrier:
        # One barrier for all edges that lead there: it may be that nothing happens between two of their signals.
        others = [one for one in edges if one.target is not edge.target or not one.distance]
        barrier = OrderEdge(Means.ALL, 0, 0, edge.source, edge.target, 0)
        yield Remedy(RemedyKind.BARRIER, drained, lambda: changed.set([*others, barrier]))
        return
    if edge.distance > 1 and edge not in uses.grows:
        # A signal of a later iteration tells no less, and fewer are under way: a queue holds one entry less meanwhile.
        nearer = replace(edge, distance=min(MOST_IN_TURN, edge.resource.count, edge.distance - 1))
        near = [nearer if one is edge else one for one in edges]
        yield Remedy(RemedyKind.EARLY, 0.0, lambda: changed.set(near))
    most = min(2, edge.resource.count - edge.distance)
    if loop_of(edge.block) is not None and can_signal_back(program, edge):
        outermost = edge.outermost or _outermost_loop(edge.target)
        for distance in range(most, 0, -1):
            back = OrderEdge(
                *(Means.SIGNAL, edge.y, edge.x, edge.target, edge.source),
                *(distance, edge.resource, outermost),
                credit=True,
            )
            delay = uses.credit_delay(edge, distance)
            yield Remedy(RemedyKind.CREDIT, delay, lambda one=back: changed.set([*edges, one]))
    if has_barrier:
        yield Remedy(RemedyKind.BARRIER, drained, lambda: changed.set(_with_barriers(edges, [edge])))


def _outermost_loop(op: Operation) -> Operation | None:
    """The outermost loop around an op."""
    found, at = None, op.parent_op()
    while at is not None:
        if kind_of(at) in LOOPS:
            found = at
        at = at.parent_op()
    return found


# ---- edges for which there is no instance


class InstanceRoom:
    """Makes room for edges for which there is no instance."""

    def __init__(
        self, program: MachineProgram, edges: list[OrderEdge], uses: Uses, failed: Sequence[OrderEdge]
    ):
        self._program = program
        self._edges = edges
        self._uses = uses
        self._failed = failed
        self._changed = _Changed(edges)

    def made(self, choice: RemedyChoice) -> list[OrderEdge]:
        """The edges with a remedy. Raises `TooFew` where there is none."""
        if not choice.take([*self._refilled(), *self._barriers(), *self._merged()]):
            raise crowd(self._failed[0], self._uses)
        return self._changed.edges

    def _remedy(self, kind: RemedyKind, edges: list[OrderEdge]) -> Iterator[Remedy]:
        """One that leads to these edges, if they can be; its delay is how much later the whole program is over."""
        try:
            cost = cost_of(self._program, completed(self._program, edges))
        except CannotFollow:
            cost = None
        delay = inf if cost is None else cost[0] - self._uses.time
        yield Remedy(kind, delay, lambda: self._changed.set(edges))

    def _refilled(self) -> Iterator[Remedy]:
        refilled = _topped_up(self._program, self._edges, self._failed)
        if refilled is not None:
            yield from self._remedy(RemedyKind.REFILL, refilled)

    def _barriers(self) -> Iterator[Remedy]:
        """For half of them, since others may find an instance then; or for all between two engines."""
        if waits_for_all(self._program) is None:
            return
        half = self._failed[: (len(self._failed) + 1) // 2]
        yield from self._remedy(RemedyKind.BARRIER, _with_barriers(self._edges, half))
        for edges in self._of_pairs():
            yield from self._remedy(RemedyKind.BARRIER, _with_barriers(self._edges, edges))

    def _of_pairs(self) -> Iterator[list[OrderEdge]]:
        """Where all engines share the instances, each two of them need their own: the edges of each two, few first."""
        resource = self._failed[0].resource
        if resource is None or resource.pairs is not None:
            return
        by_pair: dict[tuple[int, int], list[OrderEdge]] = {}
        for edge in self._edges:
            if edge.resource is resource and edge.means is Means.SIGNAL and not edge.credit:
                by_pair.setdefault((edge.x, edge.y), []).append(edge)
        yield from sorted(by_pair.values(), key=len)[:_MOST_PAIRS]

    def _merged(self) -> Iterator[Remedy]:
        """The first of them with the neighbour in front of it, or the one behind."""
        edge, places = self._failed[0], Needed(self._program)
        alike = [
            one
            for one in self._edges
            if one.means is Means.SIGNAL
            and one.block is edge.block
            and (one.x, one.y, one.distance) == (edge.x, edge.y, 0)
        ]
        alike.sort(key=lambda one: places.place_of(one.source))
        at = alike.index(edge) if edge in alike else 0
        for one, other in zip(alike[max(0, at - 1) : at + 1], alike[max(1, at) : at + 2], strict=False):
            target = places.place_of(one.target)
            if places.place_of(other.source) < target < places.place_of(other.target):
                merged = replace(one, source=other.source, credit=one.credit or other.credit)
                edges = [merged if e is one else e for e in self._edges if e is not other]
                yield from self._remedy(RemedyKind.MERGE, edges)


def _with_barriers(edges: Sequence[OrderEdge], without: Iterable[OrderEdge]) -> list[OrderEdge]:
    """With barriers of all engines in place of edges."""
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
    changed = settled(program, changed)
    return changed if isinstance(shared(program, changed), dict) else None
