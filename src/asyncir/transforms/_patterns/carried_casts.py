"""Patterns on loops that carry tensors of which a cast has forgotten what is known: they carry them as they were."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import tensor
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.scf_forall import ForallOp
from asyncir.ir import Attribute, Operation, SSAValue
from asyncir.ir.walk import first_of, terminator_of
from asyncir.transforms._folds.constants import Key
from asyncir.transforms._patterns.tensors import uncast
from asyncir.transforms._rebuilding import rebuilt
from asyncir.transforms._rewriting import Pattern, Rewriter


def _cast(value: SSAValue, type_: Attribute, before: Operation, rewriter: Rewriter) -> SSAValue:
    cast_ = tensor.TensorCastOp.create(operands=[value], result_types=[type_])
    rewriter.insert(before, cast_)
    return cast_.results[0]


def _carried_cast(op: Operation, rewriter: Rewriter) -> bool:
    """A loop carries a tensor as it was before a cast, if its result is cast back."""
    for index, result in enumerate(op.results):
        place = 3 + index
        source = uncast(op.operands[place])
        if source is op.operands[place] or not result.has_one_use():
            continue
        use = result.first_use
        user = None if use is None else use.operation
        if not isinstance(user, tensor.TensorCastOp) or user.results[0].type != source.type:
            continue
        wide, body = result.type, op.regions[0].block
        old = body.args[1 + index]
        new_argument = body.insert_arg(source.type, 1 + index, op.location)
        if old.first_use is not None:
            rewriter.replace_values([old], [_cast(new_argument, wide, first_of(body), rewriter)])
        body.erase_arg(old)
        end = terminator_of(body)
        yielded = list(end.operands)
        yielded[index] = _cast(yielded[index], source.type, end, rewriter)
        rewriter.set_operands(end, yielded)
        operands = list(op.operands)
        operands[place] = source
        types = list(op.result_types)
        types[index] = source.type
        new = rebuilt(op, operands, types)
        rewriter.push(new)
        news = list[SSAValue](new.results)
        news[index] = _cast(new.results[index], wide, op, rewriter)
        rewriter.replace(op, news)
        return True
    return False


def _shared_cast(op: Operation, rewriter: Rewriter) -> bool:
    """Iterations put slices into a tensor as it was before a cast."""
    assert isinstance(op, ForallOp)
    count = len(op.outputs)
    start = len(op.operands) - count
    operands = [*op.operands[:start], *(uncast(value) for value in op.outputs)]
    if all(one is other for one, other in zip(operands, op.operands, strict=True)):
        return False
    block, end = op.region.block, op.terminator
    old_types = tuple(op.result_types)
    types = [value.type for value in operands[start:]]
    written = set(end.region.block.ops)
    for index, (type_, wide) in enumerate(zip(types, old_types, strict=True)):
        if type_ == wide:
            continue
        old = block.args[op.rank + index]
        new = block.insert_arg(type_, old.index, op.location)
        seen: SSAValue | None = None
        for use in list(old.uses):
            value: SSAValue = new
            if use.operation not in written:
                seen = seen or _cast(new, wide, first_of(block), rewriter)
                value = seen
            uses = list(use.operation.operands)
            uses[use.index] = value
            rewriter.set_operands(use.operation, uses)
        block.erase_arg(old)
    new_op = rebuilt(op, operands, types)
    rewriter.push(new_op)
    results = [
        result if result.type == wide else _cast(result, wide, op, rewriter)
        for result, wide in zip(new_op.results, old_types, strict=True)
    ]
    rewriter.replace(op, results)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.COUNTED_LOOP: (_carried_cast,),
    OpKind.PARALLEL_FORALL: (_shared_cast,),
}
