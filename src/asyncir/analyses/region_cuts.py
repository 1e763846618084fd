"""Which nodes of a graph of regions are better off as one task of a scheduler that takes a millisecond for each.

Nodes are looked at level by level, a level being how many edges lead to a node at most. A node all of whose needs are in one
part joins that part, as long as the part has less than `WORK` to do, or if nobody else needs the part: then nothing could
have run beside it. What is left of a level is cut into new parts of neighbours: in the order of the parts that they need,
so that those which need the same come together; at least `WAYS` for each slot, so that no slot is without work, and none
of more work than `WORK`.

No cycles: a node that joins a part needs nothing but that part, so that what the part needs stays as it was; and a new part
needs parts that were there before it. So the order in which parts were made is one in which they can run.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.region_graph import RegionGraph

WORK = 10_000_000.0
"""Nanoseconds of work after which a scheduler's time for a task no longer counts."""

CALL = 20_000.0
"""What it takes to call a node at all."""

WAYS = 2
"""So many parts for each slot, where there is work for them: one is late, another one fills the gap."""


@dataclass(eq=False)
class _Part:
    members: list[int] = field(default_factory=list[int])
    work: float = 0.0
    users: set[int] = field(default_factory=set[int])
    """Nodes outside that need one of its members."""


def cut_regions(graph: RegionGraph, needed: Sequence[int], slots: int) -> list[list[int]]:
    """Parts of the nodes that are needed, each in order and behind those that it needs; `slots` can run at the same time.

    `needed` has all that its nodes need, in order.
    """
    cutting = _Cutting(graph, needed, slots)
    for level in _levels(graph, needed):
        left = [node for node in level if not cutting.joins(node)]
        cutting.add(left)
    return [part.members for part in cutting.parts]


class _Cutting:
    def __init__(self, graph: RegionGraph, needed: Sequence[int], slots: int):
        self.parts: list[_Part] = []
        self._graph = graph
        self._slots = slots
        self._part_of: dict[int, int] = {}
        self._users: dict[int, list[int]] = {number: [] for number in needed}
        for number in needed:
            for each in graph.nodes[number].before():
                self._users[each].append(number)

    def joins(self, node: int) -> bool:
        """Let it join the part that has all that it needs, if there is one and that has room."""
        needed = {self._part_of[each] for each in self._graph.nodes[node].before()}
        if len(needed) != 1:
            return False
        number = needed.pop()
        part = self.parts[number]
        if part.work + self._work(node) > WORK and part.users != {node}:
            return False
        self._put(node, number)
        return True

    def add(self, nodes: Iterable[int]) -> None:
        """New parts for nodes that need nothing of each other."""
        ordered = sorted(nodes, key=self._place)
        total = sum(map(self._work, ordered))
        share = min(WORK, total / (WAYS * self._slots)) if ordered else 0.0
        room = 0.0
        for node in ordered:
            work = self._work(node)
            if room < work / 2:
                self.parts.append(_Part())
                room = share
            room -= work
            self._put(node, len(self.parts) - 1)

    def _place(self, node: int) -> tuple[Sequence[int], int]:
        return sorted({self._part_of[each] for each in self._graph.nodes[node].before()}), node

    def _work(self, node: int) -> float:
        """What it is expected to take, a byte that it makes counting as a nanosecond: it may have to be kept, or sent."""
        of = self._graph.nodes[node]
        return of.nanoseconds + CALL + sum(size or 0 for size in of.sizes)

    def _put(self, node: int, number: int) -> None:
        part = self.parts[number]
        part.members.append(node)
        part.work += self._work(node)
        part.users.discard(node)
        part.users.update(self._users[node])
        self._part_of[node] = number


def _levels(graph: RegionGraph, needed: Sequence[int]) -> list[list[int]]:
    found: list[list[int]] = []
    level_of: dict[int, int] = {}
    for number in needed:
        level = 1 + max((level_of[each] for each in graph.nodes[number].before()), default=-1)
        level_of[number] = level
        if level == len(found):
            found.append([])
        found[level].append(number)
    return found
