"""The arith ops with operands and a result of one type."""

from __future__ import annotations

from typing import ClassVar

from xdsl.interfaces import ConditionallySpeculatableInterface
from xdsl.traits import Commutative, NoMemoryEffect

from asyncir.dialects.elementwise import (
    FLOAT_LIKE,
    INTEGER_LIKE,
    NO_FASTMATH,
    NO_OVERFLOW_FLAGS,
    ExactSyntax,
    FastMathFlagsAttr,
    FastMathSyntax,
    IntegerOverflowAttr,
    OverflowSyntax,
    SameTypeSyntax,
    type_of,
)
from asyncir.ir import (
    Attribute,
    ConstantLike,
    DenseIntOrFPElementsAttr,
    IntegerAttr,
    Operation,
    Pure,
    SSAValue,
    UnitAttr,
    VarConstraint,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)


def _constant_elements(value: SSAValue) -> tuple[int, ...] | None:
    """The elements of an integer constant, or None where the value is no constant."""
    match ConstantLike.get_constant_value(value):
        case IntegerAttr(value=element):
            return (element.data,)
        case DenseIntOrFPElementsAttr() as dense:
            return tuple(element for element in dense.get_values() if isinstance(element, int))
        case _:
            return None


class IntegerBinaryOp(SameTypeSyntax):
    """An op on two integers, or on two vectors or tensors of them."""

    T: ClassVar = VarConstraint("T", INTEGER_LIKE)
    lhs = operand_def(T)
    rhs = operand_def(T)
    result = result_def(T)

    def __init__(
        self, lhs: SSAValue | Operation, rhs: SSAValue | Operation, result_type: Attribute | None = None
    ):
        super().__init__(operands=[lhs, rhs], result_types=[result_type or type_of(lhs)])


class OverflowBinaryOp(OverflowSyntax, IntegerBinaryOp):
    """An integer op whose result is poison where it wraps in a way that its flags exclude."""

    overflow_flags = prop_def(IntegerOverflowAttr, default_value=NO_OVERFLOW_FLAGS, prop_name="overflowFlags")

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        result_type: Attribute | None = None,
        overflow: IntegerOverflowAttr = NO_OVERFLOW_FLAGS,
    ):
        super(IntegerBinaryOp, self).__init__(
            operands=[lhs, rhs],
            result_types=[result_type or type_of(lhs)],
            properties={"overflowFlags": overflow},
        )


class ExactBinaryOp(ExactSyntax, IntegerBinaryOp):
    """An integer op that may promise that it loses no bits; the result is poison if it does."""

    is_exact = opt_prop_def(UnitAttr, prop_name="isExact")


class UnsignedDivision(ConditionallySpeculatableInterface):
    """An op that is undefined where its second operand is zero."""

    def is_speculatable(self) -> bool:
        """Whether the divisor is a constant other than zero."""
        elements = _constant_elements(self.operands[1])
        return elements is not None and 0 not in elements


class SignedDivision(ConditionallySpeculatableInterface):
    """An op that is undefined where its second operand is zero, or -1 and the first the least integer."""

    def is_speculatable(self) -> bool:
        """Whether the divisor is a constant other than zero and -1."""
        elements = _constant_elements(self.operands[1])
        return elements is not None and 0 not in elements and -1 not in elements


class FloatBinaryOp(FastMathSyntax, SameTypeSyntax):
    """An op on two floats, or on two vectors or tensors of them."""

    T: ClassVar = VarConstraint("T", FLOAT_LIKE)
    lhs = operand_def(T)
    rhs = operand_def(T)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    result = result_def(T)

    def __init__(
        self,
        lhs: SSAValue | Operation,
        rhs: SSAValue | Operation,
        flags: FastMathFlagsAttr | None = None,
        result_type: Attribute | None = None,
    ):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[result_type or type_of(lhs)],
            properties={"fastmath": flags or NO_FASTMATH},
        )


@irdl_op_definition
class AddiOp(OverflowBinaryOp):
    """`arith.addi`: integer addition, modulo 2^n."""

    name = "arith.addi"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class SubiOp(OverflowBinaryOp):
    """`arith.subi`: integer subtraction, modulo 2^n."""

    name = "arith.subi"
    traits = traits_def(Pure())


@irdl_op_definition
class MuliOp(OverflowBinaryOp):
    """`arith.muli`: integer multiplication, modulo 2^n."""

    name = "arith.muli"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class DivUIOp(ExactBinaryOp, UnsignedDivision):
    """`arith.divui`: unsigned division, rounding towards zero."""

    name = "arith.divui"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class DivSIOp(ExactBinaryOp, SignedDivision):
    """`arith.divsi`: signed division, rounding towards zero."""

    name = "arith.divsi"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class CeilDivUIOp(IntegerBinaryOp, UnsignedDivision):
    """`arith.ceildivui`: unsigned division, rounding up."""

    name = "arith.ceildivui"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class CeilDivSIOp(IntegerBinaryOp, SignedDivision):
    """`arith.ceildivsi`: signed division, rounding up."""

    name = "arith.ceildivsi"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class FloorDivSIOp(IntegerBinaryOp, SignedDivision):
    """`arith.floordivsi`: signed division, rounding down."""

    name = "arith.floordivsi"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class RemUIOp(IntegerBinaryOp, UnsignedDivision):
    """`arith.remui`: remainder of unsigned division."""

    name = "arith.remui"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class RemSIOp(IntegerBinaryOp, SignedDivision):
    """`arith.remsi`: remainder of signed division; it has the sign of the first operand."""

    name = "arith.remsi"
    traits = traits_def(NoMemoryEffect())


@irdl_op_definition
class AndIOp(IntegerBinaryOp):
    """`arith.andi`: bitwise and."""

    name = "arith.andi"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class OrIOp(IntegerBinaryOp):
    """`arith.ori`: bitwise or."""

    name = "arith.ori"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class XOrIOp(IntegerBinaryOp):
    """`arith.xori`: bitwise exclusive or."""

    name = "arith.xori"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class ShLIOp(OverflowBinaryOp):
    """`arith.shli`: shift left; poison where the amount is not less than the width."""

    name = "arith.shli"
    traits = traits_def(Pure())


@irdl_op_definition
class ShRUIOp(ExactBinaryOp):
    """`arith.shrui`: logical shift right; poison where the amount is not less than the width."""

    name = "arith.shrui"
    traits = traits_def(Pure())


@irdl_op_definition
class ShRSIOp(ExactBinaryOp):
    """`arith.shrsi`: arithmetic shift right; poison where the amount is not less than the width."""

    name = "arith.shrsi"
    traits = traits_def(Pure())


@irdl_op_definition
class MinSIOp(IntegerBinaryOp):
    """`arith.minsi`: signed minimum."""

    name = "arith.minsi"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class MinUIOp(IntegerBinaryOp):
    """`arith.minui`: unsigned minimum."""

    name = "arith.minui"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class MaxSIOp(IntegerBinaryOp):
    """`arith.maxsi`: signed maximum."""

    name = "arith.maxsi"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class MaxUIOp(IntegerBinaryOp):
    """`arith.maxui`: unsigned maximum."""

    name = "arith.maxui"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class AddfOp(FloatBinaryOp):
    """`arith.addf`: floating-point addition."""

    name = "arith.addf"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class SubfOp(FloatBinaryOp):
    """`arith.subf`: floating-point subtraction."""

    name = "arith.subf"
    traits = traits_def(Pure())


@irdl_op_definition
class MulfOp(FloatBinaryOp):
    """`arith.mulf`: floating-point multiplication."""

    name = "arith.mulf"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class DivfOp(FloatBinaryOp):
    """`arith.divf`: floating-point division."""

    name = "arith.divf"
    traits = traits_def(Pure())


@irdl_op_definition
class RemfOp(FloatBinaryOp):
    """`arith.remf`: floating-point remainder; it has the sign of the first operand."""

    name = "arith.remf"
    traits = traits_def(Pure())


@irdl_op_definition
class MaximumfOp(FloatBinaryOp):
    """`arith.maximumf`: maximum; NaN if an operand is; -0.0 is less than +0.0."""

    name = "arith.maximumf"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class MaxnumfOp(FloatBinaryOp):
    """`arith.maxnumf`: maximum; the other operand where one is NaN."""

    name = "arith.maxnumf"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class MinimumfOp(FloatBinaryOp):
    """`arith.minimumf`: minimum; NaN if an operand is; -0.0 is less than +0.0."""

    name = "arith.minimumf"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class MinnumfOp(FloatBinaryOp):
    """`arith.minnumf`: minimum; the other operand where one is NaN."""

    name = "arith.minnumf"
    traits = traits_def(Pure(), Commutative())


@irdl_op_definition
class NegfOp(FastMathSyntax, SameTypeSyntax):
    """`arith.negf`: the operand with the other sign."""

    name = "arith.negf"
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


BINARY_OPS: tuple[type[Operation], ...] = (
    AddiOp,
    SubiOp,
    MuliOp,
    DivUIOp,
    DivSIOp,
    CeilDivUIOp,
    CeilDivSIOp,
    FloorDivSIOp,
    RemUIOp,
    RemSIOp,
    AndIOp,
    OrIOp,
    XOrIOp,
    ShLIOp,
    ShRUIOp,
    ShRSIOp,
    MinSIOp,
    MinUIOp,
    MaxSIOp,
    MaxUIOp,
    AddfOp,
    SubfOp,
    MulfOp,
    DivfOp,
    RemfOp,
    MaximumfOp,
    MaxnumfOp,
    MinimumfOp,
    MinnumfOp,
    NegfOp,
)
