"""Nests of sequential loops in the place of parallel ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from asyncir.dialects import scf
from asyncir.ir import Block, Operation, Region, SSAValue, UnitAttr
from asyncir.ir.marks import INDEPENDENT
from asyncir.ir.walk import post_order, terminator_of
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import INDEX
from asyncir.transforms._parallel_code import ParallelCode
from asyncir.transforms._parallel_reductions import Reductions

Values = Sequence[SSAValue]
Range = tuple[SSAValue, SSAValue, SSAValue]
"""From, to (exclusive), step."""


def nest(
    code: ParallelCode,
    ranges: Sequence[Range],
    carried: Values,
    body: Callable[[ParallelCode, Values, Values], Values],
    *,
    marked: bool = True,
) -> Values:
    """Loops over `ranges`, the first outermost, around what `body` writes given induction variables and what is carried.

    Those that carry nothing are `marked` as independent.
    """
    if not ranges:
        return body(code, (), carried)
    low, high, step = ranges[0]
    block = Block(arg_types=[INDEX, *(value.type for value in carried)])
    inner = ParallelCode(block, code.location)
    induction, *arguments = block.args
    left = nest(
        inner,
        ranges[1:],
        arguments,
        lambda at, indices, values: body(at, (induction, *indices), values),
        marked=marked,
    )
    inner.yields(left)
    loop = code.add(scf.ForOp(low, high, step, carried, Region(block)))
    if marked and not carried:
        loop.attributes[INDEPENDENT] = UnitAttr()
    return loop.results


def copy_body(
    loop: scf.ParallelOp, code: ParallelCode, indices: Values, carried: Values, reductions: Reductions
) -> Values:
    """One iteration, written again at another place: what is carried behind it."""
    block = loop.body.block
    mapping: dict[SSAValue, SSAValue] = dict(zip(block.args, indices, strict=True))
    for argument, index in zip(block.args, indices, strict=True):
        if index.name_hint is None:
            index.name_hint = argument.name_hint
    for op in block.ops:
        if isinstance(op, scf.ReduceOp):
            values = [mapping.get(value, value) for value in op.args]
            return reductions.step(code, carried, values, mapping)
        code.copy(op, mapping)
    raise AssertionError("the body of scf.parallel ends with scf.reduce")


def make_all_sequential(region: Region) -> None:
    """Replace every parallel loop in the region by loops that run one iteration after the other."""
    for op in post_order(region):
        if isinstance(op, scf.ParallelOp):
            make_sequential(op)


def make_sequential(loop: scf.ParallelOp, *, marked: bool = True) -> Operation:
    """Replace a parallel loop by loops that run one iteration after the other; the outermost of them."""
    code = ParallelCode(loop)
    body = loop.body.block
    # What is combined first is the initial value: there always is a value so far.
    reductions = Reductions.of(loop, always_started=True)

    def iteration(inner: ParallelCode, indices: Values, carried: Values) -> Values:
        reduce = terminator_of(body)
        replace_all(body.args, indices)
        move_ops(body.ops, inner.block)
        combined = reductions.combine(inner, carried, reduce.operands, {})
        erase(reduce)
        return combined

    ranges = list(zip(loop.lowerBound, loop.upperBound, loop.step, strict=True))
    replace_all(loop.results, nest(code, ranges, loop.initVals, iteration, marked=marked))
    outermost = loop.prev_op
    assert outermost is not None
    erase(loop)
    return outermost
