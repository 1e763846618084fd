"""How long a program with given orders takes, by the costs in the machine's file and the sizes of what works touch.

The walk keeps time: an engine begins a work when it is idle, the work is given, and all that it waits for has come. What
loops do in a few iterations stands for all, as in every walk; of branches each takes its time. So this is an estimate, which
compares two ways to synchronise one program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from math import prod

from asyncir.analyses.machines.boxes import Box
from asyncir.analyses.machines.edges import (
    Means,
    Missing,
    Needed,
    OrderEdge,
    is_at_once,
    waits_for_all,
)
from asyncir.analyses.machines.knowledge import CannotFollow, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram
from asyncir.ir import Operation


class TimeEstimate(Needed):
    """A walk with all edges that keeps time. Raises `Missing` where an order is missing."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge]):
        self.time = 0.0
        """When all is over, in all worlds together."""
        self.waits = 0
        """How many waits and barriers are executed, in all worlds together."""
        self._waits_of_all = 1
        if waits_for_all(program):
            self._waits_of_all = len(program.engines_in(program.function) - {0})
        self._models = [program.machine.engine(name) for name in program.engines]
        self.given: dict[Operation, list[OrderEdge]] = defaultdict(list)
        """By op: the edges whose signals are given behind it."""
        super().__init__(program, edges, frozen=True)

    def _link(self, edge: OrderEdge) -> None:
        super()._link(edge)
        if _is_given(edge):
            self.given[edge.source].append(edge)

    def drop(self, edge: OrderEdge) -> None:
        """An edge less."""
        super().drop(edge)
        if _is_given(edge):
            self.given[edge.source].remove(edge)

    def begin(self) -> None:
        """All engines are free."""
        super().begin()
        self._idle = [0.0] * self.engines
        self._over = [0.0] * self.engines
        """By engine: when its works so far have arrived."""
        self._signals: dict[OrderEdge, list[float]] = defaultdict(list)
        self._numbers_of: dict[OrderEdge, int] = defaultdict(int)

    def _through(self, iteration: WalkIteration) -> None:
        super()._through(iteration)
        if iteration.parent is None:
            self.time += max(self._over)

    def _work(self, iteration: WalkIteration, item: MachineItem) -> None:
        known = len(self.touches)
        super()._work(iteration, item)
        if self.is_dead:
            return
        y, model = item.engine, self._models[item.engine]
        size = sum(_size(touch.box) for touch in self.touches[known:])
        busy, latency = (size, 0.0) if model is None else (model.busy(size), model.latency)
        begins = max(self._idle[y], self._idle[0])
        self._over[y] = max(self._over[y], begins + busy + latency)
        self._idle[y] = self._over[y] if self.in_order[y] else begins + busy

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        super()._leave(iteration, item)
        if not self.is_dead:
            for edge in self.given.get(item.op, ()):
                self._signals[edge].append(self.signal_time(edge.x))

    def signal_time(self, engine: int) -> float:
        """When a signal acts that is given to an engine now."""
        return max(self._over[engine], self._idle[engine])

    def _apply(self, edge: OrderEdge, iteration: WalkIteration) -> None:
        super()._apply(edge, iteration)
        self.waits += self._waits_of_all if edge.means is Means.ALL else edge.means is not Means.FENCE
        if edge.means is Means.ALL:
            self._idle = [max(self._over)] * self.engines
        elif is_at_once(edge):
            self._idle[edge.y] = max(self._idle[edge.y], self.signal_time(edge.x))
        elif edge.means in (Means.SIGNAL, Means.GROUP):
            number = self._numbers_of[edge] - edge.distance
            self._numbers_of[edge] += 1
            if 0 <= number < len(self._signals[edge]):
                self._idle[edge.y] = max(self._idle[edge.y], self._signals[edge][number])
        elif edge.means is Means.BARRIER:
            self._idle[edge.y] = max(self._idle[edge.y], self._over[edge.y])


def _is_given(edge: OrderEdge) -> bool:
    """Whether a signal of the edge is given behind its source."""
    return edge.means in (Means.SIGNAL, Means.GROUP) and not is_at_once(edge)


def _size(box: Box) -> int:
    """How many elements there are in a box, where that is known."""
    if box.spans is None:
        return 1
    sizes = (span[1] - span[0] for span in box.spans if span is not None)
    return prod(max(1, size.const + 1) for size in sizes if size.is_const)


def cost_of(program: MachineProgram, edges: Sequence[OrderEdge]) -> tuple[float, int] | None:
    """The time that a program takes with these edges, and the number of waits; None where an order is missing."""
    estimate = TimeEstimate(program, edges)
    try:
        estimate.run()
    except (Missing, CannotFollow):
        return None
    return estimate.time, estimate.waits
