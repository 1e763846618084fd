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


def expression_text(expr: AffineExpr, names: Names = _letters) -> str:
    """The expression, with its dimensions and symbols written as `names` says."""
    return _Text(names).of(expr, tight=False)


class _Text:
    def __init__(self, names: Names):
        self._names = names

    def of(self, expr: AffineExpr, tight: bool) -> str:
        if isinstance(expr, AffineDimExpr | AffineSymExpr):
            return self._names(expr)
        if isinstance(expr, AffineConstantExpr):
            return str(expr.value)
        assert isinstance(expr, AffineBinaryOpExpr)
        text = self._sum(expr) if expr.kind is AffineBinaryOpKind.Add else self._product(expr)
        return f"({text})" if tight else text

    def _product(self, expr: AffineBinaryOpExpr) -> str:
        minus_one = isinstance(expr.rhs, AffineConstantExpr) and expr.rhs.value == -1
        if expr.kind is AffineBinaryOpKind.Mul and minus_one:
            return "-" + self.of(expr.lhs, tight=True)
        return f"{self.of(expr.lhs, tight=True)} {expr.kind.get_token()} {self.of(expr.rhs, tight=True)}"

    def _sum(self, expr: AffineBinaryOpExpr) -> str:
        left = self.of(expr.lhs, tight=False)
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
                return f"{left} - {self.of(inner, tight=nested_sum)}"
            return f"{left} - {self.of(right.lhs, tight=True)} * {-factor}"
        return f"{left} + {self.of(right, tight=False)}"
