"""The fewest chains that cover an order, and its transitive reduction.

By Dilworth's theorem the fewest chains, each of elements that come one behind the other, are as many as there are
elements of which none comes before another: the width. In a chain v may be followed by any w that comes behind v, at any
distance. So a cover is a matching of each element with at most one that follows and at most one that it follows, in the
closure of the order, and n elements with k matches make n - k chains (Fulkerson 1956).

The closure is not built, since it has n * n edges. A match of v with w goes along edges v -> x -> y -> w of the order
as given. So the matching is a flow (as in Mäkinen et al., ACM TALG 2019):

    source -> out(v)    1    v is followed by one
    out(v) -> in(w)     any  where w comes right behind v
    in(w)  -> out(w)    any  passing w by
    in(w)  -> sink      1    w follows one

Its edges are as many as those of the order and three for each element. A greedy matching comes first: in
their order, elements follow the nearest before them that nothing follows yet. Then paths that augment it are
searched from all elements that nothing follows, in phases, until there is none. Elements that need no cover (waits, joins)
have neither the first nor the last edge.

Sets of elements are integers with a bit for each, so that what comes before an element is one `or` for each edge: 8,192
elements take a kilobyte each.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass

_MOST_SEARCHED = 256
"""So many elements are looked at for one that nothing follows, before paths are searched that change other matches."""


@dataclass(frozen=True)
class PartialOrder:
    """Elements in an order that fits: the edges that no others imply, and all that comes before each element."""

    needs: tuple[tuple[int, ...], ...]
    """For each element those right before it: the transitive reduction."""
    before: tuple[int, ...]
    """For each element a bit for each that comes before it."""

    def comparable(self, first: int, second: int) -> bool:
        """Whether one of the two comes before the other, or both are one."""
        low, high = min(first, second), max(first, second)
        return low == high or bool(self.before[high] >> low & 1)


def partial_order(before: Sequence[Sequence[int]]) -> PartialOrder:
    """The order in which each element comes behind the given ones, all of which have lower numbers."""
    closed: list[int] = []
    needs: list[tuple[int, ...]] = []
    for given in before:
        covered, kept = 0, list[int]()
        for earlier in sorted(set(given), reverse=True):
            if not covered >> earlier & 1:
                kept.append(earlier)
                covered |= closed[earlier] | 1 << earlier
        closed.append(covered)
        needs.append(tuple(reversed(kept)))
    return PartialOrder(tuple(needs), tuple(closed))


def chain_cover(order: PartialOrder, counted: Sequence[bool] | None = None) -> list[int]:
    """For each element the number of its chain, in the order of the chains' first elements; -1 if it is not counted."""
    size = len(order.needs)
    counted = [True] * size if counted is None else counted
    flow = _Flow(order, counted)
    flow.begin_greedily()
    flow.augment()
    follows = flow.follows()
    chains, number = [-1] * size, 0
    for element in range(size):
        if not counted[element]:
            continue
        if follows[element] < 0:
            chains[element] = number
            number += 1
        else:
            chains[element] = chains[follows[element]]
    return chains


def width(order: PartialOrder, counted: Sequence[bool] | None = None) -> int:
    """How many elements there are at most of which none comes before another."""
    return max(chain_cover(order, counted), default=-1) + 1


class _Flow:
    """The network: `out(v)` is 2v, `in(v)` is 2v + 1, then the source and the sink. Edge e goes back as e ^ 1."""

    def __init__(self, order: PartialOrder, counted: Sequence[bool]):
        size = len(order.needs)
        self.order, self.counted, self.size = order, counted, size
        self.source, self.sink = 2 * size, 2 * size + 1
        self.edges: list[list[int]] = [[] for _ in range(2 * size + 2)]
        self.to, self.room = array("q"), array("q")
        self.first = [-1] * size
        """For each element its edge from the source; the one to the sink is behind it."""
        self.passing = [0] * size
        self.direct: list[list[int]] = [[] for _ in range(size)]
        for element, needs in enumerate(order.needs):
            if counted[element]:
                self.first[element] = self._edge(self.source, 2 * element, 1)
                self._edge(2 * element + 1, self.sink, 1)
            self.passing[element] = self._edge(2 * element + 1, 2 * element, size)
            self.direct[element] = [self._edge(2 * earlier, 2 * element + 1, size) for earlier in needs]

    def _edge(self, source: int, target: int, room: int) -> int:
        number = len(self.to)
        self.to.extend((target, source))
        self.room.extend((room, 0))
        self.edges[source].append(number)
        self.edges[target].append(number + 1)
        return number

    def _push(self, edge: int) -> None:
        self.room[edge] -= 1
        self.room[edge ^ 1] += 1

    def begin_greedily(self) -> None:
        """Let each element follow the nearest one before it that nothing follows yet, if there is one near enough."""
        for element in range(self.size):
            if self.counted[element]:
                self._follow_nearest(element)

    def _follow_nearest(self, element: int) -> None:
        """Search backwards, the latest elements first."""
        came: dict[int, tuple[int, int]] = {}
        pending, at = [element], 0
        while at < len(pending) and at < _MOST_SEARCHED:
            current = pending[at]
            at += 1
            needs = self.order.needs[current]
            for earlier, edge in zip(reversed(needs), reversed(self.direct[current]), strict=True):
                if earlier in came:
                    continue
                came[earlier] = (current, edge)
                if self.counted[earlier] and self.room[self.first[earlier]]:
                    self._match(earlier, element, came)
                    return
                pending.append(earlier)

    def _match(self, earlier: int, element: int, came: dict[int, tuple[int, int]]) -> None:
        """Let the element follow an earlier one, along the edges that were searched."""
        self._push(self.first[earlier])
        while earlier != element:
            earlier, edge = came[earlier]
            self._push(edge)
            self._push(self.passing[earlier] if earlier != element else self.first[element] + 2)

    def augment(self) -> None:
        """Search augmenting paths from each element that nothing follows, in phases (Pothen and Fan 1990).

        In a phase each node is looked at once, whoever reaches it, so that a phase costs no more than one look at the order.
        A search goes deep, and looks at once whether it can end. What one search has seen may keep another one of the same
        phase from a path that there is; so phases go on until one finds no path at all: then what it has seen is all that
        can be reached, the sink is not among it, and the flow is the largest.
        """
        seen = array("q", bytes(8 * len(self.edges)))
        phase, found = 0, True
        while found:
            phase, found = phase + 1, False
            for edge in self.edges[self.source]:
                if self.room[edge] and self._search(edge, seen, phase):
                    found = True

    def _search(self, first: int, seen: array[int], phase: int) -> bool:
        """One search among what nobody has seen in this phase; whether there was a path."""
        start = self.to[first]
        if seen[start] == phase:
            return False
        seen[start] = phase
        came = {start: first}
        stack = [start]
        while stack:
            node = stack.pop()
            for edge in self.edges[node]:
                target = self.to[edge]
                if not self.room[edge] or target == self.source or seen[target] == phase:
                    continue
                if target == self.sink:
                    self._push(edge)
                    self._push_to(node, came)
                    return True
                seen[target] = phase
                came[target] = edge
                stack.append(target)
        return False

    def _push_to(self, node: int, came: dict[int, int]) -> None:
        """Along the edges by which a search came to a node."""
        while node != self.source:
            edge = came[node]
            self._push(edge)
            node = self.to[edge ^ 1]

    def follows(self) -> list[int]:
        """For each element the one that it follows in its chain, -1 for the first ones: the flow, path by path."""
        found = [-1] * self.size
        left = {edge: self.room[edge ^ 1] for edge in range(0, len(self.to), 2) if self.room[edge ^ 1]}
        unused: list[list[int]] = [[e for e in edges if e in left] for edges in self.edges]
        for element in range(self.size):
            if self.first[element] < 0 or self.first[element] not in left:
                continue
            node = 2 * element
            while True:
                edge = unused[node][-1]
                left[edge] -= 1
                if not left[edge]:
                    unused[node].pop()
                follower = self.to[edge] // 2
                end = self.first[follower] + 2
                if self.first[follower] >= 0 and left.get(end):
                    left[end] = 0
                    unused[2 * follower + 1].remove(end)
                    found[follower] = element
                    break
                passing = self.passing[follower]
                left[passing] -= 1
                if not left[passing]:
                    unused[2 * follower + 1].remove(passing)
                node = 2 * follower
        return found
