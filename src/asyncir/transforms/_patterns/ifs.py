"""Patterns on `scf.if`: decided, negated, nested and neighbouring ones, and what a branch knows of the condition."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import pairwise

from asyncir.dialects import arith, scf
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.region_values import may_be_early
from asyncir.ir import Operation, Region, SSAValue
from asyncir.ir.walk import block_of, is_defined_below, terminator_of
from asyncir.transforms._blocks import at, erase, move_ops
from asyncir.transforms._folds.constants import Key, integer, make
from asyncir.transforms._patterns.selects import inverted
from asyncir.transforms._patterns.structured import drop_unused_results, inline_block
from asyncir.transforms._rewriting import Pattern, Rewriter


def _decided_if(op: Operation, rewriter: Rewriter) -> bool:
    condition = integer(op.operands[0])
    if condition is None:
        return False
    region = op.regions[0 if condition else 1]
    if region.blocks:
        return inline_block(op, region.block, (), rewriter)
    rewriter.erase(op)
    return True


def _if_to_select(op: Operation, rewriter: Rewriter) -> bool:
    """A result whose value is there before the `scf.if` either way is a select."""
    if not op.results:
        return False
    then, other = (tuple(terminator_of(region.block).operands) for region in op.regions)
    if any(map(may_be_early, (*then, *other))):
        return False
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


def _drop_empty_else(op: Operation, rewriter: Rewriter) -> bool:
    region = op.regions[1]
    if op.results or not region.blocks or region.block.first_op is not region.block.last_op:
        return False
    erase(terminator_of(region.block))
    region.detach_block(region.block)
    return True


def _negated_condition(op: Operation, rewriter: Rewriter) -> bool:
    """`if not c` with both branches is `if c` with these exchanged."""
    positive = inverted(op.operands[0])
    if positive is None or not op.regions[1].blocks:
        return False
    then = op.detach_region(0)
    op.add_region(then)
    rewriter.set_operands(op, (positive,))
    return True


def _known_inside(op: Operation, rewriter: Rewriter) -> bool:
    """In the branches of an `scf.if`, its condition is known.

    All branches of one condition are seen to at once, and once in a run: a condition may have very many uses.
    """
    condition = op.operands[0]
    if condition.has_one_use() or not rewriter.first_time(condition):
        return False
    changed = False
    for use in list(condition.uses):
        number = _branch_on(condition, use.operation)
        if number is not None:
            value = make(condition.type, [1 - number])
            constant = rewriter.constant(value, condition.type, op, op.location)
            operands = list(use.operation.operands)
            operands[use.index] = constant
            rewriter.set_operands(use.operation, operands)
            changed = True
    return changed


def _branch_on(condition: SSAValue, op: Operation) -> int | None:
    """The number of the branch of an `scf.if` on the condition that the op is in; None where it is in none."""
    region = op.parent_region()
    while region is not None and (around := region.parent) is not None:
        if kind_of(around) is OpKind.IF and around.operands[0] is condition:
            return 0 if around.regions[0] is region else 1
        region = around.parent_region()
    return None


def _is_negated(first: Operation, op: Operation | None) -> bool | None:
    """Whether the condition of `op` is the negation of that of `first`; None where they have nothing to do."""
    if op is None or kind_of(op) is not OpKind.IF or kind_of(first) is not OpKind.IF:
        return None
    one, other = first.operands[0], op.operands[0]
    if one is other:
        return False
    return True if inverted(one) is other or inverted(other) is one else None


def _neighbours(op: Operation, rewriter: Rewriter) -> bool:
    """Several `scf.if`s on one condition, each right behind the other, are one.

    The last one joins all of them at once: one by one, each would be looked at as often as it has neighbours.
    """
    if _is_negated(op, op.next_op) is not None:
        return False
    row = [op]
    while (before := row[-1].prev_op) is not None and _is_negated(before, row[-1]) is not None:
        row.append(before)
    if len(row) == 1:
        return False
    row.reverse()
    branches: dict[Operation, list[Region]] = {row[0]: list(row[0].regions)}
    order = 1
    for before, each in pairwise(row):
        order = -order if _is_negated(before, each) else order
        branches[each] = list(each.regions)[::order]
    for each in row:
        _use_yielded(each, branches, rewriter)
    regions = [
        _joined([each[which] for each in branches.values() if each[which].blocks], rewriter)
        for which in (0, 1)
    ]
    attributes = {name: value for each in row for name, value in each.attributes.items()}
    types = [type_ for each in row for type_ in each.result_types]
    new = scf.IfOp.create(
        operands=row[0].operands, result_types=types, attributes=attributes, regions=regions
    )
    block_of(op).insert_op_before(at(new, row[0].location), row[0])
    rewriter.push(new)
    results = iter(new.results)
    for each in row:
        rewriter.replace(each, [next(results) for _ in each.results])
    return True


def _use_yielded(
    first: Operation, branches: Mapping[Operation, Sequence[Region]], rewriter: Rewriter
) -> None:
    """Let what is in a branch of the others use what the same branch of `first` yields in place of its results."""
    for index, result in enumerate(first.results):
        for use in list(result.uses):
            region = use.operation.parent_region()
            while region is not None and region.parent not in branches:
                region = None if region.parent is None else region.parent.parent_region()
            if region is None or region.parent is None:
                continue
            which = branches[region.parent].index(region)
            operands = list(use.operation.operands)
            operands[use.index] = terminator_of(branches[first][which].block).operands[index]
            rewriter.set_operands(use.operation, operands)


def _joined(regions: Sequence[Region], rewriter: Rewriter) -> Region:
    """One region with the ops of these, one behind the other, that yields what all of them do.

    What is in the first one stays where it is: many neighbours in a row take no longer than few.
    """
    if not regions:
        return Region()
    region, *others = regions
    block = region.block
    end = terminator_of(block)
    values, location = list(end.operands), end.location
    erase(end)
    for other in others:
        end = terminator_of(other.block)
        values += end.operands
        erase(end)
        rewriter.push(*other.block.ops)
        move_ops(other.block.ops, block)
    block.add_op(at(scf.YieldOp(*values), location))
    assert region.parent is not None
    return region.parent.detach_region(region)


def _nested(op: Operation, rewriter: Rewriter) -> bool:
    """`if a { if b { ... } }` with nothing beside is one on both, if the other branches yield the same.

    As in mlir-opt, `andi` stands for both conditions: the inner one is computed in front of the outer `scf.if` anyhow.
    """
    then = op.regions[0].block
    inner, end = then.first_op, terminator_of(then)
    if inner is None or kind_of(inner) is not OpKind.IF or inner.next_op is not end:
        return False
    others = [yielded_at_once(each.regions[1]) for each in (op, inner)]
    if others[0] is None or others[1] is None or list(end.operands) != list(inner.results):
        return False
    if list(others[0]) != list(others[1]):
        return False
    both = arith.AndIOp(op.operands[0], inner.operands[0])
    rewriter.insert(op, both)
    # The inner branch takes the place of the outer one.
    branch = inner.regions[0].block
    inner_end = terminator_of(branch)
    values = tuple(inner_end.operands)
    erase(inner_end)
    rewriter.push(*branch.ops)
    move_ops(branch.ops, inner)
    rewriter.set_operands(end, values)
    rewriter.erase(inner)
    rewriter.set_operands(op, (both.results[0],))
    return True


def yielded_at_once(region: Region) -> Sequence[SSAValue] | None:
    """What a branch yields that does nothing else, or is not there; else None."""
    if not region.blocks:
        return ()
    block = region.block
    return tuple(terminator_of(block).operands) if block.first_op is block.last_op else None


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.IF: (
        _decided_if,
        _if_to_select,
        drop_unused_results,
        _drop_empty_else,
        _negated_condition,
        _known_inside,
        _neighbours,
        _nested,
    ),
}
