"""`order-regions`: of regions that may begin in any order, those that most depends on are launched first.

Two regions of which neither waits for the other are not in order, also where one stands before the other in the text, where
both depend on the same event, and where both touch the same memory: whoever may run them in either order may write them in
either order. What is in order is what the launching code does itself. So regions change their places only among neighbours:
between them may be ops that have no effect and cannot fail. An await, a store or a call keeps its place, and regions do not
cross it.

A run of such neighbours is sorted by a list schedule: among the regions all of whose operands are there, the one with the
longest chain of work that waits for it comes next. Other ops of the run come where they are needed first.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from heapq import heapify, heappop, heappush

from asyncir.analyses.chain_costs import chains_behind
from asyncir.analyses.op_costs import costs_of
from asyncir.dialects.async_regions import RegionOp
from asyncir.dialects.effects import Effects
from asyncir.dialects.execution_traits import may_fail
from asyncir.ir import Block, Operation
from asyncir.ir.walk import regions_of, walk
from asyncir.transforms._passes import ScopedPass


class OrderRegions(ScopedPass):
    """Launch regions that much depends on before their neighbours, as far as nothing but the text puts them in order."""

    def run_on(self, root: Operation) -> bool:
        """Sort the runs of each block."""
        effects = Effects()
        blocks = [block for region in regions_of(root) for block in region.blocks]
        changed = [_sort(run) for block in blocks for run in _runs(block, effects)]
        return any(changed)


def _runs(block: Block, effects: Effects) -> Iterator[list[Operation]]:
    """Neighbours with two regions among them or more."""
    run: list[Operation] = []
    for op in list(block.ops):
        plain = effects.is_pure(op) and not may_fail(type(op))
        if (isinstance(op, RegionOp) or plain) and op.next_op is not None:
            run.append(op)
            continue
        if sum(isinstance(each, RegionOp) for each in run) > 1:
            yield run
        run = []


def _sort(run: Sequence[Operation]) -> bool:
    place = {op: number for number, op in enumerate(run)}
    needs = {op: _needed(op, place) for op in run}
    regions = [op for op in run if isinstance(op, RegionOp)]
    waits = {op: _regions_behind(op, needs) for op in regions}
    users: dict[Operation, list[RegionOp]] = {op: [] for op in regions}
    for op in regions:
        for each in waits[op]:
            users[each].append(op)
    number = {op: n for n, op in enumerate(regions)}
    behind = chains_behind(
        [[number[each] for each in waits[op]] for op in regions], list(map(_cost, regions))
    )
    lengths = dict[Operation, float](zip(regions, behind, strict=True))
    ordered = _emitted(_by_length(regions, waits, users, lengths), needs, run)
    if ordered == list(run):
        return False
    block, after = run[0].parent, run[-1].next_op
    assert block is not None
    assert after is not None
    for op in ordered:
        op.detach()
        block.insert_op_before(op, after)
    return True


def _cost(op: RegionOp) -> float:
    costs = costs_of(op)
    return sum(costs[inner] for block in op.body.blocks for inner in block.ops)


def _needed(op: Operation, place: dict[Operation, int]) -> list[Operation]:
    """The ops of the run whose results the op, or what is in it, uses."""
    owners = (value.owner for inner in walk(op) for value in inner.operands)
    found = dict.fromkeys(each for each in owners if isinstance(each, Operation) and each in place)
    found.pop(op, None)
    return sorted(found, key=place.__getitem__)


def _regions_behind(op: Operation, needs: dict[Operation, list[Operation]]) -> set[RegionOp]:
    """The regions that have to be launched before, be it for what a plain op makes of their results."""
    found: set[RegionOp] = set()
    stack = list(needs[op])
    seen = set(stack)
    while stack:
        current = stack.pop()
        if isinstance(current, RegionOp):
            found.add(current)
            continue
        new = [each for each in needs[current] if each not in seen]
        seen.update(new)
        stack += new
    return found


def _by_length(
    regions: Sequence[RegionOp],
    waits: dict[RegionOp, set[RegionOp]],
    users: dict[Operation, list[RegionOp]],
    lengths: dict[Operation, float],
) -> list[RegionOp]:
    """The regions, each behind those that it needs, the one with the longest chain first."""
    open_ = {op: len(waits[op]) for op in regions}
    number = {op: n for n, op in enumerate(regions)}
    ready = [(-lengths[op], number[op]) for op in regions if not open_[op]]
    heapify(ready)
    found: list[RegionOp] = []
    while ready:
        op = regions[heappop(ready)[1]]
        found.append(op)
        for user in users[op]:
            open_[user] -= 1
            if not open_[user]:
                heappush(ready, (-lengths[user], number[user]))
    return found


def _emitted(
    regions: Sequence[RegionOp], needs: dict[Operation, list[Operation]], run: Sequence[Operation]
) -> list[Operation]:
    """All ops of the run: each region behind what it needs, and at last what no region needs."""
    found: dict[Operation, None] = {}
    for wanted in (*regions, *run):
        stack = [wanted]
        while stack:
            op = stack[-1]
            missing = [each for each in needs[op] if each not in found] if op not in found else []
            if missing:
                stack += missing
                continue
            found[op] = None
            stack.pop()
    return list(found)
