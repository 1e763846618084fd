"""Control flow between blocks made simpler: decided branches, empty blocks, unreachable blocks, joined blocks."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import cf
from asyncir.dialects.branches import forwarded_values
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, DenseArrayBase, DenseIntOrFPElementsAttr, Operation, Region, SSAValue, i32
from asyncir.ir.dense import all_elements
from asyncir.ir.graphs import reached
from asyncir.ir.walk import regions_of, successors, terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._branch_facts import drop_cases, use_known_conditions
from asyncir.transforms._building import Builder
from asyncir.transforms._folds.constants import integer, width_of

Edge = tuple[Block, tuple[SSAValue, ...]]
"""A destination and the values that it gets."""

BRANCHES = {OpKind.JUMP: 0, OpKind.BRANCH: 1, OpKind.SWITCH_BRANCH: 1}
"""Terminators whose edges can be changed, and how many operands come before those that they forward."""


def simplify_regions(root: Operation) -> bool:
    """Simplify every region below `root` that has several blocks; whether anything changed."""
    changed = False
    for region in regions_of(root):
        # Each step may make work for the others; none of them adds blocks, so that this ends.
        while region.first_block is not region.last_block and _simplify(region):
            changed = True
    return changed


def _simplify(region: Region) -> bool:
    decided = [decide_branch(block) for block in region.blocks]
    steps = (
        use_known_conditions,
        drop_cases,
        _skip_empty_blocks,
        remove_unreachable_blocks,
        _simplify_arguments,
        _join_blocks,
    )
    return any([*decided, *[step(region) for step in steps]])


def edges_of(op: Operation) -> list[Edge]:
    """The edges of a terminator."""
    return [(block, tuple(values)) for block, values in forwarded_values(op)]


def set_edges(op: Operation, edges: Sequence[Edge]) -> None:
    """Give a branch other edges, as many as it has."""
    head = tuple(op.operands)[: BRANCHES[kind_of(op)]]
    op.operands = (*head, *(value for _, values in edges for value in values))
    op.successors = [block for block, _ in edges]
    sizes = [len(values) for _, values in edges]
    if kind_of(op) is OpKind.BRANCH:
        op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, *sizes])
    elif kind_of(op) is OpKind.SWITCH_BRANCH:
        op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [1, sizes[0], sum(sizes[1:])])
        op.properties["case_operand_segments"] = DenseArrayBase.from_list(i32, sizes[1:])


def decide_branch(block: Block) -> bool:
    """Replace a branch with a constant condition, or with one destination, by a plain one."""
    op = block.last_op
    if op is None or kind_of(op) not in (OpKind.BRANCH, OpKind.SWITCH_BRANCH):
        return False
    edge = _decided(op)
    if edge is None:
        return False
    Builder(op).add(cf.BranchOp(edge[0], *edge[1]))
    erase(op)
    return True


def _decided(op: Operation) -> Edge | None:
    """The edge that the branch takes whatever happens."""
    edges = edges_of(op)
    known = integer(op.operands[0])
    if known is not None:
        return edges[1 - known] if kind_of(op) is OpKind.BRANCH else edges[_case_of(op, known)]
    if all(edge == edges[0] for edge in edges):
        return edges[0]
    if kind_of(op) is OpKind.BRANCH and edges[0][0] is edges[1][0]:
        (block, yes), (_, no) = edges
        return block, tuple(_selected(op, a, b) for a, b in zip(yes, no, strict=True))
    return None


def _case_of(op: Operation, flag: int) -> int:
    """The index of the edge that `cf.switch` takes."""
    values = op.properties.get("case_values")
    width = width_of(op.operands[0].type)
    if isinstance(values, DenseIntOrFPElementsAttr) and width is not None:
        for index, value in enumerate(all_elements(values)):
            if int(value) % (1 << width) == flag:
                return index + 1
    return 0


def _selected(op: Operation, then: SSAValue, other: SSAValue) -> SSAValue:
    return then if then is other else Builder(op).either(op.operands[0], then, other)


def _skip_empty_blocks(region: Region) -> bool:
    """Let branches to a block that only branches on go where it goes."""
    entry = region.first_block
    onward = {block: edge for block in region.blocks if block is not entry and (edge := _passes_on(block))}
    if not onward:
        return False
    changed = False
    final = _final_edges(onward)
    for block in region.blocks:
        op = block.last_op
        if op is None or kind_of(op) not in BRANCHES:
            continue
        edges = edges_of(op)
        new = [_composed(e, through) if (through := final.get(e[0])) else e for e in edges]
        if new != edges:
            set_edges(op, new)
            changed = True
    return changed


def _passes_on(block: Block) -> Edge | None:
    """Where a block without ops branches, if its arguments matter nowhere else."""
    op = block.first_op
    if op is None or kind_of(op) is not OpKind.JUMP or op.next_op is not None or op.successors[0] is block:
        return None
    if any(use.operation is not op for argument in block.args for use in argument.uses):
        return None
    return edges_of(op)[0]


def _final_edges(onward: dict[Block, Edge]) -> dict[Block, Edge | None]:
    """Where each block that passes on leads in the end; None where that is a cycle of such blocks."""
    final: dict[Block, Edge | None] = {}
    for start in onward:
        path: dict[Block, None] = {}
        block = start
        while block in onward and block not in final and block not in path:
            path[block] = None
            block = onward[block][0]
        cyclic = block in path
        for passed in reversed(path):
            edge = onward[passed]
            further = final.get(edge[0])
            final[passed] = None if cyclic else edge if further is None else _composed(edge, further)
    return final


def _composed(edge: Edge, onward: Edge) -> Edge:
    """The edge that has the effect of `edge` and then `onward`, in terms of the values of `edge`."""
    given: dict[SSAValue, SSAValue] = dict(zip(edge[0].args, edge[1], strict=True))
    return (onward[0], tuple(given.get(value, value) for value in onward[1]))


def remove_unreachable_blocks(region: Region) -> bool:
    """Erase the blocks that no path from the entry reaches."""
    entry = region.first_block
    if entry is None:
        return False
    found = reached([entry], successors)
    unreachable = [block for block in region.blocks if block not in found]
    for block in unreachable:
        # Unreachable blocks may use each other's values: drop all uses before anything is erased.
        for op in block.ops:
            for inner in walk(op):
                inner.operands = ()
                inner.successors = ()
    for block in unreachable:
        for op in list(block.ops):
            erase(op)
        region.detach_block(block)
    return bool(unreachable)


def _simplify_arguments(region: Region) -> bool:
    """Drop block arguments that nobody uses, or that are the same value on every edge."""
    dropped: dict[Block, set[int]] = {}
    for block, edges in _incoming(region).items():
        for index, argument in enumerate(block.args):
            if argument.first_use is not None:
                values = {op.operands[start + index] for op, start in edges} - {argument}
                if len(values) != 1:
                    continue
                replace_all([argument], values)
            dropped.setdefault(block, set()).add(index)
    if dropped:
        drop_arguments(region, dropped)
    return bool(dropped)


def _incoming(region: Region) -> dict[Block, list[tuple[Operation, int]]]:
    """For each block whose edges can all be changed: the branches to it, and where what they forward starts."""
    incoming: dict[Block, list[tuple[Operation, int]]] = {}
    fixed = {region.first_block}
    for block in region.blocks:
        op = block.last_op
        if op is None or not op.successors:
            continue
        if kind_of(op) not in BRANCHES:
            fixed.update(op.successors)
            continue
        start = BRANCHES[kind_of(op)]
        for destination, values in forwarded_values(op):
            incoming.setdefault(destination, []).append((op, start))
            start += len(values)
    return {block: edges for block, edges in incoming.items() if block not in fixed and block.args}


def drop_arguments(region: Region, dropped: dict[Block, set[int]]) -> None:
    """Remove the arguments with these indices, which are used by nothing but the branches to them."""
    for block in region.blocks:
        op = block.last_op
        if op is None or kind_of(op) not in BRANCHES or not any(b in dropped for b in op.successors):
            continue
        edges = edges_of(op)
        none: set[int] = set()
        kept = [
            (b, tuple(v for index, v in enumerate(values) if index not in dropped.get(b, none)))
            for b, values in edges
        ]
        set_edges(op, kept)
    for block, indices in dropped.items():
        for index in sorted(indices, reverse=True):
            block.erase_arg(block.args[index])


def _join_blocks(region: Region) -> bool:
    """Move the ops of a block to the only block that branches to it, if that does nothing else."""
    changed = False
    block = region.first_block
    while block is not None:
        while (following := _only_successor(block, region)) is not None:
            branch = terminator_of(block)
            replace_all(following.args, tuple(branch.operands))
            erase(branch)
            move_ops(following.ops, block)
            region.detach_block(following)
            changed = True
        block = block.next_block
    return changed


def _only_successor(block: Block, region: Region) -> Block | None:
    """The block that only `block` leads to, and that `block` only leads to."""
    branch = block.last_op
    if branch is None or kind_of(branch) is not OpKind.JUMP:
        return None
    following = branch.successors[0]
    joins = following is not block and following is not region.first_block and following.has_one_use()
    return following if joins else None
