"""Memory that may be used behind its end: on a machine that is no race, where an order is between the two.

A `memref.dealloc` ends memory until it is allocated anew, which is where its allocation stands. So what may follow it within
the block of the allocation is looked at: what stands behind it, and behind the ops around it; and all that is in a loop
around it, which may go round once more. Conditions are not looked at: what one branch frees and another one uses behind it
counts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from asyncir.analyses.aliasing import Root, roots
from asyncir.dialects.effects import ANYTHING, Access, Effects
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, BlockArgument, MemRefType, Operation, SSAValue
from asyncir.ir.walk import walk

_ONCE = (OpKind.IF, OpKind.SWITCH, OpKind.REGION, OpKind.STACK_REGION, OpKind.FUNCTION)
"""What executes its regions once at most."""


@dataclass(frozen=True, slots=True)
class UsedLate:
    """An op that may touch memory which another one has ended."""

    use: Operation
    end: Operation


def used_late(functions: Iterable[Operation]) -> list[UsedLate]:
    """What may be used behind its end in these functions; the first use for each end."""
    effects = Effects()
    found: list[UsedLate] = []
    for function in functions:
        for op in walk(function):
            for of in _ended(op, effects):
                behind = _behind(op, _life_of(of, function))
                use = next((use for use in behind if _touches(use, of, effects)), None)
                if use is not None:
                    found.append(UsedLate(_inmost(use, of, effects), op))
    return found


def _ended(op: Operation, effects: Effects) -> Iterator[frozenset[Root]]:
    """The memory that an op ends itself, or a function that it calls."""
    if not op.regions:
        for effect in effects.of(op):
            if effect.access is Access.FREE and isinstance(effect.root, SSAValue):
                yield roots(effect.root)


def _life_of(of: frozenset[Root], function: Operation) -> Block:
    """The block in which the memory is allocated anew each time."""
    identities = {root.identity for root in of}
    (identity,) = identities if len(identities) == 1 else (None,)
    if isinstance(identity, SSAValue) and not isinstance(identity, BlockArgument):
        block = identity.owner.parent if isinstance(identity.owner, Operation) else None
        if block is not None:
            return block
    return function.regions[0].blocks[0]


def _behind(end: Operation, life: Block) -> Iterator[Operation]:
    """What may be executed behind an op as long as the block is."""
    op: Operation | None = end
    while op is not None:
        following = op.next_op
        while following is not None:
            yield following
            following = following.next_op
        block = op.parent
        op = block.parent_op() if block is not None and block is not life else None
        if op is not None and kind_of(op) not in _ONCE:
            yield op  # once more, with all that is in it


def _touches(op: Operation, of: frozenset[Root], effects: Effects) -> bool:
    """Whether an op may touch the memory; one of which nothing is known touches what it is given."""
    touched: set[SSAValue] = set()
    for effect in effects.of(op):
        if isinstance(effect.root, SSAValue) and effect.access is not Access.ALLOC:
            touched.add(effect.root)
        elif effect.root is ANYTHING:
            touched.update(v for one in walk(op) for v in one.operands if isinstance(v.type, MemRefType))
    return any(one.may_be(other) for value in touched for one in roots(value) for other in of)


def _inmost(op: Operation, of: frozenset[Root], effects: Effects) -> Operation:
    """The op in it that touches the memory."""
    inner = (one for region in op.regions for block in region.blocks for one in block.ops)
    deeper = next((one for one in inner if _touches(one, of, effects)), None)
    return op if deeper is None else _inmost(deeper, of, effects)
