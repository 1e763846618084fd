"""The math dialect: elementary functions on floats and integers, and on vectors and tensors of them.

All the ops of MLIR 22's `MathOps.td`. Classes have xDSL's names.
"""

from __future__ import annotations

from typing import ClassVar, Self

from asyncir.dialects.elementwise import (
    BOOL_LIKE,
    FLOAT_LIKE,
    INTEGER_LIKE,
    NO_FASTMATH,
    FastMathFlagsAttr,
    FastMathSyntax,
    SameTypeSyntax,
    bool_like,
    parse_attributes,
    same_shape,
    type_of,
)
from asyncir.ir import (
    Attribute,
    Dialect,
    IRDLOperation,
    Operation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    VarConstraint,
    VerifyException,
    irdl_op_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)


class IntegerUnaryOp(SameTypeSyntax):
    """A function of an integer."""

    ARITY: ClassVar = 1
    T: ClassVar = VarConstraint("T", INTEGER_LIKE)
    operand = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation):
        super().__init__(operands=[operand], result_types=[type_of(operand)])


class IntegerBinaryOp(SameTypeSyntax):
    """A function of two integers."""

    T: ClassVar = VarConstraint("T", INTEGER_LIKE)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(operands=[lhs, rhs], result_types=[type_of(lhs)])


class FloatUnaryOp(FastMathSyntax, SameTypeSyntax):
    """A function of a float."""

    ARITY: ClassVar = 1
    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    operand = operand_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, fastmath: FastMathFlagsAttr | None = None):
        super().__init__(
            operands=[operand],
            result_types=[type_of(operand)],
            properties={"fastmath": fastmath or NO_FASTMATH},
        )


class FloatBinaryOp(FastMathSyntax, SameTypeSyntax):
    """A function of two floats."""

    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    lhs = operand_def(T)
    rhs = operand_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T)
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


class FloatClassificationOp(IRDLOperation):
    """A predicate on a float."""

    operand = operand_def(FLOAT_LIKE)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(BOOL_LIKE)
    traits = traits_def(Pure())

    def __init__(self, operand: SSAValue | Operation, fastmath: FastMathFlagsAttr | None = None):
        super().__init__(
            operands=[operand],
            result_types=[bool_like(type_of(operand))],
            properties={"fastmath": fastmath or NO_FASTMATH},
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%a attributes : type`; flags are among the attributes."""
        operand = parser.parse_unresolved_operand()
        properties: dict[str, Attribute] = {"fastmath": NO_FASTMATH}
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=(parser.resolve_operand(operand, type_),),
            result_types=(bool_like(type_),),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%a attributes : type`; flags are among the attributes."""
        printer.print_string(" ")
        printer.print_operand(self.operand)
        flags = {} if self.fastmath == NO_FASTMATH else {"fastmath": self.fastmath}
        printer.print_op_attributes(self.attributes | flags)
        printer.print_string(" : ")
        printer.print_attribute(self.operand.type)

    def verify_(self) -> None:
        """Check the result's type."""
        if self.result.type != bool_like(self.operand.type):
            raise VerifyException(
                "failed to verify that result type has i1 element type and same shape as operands"
            )


@irdl_op_definition
class AbsFOp(FloatUnaryOp):
    """`math.absf`: absolute value."""

    name = "math.absf"


@irdl_op_definition
class AcosOp(FloatUnaryOp):
    """`math.acos`: inverse cosine."""

    name = "math.acos"


@irdl_op_definition
class AcoshOp(FloatUnaryOp):
    """`math.acosh`: inverse hyperbolic cosine."""

    name = "math.acosh"


@irdl_op_definition
class AsinOp(FloatUnaryOp):
    """`math.asin`: inverse sine."""

    name = "math.asin"


@irdl_op_definition
class AsinhOp(FloatUnaryOp):
    """`math.asinh`: inverse hyperbolic sine."""

    name = "math.asinh"


@irdl_op_definition
class AtanOp(FloatUnaryOp):
    """`math.atan`: inverse tangent."""

    name = "math.atan"


@irdl_op_definition
class AtanhOp(FloatUnaryOp):
    """`math.atanh`: inverse hyperbolic tangent."""

    name = "math.atanh"


@irdl_op_definition
class CbrtOp(FloatUnaryOp):
    """`math.cbrt`: cube root."""

    name = "math.cbrt"


@irdl_op_definition
class CeilOp(FloatUnaryOp):
    """`math.ceil`: the least integer that is not less."""

    name = "math.ceil"


@irdl_op_definition
class CosOp(FloatUnaryOp):
    """`math.cos`: cosine."""

    name = "math.cos"


@irdl_op_definition
class CoshOp(FloatUnaryOp):
    """`math.cosh`: hyperbolic cosine."""

    name = "math.cosh"


@irdl_op_definition
class ErfOp(FloatUnaryOp):
    """`math.erf`: the error function."""

    name = "math.erf"


@irdl_op_definition
class ErfcOp(FloatUnaryOp):
    """`math.erfc`: the complementary error function."""

    name = "math.erfc"


@irdl_op_definition
class ExpOp(FloatUnaryOp):
    """`math.exp`: e to the power of the operand."""

    name = "math.exp"


@irdl_op_definition
class Exp2Op(FloatUnaryOp):
    """`math.exp2`: 2 to the power of the operand."""

    name = "math.exp2"


@irdl_op_definition
class ExpM1Op(FloatUnaryOp):
    """`math.expm1`: e to the power of the operand, less 1."""

    name = "math.expm1"


@irdl_op_definition
class FloorOp(FloatUnaryOp):
    """`math.floor`: the greatest integer that is not greater."""

    name = "math.floor"


@irdl_op_definition
class LogOp(FloatUnaryOp):
    """`math.log`: natural logarithm."""

    name = "math.log"


@irdl_op_definition
class Log10Op(FloatUnaryOp):
    """`math.log10`: logarithm to base 10."""

    name = "math.log10"


@irdl_op_definition
class Log1pOp(FloatUnaryOp):
    """`math.log1p`: natural logarithm of the operand plus 1."""

    name = "math.log1p"


@irdl_op_definition
class Log2Op(FloatUnaryOp):
    """`math.log2`: logarithm to base 2."""

    name = "math.log2"


@irdl_op_definition
class RoundOp(FloatUnaryOp):
    """`math.round`: the nearest integer, halves away from zero."""

    name = "math.round"


@irdl_op_definition
class RoundEvenOp(FloatUnaryOp):
    """`math.roundeven`: the nearest integer, halves to even."""

    name = "math.roundeven"


@irdl_op_definition
class RsqrtOp(FloatUnaryOp):
    """`math.rsqrt`: reciprocal of the square root."""

    name = "math.rsqrt"


@irdl_op_definition
class SinOp(FloatUnaryOp):
    """`math.sin`: sine."""

    name = "math.sin"


@irdl_op_definition
class SinhOp(FloatUnaryOp):
    """`math.sinh`: hyperbolic sine."""

    name = "math.sinh"


@irdl_op_definition
class SqrtOp(FloatUnaryOp):
    """`math.sqrt`: square root."""

    name = "math.sqrt"


@irdl_op_definition
class TanOp(FloatUnaryOp):
    """`math.tan`: tangent."""

    name = "math.tan"


@irdl_op_definition
class TanhOp(FloatUnaryOp):
    """`math.tanh`: hyperbolic tangent."""

    name = "math.tanh"


@irdl_op_definition
class TruncOp(FloatUnaryOp):
    """`math.trunc`: the integer part."""

    name = "math.trunc"


@irdl_op_definition
class AbsIOp(IntegerUnaryOp):
    """`math.absi`: absolute value of a signed integer."""

    name = "math.absi"


@irdl_op_definition
class CountLeadingZerosOp(IntegerUnaryOp):
    """`math.ctlz`: the number of leading zeros."""

    name = "math.ctlz"


@irdl_op_definition
class CountTrailingZerosOp(IntegerUnaryOp):
    """`math.cttz`: the number of trailing zeros."""

    name = "math.cttz"


@irdl_op_definition
class CtPopOp(IntegerUnaryOp):
    """`math.ctpop`: the number of ones."""

    name = "math.ctpop"


@irdl_op_definition
class IPowIOp(IntegerBinaryOp):
    """`math.ipowi`: a signed integer to the power of another."""

    name = "math.ipowi"


@irdl_op_definition
class Atan2Op(FloatBinaryOp):
    """`math.atan2`: inverse tangent of a quotient, in the quadrant of the two operands."""

    name = "math.atan2"


@irdl_op_definition
class CopySignOp(FloatBinaryOp):
    """`math.copysign`: the magnitude of one with the sign of the other."""

    name = "math.copysign"


@irdl_op_definition
class PowFOp(FloatBinaryOp):
    """`math.powf`: a float to the power of another."""

    name = "math.powf"


@irdl_op_definition
class IsFiniteOp(FloatClassificationOp):
    """`math.isfinite`: whether it is neither infinite nor NaN."""

    name = "math.isfinite"


@irdl_op_definition
class IsInfOp(FloatClassificationOp):
    """`math.isinf`: whether it is infinite."""

    name = "math.isinf"


@irdl_op_definition
class IsNaNOp(FloatClassificationOp):
    """`math.isnan`: whether it is NaN."""

    name = "math.isnan"


@irdl_op_definition
class IsNormalOp(FloatClassificationOp):
    """`math.isnormal`: whether it is neither zero, subnormal, infinite nor NaN."""

    name = "math.isnormal"


@irdl_op_definition
class FmaOp(FastMathSyntax, SameTypeSyntax):
    """`math.fma`: a * b + c, rounded once."""

    name = "math.fma"
    ARITY: ClassVar = 3
    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    a = operand_def(T)
    b = operand_def(T)
    c = operand_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T)
    traits = traits_def(Pure())

    def __init__(
        self,
        a: SSAValue | Operation,
        b: SSAValue | Operation,
        c: SSAValue | Operation,
        fastmath: FastMathFlagsAttr | None = None,
    ):
        super().__init__(
            operands=[a, b, c], result_types=[type_of(a)], properties={"fastmath": fastmath or NO_FASTMATH}
        )


@irdl_op_definition
class ClampFOp(FastMathSyntax):
    """`math.clampf`: the value, or the bound that it is beyond."""

    name = "math.clampf"
    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    value = operand_def(T)
    min = operand_def(T)
    max = operand_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T)
    traits = traits_def(Pure())

    def __init__(
        self,
        value: SSAValue | Operation,
        min: SSAValue | Operation,
        max: SSAValue | Operation,
        fastmath: FastMathFlagsAttr | None = None,
    ):
        super().__init__(
            operands=[value, min, max],
            result_types=[type_of(value)],
            properties={"fastmath": fastmath or NO_FASTMATH},
        )

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%value to [%min, %max] flags attributes : type`."""
        operands = [parser.parse_unresolved_operand()]
        parser.parse_keyword("to")
        parser.parse_punctuation("[")
        operands.append(parser.parse_unresolved_operand())
        parser.parse_punctuation(",")
        operands.append(parser.parse_unresolved_operand())
        parser.parse_punctuation("]")
        properties = cls.parse_flags(parser)
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        type_ = parser.parse_type()
        return cls.create(
            operands=[parser.resolve_operand(operand, type_) for operand in operands],
            result_types=(type_,),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%value to [%min, %max] flags attributes : type`."""
        value, lower, upper = self.operands
        printer.print_string(" ")
        printer.print_operand(value)
        printer.print_string(" to [")
        printer.print_operand(lower)
        printer.print_string(", ")
        printer.print_operand(upper)
        printer.print_string("]")
        self.print_flags(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.results[0].type)


@irdl_op_definition
class FPowIOp(FastMathSyntax):
    """`math.fpowi`: a float to the power of a signed integer."""

    name = "math.fpowi"
    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    lhs = operand_def(T)
    rhs = operand_def(INTEGER_LIKE)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"

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

    def verify_(self) -> None:
        """Check that the shapes agree."""
        if not same_shape(self.lhs.type, self.rhs.type):
            raise VerifyException("requires the same shape for all operands and results")


@irdl_op_definition
class SincosOp(FastMathSyntax):
    """`math.sincos`: sine and cosine."""

    name = "math.sincos"
    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    operand = operand_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    sin = result_def(T)
    cos = result_def(T)
    traits = traits_def(Pure())
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"

    def __init__(self, operand: SSAValue | Operation, fastmath: FastMathFlagsAttr | None = None):
        super().__init__(
            operands=[operand],
            result_types=[type_of(operand)] * 2,
            properties={"fastmath": fastmath or NO_FASTMATH},
        )


Math = Dialect(
    "math",
    [
        AbsFOp,
        AcosOp,
        AcoshOp,
        AsinOp,
        AsinhOp,
        AtanOp,
        AtanhOp,
        CbrtOp,
        CeilOp,
        CosOp,
        CoshOp,
        ErfOp,
        ErfcOp,
        ExpOp,
        Exp2Op,
        ExpM1Op,
        FloorOp,
        LogOp,
        Log10Op,
        Log1pOp,
        Log2Op,
        RoundOp,
        RoundEvenOp,
        RsqrtOp,
        SinOp,
        SinhOp,
        SqrtOp,
        TanOp,
        TanhOp,
        TruncOp,
        AbsIOp,
        CountLeadingZerosOp,
        CountTrailingZerosOp,
        CtPopOp,
        IPowIOp,
        Atan2Op,
        CopySignOp,
        PowFOp,
        IsFiniteOp,
        IsInfOp,
        IsNaNOp,
        IsNormalOp,
        FmaOp,
        ClampFOp,
        FPowIOp,
        SincosOp,
    ],
    [],
)
