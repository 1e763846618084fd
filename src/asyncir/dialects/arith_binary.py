"""The arith ops with operands and a result of one type."""

from __future__ import annotations

from typing import ClassVar

from xdsl.interfaces import ConditionallySpeculatableInterface

from asyncir.dialects.define import define
from asyncir.dialects.elementwise import (
    NO_OVERFLOW_FLAGS,
    ExactSyntax,
    FloatBinaryOp,
    FloatUnaryOp,
    IntegerBinaryOp,
    IntegerOverflowAttr,
    OverflowSyntax,
)
from asyncir.ir import (
    Commutative,
    ConstantLike,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    NoMemoryEffect,
    Pure,
    SSAValue,
    UnitAttr,
    opt_prop_def,
    prop_def,
    traits_def,
)


def _constant_elements(value: SSAValue) -> tuple[int, ...] | None:
    """The elements of an integer constant, or None where the value is no constant."""
    match ConstantLike.get_constant_value(value):
        case IntegerAttr(value=element):
            return (element.data,)
        case DenseIntOrFPElementsAttr() as dense:
            # Of a splat one element: those who ask look at each by itself.
            return tuple(element for element in dense.get_values() if isinstance(element, int))
        case _:
            return None


class OverflowBinaryOp(OverflowSyntax, IntegerBinaryOp):
    """An integer op whose result is poison where it wraps in a way that its flags exclude."""

    overflow_flags = prop_def(IntegerOverflowAttr, default_value=NO_OVERFLOW_FLAGS, prop_name="overflowFlags")


class ExactBinaryOp(ExactSyntax, IntegerBinaryOp):
    """An integer op that may promise that it loses no bits; the result is poison if it does."""

    is_exact = opt_prop_def(UnitAttr, prop_name="isExact")


class UnsignedDivision(ConditionallySpeculatableInterface):
    """An op that is undefined where its second operand is zero."""

    UNDEFINED: ClassVar = (0,)
    traits = traits_def(NoMemoryEffect())

    def is_speculatable(self) -> bool:
        """Whether the divisor is a constant other than those for which the op may be undefined."""
        elements = _constant_elements(self.operands[1])
        return elements is not None and not any(element in elements for element in self.UNDEFINED)


class SignedDivision(UnsignedDivision):
    """An op that is undefined where its second operand is zero, or -1 and the first the least integer."""

    UNDEFINED: ClassVar = (0, -1)


@define("arith.addi", Pure(), Commutative())
class AddiOp(OverflowBinaryOp):
    """`arith.addi`: integer addition, modulo 2^n."""


@define("arith.subi", Pure())
class SubiOp(OverflowBinaryOp):
    """`arith.subi`: integer subtraction, modulo 2^n."""


@define("arith.muli", Pure(), Commutative())
class MuliOp(OverflowBinaryOp):
    """`arith.muli`: integer multiplication, modulo 2^n."""


@define("arith.divui")
class DivUIOp(ExactBinaryOp, UnsignedDivision):
    """`arith.divui`: unsigned division, rounding towards zero."""


@define("arith.divsi")
class DivSIOp(ExactBinaryOp, SignedDivision):
    """`arith.divsi`: signed division, rounding towards zero."""


@define("arith.ceildivui")
class CeilDivUIOp(IntegerBinaryOp, UnsignedDivision):
    """`arith.ceildivui`: unsigned division, rounding up."""


@define("arith.ceildivsi")
class CeilDivSIOp(IntegerBinaryOp, SignedDivision):
    """`arith.ceildivsi`: signed division, rounding up."""


@define("arith.floordivsi")
class FloorDivSIOp(IntegerBinaryOp, SignedDivision):
    """`arith.floordivsi`: signed division, rounding down."""


@define("arith.remui")
class RemUIOp(IntegerBinaryOp, UnsignedDivision):
    """`arith.remui`: remainder of unsigned division."""


@define("arith.remsi")
class RemSIOp(IntegerBinaryOp, SignedDivision):
    """`arith.remsi`: remainder of signed division; it has the sign of the first operand."""


@define("arith.andi", Pure(), Commutative())
class AndIOp(IntegerBinaryOp):
    """`arith.andi`: bitwise and."""


@define("arith.ori", Pure(), Commutative())
class OrIOp(IntegerBinaryOp):
    """`arith.ori`: bitwise or."""


@define("arith.xori", Pure(), Commutative())
class XOrIOp(IntegerBinaryOp):
    """`arith.xori`: bitwise exclusive or."""


@define("arith.shli", Pure())
class ShLIOp(OverflowBinaryOp):
    """`arith.shli`: shift left; poison where the amount is not less than the width."""


@define("arith.shrui", Pure())
class ShRUIOp(ExactBinaryOp):
    """`arith.shrui`: logical shift right; poison where the amount is not less than the width."""


@define("arith.shrsi", Pure())
class ShRSIOp(ExactBinaryOp):
    """`arith.shrsi`: arithmetic shift right; poison where the amount is not less than the width."""


@define("arith.minsi", Pure(), Commutative())
class MinSIOp(IntegerBinaryOp):
    """`arith.minsi`: signed minimum."""


@define("arith.minui", Pure(), Commutative())
class MinUIOp(IntegerBinaryOp):
    """`arith.minui`: unsigned minimum."""


@define("arith.maxsi", Pure(), Commutative())
class MaxSIOp(IntegerBinaryOp):
    """`arith.maxsi`: signed maximum."""


@define("arith.maxui", Pure(), Commutative())
class MaxUIOp(IntegerBinaryOp):
    """`arith.maxui`: unsigned maximum."""


@define("arith.addf", Commutative())
class AddfOp(FloatBinaryOp):
    """`arith.addf`: floating-point addition."""


@define("arith.subf")
class SubfOp(FloatBinaryOp):
    """`arith.subf`: floating-point subtraction."""


@define("arith.mulf", Commutative())
class MulfOp(FloatBinaryOp):
    """`arith.mulf`: floating-point multiplication."""


@define("arith.divf")
class DivfOp(FloatBinaryOp):
    """`arith.divf`: floating-point division."""


@define("arith.remf")
class RemfOp(FloatBinaryOp):
    """`arith.remf`: floating-point remainder; it has the sign of the first operand."""


@define("arith.maximumf", Commutative())
class MaximumfOp(FloatBinaryOp):
    """`arith.maximumf`: maximum; NaN if an operand is; -0.0 is less than +0.0."""


@define("arith.maxnumf", Commutative())
class MaxnumfOp(FloatBinaryOp):
    """`arith.maxnumf`: maximum; the other operand where one is NaN."""


@define("arith.minimumf", Commutative())
class MinimumfOp(FloatBinaryOp):
    """`arith.minimumf`: minimum; NaN if an operand is; -0.0 is less than +0.0."""


@define("arith.minnumf", Commutative())
class MinnumfOp(FloatBinaryOp):
    """`arith.minnumf`: minimum; the other operand where one is NaN."""


@define("arith.negf")
class NegfOp(FloatUnaryOp):
    """`arith.negf`: the operand with the other sign."""
