"""Token → count: for each wait by token, the loosest count with which a wait on the FIFO says as much.

That is the least number of groups committed to the FIFO between the token's group and the wait, over all paths. Where
another path has more, the count is sound but, on that path, blocks longer than the token would.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from asyncir.analyses.ages import BEGIN, COMMIT, Ages, Step, UnknownAge
from asyncir.analyses.call_graph import call_graph
from asyncir.analyses.commit_distance import Distances
from asyncir.analyses.commit_weights import CommitWeights
from asyncir.analyses.fifo_summaries import Fifo, computed_queue
from asyncir.analyses.token_ages import Component, TokenAges
from asyncir.analyses.token_components import components_of
from asyncir.analyses.token_scopes import TokenScopes, awaited, group_token
from asyncir.dialects.interfaces.completion import QueueId, commits
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import enclosing
from asyncir.targets.limits import MOST_GROUPS

_MOST_STEPS = 64
"""Of a longer path, the last so many steps are told."""


@dataclass(frozen=True, slots=True)
class Path:
    """A path from the commit of a token's group to the wait for it."""

    count: int
    """How many groups are committed to the FIFO on it after the token's own."""
    commit: Operation | None
    """What committed the group; None where the token is ready."""
    through: tuple[Operation, ...]
    """What carries the token, in the order of execution: ends of regions, loops, calls."""
    counted: tuple[Operation, ...]
    """Ops that commit the groups counted, as far as they stand in the blocks that the path goes straight through.

    Of a long way, the last: as many as the analysis tells counts apart.
    """


@dataclass(frozen=True, slots=True)
class FifoCount:
    """What a wait by token means for one FIFO."""

    fifo: Fifo
    queue: QueueId
    """A queue of the FIFO; a computed one is a value of the wait's function."""
    count: int
    """The least, over all paths; it is sound. The analysis' bound where it is that or more."""
    exact: bool
    """Whether no path needs another count."""
    most: int | None
    """The most, over all paths; None where no bound below the analysis' is known."""
    may_be_free: bool
    """Whether there may be nothing to wait for, since the tokens are ready, or of groups of other FIFOs."""
    forced_by: Path
    """A path with the count."""
    other: Path | None = None
    """One with another count; a path on which the token is ready counts all groups of its thread."""


@dataclass(frozen=True, slots=True)
class WaitCount:
    """The answer for one wait by token."""

    op: Operation
    fifos: tuple[FifoCount, ...] = ()
    """None where every token is ready, so that there is nothing to wait for."""
    unknown: str = ""
    """Why there is no answer, if there is none."""

    @property
    def exact(self) -> bool:
        """Whether constant counts say the same as the tokens."""
        return not self.unknown and all(fifo.exact for fifo in self.fifos)


class WaitCounts:
    """The answers for a module as it is; waits are in the order of the text."""

    def __init__(self, module: ModuleOp, most: int = MOST_GROUPS):
        graph = call_graph(module)
        self.limit = most + 1
        self.scopes = TokenScopes(graph)
        self.distances = Distances(CommitWeights(graph, self.limit))
        self.component_of = components_of(self.scopes, self.distances.weights)
        self._ages: dict[tuple[Component, Fifo], TokenAges] = {}
        self.answers = {op: self._answer(op) for op in self.scopes.waits}

    def ages(self, component: Component, fifo: Fifo) -> TokenAges:
        """The ages of the component's tokens with respect to the FIFO."""
        known = self._ages.get((component, fifo))
        if known is None:
            known = TokenAges(self.scopes, self.distances, component, fifo)
            self._ages[component, fifo] = known
        return known

    def _answer(self, op: Operation) -> WaitCount:
        if op in self.scopes.hidden:
            around = op.parent_op()
            return WaitCount(op, unknown=f"it is inside {around.name if around else 'another op'}")
        found: dict[Fifo, list[Ages]] = {}
        for token in awaited(op):
            component = self.component_of.get(group_token(token))
            if component is None:
                return WaitCount(op, unknown="its token cannot be followed")
            if not component.fifos:
                component.fifos[None] = op
            for fifo in component.fifos:
                ages = self.ages(component, fifo).absolute(token, op)
                unknown = next((root.reason for root in ages if isinstance(root, UnknownAge)), None)
                if unknown is not None:
                    return WaitCount(op, unknown=unknown)
                found.setdefault(fifo, []).append(ages)
        # Without a commit there is no FIFO, although a function that calls itself may be said to pass any token.
        found.pop(None, None)
        found = {fifo: ages for fifo, ages in found.items() if any(COMMIT in age for age in ages)}
        if not all(self._is_visible(fifo, op) for fifo in found):
            return WaitCount(op, unknown="the queue of its group is computed where the wait cannot see it")
        counts = [self._count(fifo, ages) for fifo, ages in found.items()]
        return WaitCount(op, tuple(counts))

    def _is_visible(self, fifo: Fifo, op: Operation) -> bool:
        """Whether the value that computes the queue, if one does, can be used by `op`."""
        queue = computed_queue(fifo)
        if queue is None:
            return True
        home = queue.owner.parent_region() if isinstance(queue.owner, Operation) else queue.owner.parent
        return any(each.parent_region() is home for each in (op, *enclosing(op)))

    def _count(self, fifo: Fifo, ages: list[Ages]) -> FifoCount:
        """The count for one FIFO: what the youngest of the awaited groups needs."""
        mine = [age for age in ages if COMMIT in age]
        first = min(mine, key=lambda age: age[COMMIT].least)
        count = first[COMMIT].least
        exact = any(is_exact(age, count) for age in mine)
        certain = [age[COMMIT].most for age in mine if BEGIN not in age]
        most = min(certain) if certain else max(age[COMMIT].most for age in mine)
        return FifoCount(
            fifo,
            self._queue(fifo, first),
            count,
            exact,
            None if most >= self.limit else most,
            all(BEGIN in age for age in ages),
            self._path(fifo, first[COMMIT].least, first[COMMIT].nearest),
            None if exact else self._other(fifo, first, count),
        )

    def _other(self, fifo: Fifo, ages: Ages, count: int) -> Path | None:
        committed, begun = ages[COMMIT], ages.get(BEGIN)
        if committed.most != count:
            return self._path(fifo, committed.most, committed.farthest)
        return None if begun is None else self._path(fifo, begun.most, begun.farthest)

    def _queue(self, fifo: Fifo, ages: Ages) -> QueueId:
        """The queue to name: that of the commit, which says more than the number of its FIFO."""
        queue = computed_queue(fifo)
        if queue is not None:
            return queue
        commit = _commit(ages[COMMIT].nearest)
        trait = commits(commit) if commit is not None else None
        named = trait.queue(commit) if trait is not None and commit is not None else None
        if isinstance(named, int | str):
            return named
        assert isinstance(fifo, int | str)
        return fifo

    def _path(self, fifo: Fifo, count: int, last: Step | None) -> Path:
        steps = list(_steps(last))
        commit = _commit(last)
        through = tuple(dict.fromkeys(step.op for step in steps if step.op is not commit))
        counted: list[Operation] = []
        for step in steps:
            if step.way is not None and len(counted) < self.limit:
                nearest = islice(self.distances.counted(*step.way, fifo), self.limit)
                counted.extend(reversed(list(nearest)))
        return Path(count, commit, through, tuple(counted))


def is_exact(ages: Ages, count: int) -> bool:
    """Whether waiting for all but `count` groups is the same as waiting for the token, on every path."""
    committed, begun = ages.get(COMMIT), ages.get(BEGIN)
    if begun is not None and begun.most > count:
        return False
    return committed is None or committed.least == committed.most == count


def _steps(last: Step | None) -> Iterator[Step]:
    """The last steps of a path, in the order of execution; what is inside loops and calls in their place."""
    found: list[Step] = []
    stack: list[Step | None] = [last]
    while stack and len(found) < _MOST_STEPS:
        step = stack.pop()
        if step is None:
            continue
        found.append(step)
        stack.append(step.earlier)
        stack.append(step.inside)
    return reversed(found)


def _commit(last: Step | None) -> Operation | None:
    """The commit with which a path starts; None where the token is ready."""
    return None if last is None else last.origin


def count_waits(module: ModuleOp, most: int = MOST_GROUPS) -> Iterable[WaitCount]:
    """The answer for each wait by token of the module, in the order of the text."""
    return WaitCounts(module, most).answers.values()
