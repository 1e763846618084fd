"""Patterns on scf: decided conditions and trip counts, values that loops carry for nothing."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import arith, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Block, Operation, SSAValue
from asyncir.ir.walk import is_defined_below, terminator_of
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._folds.constants import integer, make, signed_integer
from asyncir.transforms._rewriting import Pattern, Rewriter


def _inline(op: Operation, block: Block, arguments: Sequence[SSAValue], rewriter: Rewriter) -> bool:
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


def _decided_if(op: Operation, rewriter: Rewriter) -> bool:
    condition = integer(op.operands[0])
    if condition is None:
        return False
    region = op.regions[0 if condition else 1]
    if region.blocks:
        return _inline(op, region.block, (), rewriter)
    rewriter.erase(op)
    return True


def _if_to_select(op: Operation, rewriter: Rewriter) -> bool:
    """A result whose value is there before the `scf.if` either way is a select."""
    if not op.results:
        return False
    then, other = (tuple(terminator_of(region.block).operands) for region in op.regions)
    changed = False
    for result, a, b in zip(op.results, then, other, strict=True):
        if result.first_use is None or is_defined_below(a, op) or is_defined_below(b, op):
            continue
        if a is not b:
            select = arith.SelectOp(op.operands[0], a, b)
            rewriter.insert(op, select)
            a = select.results[0]
        rewriter.replace_values([result], [a])
        changed = True
    return changed


def _drop_unused_results(op: Operation, rewriter: Rewriter) -> bool:
    """Results that nobody uses are yielded no more."""
    keep = [index for index, result in enumerate(op.results) if result.first_use is not None]
    if len(keep) == len(op.results):
        return False
    rewriter.keep_results(op, keep)
    return True


def _trip_count(op: Operation) -> int | None:
    """How often the body of an `scf.for` runs: exact where known, else None."""
    lower, upper, step = op.operands[0], op.operands[1], op.operands[2]
    if lower is upper:
        return 0
    unsigned = "unsignedCmp" in op.properties
    read = integer if unsigned else signed_integer
    first, last, by = read(lower), read(upper), signed_integer(step)
    if first is None or last is None:
        return None
    if first >= last:
        return 0
    return None if by is None or by <= 0 else -((first - last) // by)


def _decided_for(op: Operation, rewriter: Rewriter) -> bool:
    initial = tuple(op.operands)[3:]
    trips = _trip_count(op)
    if trips == 0:
        rewriter.replace(op, initial)
        return True
    return trips == 1 and _inline(op, op.regions[0].block, (op.operands[0], *initial), rewriter)


def _invariant_for(op: Operation, rewriter: Rewriter) -> bool:
    """A carried value that never changes is the initial one; one that only feeds itself is not carried."""
    body = op.regions[0].block
    end = terminator_of(body)
    initial, yielded = tuple(op.operands)[3:], tuple(end.operands)
    keep: list[int] = []
    for index, (first, next_, result) in enumerate(zip(initial, yielded, op.results, strict=True)):
        argument = body.args[1 + index]
        if next_ is argument or next_ is first:
            rewriter.replace_values([argument, result], [first, first])
        elif result.first_use is not None or not _feeds_only(argument, end, index):
            keep.append(index)
    if len(keep) == len(initial):
        return False
    rewriter.keep_results(op, keep)
    return True


def _feeds_only(argument: SSAValue, terminator: Operation, index: int) -> bool:
    """Whether the argument is used by nothing but the terminator's operand that becomes it again."""
    return all(use.operation is terminator and use.index == index for use in argument.uses)


def _while_runs_once(op: Operation, rewriter: Rewriter) -> bool:
    before = op.regions[0].block
    never = integer(terminator_of(before).operands[0]) == 0
    return never and _inline(op, before, tuple(op.operands), rewriter)


def _condition_in_body(op: Operation, rewriter: Rewriter) -> bool:
    """What the condition passes on when it is true is known to be true in the body."""
    before, body = (region.block for region in op.regions)
    condition, *passed = terminator_of(before).operands
    changed = False
    for value, argument in zip(passed, body.args, strict=True):
        if value is condition and argument.first_use is not None:
            true = rewriter.constant(make(argument.type, [1]), argument.type, body, op.location)
            rewriter.replace_values([argument], [true])
            changed = True
    return changed


def _decided_switch(op: Operation, rewriter: Rewriter) -> bool:
    assert isinstance(op, scf.IndexSwitchOp)
    known = signed_integer(op.operands[0])
    if known is None and op.case_regions:
        return False
    region = op.default_region
    for value, case in zip(op.cases.get_values(), op.case_regions, strict=True):
        if value == known:
            region = case
    return _inline(op, region.block, (), rewriter)


def _inline_execute_region(op: Operation, rewriter: Rewriter) -> bool:
    stays = "no_inline" in op.properties or "no_inline" in op.attributes
    return not stays and len(op.regions[0].blocks) == 1 and _inline(op, op.regions[0].block, (), rewriter)


def _empty_parallel(op: Operation, rewriter: Rewriter) -> bool:
    """A parallel loop of which one dimension has no iterations."""
    assert isinstance(op, scf.ParallelOp)
    for lower, upper in zip(op.lowerBound, op.upperBound, strict=True):
        first, last = signed_integer(lower), signed_integer(upper)
        if lower is upper or (first is not None and last is not None and first >= last):
            rewriter.replace(op, tuple(op.initVals))
            return True
    return False


def _drop_empty_else(op: Operation, rewriter: Rewriter) -> bool:
    region = op.regions[1]
    if op.results or not region.blocks or region.block.first_op is not region.block.last_op:
        return False
    erase(terminator_of(region.block))
    region.detach_block(region.block)
    return True


PATTERNS: dict[OpKind, Sequence[Pattern]] = {
    OpKind.IF: (_decided_if, _if_to_select, _drop_unused_results, _drop_empty_else),
    OpKind.COUNTED_LOOP: (_decided_for, _invariant_for),
    OpKind.CONDITIONAL_LOOP: (_while_runs_once, _condition_in_body),
    OpKind.SWITCH: (_decided_switch, _drop_unused_results),
    OpKind.REGION: (_inline_execute_region,),
    OpKind.PARALLEL_LOOP: (_empty_parallel,),
}
