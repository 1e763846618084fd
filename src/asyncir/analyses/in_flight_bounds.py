"""How many groups of a FIFO may be in flight at a point, by the waits by count that were passed.

What an op does to the bound x of a FIFO is a function `min(x + more, ceiling)`. Such functions follow each other,
and meet, as functions of the same form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.fifo_summaries import EITHER, ONCE, WILD, Fifo, FifoSummaries, is_computed
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.token_scopes import awaited
from asyncir.analyses.trip_counts import Trips
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import commits, waits_by_count
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.walk import successors

_ROUNDS = 4
"""Bounds that still grow after so many rounds through blocks are given up."""


class BoundChange(NamedTuple):
    """What becomes of a bound x: `min(x + more, ceiling)`."""

    more: float
    ceiling: float = math.inf

    def then(self, other: BoundChange) -> BoundChange:
        """This, then `other`."""
        ceiling = min(self.ceiling + other.more, other.ceiling)
        # No bound is negative: a ceiling is no higher than itself above any bound.
        return BoundChange(min(self.more + other.more, ceiling), ceiling)

    def of(self, bound: float) -> float:
        """What becomes of `bound`."""
        return min(bound + self.more, self.ceiling)


SAME = BoundChange(0)
UNBOUNDED = BoundChange(math.inf)
Changes = dict[Fifo, BoundChange]
Bounds = dict[Fifo, float]


class InFlightBounds(FifoSummaries[BoundChange]):
    """Bounds for a module, for one milestone: groups count until they are known to have reached it."""

    def __init__(self, graph: CallGraph, milestone: Milestone):
        self.milestone = milestone
        self.at: dict[Operation, float] = {}
        """For each wait by a constant count: how many groups may be in flight in front of it."""
        self.before_awaits: dict[Operation, Bounds] = {}
        """For each wait for tokens: how many groups of each FIFO may be in flight in front of it."""
        super().__init__(graph, SAME, UNBOUNDED)
        self._entered: dict[str, Bounds] = {}
        self._fifos = {fifo for own in self.of.values() for fifo in own}
        self._computed = {WILD, *filter(is_computed, self._fifos)}
        for names in reversed(graph.components()):
            for name in names:
                self._descend(name, names)

    # Upwards: what each op does.

    def own(self, op: Operation, function: str) -> Changes:
        """A commit adds one group; a wait by a constant count leaves no more than that."""
        trait = commits(op)
        if trait is not None:
            return {self.fifo(trait.queue(op), function): BoundChange(1)}
        wait = waits_by_count(op)
        if wait is None:
            return {}
        fifo, count = self.fifo(wait.queue(op), function), wait.count(op)
        number = constant_of(count) if isinstance(count, SSAValue) else count
        covers = wait.milestone(op) is Milestone.WRITTEN or self.milestone is Milestone.SOURCE_READ
        if is_computed(fifo) or number is None or number < 0 or not covers:
            return {}
        return {fifo: BoundChange(0, number)}

    def then(self, first: BoundChange, second: BoundChange) -> BoundChange:
        """The first, then the second."""
        return first.then(second)

    def either(self, parts: Sequence[BoundChange]) -> BoundChange:
        """Whichever leaves more."""
        return BoundChange(max(c.more for c in parts), max(c.ceiling for c in parts))

    def times(self, once: BoundChange, trips: Trips) -> BoundChange:
        """What so many iterations do."""
        most = math.inf if trips.most is None else trips.most
        # Without an iteration nothing is added: `inf * 0` would be no number.
        all_ = BoundChange(once.more * most if once.more and most else 0, once.ceiling)
        # Where there may be no iteration, what is behind it is no more than before and the ceiling together.
        return all_ if trips.least else BoundChange(min(all_.more, once.ceiling))

    def perhaps(self, part: BoundChange) -> BoundChange:
        """Without what is waited for."""
        return BoundChange(part.more)

    def of_graph(self, region: Region) -> Changes:
        """Blocks may follow each other in any order."""
        found: Changes = {}
        for block in region.blocks:
            for fifo, change in self.of_block(block).items():
                grows = change.more or found.get(fifo, SAME).more
                found[fifo] = BoundChange(math.inf if grows else 0)
        return found

    # Downwards: what may be in flight.

    def _descend(self, name: str, component: Sequence[str]) -> None:
        function = self.graph.functions[name]
        if kind_of(function) is not OpKind.FUNCTION:
            return
        unknown = dict.fromkeys(self.of_function[name], math.inf)
        start = unknown if name in self.recursive else self._entered.get(name, {})
        pending: list[tuple[Region, Bounds]] = [(function.regions[0], start)]
        while pending:
            region, bounds = pending.pop()
            for block, entered in _block_bounds(region, bounds, self.of_block).items():
                state = dict(entered)
                for op in block.ops:
                    if awaited(op):
                        self.before_awaits[op] = dict(state)
                    if op in self.of:
                        self._note(op, state, name, component)
                        pending.extend((inner, b) for inner, b in self._inside(op, state))
                        _apply(self.of[op], state)

    def _note(self, op: Operation, state: Bounds, function: str, component: Sequence[str]) -> None:
        trait = waits_by_count(op)
        if trait is not None:
            fifo = self.fifo(trait.queue(op), function)
            unknown = sum(state.get(key, 0) for key in self._computed)
            self.at[op] = state.get(fifo, 0) + unknown
        callee = callee_name(op)
        called = self.graph.values if kind_of(op) is OpKind.CALL_OF_VALUE else (callee,)
        for name in called:
            if name in self.of_function and name not in component:
                self._enter(name, state)

    def _enter(self, callee: str, state: Bounds) -> None:
        """Note what may be in flight where the function is called."""
        entered = self._entered.setdefault(callee, {})
        here: Bounds = {}
        for fifo, bound in state.items():
            key = WILD if is_computed(fifo) else fifo
            here[key] = here.get(key, 0) + bound
        for fifo, bound in here.items():
            entered[fifo] = max(entered.get(fifo, 0), bound)

    def _inside(self, op: Operation, state: Bounds) -> list[tuple[Region, Bounds]]:
        """The bounds with which regions of `op` may be entered."""
        parts = [] if kind_of(op) in EITHER else [self.of_region(region) for region in op.regions]
        if kind_of(op) in EITHER or (kind_of(op) in ONCE and any(parts)):
            return [(region, dict(state)) for region in op.regions]
        if not any(parts):
            return []
        head = dict(state)
        for fifo, change in self.joined(parts).items():
            # Behind each iteration the bound is at most the ceiling; it does not grow where nothing is committed.
            head[fifo] = max(state.get(fifo, 0), change.ceiling if change.more else 0)
        if kind_of(op) is OpKind.CONDITIONAL_LOOP:
            after = dict(head)
            _apply(parts[0], after)
            return [(op.regions[0], head), (op.regions[1], after)]
        if kind_of(op) is OpKind.COUNTED_LOOP:
            return [(op.regions[0], head)]
        # Other ops may run their regions on other threads, or in any order.
        return [(region, dict.fromkeys(self._fifos, math.inf)) for region in op.regions]


def _apply(changes: Changes, bounds: Bounds) -> None:
    """Let the bounds be those behind the changes."""
    bounds.update({fifo: change.of(bounds.get(fifo, 0)) for fifo, change in changes.items()})


def _block_bounds(
    region: Region, bounds: Bounds, changes_of: Callable[[Block], Changes]
) -> dict[Block, Bounds]:
    """The bounds at the start of each block that is reached."""
    first = region.first_block
    if first is None:
        return {}
    found: dict[Block, Bounds] = {first: bounds}
    if first is region.last_block:
        return found
    rounds: dict[Block, int] = {}
    pending = [first]
    while pending:
        block = pending.pop()
        state = dict(found[block])
        _apply(changes_of(block), state)
        for successor in successors(block):
            known = found.get(successor)
            joined = {f: max(state.get(f, 0), (known or {}).get(f, 0)) for f in {*state, *(known or {})}}
            if known is None or joined != known:
                rounds[successor] = rounds.get(successor, 0) + 1
                if known is not None and rounds[successor] > _ROUNDS:
                    joined = {f: math.inf if b > known.get(f, 0) else b for f, b in joined.items()}
                found[successor] = joined
                pending.append(successor)
    return found
