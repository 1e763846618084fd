"""Patterns on vectors in memory, and on reductions: masks that are known, bounds that are known, single elements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from asyncir.dialects import arith, vector, vector_memory, vector_reductions
from asyncir.dialects.arith_binary import MaxnumfOp, MaxUIOp, MinnumfOp, MinUIOp
from asyncir.dialects.elementwise import FastMathFlagsAttr, FastMathOp, element_type, is_signless
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.vector_transfer import TransferReadOp, TransferWriteOp
from asyncir.ir import (
    AffineDimExpr,
    ArrayAttr,
    Attribute,
    BoolAttr,
    DenseArrayBase,
    Operation,
    SSAValue,
    i64,
)
from asyncir.transforms._folds.constants import Key, definition, integer, signed_integer, width_of
from asyncir.transforms._folds.vectors import is_scalable, numbers_in, sizes_of
from asyncir.transforms._patterns.static_types import forgets, is_memref
from asyncir.transforms._patterns.tensors import uncast
from asyncir.transforms._rewriting import Pattern, Rewriter


def _through_cast(place: int) -> Pattern:
    """Let the op use the memory in front of a cast that only forgets what is known of it."""

    def pattern(op: Operation, rewriter: Rewriter) -> bool:
        narrow = definition(op.operands[place], OpKind.CAST_OF_MEMORY)
        if narrow is None or not is_memref(narrow.operands[0].type) or not forgets(narrow):
            return False
        operands = list(op.operands)
        operands[place] = narrow.operands[0]
        rewriter.set_operands(op, operands)
        return True

    return pattern


def _read_uncast(op: Operation, rewriter: Rewriter) -> bool:
    """Read from a tensor in front of such a cast."""
    source = uncast(op.operands[0])
    if source is op.operands[0]:
        return False
    rewriter.set_operands(op, (source, *op.operands[1:]))
    return True


def _alignment(op: Operation) -> dict[str, Attribute]:
    return {"alignment": op.properties["alignment"]} if "alignment" in op.properties else {}


def _masked_load(op: Operation, rewriter: Rewriter) -> bool:
    """Where no element is read, what stands for them; where each is, a load."""
    assert isinstance(op, vector_memory.MaskedLoad)
    known = integer(op.mask)
    if known is None:
        return False
    if known == 0:
        rewriter.replace(op, [op.pass_thru])
        return True
    operands = [op.base, *op.indices]
    new = vector_memory.LoadOp.create(
        operands=operands, result_types=op.result_types, properties=_alignment(op)
    )
    rewriter.replace_with(op, new)
    return True


def _masked_store(op: Operation, rewriter: Rewriter) -> bool:
    """Where no element is written, nothing is done; where each is, a store."""
    assert isinstance(op, vector_memory.MaskedStore)
    known = integer(op.mask)
    if known is None:
        return False
    if known == 1:
        operands = [op.value_to_store, op.base, *op.indices]
        rewriter.insert(op, vector_memory.StoreOp.create(operands=operands, properties=_alignment(op)))
    rewriter.erase(op)
    return True


def _gather_nothing(op: Operation, rewriter: Rewriter) -> bool:
    assert isinstance(op, vector_memory.GatherOp)
    if integer(op.mask) != 0:
        return False
    rewriter.replace(op, [op.pass_thru])
    return True


def _scatter_nothing(op: Operation, rewriter: Rewriter) -> bool:
    assert isinstance(op, vector_memory.ScatterOp)
    if integer(op.mask) != 0 or op.results:
        return False
    rewriter.erase(op)
    return True


def _in_bounds(op: Operation, rewriter: Rewriter) -> bool:
    """Dimensions of a transfer that lie inside, as constants tell, are said to."""
    assert isinstance(op, TransferReadOp | TransferWriteOp)
    moved = op.vector if isinstance(op, TransferReadOp) else op.value_to_store
    if is_scalable(moved.type):
        return False
    mapping = cast("Any", op.properties["permutation_map"]).data
    said = [bool(each.value.data) for each in cast("ArrayAttr[BoolAttr]", op.properties["in_bounds"])]
    known: list[bool] = []
    for size, expression, inside in zip(sizes_of(moved.type), mapping.results, said, strict=False):
        if inside or not isinstance(expression, AffineDimExpr):
            known.append(inside)
            continue
        extent, first = (
            shape_of(op.base.type)[expression.position],
            signed_integer(op.indices[expression.position]),
        )
        fits = extent is not None and first is not None and first >= 0 and first + size <= extent
        known.append(fits)
    if known == said or len(known) != len(said):
        return False
    op.properties["in_bounds"] = ArrayAttr([BoolAttr.from_bool(each) for each in known])
    rewriter.push(op)
    return True


def _smaller_mask(op: Operation, rewriter: Rewriter) -> bool:
    """A mask whose sizes are constants is constant."""
    assert isinstance(op, vector.CreateMaskOp)
    type_ = op.result.type
    known = [signed_integer(size) for size in op.operands]
    if is_scalable(type_) or any(size is None or size <= 0 for size in known):
        return False
    sizes = [min(size or 0, bound) for size, bound in zip(known, sizes_of(type_) or (1,), strict=True)]
    new = vector.ConstantMaskOp.create(
        result_types=[type_], properties={"mask_dim_sizes": DenseArrayBase.from_list(i64, sizes)}
    )
    rewriter.replace_with(op, new)
    return True


_COMBINE_INTEGERS: dict[str, type[Operation]] = {
    "add": arith.AddiOp,
    "mul": arith.MuliOp,
    "and": arith.AndIOp,
    "or": arith.OrIOp,
    "xor": arith.XOrIOp,
    "minsi": arith.MinSIOp,
    "maxsi": arith.MaxSIOp,
    "minui": MinUIOp,
    "maxui": MaxUIOp,
}
_COMBINE_FLOATS: dict[str, type[Operation]] = {
    "add": arith.AddfOp,
    "mul": arith.MulfOp,
    "minnumf": MinnumfOp,
    "maxnumf": MaxnumfOp,
    "minimumf": arith.MinimumfOp,
    "maximumf": arith.MaximumfOp,
}


def _combined(kind: str, left: SSAValue, right: SSAValue, flags: Attribute | None) -> Operation | None:
    """The op that combines two elements, or two vectors of them."""
    element = element_type(left.type)
    table = _COMBINE_FLOATS if width_of(element) is None else _COMBINE_INTEGERS
    combine = table.get(kind)
    if combine is None or not is_signless(element):
        return None
    new: Any = combine
    op: Operation = new(left, right)
    if isinstance(op, FastMathOp) and isinstance(flags, FastMathFlagsAttr):
        op.properties["fastmath"] = flags
    return op


def _is_masked(op: Operation) -> bool:
    """Whether the op is done for some of its elements only."""
    around = op.parent_op()
    return around is not None and kind_of(around) is OpKind.MASKED


def _mask_of_nothing(op: Operation, rewriter: Rewriter) -> bool:
    """Without an op that is masked there are only values, and others where the mask is not set."""
    mask, *others = op.operands
    end = op.regions[0].blocks[0].first_op
    if end is None or end.next_op is not None:
        return False
    if not others:
        rewriter.replace(op, list(end.operands))
        return True
    if len(op.results) != 1 or sizes_of(others[0].type) != sizes_of(mask.type):
        return False
    rewriter.replace_with(op, arith.SelectOp(mask, end.operands[0], others[0]))
    return True


def _reduction_of_one(op: Operation, rewriter: Rewriter) -> bool:
    """Of a single element there is nothing to combine, but with what it starts from."""
    assert isinstance(op, vector_reductions.ReductionOp)
    type_ = op.vector.type
    if is_scalable(type_) or sizes_of(type_) != (1,) or _is_masked(op):
        return False
    element = vector.ExtractOp.create(
        operands=[op.vector],
        result_types=op.result_types,
        properties={"static_position": DenseArrayBase.from_list(i64, [0])},
    )
    if op.acc is None:
        rewriter.replace_with(op, element)
        return True
    both = _combined(op.kind.data, element.results[0], op.acc, op.properties.get("fastmath"))
    if both is None:
        return False
    rewriter.replace_with(op, element, both)
    return True


def _reduction_of_nothing(op: Operation, rewriter: Rewriter) -> bool:
    """Without dimensions to reduce, each element is combined with what it starts from."""
    assert isinstance(op, vector_reductions.MultiDimReductionOp)
    if numbers_in(op, "reduction_dims") or _is_masked(op):
        return False
    both = _combined(op.kind.data, op.acc, op.source, None)
    if both is None:
        return False
    rewriter.replace_with(op, both)
    return True


PATTERNS: dict[Key, Sequence[Pattern]] = {
    OpKind.LOAD_OF_VECTOR: (_through_cast(0),),
    OpKind.STORE_OF_VECTOR: (_through_cast(1),),
    OpKind.TRANSFER_READ: (_through_cast(0), _read_uncast, _in_bounds),
    OpKind.TRANSFER_WRITE: (_through_cast(1), _in_bounds),
    vector_memory.MaskedLoadOp: (_masked_load,),
    vector_memory.ExpandLoadOp: (_masked_load,),
    vector_memory.MaskedStoreOp: (_masked_store,),
    vector_memory.CompressStoreOp: (_masked_store,),
    vector_memory.GatherOp: (_gather_nothing,),
    vector_memory.ScatterOp: (_scatter_nothing,),
    OpKind.MASKED: (_mask_of_nothing,),
    vector.CreateMaskOp: (_smaller_mask,),
    vector_reductions.ReductionOp: (_reduction_of_one,),
    vector_reductions.MultiDimReductionOp: (_reduction_of_nothing,),
}
