"""`licm`: what a loop computes anew each time moves in front of it."""

from __future__ import annotations

from typing import cast

from asyncir.analyses.clobbers import Clobbers
from asyncir.dialects.counted_loops import counts_of
from asyncir.dialects.effects import (
    ANYTHING,
    FAILURE,
    TASKS,
    Access,
    Effect,
    Effects,
    is_speculatable,
    view_source,
)
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.region_values import may_be_early
from asyncir.ir import Attribute, Block, IsTerminator, MemRefType, Operation, OpResult, Region, SSAValue
from asyncir.ir.walk import home_of, post_order, walk
from asyncir.transforms._blocks import move_ops
from asyncir.transforms._folds.constants import signed_integer
from asyncir.transforms._passes import ScopedPass


class Licm(ScopedPass):
    """Move ops out of `scf.for`, `scf.while` and `scf.parallel` whose results are the same in every iteration.

    A pure op moves if executing it without need does no harm, or if the loop is known to reach it. A load moves
    if nothing in the loop may write what it reads, a wait for a task that does included, and if it is known to
    be reached, or in bounds. Loops inside tasks are treated alike; nothing moves out of a task.
    """

    def run_on(self, root: Operation) -> None:
        """Inner loops first, so that what leaves one can leave the next."""
        effects = Effects()
        for op in post_order(root):
            if kind_of(op) in _LOOPS:
                _hoist_from(op, effects)


_LOOPS = frozenset({OpKind.COUNTED_LOOP, OpKind.CONDITIONAL_LOOP, OpKind.PARALLEL_LOOP})


def _hoist_from(loop: Operation, effects: Effects) -> None:
    blocks = {block for region in loop.regions for block in region.blocks}
    written = Clobbers()
    written.record(effects.of(loop))
    for index, region in enumerate(loop.regions):
        # Only what the loop certainly reaches may fault in front of it.
        reached = _runs(loop, index) and _is_single(region)
        for block in region.blocks:
            for op in list(block.ops):
                if _can_leave(op, blocks, reached, written, effects):
                    move_ops([op], loop)
                else:
                    reached = reached and _lets_pass(op, effects)


def _is_single(region: Region) -> bool:
    return region.first_block is region.last_block


def _runs(loop: Operation, region: int) -> bool:
    """Whether the region is known to run at least once."""
    if kind_of(loop) is OpKind.CONDITIONAL_LOOP:
        return region == 0
    bounds = [(signed_integer(count.lower), signed_integer(count.upper)) for count in counts_of(loop)]
    return "unsignedCmp" not in loop.properties and all(
        lower is not None and upper is not None and lower < upper for lower, upper in bounds
    )


def _lets_pass(op: Operation, effects: Effects) -> bool:
    """Whether what follows `op` is certainly reached: it cannot fail, wait or run for ever."""
    if any(kind_of(inner) is OpKind.CONDITIONAL_LOOP for inner in walk(op)) or op.successors:
        return False
    stops = (ANYTHING, FAILURE, TASKS)
    return not any(e.access is not Access.READ and e.root in stops for e in effects.of(op))


def _can_leave(op: Operation, blocks: set[Block], reached: bool, written: Clobbers, effects: Effects) -> bool:
    if op.has_trait(IsTerminator) or _depends_on(op, blocks):
        return False
    touched = effects.of(op)
    if any(may_be_early(value) for inner in walk(op) for value in inner.operands):
        return False
    if not touched:
        return (reached and not op.regions) or is_speculatable(op)
    if op.regions or any(effect.access is not Access.READ for effect in touched):
        return False
    return not written.changed_since(touched, 0) and (reached or _is_in_bounds(op, touched))


def _depends_on(op: Operation, blocks: set[Block]) -> bool:
    """Whether `op`, or an op below it, uses a value that the loop defines."""
    if any(home_of(operand) in blocks for operand in op.operands):
        return True
    if not op.regions:
        return False
    return any(home_of(operand) in blocks for inner in walk(op) for operand in inner.operands)


def _is_in_bounds(op: Operation, touched: tuple[Effect, ...]) -> bool:
    """Whether the element that is loaded is there at any time: constant indices, memory that is never freed."""
    if len(touched) != 1 or touched[0].indices is None or touched[0].sizes is not None:
        return False
    memory, indices = touched[0].root, touched[0].indices
    if not isinstance(memory, SSAValue):
        return False
    type_ = memory.type
    if not isinstance(type_, MemRefType) or not _lives_on(memory):
        return False
    known = [signed_integer(index) for index in indices]
    sizes = shape_of(cast(Attribute, type_))
    return all(i is not None and n is not None and 0 <= i < n for i, n in zip(known, sizes, strict=True))


def _lives_on(memory: SSAValue) -> bool:
    """Whether the memory is a global's, or on the stack."""
    source = view_source(memory)
    return isinstance(source, OpResult) and kind_of(source.op) in (OpKind.GLOBAL, OpKind.ALLOCATE_ON_STACK)
