"""Affine expressions as MLIR makes them: its simplifications, and products and quotients by symbols, which xDSL refuses."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, NamedTuple

from xdsl.ir.affine import AffineConstraintExpr, AffineConstraintKind
from xdsl.parser.affine_parser import AffineParser
from xdsl.utils.mlir_lexer import MLIRTokenKind

from asyncir.ir import (
    AffineBinaryOpExpr,
    AffineBinaryOpKind,
    AffineConstantExpr,
    AffineDimExpr,
    AffineExpr,
    ParseError,
)

_ADD, _MUL, _MOD = AffineBinaryOpKind.Add, AffineBinaryOpKind.Mul, AffineBinaryOpKind.Mod
_FLOOR, _CEIL = AffineBinaryOpKind.FloorDiv, AffineBinaryOpKind.CeilDiv
_KINDS = {"+": _ADD, "*": _MUL, "mod": _MOD, "floordiv": _FLOOR, "ceildiv": _CEIL}
_MOST = 2**63


class NotAffine(ValueError):
    """A product, or a quotient, of what changes with two dimensions."""


def binary(kind: AffineBinaryOpKind, left: AffineExpr, right: AffineExpr) -> AffineExpr:
    """The expression, simplified as far as MLIR does it; raises `NotAffine` where it is not semi-affine."""
    if kind is _MUL and not is_symbolic(left) and not is_symbolic(right):
        raise NotAffine(
            "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
        )
    if kind not in (_ADD, _MUL) and not is_symbolic(right):
        name = kind.get_token()
        raise NotAffine(
            f"non-affine expression: right operand of {name} has to be either a constant or symbolic"
        )
    simpler = _SIMPLIFIERS[kind](left, right)
    return AffineBinaryOpExpr(kind, left, right) if simpler is None else simpler


def negated(expr: AffineExpr) -> AffineExpr:
    """The expression times -1."""
    return binary(_MUL, expr, AffineConstantExpr(-1))


def is_symbolic(expr: AffineExpr) -> bool:
    """Whether there is no dimension in it."""
    return _facts(expr).symbolic


def divisor(expr: AffineExpr) -> int:
    """The greatest number that is known to divide all values of the expression."""
    return _facts(expr).divisor


class _Facts(NamedTuple):
    symbolic: bool
    divisor: int


def _facts(expr: AffineExpr) -> _Facts:
    """What is known of an expression; kept with it, or long sums would take quadratic time."""
    if isinstance(expr, AffineConstantExpr):
        return _Facts(True, abs(expr.value))
    if not isinstance(expr, AffineBinaryOpExpr):
        return _Facts(not isinstance(expr, AffineDimExpr), 1)
    known: _Facts | None = vars(expr).get("_facts")
    if known is None:
        left, right = _facts(expr.lhs), _facts(expr.rhs)
        known = _Facts(left.symbolic and right.symbolic, _divisor(expr, left.divisor, right.divisor))
        vars(expr)["_facts"] = known
    return known


def _divisor(expr: AffineBinaryOpExpr, left: int, right: int) -> int:
    if expr.kind in (_FLOOR, _CEIL):
        by = _constant(expr.rhs)
        return abs(left // by) if by and left % by == 0 else 1
    return left * right if expr.kind is _MUL else math.gcd(left, right)


def _constant(expr: AffineExpr) -> int | None:
    return expr.value if isinstance(expr, AffineConstantExpr) else None


def _number(value: int) -> AffineExpr | None:
    return AffineConstantExpr(value) if -_MOST <= value < _MOST else None


def _parts(expr: AffineExpr, kind: AffineBinaryOpKind) -> tuple[AffineExpr, AffineExpr] | None:
    """The operands of the expression if it is of that kind."""
    return (expr.lhs, expr.rhs) if isinstance(expr, AffineBinaryOpExpr) and expr.kind is kind else None


def _with_constant(expr: AffineExpr, kind: AffineBinaryOpKind) -> tuple[AffineExpr, int] | None:
    parts = _parts(expr, kind)
    value = None if parts is None else _constant(parts[1])
    return None if parts is None or value is None else (parts[0], value)


def _wrapped(value: int) -> AffineExpr:
    return AffineConstantExpr((value + _MOST) % (2 * _MOST) - _MOST)


def _sum(left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    a, b = _constant(left), _constant(right)
    if a is not None and b is not None:
        return _number(a + b)
    if a is not None or (is_symbolic(left) and not is_symbolic(right)):
        return binary(_ADD, right, left)
    if b == 0:
        return left
    shifted = _with_constant(left, _ADD)
    if shifted is not None and b is not None:
        return binary(_ADD, shifted[0], _wrapped(shifted[1] + b))
    first, m = _with_constant(left, _MUL) or (left, 1)
    second, n = _with_constant(right, _MUL) or (right, 1)
    if first == second:
        return binary(_MUL, first, _wrapped(m + n))
    if shifted is not None:
        return binary(_ADD, binary(_ADD, shifted[0], right), AffineConstantExpr(shifted[1]))
    return _remainder(left, right)


def _remainder(left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    """`e mod q`, where the sum is `e - q * (e floordiv q)`."""
    product = _parts(right, _MUL)
    if product is None:
        return None
    inner = _parts(product[0], _MUL)
    if inner is not None and _constant(product[1]) == -1:
        divided = _parts(inner[0], _FLOOR)
        if divided is not None and divided[1] == inner[1] and divided[0] == left:
            return binary(_MOD, left, inner[1])
        return None
    divided = _with_constant(product[0], _FLOOR)
    factor = _constant(product[1])
    if divided is None or divided[1] <= 0 or divided[0] != left or factor != -divided[1]:
        return None
    return binary(_MOD, left, AffineConstantExpr(divided[1]))


def _product(left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    a, b = _constant(left), _constant(right)
    if a is not None and b is not None:
        return _number(a * b)
    if a is not None or not is_symbolic(right):
        return binary(_MUL, right, left)
    if b == 1:
        return left
    if b == 0:
        return right
    scaled = _with_constant(left, _MUL)
    if scaled is None:
        return None
    if b is not None:
        return binary(_MUL, scaled[0], _wrapped(scaled[1] * b))
    return binary(_MUL, binary(_MUL, scaled[0], right), AffineConstantExpr(scaled[1]))


def _divided(kind: AffineBinaryOpKind, left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    a, b = _constant(left), _constant(right)
    if b is None or b == 0:
        return None
    if a is not None:
        return _number(a // b if kind is _FLOOR else -(-a // b))
    if b == 1:
        return left
    scaled = _with_constant(left, _MUL)
    if scaled is not None and scaled[1] % b == 0:
        return binary(_MUL, scaled[0], AffineConstantExpr(scaled[1] // b))
    terms = _parts(left, _ADD)
    if kind is _FLOOR and terms is not None and any(divisor(term) % b == 0 for term in terms):
        return binary(_ADD, *(binary(_FLOOR, term, right) for term in terms))
    return None


def _modulo(left: AffineExpr, right: AffineExpr) -> AffineExpr | None:
    a, b = _constant(left), _constant(right)
    if b is None or b < 1:
        return None
    if a is not None:
        return AffineConstantExpr(a % b)
    if divisor(left) % b == 0:
        return AffineConstantExpr(0)
    terms = _parts(left, _ADD)
    if terms is not None:
        if divisor(terms[0]) % b == 0:
            return binary(_MOD, terms[1], right)
        if divisor(terms[1]) % b == 0:
            return binary(_MOD, terms[0], right)
    inner = _with_constant(left, _MOD)
    if inner is not None and inner[1] >= 1 and inner[1] % b == 0:
        return binary(_MOD, inner[0], right)
    return None


_SIMPLIFIERS: dict[AffineBinaryOpKind, Callable[[AffineExpr, AffineExpr], AffineExpr | None]] = {
    _ADD: _sum,
    _MUL: _product,
    _MOD: _modulo,
    _FLOOR: lambda left, right: _divided(_FLOOR, left, right),
    _CEIL: lambda left, right: _divided(_CEIL, left, right),
}


class SemiAffineParser(AffineParser):
    """Reads affine expressions, maps and sets."""

    def _parse_affine_space(self) -> tuple[list[str], list[str]]:
        """Parse `(d0, ...)[s0, ...]`, in which each name is given once."""
        at = self._current_token.span
        dims, symbols = super()._parse_affine_space()
        names = [*dims, *symbols]
        again = next((name for index, name in enumerate(names) if name in names[:index]), None)
        if again is not None:
            raise ParseError(at, f"redefinition of identifier '{again}'")
        return dims, symbols

    def _create_binop_expr(self, lhs: AffineExpr, rhs: AffineExpr, binop: Any) -> AffineExpr:
        try:
            if binop.text == "-":
                return binary(_ADD, lhs, negated(rhs))
            return binary(_KINDS[binop.text], lhs, rhs)
        except NotAffine as error:
            raise ParseError(binop.span, str(error)) from None

    def _parse_primary(self, parse_optional_bare_id: Callable[[], AffineExpr | None]) -> AffineExpr:
        if self._current_token.kind is not MLIRTokenKind.MINUS:
            found = super()._parse_primary(parse_optional_bare_id)
            if isinstance(found, AffineConstantExpr) and found.value >= _MOST:
                self.raise_error("constant too large for index")
            return found
        self._consume_token()
        return negated(self._parse_primary(parse_optional_bare_id))

    def _parse_affine_constraint(
        self, parse_optional_bare_id: Callable[[], AffineExpr | None]
    ) -> AffineConstraintExpr:
        """Parse a comparison, of which MLIR makes one with zero, and of `<=` one with `>=`."""
        left = self._parse_affine_expr(parse_optional_bare_id)
        at = self._current_token.span
        sign = self._consume_token().text + self._consume_token().text
        if sign not in _COMPARISONS:
            raise ParseError(at, "'== affine-expr', '>= affine-expr' or '<= affine-expr' is expected here")
        right = self._parse_affine_expr(parse_optional_bare_id)
        if sign == "<=":
            left, right = right, left
        difference = binary(_ADD, left, negated(right))
        return AffineConstraintExpr(_COMPARISONS[sign], difference, AffineConstantExpr(0), canonicalize=False)


_COMPARISONS = {"==": AffineConstraintKind.eq, ">=": AffineConstraintKind.ge, "<=": AffineConstraintKind.ge}
