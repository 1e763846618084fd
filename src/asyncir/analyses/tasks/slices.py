"""Which integers decide something: where an access is, which way control takes, how often, how large something is.

Others are not followed: that a sum of data wraps around, say, is of no interest, and asking would double the paths.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from asyncir.analyses.in_flight.lookup import is_number
from asyncir.dialects.async_types import CompletionType
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.memory import atomic_memory
from asyncir.ir import Operation, SSAValue
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import walk

_HANDING_ON = frozenset(
    {OpKind.YIELD, OpKind.RETURN, OpKind.JUMP, OpKind.CALL, OpKind.TASK_CALL, OpKind.READY}
)
_FIRST_DECIDES = frozenset({OpKind.CONDITION, OpKind.BRANCH, OpKind.SWITCH_BRANCH, OpKind.IF, OpKind.SWITCH})


def deciding_numbers(functions: Sequence[Operation]) -> frozenset[SSAValue]:
    """The integers of these functions on which something hangs."""
    flow = _Flow(functions)
    found: set[SSAValue] = set()
    pending = [v for f in functions for op in walk(f) for v in _decides(op)]
    while pending:
        value = pending.pop()
        if value in found or not is_number(value.type):
            continue
        found.add(value)
        pending += flow.sources(value)
    return frozenset(found)


def _decides(op: Operation) -> Iterable[SSAValue]:
    """The operands of an op that decide something by themselves."""
    kind = kind_of(op)
    if kind is OpKind.COUNTED_LOOP:
        return op.operands[:3]
    if kind in _FIRST_DECIDES:
        return op.operands[:1]
    if kind is OpKind.STORE:
        return op.operands[2:]
    at = atomic_memory(op)
    if at is not None:
        return op.operands[at + 1 :]
    if kind in _HANDING_ON or (op.results and all(is_number(v.type) for v in (*op.operands, *op.results))):
        return ()
    return op.operands


class _Flow:
    """Where values come from."""

    def __init__(self, functions: Sequence[Operation]):
        self.known: dict[SSAValue, list[SSAValue]] = {}
        self.stored: list[SSAValue] = []
        self.handed: list[SSAValue] = []
        """What values of tasks may hold."""
        self.returned: dict[str | None, list[Operation]] = {}
        self.formals: dict[str, Sequence[SSAValue]] = {}
        for function in functions:
            name = symbol_name(function)
            block = function.regions[0].blocks.first
            if name is not None and block is not None:
                self.formals[name] = block.args
                ends = [b.last_op for b in function.regions[0].blocks]
                self.returned[name] = [op for op in ends if op is not None and not op.successors]
        for function in functions:
            for op in walk(function):
                self._note(op)

    def _note(self, op: Operation) -> None:
        kind = kind_of(op)
        if kind is OpKind.STORE or atomic_memory(op) is not None:
            self.stored.append(op.operands[0])
        for block, values in forwarded_values(op):
            self._pass(block.args, values)
        name = callee_name(op)
        if name is not None and name in self.formals:
            self._pass(self.formals[name], op.operands)
            for last in self.returned[name]:
                self._pass(op.results, last.operands)
                self.handed += last.operands
        elif kind is OpKind.CALL_OF_VALUE:
            for each, formals in self.formals.items():
                self._pass(formals, op.operands[1:])
                for last in self.returned[each]:
                    self._pass(op.results, last.operands)
        for last in _ends(op):
            self._of_region(op, kind, last)
        if kind in (OpKind.READY, OpKind.PUT_PROMISED):
            self.handed += op.operands[:1]

    def _of_region(self, op: Operation, kind: OpKind, last: Operation) -> None:
        values = last.operands[1:] if kind_of(last) is OpKind.CONDITION else last.operands
        if kind is OpKind.TASK:
            self.handed += values
            return
        self._pass(op.results, values)
        if kind is OpKind.COUNTED_LOOP:
            carried = op.regions[0].blocks[0].args[1:]
            self._pass(carried, values)
            self._pass(carried, op.operands[3:])
            self._pass(op.results, op.operands[3:])
        elif kind is OpKind.CONDITIONAL_LOOP:
            before, after = (region.blocks[0].args for region in op.regions)
            self._pass(before, op.operands)
            self._pass(after if kind_of(last) is OpKind.CONDITION else before, values)

    def _pass(self, targets: Iterable[SSAValue], sources: Iterable[SSAValue]) -> None:
        for target, source in zip(targets, sources, strict=False):
            self.known.setdefault(target, []).append(source)

    def sources(self, value: SSAValue) -> Iterator[SSAValue]:
        """The values on which this one hangs."""
        yield from self.known.get(value, ())
        owner: Any = value.owner
        if not isinstance(owner, Operation):
            parent = owner.parent_op()
            if parent is not None and kind_of(parent) is OpKind.TASK:
                yield from (v for v in self.handed if v.type == value.type)
            elif parent is not None and kind_of(parent) is OpKind.COUNTED_LOOP:
                yield from parent.operands[:3]
            return
        if kind_of(owner) is OpKind.LOAD or atomic_memory(owner) is not None:
            yield from (v for v in self.stored if v.type == value.type)
        elif any(isinstance(v.type, CompletionType) for v in owner.operands):
            yield from (v for v in self.handed if v.type == value.type)
        else:
            yield from owner.operands


def _ends(op: Operation) -> Iterator[Operation]:
    for region in op.regions:
        for block in region.blocks:
            last = block.last_op
            if last is not None and not last.successors:
                yield last
