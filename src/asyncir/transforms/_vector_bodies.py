"""Bodies of structured ops on vectors: each op computes a whole vector of what it computes of one element."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from asyncir.dialects import arith, vector
from asyncir.dialects.arith_binary import UnsignedDivision
from asyncir.dialects.arith_casts import CastBase, IndexCastBase
from asyncir.dialects.elementwise import FloatBinaryOp, FloatUnaryOp, IntegerBinaryOp
from asyncir.dialects.linalg_structured import Structured
from asyncir.ir import Operation, SSAValue, VectorType
from asyncir.ir.dense import dense_of
from asyncir.ir.walk import terminator_of
from asyncir.transforms._building import Builder

_BY_ELEMENT = (
    IntegerBinaryOp,
    FloatBinaryOp,
    FloatUnaryOp,
    CastBase,
    arith.CmpiOp,
    arith.CmpfOp,
    arith.SelectOp,
    arith.ConstantOp,
)

_OTHERS = (IndexCastBase, UnsignedDivision)
"""Indices are not of the memory's type; a division may end the program in a lane that is not used."""


def is_by_element(op: Structured) -> bool:
    """Whether the body is arithmetic of nothing but its arguments, each op of which exists on vectors, too."""
    block = op.body.block
    known: set[SSAValue] = {*block.args}
    last = terminator_of(block)
    for inner in block.ops:
        if not known.issuperset(inner.operands):
            return False
        if inner is not last and (not isinstance(inner, _BY_ELEMENT) or isinstance(inner, _OTHERS)):
            return False
        known.update(inner.results)
    return True


def on_vectors(code: Builder, op: Structured, arguments: Mapping[SSAValue, SSAValue], lanes: int) -> SSAValue:
    """Compute what the body yields, for vectors in the place of its arguments; products that are added are fused."""
    known = dict(arguments)
    *computed, last = op.body.block.ops
    products = {inner: product for inner in computed if (product := _product_of(inner)) is not None}
    for inner in computed:
        if inner in products.values():
            continue
        copy = code.add(
            _fused(inner, products[inner], known) if inner in products else _wide(inner, known, lanes)
        )
        known.update(zip(inner.results, copy.results, strict=True))
    return known[last.operands[0]]


def _wide(op: Operation, known: Mapping[SSAValue, SSAValue], lanes: int) -> Operation:
    if isinstance(op, arith.ConstantOp):
        number: Any = op.value
        return arith.ConstantOp(dense_of(VectorType(number.get_type(), [lanes]), [number.value.data] * lanes))
    return type(op).create(
        operands=[known[operand] for operand in op.operands],
        result_types=[VectorType(of, [lanes]) for of in op.result_types],
        properties=dict(op.properties),
        attributes=dict(op.attributes),
    )


def _product_of(op: Operation) -> Operation | None:
    """The product that only this sum uses."""
    for operand in op.operands if isinstance(op, arith.AddfOp) else ():
        if isinstance(operand.owner, arith.MulfOp) and operand.has_one_use():
            return operand.owner
    return None


def _fused(op: Operation, product: Operation, known: Mapping[SSAValue, SSAValue]) -> Operation:
    (added,) = (operand for operand in op.operands if operand is not product.results[0])
    factors = [known[operand] for operand in product.operands]
    return vector.FMAOp.create(operands=[*factors, known[added]], result_types=[factors[0].type])
