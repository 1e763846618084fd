"""The complex dialect: complex numbers with floating-point parts.

All the ops of MLIR 22's `ComplexOps.td`; classes have its names. The attribute `#complex.number` is xDSL's.
"""

from __future__ import annotations

from typing import Any, ClassVar, Self, cast

from xdsl.dialects.complex import ComplexNumberAttr

from asyncir.dialects.elementwise import (
    FLOAT_TYPES,
    NO_FASTMATH,
    ComplexOfFloat,
    ElementsOf,
    FastMathFlagsAttr,
    FastMathSyntax,
    SameTypeSyntax,
    parse_attributes,
    type_of,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    ComplexType,
    ConstantLike,
    Dialect,
    IntegerType,
    IRDLOperation,
    Operation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    VarConstraint,
    VerifyException,
    i1,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)

COMPLEX = ComplexOfFloat()
T_COMPLEX = VarConstraint("T", COMPLEX)
FLOAT = ElementsOf(FLOAT_TYPES, "floating-point", scalar=True)
INTEGER = ElementsOf((IntegerType,), "signless integer", scalar=True)


def part_type(type_: Attribute) -> Attribute:
    """The type of the two parts of a complex type."""
    complex_: Any = type_
    return complex_.element_type


def _parse_complex_type(parser: Parser) -> Attribute:
    start = parser.pos
    type_: Any = parser.parse_type()
    if not isinstance(type_, ComplexType):
        parser.raise_error("invalid kind of type specified: expected a complex type", start, parser.pos)
    return cast("Attribute", type_)


class ComplexUnaryOp(FastMathSyntax, SameTypeSyntax):
    """A function of a complex number whose result is one."""

    ARITY: ClassVar = 1
    complex = operand_def(T_COMPLEX)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T_COMPLEX)
    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, fastmath: FastMathFlagsAttr | None = None):
        super().__init__(
            operands=[value],
            result_types=[type_of(value)],
            properties={"fastmath": fastmath or NO_FASTMATH},
        )


class ComplexPartOp(FastMathSyntax):
    """A function of a complex number whose result is a float."""

    complex = operand_def(COMPLEX)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(FLOAT)
    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, fastmath: FastMathFlagsAttr | None = None):
        super().__init__(
            operands=[value],
            result_types=[part_type(type_of(value))],
            properties={"fastmath": fastmath or NO_FASTMATH},
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%c flags attributes : type`."""
        operand = parser.parse_unresolved_operand()
        properties = cls.parse_flags(parser)
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        type_ = _parse_complex_type(parser)
        return cls.create(
            operands=(parser.resolve_operand(operand, type_),),
            result_types=(part_type(type_),),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%c flags attributes : type`."""
        printer.print_string(" ")
        printer.print_operand(self.complex)
        self.print_flags(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.complex.type)

    def verify_(self) -> None:
        """Check the result's type."""
        if self.result.type != part_type(self.complex.type):
            raise VerifyException("failed to verify that complex element type matches result type")


class ComplexBinaryOp(FastMathSyntax, SameTypeSyntax):
    """An op on two complex numbers."""

    lhs = operand_def(T_COMPLEX)
    rhs = operand_def(T_COMPLEX)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T_COMPLEX)
    traits = traits_def(Pure())

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        fastmath: FastMathFlagsAttr | None = None,
    ):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[type_of(lhs)],
            properties={"fastmath": fastmath or NO_FASTMATH},
        )


class ComplexComparisonOp(IRDLOperation):
    """A comparison of two complex numbers."""

    lhs = operand_def(T_COMPLEX)
    rhs = operand_def(T_COMPLEX)
    result = result_def(i1)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(operands=[lhs, rhs], result_types=[i1])


@irdl_op_definition
class ConjOp(ComplexUnaryOp):
    """`complex.conj`: the conjugate."""

    name = "complex.conj"


@irdl_op_definition
class CosOp(ComplexUnaryOp):
    """`complex.cos`: cosine."""

    name = "complex.cos"


@irdl_op_definition
class ExpOp(ComplexUnaryOp):
    """`complex.exp`: e to the power of the operand."""

    name = "complex.exp"


@irdl_op_definition
class Expm1Op(ComplexUnaryOp):
    """`complex.expm1`: e to the power of the operand, less 1."""

    name = "complex.expm1"


@irdl_op_definition
class LogOp(ComplexUnaryOp):
    """`complex.log`: natural logarithm."""

    name = "complex.log"


@irdl_op_definition
class Log1pOp(ComplexUnaryOp):
    """`complex.log1p`: natural logarithm of the operand plus 1."""

    name = "complex.log1p"


@irdl_op_definition
class NegOp(ComplexUnaryOp):
    """`complex.neg`: the negative."""

    name = "complex.neg"


@irdl_op_definition
class RsqrtOp(ComplexUnaryOp):
    """`complex.rsqrt`: reciprocal of the square root."""

    name = "complex.rsqrt"


@irdl_op_definition
class SignOp(ComplexUnaryOp):
    """`complex.sign`: the number of magnitude 1 in the same direction, or 0."""

    name = "complex.sign"


@irdl_op_definition
class SinOp(ComplexUnaryOp):
    """`complex.sin`: sine."""

    name = "complex.sin"


@irdl_op_definition
class SqrtOp(ComplexUnaryOp):
    """`complex.sqrt`: square root."""

    name = "complex.sqrt"


@irdl_op_definition
class TanOp(ComplexUnaryOp):
    """`complex.tan`: tangent."""

    name = "complex.tan"


@irdl_op_definition
class TanhOp(ComplexUnaryOp):
    """`complex.tanh`: hyperbolic tangent."""

    name = "complex.tanh"


@irdl_op_definition
class AbsOp(ComplexPartOp):
    """`complex.abs`: the magnitude."""

    name = "complex.abs"


@irdl_op_definition
class AngleOp(ComplexPartOp):
    """`complex.angle`: the angle."""

    name = "complex.angle"


@irdl_op_definition
class ReOp(ComplexPartOp):
    """`complex.re`: the real part."""

    name = "complex.re"


@irdl_op_definition
class ImOp(ComplexPartOp):
    """`complex.im`: the imaginary part."""

    name = "complex.im"


@irdl_op_definition
class AddOp(ComplexBinaryOp):
    """`complex.add`: addition."""

    name = "complex.add"


@irdl_op_definition
class SubOp(ComplexBinaryOp):
    """`complex.sub`: subtraction."""

    name = "complex.sub"


@irdl_op_definition
class MulOp(ComplexBinaryOp):
    """`complex.mul`: multiplication."""

    name = "complex.mul"


@irdl_op_definition
class DivOp(ComplexBinaryOp):
    """`complex.div`: division."""

    name = "complex.div"


@irdl_op_definition
class PowOp(ComplexBinaryOp):
    """`complex.pow`: power."""

    name = "complex.pow"


@irdl_op_definition
class Atan2Op(ComplexBinaryOp):
    """`complex.atan2`: inverse tangent of a quotient."""

    name = "complex.atan2"


@irdl_op_definition
class EqualOp(ComplexComparisonOp):
    """`complex.eq`: whether the two are equal."""

    name = "complex.eq"


@irdl_op_definition
class NotEqualOp(ComplexComparisonOp):
    """`complex.neq`: whether the two differ."""

    name = "complex.neq"


@irdl_op_definition
class PowiOp(FastMathSyntax):
    """`complex.powi`: a complex number to the power of a signed integer."""

    name = "complex.powi"
    lhs = operand_def(T_COMPLEX)
    rhs = operand_def(INTEGER)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(T_COMPLEX)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($result) `,` type($rhs)"


@irdl_op_definition
class CreateOp(IRDLOperation):
    """`complex.create`: a complex number from its parts."""

    name = "complex.create"
    real = operand_def(VarConstraint("P", FLOAT))
    imaginary = operand_def(VarConstraint("P", FLOAT))
    complex = result_def(COMPLEX)
    traits = traits_def(Pure())

    def __init__(self, real: SSAValue | Operation, imaginary: SSAValue | Operation):
        part: Any = type_of(real)
        super().__init__(operands=[real, imaginary], result_types=[ComplexType(part)])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%real, %imaginary attributes : type`."""
        real = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        imaginary = parser.parse_unresolved_operand()
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        type_ = _parse_complex_type(parser)
        part = part_type(type_)
        return cls.create(
            operands=(parser.resolve_operand(real, part), parser.resolve_operand(imaginary, part)),
            result_types=(type_,),
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%real, %imaginary attributes : type`."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.complex.type)

    def verify_(self) -> None:
        """Check the parts' type."""
        if self.real.type != part_type(self.complex.type):
            raise VerifyException("failed to verify that complex element type matches real operand type")


@irdl_op_definition
class BitcastOp(IRDLOperation):
    """`complex.bitcast`: the same bits as a complex number, a float or an integer."""

    name = "complex.bitcast"
    operand = operand_def()
    result = result_def()
    traits = traits_def(Pure())
    assembly_format = "$operand attr-dict `:` type($operand) `to` type($result)"

    def verify_(self) -> None:
        """Check that one of the two is complex, and that the widths agree."""
        source, target = self.operand.type, self.result.type
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


@irdl_op_definition
class ConstantOp(IRDLOperation):
    """`complex.constant`: a complex number from constant parts."""

    name = "complex.constant"
    value = prop_def(ArrayAttr)
    complex = result_def(ComplexType)
    traits = traits_def(Pure(), ConstantLike())
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


Complex = Dialect(
    "complex",
    [
        ConjOp,
        CosOp,
        ExpOp,
        Expm1Op,
        LogOp,
        Log1pOp,
        NegOp,
        RsqrtOp,
        SignOp,
        SinOp,
        SqrtOp,
        TanOp,
        TanhOp,
        AbsOp,
        AngleOp,
        ReOp,
        ImOp,
        AddOp,
        SubOp,
        MulOp,
        DivOp,
        PowOp,
        Atan2Op,
        EqualOp,
        NotEqualOp,
        PowiOp,
        CreateOp,
        BitcastOp,
        ConstantOp,
    ],
    [ComplexNumberAttr],
)
