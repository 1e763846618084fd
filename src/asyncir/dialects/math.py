"""The math dialect: elementary functions on floats and integers, and on vectors and tensors of them.

All the ops of MLIR 22's `MathOps.td`. No code asks for most of them by class, so they are rows of tables here.
"""

from __future__ import annotations

from typing import ClassVar

from asyncir.dialects.define import define, dialect, family
from asyncir.dialects.elementwise import (
    FLOAT_LIKE,
    FLOATS,
    INTEGER_LIKE,
    NO_FASTMATH,
    FastMathFlagsAttr,
    FastMathOp,
    FloatBinaryOp,
    FloatUnaryOp,
    IntegerBinaryOp,
    IntegerUnaryOp,
    SameTypeSyntax,
    bool_like,
    same_shape,
)
from asyncir.dialects.syntax import write
from asyncir.ir import (
    Attribute,
    Parser,
    Printer,
    Pure,
    VerifyException,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)

TanhOp, ErfOp, ExpOp, RoundEvenOp = family(
    FloatUnaryOp,
    "math",
    tanh="hyperbolic tangent",
    erf="the error function",
    exp="e to the power of the operand",
    roundeven="the nearest integer, halves to even",
)

FUNCTIONS = (
    *family(
        FloatUnaryOp,
        "math",
        absf="absolute value",
        acos="inverse cosine",
        acosh="inverse hyperbolic cosine",
        asin="inverse sine",
        asinh="inverse hyperbolic sine",
        atan="inverse tangent",
        atanh="inverse hyperbolic tangent",
        cbrt="cube root",
        ceil="the least integer that is not less",
        cos="cosine",
        cosh="hyperbolic cosine",
        erfc="the complementary error function",
        exp2="2 to the power of the operand",
        expm1="e to the power of the operand, less 1",
        floor="the greatest integer that is not greater",
        log="natural logarithm",
        log10="logarithm to base 10",
        log1p="natural logarithm of the operand plus 1",
        log2="logarithm to base 2",
        round="the nearest integer, halves away from zero",
        rsqrt="reciprocal of the square root",
        sin="sine",
        sinh="hyperbolic sine",
        sqrt="square root",
        tan="tangent",
        trunc="the integer part",
    ),
    TanhOp,
    ErfOp,
    ExpOp,
    RoundEvenOp,
)

INTEGER_FUNCTIONS = family(
    IntegerUnaryOp,
    "math",
    absi="absolute value of a signed integer",
    ctlz="the number of leading zeros",
    cttz="the number of trailing zeros",
    ctpop="the number of ones",
)

BINARY_FUNCTIONS = family(
    FloatBinaryOp,
    "math",
    atan2="inverse tangent of a quotient, in the quadrant of the two operands",
    copysign="the magnitude of one with the sign of the other",
    powf="a float to the power of another",
)


class FloatClassificationOp(SameTypeSyntax):
    """A predicate on a float. Its flags are written among the attributes."""

    ARITY: ClassVar = 1
    operand = operand_def(FLOAT_LIKE)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def()
    traits = traits_def(Pure())

    @classmethod
    def result_type(cls, type_: Attribute) -> Attribute:
        """Truth values in the shape of the operand."""
        return bool_like(type_)

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """The default flags: others are among the attributes."""
        return {"fastmath": NO_FASTMATH}

    def print(self, printer: Printer) -> None:
        """Print `%a attributes : type`."""
        flags = {} if self.fastmath == NO_FASTMATH else {"fastmath": self.fastmath}
        write(printer, " ", self.operand, self.attributes | flags, " : ", self.operand.type)

    def verify_(self) -> None:
        """Check the result's type."""
        if self.result.type != bool_like(self.operand.type):
            raise VerifyException(
                "failed to verify that result type has i1 element type and same shape as operands"
            )


CLASSIFICATIONS = family(
    FloatClassificationOp,
    "math",
    isfinite="whether it is neither infinite nor NaN",
    isinf="whether it is infinite",
    isnan="whether it is NaN",
    isnormal="whether it is neither zero, subnormal, infinite nor NaN",
)


@define("math.ipowi", Pure())
class IPowIOp(IntegerBinaryOp):
    """`math.ipowi`: a signed integer to the power of another."""


@define("math.fma")
class FmaOp(FastMathOp, SameTypeSyntax):
    """`math.fma`: a * b + c, rounded once."""

    ARITY: ClassVar = 3
    a = operand_def(FLOATS)
    b = operand_def(FLOATS)
    c = operand_def(FLOATS)
    result = result_def(FLOATS)


@define("math.clampf")
class ClampFOp(FastMathOp):
    """`math.clampf`: the value, or the bound that it is beyond."""

    value = operand_def(FLOATS)
    min = operand_def(FLOATS)
    max = operand_def(FLOATS)
    result = result_def(FLOATS)
    assembly_format = (
        "$value `to` ` ` `[` $min `,` $max `]` (`fastmath` `` $fastmath^)? attr-dict `:` type($result)"
    )


@define("math.fpowi")
class FPowIOp(FastMathOp):
    """`math.fpowi`: a float to the power of a signed integer."""

    lhs = operand_def(FLOATS)
    rhs = operand_def(INTEGER_LIKE)
    result = result_def(FLOATS)
    assembly_format = "$lhs `,` $rhs (`fastmath` `` $fastmath^)? attr-dict `:` type($lhs) `,` type($rhs)"

    def verify_(self) -> None:
        """Check that the shapes agree."""
        if not same_shape(self.lhs.type, self.rhs.type):
            raise VerifyException("requires the same shape for all operands and results")


@define("math.sincos")
class SincosOp(FastMathOp):
    """`math.sincos`: sine and cosine."""

    operand = operand_def(FLOATS)
    sin = result_def(FLOATS)
    cos = result_def(FLOATS)
    assembly_format = "$operand (`fastmath` `` $fastmath^)? attr-dict `:` type($operand)"


Math = dialect("math", __name__, also=(*FUNCTIONS, *INTEGER_FUNCTIONS, *BINARY_FUNCTIONS, *CLASSIFICATIONS))
