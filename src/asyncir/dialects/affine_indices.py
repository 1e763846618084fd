"""An index of several dimensions as one number, and back."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from asyncir.dialects.define import define
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, PARENS, SQUARES, TYPE, Piece, listed, read, write
from asyncir.ir import (
    DYNAMIC_INDEX,
    Attribute,
    AttrSizedOperandSegments,
    BoolAttr,
    DenseArrayBase,
    IndexType,
    IRDLOperation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    UnitAttr,
    VerifyException,
    i32,
    i64,
    operand_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)

_FALSE = BoolAttr.from_bool(False)


def _parse_size(parser: Parser) -> int | SSAValue:
    name = parser.parse_optional_unresolved_operand()
    return parser.parse_integer() if name is None else parser.resolve_operand(name, IndexType())


_parse_sizes = listed(_parse_size, PARENS)


def _static(sizes: Sequence[int | SSAValue]) -> Attribute:
    return DenseArrayBase.from_list(i64, [DYNAMIC_INDEX if isinstance(n, SSAValue) else n for n in sizes])


class BasisOp(IRDLOperation):
    """An op with the sizes of dimensions, outermost first; the one of the first dimension may be left out."""

    static_basis = prop_def(DenseArrayBase.constr(i64))
    dynamic_basis = var_operand_def(IndexType)

    @property
    def basis(self) -> list[int | SSAValue]:
        """The sizes, each a number or an operand."""
        rest = iter(self.dynamic_basis)
        sizes: Any = self.static_basis
        return [next(rest) if size == DYNAMIC_INDEX else int(size) for size in sizes.get_values()]

    def used_basis(self, indices: int) -> list[int | SSAValue]:
        """The sizes of all of so many dimensions but the first, whose size does not matter."""
        basis = self.basis
        return basis[len(basis) - max(indices - 1, 0) :]

    def verify_basis(self) -> None:
        """Check the number of sizes that are operands."""
        sizes: Any = self.static_basis
        numbers = list(sizes.get_values())
        if numbers.count(DYNAMIC_INDEX) != len(self.dynamic_basis):
            raise VerifyException(
                "mismatch between dynamic and static basis (kDynamic marker but no corresponding dynamic basis entry)"
            )


@define("affine.delinearize_index", Pure())
class DelinearizeIndexOp(BasisOp):
    """`affine.delinearize_index`: the index in each dimension, of a number that counts elements.

    %i:3 = affine.delinearize_index %n into (%a, 4, 5) : index, index, index
    """

    linear_index = operand_def(IndexType)
    dynamic_basis = var_operand_def(IndexType)
    multi_index = var_result_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%n into (...) attributes : types`."""
        name, sizes, attributes, types = read(
            parser, OPERAND, "into", _parse_sizes, ATTRIBUTES, ":", listed(TYPE)
        )
        dynamic: list[SSAValue] = [size for size in sizes if isinstance(size, SSAValue)]
        return cls.create(
            operands=[parser.resolve_operand(name, IndexType()), *dynamic],
            result_types=types,
            properties={"static_basis": _static(sizes)},
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%n into (...) attributes : types`."""
        sizes: list[Piece] = [*self.basis]
        write(printer, " ", self.linear_index, " into (", sizes, ")", self.attributes)
        write(printer, " : ", self.multi_index.types)

    def verify_(self) -> None:
        """Check the sizes and how many results there are."""
        self.verify_basis()
        sizes: Any = self.static_basis
        if any(size != DYNAMIC_INDEX and size < 1 for size in sizes.get_values()):
            raise VerifyException("no basis element may be statically non-positive")
        if not 0 <= len(self.multi_index) - len(sizes.get_values()) <= 1 or not self.multi_index:
            raise VerifyException("should return an index for each basis element and up to one extra index")


@define("affine.linearize_index", Pure())
class LinearizeIndexOp(BasisOp):
    """`affine.linearize_index`: the number of an element, of the index in each dimension.

    `disjoint` promises that each index but the first is below the size of its dimension.

        %n = affine.linearize_index [%i, %j, %k] by (%a, 4, 5) : index
    """

    multi_index = var_operand_def(IndexType)
    dynamic_basis = var_operand_def(IndexType)
    disjoint = prop_def(default_value=_FALSE)
    linear_index = result_def(IndexType)
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `(disjoint)? [...] by (...) attributes : index`."""
        disjoint = parser.parse_optional_keyword("disjoint") is not None
        names, sizes, attributes, type_ = read(
            parser, listed(OPERAND, SQUARES), "by", _parse_sizes, ATTRIBUTES, ":", TYPE
        )
        indices: list[SSAValue] = [parser.resolve_operand(name, IndexType()) for name in names]
        dynamic: list[SSAValue] = [size for size in sizes if isinstance(size, SSAValue)]
        counts = DenseArrayBase.from_list(i32, [len(indices), len(dynamic)])
        return cls.create(
            operands=[*indices, *dynamic],
            result_types=[type_],
            properties={
                "disjoint": UnitAttr() if disjoint else _FALSE,
                "static_basis": _static(sizes),
                "operandSegmentSizes": counts,
            },
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `(disjoint)? [...] by (...) attributes : index`."""
        sizes: list[Piece] = [*self.basis]
        write(
            printer, " " if self.disjoint == _FALSE else " disjoint ", "[", self.multi_index, "] by (", sizes
        )
        write(printer, ")", self.attributes, " : ", self.linear_index.type)

    def verify_(self) -> None:
        """Check the sizes and how many indices there are."""
        self.verify_basis()
        sizes: Any = self.static_basis
        if not 0 <= len(self.multi_index) - len(sizes.get_values()) <= 1:
            raise VerifyException("should be passed a basis element for each index except possibly the first")
