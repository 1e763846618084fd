"""Which edges can share a semaphore that holds several signals: those whose waits come in the order of their signals.

A wait takes the oldest signal, whoever gave it. Where an edge's wait takes the signal of another edge, it may tell too
little: a walk sees whether anything is missing then. If so, the edge gets another instance or, if there is none, a barrier
stands in for it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from asyncir.analyses.machines.edges import Means, Missing, Needed, OrderEdge, is_at_once, is_queued, pair_of
from asyncir.analyses.machines.knowledge import CannotFollow, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.analyses.machines.state import Row, Signals, Unbalanced
from asyncir.analyses.machines.used_instances import used_instances
from asyncir.ir import Operation


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
        self.crossing: OrderEdge | None = None
        """An edge whose wait has taken the signal of another one."""
        self._from: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._primed: dict[Operation, list[OrderEdge]] = defaultdict(list)
        for edge in instances:
            if not is_at_once(edge):
                self._from[edge.source].append(edge)
            if edge.outermost is not None:
                self._primed[edge.outermost].append(edge)

    def _queue(self, edge: OrderEdge) -> Signals:
        return self.state.signals.setdefault((*pair_of(edge), self._instances[edge]), Signals())

    def _give(self, edge: OrderEdge, row: Row, times: int = 1) -> None:
        queue = self._queue(edge)
        for _ in range(times):
            queue.pending.append(row[:])
            queue.givers.append(frozenset({edge}))
        assert edge.resource is not None
        if not self._dead and len(queue.pending) > edge.resource.capacity:
            raise _Crossing(edge)

    def _take(self, edge: OrderEdge) -> Row:
        """The oldest signal, which may be another one's: it tells what it tells."""
        queue = self._queue(edge)
        givers: frozenset[OrderEdge] = queue.givers.pop(0) if queue.givers else frozenset()
        if not givers or any((giver.x, giver.y) != (edge.x, edge.y) for giver in givers):
            raise _Crossing(edge)
        if givers != frozenset({edge}) and self.crossing is None:
            self.crossing = edge
        return queue.pending.pop(0)

    def _apply(self, edge: OrderEdge, iteration: WalkIteration) -> None:
        if edge not in self._instances:
            super()._apply(edge, iteration)
            return
        if edge.distance:
            self.oldest(edge)
        if is_at_once(edge):
            self._give(edge, self.told_by(edge.x))
        self.tell(edge.y, self._take(edge))

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Waits before the op take signals; then those for the first iterations are given."""
        super().before(iteration, item)
        for edge in self._primed.get(item.op, ()):
            self._give(edge, self.told_by(edge.x), edge.distance)

    def behind(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Signals are given behind the op."""
        super().behind(iteration, item)
        for edge in self._from.get(item.op, ()):
            self._give(edge, iteration.after[item.op][edge.x])

    def closing(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the outermost loop, the signals that are left are taken."""
        for edge in self._primed.get(item.op, ()):
            for _ in self.state.carried.pop(edge, ()):
                if not edge.is_left:
                    self.tell(edge.y, self._take(edge))
        super().closing(iteration, item)

    def top_up(self, edge: OrderEdge) -> None:
        """Signals are given, and as many are taken, which may be others."""
        if edge not in self._instances:
            super().top_up(edge)
            return
        told = self.told_by(edge.x)
        self.state.carried[edge] = (told,) * edge.distance
        self._give(edge, told, edge.distance)
        for _ in range(edge.distance):
            self.tell(edge.y, self._take(edge))


def _first_instances(edges: Sequence[OrderEdge]) -> Iterator[int]:
    """Where all engines share a resource, those of two engines begin with an instance of their own."""
    pairs: dict[str, dict[tuple[int, int], int]] = defaultdict(dict)
    for edge in edges:
        assert edge.resource is not None
        own = pairs[edge.resource.name]
        yield 0 if edge.resource.pairs is not None else own.setdefault((edge.x, edge.y), len(own))


def shared(program: MachineProgram, edges: Sequence[OrderEdge]) -> dict[OrderEdge, int] | list[OrderEdge]:
    """The instance of each edge whose signals are queued; or edges for which there is none."""
    queued = [edge for edge in edges if edge.means is Means.SIGNAL and is_queued(edge)]
    for edge in queued:
        edge.is_left = False
    instances = dict(zip(queued, _first_instances(queued), strict=True))
    in_functions = used_instances(program)
    for edge in queued:
        instances[edge] = max([instances[edge], *(n + 1 for n in in_functions.get(pair_of(edge), ()))])
    while instances:
        none = [edge for edge, n in instances.items() if edge.resource and n >= edge.resource.count]
        if none:
            return none
        fifos = _Fifos(program, edges, instances)
        try:
            fifos.run()
        except _Crossing as crossing:
            edge = crossing.edge
        except Missing:
            if fifos.crossing is None:
                raise
            edge = fifos.crossing
        except (Unbalanced, CannotFollow):
            edge = max(instances, key=lambda one: (one.distance == 0, instances[one]))
        else:
            break
        instances[edge] += 1
    _leave_last(program, edges, instances)
    return instances


def _leave_last(
    program: MachineProgram, edges: Sequence[OrderEdge], instances: Mapping[OrderEdge, int]
) -> None:
    """Let the last signals of loops stay where a machine allows that, if nothing needs what they tell."""
    if program.calls.is_called(program.function):
        return
    for edge in instances:
        loop, resource = edge.outermost, edge.resource
        assert resource is not None
        if (
            loop is None
            or resource.at_exit_clear
            or resource.freed
            or loop.parent_op() is not program.function
        ):
            continue
        others = (one for one in instances if one is not edge and pair_of(one) == pair_of(edge))
        if any(_comes_behind(one, loop) for one in others if instances[one] == instances[edge]):
            continue
        edge.is_left = True
        try:
            _Fifos(program, edges, instances).run()
        except (Missing, _Crossing, Unbalanced, CannotFollow):
            edge.is_left = False


def _comes_behind(edge: OrderEdge, loop: Operation) -> bool:
    """Whether some signal or wait of an edge comes behind a loop of the function's own block."""
    return any(op.parent is loop.parent and loop.is_before_in_block(op) for op in (edge.source, edge.target))
