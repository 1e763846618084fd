"""What ops do to FIFOs, themselves, in their regions, or in what they call: summed up from the inside out, callees first."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import Final, Generic, TypeVar, cast

from asyncir.analyses.call_graph import CallGraph
from asyncir.analyses.integers.constants import constant_of
from asyncir.analyses.trip_counts import Trips, trips_of
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.completion import FIFOS_ATTRIBUTE, QueueId, fifo_of
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, Operation, Region, SSAValue
from asyncir.ir.walk import is_defined_below, post_order

Fifo = Hashable
"""A FIFO: what `fifo_of` says of a literal queue; the value itself of a computed one, inside its scope."""


class _Wild:
    """The only instance stands for a computed queue of which nothing is known."""


WILD: Final = _Wild()

ONCE = frozenset({OpKind.REGION, OpKind.COMMIT, OpKind.ISSUE})
EITHER = frozenset({OpKind.IF, OpKind.SWITCH})

_T = TypeVar("_T")


class FifoSummaries(ABC, Generic[_T]):
    """For each op of a module what it does to FIFOs; `nothing` is what it does to others, `anything` whatever may be done."""

    def __init__(self, graph: CallGraph, nothing: _T, anything: _T):
        self.graph = graph
        self.nothing = nothing
        self.anything = anything
        self.of: dict[Operation, dict[Fifo, _T]] = {}
        self.of_function: dict[str, dict[Fifo, _T]] = {}
        self.recursive: set[str] = set()
        self._entries = _entries(graph)
        for names in graph.components():
            if len(names) > 1 or names[0] in graph.may_call(names[0]):
                self.recursive.update(names)
                # What calls inside the cycle do has to be known before what stands around them.
                all_ = [_outside(fifo) for name in names for fifo in self._summary(name)]
                self.of_function.update({name: dict.fromkeys(all_, anything) for name in names})
            for name in names:
                summary = self._summary(name)
                if name not in self.recursive:
                    self.of_function[name] = summary

    @abstractmethod
    def own(self, op: Operation, function: str) -> dict[Fifo, _T]:
        """What an op of the function does itself."""

    @abstractmethod
    def then(self, first: _T, second: _T) -> _T:
        """One after the other."""

    @abstractmethod
    def either(self, parts: Sequence[_T]) -> _T:
        """One of them."""

    @abstractmethod
    def times(self, once: _T, trips: Trips) -> _T:
        """The same again and again."""

    @abstractmethod
    def perhaps(self, part: _T) -> _T:
        """What is done to this FIFO or another one."""

    @abstractmethod
    def of_graph(self, region: Region) -> dict[Fifo, _T]:
        """What is done from the entry of a region with several blocks to where it ends."""

    def fifo(self, queue: QueueId, function: str) -> Fifo:
        """The FIFO of a queue that is named in the function; `WILD` where callers do not agree on it."""
        known = constant_of(queue) if isinstance(queue, SSAValue) else queue
        if known is None:
            return queue
        entry = self._entries[function]
        return WILD if entry is None else fifo_of(known, entry)

    def of_region(self, region: Region) -> dict[Fifo, _T]:
        """What is done from the entry of the region to where it ends."""
        first = region.first_block
        if first is None:
            return {}
        return self.of_block(first) if first is region.last_block else self.of_graph(region)

    def of_block(self, block: Block) -> dict[Fifo, _T]:
        """What the ops of the block do together."""
        parts: list[dict[Fifo, _T]] = []
        op = block.first_op
        while op is not None:
            if op in self.of:
                parts.append(self.of[op])
            op = op.next_op
        return self.joined(parts)

    def joined(self, parts: Iterable[Mapping[Fifo, _T]]) -> dict[Fifo, _T]:
        """All parts, one after the other."""
        found: dict[Fifo, _T] = {}
        for part in parts:
            for fifo, more in part.items():
                found[fifo] = self.then(found[fifo], more) if fifo in found else more
        return found

    def _summary(self, name: str) -> dict[Fifo, _T]:
        function = self.graph.functions[name]
        for op in post_order(function):
            found = self._of_op(op, name) if op is not function else {}
            if found:
                self.of[op] = found
        return self._left(function, self.of_region(function.regions[0]))

    def _of_op(self, op: Operation, function: str) -> dict[Fifo, _T]:
        callee = callee_name(op)
        if callee is not None:
            return self._of_call(op, callee, function)
        if kind_of(op) is OpKind.CALL_OF_VALUE:
            of_values = (self.of_function.get(name, {}) for name in self.graph.values)
            return {_outside(fifo): self.anything for summary in of_values for fifo in summary}
        own = self.own(op, function)
        if not op.regions:
            return own
        parts = [self.of_region(region) for region in op.regions]
        if not any(parts):
            return own
        left = self._left(op, self._combined(op, parts))
        return self.joined((left, own)) if own else left

    def _of_call(self, op: Operation, callee: str, function: str) -> dict[Fifo, _T]:
        summary = self.of_function.get(callee, {})
        entry = self.graph.functions[callee].regions[0].first_block if summary else None
        found: dict[Fifo, _T] = {}
        for fifo, part in summary.items():
            queue, seen = computed_queue(fifo), fifo
            if queue is not None and entry is not None:
                position = next((a.index for a in entry.args if a is queue), None)
                seen = WILD if position is None else self.fifo(op.operands[position], function)
            self._add(found, seen, part)
        return found if kind_of(op) is OpKind.CALL else dict.fromkeys(found, self.anything)

    def _combined(self, op: Operation, parts: Sequence[dict[Fifo, _T]]) -> dict[Fifo, _T]:
        """What the op does of what its regions do."""
        kind = kind_of(op)
        known = constant_of(op.operands[0]) if kind is OpKind.IF else None
        if known is not None:
            return parts[0 if known else 1]
        if kind in EITHER:
            fifos = dict.fromkeys(fifo for part in parts for fifo in part)
            return {fifo: self.either([part.get(fifo, self.nothing) for part in parts]) for fifo in fifos}
        if kind in ONCE:
            return parts[0]
        if kind not in (OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP):
            return {fifo: self.anything for part in parts for fifo in part}
        trips = trips_of(op)
        each = parts[0] if len(parts) == 1 else self.joined(parts)
        found = {fifo: self.times(once, trips) for fifo, once in each.items()}
        return found if kind is OpKind.COUNTED_LOOP else self.joined((found, parts[0]))

    def _left(self, op: Operation, inside: Mapping[Fifo, _T]) -> dict[Fifo, _T]:
        """Outside of `op`, a queue that is computed inside it is not known."""
        found: dict[Fifo, _T] = {}
        for fifo, part in inside.items():
            queue = computed_queue(fifo)
            hidden = queue is not None and is_defined_below(queue, op) and not _is_argument(queue, op)
            self._add(found, WILD if hidden else fifo, part)
        return found

    def _add(self, found: dict[Fifo, _T], fifo: Fifo, part: _T) -> None:
        more = self.perhaps(part) if fifo is WILD else part
        found[fifo] = self.then(found[fifo], more) if fifo in found else more


def computed_queue(fifo: Fifo) -> SSAValue | None:
    """The value that computes the queue, if it is known by that."""
    return cast("SSAValue", fifo) if isinstance(fifo, SSAValue) else None


def is_computed(fifo: Fifo) -> bool:
    """Whether the FIFO could be the same as any other."""
    return fifo is WILD or isinstance(fifo, SSAValue)


def _outside(fifo: Fifo) -> Fifo:
    return WILD if isinstance(fifo, SSAValue) else fifo


def _is_argument(value: SSAValue, op: Operation) -> bool:
    """Whether it is an argument of the function `op`: its callers know it."""
    return (
        kind_of(op) is OpKind.FUNCTION and isinstance(value, BlockArgument) and value.block.parent_op() is op
    )


def _entries(graph: CallGraph) -> dict[str, Operation | None]:
    """For each function, the one at which programs that run it start; None where these have other FIFOs."""
    found: dict[str, set[Operation]] = {name: set() for name in graph.functions}
    for component in reversed(graph.components()):
        around: set[Operation] = {entry for name in component for entry in found[name]}
        if not around:
            around = {graph.functions[component[0]]}
        for name in component:
            found[name] = around
            for callee in graph.may_call(name):
                if callee not in component:
                    found[callee] |= around
    return {name: _agreed(entries) for name, entries in found.items()}


def _agreed(entries: set[Operation]) -> Operation | None:
    attributes = {entry.attributes.get(FIFOS_ATTRIBUTE) for entry in entries}
    return next(iter(entries)) if len(attributes) == 1 else None
