"""Coroutines that a program writes out with `async.coro.*`: what of their code belongs to the call."""

from __future__ import annotations

from asyncir.dialects import async_dialect
from asyncir.ir import Block, Operation, Region


class HandWritten:
    """What counting must know about a function that makes a coroutine of itself; about any other it knows nothing.

    All paths lead to the block with `coro.end`. What stands behind it, the return, is for the call alone: what is resumed
    ends there. So what the return uses has two holders from the start, the call and the coroutine.
    """

    def __init__(self, region: Region):
        self.exists = False
        self.ends: list[Block] = []
        """The blocks with `coro.end`."""
        for block in region.blocks:
            for op in block.ops:
                if isinstance(op, async_dialect.CoroBeginOp):
                    self.exists = True
                elif isinstance(op, async_dialect.CoroEndOp):
                    self.ends.append(block)


def before_free(block: Block, op: Operation) -> Operation:
    """Where to put what uses values of the frame at the end of a block: before the frame is freed."""
    return next((inner for inner in block.ops if isinstance(inner, async_dialect.CoroFreeOp)), op)
