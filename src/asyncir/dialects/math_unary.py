"""The math ops with one operand and a result of its type."""

from __future__ import annotations

from typing import ClassVar

from asyncir.dialects.elementwise import (
    FLOAT_LIKE,
    INTEGER_LIKE,
    NO_FASTMATH,
    FastMathFlagsAttr,
    FastMathSyntax,
    SameTypeSyntax,
    type_of,
)
from asyncir.ir import (
    Operation,
    Pure,
    SSAValue,
    VarConstraint,
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


UNARY_OPS: tuple[type[Operation], ...] = (
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
)
