"""Which instances of flags and semaphores a program and its callees use already: what is added uses others."""

from __future__ import annotations

from collections import defaultdict

from asyncir.analyses.machines.periods import literal, modulus_of
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects import sync
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.number_text import Number
from asyncir.ir import OpResult, SSAValue

_Pair = tuple[str, int, int]


def used_instances(program: MachineProgram) -> dict[_Pair, set[int]]:
    """By resource, and two engines where these have instances of their own."""
    found: dict[_Pair, set[int]] = defaultdict(set)
    for op in program.calls.inside(program.function):
        if op in program.ignored or not isinstance(op, sync.SignalOp | sync.WaitOp):
            continue
        resource = program.machine.resource(op.resource.data)
        if resource is None or not resource.takes:
            continue
        ends = [None if name is None else program.engine(name.data) for name in (op.source, op.target)]
        x, y = (-1 if end is None else end for end in ends)
        found[resource.name, x, y].update(_instances(op.which, resource.count))
    return found


def _instances(which: Number | None, count: int) -> range:
    if which is None or isinstance(which, int):
        first = which or 0
        return range(first, first + 1)
    least, by = 0, _modulus(which)
    if by is None and isinstance(which, OpResult) and kind_of(which.op) is OpKind.ADD:
        value, more = which.op.operands
        least, by = literal(more) or 0, _modulus(value)
    return range(count) if by is None else range(least, min(count, least + by))


def _modulus(value: SSAValue) -> int | None:
    by = modulus_of(value.op) if isinstance(value, OpResult) else None
    return by if by is not None and by > 0 else None
