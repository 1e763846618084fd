"""Where the values of the flat code are needed."""

from __future__ import annotations

from collections.abc import Iterator

from asyncir.analyses.in_flight.code import FlatLoop, Instruction, Kind, executed
from asyncir.ir import SSAValue


def liveness(code: list[Instruction]) -> tuple[dict[SSAValue, int], dict[SSAValue, int]]:
    """Behind and before which instruction each value is dead, and note at each instruction what dies there."""
    made_at: dict[SSAValue, int] = {}
    last: dict[SSAValue, int] = {}

    def use(value: SSAValue, at: int, inside: FlatLoop | None) -> None:
        until = at
        born = made_at.get(value, -1)
        loop = inside
        while loop is not None and not loop.first <= born:
            until = max(until, loop.last)
            loop = loop.outer
        if until > last.get(value, -1):
            last[value] = until

    for at, step in enumerate(code):
        for value in _uses(step):
            use(value, at, step.inside)
        for target, _ in step.pairs:
            made_at.setdefault(target, at)
        if step.op is not None and step.kind in (Kind.OP, Kind.ISSUE, Kind.COMMIT):
            for op in executed(step):
                for result in op.results:
                    made_at.setdefault(result, at)
                for argument in (a for r in op.regions for b in r.blocks for a in b.args):
                    made_at.setdefault(argument, at)
        if step.kind is Kind.HEAD and step.loop is not None:
            for value in step.loop.carried:
                last[value] = max(last.get(value, -1), step.loop.last)
            for init, _ in step.loop.inductions.values():
                use(init, step.loop.last, step.loop)
            for bound in step.loop.bounds or ():
                use(bound, step.loop.last, step.loop)
    dies: dict[int, list[SSAValue]] = {}
    for value, at in last.items():
        dies.setdefault(at, []).append(value)
    for at, values in dies.items():
        code[at].dies = (*code[at].dies, *values)
    return last, made_at


def _uses(step: Instruction) -> Iterator[SSAValue]:
    for _, source in step.pairs:
        yield source
    if step.value is not None:
        yield step.value
    if step.op is None or step.kind in (Kind.HEAD, Kind.BRANCH, Kind.CASE, Kind.BEGIN, Kind.FRAME, Kind.END):
        if step.kind is Kind.BEGIN and step.op is not None:
            yield from step.op.operands
        return
    yield from step.op.operands
    if step.kind in (Kind.ISSUE, Kind.OP):
        pending = list(step.op.regions)
        while pending:
            for block in pending.pop().blocks:
                for op in block.ops:
                    yield from op.operands
                    pending.extend(op.regions)
