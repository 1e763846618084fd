"""What expressions of affine maps come to, as arithmetic."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.dialects import arith
from asyncir.dialects.elementwise import IntegerBinaryOp
from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    SSAValue,
)
from asyncir.transforms._building import Builder

_BINARY: dict[AffineBinaryOpKind, type[IntegerBinaryOp]] = {
    AffineBinaryOpKind.Add: arith.AddiOp,
    AffineBinaryOpKind.Mul: arith.MuliOp,
    AffineBinaryOpKind.FloorDiv: arith.FloorDivSIOp,
    AffineBinaryOpKind.CeilDiv: arith.CeilDivSIOp,
}


def affine_values(
    code: Builder, expressions: Sequence[AffineExpr], map: AffineMap, operands: Sequence[SSAValue]
) -> list[SSAValue]:
    """What the expressions come to, over values for the dimensions and the symbols of the map."""

    def value(expr: AffineExpr) -> SSAValue:
        if isinstance(expr, AffineConstantExpr):
            return code.index(expr.value)
        if isinstance(expr, AffineDimExpr):
            return operands[expr.position]
        if not isinstance(expr, AffineBinaryOpExpr):
            return operands[map.num_dims + expr.position]  # pyright: ignore
        left, right = value(expr.lhs), value(expr.rhs)
        if expr.kind in _BINARY:
            return code.value(_BINARY[expr.kind](left, right))
        remainder = code.value(arith.RemSIOp(left, right))
        negative = code.test(remainder, "slt", code.index(0))
        return code.either(negative, code.plus(remainder, right), remainder)

    return [value(expr) for expr in expressions]
