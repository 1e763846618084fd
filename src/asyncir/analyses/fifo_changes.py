"""Which ops put groups into which FIFOs: themselves, in their regions, or through the functions that they call."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.carried import Changes
from asyncir.analyses.integers.sets import possible_values
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import (
    FIFOS_ATTRIBUTE,
    QueueId,
    commits,
    fifo_of,
    fifos_in,
    waits_by_count,
    waits_finished,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, SSAValue
from asyncir.ir.graphs import reached
from asyncir.ir.symbols import is_private, symbol_uses
from asyncir.ir.walk import walk


@dataclass(frozen=True, slots=True)
class Ids:
    """The queues that an op may mean, each with its FIFO; `complete` if it can mean no other."""

    fifos: dict[int | str, Hashable]
    complete: bool


@dataclass(slots=True)
class FifoChanges:
    """The FIFOs of a module, and the ops that commit to them."""

    module: ModuleOp
    changes: Changes = field(init=False)
    ids: dict[Operation, Ids | None] = field(init=False, default_factory=dict[Operation, "Ids | None"])
    """For each commit and wait, the queues that it may mean; None where its callers disagree about the FIFOs."""
    hiding: set[Operation] = field(init=False, default_factory=set[Operation])
    """Commits in which others may be executed, in functions that are called through values."""
    universe: dict[int | str, Hashable] = field(init=False, default_factory=dict[int | str, Hashable])
    """All queues that the module names, or may compute where that is a choice of few, and their FIFOs."""

    def __post_init__(self) -> None:
        graph = call_graph(self.module)
        callers = _callers(self.module, graph)
        calling = (op for name in graph.calling_values for op in walk(graph.functions[name]))
        indirect = [op for op in calling if kind_of(op) is OpKind.CALL_OF_VALUE]
        by_value = {graph.functions[name]: indirect for name in graph.values if indirect}
        entries = _entries(graph, callers)
        direct: dict[Operation, Operation] = {}
        calls: dict[Operation, Operation] = {}
        for name, function in graph.functions.items():
            for op in walk(function):
                trait = commits(op) or waits_by_count(op) or waits_finished(op)
                if trait is not None:
                    self.ids[op] = self._ids_of(trait.queue(op), entries[function])
                    direct[op] = function
            calls |= {
                call: graph.functions[callee]
                for call in graph.calls[name]
                if (callee := callee_name(call)) in graph.functions and kind_of(call) is OpKind.CALL
            }
        for ids in self.ids.values():
            if ids is not None:
                self.universe.update(ids.fifos)
        if not self.universe and self.ids:
            # All queues are computed: one stands for any of them.
            self.universe[0] = fifo_of(0, next(iter(graph.functions.values())))
        self.changes = Changes(self._spread(direct, calls, by_value), calls, callers, frozenset(by_value))

    def _ids_of(self, queue: QueueId, entries: Sequence[Operation]) -> Ids | None:
        names = possible_values(queue) if isinstance(queue, SSAValue) else frozenset({queue})
        fifos: dict[int | str, Hashable] = {}
        for name in self._listed() if names is None else names:
            meant = {fifo_of(name, entry) for entry in entries}
            if len(meant) != 1:
                return None
            fifos[name] = meant.pop()
        return Ids(fifos, names is not None)

    def _listed(self) -> frozenset[int | str]:
        """The queues that are said to share a FIFO with others."""
        holders = [self.module, *self.module.ops]
        attributes = [a for op in holders if (a := op.attributes.get(FIFOS_ATTRIBUTE)) is not None]
        return frozenset(number for a in attributes for fifo in fifos_in(a) for number in fifo)

    @property
    def commits_are_known(self) -> bool:
        """Whether each commit is to one of few queues that can be told."""
        return all(
            ids is not None and ids.complete for op, ids in self.ids.items() if commits(op) is not None
        )

    def scopes_of(self, op: Operation) -> frozenset[Hashable]:
        """The FIFOs that a commit or wait may mean."""
        ids = self.ids[op]
        known = self.universe if ids is None or not ids.complete else ids.fifos
        return frozenset(known.values())

    def _spread(
        self,
        direct: dict[Operation, Operation],
        calls: dict[Operation, Operation],
        by_value: dict[Operation, list[Operation]],
    ) -> dict[Operation, frozenset[Hashable]]:
        """Give what commits do to all that is around them, and to the calls of the functions that they are in.

        A task commits to FIFOs of its own.
        """
        scopes: dict[Operation, frozenset[Hashable]] = {}
        callers = {function: list(found) for function, found in by_value.items()}
        for call, callee in calls.items():
            callers.setdefault(callee, []).append(call)
        pending = [(op, self.scopes_of(op)) for op in direct if commits(op) is not None]
        while pending:
            op, new = pending.pop()
            current: Operation | None = op
            while current is not None and current is not self.module and kind_of(current) is not OpKind.TASK:
                known = scopes.get(current, frozenset())
                if current is not op and commits(current) is not None:
                    self.hiding.add(current)
                if new <= known:
                    break
                scopes[current] = known | new
                if current in callers:
                    pending.extend((call, new) for call in callers[current])
                current = current.parent_op()
        return scopes


def _callers(module: ModuleOp, graph: CallGraph) -> dict[Operation, Sequence[Operation]]:
    """The calls of each private function that nothing but calls refers to."""
    uses = symbol_uses(module)
    calls: dict[str, list[Operation]] = {}
    for found in graph.calls.values():
        for call in found:
            callee = callee_name(call)
            if callee is not None and kind_of(call) is OpKind.CALL:
                calls.setdefault(callee, []).append(call)
    return {
        function: calls[name]
        for name, function in graph.functions.items()
        if is_private(function)
        and kind_of(function) is OpKind.FUNCTION
        and len(calls.get(name, ())) == uses[name] > 0
    }


def _entries(
    graph: CallGraph, callers: Mapping[Operation, Sequence[Operation]]
) -> dict[Operation, list[Operation]]:
    """For each function, the functions at which an execution that reaches it may have started."""

    def entered_from(name: str) -> list[str]:
        by_name = [each for each in graph.callees(name) if graph.functions[each] in callers]
        return by_name + list(graph.values if name in graph.calling_values else ())

    found: dict[Operation, list[Operation]] = {function: [] for function in graph.functions.values()}
    for name, entry in graph.functions.items():
        if entry not in callers:
            for each in reached([name], entered_from):
                found[graph.functions[each]].append(entry)
    return found
