"""Fewer orders that do as much: one order stands for two, where that costs little time.

No order that `settled` (redundant.py) leaves is implied by the others. But there may be another set of orders, with fewer
waits. These ways lead there from the one at hand:

    wait earlier     y waits for a at t, and for b at t', later. To wait for b at t may make the wait for a needless: b is
                     behind a on its engine, or b has waited for what a has. A barrier is moved together with the waits in
                     front of it, so that it comes to be where another one is.
    ask another      y and z wait for x. Somebody tells both of them later: if he waits for x, neither has to.
                     Or y waits for x, and w for z, of whom x has heard; w tells y later. If w waits for x, both do without.

Both order more than is needed, so works may begin later than they could. How late, `TimeEstimate` (times.py) says. A set with
fewer orders is taken if all is right with it, and if it is over no later than the set at hand. One wait less in each
iteration of a loop may make it a tenth later than it was at first; an order between iterations may not, since what is late
would be later in each.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from asyncir.analyses.machines.edges import (
    Means,
    Missing,
    Needed,
    OrderEdge,
    is_lasting,
    signals_between,
)
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.program import LOOPS, MachineProgram
from asyncir.analyses.machines.times import TimeEstimate
from asyncir.dialects.interfaces.kinds import kind_of
from asyncir.ir import Operation
from asyncir.ir.walk import enclosing

_SLOWER = 1.1
"""So much more time a program with fewer orders may take, by the estimate."""
_MOST_BACK = 3
"""Waits are moved past so many others."""
_MOST_STEPS = 4
"""All trials together are this many times as long as a walk"""
_FREE_STEPS = 1_000
"""and so many steps more."""


@dataclass(frozen=True, slots=True)
class _Exchange:
    """Some edges for others."""

    gone: tuple[OrderEdge, ...]
    instead: tuple[OrderEdge, ...]

    @property
    def saved(self) -> int:
        """How many signals in front of loops, and waits behind them, there are less."""
        return _primed(self.gone) - _primed(self.instead)

    @property
    def saves_often(self) -> bool:
        """Whether a wait less is worth some time: in a loop, unless it is later from one iteration to the next."""
        return depth_of(self.gone[0].target) > 0 and not _primed(self.instead)

    @property
    def key(self) -> tuple[object, ...]:
        """What is exchanged for what."""
        return tuple(map(_what, (*self.gone, *self.instead)))

    def made(self, edges: Sequence[OrderEdge]) -> list[OrderEdge]:
        """The edges, with the exchange; those instead are where the first was that goes."""
        first = edges.index(self.gone[0])
        others = [[edge for edge in part if edge not in self.gone] for part in (edges[:first], edges[first:])]
        return [*others[0], *self.instead, *others[1]]


class _Exchanges:
    """The exchanges that there may be, each of which leaves fewer edges."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge]):
        self.program = program
        self.places = Needed(program)
        self.edges = [edge for edge in edges if _is_free(edge)]

    def all(self) -> list[_Exchange]:
        """All of them: those in the innermost loops first, and those that do without signals in front of loops."""
        found = [*self._earlier(), *self._by_others(), *self._by_who_was_told()]
        return sorted(found, key=lambda one: (-depth_of(one.gone[0].target), -one.saved))

    def _earlier(self) -> Iterator[_Exchange]:
        """Waits in loops come to be where others are, which go."""
        by_waiter: dict[object, dict[Operation, list[OrderEdge]]] = defaultdict(lambda: defaultdict(list))
        for edge in self.edges:
            if depth_of(edge.target):
                by_waiter[edge.block, edge.y][edge.target].append(edge)
        for targets in by_waiter.values():
            order = sorted(targets, key=self.places.place_of)
            for number, here in enumerate(order):
                yield from self._to_earlier(targets, here, order[max(0, number - _MOST_BACK) : number])

    def _to_earlier(
        self, targets: Mapping[Operation, Sequence[OrderEdge]], here: Operation, earlier: Sequence[Operation]
    ) -> Iterator[_Exchange]:
        for there in reversed(earlier):
            movable = [edge for edge in targets[here] if self._is_before(edge, there)]
            moves = [[edge] for edge in movable]
            if len(movable) == len(targets[here]) > 1:
                moves.append(movable)
            for moved in moves:
                instead = tuple(replace(edge, target=there) for edge in moved)
                for needless in targets[there]:
                    yield _Exchange((*moved, needless), instead)

    def _is_before(self, edge: OrderEdge, target: Operation) -> bool:
        """Whether what an edge waits for stands before another target, too."""
        return edge.distance > 0 or self.places.place_of(edge.source) < self.places.place_of(target)

    def _by_who_was_told(self) -> Iterator[_Exchange]:
        """y waits for x, and w for z, of whom x has heard: w waits for x instead of that, and y hears of it from w."""
        tells = {(edge.x, edge.y) for edge in self.edges}
        nearest: dict[tuple[object, int, int], OrderEdge] = {}
        signals = [edge for edge in self.edges if edge.means is Means.SIGNAL]
        for one in sorted(signals, key=lambda edge: self.places.place_of(edge.target)):
            for (block, z, w), other in nearest.items():
                if block is not one.block or w in (one.x, one.y) or not {(z, one.x), (w, one.y)} <= tells:
                    continue
                resource = signals_between(self.program, one.x, w)
                if resource is not None and self._is_before(one, other.target):
                    yield _Exchange(
                        (one, other), (replace(one, y=w, target=other.target, resource=resource),)
                    )
            nearest[one.block, one.x, one.y] = one

    def _by_others(self) -> Iterator[_Exchange]:
        """An engine waits of which two others hear later."""
        by_source: dict[tuple[Operation, int], list[OrderEdge]] = defaultdict(list)
        tells: dict[int, set[int]] = defaultdict(set)
        for edge in self.edges:
            if edge.means is Means.SIGNAL and not edge.distance:
                by_source[edge.source, edge.x].append(edge)
            tells[edge.y].add(edge.x)
        for (_, x), edges in by_source.items():
            for one in edges:
                for other in edges:
                    for between in tells[one.y] & tells[other.y] if one is not other else ():
                        resource = signals_between(self.program, x, between)
                        if between not in (x, one.y, other.y) and resource is not None:
                            yield _Exchange((one, other), (replace(one, y=between, resource=resource),))


def _primed(edges: Sequence[OrderEdge]) -> int:
    return sum(edge.distance for edge in edges if edge.means is Means.SIGNAL)


def _is_free(edge: OrderEdge) -> bool:
    """Whether an edge may be exchanged for another one."""
    return (
        edge.means in (Means.SIGNAL, Means.GROUP, Means.BARRIER) and not edge.credit and not is_lasting(edge)
    )


def depth_of(op: Operation) -> int:
    """How many loops are around an op."""
    return sum(kind_of(around) in LOOPS for around in enclosing(op))


def with_fewer(program: MachineProgram, edges: Sequence[OrderEdge]) -> list[OrderEdge]:
    """As few edges as exchanges lead to; by the estimate, the program is over at most a little later."""
    search = _Search(program, edges)
    while (exchange := search.next()) is not None:
        search.take(exchange)
    return search.edges


class _Search:
    """Tries exchanges, until none of those that are left does, or all that may be spent is."""

    def __init__(self, program: MachineProgram, edges: Sequence[OrderEdge]):
        self.program = program
        self.edges = list(edges)
        self.spent = 0
        """How many steps trials have had."""
        self._tried: set[tuple[object, ...]] = set()
        self.time = self.latest = 0.0
        self.most: int | None = None
        """How many they may have; None: the program as it is has not been timed yet."""

    def _begin(self) -> None:
        first = self._time(self.edges)
        self.time = 0.0 if first is None else first
        self.latest = self.time * _SLOWER
        self.most = 0 if first is None else (_MOST_STEPS + 1) * self.spent + _FREE_STEPS

    def _time(self, edges: Sequence[OrderEdge]) -> float | None:
        """How long the program takes; None where an order is missing, or nobody knows."""
        trial = TimeEstimate(self.program, edges)
        try:
            trial.run()
        except (Missing, CannotFollow):
            return None
        finally:
            self.spent += trial.steps
        return trial.time

    def next(self) -> _Exchange | None:
        """An exchange that does."""
        for exchange in _Exchanges(self.program, self.edges).all():
            if exchange.key in self._tried:
                continue
            if self.most is None:
                self._begin()
            if self.most is None or self.spent >= self.most:
                return None
            self._tried.add(exchange.key)
            time = self._time(exchange.made(self.edges))
            latest = self.latest if exchange.saves_often else self.time
            if time is not None and time <= latest:
                self.time = max(self.time, time)
                return exchange
        return None

    def take(self, exchange: _Exchange) -> None:
        """Make an exchange."""
        self.edges = exchange.made(self.edges)


def _what(edge: OrderEdge) -> tuple[object, ...]:
    """What an edge is."""
    return (edge.means, edge.x, edge.y, edge.source, edge.target, edge.distance)
