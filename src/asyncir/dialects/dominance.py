"""Dominance between the blocks of a region, in time close to linear, with constant-time questions."""

from __future__ import annotations

from asyncir.ir import Block, BlockArgument, Operation, OpResult, Region, SSAValue
from asyncir.ir.graphs import postorder
from asyncir.ir.walk import successors


class Dominance:
    """The dominator tree of one region.

    As in MLIR, a block that cannot be reached is dominated by every block and dominates none but itself.
    """

    def __init__(self, region: Region):
        self._interval: dict[Block, tuple[int, int]] = {}
        entry = region.blocks.first
        if entry is None:
            return
        if entry is region.blocks.last:
            self._interval[entry] = (0, 0)
            return
        order = postorder(entry, successors)
        self._number(entry, _immediate_dominators(order))

    def is_reachable(self, block: Block) -> bool:
        """Whether control can get to the block."""
        return block in self._interval

    def dominates(self, above: Block, below: Block) -> bool:
        """Whether every path to `below` leads through `above`, or the two are the same."""
        if above is below:
            return True
        inner = self._interval.get(below)
        if inner is None:
            return True
        outer = self._interval.get(above)
        return outer is not None and outer[0] <= inner[0] and inner[1] <= outer[1]

    def preorder(self) -> list[Block]:
        """The blocks that can be reached, each behind all that dominate it, one subtree after the other."""
        return sorted(self._interval, key=lambda block: self._interval[block][1], reverse=True)

    def _number(self, entry: Block, parents: dict[Block, Block]) -> None:
        """Give each block the places, in a postorder of the tree, of the first block of its subtree and of its own."""
        children: dict[Block, list[Block]] = {}
        for block, parent in parents.items():
            if block is not entry:
                children.setdefault(parent, []).append(block)
        for place, block in enumerate(postorder(entry, lambda block: children.get(block, ()))):
            below = children.get(block)
            self._interval[block] = (self._interval[below[0]][0] if below else place, place)


def _immediate_dominators(order: list[Block]) -> dict[Block, Block]:
    """Cooper, Harvey, Kennedy: A Simple, Fast Dominance Algorithm (2001)."""
    number = {block: index for index, block in enumerate(order)}
    sources: list[list[int]] = [[] for _ in order]
    for index, block in enumerate(order):
        for successor in successors(block):
            sources[number[successor]].append(index)
    root = len(order) - 1
    above: list[int] = [-1] * len(order)
    above[root] = root
    changed = True
    while changed:
        changed = False
        for index in range(root - 1, -1, -1):
            found = -1
            for source in sources[index]:
                if above[source] >= 0:
                    found = source if found < 0 else _meet(above, found, source)
            if above[index] != found:
                above[index] = found
                changed = True
    return {block: order[above[index]] for index, block in enumerate(order)}


def _meet(above: list[int], left: int, right: int) -> int:
    while left != right:
        while left < right:
            left = above[left]
        while right < left:
            right = above[right]
    return left


class DominanceInfo:
    """Answers whether values are defined where they are used, for all regions of a program."""

    def __init__(self) -> None:
        self._regions: dict[Region, Dominance] = {}
        self._order: dict[Operation, int] = {}
        self._numbered: set[Block] = set()

    def of(self, region: Region) -> Dominance:
        """The dominator tree of a region."""
        tree = self._regions.get(region)
        if tree is None:
            tree = self._regions[region] = Dominance(region)
        return tree

    def is_defined_at(self, value: SSAValue, use: Operation) -> bool:
        """Whether the value is defined whenever `use` executes, and visible there."""
        if not isinstance(value, OpResult | BlockArgument):
            return False  # what the parser puts where a name is used that only an inner region defines
        owner = value.owner
        block = owner.parent if isinstance(owner, Operation) else owner
        if block is None:
            return False
        ancestor = use if use.parent is block else _ancestor_in(use, block.parent)
        if ancestor is None or ancestor.parent is None:
            return False
        if ancestor.parent is not block:
            region = block.parent
            return region is not None and self.of(region).dominates(block, ancestor.parent)
        if not isinstance(owner, Operation):
            return True
        return self.position(owner) < self.position(ancestor)

    def position(self, op: Operation) -> int:
        """The op's place in its block."""
        block = op.parent
        if block is not None and block not in self._numbered:
            self._numbered.add(block)
            self._order.update((each, index) for index, each in enumerate(block.ops))
        return self._order.get(op, -1)


def _ancestor_in(op: Operation, region: Region | None) -> Operation | None:
    """The op directly in the region that is `op` or lies around it."""
    current: Operation | None = op
    while current is not None and current.parent_region() is not region:
        current = current.parent_op()
    return current
