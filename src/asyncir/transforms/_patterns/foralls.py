"""Patterns on `scf.forall`: bounds that are known, dimensions of one iteration or none, results that nobody uses."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.scf_forall import BOUNDS, ForallOp
from asyncir.dialects.shaped import split_list
from asyncir.dialects.tensor_slices import InsertSliceOp, ParallelInsertSliceOp
from asyncir.ir import DenseArrayBase, IndexType, Operation, SSAValue, i32, i64
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._folds.constants import Key, make, signed_integer
from asyncir.transforms._patterns.trips import steps
from asyncir.transforms._rebuilding import rebuilt
from asyncir.transforms._rewriting import Pattern, Rewriter

Bound = int | SSAValue


def _number(bound: Bound) -> Bound:
    """The bound as a number, if it is one."""
    known = bound if isinstance(bound, int) else signed_integer(bound)
    return bound if known is None else known


def _set_bounds(op: ForallOp, bounds: Sequence[Sequence[Bound]], rewriter: Rewriter) -> None:
    outputs = tuple(op.outputs)
    operands: list[SSAValue] = []
    sizes: list[int] = []
    for name, each in zip(BOUNDS.values(), bounds, strict=True):
        static, dynamic = split_list(each)
        op.properties[f"static{name}"] = DenseArrayBase.from_list(i64, static)
        operands += dynamic
        sizes.append(len(dynamic))
    op.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [*sizes, len(outputs)])
    rewriter.set_operands(op, (*operands, *outputs))


def _known_bounds(op: Operation, rewriter: Rewriter) -> bool:
    assert isinstance(op, ForallOp)
    given = [op.mixed(which) for which in BOUNDS]
    known = [tuple(_number(bound) for bound in each) for each in given]
    if known == given:
        return False
    _set_bounds(op, known, rewriter)
    return True


def _count(lower: Bound, upper: Bound, step: Bound) -> int | None:
    """How many iterations a dimension has; None where that is not known."""
    if lower is upper or lower == upper:
        return 0
    if isinstance(lower, int) and isinstance(upper, int):
        return steps(upper - lower, step if isinstance(step, int) else None)
    return None


def _few_iterations(op: Operation, rewriter: Rewriter) -> bool:
    """A dimension without iterations: the tensors that it began with; with one iteration, it is none.

    What a dimension is mapped to says how many there are: such loops stay.
    """
    assert isinstance(op, ForallOp)
    bounds = [op.mixed(which) for which in BOUNDS]
    counts = [_count(*each) for each in zip(*bounds, strict=True)]
    if 0 in counts:
        rewriter.replace(op, tuple(op.outputs))
        return True
    changed = False
    block = op.region.block
    for argument, lower, count in zip(block.args, bounds[0], counts, strict=False):
        if count == 1 and argument.first_use is not None:
            rewriter.replace_values([argument], [_value(lower, op, rewriter)])
            changed = True
    if 1 not in counts or (op.mapping is not None and op.mapping.data):
        return changed
    if all(count == 1 for count in counts):
        return _inline(op, rewriter)
    keep = [d for d, count in enumerate(counts) if count != 1]
    for dimension in reversed(range(len(counts))):
        if dimension not in keep:
            block.erase_arg(block.args[dimension])
    _set_bounds(op, [[each[d] for d in keep] for each in bounds], rewriter)
    return True


def _value(bound: Bound, op: Operation, rewriter: Rewriter) -> SSAValue:
    if isinstance(bound, SSAValue):
        return bound
    return rewriter.constant(make(IndexType(), [bound]), IndexType(), op, op.location)


def _inline(op: ForallOp, rewriter: Rewriter) -> bool:
    """Put the only iteration in place of the loop: what it puts into results is put in one slice after the other."""
    block, end = op.region.block, op.terminator
    arguments = tuple(block.args)[op.rank :]
    results: dict[SSAValue, SSAValue] = dict(zip(arguments, op.outputs, strict=True))
    rewriter.push(*block.ops)
    move_ops([each for each in block.ops if each is not end], op)
    for insert in list(end.region.block.ops):
        assert isinstance(insert, ParallelInsertSliceOp)
        into = insert.dest
        new = InsertSliceOp.create(
            operands=[insert.source, results[into], *insert.operands[2:]],
            result_types=[into.type],
            properties=insert.properties,
            attributes=insert.attributes,
        )
        rewriter.insert(op, new)
        results[into] = new.results[0]
    erase(end)
    rewriter.replace_values(arguments, op.outputs)
    rewriter.replace(op, [results[argument] for argument in arguments])
    return True


def _unused_results(op: Operation, rewriter: Rewriter) -> bool:
    """A result that nobody uses is not made; one that nothing is put into is what it began as."""
    assert isinstance(op, ForallOp)
    block, end = op.region.block, op.terminator
    arguments = tuple(block.args)[op.rank :]
    written = {insert.operands[1] for insert in end.region.block.ops}
    keep: list[int] = []
    for index, (argument, output, result) in enumerate(zip(arguments, op.outputs, op.results, strict=True)):
        if argument in written and result.first_use is not None:
            keep.append(index)
        elif argument not in written:
            rewriter.replace_values([argument, result], [output, output])
    if len(keep) == len(arguments):
        return False
    outputs = tuple(op.outputs)
    bounds = tuple(op.operands)[: len(op.operands) - len(outputs)]
    for index in reversed(range(len(arguments))):
        if index in keep:
            continue
        for insert in list(end.region.block.ops):
            if insert.operands[1] is arguments[index]:
                rewriter.erase(insert)
        rewriter.replace_values([arguments[index]], [outputs[index]])
        block.erase_arg(arguments[index])
    kept = [op.results[index] for index in keep]
    new = rebuilt(op, (*bounds, *(outputs[index] for index in keep)), [result.type for result in kept])
    sizes = [len(getattr(op, f"dynamic{name}")) for name in BOUNDS.values()]
    new.properties["operandSegmentSizes"] = DenseArrayBase.from_list(i32, [*sizes, len(keep)])
    rewriter.push(new)
    rewriter.replace_values(kept, new.results)
    rewriter.erase(op)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.PARALLEL_FORALL: (_known_bounds, _few_iterations, _unused_results),
}
