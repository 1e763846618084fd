"""How MLIR writes affine maps and sets, with as few parentheses as it does."""

from __future__ import annotations

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
        return f"{head} -> (" + ", ".join(_text(e, tight=False) for e in value.results) + ")"
    constraints = [
        f"{_text(c.lhs, tight=False)} {c.kind.value} {_text(c.rhs, tight=False)}" for c in value.constraints
    ]
    return f"{head} : (" + ", ".join(constraints) + ")"


def _text(expr: AffineExpr, tight: bool) -> str:
    if isinstance(expr, AffineDimExpr):
        return f"d{expr.position}"
    if isinstance(expr, AffineSymExpr):
        return f"s{expr.position}"
    if isinstance(expr, AffineConstantExpr):
        return str(expr.value)
    assert isinstance(expr, AffineBinaryOpExpr)
    text = _sum(expr) if expr.kind is AffineBinaryOpKind.Add else _product(expr)
    return f"({text})" if tight else text


def _product(expr: AffineBinaryOpExpr) -> str:
    minus_one = isinstance(expr.rhs, AffineConstantExpr) and expr.rhs.value == -1
    if expr.kind is AffineBinaryOpKind.Mul and minus_one:
        return "-" + _text(expr.lhs, tight=True)
    return f"{_text(expr.lhs, tight=True)} {expr.kind.get_token()} {_text(expr.rhs, tight=True)}"


def _sum(expr: AffineBinaryOpExpr) -> str:
    left = _text(expr.lhs, tight=False)
    right = expr.rhs
    if isinstance(right, AffineConstantExpr) and right.value < 0:
        return f"{left} - {-right.value}"
    if (
        isinstance(right, AffineBinaryOpExpr)
        and right.kind is AffineBinaryOpKind.Mul
        and isinstance(right.rhs, AffineConstantExpr)
        and right.rhs.value < 0
    ):
        factor = right.rhs.value
        if factor == -1:
            inner = right.lhs
            nested_sum = isinstance(inner, AffineBinaryOpExpr) and inner.kind is AffineBinaryOpKind.Add
            return f"{left} - {_text(inner, tight=nested_sum)}"
        return f"{left} - {_text(right.lhs, tight=True)} * {-factor}"
    return f"{left} + {_text(right, tight=False)}"
