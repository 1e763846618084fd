"""What a function releases where it fails: each token, value and group that it holds there has a slot in its frame.

What it holds is the same on all ways to a place, or references could not be counted. So a function of few slots knows at
each place where it may fail which of them are full, and hands that over as a mask; they need neither be cleared at its
start nor when they are given up. With more slots masks would grow with the square of the function, and empty slots are null
instead.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from asyncir.dialects import rt
from asyncir.ir import Block

MOST_MASKED = 64
"""A function of more slots has null in those that are empty."""


class Slots:
    """The slots of one function while it is written."""

    def __init__(self, count: int, blocks: Iterable[Block]):
        self.count = count
        self._at_entry = _full_at_entry(blocks) if count <= MOST_MASKED else None
        self._full = 0

    @property
    def masked(self) -> bool:
        """Whether it is known everywhere which slots are full."""
        return self._at_entry is not None

    def enter_block(self, block: Block) -> None:
        """Another block of the program begins."""
        if self._at_entry is not None:
            self._full = self._at_entry[block]

    def fill(self, slot: int) -> None:
        """The function holds what is in the slot from here on."""
        if self.masked:
            self._full |= 1 << slot

    def empty(self, slot: int) -> None:
        """It has given that up."""
        if self.masked:
            self._full &= ~(1 << slot)

    def mask(self) -> str:
        """A bit for each slot that is full here, as an i64."""
        return str(self._full - (self._full >> 63 << 64))


def _full_at_entry(blocks: Iterable[Block]) -> Mapping[Block, int]:
    """Which slots are full where each block begins; `blocks` come after those that dominate them."""
    at_entry: dict[Block, int] = {}
    for block in blocks:
        full = at_entry.setdefault(block, 0)
        for op in block.ops:
            if isinstance(op, rt.OwnOp):
                full |= 1 << op.slot.value.data
            elif isinstance(op, rt.DisownOp):
                full &= ~(1 << op.slot.value.data)
        for successor in block.last_op.successors if block.last_op is not None else ():
            if at_entry.setdefault(successor, full) != full:
                raise AssertionError("a block is reached with and without a reference to the same task")
    return at_entry
