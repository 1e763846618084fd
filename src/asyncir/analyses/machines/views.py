"""What is known of views and of what is in works, remembered for all walks over one program.

Walks go through the same ops very often, with the same numbers. What a view makes of coordinates depends on these, and on
the numbers that it looks at; so it is computed once for each of them.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any

from asyncir.analyses.in_flight.exprs import Lin, constant
from asyncir.dialects.effects import global_of, is_view
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.ir import Block, Operation, OpResult, SSAValue
from asyncir.ir.walk import walk

Span = tuple[Lin, Lin] | None
"""The first and the last coordinate along a dimension; None where nothing is known of it."""


class MachineViews:
    """Answers about the views of one program."""

    def __init__(self) -> None:
        self.asked: dict[Operation, tuple[SSAValue, ...]] = {}
        """By view: the numbers that it looks at."""
        self.found: dict[Hashable, list[Span] | None] = {}
        """By view, coordinates and these numbers: the coordinates in what it is a view of."""
        self._blocks: dict[Operation, tuple[Block, ...]] = {}
        self._of: dict[SSAValue, Operation | None] = {}
        self._fixed: dict[SSAValue, Hashable] = {}
        self._whole: dict[SSAValue, list[Span]] = {}

    def blocks_in(self, op: Operation) -> tuple[Block, ...]:
        """All blocks inside of an op."""
        found = self._blocks.get(op)
        if found is None:
            found = tuple(b for inner in walk(op) for region in inner.regions for b in region.blocks)
            self._blocks[op] = found
        return found

    def view_of(self, memory: SSAValue) -> Operation | None:
        """The op by which a memref is a view; None where it is none."""
        try:
            return self._of[memory]
        except KeyError:
            found = memory.op if isinstance(memory, OpResult) and is_view(memory.op) else None
            self._of[memory] = found
            return found

    def fixed(self, memory: SSAValue) -> Hashable:
        """The object that a memref is in each execution; None where it is new in each."""
        try:
            return self._fixed[memory]
        except KeyError:
            is_made = isinstance(memory, OpResult) and kind_of(memory.op) in (
                OpKind.ALLOCATE,
                OpKind.ALLOCATE_ON_STACK,
            )
            found = self._fixed[memory] = None if is_made else global_of(memory) or (memory, 0)
            return found

    def whole(self, memory: SSAValue) -> list[Span]:
        """All elements of a memref, in its own coordinates."""
        found = self._whole.get(memory)
        if found is None:
            shape: Any = shape_of(memory.type)
            found = [None if n is None else (constant(0), constant(n - 1)) for n in shape]
            self._whole[memory] = found
        return found
