"""The arith ops that convert values from one type to another."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from asyncir.dialects.elementwise import (
    BITCAST_LIKE,
    FIXED_WIDTH_INTEGER_LIKE,
    FLOAT_LIKE,
    INDEX_CAST_LIKE,
    NO_OVERFLOW_FLAGS,
    CastSyntax,
    FastMathFlagsAttr,
    FastMathSyntax,
    IntegerOverflowAttr,
    OverflowSyntax,
    element_type_through_memref,
    parse_attributes,
    same_shape,
)
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerAttr,
    Operation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    VerifyException,
    i32,
    irdl_op_definition,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    traits_def,
)

ROUNDING_MODES = ("to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away")
"""The names of rounding modes, by their numbers."""


def _width(type_: Attribute) -> int:
    element: Any = element_type_through_memref(type_)
    return element.bitwidth


class CastBase(CastSyntax):
    """An op that converts one operand, element by element."""

    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, target_type: Attribute):
        super().__init__(operands=[value], result_types=[target_type])

    def verify_(self) -> None:
        """Check that the shapes agree."""
        source, target = self.operands[0].type, self.results[0].type
        if not same_shape(source, target):
            raise VerifyException("requires the same shape for all operands and results")
        self.verify_element_types(source, target)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check the element types."""

    def _verify_wider(self, source: Attribute, target: Attribute) -> None:
        if _width(source) >= _width(target):
            raise VerifyException(f"result type {target} must be wider than operand type {source}")

    def _verify_shorter(self, source: Attribute, target: Attribute) -> None:
        if _width(source) <= _width(target):
            raise VerifyException(f"result type {target} must be shorter than operand type {source}")


@irdl_op_definition
class ExtUIOp(CastBase):
    """`arith.extui`: widen an integer with zeros."""

    name = "arith.extui"
    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)
    verify_element_types = CastBase._verify_wider


@irdl_op_definition
class ExtSIOp(CastBase):
    """`arith.extsi`: widen an integer with its sign."""

    name = "arith.extsi"
    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)
    verify_element_types = CastBase._verify_wider


@irdl_op_definition
class TruncIOp(OverflowSyntax, CastBase):
    """`arith.trunci`: keep the low bits of an integer."""

    name = "arith.trunci"
    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    overflow_flags = prop_def(IntegerOverflowAttr, default_value=NO_OVERFLOW_FLAGS, prop_name="overflowFlags")
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)
    verify_element_types = CastBase._verify_shorter

    def __init__(
        self,
        value: SSAValue | Operation,
        target_type: Attribute,
        overflow: IntegerOverflowAttr = NO_OVERFLOW_FLAGS,
    ):
        super(CastBase, self).__init__(
            operands=[value], result_types=[target_type], properties={"overflowFlags": overflow}
        )


@irdl_op_definition
class ExtFOp(FastMathSyntax, CastBase):
    """`arith.extf`: convert to a wider floating-point type."""

    name = "arith.extf"
    FASTMATH_DEFAULT: ClassVar = None
    input = operand_def(FLOAT_LIKE)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(FLOAT_LIKE)
    verify_element_types = CastBase._verify_wider


class RoundingSyntax(FastMathSyntax):
    """A rounding mode, then `fastmath<...>`, both optional."""

    FASTMATH_DEFAULT: ClassVar = None

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse the rounding mode and the flags."""
        flags: dict[str, Attribute] = {}
        for number, mode in enumerate(ROUNDING_MODES):
            if parser.parse_optional_keyword(mode) is not None:
                flags["roundingmode"] = IntegerAttr(number, i32)
                break
        return flags | super().parse_flags(parser)

    def print_flags(self, printer: Printer) -> None:
        """Print the rounding mode and the flags."""
        mode = self.properties.get("roundingmode")
        if isinstance(mode, IntegerAttr):
            printer.print_string(f" {ROUNDING_MODES[mode.value.data]}")
        super().print_flags(printer)

    def _verify_rounding_mode(self) -> None:
        mode: Any = self.properties.get("roundingmode")
        if mode is not None and (mode.type != i32 or not 0 <= mode.value.data < len(ROUNDING_MODES)):
            raise VerifyException(
                "attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode"
            )


@irdl_op_definition
class TruncFOp(RoundingSyntax, CastBase):
    """`arith.truncf`: convert to a narrower floating-point type; rounds to nearest even by default."""

    name = "arith.truncf"
    input = operand_def(FLOAT_LIKE)
    rounding_mode = opt_prop_def(IntegerAttr, prop_name="roundingmode")
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(FLOAT_LIKE)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check the widths and the rounding mode."""
        self._verify_shorter(source, target)
        self._verify_rounding_mode()


class ScalingCastBase(FastMathSyntax):
    """An op that converts a float by a scale, as the OCP MX formats do."""

    FASTMATH_DEFAULT: ClassVar = None
    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, scale: SSAValue | Operation, target_type: Attribute):
        super().__init__(operands=[value, scale], result_types=[target_type])

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%in, %scale flags : type, type to type`."""
        value = parser.parse_unresolved_operand()
        parser.parse_punctuation(",")
        scale = parser.parse_unresolved_operand()
        properties = cls.parse_flags(parser)
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        value_type = parser.parse_type()
        parser.parse_punctuation(",")
        scale_type = parser.parse_type()
        parser.parse_keyword("to")
        return cls.create(
            operands=(parser.resolve_operand(value, value_type), parser.resolve_operand(scale, scale_type)),
            result_types=(parser.parse_type(),),
            properties=properties,
            attributes=attributes,
        )

    def print(self, printer: Printer) -> None:
        """Print `%in, %scale flags : type, type to type`."""
        value, scale = self.operands
        printer.print_string(" ")
        printer.print_operand(value)
        printer.print_string(", ")
        printer.print_operand(scale)
        self.print_flags(printer)
        printer.print_op_attributes(self.attributes)
        printer.print_string(" : ")
        printer.print_attribute(value.type)
        printer.print_string(", ")
        printer.print_attribute(scale.type)
        printer.print_string(" to ")
        printer.print_attribute(self.results[0].type)


@irdl_op_definition
class ScalingExtFOp(ScalingCastBase):
    """`arith.scaling_extf`: widen a float and multiply by a scale."""

    name = "arith.scaling_extf"
    input = operand_def(FLOAT_LIKE)
    scale = operand_def(FLOAT_LIKE)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(FLOAT_LIKE)

    def verify_(self) -> None:
        """Check the widths."""
        if _width(self.input.type) >= _width(self.result.type):
            raise VerifyException(
                f"result type {self.result.type} must be wider than operand type {self.input.type}"
            )


@irdl_op_definition
class ScalingTruncFOp(RoundingSyntax, ScalingCastBase):
    """`arith.scaling_truncf`: divide by a scale and narrow a float."""

    name = "arith.scaling_truncf"
    input = operand_def(FLOAT_LIKE)
    scale = operand_def(FLOAT_LIKE)
    rounding_mode = opt_prop_def(IntegerAttr, prop_name="roundingmode")
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(FLOAT_LIKE)

    def verify_(self) -> None:
        """Check the widths and the rounding mode."""
        self._verify_rounding_mode()
        if _width(self.input.type) <= _width(self.result.type):
            raise VerifyException(
                f"result type {self.result.type} must be shorter than operand type {self.input.type}"
            )


@irdl_op_definition
class UIToFPOp(CastBase):
    """`arith.uitofp`: convert an unsigned integer to a float."""

    name = "arith.uitofp"
    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    result = result_def(FLOAT_LIKE)


@irdl_op_definition
class SIToFPOp(CastBase):
    """`arith.sitofp`: convert a signed integer to a float."""

    name = "arith.sitofp"
    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    result = result_def(FLOAT_LIKE)


@irdl_op_definition
class FPToUIOp(CastBase):
    """`arith.fptoui`: convert a float to an unsigned integer, towards zero; poison where it does not fit."""

    name = "arith.fptoui"
    input = operand_def(FLOAT_LIKE)
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)


@irdl_op_definition
class FPToSIOp(CastBase):
    """`arith.fptosi`: convert a float to a signed integer, towards zero; poison where it does not fit."""

    name = "arith.fptosi"
    input = operand_def(FLOAT_LIKE)
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)


class IndexCastBase(CastBase):
    """A cast between `index` and integers of a fixed width."""

    input = operand_def(INDEX_CAST_LIKE)
    result = result_def(INDEX_CAST_LIKE)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check that exactly one of the two is `index`."""
        elements = (element_type_through_memref(source), element_type_through_memref(target))
        if sum(isinstance(element, IndexType) for element in elements) != 1:
            raise VerifyException(f"operand type {source} and result type {target} are cast incompatible")


@irdl_op_definition
class IndexCastOp(IndexCastBase):
    """`arith.index_cast`: convert between `index` and a signed integer."""

    name = "arith.index_cast"


@irdl_op_definition
class IndexCastUIOp(IndexCastBase):
    """`arith.index_castui`: convert between `index` and an unsigned integer."""

    name = "arith.index_castui"


@irdl_op_definition
class BitcastOp(CastBase):
    """`arith.bitcast`: the same bits as another type."""

    name = "arith.bitcast"
    input = operand_def(BITCAST_LIKE)
    result = result_def(BITCAST_LIKE)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check that the widths are equal."""
        if _width(source) != _width(target):
            raise VerifyException(f"operand type {source} and result type {target} are cast incompatible")


CAST_OPS: tuple[type[Operation], ...] = (
    ExtUIOp,
    ExtSIOp,
    TruncIOp,
    ExtFOp,
    TruncFOp,
    ScalingExtFOp,
    ScalingTruncFOp,
    UIToFPOp,
    SIToFPOp,
    FPToUIOp,
    FPToSIOp,
    IndexCastOp,
    IndexCastUIOp,
    BitcastOp,
)
