"""Which waits are needed: without which of them some order is lost on which the program relies.

A wait may be executed often, and on many paths; it is redundant only if on no path an order is lost without all of its
executions. Where each of two waits is redundant as long as there is the other, one of them is called so. What else
hangs on a wait keeps it: the value that it hands on, and that what failed makes the waiter fail.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from heapq import heapify, heappop, heappush

from asyncir.analyses.tasks.happens_before import Edge, SegmentOrder

MOST_WORK = 3_000_000
"""Segments that are looked at again, for all waits together."""


@dataclass(slots=True)
class OrderGraph:
    """The segments of a path, and what it relies on."""

    before: list[list[tuple[int, Edge | None]]]
    known: list[int]
    """By segment: those that happen before it, without the waits that were left out."""
    behind: list[list[int]]
    """The segments directly behind each."""
    relied_on: dict[int, int]
    """By segment: those that have to be before it."""
    edges: dict[Edge, list[int]]
    """By wait: the segments that begin behind it."""
    line: list[int]
    """By segment: its strand."""

    @staticmethod
    def of(order: SegmentOrder, relied_on: Iterable[tuple[int, int]]) -> OrderGraph:
        """What is kept of a path."""
        behind: list[list[int]] = [[] for _ in order.before]
        edges: dict[Edge, list[int]] = {}
        for segment, direct in enumerate(order.before):
            for earlier, edge in direct:
                behind[earlier].append(segment)
                if edge is not None:
                    edges.setdefault(edge, []).append(segment)
        needed: dict[int, int] = {}
        for first, second in relied_on:
            needed[second] = needed.get(second, 0) | 1 << first
        return OrderGraph(order.before, list(order.known), behind, needed, edges, order.line)

    def surely_needed(self) -> set[Edge]:
        """Waits by which alone a strand comes to know what it relies on: a look at each order shows that, for most."""
        strands: dict[int, list[int]] = {}
        for segment, line in enumerate(self.line):
            strands.setdefault(line, []).append(segment)
        later: dict[int, int] = {}
        for segments in strands.values():
            brought = 0
            for segment in reversed(segments):
                later[segment] = brought
                for earlier, _ in self.before[segment]:
                    if self.line[earlier] != self.line[segment]:
                        brought |= self.known[earlier] | 1 << earlier
        found: set[Edge] = set()
        for segment, relied_on in self.relied_on.items():
            strand = strands[self.line[segment]]
            for earlier in _bits(relied_on):
                first = strand[
                    bisect_left(strand, True, key=lambda s, e=earlier: bool(self.known[s] >> e & 1))
                ]
                edge = self._only(first, earlier)
                if edge is not None and not later[first] >> earlier & 1:
                    found.add(edge)
        return found

    def _only(self, segment: int, known: int) -> Edge | None:
        """The wait by which alone the segment knows another one."""
        ways = [by for e, by in self.before[segment] if e == known or self.known[e] >> known & 1]
        return ways[0] if len(ways) == 1 else None

    def without(self, edge: Edge, left_out: set[Edge], work: list[int]) -> dict[int, int] | None:
        """What is known less where this wait is left out as well; None if an order is lost.

        Segments are looked at in the order in which they began, so each comes behind all that are before it.
        """
        changed: dict[int, int] = {}
        pending = list(self.edges.get(edge, ()))
        heapify(pending)
        while pending:
            segment = heappop(pending)
            if segment in changed:
                continue
            work[0] -= 1
            known = 0
            for earlier, by in self.before[segment]:
                if by is None or (by != edge and by not in left_out):
                    known |= changed.get(earlier, self.known[earlier]) | 1 << earlier
            if known == self.known[segment]:
                continue
            if self.relied_on.get(segment, 0) & ~known:
                return None
            changed[segment] = known
            for later in self.behind[segment]:
                heappush(pending, later)
        return changed


def _bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


class NeededWaits:
    """What is asked of all paths together."""

    def __init__(self, graphs: Sequence[OrderGraph]):
        self.graphs = graphs
        self.work = [MOST_WORK]

    def redundant(self, edges: Iterable[Edge]) -> dict[Edge, bool | None]:
        """Of each wait whether it can be left out, with those before it that can; None: it takes too long to say."""
        answer: dict[Edge, bool | None] = {}
        left_out: set[Edge] = set()
        needed = {edge for graph in self.graphs for edge in graph.surely_needed()}
        for edge in edges:
            if edge in needed:
                answer[edge] = False
                continue
            found = [graph.without(edge, left_out, self.work) for graph in self.graphs if edge in graph.edges]
            if self.work[0] < 0:
                answer[edge] = None
                continue
            answer[edge] = all(changed is not None for changed in found)
            if answer[edge]:
                left_out.add(edge)
                graphs = (graph for graph in self.graphs if edge in graph.edges)
                for graph, changed in zip(graphs, found, strict=True):
                    for segment, known in (changed or {}).items():
                        graph.known[segment] = known
        return answer
