"""`convert-scf-to-cf`: structured control flow becomes branches between blocks."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from asyncir.dialects import arith, cf, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    DenseIntOrFPElementsAttr,
    LocationAttr,
    Operation,
    Region,
    SSAValue,
    VectorType,
    i64,
)
from asyncir.ir.marks import MODULO_SCHEDULE
from asyncir.ir.walk import block_of, terminator_of, walk
from asyncir.transforms._blocks import at, erase, move_ops, replace_all, split_after
from asyncir.transforms._scoped import ScopedPass

Work = list[Block]
"""Blocks in which structured ops may be left; lowering one op adds the blocks of its regions."""

MULTI_BLOCK = frozenset({OpKind.FUNCTION, OpKind.TASK_FUNCTION, OpKind.TASK, OpKind.REGION})


@dataclass(frozen=True)
class ConvertScfToCf(ScopedPass):
    """Replace every `scf` op by branches, in functions and in the bodies of tasks alike.

    `scf.parallel` becomes nested sequential loops that carry its reductions. Locations are kept; attributes
    of a loop that are not its own move to the branch that closes it.
    """

    name = "convert-scf-to-cf"

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


def _branch(
    block: Block, destination: Block, values: Sequence[SSAValue], location: LocationAttr
) -> Operation:
    branch = at(cf.BranchOp(destination, *values), location)
    block.add_op(branch)
    return branch


def _inline(region: Region, before: Block, work: Work) -> Block:
    """Move the blocks of `region` in front of `before`; the first one."""
    first = region.first_block
    assert first is not None
    work.extend(region.blocks)
    region.move_blocks_before(before)
    return first


def _take_terminator(block: Block) -> tuple[Operation, tuple[SSAValue, ...]]:
    """The terminator of `block`, and its operands."""
    terminator = terminator_of(block)
    return terminator, tuple(terminator.operands)


def _yield_to(blocks: Sequence[Block], destination: Block) -> None:
    """End each block that ends in `scf.yield` with a branch that carries what it yielded."""
    for block in blocks:
        terminator, values = _take_terminator(block)
        if isinstance(terminator, scf.YieldOp):
            erase(terminator)
            _branch(block, destination, values, terminator.location)


def _lower_if(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.IfOp)
    block = block_of(op)
    after = split_after(op, op.result_types)
    replace_all(op.results, after.args)
    entries: list[Block] = []
    for region in (op.true_region, op.false_region):
        if region.first_block is None:
            entries.append(after)
        else:
            blocks = list(region.blocks)
            entries.append(_inline(region, after, work))
            _yield_to(blocks, after)
    condition = op.cond
    erase(op)
    block.add_op(at(cf.ConditionalBranchOp(condition, entries[0], (), entries[1], ()), op.location))


def _lower_execute_region(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.ExecuteRegionOp)
    block = block_of(op)
    after = split_after(op, op.result_types)
    replace_all(op.results, after.args)
    blocks = list(op.region.blocks)
    entry = _inline(op.region, after, work)
    _yield_to(blocks, after)
    erase(op)
    _branch(block, entry, (), op.location)


def _lower_index_switch(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.IndexSwitchOp)
    block = block_of(op)
    after = split_after(op, op.result_types)
    replace_all(op.results, after.args)
    entries: list[Block] = []
    for region in (*op.case_regions, op.default_region):
        blocks = list(region.blocks)
        entries.append(_inline(region, after, work))
        _yield_to(blocks, after)
    *cases, default = entries
    values = [int(value) for value in op.cases.get_values()]
    selector = op.arg
    erase(op)
    if not cases:
        _branch(block, default, (), op.location)
        return
    # All 64 bits are compared: MLIR's lowering truncates to i32, which makes 2**32 select case 0.
    wide = at(arith.IndexCastOp(selector, i64), op.location)
    block.add_op(wide)
    attribute = DenseIntOrFPElementsAttr.from_list(VectorType(i64, [len(values)]), values)
    no_operands: list[Sequence[SSAValue]] = [() for _ in cases]
    block.add_op(at(cf.SwitchOp(wide.result, default, (), attribute, cases, no_operands), op.location))


def _lower_for(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.ForOp)
    block, body, location = block_of(op), op.body.block, op.location
    after = split_after(op)
    # The body's arguments (induction variable, carried values) are those of the header that tests the bound.
    header = Block()
    for index, argument in enumerate(body.args):
        header.insert_arg(argument.type, index, argument.location)
    replace_all(body.args, header.args)
    for argument in tuple(body.args):
        body.erase_arg(argument)
    replace_all(op.results, header.args[1:])
    _branch(block, header, (op.lb, *op.iter_args), location)
    below = at(
        arith.CmpiOp(header.args[0], op.ub, "ult" if "unsignedCmp" in op.properties else "slt"), location
    )
    header.add_ops((below, at(cf.ConditionalBranchOp(below, body, (), after, ()), location)))
    terminator, yielded = _take_terminator(body)
    erase(terminator)
    step = at(arith.AddiOp(header.args[0], op.step), location)
    body.add_op(step)
    back = _branch(body, header, (step.result, *yielded), location)
    # A record of how a loop was scheduled is for readers of loops.
    back.attributes.update({name: a for name, a in op.attributes.items() if name != MODULO_SCHEDULE})
    region = _region_of(after)
    region.insert_block_before(header, after)
    _inline(op.body, after, work)
    erase(op)


def _lower_while(op: Operation, work: Work) -> None:
    assert isinstance(op, scf.WhileOp)
    block, before, body = block_of(op), op.before_region.block, op.after_region.block
    after = split_after(op)
    condition, forwarded = _take_terminator(before)
    erase(condition)
    before.add_op(
        at(cf.ConditionalBranchOp(forwarded[0], body, forwarded[1:], after, ()), condition.location)
    )
    # What `scf.condition` forwards is defined in blocks that dominate the code after the loop.
    replace_all(op.results, forwarded[1:])
    terminator, yielded = _take_terminator(body)
    erase(terminator)
    _branch(body, before, yielded, terminator.location).attributes.update(op.attributes)
    _branch(block, before, tuple(op.arguments), op.location)
    _inline(op.before_region, after, work)
    _inline(op.after_region, after, work)
    erase(op)


def _lower_parallel(op: Operation, work: Work) -> None:
    """Nest sequential loops, the first dimension outermost, that carry the reductions."""
    assert isinstance(op, scf.ParallelOp)
    inner = op.body.block
    dimensions = list(zip(op.lowerBound, op.upperBound, op.step, inner.args, strict=True))
    _reduce_in(inner)
    types = op.result_types
    loops: list[scf.ForOp] = []
    block, carried = block_of(op), tuple(op.initVals)
    for lower, upper, step, induction in dimensions:
        body = Block(arg_types=[induction.type, *types])
        body.args[0].name_hint = induction.name_hint
        induction.replace_all_uses_with(body.args[0])
        loop = at(scf.ForOp(lower, upper, step, carried, Region(body)), op.location)
        if loops:
            block.add_op(loop)
        else:
            block.insert_op_before(loop, op)
        loops.append(loop)
        block, carried = body, tuple(body.args[1:])
    for outer, nested in pairwise(loops):
        outer.body.block.add_op(at(scf.YieldOp(*nested.results), op.location))
    for result, argument in zip(tuple(inner.args)[len(dimensions) :], carried, strict=True):
        result.replace_all_uses_with(argument)
    move_ops(inner.first_op, block)
    loops[0].attributes.update(op.attributes)
    replace_all(op.results, loops[0].results)
    erase(op)
    _lower_for(loops[0], work)


def _reduce_in(block: Block) -> None:
    """Turn the `scf.reduce` that ends a body into ops on new arguments, the values so far, and a yield."""
    reduce = block.last_op
    assert isinstance(reduce, scf.ReduceOp)
    reduced: list[SSAValue] = []
    for value, region in zip(tuple(reduce.args), reduce.reductions, strict=True):
        so_far = block.insert_arg(value.type, len(block.args), reduce.location)
        left, right = region.block.args
        left.replace_all_uses_with(so_far)
        right.replace_all_uses_with(value)
        result, (combined,) = _take_terminator(region.block)
        erase(result)
        move_ops(region.block.first_op, block, before=reduce)
        reduced.append(combined)
    block.add_op(at(scf.YieldOp(*reduced), reduce.location))
    erase(reduce)


def _region_of(block: Block) -> Region:
    assert block.parent is not None
    return block.parent


LOWERINGS: dict[type[Operation], Callable[[Operation, Work], None]] = {
    scf.IfOp: _lower_if,
    scf.ExecuteRegionOp: _lower_execute_region,
    scf.IndexSwitchOp: _lower_index_switch,
    scf.ForOp: _lower_for,
    scf.WhileOp: _lower_while,
    scf.ParallelOp: _lower_parallel,
}
