"""How old the group of a token may be where it is waited for, by paths through control flow and calls.

For one FIFO at a time. The age of a token at a point is the number of groups committed to the FIFO since the token's
own: the sum over the values that carry it, from the commit on, of what is committed while each of them does.
"""

from __future__ import annotations

import heapq
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial

from asyncir.analyses.ages import (
    BEGIN,
    COMMIT,
    ZERO,
    Age,
    Ages,
    Root,
    Step,
    UnknownAge,
    later,
    merged,
    same,
    widen_behind,
    wider,
)
from asyncir.analyses.commit_distance import Distances, Point
from asyncir.analyses.fifo_summaries import WILD, Fifo, computed_queue
from asyncir.analyses.token_loops import LoopAges, State, run_loop
from asyncir.analyses.token_scopes import (
    Carry,
    Scope,
    TokenScopes,
    carries_of_loop,
    exits_of_loop,
    group_token,
)
from asyncir.analyses.trip_counts import trips_of
from asyncir.dialects.interfaces.completion import commits, issues
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import BlockArgument, Operation, OpResult, SSAValue
from asyncir.ir.graphs import postorder
from asyncir.ir.walk import enclosing, terminator_of

Node = SSAValue | Operation


@dataclass(eq=False, slots=True)
class Component:
    """Tokens that control flow and calls may turn into each other."""

    members: set[SSAValue] = field(default_factory=set[SSAValue])
    nodes: dict[Scope, list[Node]] = field(default_factory=dict[Scope, list[Node]])
    """In each scope that has some of them, in its order: the values, and the loops that carry them."""
    fifos: dict[Fifo, Operation] = field(default_factory=dict[Fifo, Operation])
    """The FIFOs that their groups are committed to; each with one of the commits."""
    foreign: bool = False
    """Whether some may be of something else."""


class TokenAges:
    """The ages of the tokens of one component with respect to one FIFO."""

    def __init__(self, scopes: TokenScopes, distances: Distances, component: Component, fifo: Fifo):
        self.scopes = scopes
        self.distances = distances
        self.weights = distances.weights
        self.limit = distances.limit
        self.component = component
        self.fifo = fifo
        self.loops: dict[Operation, LoopAges] = {}
        self._ages: dict[Node, Ages] = {}
        self._at_entry: dict[tuple[str, Root], Ages] = {}
        self._readers: dict[Node, set[Node]] = {}
        self._reading: Node | None = None
        queue = computed_queue(fifo)
        self._home = scopes.scope_of(queue) if queue is not None else None
        self._is_lost = queue is not None and self._home is None
        for scope in scopes.callees_first(component.nodes):
            self._evaluate(scope, component.nodes[scope])

    def absolute(self, token: SSAValue, op: Operation) -> Ages:
        """The ages of the token in front of `op`, in terms of commits alone; only marks and unknowns are roots."""
        scope = self.scopes.around[op]
        return self._resolved(self._at(token, self.distances.before(op), scope, op), scope)

    def by_iteration(self, token: SSAValue, op: Operation) -> list[Ages] | None:
        """The same in each of the first iterations of the loop around `op`; the last is for all further ones.

        None where `op` is in no loop that carries such tokens.
        """
        scope = self.scopes.around[op]
        loop = self.loops.get(scope.op)
        if loop is None or scope.parent is None:
            return None
        found = self._at(token, self.distances.before(op), scope, op)
        last = _last_iteration(scope.op)
        ages = [self._through(scope.op, found, state, k, k) for k, state in enumerate(loop.early)]
        if last is None or last >= len(loop.early):
            ages.append(self._through(scope.op, found, loop.rest, len(loop.early), last))
        return [self._resolved(age, scope.parent) for age in ages]

    # Inside one scope.

    def _evaluate(self, scope: Scope, nodes: Sequence[Node]) -> None:
        rank = {node: index for index, node in enumerate(nodes)}
        queue = list(range(len(nodes)))
        pending = set(nodes)
        while queue:
            node = nodes[heapq.heappop(queue)]
            pending.discard(node)
            self._reading = node
            if isinstance(node, Operation):
                changed = self._evaluate_loop(node, scope)
            else:
                changed = self._set(node, self._defined(node, scope))
            self._reading = None
            for value in changed:
                for reader in self._readers.get(value, ()):
                    if reader in rank and reader not in pending:
                        pending.add(reader)
                        heapq.heappush(queue, rank[reader])

    def _set(self, value: Node, ages: Ages) -> list[Node]:
        known = self._ages.get(value)
        if known is not None:
            ages = merged((known, ages))
            if same(known, ages):
                return []
        self._ages[value] = ages
        return [value]

    def _defined(self, value: SSAValue, scope: Scope) -> Ages:
        """The ages of a value where it is defined."""
        carried = self.scopes.carried(value)
        if carried is not None:
            return merged(self._carry(carry, scope) for carry in carried)
        if isinstance(value, OpResult):
            return self._made(value, scope)
        around = value.block.parent_op() if isinstance(value, BlockArgument) else None
        if around is scope.op:
            return {value: ZERO}
        return {UnknownAge("its origin cannot be followed", around or scope.op): ZERO}

    def _made(self, value: OpResult, scope: Scope) -> Ages:
        op = value.op
        trait = commits(op)
        if trait is not None:
            fifo = self.weights.fifo(trait.queue(op), scope.function)
            if fifo is WILD:
                return {UnknownAge("the FIFO of its queue is not the same for all callers", op): ZERO}
            if fifo == self.fifo and self._is_lost:
                return {UnknownAge("its queue is computed again in each iteration", op): ZERO}
            if fifo == self.fifo:
                start = Step(op, None, None, origin=op)
                return {COMMIT: Age(0, 0, start, start)}
            return self._root_at(BEGIN, scope, self.distances.after(op), op)
        if op in self.scopes.of_loop:
            return self._ages.get(value, {})
        if kind_of(op) is OpKind.READY:
            return self._root_at(BEGIN, scope, self.distances.after(op), op)
        callee = self.scopes.callee(op)
        if callee is not None:
            return self._returned(value, callee, scope)
        if issues(op) is not None:
            return {UnknownAge("no group that this wait can count has the copy", op): ZERO}
        return {UnknownAge(f"it may come from {op.name}, which commits to no queue", op): ZERO}

    def _carry(self, carry: Carry, scope: Scope) -> Ages:
        return self._at(carry.value, self.distances.before(carry.at), scope, carry.at)

    def _at(self, value: SSAValue, point: Point, scope: Scope, op: Operation) -> Ages:
        """The ages of a value at a point of the scope, in terms of the scope's roots; `op` is there."""
        group = group_token(value)
        if group is not value and not self._is_behind(point, group):
            return {UnknownAge("its group may not have been committed yet", op): ZERO}
        value = group
        if self.scopes.of_value.get(value) is not scope:
            root = BEGIN if isinstance(value, OpResult) and kind_of(value.op) is OpKind.READY else value
            return self._root_at(root, scope, point, op)
        if isinstance(value, OpResult):
            defined = self.distances.after(value.op)
        else:
            assert isinstance(value, BlockArgument)
            defined = Point(value.block, 0)
        if self._reading is not None:
            self._readers.setdefault(value, set()).add(self._reading)
        weight = self.distances.distance(defined, point, self.fifo)
        step = (op, (defined, point))
        return {r: later(age, weight, self.limit, step) for r, age in self._ages.get(value, {}).items()}

    def _root_at(self, root: Root, scope: Scope, point: Point, op: Operation) -> Ages:
        """The ages at a point of something that was there when the scope was entered."""
        start = Point(scope.start, 0)
        weight = self.distances.distance(start, point, self.fifo)
        return {root: later(ZERO, weight, self.limit, (op, (start, point)))}

    # Loops.

    def _evaluate_loop(self, loop: Operation, scope: Scope) -> list[Node]:
        inner = self.scopes.of_loop[loop]
        first: dict[Root, Ages] = {}
        back: dict[Root, Ages] = {}
        for argument, initial, carry in carries_of_loop(loop):
            if argument in self.component.members:
                first[argument] = self._at(initial, self.distances.before(loop), scope, loop)
                back[argument] = self._leaving(self._carry(carry, inner), inner)
        exits: dict[SSAValue, Ages] = {}
        for result, exit in exits_of_loop(loop):
            if result in self.component.members:
                carried = isinstance(exit, Carry)
                exits[result] = self._leaving(self._carry(exit, inner), inner) if carried else {exit: ZERO}
        low, high = self.distances.iteration(loop, self.fifo)
        settles = max(-(-self.limit // w) if w else 0 for w in (low, high))
        if all(
            root in first or root is COMMIT for ages in (*back.values(), *exits.values()) for root in ages
        ):
            settles = 0
        found = run_loop(
            trips_of(loop), first, back, exits, partial(self._through, loop), settles, _last_iteration(loop)
        )
        self.loops[loop] = found
        return [v for result, ages in found.results.items() for v in self._set(result, ages)]

    def _through(self, loop: Operation, ages: Ages, state: State, low: int, high: int | None) -> Ages:
        """Ages inside the loop, in iterations `low` to `high`, in terms of the scope around it."""
        return self._composed(
            ages, lambda r: state[r] if r in state else self._outside(loop, r, low, high), loop
        )

    def _composed(self, ages: Ages, outer: Callable[[Root], Ages], op: Operation) -> Ages:
        """Ages in terms of what is around `op`, where `outer` says how old the roots are."""
        found: Ages = {}
        for root, age in ages.items():
            if root is COMMIT or isinstance(root, UnknownAge):
                found[root] = wider(found[root], age) if root in found else age
            else:
                widen_behind(found, outer(root), age, self.limit, op)
        return found

    def _outside(self, loop: Operation, root: Root, low: int, high: int | None) -> Ages:
        """The ages of something that the loop does not carry, at the start of iterations `low` to `high`."""
        scope = self.scopes.around[loop]
        point = self.distances.before(loop)
        is_value = isinstance(root, SSAValue)
        ages = self._at(root, point, scope, loop) if is_value else self._root_at(root, scope, point, loop)
        once = self.distances.iteration(loop, self.fifo)
        most = self.limit if high is None and once[1] else once[1] * (high or 0)
        weight = (once[0] * low, most)
        return {r: later(age, weight, self.limit, (loop, None)) for r, age in ages.items()}

    def _leaving(self, ages: Ages, scope: Scope) -> Ages:
        """Ages outside of an iteration, where a queue that is computed inside it is not known."""
        if self._home is not scope:
            return ages
        return _without_own(ages, UnknownAge("its queue is computed anew in each iteration", scope.op))

    # From the scope of a wait out to where programs start.

    def _resolved(self, ages: Ages, scope: Scope) -> Ages:
        while scope.parent is not None:
            loop = self.loops.get(scope.op)
            last = _last_iteration(scope.op)
            ages = self._through(scope.op, ages, loop.always if loop is not None else {}, 0, last)
            scope = scope.parent
        return self._composed(ages, lambda root: self._entering(scope.function, root), scope.op)

    def _entering(self, function: str, root: Root) -> Ages:
        """The ages of an argument, or of the thread's start, where the function is entered; over all its calls."""
        for key in postorder((function, root), self._entries_around):
            if key not in self._at_entry:
                self._at_entry[key] = self._compute_entering(*key)
        return self._at_entry[function, root]

    def _entries_around(self, key: tuple[str, Root]) -> list[tuple[str, Root]]:
        """What has to be known of the callers first."""
        function, root = key
        if key in self._at_entry or function in self.weights.recursive:
            return []
        found: dict[tuple[str, Root], None] = {}
        for call in self.scopes.callers.get(function, ()):
            caller = self.scopes.around[call].function
            found[caller, BEGIN] = None
            if root is not BEGIN:
                arguments = self.scopes.function(caller).start.args
                found.update(((caller, a), None) for a in arguments if a in self.component.members)
        return list(found)

    def _compute_entering(self, function: str, root: Root) -> Ages:
        callers = self.scopes.callers.get(function)
        if not callers:
            op = self.scopes.graph.functions[function]
            return {BEGIN: ZERO} if root is BEGIN else {UnknownAge("it is an argument of an entry", op): ZERO}
        if function in self.weights.recursive:
            return self._anything(function, root)
        parts: list[Ages] = []
        for call in callers:
            scope = self.scopes.around[call]
            ages = self._between_functions(self._given(root, call, scope), call)
            parts.append(self._resolved(ages, scope))
        return merged(parts)

    def _given(self, root: Root, call: Operation, scope: Scope) -> Ages:
        """How old what is passed to a function is in front of the call, or the thread's start."""
        point = self.distances.before(call)
        if isinstance(root, BlockArgument):
            return self._at(call.operands[root.index], point, scope, call)
        return self._root_at(root, scope, point, call)

    def _anything(self, function: str, root: Root) -> Ages:
        """What is known of a token that a recursive function gets or returns: which groups' it may be."""
        any_age = Age(0, self.limit)
        if root is BEGIN:
            return {BEGIN: any_age}
        found: Ages = {COMMIT: any_age, BEGIN: any_age}
        if computed_queue(self.fifo) is not None or self.component.foreign:
            found[UnknownAge("a recursive function passes it", self.scopes.graph.functions[function])] = ZERO
        return found

    # Calls.

    def _returned(self, call: OpResult, callee: str, scope: Scope) -> Ages:
        """The ages of a result of a call behind it."""
        op = call.op
        if callee in self.weights.recursive:
            return self._anything(callee, call)
        function = self.scopes.function(callee)
        parts: list[Ages] = []
        for end in self.scopes.returns[callee]:
            inside = self._between_functions(self._carry(Carry(end.operands[call.index], end), function), end)
            parts.append(self._composed(inside, lambda root: self._given(root, op, scope), op))
        return merged(parts)

    def _between_functions(self, ages: Ages, op: Operation) -> Ages:
        if computed_queue(self.fifo) is None:
            return ages
        return _without_own(ages, UnknownAge("its queue is computed in another function", op))

    def _is_behind(self, point: Point, group: SSAValue) -> bool:
        """Whether the group has certainly been committed at the point, where that is plain from the blocks."""
        assert isinstance(group, OpResult)
        commit = group.op
        if point.block is commit.parent:
            return self.distances.index(commit) < point.offset
        inside = enclosing(terminator_of(point.block))
        beside = next((op for op in inside if op.parent is commit.parent), None)
        return beside is not None and self.distances.index(commit) < self.distances.index(beside)


def _without_own(ages: Ages, unknown: UnknownAge) -> Ages:
    """The ages where nothing is known of groups of the FIFO."""
    if COMMIT not in ages:
        return ages
    return {**{root: age for root, age in ages.items() if root is not COMMIT}, unknown: ZERO}


def _last_iteration(loop: Operation) -> int | None:
    """The greatest number of an iteration in which anything of the loop is executed; None if there is no bound."""
    most = trips_of(loop).most
    return most if most is None or kind_of(loop) is OpKind.CONDITIONAL_LOOP else max(0, most - 1)
