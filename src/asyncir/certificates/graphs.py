"""Blocks in an order in which only loops go back, and those loops."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.ir import Block, Region


def in_order(region: Region) -> list[Block]:
    """The blocks that control reaches, each behind those on some way to it, as far as there is no way back."""
    order: list[Block] = []
    seen, stack = {region.blocks[0]}, [(region.blocks[0], iter(next_blocks(region.blocks[0])))]
    while stack:
        block, following = stack[-1]
        successor = next((b for b in following if b not in seen), None)
        if successor is None:
            order.append(block)
            stack.pop()
        else:
            seen.add(successor)
            stack.append((successor, iter(next_blocks(successor))))
    order.reverse()
    return order


def loops_of(region: Region) -> dict[Block, set[Block]]:
    """The blocks to which control comes back, outer ones first, each with those between it and where it comes from."""
    order = in_order(region)
    at = {block: index for index, block in enumerate(order)}
    before: dict[Block, list[Block]] = {block: [] for block in order}
    for block in order:
        for successor in next_blocks(block):
            before[successor].append(block)
    loops: dict[Block, set[Block]] = {}
    for head in order:
        pending = [block for block in before[head] if at[block] >= at[head]]
        if pending:
            members = loops[head] = {head}
            while pending:
                block = pending.pop()
                if block not in members:
                    members.add(block)
                    pending += before[block]
    return loops


def next_blocks(block: Block) -> Sequence[Block]:
    """Where control goes from the block."""
    return block.last_op.successors if block.last_op is not None else ()
