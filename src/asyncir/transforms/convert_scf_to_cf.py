"""`convert-scf-to-cf`: structured control flow becomes branches between blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.dialects import arith, cf, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    Operation,
    Region,
    SSAValue,
    VectorType,
    i64,
)
from asyncir.ir.dense import dense_of
from asyncir.ir.marks import MODULO_SCHEDULE
from asyncir.ir.walk import block_of, terminator_of, walk
from asyncir.transforms._blocks import erase, replace_all, split_after
from asyncir.transforms._building import Builder
from asyncir.transforms._parallel_nests import make_sequential
from asyncir.transforms._passes import ScopedPass

Work = list[Block]
"""Blocks in which structured ops may be left; lowering one op adds the blocks of its regions."""

MULTI_BLOCK = frozenset({OpKind.FUNCTION, OpKind.TASK_FUNCTION, OpKind.TASK, OpKind.REGION})


class ConvertScfToCf(ScopedPass):
    """Replace every `scf` op by branches, in functions and in the bodies of tasks alike.

    `scf.parallel` becomes nested sequential loops that carry its reductions. Locations are kept; attributes
    of a loop that are not its own move to the branch that closes it.
    """

    def run_on(self, root: Operation) -> None:
        """Lower outer ops before inner ones, so that every block moves at most once per level."""
        work = [b for top in walk(root) if kind_of(top) in MULTI_BLOCK for r in top.regions for b in r.blocks]
        while work:
            _lower_block(work.pop(), work)


def _lower_block(block: Block, work: Work) -> None:
    """Lower the structured ops of `block`, the last first: each op's tail is then short when it moves."""
    op = block.last_op
    while op is not None:
        previous = op.prev_op
        lower = LOWERINGS.get(type(op))
        if lower is not None:
            lower(op, work)
        op = previous


def _inline(region: Region, before: Block, work: Work) -> Block:
    """Move the blocks of `region` in front of `before`; the first one."""
    first = region.first_block
    assert first is not None
    work.extend(region.blocks)
    region.move_blocks_before(before)
    return first


def _take_terminator(block: Block) -> tuple[Operation, tuple[SSAValue, ...]]:
    """The terminator of `block`, which is taken out, and what its operands were."""
    terminator = terminator_of(block)
    operands = tuple(terminator.operands)
    erase(terminator)
    return terminator, operands


def _unfold(op: Operation, regions: Sequence[Region], work: Work) -> tuple[Block, list[Block]]:
    """Let the regions go on behind `op`, which goes; its block, and where each region begins.

    A block that ends in `scf.yield` ends with a branch that carries what it yielded. An empty region begins behind the op.
    """
    block = block_of(op)
    after = split_after(op, op.result_types)
    replace_all(op.results, after.args)
    entries: list[Block] = []
    for region in regions:
        blocks = list(region.blocks)
        entries.append(_inline(region, after, work) if blocks else after)
        for inner in blocks:
            if isinstance(inner.last_op, scf.YieldOp):
                terminator, values = _take_terminator(inner)
                Builder(inner, terminator).add(cf.BranchOp(after, *values))
    erase(op)
    return block, entries


def _lower_if(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.IfOp)
    condition = op.cond
    block, (then, other) = _unfold(op, op.regions, work)
    Builder(block, op).add(cf.ConditionalBranchOp(condition, then, (), other, ()))


def lower_region(op: Operation, work: Work | None = None) -> None:
    """Put the blocks of an `scf.execute_region` between what is in front of it and what is behind it."""
    block, (entry,) = _unfold(op, op.regions, [] if work is None else work)
    Builder(block, op).add(cf.BranchOp(entry))


def _lower_index_switch(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.IndexSwitchOp)
    selector, values = op.arg, [int(value) for value in op.cases.get_values()]
    block, (*cases, default) = _unfold(op, (*op.case_regions, op.default_region), work)
    if not cases:
        Builder(block, op).add(cf.BranchOp(default))
        return
    # All 64 bits are compared: MLIR's lowering truncates to i32, which makes 2**32 select case 0.
    build = Builder(block, op)
    wide = build.value(arith.IndexCastOp(selector, i64))
    attribute = dense_of(VectorType(i64, [len(values)]), values)
    no_operands: list[Sequence[SSAValue]] = [() for _ in cases]
    build.add(cf.SwitchOp(wide, default, (), attribute, cases, no_operands))


def _lower_for(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.ForOp)
    block, body = block_of(op), op.body.block
    after = split_after(op)
    # The body's arguments (induction variable, carried values) are those of the header that tests the bound.
    header = Block()
    for index, argument in enumerate(body.args):
        header.insert_arg(argument.type, index, argument.location)
    replace_all(body.args, header.args)
    for argument in tuple(body.args):
        body.erase_arg(argument)
    replace_all(op.results, header.args[1:])
    Builder(block, op).add(cf.BranchOp(header, op.lb, *op.iter_args))
    test = Builder(header, op)
    below = test.test(header.args[0], "ult" if "unsignedCmp" in op.properties else "slt", op.ub)
    test.add(cf.ConditionalBranchOp(below, body, (), after, ()))
    _, yielded = _take_terminator(body)
    build = Builder(body, op)
    back = build.add(cf.BranchOp(header, build.plus(header.args[0], op.step), *yielded))
    # A record of how a loop was scheduled is for readers of loops.
    back.attributes.update({name: a for name, a in op.attributes.items() if name != MODULO_SCHEDULE})
    assert after.parent is not None
    after.parent.insert_block_before(header, after)
    _inline(op.body, after, work)
    erase(op)


def _lower_while(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.WhileOp)
    block, before, body = block_of(op), op.before_region.block, op.after_region.block
    after = split_after(op)
    condition, forwarded = _take_terminator(before)
    goes_on = cf.ConditionalBranchOp(forwarded[0], body, forwarded[1:], after, ())
    Builder(before, condition).add(goes_on)
    # What `scf.condition` forwards is defined in blocks that dominate the code after the loop.
    replace_all(op.results, forwarded[1:])
    terminator, yielded = _take_terminator(body)
    Builder(body, terminator).add(cf.BranchOp(before, *yielded)).attributes.update(op.attributes)
    Builder(block, op).add(cf.BranchOp(before, *op.arguments))
    _inline(op.before_region, after, work)
    _inline(op.after_region, after, work)
    erase(op)


def _lower_parallel(op: Operation, work: Work) -> None:
    """Nest sequential loops, the first dimension outermost, that carry the reductions."""
    assert isinstance(op, scf.ParallelOp)
    loop = make_sequential(op, marked=False)
    loop.attributes.update(op.attributes)
    _lower_for(loop, work)


LOWERINGS: dict[type[Operation], Callable[[Operation, Work], None]] = {
    scf.IfOp: _lower_if,
    scf.ExecuteRegionOp: lower_region,
    scf.IndexSwitchOp: _lower_index_switch,
    scf.ForOp: _lower_for,
    scf.WhileOp: _lower_while,
    scf.ParallelOp: _lower_parallel,
}
