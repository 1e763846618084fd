"""The loops of a control-flow graph."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, field
from typing import TypeVar

from asyncir.ir import Block, Region
from asyncir.ir.graphs import components

NodeT = TypeVar("NodeT", bound=Hashable)


class Graph:
    """The blocks that the entry of a region reaches, in an order in which only loops go back."""

    def __init__(self, region: Region):
        entry = region.blocks.first
        assert entry is not None
        self.entry = entry
        self._arrange(_reverse_post_order(entry, {}))
        loops = loops_of(self)
        depth = {block: len(loops.around(block)) for block in self.order}
        # What leaves a loop comes behind all of the loop.
        self._arrange(_reverse_post_order(entry, depth))

    def _arrange(self, order: list[Block]) -> None:
        self.order = order
        self.index = {block: i for i, block in enumerate(order)}
        self.predecessors: dict[Block, list[Block]] = {block: [] for block in self.order}
        for block in self.order:
            for successor in successors(block):
                self.predecessors[successor].append(block)


@dataclass
class Loops:
    """Each loop is named by its head, the first of its blocks."""

    members: dict[Block, frozenset[Block]] = field(default_factory=dict[Block, frozenset[Block]])
    innermost: dict[Block, Block] = field(default_factory=dict[Block, Block])
    outer: dict[Block, Block] = field(default_factory=dict[Block, Block])
    begins: dict[Block, Block] = field(default_factory=dict[Block, Block])
    """Where an iteration of which loop may begin: at its head; of one that is entered in several places, elsewhere too."""
    several: frozenset[Block] = frozenset()
    """The heads of those that are entered in several places."""

    def around(self, block: Block) -> list[Block]:
        """The heads of the loops around the block, innermost first."""
        found: list[Block] = []
        head = self.innermost.get(block)
        while head is not None:
            found.append(head)
            head = self.outer.get(head)
        return found


def successors(block: Block) -> tuple[Block, ...]:
    """Where the block's terminator may go."""
    last = block.last_op
    return () if last is None else tuple(last.successors)


def loops_of(graph: Graph) -> Loops:
    """Every block that a later block branches to begins an iteration of a loop.

    It is the head of its own, unless that can be entered elsewhere: then all blocks that lead to each other are one loop.
    """
    bodies: dict[Block, set[Block]] = {}
    for block in graph.order:
        for target in successors(block):
            if graph.index[target] <= graph.index[block]:
                _grow(bodies.setdefault(target, {target}), block, graph)
    begins = {head: head for head in bodies}
    odd = [head for head, body in bodies.items() if _is_entered_elsewhere(head, body, graph)]
    several: set[Block] = set()
    for part in components(graph.order, successors) if odd else ():
        if not set(part).isdisjoint(odd):
            first = min(part, key=graph.index.__getitem__)
            for head in (head for head in odd if head in part):
                del bodies[head]
                begins[head] = first
            bodies[first] = set(part)
            begins[first] = first
            several.add(first)
    return _nested(
        Loops({h: frozenset(body) for h, body in bodies.items()}, begins=begins, several=frozenset(several))
    )


def _is_entered_elsewhere(head: Block, body: set[Block], graph: Graph) -> bool:
    return graph.entry in body - {head} or any(
        p not in body for b in body - {head} for p in graph.predecessors[b]
    )


def _nested(loops: Loops) -> Loops:
    """With which loop is in which."""
    bodies = loops.members
    by_size = sorted(bodies, key=lambda head: len(bodies[head]))
    for head in by_size:
        for block in bodies[head]:
            loops.innermost.setdefault(block, head)
        bigger = (
            o for o in by_size if o is not head and head in bodies[o] and len(bodies[o]) > len(bodies[head])
        )
        parent = next(bigger, None)
        if parent is not None:
            loops.outer[head] = parent
    return loops


def _grow(body: set[Block], tail: Block, graph: Graph) -> None:
    pending = [tail]
    while pending:
        block = pending.pop()
        if block not in body:
            body.add(block)
            pending.extend(graph.predecessors[block])


def _reverse_post_order(entry: Block, depth: dict[Block, int]) -> list[Block]:
    """An order in which a block comes before its successors, loops aside; deeper ones first."""
    return reverse_postorder(entry, lambda block: sorted(successors(block), key=lambda b: depth.get(b, 0)))


def reverse_postorder(start: NodeT, ways: Callable[[NodeT], Iterable[NodeT]]) -> list[NodeT]:
    """The nodes that are reached from `start`, each before those that it leads to, loops aside."""
    order: list[NodeT] = []
    seen = {start}
    stack = [(start, iter(ways(start)))]
    while stack:
        node, rest = stack[-1]
        following = next(rest, None)
        if following is None:
            order.append(node)
            stack.pop()
        elif following not in seen:
            seen.add(following)
            stack.append((following, iter(ways(following))))
    return order[::-1]
