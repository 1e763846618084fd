"""A wait by token, said with a count."""

from __future__ import annotations

from asyncir.dialects.async_dialect import ReadyOp
from asyncir.dialects.effect_types import Milestone
from asyncir.dialects.interfaces.completion import QueueId, waits_by_token
from asyncir.dialects.nvgpu import DeviceAsyncTokenType, DeviceAsyncWaitOp
from asyncir.dialects.queue import WaitOp, WaitReadOp
from asyncir.ir import Operation, SSAValue
from asyncir.transforms._blocks import at
from asyncir.transforms._building import Builder


def counted_wait(op: Operation, queue: QueueId, count: int | SSAValue) -> Operation:
    """The wait on the queue that stands for `op`: same milestone, same memory, same place in the source."""
    if isinstance(op, DeviceAsyncWaitOp):
        assert isinstance(count, int)
        return at(DeviceAsyncWaitOp(op.token, count), op.location)
    trait = waits_by_token(op)
    assert trait is not None
    assert not isinstance(queue, str)
    kind = WaitReadOp if trait.milestone(op) is Milestone.SOURCE_READ else WaitOp
    return at(kind(queue, count, trait.covers(op) or ()), op.location)


def ready_nvgpu_token(builder: Builder) -> SSAValue:
    """A token for a wait that has a count and does not ask it."""
    return builder.add(ReadyOp.create(result_types=[DeviceAsyncTokenType()])).results[0]


def without_token(builder: Builder, op: Operation) -> Operation:
    """A wait like `op` that has a ready token, where it has to have one; not inserted."""
    if not isinstance(op, DeviceAsyncWaitOp):
        return op
    return at(DeviceAsyncWaitOp(ready_nvgpu_token(builder)), op.location)
