"""From two accesses that no wait orders: which waits could, as clauses for the search for a smallest repair.

On a path all is known of what happens before what: a graph of segments. Two accesses in the segments `a` and `b` are
ordered if a way leads from one to the other. Ghosts (`tried_waits.py`) are edges that the graph could have. Take all segments
that can be come to from `a`: as long as no ghost is added that leads out of them, there is no way to `b`. So each repair adds
one of these ghosts, or one of those for the other direction: a *clause*. Another one are the ghosts that lead into what `b`
can be come to from. Ghosts that are on no way from `a` to `b`, whatever else is added, are left out of both. A clause without
a ghost says that no wait that can be written restores the order.

That holds for the other executions of the path, too, as long as waits are only added: what a wait adds is an order. There
is one exception. Who waits for what fails ends there, and what it would have done is not done: such waits are in each
clause of what comes behind them.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from asyncir.analyses.tasks.additions import AddedWait
from asyncir.analyses.tasks.tried_waits import TryingMachine


class MissingOrders:
    """The graph of a path that was followed to its end, with what it could have."""

    def __init__(self, machine: TryingMachine, impossible: frozenset[AddedWait] = frozenset()):
        self.known = machine.order.known
        self.busy = machine.busy
        self.demanded: dict[int, int] = {}
        self.before = [[earlier for earlier, _ in direct] for direct in machine.order.before]
        self.behind: list[list[int]] = [[] for _ in self.before]
        for segment, direct in enumerate(self.before):
            for earlier in direct:
                self.behind[earlier].append(segment)
        ghosts = [g for g in machine.ghosts if g.wait not in impossible]
        facts = machine.path.facts
        done = [g for g in ghosts if g.is_done(facts)]
        self.edges = [(at, g.segment, g.wait) for g in done for at in g.sources()]
        self.open = [g for g in ghosts if not g.is_done(facts)]
        """Of these it is not known what they would come behind."""
        self.failing = [g for g in ghosts if g.target.failed or g.target.outside]
        self._into: list[list[int]] = [[] for _ in self.before]
        self._out_of: list[list[int]] = [[] for _ in self.before]
        for at, segment, _ in self.edges:
            self._into[segment].append(at)
            self._out_of[at].append(segment)

    def clauses(self, one: int, other: int) -> list[frozenset[AddedWait]]:
        """The clauses of two segments, of which either may come first."""
        always = {g.wait for g in self.open} | {
            g.wait
            for g in self.failing
            if self._is_before(g.segment, one) or self._is_before(g.segment, other)
        }
        out, into = set(always), set(always)
        for first, second in ((one, other), (other, one)):
            more = self._cuts(first, second)
            out |= more[0]
            into |= more[1]
        return [frozenset(out)] if out == into else [frozenset(out), frozenset(into)]

    def _is_before(self, earlier: int, later: int) -> bool:
        return earlier == later or bool(self.known[later] >> earlier & 1)

    def _cuts(self, first: int, second: int) -> tuple[set[AddedWait], set[AddedWait]]:
        """What leads out of all that comes behind the first, and into all that comes before the second."""
        ahead = _reached(first, self.behind, self._out_of)
        back = _reached(second, self.before, self._into)
        out: set[AddedWait] = set()
        into: set[AddedWait] = set()
        if second not in ahead:
            return out, into
        for at, segment, wait in self.edges:
            if at in ahead and segment in back:
                if self._is_before(first, at) and not self._is_before(first, segment):
                    out.add(wait)
                if self._is_before(segment, second) and not self._is_before(at, second):
                    into.add(wait)
        return out, into

    def demand(self, one: int, other: int) -> None:
        """Note that two segments have to be ordered: for who lets them be, that is no loss."""
        self.demanded[one] = self.demanded.get(one, 0) | 1 << other
        self.demanded[other] = self.demanded.get(other, 0) | 1 << one

    def lost(self, wait: AddedWait) -> int:
        """How many pairs of segments become ordered by the wait alone that touch something and could go on side by side."""
        total = 0
        for at, segment, other in self.edges:
            if other is not wait and other != wait:
                continue
            more = (self.known[at] | 1 << at) & ~self.known[segment] & self.busy
            for later in range(segment, len(self.known)) if more else ():
                if self.busy >> later & 1 and self._is_before(segment, later):
                    total += (more & ~self.known[later] & ~self.demanded.get(later, 0)).bit_count()
        return total


def _reached(start: int, edges: Sequence[Iterable[int]], ghosts: Sequence[Iterable[int]]) -> set[int]:
    """All that can be come to."""
    found, pending = {start}, [start]
    while pending:
        at = pending.pop()
        for step in (*edges[at], *ghosts[at]):
            if step not in found:
                found.add(step)
                pending.append(step)
    return found


def never_done(machine: TryingMachine) -> set[AddedWait]:
    """The waits that would wait forever on a path that some execution takes: for what never comes, or comes behind them."""
    found: set[AddedWait] = set()
    facts, known = machine.path.facts, machine.order.known
    for ghost in machine.ghosts:
        if ghost.is_done(facts):
            if any(at == ghost.segment or known[at] >> ghost.segment & 1 for at in ghost.sources()):
                found.add(ghost.wait)
        elif ghost.is_surely_open(facts) and not machine.is_excused(ghost.target):
            found.add(ghost.wait)
    return found
