"""Which waits are needed: without which of them some order is lost on which the program relies.

A wait may be executed often, and on many paths; it is redundant only if on no path an order is lost without all of its
executions. Where each of two waits is redundant as long as there is the other, one of them is called so. What else
hangs on a wait keeps it: the value that it hands on, and that what failed makes the waiter fail.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from asyncir.analyses.tasks.happens_before import Edge, SegmentOrder

MOST_WORK = 3_000_000
"""Segments that are looked at again, for all waits together."""

VALUE = "it hands on a value"
FAILURE = "it hands on an error"
ORDER = ""


@dataclass(slots=True)
class OrderGraph:
    """The segments of a path, and what it relies on."""

    before: list[list[tuple[int, Edge | None]]]
    known: list[int]
    behind: list[list[int]]
    """The segments directly behind each."""
    relied_on: dict[int, int]
    """By segment: those that have to be before it."""
    edges: dict[Edge, list[int]]
    """By wait: the segments that begin behind it."""

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
        return OrderGraph(order.before, order.known, behind, needed, edges)

    def is_lost(self, without: frozenset[Edge], work: list[int]) -> int | None:
        """A segment before which not all is that has to be, without these waits."""
        changed: dict[int, int] = {}
        pending = {s for edge in without for s in self.edges.get(edge, ())}
        while pending:
            segment = min(pending)
            pending.discard(segment)
            work[0] -= 1
            known = 0
            for earlier, edge in self.before[segment]:
                if edge is None or edge not in without:
                    known |= changed.get(earlier, self.known[earlier]) | 1 << earlier
            if known == self.known[segment]:
                continue
            if self.relied_on.get(segment, 0) & ~known:
                return segment
            changed[segment] = known
            pending.update(self.behind[segment])
        return None


class NeededWaits:
    """What is asked of all paths together."""

    def __init__(self, graphs: Sequence[OrderGraph]):
        self.graphs = graphs
        self.work = [MOST_WORK]

    def is_redundant(self, edges: frozenset[Edge]) -> bool | None:
        """Whether nothing is lost without these waits; None: it takes too long to say."""
        for graph in self.graphs:
            if self.work[0] < 0:
                return None
            if graph.is_lost(edges, self.work) is not None:
                return False
        return True

    def redundant(self, edges: Iterable[Edge]) -> tuple[dict[Edge, bool | None], set[Edge]]:
        """Of each wait whether it is redundant alone; and such as are redundant all together."""
        alone: dict[Edge, bool | None] = {}
        together: frozenset[Edge] = frozenset()
        for edge in edges:
            alone[edge] = self.is_redundant(frozenset((edge,)))
            if alone[edge]:
                more = together | {edge}
                if len(together) == 0 or self.is_redundant(more):
                    together = more
        return alone, set(together)
