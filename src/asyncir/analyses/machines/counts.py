"""How many groups the waits for groups may leave in flight."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence

from asyncir.analyses.machines.edges import Means, Needed, OrderEdge
from asyncir.analyses.machines.knowledge import WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.state import Row
from asyncir.ir import Operation
from asyncir.targets.resources import CompletionOrder


class Counted(Needed):
    """A walk in which the commits of edges make groups, and their waits are asked for the loosest count that does."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge]):
        super().__init__(program, edges, frozen=True)
        self.counts: dict[tuple[Operation, str], int] = {}
        """By the op in front of which a wait stands, and the resource."""
        self._commits: dict[Operation, dict[str, OrderEdge]] = defaultdict(dict)
        for edge in edges:
            if edge.means is Means.GROUP:
                assert edge.resource is not None
                self._commits[edge.source].setdefault(edge.resource.name, edge)

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Groups are closed behind the op."""
        super().behind(iteration, item)
        for name, edge in self._commits.get(item.op, {}).items():
            assert edge.resource is not None
            assert edge.resource.groups is not None
            if not edge.resource.groups.commits_each:
                self._close(name, edge.resource.groups.engines)

    def told_by(self, engine: int) -> Row:
        """Of all that an engine was given, the youngest work says it: with that one groups are compared."""
        row = super().told_by(engine)
        row[engine] = self.state.last[engine] + 1
        return row

    def waited(self, edge: OrderEdge, row: Row) -> None:
        """A wait is executed that has to tell this: the oldest group that tells it may be the oldest that is over.

        What no group is known to tell, where ways with different ones have met, the end of all does.
        """
        if edge.means is not Means.GROUP or not row[edge.x]:
            return
        assert edge.resource is not None
        assert edge.resource.groups is not None
        groups = self.state.groups.get(edge.resource.name, [])
        enough = next((n for n, group in enumerate(groups) if group[edge.x] >= row[edge.x]), len(groups) - 1)
        count = max(0, len(groups) - 1 - enough)
        if edge.resource.groups.order is CompletionOrder.OUT_OF_ORDER:
            count = 0
        if edge.resource.groups.most is not None:
            count = min(count, edge.resource.groups.most)
        key = (edge.target, edge.resource.name)
        self.counts[key] = min(self.counts.get(key, count), count)


def counts_of(program: MachineProgram, edges: Sequence[OrderEdge]) -> dict[tuple[Operation, str], int]:
    """The count of each wait for groups, by what it stands in front of and its resource."""
    if not any(edge.means is Means.GROUP for edge in edges):
        return {}
    walk = Counted(program, edges)
    walk.run()
    return walk.counts
