"""The complex dialect: complex numbers with floating-point parts.

All the ops of MLIR 22's `ComplexOps.td`; classes have its names. The attribute `#complex.number` is xDSL's.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from xdsl.dialects.complex import ComplexNumberAttr
from xdsl.irdl import VerificationContext

from asyncir.dialects.define import define, dialect, family
from asyncir.dialects.elementwise import (
    FLOAT_TYPES,
    ElementsOf,
    FastMathFlagsAttr,
    FastMathOp,
    FastMathSyntax,
    SameTypeSyntax,
    TypeCheck,
)
from asyncir.dialects.syntax import parse_type_of
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    ComplexType,
    ConstantLike,
    IntegerType,
    IRDLOperation,
    Parser,
    Pure,
    VarConstraint,
    VerifyException,
    i1,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)


@dataclass(frozen=True)
class ComplexOfFloat(TypeCheck):
    """A complex type with floating-point parts."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        """Raise unless the type is one of these."""
        complex_: Any = attr
        if not isinstance(attr, ComplexType) or not isinstance(complex_.element_type, FLOAT_TYPES):
            raise VerifyException(f"must be complex type with floating-point elements, but got '{attr}'")


COMPLEX = ComplexOfFloat()
T_COMPLEX = VarConstraint("T", COMPLEX)
FLOAT = ElementsOf(FLOAT_TYPES, "floating-point", scalar=True)
INTEGER = ElementsOf((IntegerType,), "signless integer", scalar=True)


def part_type(type_: Attribute) -> Attribute:
    """The type of the two parts of a complex type."""
    complex_: Any = type_
    return complex_.element_type


class ComplexUnaryOp(FastMathOp, SameTypeSyntax):
    """A function of a complex number whose result is one."""

    ARITY: ClassVar = 1
    complex = operand_def(T_COMPLEX)
    result = result_def(T_COMPLEX)


class ComplexPartOp(FastMathOp, SameTypeSyntax):
    """A function of a complex number whose result is a float."""

    PLAIN_FORM: ClassVar = None

    ARITY: ClassVar = 1
    complex = operand_def(COMPLEX)
    result = result_def(FLOAT)

    @classmethod
    def parse_operand_type(cls, parser: Parser) -> Attribute:
        """Parse a complex type."""
        return parse_type_of(parser, ComplexType, "a complex type")

    @classmethod
    def result_type(cls, type_: Attribute) -> Attribute:
        """The type of the parts."""
        return part_type(type_)

    def verify_(self) -> None:
        """Check the result's type."""
        if self.result.type != part_type(self.complex.type):
            raise VerifyException("failed to verify that complex element type matches result type")


class ComplexBinaryOp(FastMathOp, SameTypeSyntax):
    """An op on two complex numbers."""

    lhs = operand_def(T_COMPLEX)
    rhs = operand_def(T_COMPLEX)
    result = result_def(T_COMPLEX)


class ComplexComparisonOp(SameTypeSyntax):
    """A comparison of two complex numbers."""

    lhs = operand_def(T_COMPLEX)
    rhs = operand_def(T_COMPLEX)
    result = result_def(i1)
    traits = traits_def(Pure())

    @classmethod
    def result_type(cls, type_: Attribute) -> Attribute:
        """A truth value."""
        return i1


FUNCTIONS = family(
    ComplexUnaryOp,
    "complex",
    conj="the conjugate",
    cos="cosine",
    exp="e to the power of the operand",
    expm1="e to the power of the operand, less 1",
    log="natural logarithm",
    log1p="natural logarithm of the operand plus 1",
    neg="the negative",
    rsqrt="reciprocal of the square root",
    sign="the number of magnitude 1 in the same direction, or 0",
    sin="sine",
    sqrt="square root",
    tan="tangent",
    tanh="hyperbolic tangent",
)

PARTS = family(
    ComplexPartOp,
    "complex",
    abs="the magnitude",
    angle="the angle",
    re="the real part",
    im="the imaginary part",
)

ARITHMETIC = family(
    ComplexBinaryOp,
    "complex",
    add="addition",
    sub="subtraction",
    mul="multiplication",
    div="division",
    pow="power",
    atan2="inverse tangent of a quotient",
)

COMPARISONS = family(
    ComplexComparisonOp, "complex", eq="whether the two are equal", neq="whether the two differ"
)


@define("complex.powi", Pure())
class PowiOp(FastMathSyntax):
    """`complex.powi`: a complex number to the power of a signed integer."""

    lhs = operand_def(T_COMPLEX)
    rhs = operand_def(INTEGER)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(T_COMPLEX)
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"


_PART: Any = VarConstraint("P", FLOAT)


@define("complex.create", Pure())
class CreateOp(IRDLOperation):
    """`complex.create`: a complex number from its parts."""

    real = operand_def(_PART)
    imaginary = operand_def(_PART)
    complex = result_def(ComplexType.constr(_PART))
    assembly_format = "$real `,` $imaginary attr-dict `:` type($complex)"


@define("complex.bitcast", Pure())
class BitcastOp(IRDLOperation):
    """`complex.bitcast`: the same bits as a complex number, a float or an integer."""

    operand = operand_def()
    result = result_def()
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify_(self) -> None:
        """Check that one of the two is complex, and that the widths agree."""
        source, target = self.operand.type, self.result.type
        if source == target:
            return
        widths = [_width(type_) for type_ in (source, target)]
        if None in widths or not (isinstance(source, ComplexType) or isinstance(target, ComplexType)):
            raise VerifyException("requires that either input or output has a complex type")
        if widths[0] != widths[1]:
            raise VerifyException("casting bitwidths do not match")


def _width(type_: Attribute) -> int | None:
    typed: Any = type_
    if isinstance(type_, ComplexType):
        part = _width(typed.element_type)
        return None if part is None else 2 * part
    return typed.bitwidth if isinstance(type_, (IntegerType, *FLOAT_TYPES)) else None


@define("complex.constant", Pure(), ConstantLike())
class ConstantOp(IRDLOperation):
    """`complex.constant`: a complex number from constant parts."""

    value = prop_def(ArrayAttr)
    complex = result_def(ComplexType)
    assembly_format = "$value attr-dict `:` type($complex)"

    def verify_(self) -> None:
        """Check that there are two parts of the type's parts' type."""
        parts: Any = self.value
        if len(parts) != 2:
            raise VerifyException(
                "requires 'value' to be a complex constant, represented as array of two values"
            )
        result: Any = self.complex.type
        part = result.element_type
        if any(getattr(value, "type", None) != part for value in parts):
            raise VerifyException(
                "requires attribute's element types to match the op's return type element type"
            )


Complex = dialect(
    "complex", __name__, also=(*FUNCTIONS, *PARTS, *ARITHMETIC, *COMPARISONS, ComplexNumberAttr)
)
