"""`scf.forall` on memory: its iterations put their slices into the memory of what the loop makes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from asyncir.analyses.places_of_tensors import looks_at_own_part
from asyncir.dialects import memref, scf, tensor
from asyncir.dialects.effects import view_source
from asyncir.ir import DenseArrayBase, Operation, SSAValue, i32
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._tensor_memory import TensorMemory, is_there, part


def begin_forall(op: scf.ForallOp, code: Builder, memory: TensorMemory) -> None:
    """Say where what the loop makes is, and where what its iterations look at."""
    for number, (value, result) in enumerate(zip(op.outputs, op.results, strict=True)):
        argument = op.region.block.args[op.rank + number]
        keep = not isinstance(value.owner, tensor.EmptyOp)
        place = memory.of[result] = memory.destination(code, value, result, keep=keep)
        own = looks_at_own_part(op, number)
        memory.of[argument] = place if own else memory.get(value)


@dataclass(frozen=True, slots=True)
class _Move:
    """A slice to be put, and where."""

    source: SSAValue
    into: SSAValue
    op: tensor.ParallelInsertSliceOp


def end_iteration(end: scf.InParallelOp, memory: TensorMemory) -> list[Operation]:
    """Put the slices in front of the op, which is the last of an iteration; gives the ops that did so on tensors."""
    loop = end.parent_op()
    assert isinstance(loop, scf.ForallOp)
    places: dict[SSAValue, SSAValue] = dict(
        zip(loop.region.block.args[loop.rank :], loop.results, strict=True)
    )
    inserts = [op for op in end.region.block.ops if isinstance(op, tensor.ParallelInsertSliceOp)]
    moves = [_Move(memory.get(op.source), memory.of[places[op.dest]], op) for op in inserts]
    moves = [move for move in moves if not is_there(move.op, memory)]
    code = Builder(end)
    written = {move.into for move in moves}
    # One may be read where another is written, as where two tensors are exchanged.
    apart = len(moves) > 1
    sources = [
        memory.copied(code, m.source) if apart and view_source(m.source) in written else m.source
        for m in moves
    ]
    for move, source in zip(moves, sources, strict=True):
        lists = [move.op.mixed(which) for which in ("offsets", "sizes", "strides")]
        where = part(code, move.into, *lists, dropped=move.op.dropped_dimensions())
        code.add(memref.CopyOp(source, where))
    return list(inserts)


def without_shared_tensors(op: scf.ForallOp) -> None:
    """The loop, whose tensors nobody uses any more, without them."""
    block = op.region.block
    for argument in reversed(block.args[op.rank :]):
        block.erase_arg(argument)
    bounds: Sequence[SSAValue] = op.operands[: len(op.operands) - len(op.outputs)]
    counts = [len(op.dynamicLowerBound), len(op.dynamicUpperBound), len(op.dynamicStep), 0]
    properties = {**op.properties, "operandSegmentSizes": DenseArrayBase.from_list(i32, counts)}
    body = op.detach_region(op.region)
    Builder(op).add(
        scf.ForallOp.create(
            operands=bounds, properties=properties, attributes=dict(op.attributes), regions=[body]
        )
    )
    erase(op)
