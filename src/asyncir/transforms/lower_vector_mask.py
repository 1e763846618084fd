"""`lower-vector-mask`: ops in `vector.mask` become ops on vectors in which what is masked off changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from asyncir.analyses.integers.arithmetic import neutral
from asyncir.dialects import arith
from asyncir.dialects.arith_casts import ExtFOp, ExtSIOp, IndexCastOp
from asyncir.dialects.elementwise import NO_FASTMATH, element_type
from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.dialects.narrowing import is_integer
from asyncir.dialects.vector import BroadcastOp
from asyncir.dialects.vector_contract import ContractionOp, OuterProductOp
from asyncir.dialects.vector_mask import MaskOp, VectorYieldOp
from asyncir.dialects.vector_memory import GatherOp
from asyncir.dialects.vector_reductions import MultiDimReductionOp, ReductionOp
from asyncir.dialects.vector_shapes import TransposeOp
from asyncir.dialects.vector_transfer import TransferReadOp, TransferWriteOp
from asyncir.ir import (
    AffineDimExpr,
    AffineMap,
    AffineMapAttr,
    ArrayAttr,
    Attribute,
    BFloat16Type,
    DenseArrayBase,
    Float16Type,
    Float32Type,
    Float64Type,
    IndexType,
    Operation,
    SSAValue,
    VectorType,
    i64,
)
from asyncir.ir.walk import post_order
from asyncir.transforms._blocks import erase, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._folds.constants import make, width_of
from asyncir.transforms._folds.floats import EXTREMES, NEUTRAL
from asyncir.transforms._folds.vectors import is_scalable, sizes_of
from asyncir.transforms._passes import ScopedPass


class LowerVectorMask(ScopedPass):
    """
    Replace `vector.mask` by the op in it: on vectors with neutral elements where the mask is not set, or with the mask as an
    operand of its own.

    A mask around an outer product without an accumulator stays: nothing says what is where it is not set.
    """

    def run_on(self, root: Operation) -> bool:
        """Each mask by itself."""
        masks = [op for op in post_order(root) if isinstance(op, MaskOp)]
        return bool(sum(map(_lower, masks)))


def _lower(op: MaskOp) -> bool:
    inner = op.body.block.first_op
    assert inner is not None
    form = _FORMS.get(type(inner))
    results = None if form is None else form(Builder(op, inner), op, inner)
    if results is None:
        return False
    replace_all(op.results, results)
    erase(op)
    return True


Results = Sequence[SSAValue] | None
"""What stands for the results of the mask; None: it stays."""


def _values(code: Builder, op: MaskOp, end: Any) -> Results:
    if op.passthru is None:
        return list(end.operands)
    if len(op.results) != 1 or sizes_of(op.passthru.type) != sizes_of(op.mask.type):
        return None
    return [code.either(op.mask, end.operands[0], op.passthru)]


# ---- what combines elements ----

_INTEGERS = {
    **{"add": OpKind.ADD, "mul": OpKind.MULTIPLY, "and": OpKind.AND, "or": OpKind.OR, "xor": OpKind.XOR},
    **{"minsi": OpKind.MINIMUM, "maxsi": OpKind.MAXIMUM},
    **{"minui": OpKind.MINIMUM_UNSIGNED, "maxui": OpKind.MAXIMUM_UNSIGNED},
}
_FLOATS = {
    **{"add": OpKind.ADD_FLOAT, "mul": OpKind.MULTIPLY_FLOAT},
    **{"minnumf": OpKind.MINIMUM_NUMBER, "maxnumf": OpKind.MAXIMUM_NUMBER},
    **{"minimumf": OpKind.MINIMUM_FLOAT, "maximumf": OpKind.MAXIMUM_FLOAT},
}
_KNOWN_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type)


def _neutral(kind: str, of: Attribute) -> Attribute | None:
    """A vector of numbers with which elements can be combined so without a change."""
    width = width_of(of)
    if width is not None:
        number: float | None = neutral(_INTEGERS[kind], width)
    else:
        number = NEUTRAL[_FLOATS[kind]] if isinstance(element_type(of), _KNOWN_FLOATS) else None
    return None if number is None else make(of, [number])


def _kind(op: Any) -> str:
    return str(op.kind.data.value)


def _again(
    code: Builder, op: Operation, operands: Sequence[SSAValue], **changed: Attribute
) -> list[SSAValue]:
    """The same op on other operands; its results."""
    made = type(op).create(
        operands=operands,
        result_types=[result.type for result in op.results],
        properties={**op.properties, **changed},
        attributes=dict(op.attributes),
    )
    return list(code.add(made).results)


def _chosen(code: Builder, mask: SSAValue, value: SSAValue, other: Attribute) -> SSAValue:
    return code.either(mask, value, code.value(arith.ConstantOp(other)))


def _reduction(code: Builder, op: MaskOp, inner: Any) -> Results:
    vector, *acc = inner.operands
    other = _neutral(_kind(inner), vector.type)
    if other is None:
        return None
    # That there is no NaN or infinity is no longer true where one of them is neutral.
    extreme = isinstance(inner, ReductionOp) and _FLOATS.get(_kind(inner)) in EXTREMES
    changed: dict[str, Attribute] = {"fastmath": NO_FASTMATH} if extreme else {}
    return _again(code, inner, [_chosen(code, op.mask, vector, other), *acc], **changed)


def _outer_product(code: Builder, op: MaskOp, inner: Any) -> Results:
    if inner.acc is None:
        return None
    (product,) = _again(code, inner, inner.operands)
    return [code.either(op.mask, product, inner.acc)]


def _contraction(code: Builder, op: MaskOp, inner: Any) -> Results:
    """Both factors at each point, so that the mask, which has a bit for each of them, can choose."""
    source, target = element_type(inner.lhs.type), element_type(inner.result.type)
    extents, maps = inner.extents(), inner.maps
    full = VectorType(target, extents)
    other = _neutral(_kind(inner), full)
    scalable = any(is_scalable(value.type) for value in inner.operands)
    if other is None or scalable or not _widens(source, target):
        return None
    factors: list[SSAValue] = []
    one = _neutral("mul", full)
    assert one is not None
    for value, map, spare in zip((inner.lhs, inner.rhs), maps, (other, one), strict=False):
        wide = _widened(code, value, target)
        there = _spread(code, wide, [expr.position for expr in map.results], extents)
        factors.append(_chosen(code, op.mask, there, spare))
    identity = AffineMap.identity(len(extents))
    changed = ArrayAttr([AffineMapAttr(map) for map in (identity, identity, maps[2])])
    return _again(code, inner, [*factors, inner.acc], indexing_maps=changed)


def _widens(source: Attribute, target: Attribute) -> bool:
    """Whether each number of a type is one of another."""
    if source == target:
        return True
    widths = width_of(source), width_of(target)
    if widths[0] is not None and widths[1] is not None:
        return widths[0] <= widths[1]
    order: list[Any] = [(Float16Type, BFloat16Type), Float32Type, Float64Type]
    places = [
        next((n for n, of in enumerate(order) if isinstance(each, of)), -1) for each in (source, target)
    ]
    return -1 < places[0] < places[1]


def _widened(code: Builder, value: SSAValue, element: Attribute) -> SSAValue:
    of: Any = value.type
    if of.element_type == element:
        return value
    cast = IndexCastOp if isinstance(element, IndexType) or isinstance(of.element_type, IndexType) else ExtFOp
    if is_integer(of.element_type) and is_integer(element):
        cast = ExtSIOp
    return code.value(cast.create(operands=[value], result_types=[VectorType(element, of.get_shape())]))


def _spread(code: Builder, value: SSAValue, dims: Sequence[int], extents: Sequence[int]) -> SSAValue:
    """A vector that has, of the dimensions with these extents, those in `dims`: repeated along the others, all in order."""
    of: Any = value.type
    order = [*(dim for dim in range(len(extents)) if dim not in dims), *dims]
    if len(order) > len(dims):
        wide = VectorType(of.element_type, [extents[dim] for dim in order])
        value = code.value(BroadcastOp.create(operands=[value], result_types=[wide]))
    if order == sorted(order):
        return value
    places = DenseArrayBase.from_list(i64, [order.index(dim) for dim in range(len(order))])
    made = TransposeOp.create(
        operands=[value],
        result_types=[VectorType(of.element_type, extents)],
        properties={"permutation": places},
    )
    return code.value(made)


# ---- what accesses memory ----


def _both(code: Builder, mask: SSAValue, other: SSAValue | None) -> SSAValue:
    return mask if other is None else code.value(arith.AndIOp(mask, other))


def _gather(code: Builder, op: MaskOp, inner: Any) -> Results:
    mask = _both(code, op.mask, inner.mask)
    return _again(code, inner, [inner.base, *inner.offsets, inner.indices, mask, inner.pass_thru])


def _read(code: Builder, op: MaskOp, inner: Any) -> Results:
    of = inner.vector.type
    if op.passthru is not None and is_scalable(of):
        return None
    read = _transfer(code, op, inner, [inner.base, inner.indices, inner.padding])
    if op.passthru is None:
        return read
    results = inner.permutation_map.data.results
    # The mask has the dimensions in the order of the memref's, and none of those that are repeated.
    dims = sorted((e.position, place) for place, e in enumerate(results) if isinstance(e, AffineDimExpr))
    on = _spread(code, op.mask, [place for _, place in dims], sizes_of(of))
    return [code.either(on, read[0], op.passthru)]


def _write(code: Builder, op: MaskOp, inner: Any) -> Results:
    return _transfer(code, op, inner, [inner.value_to_store, inner.base, inner.indices])


def _transfer(code: Builder, op: MaskOp, inner: Any, operands: Sequence[Any]) -> list[SSAValue]:
    """The transfer with the mask as an operand."""
    op_type: Any = TransferReadOp if isinstance(inner, TransferReadOp) else TransferWriteOp
    types: list[Attribute] = [result.type for result in inner.results]
    made = op_type.build(
        operands=[*operands, _both(code, op.mask, inner.mask)],
        result_types=types if op_type is TransferReadOp else [types],
        properties={name: inner.properties[name] for name in ("permutation_map", "in_bounds")},
        attributes=dict(inner.attributes),
    )
    return list(code.add(made).results)


_FORMS: dict[type[Operation], Callable[[Builder, MaskOp, Any], Results]] = {
    ContractionOp: _contraction,
    GatherOp: _gather,
    MultiDimReductionOp: _reduction,
    OuterProductOp: _outer_product,
    ReductionOp: _reduction,
    TransferReadOp: _read,
    TransferWriteOp: _write,
    VectorYieldOp: _values,
}
