"""`check-cancellation`: where a task looks whether its run was cancelled."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asyncir.analyses.suspension import Suspension, analyse_suspension
from asyncir.dialects import async_dialect, rt
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import Block, Context, ModuleOp, Operation, Region, Rewriter
from asyncir.ir.graphs import postorder, reached
from asyncir.ir.marks import BLOCK
from asyncir.ir.walk import first_of, predecessors, successors, walk
from asyncir.transforms._building import Builder
from asyncir.transforms._outlining import is_coroutine_by_hand
from asyncir.transforms._passes import Pass


class CheckCancellation(Pass):
    """
    Insert `rt.check` where a function that waits begins, and in every turn of a loop in which work is launched or waited for.

    A function whose run is cancelled fails there. Loops that only compute are left alone, but for those over the blocks of a
    parallel loop. Functions that the program makes a coroutine of by hand cannot fail, nor can what they call: they are left
    as they are.
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
                for block in _loop_heads(function.body, suspension):
                    _insert(block, at_start=False)
            if waits:
                _insert(function.body.blocks[0], at_start=True)


def _insert(block: Block, at_start: bool) -> None:
    first = first_of(block)
    # What the function is blamed for is where it is written.
    owner = block.parent_op() if at_start else first
    assert owner is not None
    Builder(first, owner).add(rt.CheckOp(at_start))


def _loop_heads(region: Region, suspension: Suspension) -> Iterator[Block]:
    """The blocks to which a jump leads back, where the loop that it closes launches or waits."""
    busy = {block for block in region.blocks if any(_launches_or_waits(o, suspension) for o in block.ops)}
    back: dict[Block, list[Block]] = {}
    number = {block: place for place, block in enumerate(postorder(region.blocks[0], successors))}
    for source, place in number.items():
        for target in successors(source):
            if number[target] >= place:
                back.setdefault(target, []).append(source)
    for head, sources in back.items():
        if not busy.isdisjoint(_loop(head, sources)):
            yield head


def _loop(head: Block, sources: Iterable[Block]) -> Iterable[Block]:
    """The blocks from which a source is reached without a pass through the head."""
    return reached((*sources, head), lambda block: () if block is head else predecessors(block))


def _launches_or_waits(op: Operation, suspension: Suspension) -> bool:
    busy = isinstance(op, async_dialect.CallOp) or op.dialect_name() in ("io", "rt") or BLOCK in op.attributes
    return busy or suspension.waits(op)
