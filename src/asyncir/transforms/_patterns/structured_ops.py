"""Patterns on structured ops (linalg): those that do nothing, or move what was moved; static sizes of their operands."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import linalg, tensor
from asyncir.dialects.linalg_generic import GenericOp
from asyncir.dialects.linalg_maps import dims_of, identity
from asyncir.dialects.linalg_structured import Structured, extents_of
from asyncir.dialects.memref_layout import Extent
from asyncir.ir import Attribute, BlockArgument, Operation, SSAValue, VerifyException
from asyncir.ir.walk import terminator_of
from asyncir.transforms._folds.constants import Key
from asyncir.transforms._patterns.static_types import is_tensor
from asyncir.transforms._patterns.tensors import uncast, with_shape
from asyncir.transforms._rebuilding import rebuilt
from asyncir.transforms._rewriting import Pattern, Rewriter


def _no_points(op: Operation, rewriter: Rewriter) -> bool:
    """An op on memory that is done for no point does nothing."""
    assert isinstance(op, Structured)
    if op.results or 0 not in op.sizes():
        return False
    rewriter.erase(op)
    return True


def _gives_operands(op: Operation, rewriter: Rewriter) -> bool:
    """An op that gives at each point the element of an operand that is there has that operand as its result."""
    assert isinstance(op, Structured)
    block = op.body.block
    end = terminator_of(block)
    if block.first_op is not end or len(op.inits) != len(end.operands):
        return False
    if any(map_ != identity(len(op.loop_kinds)) for map_ in op.maps):
        return False
    given: list[SSAValue] = []
    for value in end.operands:
        if not isinstance(value, BlockArgument) or value.block is not block:
            return False
        given.append(op.operands[value.index])
    if not op.results:
        if any(value is not init for value, init in zip(given, op.inits, strict=True)):
            return False
        rewriter.erase(op)
        return True
    if any(value.type != result.type for value, result in zip(given, op.results, strict=True)):
        return False
    rewriter.replace(op, given)
    return True


def _copy_to_itself(op: Operation, rewriter: Rewriter) -> bool:
    if op.operands[0] is not op.operands[1]:
        return False
    rewriter.replace(op, op.operands[:1] if op.results else ())
    return True


def _loop_sizes(op: Structured, types: Sequence[Attribute]) -> list[Extent] | None:
    """How many iterations each loop has, as far as any of these types of operands tells; None where they differ."""
    sizes: list[Extent] = [None] * len(op.loop_kinds)
    for map_, type_ in zip(op.maps, types, strict=True):
        for dim, extent in zip(dims_of(map_), extents_of(type_), strict=True):
            if dim is None or extent is None:
                continue
            if sizes[dim] not in (None, extent):
                return None
            sizes[dim] = extent
    return sizes


def _static_operands(op: Operation, rewriter: Rewriter) -> bool:
    """Operands are tensors of what is known of their sizes: before casts, and from the other operands."""
    assert isinstance(op, Structured)
    if not op.results:
        return False
    operands = [uncast(value) for value in op.operands]
    sizes = _loop_sizes(op, [value.type for value in operands])
    if sizes is None:
        return False
    types: list[Attribute] = []
    for map_, value in zip(op.maps, operands, strict=True):
        if not is_tensor(value.type):
            types.append(value.type)
            continue
        dims = zip(dims_of(map_), extents_of(value.type), strict=True)
        shape = [sizes[dim] if dim is not None and size is None else size for dim, size in dims]
        types.append(with_shape(value.type, shape))
    if types == [value.type for value in op.operands]:
        return False
    return _with_operands(op, operands, types, rewriter)


def _with_operands(
    op: Structured, operands: Sequence[SSAValue], types: Sequence[Attribute], rewriter: Rewriter
) -> bool:
    """Give the op these operands, cast to these types, if that is valid."""
    casts = [
        None if value.type == type_ else tensor.TensorCastOp.create(operands=[value], result_types=[type_])
        for value, type_ in zip(operands, types, strict=True)
    ]
    values = [
        value if cast_ is None else cast_.results[0] for value, cast_ in zip(operands, casts, strict=True)
    ]
    inits: list[Attribute] = [type_ for type_ in types[len(op.ins) :] if is_tensor(type_)]
    new = rebuilt(op, values, inits)
    try:
        new.verify_()
    except VerifyException:
        for _ in range(len(new.regions)):
            op.add_region(new.detach_region(0))
        new.operands = ()
        new.detach()
        return False
    rewriter.insert(new, *(cast_ for cast_ in casts if cast_ is not None))
    rewriter.push(new)
    results: list[SSAValue] = []
    for result, old in zip(new.results, op.results, strict=True):
        value: SSAValue = result
        if result.type != old.type:
            back = tensor.TensorCastOp.create(operands=[result], result_types=[old.type])
            rewriter.insert(op, back)
            value = back.results[0]
        results.append(value)
    rewriter.replace(op, results)
    return True


def _transpose(op: Operation, rewriter: Rewriter) -> bool:
    """A transposition of a transposition is one; of what was repeated, it is repeated elsewhere."""
    assert isinstance(op, linalg.LinalgTransposeOp)
    inner = op.input.owner
    if not op.results:
        return False
    if isinstance(inner, linalg.LinalgTransposeOp):
        order = [inner.numbers[d] for d in op.numbers]
        rewriter.replace_with(op, linalg.LinalgTransposeOp.of(inner.input, op.init, order))
        return True
    if not isinstance(inner, linalg.LinalgBroadcastOp):
        return False
    kept = [d for d in op.numbers if d not in inner.numbers]
    if kept != sorted(kept):
        return False
    added = [place for place, d in enumerate(op.numbers) if d in inner.numbers]
    rewriter.replace_with(op, linalg.LinalgBroadcastOp.of(inner.input, op.init, added))
    return True


def _broadcast(op: Operation, rewriter: Rewriter) -> bool:
    """What is repeated along some dimensions, and then along others, is repeated along all of them."""
    assert isinstance(op, linalg.LinalgBroadcastOp)
    inner = op.input.owner
    if not op.results or not isinstance(inner, linalg.LinalgBroadcastOp):
        return False
    kept = [d for d in range(len(extents_of(op.init.type))) if d not in op.numbers]
    added = sorted({*op.numbers, *(kept[d] for d in inner.numbers)})
    rewriter.replace_with(op, linalg.LinalgBroadcastOp.of(inner.input, op.init, added))
    return True


_STRUCTURED = [op for op in linalg.Linalg.operations if issubclass(op, Structured)]
_OWN: dict[type[Operation], tuple[Pattern, ...]] = {
    GenericOp: (_gives_operands,),
    linalg.ElementCopyOp: (_copy_to_itself,),
    linalg.LinalgTransposeOp: (_gives_operands, _transpose),
    linalg.LinalgBroadcastOp: (_gives_operands, _broadcast),
}

PATTERNS: dict[Key, Sequence[Pattern]] = {
    kind: (_no_points, *_OWN.get(kind, ()), _static_operands) for kind in _STRUCTURED
}
