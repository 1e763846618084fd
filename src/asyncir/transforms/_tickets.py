"""Counts known only while the program runs: a counter for each FIFO, tickets in place of tokens, ladders of waits.

A thread counts the groups that it commits to a FIFO in a cell of its own. A group's ticket is the counter behind its
commit, so that the counter less the ticket is the number of younger groups: the exact count for a wait. Tickets are
carried as the tokens were. Where tokens of several FIFOs meet, a ticket also says of which it is: times their number, plus
its place among them.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property, reduce
from math import inf

from asyncir.analyses.call_graph import function_around
from asyncir.analyses.fifo_summaries import Fifo, computed_queue, is_computed
from asyncir.analyses.in_flight_bounds import InFlightBounds
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.token_ages import Component
from asyncir.analyses.token_scopes import awaited, group_token
from asyncir.analyses.wait_counts import FifoCount, WaitCount, WaitCounts
from asyncir.dialects import arith, memref, nvgpu
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.interfaces.completion import FIFOS_ATTRIBUTE, QueueId, commits, fifo_of, fifos_in
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, OpResult, Rewriter, SSAValue
from asyncir.ir.graphs import reached
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import CELL, INDEX, Builder
from asyncir.transforms._counted_waits import ready_nvgpu_token
from asyncir.transforms._rebuilding import match_type, with_results
from asyncir.transforms._tokens import is_used
from asyncir.transforms._wait_ladder import put_ladder

_LONG_AGO = 1 << 40
"""How much older than any group a ready token is."""


@dataclass
class Tickets:
    """Turns the tokens of some components into tickets."""

    module: ModuleOp
    counts: WaitCounts
    max_count: int
    rungs: int | None
    """How many waits a ladder has at most; None: counts are computed."""
    components: dict[Component, list[Fifo]] = field(default_factory=dict[Component, list[Fifo]])
    _in_flight: InFlightBounds = field(init=False)
    _waits: list[WaitCount] = field(default_factory=list[WaitCount])
    _obstacles: dict[Component, str] = field(default_factory=dict[Component, str])
    _cells: dict[tuple[str, Fifo], SSAValue] = field(default_factory=dict[tuple[str, Fifo], SSAValue])

    def obstacle(self, answer: WaitCount) -> str:
        """Why the tokens of the wait cannot become tickets; empty if they can."""
        return next((why for c in self._components_of(answer) if (why := self._obstacle_in(c))), "")

    def _obstacle_in(self, component: Component) -> str:
        if component not in self._obstacles:
            self._obstacles[component] = self._find_obstacle(component)
        return self._obstacles[component]

    def _find_obstacle(self, component: Component) -> str:
        if component.foreign:
            return "some of its tokens may be of something else"
        if any(computed_queue(fifo) is not None for fifo in component.fifos):
            return "a queue is computed"
        if any(is_used(value, self.counts.scopes, self._is_replaced) for value in component.members):
            return "its tokens are used by other ops"
        if self._is_out_of_reach(component):
            return (
                "groups are committed where they cannot be counted: in tasks, or in functions called by value"
            )
        return ""

    def add(self, answer: WaitCount) -> None:
        """Let the wait count at run time."""
        self._waits.append(answer)
        for component in self._components_of(answer):
            self.components[component] = sorted(component.fifos, key=str)

    def apply(self) -> None:
        """Rewrite; waits with constant counts have been replaced before."""
        if not self._waits:
            return
        graph = self.counts.scopes.graph
        self._in_flight = InFlightBounds(graph, Milestone.WRITTEN)
        fifos = list(dict.fromkeys(fifo for own in self.components.values() for fifo in own))
        for fifo in fifos:
            self._place_cells(fifo)
        tickets = self._count_commits(fifos)
        owners: dict[Operation, list[Component]] = {}
        for answer in self._waits:
            tokens = [group_token(token) for token in awaited(answer.op)]
            owners[answer.op] = [self.counts.component_of[token] for token in tokens]
            answer.op.operands = (*tokens, *answer.op.operands[len(tokens) :])
        for component, own in self.components.items():
            self._exchange(component, own, tickets)
        for function in walk(self.module):
            if kind_of(function) is OpKind.FUNCTION:
                match_type(function)
        for answer in self._waits:
            self._wait(answer, owners[answer.op])

    def _components_of(self, answer: WaitCount) -> list[Component]:
        tokens = (group_token(token) for token in awaited(answer.op))
        return list(dict.fromkeys(self.counts.component_of[token] for token in tokens))

    def _is_replaced(self, op: Operation) -> bool:
        """Whether `op` is a wait that does not use its token when all is done."""
        answer = self.counts.answers.get(op)
        if answer is not None:
            return not answer.unknown
        return isinstance(op, nvgpu.DeviceAsyncWaitOp) and op.num_groups is not None

    def _is_out_of_reach(self, component: Component) -> bool:
        everything = bool(self.counts.scopes.graph.values) or any(map(is_computed, self._uncounted))
        return everything or not self._uncounted.isdisjoint(component.fifos)

    @cached_property
    def _uncounted(self) -> set[Fifo]:
        """The FIFOs that groups are committed to where they cannot be counted."""
        weights, hidden = self.counts.distances.weights, self.counts.scopes.hidden
        where = (op for op in weights.of if op in hidden or kind_of(op) is OpKind.CALL_OF_VALUE)
        return {fifo for op in where for fifo in weights.of[op]}

    # Counters.

    def _place_cells(self, fifo: Fifo) -> None:
        """Give a cell to all functions that commit to the FIFO, or wait for it, directly or through what they call."""
        graph, waiting = self.counts.scopes.graph, self._waiting[fifo]
        concerned = reached(sorted(waiting | self._committing(fifo)), self._callers)
        connected = sorted(
            reached(
                sorted(waiting), lambda name: concerned.keys() & {*graph.callees(name), *self._callers(name)}
            )
        )
        for name in connected:
            self._cells[name, fifo] = self._cell(name)
        for name in connected:
            for call in self.counts.scopes.callers.get(name, ()):
                caller = self.counts.scopes.around[call].function
                call.operands = (*call.operands, self._cells[caller, fifo])

    def _callers(self, name: str) -> list[str]:
        calls = self.counts.scopes.callers.get(name, ())
        return [self.counts.scopes.around[call].function for call in calls]

    @cached_property
    def _waiting(self) -> dict[Fifo, set[str]]:
        """For each FIFO, the functions with waits that count its groups at run time."""
        found: dict[Fifo, set[str]] = {}
        for answer in self._waits:
            for component in self._components_of(answer):
                for fifo in component.fifos:
                    found.setdefault(fifo, set()).add(self.counts.scopes.around[answer.op].function)
        return found

    @cached_property
    def _commits(self) -> dict[Operation, tuple[str, QueueId, Fifo]]:
        """The commits of functions: in which function, to what queue, and which FIFO that is."""
        found: dict[Operation, tuple[str, QueueId, Fifo]] = {}
        for op in walk(self.module):
            trait, name = commits(op), function_around(op)
            if trait is not None and name is not None:
                queue = trait.queue(op)
                found[op] = name, queue, self.counts.distances.weights.fifo(queue, name)
        return found

    def _committing(self, fifo: Fifo) -> set[str]:
        """The functions with commits that are to the FIFO, or may be to any."""
        return {name for name, _, own in self._commits.values() if own == fifo or is_computed(own)}

    def _cell(self, name: str) -> SSAValue:
        entry = self.counts.scopes.graph.functions[name].regions[0].blocks[0]
        if self.counts.scopes.callers.get(name):
            return entry.insert_arg(CELL, len(entry.args))
        first = next(op for op in entry.ops if kind_of(op) is not OpKind.CONSTANT)
        builder = Builder(first)
        cell = builder.add(memref.AllocaOp([], [], CELL)).results[0]
        builder.store(builder.shared_index(0), cell)
        return cell

    def _count_commits(self, fifos: list[Fifo]) -> dict[Operation, SSAValue]:
        """Let each commit raise the counter of its FIFO; the counter behind it, for each commit."""
        tickets: dict[Operation, SSAValue] = {}
        for op, (name, queue, own) in self._commits.items():
            if op.next_op is None:
                continue
            builder = Builder(op.next_op, op)
            if (name, own) in self._cells:
                tickets[op] = self._raise(builder, self._cells[name, own], builder.shared_index(1))
            elif is_computed(own) and isinstance(queue, SSAValue):
                for fifo in fifos:
                    if (name, fifo) in self._cells:
                        is_of = self._is_of(builder, queue, fifo, op)
                        self._raise(builder, self._cells[name, fifo], is_of)
        return tickets

    def _raise(self, builder: Builder, cell: SSAValue, by: SSAValue) -> SSAValue:
        raised = builder.plus(builder.load(cell), by)
        builder.store(raised, cell)
        return raised

    def _is_of(self, builder: Builder, queue: SSAValue, fifo: Fifo, op: Operation) -> SSAValue:
        """1 where the computed queue is one of the FIFO, else 0."""
        zero, one = builder.shared_index(0), builder.shared_index(1)
        found = zero
        for number in self._queues_of(fifo, op):
            found = builder.either(builder.test(queue, "eq", builder.shared_index(number)), one, found)
        return found

    def _queues_of(self, fifo: Fifo, op: Operation) -> list[int]:
        """The queues that share the FIFO."""
        assert isinstance(fifo, int)
        return sorted(number for number in {fifo, *self._named} if fifo_of(number, op) == fifo)

    @cached_property
    def _named(self) -> set[int]:
        """The queues that commits name, and those that are said to share a FIFO."""
        found: set[int] = set()
        for op in walk(self.module):
            shared = op.attributes.get(FIFOS_ATTRIBUTE)
            if shared is not None:
                found.update(number for fifo in fifos_in(shared) for number in fifo)
            trait = commits(op)
            queue = trait.queue(op) if trait is not None else None
            known = constant_of(queue) if isinstance(queue, SSAValue) else queue
            if isinstance(known, int):
                found.add(known)
        return found

    # Tickets.

    def _exchange(self, component: Component, fifos: list[Fifo], tickets: dict[Operation, SSAValue]) -> None:
        """Let the component's values be tickets."""
        for value in component.members:
            if isinstance(value, OpResult) and commits(value.op) is not None:
                self._leave_token(value, self._encoded(value.op, tickets[value.op], fifos))
            elif isinstance(value, OpResult) and kind_of(value.op) is OpKind.READY:
                self._leave_token(value, Builder(value.op).shared_index(-_LONG_AGO * len(fifos)))
                erase(value.op)
            else:
                _let_counted_waits_go(value)
                Rewriter.replace_value_with_new_type(value, INDEX)

    def _encoded(self, commit: Operation, ticket: SSAValue, fifos: list[Fifo]) -> SSAValue:
        if len(fifos) == 1:
            return ticket
        _, _, fifo = self._commits[commit]
        assert isinstance(ticket, OpResult)
        assert ticket.op.next_op is not None
        builder = Builder(ticket.op.next_op, commit)
        scaled = builder.add(arith.MuliOp(ticket, builder.shared_index(len(fifos)))).results[0]
        return builder.plus(scaled, builder.shared_index(fifos.index(fifo)))

    def _leave_token(self, token: OpResult, ticket: SSAValue) -> None:
        _let_counted_waits_go(token)
        token.replace_all_uses_with(ticket)
        if kind_of(token.op) is OpKind.COMMIT:
            with_results(token.op, [])

    def _wait(self, answer: WaitCount, components: list[Component]) -> None:
        op = answer.op
        builder = Builder(op)
        function = function_around(op)
        assert function is not None
        for fifo in answer.fifos:
            counter = builder.load(self._cells[function, fifo.fifo])
            younger = [
                self._younger(builder, counter, ticket, self.components[component], fifo.fifo)
                for ticket, component in zip(op.operands, components, strict=False)
                if fifo.fifo in component.fifos
            ]
            bound = self._bound(op, fifo)
            put_ladder(builder, op, bound, reduce(builder.least, younger), self.max_count, self.rungs)
        erase(op)

    def _bound(self, op: Operation, fifo: FifoCount) -> FifoCount:
        """The count, which matters no further than what may be in flight."""
        state = self._in_flight.before_awaits.get(op, {})
        most = sum(most for each, most in state.items() if each == fifo.fifo or is_computed(each))
        if op not in self._in_flight.before_awaits or most == inf:
            return fifo
        return replace(fifo, most=max(fifo.count, int(min(most, inf if fifo.most is None else fifo.most))))

    def _younger(
        self, builder: Builder, counter: SSAValue, ticket: SSAValue, fifos: list[Fifo], fifo: Fifo
    ) -> SSAValue:
        """How many groups of the FIFO are younger than the ticket's."""
        if len(fifos) == 1:
            return builder.minus(counter, ticket)
        number = builder.shared_index(len(fifos))
        place = builder.add(arith.RemSIOp(ticket, number)).results[0]
        group = builder.add(arith.DivSIOp(ticket, number)).results[0]
        is_of = builder.test(place, "eq", builder.shared_index(fifos.index(fifo)))
        return builder.either(is_of, builder.minus(counter, group), builder.shared_index(_LONG_AGO))


def _let_counted_waits_go(token: SSAValue) -> None:
    """Let waits with a count, which do not ask their token, have another one."""
    for use in list(token.uses):
        op = use.operation
        if isinstance(op, nvgpu.DeviceAsyncWaitOp) and op.num_groups is not None:
            op.operands = (ready_nvgpu_token(Builder(op)),)
