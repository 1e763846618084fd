"""How many groups of a FIFO may be in flight at a point, by the waits by count that were passed.

What an op does to the bound x of a FIFO is a function `min(x + more, ceiling)`. Such functions follow each other,
and meet, as functions of the same form.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.commit_weights import WILD, CommitWeights, Fifo, is_computed
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.paths import successors
from asyncir.analyses.token_scopes import awaited
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import commits, waits_by_count
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.ir.walk import post_order

_ONCE = frozenset({OpKind.REGION, OpKind.COMMIT, OpKind.ISSUE})
_EITHER = frozenset({OpKind.IF, OpKind.SWITCH})
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
Changes = dict[Fifo, BoundChange]
Bounds = dict[Fifo, float]


class InFlightBounds:
    """Bounds for a module, for one milestone: groups count until they are known to have reached it."""

    def __init__(self, graph: CallGraph, weights: CommitWeights, milestone: Milestone):
        self.graph = graph
        self.weights = weights
        self.milestone = milestone
        self.at: dict[Operation, float] = {}
        """For each wait by a constant count: how many groups may be in flight in front of it."""
        self.before_awaits: dict[Operation, Bounds] = {}
        """For each wait for tokens: how many groups of each FIFO may be in flight in front of it."""
        self._changes: dict[Operation, Changes] = {}
        self._functions: dict[str, Changes] = {}
        self._entered: dict[str, Bounds] = {}
        order = graph.components()
        for names in order:
            cyclic = not weights.recursive.isdisjoint(names)
            if cyclic:
                # What calls inside the cycle do has to be known before what stands around them.
                everything = {fifo for name in names for fifo in self._summary(name)}
                self._functions.update(
                    {name: dict.fromkeys(everything, BoundChange(math.inf)) for name in names}
                )
            for name in names:
                found = self._summary(name)
                if not cyclic:
                    self._functions[name] = found
        self._fifos = {fifo for own in self._changes.values() for fifo in own}
        self._computed = {WILD, *filter(is_computed, self._fifos)}
        for names in reversed(order):
            for name in names:
                self._descend(name, names)

    # Upwards: what each op does.

    def _summary(self, name: str) -> Changes:
        function = self.graph.functions[name]
        for op in post_order(function):
            if op is not function:
                changes = self._of_op(op, name)
                if changes:
                    self._changes[op] = changes
        return _seen_outside(self._of_region(function.regions[0]))

    def _of_op(self, op: Operation, function: str) -> Changes:
        trait, wait = commits(op), waits_by_count(op)
        if trait is not None:
            inside = self._of_region(op.regions[0]) if op.regions else {}
            return self._sequence((inside, {self.weights.fifo(trait.queue(op), function): BoundChange(1)}))
        if wait is not None:
            return self._of_wait(op, function)
        callee = callee_name(op)
        if callee is not None and kind_of(op) is OpKind.CALL:
            return self._functions.get(callee, {})
        if callee is not None or kind_of(op) is OpKind.CALL_OF_VALUE:
            names = self.graph.values if callee is None else (callee,)
            return {fifo: BoundChange(math.inf) for name in names for fifo in self._functions.get(name, {})}
        if not op.regions:
            return {}
        parts = [self._of_region(region) for region in op.regions]
        if not any(parts):
            return {}
        if kind_of(op) in _EITHER:
            return _met(parts)
        if kind_of(op) in _ONCE:
            return parts[0]
        if kind_of(op) in (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP):
            return self._of_loop(op, parts)
        return {fifo: BoundChange(math.inf) for part in parts for fifo in part}

    def _of_wait(self, op: Operation, function: str) -> Changes:
        trait = waits_by_count(op)
        assert trait is not None
        fifo = self.weights.fifo(trait.queue(op), function)
        count = trait.count(op)
        number = constant_of(count) if isinstance(count, SSAValue) else count
        covers = trait.milestone(op) is Milestone.WRITTEN or self.milestone is Milestone.SOURCE_READ
        if is_computed(fifo) or number is None or number < 0 or not covers:
            return {}
        return {fifo: BoundChange(0, number)}

    def _of_loop(self, op: Operation, parts: Sequence[Changes]) -> Changes:
        trips = trips_of(op)
        most = math.inf if trips.most is None else trips.most
        once = self._sequence(parts)
        found: Changes = {}
        for fifo, change in once.items():
            # Without an iteration nothing is added: `inf * 0` would be no number.
            all_ = BoundChange(change.more * most if change.more and most else 0, change.ceiling)
            # Where there may be no iteration, what is behind it is no more than before and the ceiling together.
            found[fifo] = all_ if trips.least else BoundChange(min(all_.more, change.ceiling))
        return found if kind_of(op) is OpKind.COUNTED_LOOP else self._sequence((found, parts[0]))

    def _sequence(self, parts: Iterable[Changes]) -> Changes:
        found: Changes = {}
        for part in parts:
            for fifo, change in part.items():
                found[fifo] = found.get(fifo, SAME).then(change)
        return found

    def _of_region(self, region: Region) -> Changes:
        first = region.first_block
        if first is None:
            return {}
        if first is region.last_block:
            return self._of_block(first)
        found: Changes = {}
        for block in region.blocks:
            for fifo, change in self._of_block(block).items():
                grows = change.more or found.get(fifo, SAME).more
                found[fifo] = BoundChange(math.inf if grows else 0)
        return found

    def _of_block(self, block: Block) -> Changes:
        return self._sequence(self._changes[op] for op in block.ops if op in self._changes)

    # Downwards: what may be in flight.

    def _descend(self, name: str, component: Sequence[str]) -> None:
        function = self.graph.functions[name]
        if kind_of(function) is not OpKind.FUNCTION:
            return
        if name in self.weights.recursive:
            start = dict.fromkeys(self._functions[name], math.inf)
        else:
            start = self._entered.get(name, {})
        pending: list[tuple[Region, Bounds]] = [(function.regions[0], start)]
        while pending:
            region, bounds = pending.pop()
            for block, entered in _block_bounds(region, bounds, self._of_block).items():
                state = dict(entered)
                for op in block.ops:
                    if awaited(op):
                        self.before_awaits[op] = dict(state)
                    if op in self._changes:
                        self._note(op, state, name, component)
                        pending.extend((inner, b) for inner, b in self._inside(op, state))
                        for fifo, change in self._changes[op].items():
                            state[fifo] = change.of(state.get(fifo, 0))

    def _note(self, op: Operation, state: Bounds, function: str, component: Sequence[str]) -> None:
        trait = waits_by_count(op)
        if trait is not None:
            fifo = self.weights.fifo(trait.queue(op), function)
            unknown = sum(state.get(key, 0) for key in self._computed)
            self.at[op] = state.get(fifo, 0) + unknown
        callee = callee_name(op)
        called = self.graph.values if kind_of(op) is OpKind.CALL_OF_VALUE else (callee,)
        for name in called:
            if name in self._functions and name not in component:
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
        parts = [self._of_region(region) for region in op.regions]
        if not any(parts):
            return []
        if kind_of(op) in _EITHER or kind_of(op) in _ONCE:
            return [(region, dict(state)) for region in op.regions]
        head = dict(state)
        for fifo, change in self._sequence(parts).items():
            # Behind each iteration the bound is at most the ceiling; it does not grow where nothing is committed.
            head[fifo] = max(state.get(fifo, 0), change.ceiling if change.more else 0)
        if kind_of(op) is OpKind.CONDITIONAL_LOOP:
            after = {fifo: parts[0].get(fifo, SAME).of(head.get(fifo, 0)) for fifo in {*head, *parts[0]}}
            return [(op.regions[0], head), (op.regions[1], after)]
        if kind_of(op) is OpKind.COUNTED_LOOP:
            return [(op.regions[0], head)]
        # Other ops may run their regions on other threads, or in any order.
        return [(region, dict.fromkeys(self._fifos, math.inf)) for region in op.regions]


def _met(parts: Sequence[Changes]) -> Changes:
    """One of the parts, whichever."""
    keys = {fifo for part in parts for fifo in part}
    found: Changes = {}
    for fifo in keys:
        changes = [part.get(fifo, SAME) for part in parts]
        found[fifo] = BoundChange(max(c.more for c in changes), max(c.ceiling for c in changes))
    return found


def _seen_outside(changes: Mapping[Fifo, BoundChange]) -> Changes:
    """What a function does, for its callers: they do not know the queues that it computes."""
    found: Changes = {}
    for fifo, change in changes.items():
        key = WILD if is_computed(fifo) else fifo
        found[key] = found.get(key, SAME).then(BoundChange(change.more) if key is WILD else change)
    return found


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
        for fifo, change in changes_of(block).items():
            state[fifo] = change.of(state.get(fifo, 0))
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
