"""Whether a wait for the first phase of an `mbarrier` is one for all that the threads of a block have done before.

That is so where each thread arrives once, behind its work: the phase is over when all have. Of later phases, and of
arrivals in loops or branches, nothing is said here.
"""

from __future__ import annotations

from math import prod

from asyncir.analyses.integers.constants import constant_of
from asyncir.dialects.interfaces.completion import threads_of
from asyncir.dialects.interfaces.effect_groups import is_before
from asyncir.dialects.nvgpu_mbarrier import (
    MBarrierArriveExpectTxOp,
    MBarrierArriveNocompleteOp,
    MBarrierArriveOp,
    MBarrierInitOp,
    MBarrierTryWaitParityOp,
)
from asyncir.ir import Operation, SSAValue
from asyncir.ir.symbols import symbol_around

_ON_BARRIERS = (MBarrierArriveExpectTxOp, MBarrierArriveNocompleteOp, MBarrierArriveOp, MBarrierInitOp)


def ends_first_phase(op: Operation, wait: Operation) -> bool:
    """Whether `wait` waits until all threads have arrived, once each and behind `op`."""
    if not isinstance(wait, MBarrierTryWaitParityOp) or constant_of(wait.parity) != 0:
        return False
    function = symbol_around(wait)
    users = [use.operation for use in wait.barriers.uses if isinstance(use.operation, _ON_BARRIERS)]
    inits = [user for user in users if isinstance(user, MBarrierInitOp)]
    arrivals = [user for user in users if not isinstance(user, MBarrierInitOp)]
    if function is None or len(inits) != 1 or len(arrivals) != 1:
        return False
    (init,), (arrival,) = inits, arrivals
    same = isinstance(arrival, MBarrierArriveOp) and all(
        _is_same(one, wait.index) for one in (init.index, arrival.index)
    )
    once = arrival.parent_op() is function and is_before(init, arrival) and is_before(arrival, wait)
    return (
        same
        and once
        and _stands_before(op, arrival)
        and constant_of(init.count) == prod(threads_of(function))
    )


def _is_same(index: SSAValue, other: SSAValue) -> bool:
    number = constant_of(index)
    return index is other or (number is not None and number == constant_of(other))


def _stands_before(op: Operation, arrival: Operation) -> bool:
    """Whether `op`, or what it is in, stands in front of the arrival in its block."""
    at: Operation | None = op
    while at is not None and at.parent is not arrival.parent:
        at = at.parent_op()
    return at is not None and at is not arrival and at.is_before_in_block(arrival)
