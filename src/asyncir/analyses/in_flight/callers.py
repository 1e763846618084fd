"""Tokens that an entry gets from who calls it: the groups that they stand for were committed there."""

from __future__ import annotations

from asyncir.analyses.in_flight.code import Code, Kind
from asyncir.dialects.async_types import CompletionType
from asyncir.ir import Operation, SSAValue


def waits_for_callers(code: Code) -> set[Operation]:
    """The waits with a token that may be one of the entry's arguments."""
    block = code.entry.regions[0].blocks.first
    reached: set[SSAValue] = {a for a in block.args if _is_token(a)} if block is not None else set()
    if not reached:
        return set()
    ways: dict[SSAValue, list[SSAValue]] = {}
    for step in code.instructions:
        for target, source in step.pairs:
            ways.setdefault(source, []).append(target)
        if step.op is not None and step.kind is Kind.OP:
            for source in filter(_is_token, step.op.operands):
                ways.setdefault(source, []).extend(filter(_is_token, step.op.results))
    pending = list(reached)
    while pending:
        for target in ways.get(pending.pop(), ()):
            if target not in reached:
                reached.add(target)
                pending.append(target)
    waits = (step.op for step in code.instructions if step.kind is Kind.WAIT and step.op is not None)
    return {op for op in waits if not reached.isdisjoint(op.operands)}


def _is_token(value: SSAValue) -> bool:
    return isinstance(value.type, CompletionType)
