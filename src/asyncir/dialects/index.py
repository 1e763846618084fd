"""The index dialect: arithmetic on `index` alone. All the ops of MLIR 22's `IndexOps.td`."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from xdsl.dialects.utils import EnumAttribute
from xdsl.ir import SpacedOpaqueSyntaxAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.arith_binary import SignedDivision, UnsignedDivision
from asyncir.dialects.define import define, dialect, family
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, parsed, read, write
from asyncir.ir import (
    Attribute,
    Commutative,
    ConstantLike,
    IndexType,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    Parser,
    Printer,
    Pure,
    VerifyException,
    i1,
    irdl_attr_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)


class IndexCmpPredicate(StrEnum):
    """How two numbers are compared, in the order of the predicates of `arith.cmpi`."""

    EQ = "eq"
    NE = "ne"
    SLT = "slt"
    SLE = "sle"
    SGT = "sgt"
    SGE = "sge"
    ULT = "ult"
    ULE = "ule"
    UGT = "ugt"
    UGE = "uge"


@irdl_attr_definition
class IndexCmpPredicateAttr(EnumAttribute[IndexCmpPredicate], SpacedOpaqueSyntaxAttribute):
    """`#index<cmp_predicate slt>`."""

    name = "index.cmp_predicate"


class IndexBinaryOp(IRDLOperation):
    """A function of two numbers of type `index`."""

    lhs = operand_def(IndexType)
    rhs = operand_def(IndexType)
    result = result_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a, %b attributes`."""
        lhs, rhs, attributes = read(parser, OPERAND, ",", OPERAND, ATTRIBUTES)
        of = IndexType()
        operands = [parser.resolve_operand(one, of) for one in (lhs, rhs)]
        return parsed(cls, operands, (of,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%a, %b attributes`."""
        write(printer, " ", self.lhs, ", ", self.rhs, self.attributes)


class IndexPureOp(IndexBinaryOp):
    """One that is defined for all operands."""

    traits = traits_def(Pure())


class IndexCommutativeOp(IndexBinaryOp):
    """One whose operands may be exchanged."""

    traits = traits_def(Pure(), Commutative())


class IndexUnsignedDivision(IndexBinaryOp, UnsignedDivision):
    """One that is undefined where the divisor is zero."""


class IndexSignedDivision(IndexBinaryOp, SignedDivision):
    """One that is undefined where the divisor is zero, or the quotient does not fit."""


COMMUTATIVE = family(
    IndexCommutativeOp,
    "index",
    add="addition, modulo 2^64",
    mul="multiplication, modulo 2^64",
    maxs="signed maximum",
    maxu="unsigned maximum",
    mins="signed minimum",
    minu="unsigned minimum",
    **{"and": "bitwise and", "or": "bitwise or", "xor": "bitwise exclusive or"},
)
OTHERS = family(
    IndexPureOp,
    "index",
    sub="subtraction, modulo 2^64",
    shl="shift left; poison where the amount is not less than the width",
    shrs="arithmetic shift right; poison where the amount is not less than the width",
    shru="logical shift right; poison where the amount is not less than the width",
)
SIGNED_DIVISIONS = family(
    IndexSignedDivision,
    "index",
    divs="signed division, rounding towards zero",
    ceildivs="signed division, rounding up",
    floordivs="signed division, rounding down",
    rems="remainder of signed division; it has the sign of the first operand",
)
UNSIGNED_DIVISIONS = family(
    IndexUnsignedDivision,
    "index",
    divu="unsigned division, rounding towards zero",
    ceildivu="unsigned division, rounding up",
    remu="remainder of unsigned division",
)


class IndexCastOp(IRDLOperation):
    """A number of type `index` as one of a fixed width, or the other way round."""

    input = operand_def()
    output = result_def()
    traits = traits_def(Pure())
    assembly_format = "$input attr-dict `:` type($input) `to` type($output)"

    def verify_(self) -> None:
        """Check that one of both is an index."""
        kinds = [type(one) for one in (self.input.type, self.output.type)]
        if sorted(kinds, key=str) != sorted((IndexType, IntegerType), key=str):
            raise VerifyException("one of operand and result must be an index, the other an integer")


CASTS = family(
    IndexCastOp,
    "index",
    casts="sign-extended where the new width is greater, else truncated",
    castu="zero-extended where the new width is greater, else truncated",
)


@define("index.cmp", Pure())
class IndexCmpOp(IRDLOperation):
    """`index.cmp`: whether a comparison holds."""

    pred = prop_def(IndexCmpPredicateAttr)
    lhs = operand_def(IndexType)
    rhs = operand_def(IndexType)
    result = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `predicate(%a, %b) attributes`."""
        predicate = parser.parse_str_enum(IndexCmpPredicate)
        lhs, rhs, attributes = read(parser, "(", OPERAND, ",", OPERAND, ")", ATTRIBUTES)
        operands = [parser.resolve_operand(one, IndexType()) for one in (lhs, rhs)]
        return parsed(cls, operands, (i1,), {"pred": IndexCmpPredicateAttr(predicate)}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `predicate(%a, %b) attributes`."""
        predicate = self.pred.data.value
        write(printer, f" {predicate}(", self.lhs, ", ", self.rhs, ")", self.attributes)


@define("index.sizeof", Pure())
class IndexSizeOfOp(IRDLOperation):
    """`index.sizeof`: how many bits an `index` has."""

    result = result_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse attributes."""
        return parsed(cls, (), (IndexType(),), {}, read(parser, ATTRIBUTES)[0])

    def print(self, printer: Printer) -> None:
        """Print attributes."""
        write(printer, self.attributes)


class IndexConstantBase(IRDLOperation):
    """A constant that is written without its type."""

    OF: ClassVar[Attribute]
    value = prop_def(IntegerAttr)

    def print(self, printer: Printer) -> None:
        """Print `attributes value`."""
        write(printer, self.attributes, f" {self._text()}")

    def _text(self) -> str:
        return str(self.value.value.data)

    def verify_(self) -> None:
        """Check the type of the value."""
        value: Any = self.value
        if value.type != self.OF:
            raise VerifyException(f"the value must be of type {self.OF}")


@define("index.constant", Pure(), ConstantLike())
class IndexConstantOp(IndexConstantBase):
    """`index.constant`: a number of type `index`."""

    OF: ClassVar[Attribute] = IndexType()
    result = result_def(IndexType)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `attributes number`."""
        attributes = read(parser, ATTRIBUTES)[0]
        number = parser.parse_integer(allow_boolean=False)
        if not -(2**63) <= number < 2**63:
            parser.raise_error("integer constant out of range for attribute")
        value = IntegerAttr(number, IndexType())
        return parsed(cls, (), (IndexType(),), {"value": value}, attributes)


@define("index.bool.constant", Pure(), ConstantLike())
class IndexBoolConstantOp(IndexConstantBase):
    """`index.bool.constant`: a truth value."""

    OF: ClassVar[Attribute] = i1
    result = result_def(i1)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `attributes true` or `attributes false`."""
        attributes = read(parser, ATTRIBUTES)[0]
        value = IntegerAttr(parser.parse_integer(), i1)
        return parsed(cls, (), (i1,), {"value": value}, attributes)

    def _text(self) -> str:
        return "true" if self.value.value.data else "false"


INDEX = dialect(
    "index", __name__, also=(*COMMUTATIVE, *OTHERS, *SIGNED_DIVISIONS, *UNSIGNED_DIVISIONS, *CASTS)
)
