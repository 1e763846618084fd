"""How many groups each op commits to each FIFO: the least and the most, over all paths through it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.fifo_summaries import Fifo, FifoSummaries, is_computed
from asyncir.analyses.paths import longest, shortest
from asyncir.analyses.trip_counts import Trips
from asyncir.dialects.interfaces.completion import commits
from asyncir.ir import Operation, Region

Weight = tuple[int, int]
"""The least and the most groups committed; at the limit, that many or more."""

Weights = dict[Fifo, Weight]

NONE: Weight = (0, 0)


class CommitWeights(FifoSummaries[Weight]):
    """The weights of the ops of a module that commit anything, directly, in their regions, or in what they call."""

    def __init__(self, graph: CallGraph, limit: int):
        self.limit = limit
        super().__init__(graph, NONE, (0, limit))

    def weight(self, weights: Mapping[Fifo, Weight], fifo: Fifo) -> Weight:
        """What is committed to the FIFO: commits to computed queues may all be to it, or none."""
        least, most = weights.get(fifo, NONE)
        exact = not is_computed(fifo)
        most += sum(w[1] for key, w in weights.items() if key != fifo and (is_computed(key) or not exact))
        return least, min(most, self.limit)

    def own(self, op: Operation, function: str) -> Weights:
        """A commit is of one group."""
        trait = commits(op)
        return {} if trait is None else {self.fifo(trait.queue(op), function): (1, 1)}

    def then(self, first: Weight, second: Weight) -> Weight:
        """The sum."""
        return min(self.limit, first[0] + second[0]), min(self.limit, first[1] + second[1])

    def either(self, parts: Sequence[Weight]) -> Weight:
        """The least of the parts, and the most."""
        return min(low for low, _ in parts), max(high for _, high in parts)

    def times(self, once: Weight, trips: Trips) -> Weight:
        """What so many iterations commit."""
        many = self.limit if trips.most is None else min(trips.most, self.limit)
        return min(self.limit, once[0] * trips.least), min(self.limit, once[1] * many)

    def perhaps(self, part: Weight) -> Weight:
        """Or none of it."""
        return 0, part[1]

    def of_graph(self, region: Region) -> Weights:
        """By the shortest and the longest path."""
        first = region.first_block
        assert first is not None
        totals = {block: self.of_block(block) for block in region.blocks}
        ends = [b for b in region.blocks if b.last_op is not None and not b.last_op.successors]
        found: Weights = {}
        for key in {key for weights in totals.values() for key in weights}:
            least = shortest(region, lambda b, key=key: totals[b].get(key, NONE)[0])
            most = longest(first, lambda b, key=key: totals[b].get(key, NONE)[1], self.limit)
            reached = [end for end in ends if end in least]
            if reached:
                found[key] = (
                    min(self.limit, min(least[b] + totals[b].get(key, NONE)[0] for b in reached)),
                    min(self.limit, max(most[b] + totals[b].get(key, NONE)[1] for b in reached)),
                )
        return found
