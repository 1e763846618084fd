"""Which edges can share a semaphore that holds several signals: those whose waits come in the order of their signals.

A wait takes the oldest signal, whoever gave it. Where an edge's wait would take the signal of another edge, it tells too
little; so the edge gets another instance or, if there is none, a barrier stands in for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from asyncir.analyses.machines.edges import Means, Needed, OrderEdge, pair_of
from asyncir.analyses.machines.knowledge import CannotFollow, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.state import Signals, Unbalanced
from asyncir.ir import Operation
from asyncir.targets.resources import WhenFull


def is_queued(edge: OrderEdge) -> bool:
    """Whether several of its signals may be under way: none is lost, since one too many waits for room."""
    return edge.resource is not None and edge.resource.takes and edge.resource.when_full is WhenFull.BLOCK


class _Crossing(Exception):
    """The wait of an edge takes the signal of another one."""

    def __init__(self, edge: OrderEdge):
        super().__init__()
        self.edge = edge


class _Fifos(Needed):
    """A walk in which signals are taken in the order in which they are given."""

    def __init__(
        self, program: MachineProgram, edges: Sequence[OrderEdge], instances: Mapping[OrderEdge, int]
    ):
        super().__init__(program, edges, frozen=True)
        self._instances = instances
        self._from: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._primed: dict[Operation, list[OrderEdge]] = defaultdict(list)
        for edge in instances:
            self._from[edge.source].append(edge)
            if edge.outermost is not None:
                self._primed[edge.outermost].append(edge)

    def _queue(self, edge: OrderEdge) -> Signals:
        return self.state.signals.setdefault((*pair_of(edge), self._instances[edge]), Signals())

    def _give(self, edge: OrderEdge, times: int = 1) -> None:
        queue = self._queue(edge)
        for _ in range(times):
            queue.pending.append([0] * len(self.state.thread))
            queue.givers.append(frozenset({edge}))

    def _take(self, edge: OrderEdge) -> None:
        queue = self._queue(edge)
        if not queue.givers or queue.givers[0] != frozenset({edge}):
            raise _Crossing(edge)
        queue.pending.pop(0)
        queue.givers.pop(0)

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Waits before the op take signals; then those for the first iterations are given."""
        super().before(iteration, item)
        for edge in self.into(item.op):
            if edge in self._instances:
                self._take(edge)
        for edge in self._primed.get(item.op, ()):
            self._give(edge, edge.distance)

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Signals are given behind the op."""
        super().behind(iteration, item)
        for edge in self._from.get(item.op, ()):
            self._give(edge)

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the outermost loop, the signals that are left are taken."""
        super().closing(iteration, item)
        for edge in self._primed.get(item.op, ()):
            for _ in range(edge.distance):
                self._take(edge)


def _first_instances(edges: Sequence[OrderEdge]) -> Iterator[int]:
    """Where all engines share a resource, those of two engines begin with an instance of their own."""
    pairs: dict[str, dict[tuple[int, int], int]] = defaultdict(dict)
    for edge in edges:
        assert edge.resource is not None
        own = pairs[edge.resource.name]
        yield 0 if edge.resource.pairs is not None else own.setdefault((edge.x, edge.y), len(own))


def shared(program: MachineProgram, edges: Sequence[OrderEdge]) -> dict[OrderEdge, int] | OrderEdge:
    """The instance of each edge whose signals are queued; or an edge for which there is none."""
    queued = [edge for edge in edges if edge.means is Means.SIGNAL and is_queued(edge)]
    instances = dict(zip(queued, _first_instances(queued), strict=True))
    while instances:
        none = next(
            (edge for edge, n in instances.items() if edge.resource and n >= edge.resource.count), None
        )
        if none is not None:
            return none
        try:
            _Fifos(program, edges, instances).run()
        except _Crossing as crossing:
            edge = crossing.edge
        except (Unbalanced, CannotFollow):
            edge = max(instances, key=lambda one: (one.distance == 0, instances[one]))
        else:
            break
        instances[edge] += 1
    return instances
