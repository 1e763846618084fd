"""Shortest and longest paths between the blocks of a region, by what is passed on the way."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Container
from itertools import count

from asyncir.ir import Block, Region
from asyncir.ir.graphs import postorder
from asyncir.ir.walk import predecessors, successors

Weigh = Callable[[Block], int]


def shortest(region: Region, weigh: Weigh) -> dict[Block, int]:
    """For each block that the region's entry reaches: the least that is passed before the block (Dijkstra)."""
    entry = region.first_block
    if entry is None:
        return {}
    found: dict[Block, int] = {}
    order = count()
    queue = [(0, next(order), entry)]
    while queue:
        distance, _, block = heapq.heappop(queue)
        if block in found:
            continue
        found[block] = distance
        for successor in successors(block):
            if successor not in found:
                heapq.heappush(queue, (distance + weigh(block), next(order), successor))
    return found


def longest(
    start: Block, weigh: Weigh, limit: int, within: Container[Block] | None = None
) -> dict[Block, int]:
    """For each block reached from `start`: the most that may be passed before it; no more than `limit`.

    With `within`, paths stay in it, and do not come back to `start`.
    """
    order = postorder(start, lambda block: [b for b in successors(block) if within is None or b in within])
    rank = {block: index for index, block in enumerate(reversed(order))}
    found = {start: 0}
    queue = [(0, start)]
    pending = {start}
    while queue:
        _, block = heapq.heappop(queue)
        pending.discard(block)
        reached = min(limit, found[block] + weigh(block))
        for successor in successors(block):
            if successor not in rank or (within is not None and successor is start):
                continue
            if found.get(successor, -1) < reached:
                found[successor] = reached
                if successor not in pending:
                    pending.add(successor)
                    heapq.heappush(queue, (rank[successor], successor))
    return found


def blocks_between(first: Block, last: Block, most: int) -> set[Block] | None:
    """`first`, `last` and the blocks on paths from one to the other, `first` dominating; None if these are too many."""
    found = {last}
    pending = [last]
    while pending:
        block = pending.pop()
        if block is first:
            continue
        for predecessor in predecessors(block):
            if predecessor not in found:
                found.add(predecessor)
                pending.append(predecessor)
                if len(found) > most:
                    return None
    return found
