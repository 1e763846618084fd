"""Dominance between the blocks of a region, in time close to linear, with constant-time questions."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects.execution_traits import HasGraphRegion
from asyncir.dialects.foreign import ForeignOp
from asyncir.ir import Block, IsolatedFromAbove, ModuleOp, Operation, Region
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
    """The dominator trees of a program's regions."""

    def __init__(self) -> None:
        self._regions: dict[Region, Dominance] = {}

    def of(self, region: Region) -> Dominance:
        """The dominator tree of a region."""
        tree = self._regions.get(region)
        if tree is None:
            tree = self._regions[region] = Dominance(region)
        return tree


@dataclass(frozen=True, slots=True)
class Visibility:
    """What the ops of one block see of another."""

    is_visible: bool = False
    on_all_paths: bool = False
    """The other is a block that each path leads through; else it is the block of `around`, or the same block."""
    around: Operation | None = None
    """The op in the other block that has the first one inside; what comes before it is defined."""
    isolated: Operation | None = None
    """The innermost op between the two that may use nothing from outside."""


class Surroundings:
    """What the ops of a block see: the blocks around it, and those that dominate it or one of these."""

    def __init__(self, block: Block, dominance: DominanceInfo):
        region = block.parent
        self._block = block
        self._dominance = dominance
        self._views: dict[Block | None, Visibility] = {}
        parent = None if region is None else region.parent
        self.is_graph = isinstance(parent, ForeignOp) or (
            parent is not None and parent.has_trait(HasGraphRegion)
        )
        """The order of its own ops means nothing."""
        self.is_unordered = (
            region is None
            or isinstance(region.parent, ModuleOp)
            or not dominance.of(region).is_reachable(block)
        )
        """Nothing is asked of its ops."""

    def view_of(self, home: Block | None) -> Visibility:
        """What its ops see of another block; it is kept."""
        view = self._views.get(home)
        if view is None:
            view = self._views[home] = self._look_at(home)
        return view

    def _look_at(self, home: Block | None) -> Visibility:
        region = home.parent if home is not None else None
        block, around, isolated = self._block, None, None
        while region is not None and block.parent is not region:
            around = block.parent_op()
            if around is None or around.parent is None:
                return Visibility()
            if isolated is None and around.has_trait(IsolatedFromAbove):
                isolated = around
            block = around.parent
        if region is None or home is None:
            return Visibility()
        if block is home:
            return Visibility(True, False, around, isolated)
        return Visibility(self._dominance.of(region).dominates(home, block), True, None, isolated)
