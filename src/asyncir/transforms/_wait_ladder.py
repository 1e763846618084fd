"""A wait for a number of groups that is computed, on machines on which counts are constants."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from asyncir.analyses.wait_counts import FifoCount
from asyncir.dialects import scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, DenseArrayBase, Operation, Region, SSAValue, i64
from asyncir.transforms._blocks import at
from asyncir.transforms._building import Builder
from asyncir.transforms._counted_waits import counted_wait, without_token

MOST_RUNGS = 16
"""Ladders get no longer, unless they are asked to: hardly anything is that far ahead of a wait."""


def put_ladder(
    builder: Builder, op: Operation, fifo: FifoCount, count: SSAValue, max_count: int, rungs: int | None
) -> None:
    """Wait in place of `op` until at most `count` groups of the FIFO are in flight, or `max_count` if that is less.

    Without `rungs`, the count is computed. A ladder has no more of them, the last one for all greater counts.
    """
    op = without_token(builder, op)
    if rungs is None and kind_of(op) is not OpKind.HARDWARE_WAIT:
        builder.add(counted_wait(op, fifo.queue, builder.least(count, builder.shared_index(max_count))))
        return
    first = min(fifo.count, max_count)
    last = min(max_count, first + (MOST_RUNGS if rungs is None else rungs) - 1)
    bounded = fifo.most is not None and fifo.most <= last
    last = fifo.most if bounded and fifo.most is not None else last
    cases: dict[int, Sequence[Operation]] = {
        number: [counted_wait(op, fifo.queue, number)] for number in range(first, last + 1)
    }
    default = () if bounded and fifo.may_be_free else cases.pop(last)
    put_switch(builder, count, cases, default)


def put_switch(
    builder: Builder, value: SSAValue, cases: Mapping[int, Sequence[Operation]], default: Sequence[Operation]
) -> None:
    """Do what the case for the value says; what `default` says for all other values."""
    if not cases:
        for op in default:
            builder.add(op)
        return
    if len(cases) == 1:
        ((number, ops),) = cases.items()
        condition = builder.test(value, "eq" if ops else "ne", builder.shared_index(number))
        then, other = (ops, default) if ops else (default, ())
        otherwise = _region(builder, other) if other else Region()
        builder.add(scf.IfOp(condition, [], _region(builder, then), otherwise))
        return
    numbers = DenseArrayBase.from_list(i64, list(cases))
    regions = [_region(builder, ops) for ops in cases.values()]
    builder.add(scf.IndexSwitchOp(value, numbers, _region(builder, default), regions, []))


def _region(builder: Builder, ops: Sequence[Operation]) -> Region:
    return Region(Block([*ops, at(scf.YieldOp(), builder.location)]))
