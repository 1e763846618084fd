"""Which orders others make redundant, in time that grows as the program does.

The question
------------
An edge was added where nothing implied it. Edges that were added later may imply it now. Which can go, so that none of what
is left can?

Trials
------
One walk with all edges tries each of them. Where it comes to an edge's target, it goes on twice: with the edge, and without
(`_Trial`). The trial ends as soon as one of these is seen:

    a work lacks an order           the edge is needed: with fewer edges, less is known, so it is needed for good
    both know the same again        so all that follows is the same: this execution of the target does without the edge
    the block is over               nobody knows; the next walk tries the op around, as a whole

An edge goes if every execution of its target does without it. Most edges are needed by their own targets, which is looked at
first, and most others are made up for soon. A difference between x's works as y knows them ends with the next edge between
the two, so the trials of a pair of engines hardly overlap, and all together are as long as a few walks.

Two edges go at once if their trials lie apart: where one begins, the other has made no difference. Others wait for the next
walk. An edge between iterations is tried in its own block, and once more behind the outermost loop, where its last signals
are taken.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from asyncir.analyses.machines.edges import (
    PUT_LAST,
    Means,
    Missing,
    Needed,
    OrderEdge,
    completed,
    is_at_once,
)
from asyncir.analyses.machines.fewer import with_fewer
from asyncir.analyses.machines.knowledge import CannotFollow, WalkIteration
from asyncir.analyses.machines.program import MachineItem, MachineProgram, MachineRole
from asyncir.analyses.machines.state import Row, WalkState
from asyncir.analyses.machines.stretches import Stretches
from asyncir.analyses.machines.worlds import worlds_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation
from asyncir.targets.machine import ALL

_MOST_WALKS = 48
_MOST_STEPS = 64
"""All trials together are this many times as long as the walks; then edges stay untried."""
_FREE_STEPS = 20_000
"""So long trials of small programs may be."""

_BLOCKS = frozenset({MachineRole.LOOP, MachineRole.BRANCHES, MachineRole.CALL})
"""What has blocks in it, in which trials end."""

_After = dict[Operation, dict[int, Row]]


class _Overlay(_After):
    """What a trial says of the ops that it has been through, and what the walk said of those before."""

    def __init__(self, before: _After):
        super().__init__()
        self.before = before

    def __missing__(self, op: Operation) -> dict[int, Row]:
        return self.before[op]


@dataclass(eq=False, slots=True)
class _Trial:
    """The walk through a block as it is without an edge."""

    edge: OrderEdge
    state: WalkState
    after: _Overlay
    began: int
    until: int = -1
    """The place in the block of the last op that may be told something else by an op behind which that differs."""


class _Trials(Needed):
    """A walk with all edges that tries those of `anchors`, each at the op of a block around it."""

    state: WalkState

    def __init__(
        self, program: MachineProgram, edges: Sequence[OrderEdge], anchors: Mapping[OrderEdge, Operation]
    ):
        self._live: dict[WalkIteration, list[_Trial]] = {}
        super().__init__(program, edges, frozen=True)
        self.anchors = anchors
        self.needed: set[OrderEdge] = set()
        self.open: set[OrderEdge] = set()
        """Of which a trial came to the end of its block."""
        self.windows: dict[OrderEdge, list[tuple[int, int]]] = defaultdict(list)
        """From which step to which trials took."""
        self.spent = 0
        self.walked = 0
        self._step = 0
        self._from: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._at: dict[Operation, list[OrderEdge]] = defaultdict(list)
        self._last: dict[Operation, list[OrderEdge]] = defaultdict(list)
        """By outermost loop: the edges that are tried inside of it, whose last signals are taken behind."""
        for edge in edges:
            # A barrier asks nobody: what it tells does not come from its source.
            if not edge.distance and not is_at_once(edge) and edge.means not in PUT_LAST:
                self._from[edge.source].append(edge)
        for edge, anchor in anchors.items():
            self._at[anchor].append(edge)
            if edge.outermost is not None and _is_in(anchor, edge.outermost):
                self._last[edge.outermost].append(edge)

    # ---- trials begin, and go on

    def before(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Trials go through the op first."""
        if self.without is None:
            self._step += 1
            live = self._live.get(iteration)
            if live:
                self._live[iteration] = [trial for trial in live if self._advance(trial, iteration, item)]
            for edge in self._at.get(item.op, ()):
                if self._is_tried(edge) and not self._lacks(edge, iteration, item):
                    trial = _Trial(edge, self.state.copy(), _Overlay(iteration.after), self._step)
                    if self._advance(trial, iteration, item):
                        self._live.setdefault(iteration, []).append(trial)
        super().before(iteration, item)

    def _is_tried(self, edge: OrderEdge) -> bool:
        """Whether it is not known yet what comes of it."""
        if edge in self.needed or edge in self.open:
            return False
        if self.spent > _MOST_STEPS * self.walked + _FREE_STEPS:
            self.needed.add(edge)
        return edge not in self.needed

    def _lacks(self, edge: OrderEdge, iteration: WalkIteration, item: MachineItem) -> bool:
        """Whether the op itself, a work, needs the edge."""
        if item.role not in (MachineRole.WORK, MachineRole.OWN):
            return False
        state, counts = self.state, (self.now, len(self.touches), len(self.compared))
        carried = {one: state.carried[one] for one in self.into(item.op) if one in state.carried}
        self.state = replace(state, signals={}, carried={}).copy()
        self.state.signals, self.state.carried = state.signals, carried
        try:
            self._go(edge, iteration, item)
        except Missing:
            self.needed.add(edge)
        finally:
            self.without = None
            self.state, self.now = state, counts[0]
            self._forget(counts[1])
            del self.compared[counts[2] :]
        return edge in self.needed

    def _go(self, edge: OrderEdge, iteration: WalkIteration, item: MachineItem) -> None:
        """Through an op, without the edge."""
        self.without = edge
        self.spent += 1
        if item.role in _BLOCKS:
            self._compound(iteration, item)
        else:
            self._come_to(iteration, item)
            self._leaf(iteration, item)

    def _advance(self, trial: _Trial, iteration: WalkIteration, item: MachineItem) -> bool:
        """Let a trial go through an op; whether it goes on."""
        kept = (self.state, self.now, self._dead, self.numbers.moduli)
        touches, loops, compared, after = (
            len(self.touches),
            len(self._loops),
            len(self.compared),
            iteration.after,
        )
        self.state, iteration.after = trial.state, trial.after
        try:
            self._go(trial.edge, iteration, item)
            if self._ends:
                self._ends = []
                self.open.add(trial.edge)
            else:
                self._leave(iteration, item)
        except Missing:
            self.needed.add(trial.edge)
        finally:
            self.without = None
            trial.state, iteration.after = self.state, after
            self.state, self.now, self._dead, self.numbers.moduli = kept
            self._forget(touches)
            del self._loops[loops:]
            del self.compared[compared:]
        return trial.edge not in self.needed and trial.edge not in self.open

    def _leaf(self, iteration: WalkIteration, item: MachineItem) -> None:
        if self.without is None:
            self.walked += 1
        else:
            self.spent += 1
        super()._leaf(iteration, item)

    # ---- trials end

    def _leave(self, iteration: WalkIteration, item: MachineItem) -> None:
        """Behind the op: trials that know what the walk knows are over."""
        if self.without is not None:
            super()._leave(iteration, item)
            return
        if item.role in _BLOCKS:
            self._blocks_end(iteration, item)
            self._try_last(iteration, item)
        super()._leave(iteration, item)
        live = self._live.get(iteration)
        if live:
            self._live[iteration] = [one for one in live if not self._is_over(one, iteration, item)]

    def _blocks_end(self, iteration: WalkIteration, item: MachineItem) -> None:
        """The blocks of an op are over, and so are their trials."""
        inner = [one for one in self._live if one.parent is iteration and one.via is item.op]
        for one in inner + ([iteration] if self._ends and iteration in self._live else []):
            self.open.update(trial.edge for trial in self._live.pop(one))

    def _try_last(self, iteration: WalkIteration, item: MachineItem) -> None:
        """What it is like behind a loop if the last signals of an edge are not taken."""
        for edge in self._last.get(item.op, ()):
            if not self._is_tried(edge):
                continue
            if self._ends:
                self.open.add(edge)
                continue
            state, after = self.state, iteration.after
            trial = _Trial(edge, self.state.copy(), _Overlay(after), self._step)
            self.state, iteration.after, self.without = trial.state, trial.after, edge
            super()._leave(iteration, item)
            self.state, iteration.after, self.without = state, after, None
            self._live.setdefault(iteration, []).append(trial)

    def _is_over(self, trial: _Trial, iteration: WalkIteration, item: MachineItem) -> bool:
        """Whether the trial knows what the walk knows; notes the step."""
        own, other = iteration.after[item.op], trial.after[item.op]
        place = self.place_of(item.op)
        for edge in self._from.get(item.op, ()):
            if edge is not trial.edge and own[edge.x] != other[edge.x]:
                trial.until = max(trial.until, self.place_of(edge.target))
        if place < trial.until or not _is_same(self.state, trial.state, trial.edge):
            return False
        self.windows[trial.edge].append((trial.began, self._step))
        return True

    def begin(self) -> None:
        """The walk begins, or begins again in another world."""
        self._finish()
        super().begin()

    def run(self) -> None:
        """See `Walk`."""
        super().run()
        self._finish()

    def _finish(self) -> None:
        """What is tried to the end of the function does without its edge."""
        for iteration, live in self._live.items():
            for trial in live:
                if iteration.parent is None:
                    self.windows[trial.edge].append((trial.began, self._step))
                else:
                    self.open.add(trial.edge)
        self._live = {}

    def redundant(self) -> list[OrderEdge]:
        """Edges that can go together."""
        taken = Stretches()
        found: list[OrderEdge] = []
        for edge in self.anchors:
            windows = self.windows[edge]
            known = edge not in self.needed and edge not in self.open
            # What was not walked at all stays: nothing is known of it.
            if known and windows and taken.are_free(windows):
                taken.take(windows)
                found.append(edge)
        return found


def _is_same(one: WalkState, other: WalkState, edge: OrderEdge) -> bool:
    """Whether the two states know the same; what the edge's signals would tell is no matter."""
    if one.rows != other.rows or one.thread != other.thread or one.waited != other.waited:
        return False
    if (one.signals, one.groups, one.lasting, one.fenced) != (
        other.signals,
        other.groups,
        other.lasting,
        other.fenced,
    ):
        return False
    if one.carried == other.carried:
        return True
    keys = (one.carried.keys() | other.carried.keys()) - {edge}
    return all(one.carried.get(key) == other.carried.get(key) for key in keys)


def _is_in(op: Operation, loop: Operation) -> bool:
    """Whether the op is inside of the loop."""
    at = op.parent_op()
    while at is not None and at is not loop:
        at = at.parent_op()
    return at is not None


def edges_of(program: MachineProgram) -> list[OrderEdge]:
    """The orders that have to be made, none of which the others imply. Raises `CannotFollow`."""
    _limit_worlds(program)
    edges = settled(program, [])
    fewer = with_fewer(program, edges)
    return one_at_return(program, edges if fewer == edges else settled(program, fewer))


_MOST_IN_WORLDS = 2_000
"""So many steps may a walk through all worlds have: edges are tried by very many walks."""


def _limit_worlds(program: MachineProgram) -> None:
    """Walk through all worlds at once where one by one would take too long."""
    if len(worlds_of(program)) > 1:
        walk = Needed(program)
        walk.by_worlds = False
        # What cannot be followed at once may be in each world.
        with suppress(CannotFollow):
            walk.run()
        if walk.steps * len(worlds_of(program)) > _MOST_IN_WORLDS:
            program.worlds = ((),)


def one_at_return(program: MachineProgram, edges: list[OrderEdge]) -> list[OrderEdge]:
    """Where the process waits for several engines at the return, one barrier of all does for them."""
    if ALL not in program.machine.barriers:
        return edges
    ends = [edge for edge in edges if kind_of(edge.target) is OpKind.RETURN and edge.means is Means.SIGNAL]
    if len(ends) < 2:
        return edges
    barrier = OrderEdge(Means.ALL, 0, 0, ends[0].source, ends[0].target, 0)
    return [*(edge for edge in edges if edge not in ends), barrier]


def settled(program: MachineProgram, edges: Sequence[OrderEdge]) -> list[OrderEdge]:
    """The edges, and those that are missing still, without those that others make redundant.

    Whether all are there is seen by the walk that tries edges: it goes through the program with all of them.
    """
    while True:
        kept = _pruned(program, edges)
        if kept is not None:
            return kept
        more = completed(program, edges)
        if set(more) == set(edges):
            return more
        edges = more


def _pruned(program: MachineProgram, edges: Sequence[OrderEdge]) -> list[OrderEdge] | None:
    """The edges without those that others make redundant; None where others may be missing."""
    anchors: dict[OrderEdge, Operation] = {
        e: e.target for e in edges if not (e.credit or e.is_far or e.tops_up)
    }
    if not anchors:
        return None
    kept = list(edges)
    whole: list[OrderEdge] = []
    for number in range(_MOST_WALKS):
        if not anchors:
            break
        walk = _Trials(program, kept, anchors)
        try:
            walk.run()
        except Missing:
            return kept if number else None
        gone = set(walk.redundant())
        kept = [edge for edge in kept if edge not in gone]
        left = {edge: at for edge, at in anchors.items() if edge not in gone and edge not in walk.needed}
        anchors = {}
        for edge, anchor in left.items():
            around = anchor.parent_op() if edge in walk.open else anchor
            is_tried = edge in walk.open or walk.windows.get(edge)
            if around is None or around is program.function or not is_tried:
                whole.append(edge)
            else:
                anchors[edge] = around
    return _without_walks(program, kept, whole[:_MOST_WALKS])


def _without_walks(
    program: MachineProgram, kept: list[OrderEdge], doubtful: Sequence[OrderEdge]
) -> list[OrderEdge]:
    """Try edges by a whole walk each: where a loop is left in several ways, trials cannot go on behind it."""
    for edge in doubtful:
        fewer = [one for one in kept if one is not edge]
        try:
            Needed(program, fewer, frozen=True).run()
        except Missing:
            continue
        kept = fewer
    return kept
