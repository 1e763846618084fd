"""How many groups are committed to a FIFO between two points of a function, of which the first dominates the second."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from itertools import accumulate
from typing import NamedTuple

from asyncir.analyses.commit_weights import NONE, CommitWeights, Weight
from asyncir.analyses.fifo_summaries import WILD, Fifo, is_computed
from asyncir.analyses.paths import blocks_between, longest, shortest
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region
from asyncir.ir.walk import block_of

_MOST_BLOCKS = 256
"""On the way between two points; where there are more, the longest path is not looked for."""

_ANY = "any queue"
"""The key of all ops of a block that commit to some queue."""


class Point(NamedTuple):
    """a place in a block: `offset` ops of the block are in front of it."""

    block: Block
    offset: int


class _Table(NamedTuple):
    """The ops of a block that commit to one FIFO: where they are, and what all before each commit."""

    at: list[int]
    ops: list[Operation]
    least: list[int]
    most: list[int]


class Distances:
    """Answers for one module; the module must not be changed meanwhile."""

    def __init__(self, weights: CommitWeights):
        self.weights = weights
        self.limit = weights.limit
        self._indices: dict[Operation, int] = {}
        self._events: dict[Block, dict[Fifo, list[Operation]]] = {}
        self._tables: dict[tuple[Block, Fifo], _Table] = {}
        self._first: dict[tuple[Region, Fifo], dict[Block, int]] = {}
        self._between: dict[tuple[Block, Block, Fifo], Weight] = {}
        self._iterations: dict[tuple[Operation, Fifo], Weight] = {}

    def index(self, op: Operation) -> int:
        """How many ops of its block are in front of `op`."""
        if op not in self._indices:
            self._indices.update({inner: index for index, inner in enumerate(block_of(op).ops)})
        return self._indices[op]

    def before(self, op: Operation) -> Point:
        """The point in front of `op`."""
        return Point(block_of(op), self.index(op))

    def after(self, op: Operation) -> Point:
        """The point behind `op`."""
        return Point(block_of(op), self.index(op) + 1)

    def distance(self, first: Point, last: Point, fifo: Fifo) -> Weight:
        """What is committed from `first` to `last`, on paths that do not come back to `first`.

        Both are in the same iteration of each loop around `last`; of other ops that repeat their regions nothing is known.
        """
        least, most = self._way(first, last, fifo)
        return min(least, self.limit), min(most, self.limit)

    def _way(self, first: Point, last: Point, fifo: Fifo) -> Weight:
        found = NONE
        while last.block is not first.block:
            found = _sum(found, self._until(last, fifo))
            region = last.block.parent
            assert region is not None
            if region is first.block.parent:
                way = self._on_the_way(first.block, last.block, fifo)
                found = _sum(found, _sum(self._total(first.block, fifo), way))
                return _difference(found, self._until(first, fifo))
            entry = region.first_block
            assert entry is not None
            if entry is not last.block:
                way = self._on_the_way(entry, last.block, fifo)
                found = _sum(found, _sum(self._total(entry, fifo), way))
            around = region.parent
            assert around is not None
            if kind_of(around) is OpKind.CONDITIONAL_LOOP and region is around.regions[1]:
                before = around.regions[0].blocks[0]
                found = _sum(found, self._total(before, fifo))
                if before is first.block:
                    return _difference(found, self._until(first, fifo))
            last = self.before(around)
        return _sum(found, _difference(self._until(last, fifo), self._until(first, fifo)))

    def counted(self, first: Point, last: Point, fifo: Fifo) -> Iterator[Operation]:
        """Ops that certainly commit to the FIFO between the points, last first, as far as blocks are straight."""
        while True:
            table = self._table(last.block, fifo)
            low = bisect_left(table.at, first.offset) if last.block is first.block else 0
            for at in reversed(range(low, bisect_left(table.at, last.offset))):
                if table.least[at + 1] > table.least[at]:
                    yield table.ops[at]
            around = last.block.parent_op()
            if last.block is first.block or around is None or around.parent is None:
                return
            last = self.before(around)

    def iteration(self, loop: Operation, fifo: Fifo) -> Weight:
        """What one iteration commits: all regions of the loop, once."""
        known = self._iterations.get((loop, fifo))
        if known is None:
            parts = self.weights.joined(map(self.weights.of_region, loop.regions))
            known = self._iterations[loop, fifo] = self.weights.weight(parts, fifo)
        return known

    def _until(self, point: Point, fifo: Fifo) -> Weight:
        """What is committed from the start of the block to the point; not limited."""
        table = self._table(point.block, fifo)
        at = bisect_left(table.at, point.offset)
        return table.least[at], table.most[at]

    def _total(self, block: Block, fifo: Fifo) -> Weight:
        table = self._table(block, fifo)
        return table.least[-1], table.most[-1]

    def _table(self, block: Block, fifo: Fifo) -> _Table:
        known = self._tables.get((block, fifo))
        if known is None:
            ops = self._ops(block, fifo)
            weights = [self.weights.weight(self.weights.of[op], fifo) for op in ops]
            known = _Table(
                [self.index(op) for op in ops],
                ops,
                list(accumulate((w[0] for w in weights), initial=0)),
                list(accumulate((w[1] for w in weights), initial=0)),
            )
            self._tables[block, fifo] = known
        return known

    def _ops(self, block: Block, fifo: Fifo) -> list[Operation]:
        """The ops of the block that may commit to the FIFO, in order."""
        events = self._events.get(block)
        if events is None:
            events = self._events[block] = self._events_of(block)
        own = events.get(fifo, [])
        others = events.get(_ANY if is_computed(fifo) else WILD, [])
        return sorted(dict.fromkeys((*own, *others)), key=self.index) if others else own

    def _events_of(self, block: Block) -> dict[Fifo, list[Operation]]:
        found: dict[Fifo, list[Operation]] = {}
        for op in block.ops:
            for key in self.weights.of.get(op, ()):
                if key is not WILD:
                    found.setdefault(key, []).append(op)
                if is_computed(key):
                    found.setdefault(WILD, []).append(op)
                found.setdefault(_ANY, []).append(op)
        return found

    def _on_the_way(self, first: Block, last: Block, fifo: Fifo) -> Weight:
        """What is committed in blocks after `first` and before `last`."""
        key = (first, last, fifo)
        known = self._between.get(key)
        if known is None:
            known = self._between[key] = (self._shortest(first, last, fifo), self._longest(first, last, fifo))
        return known

    def _shortest(self, first: Block, last: Block, fifo: Fifo) -> int:
        # The shortest path to a block leads through its dominators, and to these on a shortest path.
        region = first.parent
        assert region is not None
        distances = self._first.get((region, fifo))
        if distances is None:
            distances = shortest(region, lambda block: self._total(block, fifo)[0])
            self._first[region, fifo] = distances
        if first not in distances or last not in distances:
            return 0
        return distances[last] - distances[first] - self._total(first, fifo)[0]

    def _longest(self, first: Block, last: Block, fifo: Fifo) -> int:
        within = blocks_between(first, last, _MOST_BLOCKS)
        if within is None:
            return self.limit

        def weigh(block: Block) -> int:
            return 0 if block is first else self._total(block, fifo)[1]

        return longest(first, weigh, self.limit, within).get(last, 0)


def _sum(left: Weight, right: Weight) -> Weight:
    return left[0] + right[0], left[1] + right[1]


def _difference(whole: Weight, part: Weight) -> Weight:
    return whole[0] - part[0], whole[1] - part[1]
