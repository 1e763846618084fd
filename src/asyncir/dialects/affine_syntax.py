"""Affine maps whose dimensions and symbols are values: how they are read and written, and which values they may have."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import methodcaller
from typing import Any

from asyncir.dialects.affine_expressions import SemiAffineParser
from asyncir.dialects.affine_text import expression_text
from asyncir.dialects.syntax import PARENS, SQUARES, Piece, listed, write
from asyncir.ir import (
    AffineDimExpr,
    AffineExpr,
    AffineMap,
    AffineSymExpr,
    Block,
    BlockArgument,
    IndexType,
    IsolatedFromAbove,
    Parser,
    Printer,
    Pure,
    SSAValue,
    VerifyException,
)


class MapParser:
    """Reads expressions over values; equal values are one dimension or one symbol, whichever they are first."""

    def __init__(self, parser: Parser):
        self._parser = parser
        self._affine: Any = SemiAffineParser(parser._parser_state)  # pyright: ignore[reportPrivateUsage]
        self.dims: dict[SSAValue, int] = {}
        self.symbols: dict[SSAValue, int] = {}

    def expression(self) -> AffineExpr:
        """Parse `%i + symbol(%n) * 2`."""
        return self._affine._parse_affine_expr(self._value)

    def _value(self) -> AffineExpr | None:
        if self._parser.parse_optional_keyword("symbol") is not None:
            with self._parser.in_parens():
                value = self._parser.parse_operand(IndexType())
            return self._known(value) or AffineExpr.symbol(self.symbols.setdefault(value, len(self.symbols)))
        value = self._parser.parse_optional_operand(IndexType())
        if value is None:
            return None
        return self._known(value) or AffineExpr.dimension(self.dims.setdefault(value, len(self.dims)))

    def _known(self, value: SSAValue) -> AffineExpr | None:
        if value in self.dims:
            return AffineExpr.dimension(self.dims[value])
        return AffineExpr.symbol(self.symbols[value]) if value in self.symbols else None

    def map(self, expressions: Sequence[AffineExpr]) -> AffineMap:
        """The map of what was read."""
        return AffineMap(len(self.dims), len(self.symbols), tuple(expressions))

    @property
    def operands(self) -> tuple[SSAValue, ...]:
        """The values of the map's dimensions, then of its symbols."""
        return (*self.dims, *self.symbols)


def print_expression(
    printer: Printer, expression: AffineExpr, map: AffineMap, operands: Sequence[SSAValue]
) -> None:
    """Print an expression of the map, over the values that it is applied to."""
    values: list[tuple[Piece, ...]] = []

    def name(expr: AffineDimExpr | AffineSymExpr) -> str:
        if isinstance(expr, AffineSymExpr):
            values.append(("symbol(", operands[map.num_dims + expr.position], ")"))
        else:
            values.append((operands[expr.position],))
        return "%"

    # The printer names values only as it prints them.
    before, *behind = expression_text(expression, name).split("%")
    write(printer, before)
    for value, text in zip(values, behind, strict=True):
        write(printer, *value, text)


def parse_applied(parser: Parser, map: AffineMap) -> list[SSAValue]:
    """Parse `(%d0, ...)[%s0, ...]`, what a map is applied to."""
    at = parser.pos
    indices = methodcaller("parse_operand", IndexType())
    dims = listed(indices, PARENS)(parser)
    symbols = parser.parse_optional_comma_separated_list(SQUARES, lambda: indices(parser)) or []
    if (len(dims), len(symbols)) != (map.num_dims, map.num_symbols):
        parser.raise_error("dimension or symbol count and affine map must match", at)
    return [*dims, *symbols]


def print_applied(printer: Printer, map: AffineMap, operands: Sequence[SSAValue]) -> None:
    """Print `(%d0, ...)[%s0, ...]`."""
    write(printer, "(", operands[: map.num_dims], ")")
    if map.num_symbols:
        write(printer, "[", operands[map.num_dims :], "]")


def verify_count(map: AffineMap, operands: Sequence[SSAValue]) -> None:
    """Check the number of operands."""
    if len(operands) != map.num_dims + map.num_symbols:
        raise VerifyException("operand count and affine map dimension and symbol count must match")


def verify_map(map: AffineMap, operands: Sequence[SSAValue]) -> None:
    """Check the number of operands, and that each may be a dimension, or a symbol."""
    verify_count(map, operands)
    for value in operands[: map.num_dims]:
        if not _may_be_dimension(value):
            raise VerifyException("operand cannot be used as a dimension id")
    for value in operands[map.num_dims :]:
        if not _may_be_symbol(value):
            raise VerifyException("operand cannot be used as a symbol")


_SUMS = frozenset({"affine.apply", "affine.delinearize_index", "affine.linearize_index"})
"""Ops whose results may be what all of their operands may be."""


def _is_top_level(value: SSAValue) -> bool:
    """Whether it is an argument of a function, or defined in the own blocks of a function or task.

    In MLIR the body of an `async.func` does not count.
    """
    parent = value.owner.parent_op()
    return parent is not None and (parent.has_trait(IsolatedFromAbove) or parent.name == "async.execute")


def _may_be_dimension(value: SSAValue) -> bool:
    if isinstance(value, BlockArgument):
        parent = value.owner.parent_op()
        if parent is not None and (
            parent.name == "affine.parallel" or (parent.name == "affine.for" and value.index == 0)
        ):
            return True
    return _may_be(value, _may_be_dimension)


def _may_be_symbol(value: SSAValue) -> bool:
    return _may_be(value, _may_be_symbol)


def _may_be(value: SSAValue, may_operand_be: Callable[[SSAValue], bool]) -> bool:
    if _is_top_level(value):
        return True
    owner = value.owner
    if isinstance(owner, Block):
        return False
    if owner.name in _SUMS:
        return all(may_operand_be(operand) for operand in owner.operands)
    if owner.has_trait(Pure) and not owner.regions:
        return all(_may_be_symbol(operand) for operand in owner.operands)
    return owner.name == "memref.dim" and _is_top_level(owner.operands[0])
