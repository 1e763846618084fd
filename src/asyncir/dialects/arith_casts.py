"""The arith ops that convert values from one type to another."""

from __future__ import annotations

from typing import Any, ClassVar, Self

from asyncir.dialects.define import define
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
    same_shape,
)
from asyncir.dialects.syntax import OPERAND, TYPE, parse_attributes, parsed, read, write
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


def _verify_widths(wider: bool, source: Attribute, target: Attribute) -> None:
    if wider and _width(source) >= _width(target):
        raise VerifyException(f"result type {target} must be wider than operand type {source}")
    if not wider and _width(source) <= _width(target):
        raise VerifyException(f"result type {target} must be shorter than operand type {source}")


class CastBase(CastSyntax):
    """An op that converts one operand, element by element."""

    WIDER: ClassVar[bool | None] = None
    """Whether the result is wider than the operand, or shorter; None where it may be either."""
    traits = traits_def(Pure())

    def __init__(self, value: SSAValue | Operation, target_type: Attribute):
        super().__init__(operands=[value], result_types=[target_type])

    def verify_(self) -> None:
        """Check that the shapes agree."""
        source, target = self.operands[0].type, self.results[0].type
        if not same_shape(source, target):
            raise VerifyException("requires the same shape for all operands and results")
        if self.WIDER is not None:
            _verify_widths(self.WIDER, source, target)
        self.verify_element_types(source, target)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check the element types."""


class IntegerCast(CastBase):
    """From integers to integers."""

    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)


class FloatCast(FastMathSyntax, CastBase):
    """From floats to floats."""

    FASTMATH_DEFAULT: ClassVar = None
    input = operand_def(FLOAT_LIKE)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(FLOAT_LIKE)


class IntegerToFloat(CastBase):
    """From integers to floats."""

    input = operand_def(FIXED_WIDTH_INTEGER_LIKE)
    result = result_def(FLOAT_LIKE)


class FloatToInteger(CastBase):
    """From floats to integers, towards zero; poison where a number does not fit."""

    input = operand_def(FLOAT_LIKE)
    result = result_def(FIXED_WIDTH_INTEGER_LIKE)


@define("arith.extui")
class ExtUIOp(IntegerCast):
    """`arith.extui`: widen an integer with zeros."""

    WIDER: ClassVar = True


@define("arith.extsi")
class ExtSIOp(IntegerCast):
    """`arith.extsi`: widen an integer with its sign."""

    WIDER: ClassVar = True


@define("arith.trunci")
class TruncIOp(OverflowSyntax, IntegerCast):
    """`arith.trunci`: keep the low bits of an integer."""

    overflow_flags = prop_def(IntegerOverflowAttr, default_value=NO_OVERFLOW_FLAGS, prop_name="overflowFlags")
    WIDER: ClassVar = False


@define("arith.extf")
class ExtFOp(FloatCast):
    """`arith.extf`: convert to a wider floating-point type."""

    WIDER: ClassVar = True


class RoundingSyntax(FastMathSyntax):
    """A rounding mode, then `fastmath<...>`, both optional."""

    FASTMATH_DEFAULT: ClassVar = None
    rounding_mode = opt_prop_def(IntegerAttr, prop_name="roundingmode")

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

    def verify_rounding_mode(self) -> None:
        """Check the rounding mode."""
        mode: Any = self.properties.get("roundingmode")
        if mode is not None and (mode.type != i32 or not 0 <= mode.value.data < len(ROUNDING_MODES)):
            raise VerifyException(
                "attribute 'roundingmode' failed to satisfy constraint: Floating point rounding mode"
            )


@define("arith.truncf")
class TruncFOp(RoundingSyntax, FloatCast):
    """`arith.truncf`: convert to a narrower floating-point type; rounds to nearest even by default."""

    WIDER: ClassVar = False

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check the rounding mode."""
        self.verify_rounding_mode()


class ScalingCastBase(FastMathSyntax):
    """An op that converts a float by a scale, as the OCP MX formats do."""

    FASTMATH_DEFAULT: ClassVar = None
    input = operand_def(FLOAT_LIKE)
    scale = operand_def(FLOAT_LIKE)
    fastmath = opt_prop_def(FastMathFlagsAttr)
    result = result_def(FLOAT_LIKE)
    traits = traits_def(Pure())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%in, %scale flags : type, type to type`."""
        names = read(parser, OPERAND, ",", OPERAND)
        properties = cls.parse_flags(parser)
        attributes = parse_attributes(cls, parser, properties)
        *types, result_type = read(parser, ":", TYPE, ",", TYPE, "to", TYPE)
        operands = parser.resolve_operands(names, types, parser.pos)
        return parsed(cls, operands, (result_type,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%in, %scale flags : type, type to type`."""
        write(printer, " ", self.operands)
        self.print_flags(printer)
        write(printer, self.attributes, " : ", self.operand_types, " to ", self.result.type)


@define("arith.scaling_extf")
class ScalingExtFOp(ScalingCastBase):
    """`arith.scaling_extf`: widen a float and multiply by a scale."""

    def verify_(self) -> None:
        """Check the widths."""
        _verify_widths(True, self.input.type, self.result.type)


@define("arith.scaling_truncf")
class ScalingTruncFOp(RoundingSyntax, ScalingCastBase):
    """`arith.scaling_truncf`: divide by a scale and narrow a float."""

    def verify_(self) -> None:
        """Check the widths and the rounding mode."""
        self.verify_rounding_mode()
        _verify_widths(False, self.input.type, self.result.type)


@define("arith.uitofp")
class UIToFPOp(IntegerToFloat):
    """`arith.uitofp`: convert an unsigned integer to a float."""


@define("arith.sitofp")
class SIToFPOp(IntegerToFloat):
    """`arith.sitofp`: convert a signed integer to a float."""


@define("arith.fptoui")
class FPToUIOp(FloatToInteger):
    """`arith.fptoui`: convert a float to an unsigned integer, towards zero; poison where it does not fit."""


@define("arith.fptosi")
class FPToSIOp(FloatToInteger):
    """`arith.fptosi`: convert a float to a signed integer, towards zero; poison where it does not fit."""


class IndexCastBase(CastBase):
    """A cast between `index` and integers of a fixed width."""

    input = operand_def(INDEX_CAST_LIKE)
    result = result_def(INDEX_CAST_LIKE)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check that exactly one of the two is `index`."""
        elements = (element_type_through_memref(source), element_type_through_memref(target))
        if sum(isinstance(element, IndexType) for element in elements) != 1:
            raise VerifyException(f"operand type {source} and result type {target} are cast incompatible")


@define("arith.index_cast")
class IndexCastOp(IndexCastBase):
    """`arith.index_cast`: convert between `index` and a signed integer."""


@define("arith.index_castui")
class IndexCastUIOp(IndexCastBase):
    """`arith.index_castui`: convert between `index` and an unsigned integer."""


@define("arith.bitcast")
class BitcastOp(CastBase):
    """`arith.bitcast`: the same bits as another type."""

    input = operand_def(BITCAST_LIKE)
    result = result_def(BITCAST_LIKE)

    def verify_element_types(self, source: Attribute, target: Attribute) -> None:
        """Check that the widths are equal."""
        if _width(source) != _width(target):
            raise VerifyException(f"operand type {source} and result type {target} are cast incompatible")
