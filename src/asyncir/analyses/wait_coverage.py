"""Does each wait that lists memory list all that the groups touch which it may retire?

Passes move accesses to other memory over such a wait, so the list has to be complete. Going forward through the program,
this keeps for each FIFO what groups of which age may touch. Each step forgets in the direction of more groups in flight.
Functions that others call start with unknown groups in flight, if one that calls them commits any.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.aliasing import UNKNOWN_ROOT, RootKind, roots
from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.in_flight_memory import AGES, ANY_FIFO, OLD, InFlight, MemoryTouch
from asyncir.diagnostics import Diagnostic, Note
from asyncir.diagnostics.words import listing
from asyncir.dialects.effects import ANYTHING, Access, Effects, Milestone, Resource, callee_name
from asyncir.dialects.interfaces.completion import (
    FIFOS_ATTRIBUTE,
    QueueId,
    WaitsByCount,
    WaitsByToken,
    WaitsFinished,
    commits,
    fifo_of,
    waits_by_count,
    waits_by_token,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.verification import span_of
from asyncir.ir import Block, ModuleOp, Operation, OpResult, Region, SSAValue, SymbolRefAttr
from asyncir.ir.graphs import reached
from asyncir.ir.symbols import symbol_around
from asyncir.ir.walk import successors, walk

_MOST_ROUNDS = 3
"""After so many rounds of a loop, ages are only known from below."""


@dataclass(frozen=True, slots=True)
class Uncovered:
    """A wait that lists memory, and some that it should list, too."""

    wait: Operation
    group: Operation | None
    """What commits a group that touches it and that the wait may retire; None where a caller does."""
    memory: SSAValue | Resource | None
    """The memory, a resource being a global; None where it cannot be told."""

    @property
    def name(self) -> str:
        """The memory in words."""
        if isinstance(self.memory, SSAValue):
            return f"%{self.memory.name_hint}" if self.memory.name_hint else "memory without a name"
        if isinstance(self.memory, Resource):
            return self.memory.name.replace("global ", "@")
        return "memory of a caller" if self.group is None else "memory that cannot be told"


def coverage_faults(module: ModuleOp) -> dict[Operation, Diagnostic]:
    """Q006 for each wait that should list more."""
    by_wait: dict[Operation, list[Uncovered]] = {}
    for one in uncovered_memory(module):
        by_wait.setdefault(one.wait, []).append(one)
    return {wait: _fault(wait, missing) for wait, missing in by_wait.items()}


def _fault(wait: Operation, missing: list[Uncovered]) -> Diagnostic:
    groups = dict.fromkeys(one.group for one in missing if one.group is not None)
    names = list(dict.fromkeys(one.name for one in missing))
    help = "leave `covers` out: the wait is then for any memory"
    if all(isinstance(one.memory, SSAValue) and one.memory.name_hint for one in missing):
        help = f"add {listing(names)} to the list, or {help}"
    it = "this group touches it" if len(names) == 1 else "this group touches some of it"
    message = f"this wait may retire a group that touches {listing(names, 'or')}, which it does not list"
    notes = tuple(Note(it, span_of(op)) for op in groups)
    return Diagnostic("Q006", message, span_of(wait), help=help, notes=notes)


def uncovered_memory(module: ModuleOp) -> list[Uncovered]:
    """All memory that waits should list and do not, in the order of the text."""
    listing = [op for op in walk(module) if _listed(op) is not None]
    if not listing:
        return []
    graph = call_graph(module)
    # A wait among what is committed is for other groups: it is no memory that this group touches.
    effects = Effects(without=lambda op: _how(op) is not None)
    committing = _committing(graph)
    holders = {symbol_around(op) for op in listing}
    as_values = {op.properties["value"] for op in walk(module) if kind_of(op) is OpKind.FUNCTION_VALUE}
    found: list[Uncovered] = []
    for name, function in graph.functions.items():
        if function in holders:
            callers = _callers(graph, name)
            by_value = SymbolRefAttr(name) in as_values
            called, committed = bool(callers) or by_value, bool(callers & committing) or by_value
            found += _Forward(function, effects, committing, called, committed).run()
    return found


def _listed(op: Operation) -> Sequence[SSAValue] | None:
    wait = _how(op)
    return None if wait is None else wait.covers(op)


def _how(op: Operation) -> WaitsByCount | WaitsByToken | WaitsFinished | None:
    """How `op` waits, if it does."""
    return waits_by_count(op) or waits_by_token(op) or waits_finished(op)


def _committing(graph: CallGraph) -> set[str]:
    """The functions that commit groups, themselves or through what they call."""
    found: set[str] = set()
    for component in graph.components():
        ops = [op for name in component for op in walk(graph.functions[name])]
        own = any(commits(op) is not None or kind_of(op) is OpKind.CALL_OF_VALUE for op in ops)
        if own or any(callee in found for name in component for callee in graph.callees(name)):
            found.update(component)
    return found


def _callers(graph: CallGraph, name: str) -> set[str]:
    """The functions that call it, themselves or through others."""
    by_callee: dict[str, list[str]] = {}
    for caller in graph.functions:
        for callee in graph.callees(caller):
            by_callee.setdefault(callee, []).append(caller)
    return set(reached(by_callee.get(name, ()), lambda callee: by_callee.get(callee, ())))


@dataclass
class _Forward:
    """One function, followed forwards."""

    function: Operation
    effects: Effects
    committing: set[str]
    called: bool
    callers_commit: bool
    found: dict[tuple[Operation, object], Uncovered] = field(
        default_factory=dict["tuple[Operation, object]", Uncovered]
    )

    def __post_init__(self) -> None:
        module = self.function.parent_op()
        shares = module is not None and any(
            FIFOS_ATTRIBUTE in op.attributes for op in (module, *walk(module))
        )
        # The entry's attribute counts, and it is not known which that is.
        self.one_fifo = self.called and shares

    def run(self) -> list[Uncovered]:
        """Everything that waits of the function should list and do not."""
        state = InFlight()
        if self.callers_commit:
            for reads in (False, True):
                state.add(ANY_FIFO, MemoryTouch(None, UNKNOWN_ROOT, reads), OLD)
        for region in self.function.regions:
            self._region(region, state)
        return list(self.found.values())

    def _region(self, region: Region, state: InFlight) -> InFlight:
        """What is in flight behind a region, from what is in front of it."""
        first = region.first_block
        if first is None:
            return state
        if first is region.last_block:
            return self._block(first, state.copy())
        before = {block: InFlight() for block in region.blocks}
        rounds = dict.fromkeys(before, 0)
        end = InFlight()
        before[first].join(state)
        pending = {first: None}
        while pending:
            block = next(iter(pending))
            del pending[block]
            rounds[block] += 1
            if rounds[block] > _MOST_ROUNDS:
                before[block].widen()
            after = self._block(block, before[block].copy())
            for successor in successors(block):
                if before[successor].join(after) or not rounds[successor]:
                    pending[successor] = None
            if not successors(block):
                end.join(after)
        return end

    def _block(self, block: Block, state: InFlight) -> InFlight:
        for op in block.ops:
            state = self._op(op, state)
        return state

    def _op(self, op: Operation, state: InFlight) -> InFlight:
        how = commits(op)
        if how is not None:
            for region in op.regions:
                state = self._region(region, state)
            return self._commit(op, how.queue(op), state)
        if op.regions:
            return self._regions(op, state)
        self._wait(op, state)
        name = callee_name(op)
        if name in self.committing or kind_of(op) is OpKind.CALL_OF_VALUE:
            self._call(op, state)
        return state

    def _regions(self, op: Operation, state: InFlight) -> InFlight:
        """Branches are taken from the same state; of any other op, regions may follow each other again and again."""
        if kind_of(op) in (OpKind.IF, OpKind.SWITCH):
            after = InFlight() if all(region.blocks for region in op.regions) else state.copy()
            for region in op.regions:
                if region.blocks:
                    after.join(self._region(region, state))
            return after
        state = state.copy()
        rounds, news = 0, True
        while news:
            rounds += 1
            if rounds > _MOST_ROUNDS:
                state.widen()
            news = False
            for region in op.regions:
                news = state.join(self._region(region, state)) or news
        return state

    # Ops

    def _fifo(self, queue: QueueId) -> Hashable:
        if isinstance(queue, SSAValue) or self.one_fifo:
            return ANY_FIFO
        return fifo_of(queue, self.function)

    def _touches(self, op: Operation) -> Iterable[MemoryTouch]:
        """What the groups touch that `op` commits."""
        for effect in self.effects.of(op):
            if effect.access in (Access.READ, Access.WRITE):
                if effect.root == ANYTHING:
                    yield MemoryTouch(op, UNKNOWN_ROOT, effect.access is Access.READ)
                for root in roots(effect.root):
                    if root.kind is not RootKind.RESOURCE:
                        yield MemoryTouch(op, root, effect.access is Access.READ)

    def _commit(self, op: Operation, queue: QueueId, state: InFlight) -> InFlight:
        fifo = self._fifo(queue)
        for each in state.groups if fifo == ANY_FIFO else (fifo,):
            state.age(each, maybe=fifo == ANY_FIFO)
        for touch in self._touches(op):
            state.add(fifo, touch, OLD if fifo == ANY_FIFO else 1)
        return state

    def _call(self, op: Operation, state: InFlight) -> None:
        """Any number of groups is committed to any FIFO."""
        state.widen()
        for touch in self._touches(op):
            state.add(ANY_FIFO, touch, OLD)

    def _wait(self, op: Operation, state: InFlight) -> None:
        counted, named, finished = waits_by_count(op), waits_by_token(op), waits_finished(op)
        of_queue = counted or finished
        how = of_queue or named
        if how is None:
            return
        ages = [] if named is None else [self._age(op, token) for token in named.tokens(op)]
        known = [age for age in ages if age is not None]
        fifo = ANY_FIFO if of_queue is None else self._fifo(of_queue.queue(op))
        count = 0 if counted is None else counted.count(op)
        least = count if isinstance(count, int) else 0
        reads_only = how.milestone(op) is Milestone.SOURCE_READ
        retired = dict.fromkeys(state.groups if fifo == ANY_FIFO else (fifo,), least)
        if ages and len(known) == len(ages):
            by_fifo = dict(known)
            retired = {each: by_fifo[each] for each in retired if each in by_fifo}
        self._check(op, state, retired, reads_only)
        if counted is not None and fifo != ANY_FIFO and isinstance(count, int):
            known.append((fifo, least))
        for each, age in known:
            state.retire(each, age, reads_only)

    def _age(self, wait: Operation, token: SSAValue) -> tuple[Hashable, int] | None:
        """The FIFO of the token's group, and how many groups are younger, where that is plain.

        That is where the commit is in front of the wait in one block.
        """
        group = token.op if isinstance(token, OpResult) else None
        how = commits(group) if group is not None else None
        if group is None or how is None or (fifo := self._fifo(how.queue(group))) == ANY_FIFO:
            return None
        age, op = 0, group.next_op
        while op is not None and op is not wait and age < AGES:
            between = commits(op)
            if between is None and (op.regions or callee_name(op) in self.committing):
                return None
            if between is not None:
                other = self._fifo(between.queue(op))
                if other == ANY_FIFO:
                    return None
                age += other == fifo
            op = op.next_op
        return (fifo, age) if op is wait else None

    def _check(
        self, wait: Operation, state: InFlight, retired: Mapping[Hashable, int], reads_only: bool
    ) -> None:
        """Note what the wait may retire and does not list: of each FIFO, groups from an age on."""
        listed = _listed(wait)
        if listed is None:
            return
        covered = {root for value in listed for root in roots(value)}
        for fifo, least in retired.items():
            for touch in state.from_age(fifo, least):
                missing = (touch.reads or not reads_only) and touch.root not in covered
                if missing:
                    identity = touch.root.identity
                    self.found.setdefault((wait, identity), Uncovered(wait, touch.group, identity))
