"""What the words of `computes` in a machine file mean: loops over the elements of memrefs.

Inputs are converted to the type of the output's elements first; where an input has size 1 in a dimension, and the output has
not, its one element stands for all. An input that is a number stands for memory full of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, cast

from asyncir.dialects import arith, math, memref, scf
from asyncir.dialects.memref_views import DimOp
from asyncir.ir import (
    AnyFloat,
    Attribute,
    Block,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IntegerType,
    MemRefType,
    Operation,
    Region,
    SSAValue,
)
from asyncir.targets.vendor_ops import Computes
from asyncir.transforms._building import INDEX, Builder


class NotComputed(Exception):
    """Says why the operands of an op do not go with what it computes."""


def compute(kind: Computes, inputs: Sequence[SSAValue], outputs: Sequence[SSAValue], build: Builder) -> None:
    """Put loops that compute the outputs from the inputs where `build` is. Raises `NotComputed`."""
    if not outputs or not _is_memref(outputs[0]):
        raise NotComputed("it has no output that is a memref")
    needed = 2 if kind in _OF_TWO else 1
    if len(inputs) < needed:
        raise NotComputed(
            f"it has {len(inputs)} inputs, where {needed} are needed: what its table lists under `reads`"
        )
    element = _memref(outputs[0]).element_type
    if not isinstance(element, (AnyFloat, IntegerType, IndexType)):
        raise NotComputed(f"elements of type {element} are not computed with")
    if kind in (Computes.MATMUL, Computes.MATMUL_ACCUMULATE):
        _matmul(inputs[0], inputs[1], outputs[0], build, accumulates=kind is Computes.MATMUL_ACCUMULATE)
    elif kind is Computes.TRANSPOSE:
        _transpose(inputs[0], outputs[0], build)
    elif kind in _REDUCTIONS:
        _reduce(kind, inputs[0], outputs[0], build)
    else:
        _elementwise(kind, inputs[:needed], outputs[0], build)


# Element by element


def _elementwise(kind: Computes, inputs: Sequence[SSAValue], output: SSAValue, build: Builder) -> None:
    rank, element = _rank(output), _memref(output).element_type
    for value in inputs:
        if _is_memref(value) and _rank(value) not in (0, rank):
            raise NotComputed(f"an input has {_rank(value)} dimensions, and the output {rank}")
        _demand_equal(_shape(value) if _is_memref(value) else (), _shape(output), ones=True)
    inner, at = _loops(_extents(output, build), build)
    values = [_converted(_element(value, at, output, inner), element, inner) for value in inputs]
    inner.add(memref.StoreOp(_result(kind, values, element, inner), output, at))


def _result(kind: Computes, values: Sequence[SSAValue], type_: Attribute, build: Builder) -> SSAValue:
    if kind in (Computes.COPY, Computes.FILL):
        return values[0]
    if kind in _OF_TWO:
        return build.value(_OF_TWO[kind][isinstance(type_, AnyFloat)](*values))
    if kind is Computes.RELU:
        return build.value(_OF_TWO[Computes.MAX][isinstance(type_, AnyFloat)](values[0], _zero(type_, build)))
    if kind is Computes.NEG:
        return build.value(_OF_TWO[Computes.SUB][isinstance(type_, AnyFloat)](_zero(type_, build), values[0]))
    if not isinstance(type_, AnyFloat) and kind is not Computes.ABS:
        raise NotComputed(f"'{kind}' is of floats, not of {type_}")
    suffix = ("f" if isinstance(type_, AnyFloat) else "i") if kind is Computes.ABS else ""
    function = _FUNCTIONS[f"{kind}{suffix}"]
    return build.value(function.create(operands=[values[0]], result_types=[type_]))


_FUNCTIONS = {op.name.partition(".")[2]: op for op in (*math.FUNCTIONS, *math.INTEGER_FUNCTIONS)}

_OF_TWO: dict[Computes, tuple[type[Any], type[Any]]] = {
    Computes.ADD: (arith.AddiOp, arith.AddfOp),
    Computes.SUB: (arith.SubiOp, arith.SubfOp),
    Computes.MUL: (arith.MuliOp, arith.MulfOp),
    Computes.DIV: (arith.DivSIOp, arith.DivfOp),
    Computes.MAX: (arith.MaxSIOp, arith.MaximumfOp),
    Computes.MIN: (arith.MinSIOp, arith.MinimumfOp),
    Computes.MATMUL: (arith.MuliOp, arith.MulfOp),
    Computes.MATMUL_ACCUMULATE: (arith.MuliOp, arith.MulfOp),
}
"""For integers and for floats."""

_REDUCTIONS = {Computes.REDUCE_SUM: Computes.ADD, Computes.REDUCE_MAX: Computes.MAX}


# With sums


def _matmul(left: SSAValue, right: SSAValue, output: SSAValue, build: Builder, *, accumulates: bool) -> None:
    if any(not _is_memref(value) or _rank(value) != 2 for value in (left, right, output)):
        raise NotComputed("the operands of a matrix product are memrefs of two dimensions")
    (rows, inside), (deep, columns) = _shape(left), _shape(right)
    _demand_equal([rows, columns, inside], [*_shape(output), deep])
    element = _memref(output).element_type
    outer, (i, j) = _loops(_extents(output, build), build)
    if not accumulates:
        outer.add(memref.StoreOp(_zero(element, outer), output, [i, j]))
    inner, (k,) = _loops(_extents(left, outer)[1:], outer)
    one, other = (
        _converted(inner.value(memref.LoadOp(value, at)), element, inner)
        for value, at in ((left, [i, k]), (right, [k, j]))
    )
    product = _result(Computes.MUL, [one, other], element, inner)
    before = inner.value(memref.LoadOp(output, [i, j]))
    inner.add(memref.StoreOp(_result(Computes.ADD, [before, product], element, inner), output, [i, j]))


def _transpose(source: SSAValue, output: SSAValue, build: Builder) -> None:
    if not _is_memref(source) or _rank(source) != _rank(output):
        raise NotComputed(f"what is transposed has no {_rank(output)} dimensions, as the output has")
    _demand_equal(_shape(source)[::-1], _shape(output))
    inner, at = _loops(_extents(output, build), build)
    value = inner.value(memref.LoadOp(source, list(reversed(at))))
    inner.add(memref.StoreOp(_converted(value, _memref(output).element_type, inner), output, at))


def _reduce(kind: Computes, source: SSAValue, output: SSAValue, build: Builder) -> None:
    """Over the last dimension, which the output lacks; over those in which the output has size 1; over all if it has none."""
    if not _is_memref(source):
        raise NotComputed("what is reduced is a memref")
    rank, result, element = _rank(source), _rank(output), _memref(output).element_type
    if result not in (0, rank - 1, rank):
        raise NotComputed(f"the input has {rank} dimensions, and the output {result}")
    _demand_equal(_shape(output), _shape(source)[:result], ones=result == rank)
    first, at = _loops(_extents(output, build), build)
    first.add(memref.StoreOp(_first(kind, element, first), output, at))
    inner, indices = _loops(_extents(source, build), build)
    place = [
        _index(0, inner) if result == rank and _shape(output)[d] == 1 else index
        for d, index in enumerate(indices[:result])
    ]
    value = _converted(inner.value(memref.LoadOp(source, indices)), element, inner)
    before = inner.value(memref.LoadOp(output, place))
    inner.add(memref.StoreOp(_result(_REDUCTIONS[kind], [before, value], element, inner), output, place))


def _first(kind: Computes, type_: Attribute, build: Builder) -> SSAValue:
    """What changes nothing."""
    if kind is Computes.REDUCE_SUM:
        return _zero(type_, build)
    if isinstance(type_, AnyFloat):
        return build.value(arith.ConstantOp(FloatAttr(float("-inf"), type_)))
    width = type_.bitwidth if isinstance(type_, IntegerType) else 64
    return build.value(arith.ConstantOp(IntegerAttr(-(1 << (width - 1)), cast("IntegerType", type_))))


# Parts


def _memref(value: SSAValue) -> MemRefType[Attribute]:
    return cast("MemRefType[Attribute]", value.type)


def _is_memref(value: SSAValue) -> bool:
    return isinstance(value.type, MemRefType)


def _shape(value: SSAValue) -> Sequence[int]:
    return _memref(value).get_shape()


def _rank(value: SSAValue) -> int:
    return len(_shape(value))


def _demand_equal(sizes: Sequence[int], others: Sequence[int], *, ones: bool = False) -> None:
    """Raise where sizes that are known are not the same; with `ones`, those of the first may be 1."""
    for size, other in zip(sizes, others, strict=False):
        if min(size, other) >= 0 and size != other and not (ones and size == 1):
            raise NotComputed(f"its sizes {size} and {other} are not the same")


def _index(number: int, build: Builder) -> SSAValue:
    return build.value(arith.ConstantOp(IntegerAttr(number, INDEX)))


def _extents(value: SSAValue, build: Builder) -> list[SSAValue]:
    """The sizes of a memref."""
    return [
        _index(size, build)
        if size >= 0
        else build.value(DimOp.create(operands=[value, _index(d, build)], result_types=[INDEX]))
        for d, size in enumerate(_shape(value))
    ]


def _loops(extents: Sequence[SSAValue], build: Builder) -> tuple[Builder, list[SSAValue]]:
    """Loops inside of each other; where their body is, and the indices there."""
    indices: list[SSAValue] = []
    for extent in extents:
        block = Block(arg_types=[INDEX])
        end = scf.YieldOp()
        block.add_op(end)
        end.location = build.location
        build.add(scf.ForOp(_index(0, build), extent, _index(1, build), [], Region(block)))
        build = Builder(end, build.location)
        indices.append(block.args[0])
    return build, indices


def _element(value: SSAValue, at: Sequence[SSAValue], output: SSAValue, build: Builder) -> SSAValue:
    """The element of an input for an element of the output."""
    if not _is_memref(value):
        return value
    sizes = zip(_shape(value), _shape(output), strict=False)
    place = [_index(0, build) if own == 1 != size else at[d] for d, (own, size) in enumerate(sizes)]
    return build.value(memref.LoadOp(value, place[: _rank(value)]))


def _zero(type_: Attribute, build: Builder) -> SSAValue:
    if isinstance(type_, AnyFloat):
        return build.value(arith.ConstantOp(FloatAttr(0.0, type_)))
    return build.value(arith.ConstantOp(IntegerAttr(0, cast("IntegerType", type_))))


def _converted(value: SSAValue, type_: Attribute, build: Builder) -> SSAValue:
    """The value as one of another type of numbers."""
    if value.type == type_:
        return value
    conversion = _conversion(value.type, type_)
    if conversion is None:
        raise NotComputed(f"{value.type} is not converted to {type_}")
    return build.value(conversion.create(operands=[value], result_types=[type_]))


def _conversion(old: Attribute, new: Attribute) -> type[Operation] | None:
    """The op that converts numbers; None where there is none."""
    if isinstance(old, AnyFloat) and isinstance(new, AnyFloat):
        widens, narrows = old.bitwidth < new.bitwidth, old.bitwidth > new.bitwidth
        return arith.ExtFOp if widens else arith.TruncFOp if narrows else None
    if isinstance(old, IntegerType) and isinstance(new, IntegerType):
        return arith.ExtSIOp if old.bitwidth < new.bitwidth else arith.TruncIOp
    if isinstance(old, IntegerType) and isinstance(new, AnyFloat):
        return arith.SIToFPOp
    if isinstance(old, AnyFloat) and isinstance(new, IntegerType):
        return arith.FPToSIOp
    integers = isinstance(old, (IntegerType, IndexType)) and isinstance(new, (IntegerType, IndexType))
    return arith.IndexCastOp if integers else None
