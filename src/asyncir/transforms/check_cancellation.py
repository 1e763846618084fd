"""`check-cancellation`: where a task looks whether its run was cancelled."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator

from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import arith, async_dialect, cf, rt
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, Context, IndexType, ModuleOp, Operation, Region, Rewriter
from asyncir.ir.graphs import postorder, reached
from asyncir.ir.marks import BLOCK, POLLS
from asyncir.ir.walk import first_of, predecessors, successors, walk
from asyncir.transforms._building import Builder
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass


class CheckCancellation(Pass):
    """
    Insert `rt.check` where a function that waits begins, and in every turn of a loop in which work is launched or waited for.

    A function whose run is cancelled fails there. Loops that only compute are left alone, but for those over the blocks of
    a parallel loop; in a module with the attribute `asyncir.polls`, only the innermost counted ones are. Functions that the
    program makes a coroutine of by hand cannot fail, nor can what they call: they are left as they are.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Insert anew in each function."""
        for inner in list(walk(op)):
            if isinstance(inner, rt.CheckOp):
                Rewriter.erase_op(inner)
        suspension = analyse_suspension(op)
        functions = [f for f in op.ops if isinstance(f, FunctionOp) and f.body.blocks]
        by_hand = list(filter(is_coroutine_by_hand, functions))
        for function in functions:
            if function in by_hand:
                continue
            waits = (
                isinstance(function, async_dialect.FuncOp) or function.sym_name.data in suspension.may_wait
            )
            if waits or not by_hand:
                for block in _loop_heads(function.body, suspension, POLLS in op.attributes):
                    _insert(block, at_start=False)
            if waits:
                _insert(function.body.blocks[0], at_start=True)


def _insert(block: Block, at_start: bool) -> None:
    first = first_of(block)
    # What the function is blamed for is where it is written.
    owner = block.parent_op() if at_start else first
    assert owner is not None
    Builder(first, owner).add(rt.CheckOp(at_start))


def _loop_heads(region: Region, suspension: Suspension, polls: bool) -> Iterator[Block]:
    """The blocks to which a jump leads back, where the loop that it closes launches or waits, or is to look all the same."""
    busy = {block for block in region.blocks if any(_launches_or_waits(o, suspension) for o in block.ops)}
    back: dict[Block, list[Block]] = {}
    number = {block: place for place, block in enumerate(postorder(region.blocks[0], successors))}
    for source, place in number.items():
        for target in successors(source):
            if number[target] >= place:
                back.setdefault(target, []).append(source)
    for head, sources in back.items():
        loop = set(_loop(head, sources))
        if not busy.isdisjoint(loop) or (polls and not _is_short(head, loop, back)):
            yield head


def _is_short(head: Block, loop: set[Block], heads: Container[Block]) -> bool:
    """Whether a loop has no other in it, and counts: to look would keep it from being vectorised, and it ends before long."""
    end = head.last_op
    counts = isinstance(end, cf.ConditionalBranchOp) and (
        isinstance(test := end.cond.owner, arith.CmpiOp) and isinstance(test.lhs.type, IndexType)
    )
    return counts and not any(block in heads for block in loop if block is not head)


def _loop(head: Block, sources: Iterable[Block]) -> Iterable[Block]:
    """The blocks from which a source is reached without a pass through the head."""
    return reached((*sources, head), lambda block: () if block is head else predecessors(block))


def _launches_or_waits(op: Operation, suspension: Suspension) -> bool:
    busy = isinstance(op, async_dialect.CallOp) or op.dialect_name() in ("io", "rt") or BLOCK in op.attributes
    return busy or suspension.waits(op)
