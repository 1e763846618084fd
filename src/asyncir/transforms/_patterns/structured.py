"""Patterns on scf: decided conditions and trip counts, values that loops carry for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.flow import yields
from asyncir.dialects import cf, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.walk import block_of, is_defined_below, terminator_of
from asyncir.transforms._blocks import at, erase, move_ops, split_after
from asyncir.transforms._folds.constants import Key, signed_integer
from asyncir.transforms._patterns.trips import trip_count
from asyncir.transforms._rewriting import Pattern, Rewriter


def inline_block(op: Operation, block: Block, arguments: Sequence[SSAValue], rewriter: Rewriter) -> bool:
    """Replace `op` by the ops of `block`, which runs once, with its arguments; its yield gives the results."""
    terminator = terminator_of(block)
    rewriter.replace_values(block.args, arguments)
    values = tuple(terminator.operands)
    if kind_of(terminator) is OpKind.CONDITION:
        values = values[1:]
    erase(terminator)
    rewriter.push(*block.ops)
    move_ops(block.ops, op)
    rewriter.replace(op, values)
    return True


def drop_unused_results(op: Operation, rewriter: Rewriter) -> bool:
    """Results that nobody uses are yielded no more."""
    keep = [index for index, result in enumerate(op.results) if result.first_use is not None]
    if len(keep) == len(op.results):
        return False
    rewriter.keep_results(op, keep)
    return True


def _decided_for(op: Operation, rewriter: Rewriter) -> bool:
    initial = tuple(op.operands)[3:]
    trips = trip_count(op)
    if trips == 0:
        rewriter.replace(op, initial)
        return True
    return trips == 1 and inline_block(op, op.regions[0].block, (op.operands[0], *initial), rewriter)


def _empty_for(op: Operation, rewriter: Rewriter) -> bool:
    """A loop that does nothing but to yield what was there before it, and runs."""
    body = op.regions[0].block
    end = terminator_of(body)
    if body.first_op is not end or not trip_count(op) or any(is_defined_below(v, op) for v in end.operands):
        return False
    rewriter.replace(op, tuple(end.operands))
    return True


def _invariant_for(op: Operation, rewriter: Rewriter) -> bool:
    """A carried value that never changes is the initial one; one that only feeds itself is not carried."""
    body = op.regions[0].block
    end = terminator_of(body)
    initial, yielded = tuple(op.operands)[3:], tuple(end.operands)
    keep: list[int] = []
    known: dict[tuple[SSAValue, SSAValue], int] = {}
    for index, (first, next_, result) in enumerate(zip(initial, yielded, op.results, strict=True)):
        argument = body.args[1 + index]
        if next_ is argument or next_ is first:
            rewriter.replace_values([argument, result], [first, first])
        elif result.first_use is not None or not _feeds_only(argument, end, index):
            # Two that begin and go on alike are one.
            alike = known.setdefault((first, next_), index)
            if alike == index:
                keep.append(index)
            else:
                rewriter.replace_values([argument, result], [body.args[1 + alike], op.results[alike]])
    if len(keep) == len(initial):
        return False
    rewriter.keep_results(op, keep)
    return True


def _feeds_only(argument: SSAValue, terminator: Operation, index: int) -> bool:
    """Whether the argument is used by nothing but the terminator's operand that becomes it again."""
    return all(use.operation is terminator and use.index == index for use in argument.uses)


def _decided_switch(op: Operation, rewriter: Rewriter) -> bool:
    assert isinstance(op, scf.IndexSwitchOp)
    known = signed_integer(op.operands[0])
    if known is None and op.case_regions:
        return False
    region = op.default_region
    for value, case in zip(op.cases.get_values(), op.case_regions, strict=True):
        if value == known:
            region = case
    return inline_block(op, region.block, (), rewriter)


def _inline_execute_region(op: Operation, rewriter: Rewriter) -> bool:
    stays = "no_inline" in op.properties or "no_inline" in op.attributes
    return (
        not stays and len(op.regions[0].blocks) == 1 and inline_block(op, op.regions[0].block, (), rewriter)
    )


def _inline_blocks(op: Operation, rewriter: Rewriter) -> bool:
    """Blocks of a region that is in a function, or in such a region, can be those of what it is in."""
    block, around = block_of(op), op.parent_op()
    if around is None or kind_of(around) not in (OpKind.FUNCTION, OpKind.REGION):
        return False
    if "no_inline" in op.properties or "no_inline" in op.attributes:
        return False
    region, ends = op.regions[0], list(yields(op.regions[0]))
    assert block.parent is not None
    assert region.first_block is not None
    if any(kind_of(end) is not OpKind.YIELD for end in ends):
        return False
    tail = split_after(op, op.result_types)
    for end in ends:
        block_of(end).add_op(at(cf.BranchOp(tail, *end.operands), end.location))
        erase(end)
    first = region.first_block
    for inner in list(region.blocks):
        rewriter.push(*inner.ops)
        region.detach_block(inner)
        block.parent.insert_block_before(inner, tail)
    block.add_op(at(cf.BranchOp(first), op.location))
    rewriter.replace(op, tail.args)
    return True


def _same_from_all(op: Operation, rewriter: Rewriter) -> bool:
    """A result is the value from outside that all ends of all regions yield."""
    ends = [tuple(end.operands) for region in op.regions for end in yields(region)]
    changed = False
    for result, *values in zip(op.results, *ends, strict=True):
        if result.first_use is None or len(set(values)) != 1 or is_defined_below(values[0], op):
            continue
        rewriter.replace_values([result], [values[0]])
        changed = True
    return changed


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.COUNTED_LOOP: (_decided_for, _empty_for, _invariant_for),
    OpKind.SWITCH: (_decided_switch, _same_from_all, drop_unused_results),
    OpKind.REGION: (_inline_execute_region, _inline_blocks, _same_from_all, drop_unused_results),
}
