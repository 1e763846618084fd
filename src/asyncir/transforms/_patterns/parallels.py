"""Patterns on `scf.parallel`: dimensions of one iteration or none, and loops that are all that is in a loop."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import scf
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.ir import Operation, SSAValue
from asyncir.ir.walk import is_defined_below, terminator_of
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._folds.constants import Key
from asyncir.transforms._patterns.trips import trips
from asyncir.transforms._rewriting import Pattern, Rewriter


def _counts(op: scf.ParallelOp) -> list[int | None]:
    bounds = zip(op.lowerBound, op.upperBound, op.step, strict=True)
    return [trips(lower, upper, step) for lower, upper, step in bounds]


def _few_iterations(op: Operation, rewriter: Rewriter) -> bool:
    """A dimension without iterations: the initial values; dimensions with one iteration are no dimensions."""
    assert isinstance(op, scf.ParallelOp)
    counts = _counts(op)
    if 0 in counts:
        rewriter.replace(op, tuple(op.initVals))
        return True
    once = [dimension for dimension, count in enumerate(counts) if count == 1]
    if not once:
        return False
    body = op.body.block
    lower = tuple(op.lowerBound)
    for dimension in once:
        rewriter.replace_values([body.args[dimension]], [lower[dimension]])
    if len(once) == len(counts):
        _inline(op, rewriter)
        return True
    for dimension in reversed(once):
        body.erase_arg(body.args[dimension])
    _replace(op, [dimension for dimension in range(len(counts)) if dimension not in once], rewriter)
    return True


def _replace(op: scf.ParallelOp, keep: Sequence[int], rewriter: Rewriter) -> None:
    """Put a loop with only some of the dimensions in place of `op`; its body has their arguments already."""
    lower, upper, step = ([values[d] for d in keep] for values in (op.lowerBound, op.upperBound, op.step))
    new = scf.ParallelOp(lower, upper, step, op.detach_region(0), tuple(op.initVals))
    new.attributes.update(op.attributes)
    rewriter.replace_with(op, new)


def _inline(op: scf.ParallelOp, rewriter: Rewriter) -> None:
    """Put the body in place of a loop with one iteration; what it yields is combined with the initial values."""
    body = op.body.block
    reduce = terminator_of(body)
    results: list[SSAValue] = []
    rewriter.push(*body.ops)
    move_ops([each for each in body.ops if each is not reduce], op)
    for initial, value, region in zip(op.initVals, reduce.operands, reduce.regions, strict=True):
        block = region.block
        end = terminator_of(block)
        rewriter.replace_values(block.args, [initial, value])
        results.append(end.operands[0])
        erase(end)
        rewriter.push(*block.ops)
        move_ops(block.ops, op)
    rewriter.replace(op, results)


def _nested(op: Operation, rewriter: Rewriter) -> bool:
    """A loop in a loop, with nothing beside and bounds from outside, is one of all their dimensions."""
    assert isinstance(op, scf.ParallelOp)
    body = op.body.block
    inner = body.first_op
    if not isinstance(inner, scf.ParallelOp) or inner.next_op is not body.last_op:
        return False
    # What somebody says of one of the loops need not be so of both.
    if op.results or inner.results or op.attributes or inner.attributes:
        return False
    if any(is_defined_below(value, op) for value in inner.operands):
        return False
    block = inner.body.block
    for index, argument in enumerate(tuple(body.args)):
        block.insert_arg(argument.type, index, op.location)
        rewriter.replace_values([argument], [block.args[index]])
    lower, upper, step = (
        [*one, *other]
        for one, other in (
            (op.lowerBound, inner.lowerBound),
            (op.upperBound, inner.upperBound),
            (op.step, inner.step),
        )
    )
    rewriter.push(*block.ops)
    rewriter.replace_with(op, scf.ParallelOp(lower, upper, step, inner.detach_region(0)))
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.PARALLEL_LOOP: (_few_iterations, _nested),
}
"""In this order, so that a nest that runs once in a dimension is joined without it."""
