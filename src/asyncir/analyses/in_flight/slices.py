"""Which numbers synchronisation depends on: indices, conditions, counts, and what they are computed from.

The data that a program copies and computes with matters to no race, and is not followed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from asyncir.analyses.in_flight.code import Instruction, Kind, executed
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import IndexType, MemRefType, Operation, SSAValue

_STORES = {OpKind.STORE: 0}
"""Ops that put an operand into memory, by its position."""


def values_that_matter(code: Sequence[Instruction]) -> frozenset[SSAValue]:
    """The values of numbers and truths that the machine has to follow."""
    sources: dict[SSAValue, list[SSAValue]] = {}
    pending: list[SSAValue] = []
    for step in code:
        for target, source in step.pairs:
            sources.setdefault(target, []).append(source)
        if step.value is not None:
            pending.append(step.value)
        if step.loop is not None:
            pending.extend(step.loop.bounds or ())
            for argument, (init, _) in step.loop.inductions.items():
                sources.setdefault(argument, []).append(init)
        if step.op is not None and step.kind in (Kind.OP, Kind.ISSUE, Kind.COMMIT, Kind.WAIT, Kind.BEGIN):
            for op in executed(step):
                pending.extend(_seeds(op))
                for result in op.results:
                    sources.setdefault(result, []).extend(op.operands)
    found: set[SSAValue] = set()
    while pending:
        value = pending.pop()
        if value not in found:
            found.add(value)
            pending.extend(sources.get(value, ()))
    return frozenset(found)


def _seeds(op: Operation) -> Iterator[SSAValue]:
    """The operands that say where, whether or how many."""
    if op.name.startswith("arith."):
        return
    stored = _STORES.get(kind_of(op))
    for position, operand in enumerate(op.operands):
        if position == stored:
            memory = op.operands[1].type
            if isinstance(operand.type, IndexType) or (
                isinstance(memory, MemRefType) and not memory.get_shape()
            ):
                yield operand
        else:
            yield operand
