"""The math dialect: elementary functions on floats and integers, and on vectors and tensors of them.

All the ops of MLIR 22's `MathOps.td`. Classes have xDSL's names; those with one operand are in
`math_unary`, and all are imported from here.
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
from asyncir.dialects.math_unary import (
    UNARY_OPS,
    AbsFOp,
    AbsIOp,
    AcoshOp,
    AcosOp,
    AsinhOp,
    AsinOp,
    AtanhOp,
    AtanOp,
    CbrtOp,
    CeilOp,
    CoshOp,
    CosOp,
    CountLeadingZerosOp,
    CountTrailingZerosOp,
    CtPopOp,
    ErfcOp,
    ErfOp,
    Exp2Op,
    ExpM1Op,
    ExpOp,
    FloatUnaryOp,
    FloorOp,
    IntegerUnaryOp,
    Log1pOp,
    Log2Op,
    Log10Op,
    LogOp,
    RoundEvenOp,
    RoundOp,
    RsqrtOp,
    SinhOp,
    SinOp,
    SqrtOp,
    TanhOp,
    TanOp,
    TruncOp,
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


class IntegerBinaryOp(SameTypeSyntax):
    """A function of two integers."""

    T: ClassVar = VarConstraint("T", INTEGER_LIKE)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)
    traits = traits_def(Pure())

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation):
        super().__init__(operands=[lhs, rhs], result_types=[type_of(lhs)])


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
        *UNARY_OPS,
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

__all__ = [
    "AbsFOp",
    "AbsIOp",
    "AcosOp",
    "AcoshOp",
    "AsinOp",
    "AsinhOp",
    "Atan2Op",
    "AtanOp",
    "AtanhOp",
    "CbrtOp",
    "CeilOp",
    "ClampFOp",
    "CopySignOp",
    "CosOp",
    "CoshOp",
    "CountLeadingZerosOp",
    "CountTrailingZerosOp",
    "CtPopOp",
    "ErfOp",
    "ErfcOp",
    "Exp2Op",
    "ExpM1Op",
    "ExpOp",
    "FPowIOp",
    "FloatBinaryOp",
    "FloatClassificationOp",
    "FloatUnaryOp",
    "FloorOp",
    "FmaOp",
    "IPowIOp",
    "IntegerBinaryOp",
    "IntegerUnaryOp",
    "IsFiniteOp",
    "IsInfOp",
    "IsNaNOp",
    "IsNormalOp",
    "Log1pOp",
    "Log2Op",
    "Log10Op",
    "LogOp",
    "Math",
    "PowFOp",
    "RoundEvenOp",
    "RoundOp",
    "RsqrtOp",
    "SinOp",
    "SincosOp",
    "SinhOp",
    "SqrtOp",
    "TanOp",
    "TanhOp",
    "TruncOp",
]
