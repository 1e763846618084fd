"""How MLIR writes affine maps and sets, with as few parentheses as it does."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSet,
    AffineSymExpr,
)


def affine_text(value: AffineMap | AffineSet) -> str:
    """The map or set as mlir-opt prints it between `<` and `>`."""
    head = "(" + ", ".join(f"d{i}" for i in range(value.num_dims)) + ")"
    if value.num_symbols:
        head += "[" + ", ".join(f"s{i}" for i in range(value.num_symbols)) + "]"
    if isinstance(value, AffineMap):
        return f"{head} -> (" + ", ".join(expression_text(e) for e in value.results) + ")"
    constraints = [
        f"{expression_text(c.lhs)} {c.kind.value} {expression_text(c.rhs)}" for c in value.constraints
    ]
    return f"{head} : (" + ", ".join(constraints) + ")"


Names = Callable[[AffineDimExpr | AffineSymExpr], str]
"""How a dimension or symbol is written."""


def _letters(expr: AffineDimExpr | AffineSymExpr) -> str:
    return f"{'d' if isinstance(expr, AffineDimExpr) else 's'}{expr.position}"


def expression_text(expr: AffineExpr, names: Names = _letters, *, tight: bool = False) -> str:
    """The expression, with its dimensions and symbols written as `names` says; in parentheses where it is to be `tight`."""
    if isinstance(expr, AffineDimExpr | AffineSymExpr):
        return names(expr)
    if isinstance(expr, AffineConstantExpr):
        return str(expr.value)
    assert isinstance(expr, AffineBinaryOpExpr)
    text = _sum(expr, names) if expr.kind is AffineBinaryOpKind.Add else _product(expr, names)
    return f"({text})" if tight else text


def _product(expr: AffineBinaryOpExpr, names: Names) -> str:
    left = expression_text(expr.lhs, names, tight=True)
    if expr.kind is AffineBinaryOpKind.Mul and expr.rhs == AffineConstantExpr(-1):
        return "-" + left
    return f"{left} {expr.kind.get_token()} {expression_text(expr.rhs, names, tight=True)}"


def _sum(expr: AffineBinaryOpExpr, names: Names) -> str:
    left = expression_text(expr.lhs, names)
    match expr.rhs:
        case AffineConstantExpr(value) if value < 0:
            return f"{left} - {-value}"
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, inner, AffineConstantExpr(-1)):
            is_sum = isinstance(inner, AffineBinaryOpExpr) and inner.kind is AffineBinaryOpKind.Add
            return f"{left} - {expression_text(inner, names, tight=is_sum)}"
        case AffineBinaryOpExpr(AffineBinaryOpKind.Mul, inner, AffineConstantExpr(factor)) if factor < 0:
            return f"{left} - {expression_text(inner, names, tight=True)} * {-factor}"
        case other:
            return f"{left} + {expression_text(other, names)}"
