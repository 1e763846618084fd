"""Walks over IR that do not recurse, so that the depth of nesting is bounded by memory alone.

xDSL's own walks nest one generator per level: they cost the depth for every op and fail at Python's recursion
limit.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asyncir.ir import Block, Operation, Region, SSAValue


def walk(root: Operation | Region) -> Iterator[Operation]:
    """Every op below `root` (and `root` itself, when it is one), outer before inner, in textual order.

    The op that was yielded last, and those before it, may be moved or erased before the walk goes on.
    """
    stack: list[Operation | Block] = []
    if isinstance(root, Operation):
        yield root
        _push(stack, root.regions)
    else:
        _push(stack, (root,))
    while stack:
        top = stack.pop()
        op = top.first_op if isinstance(top, Block) else top
        while op is not None:
            following = op.next_op
            yield op
            if following is not None and following.parent is None:
                following = None
            if op.regions and op.parent is not None:
                if following is not None:
                    stack.append(following)
                _push(stack, op.regions)
                break
            op = following


def post_order(root: Operation | Region) -> list[Operation]:
    """Every op below `root` (and `root` itself, when it is one), inner before outer, in textual order."""
    ops = list(_walk_reversed(root))
    ops.reverse()
    return ops


def _walk_reversed(root: Operation | Region) -> Iterator[Operation]:
    """Outer before inner, last before first: the reverse of the order in which regions end."""
    stack = [root] if isinstance(root, Operation) else _ops_in((root,))
    while stack:
        op = stack.pop()
        yield op
        if op.regions:
            stack.extend(_ops_in(op.regions))


def _ops_in(regions: Iterable[Region]) -> list[Operation]:
    """The ops of all blocks of some regions, without what is in these."""
    found: list[Operation] = []
    for region in regions:
        for block in region.blocks:
            op = block.first_op
            while op is not None:
                found.append(op)
                op = op.next_op
    return found


def regions_of(root: Operation) -> Iterator[Region]:
    """Every region below `root`, outer before inner; blocks of the last one may be changed, moved or erased."""
    for op in walk(root):
        yield from op.regions


def _push(stack: list[Operation | Block], regions: Iterable[Region]) -> None:
    blocks = [block for region in regions for block in region.blocks]
    stack.extend(reversed(blocks))


def is_defined_below(value: SSAValue, op: Operation) -> bool:
    """Whether `value` is a result of `op` or of an op in it, or an argument of a block in it."""
    owner = value.owner.parent_op() if isinstance(value.owner, Block) else value.owner
    return owner is not None and is_below(owner, op)


def is_below(op: Operation, ancestor: Operation) -> bool:
    """Whether `op` is `ancestor` or lies in one of its regions."""
    current: Operation | None = op
    while current is not None:
        if current is ancestor:
            return True
        current = current.parent_op()
    return False


def enclosing(op: Operation) -> Iterator[Operation]:
    """The ops that `op` lies in, the innermost first."""
    around = op.parent_op()
    while around is not None:
        yield around
        around = around.parent_op()


def behind(op: Operation) -> Iterator[Operation]:
    """The ops that follow `op` in its block."""
    following = op.next_op
    while following is not None:
        yield following
        following = following.next_op


def outermost(op: Operation) -> Operation:
    """The op that is in no other: the module."""
    while (around := op.parent_op()) is not None:
        op = around
    return op


def successors(block: Block) -> tuple[Block, ...]:
    """Where the block may go on."""
    last = block.last_op
    return () if last is None else tuple(last.successors)


def predecessors(block: Block) -> list[Block]:
    """Where the block may be come from."""
    found = dict.fromkeys(use.operation.parent for use in block.uses)
    return [parent for parent in found if parent is not None]


def home_of(value: SSAValue) -> Block | None:
    """The block in which the value is defined; None where its op is in none."""
    return value.owner if isinstance(value.owner, Block) else value.owner.parent


def block_of(op: Operation) -> Block:
    """The block that the op is in, where it is in one for certain."""
    assert op.parent is not None, f"{op.name} is in no block"
    return op.parent


def terminator_of(block: Block) -> Operation:
    """The last op of a block that has one for certain."""
    assert block.last_op is not None, "a block is empty"
    return block.last_op


def first_of(block: Block) -> Operation:
    """The first op of a block that has one for certain."""
    assert block.first_op is not None, "a block is empty"
    return block.first_op
