"""What arith and math share: constraints on scalars and on vectors and tensors of them, flags, and syntax.

The ops of these dialects are most of every program, so their syntax is parsed and printed by hand here, once
per shape of op, instead of by xDSL's interpreter of declared formats, which takes about twice as long.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from typing_extensions import TypeVar
from xdsl.dialects.utils import BitEnumAttribute, FastMathAttrBase, FastMathFlag
from xdsl.irdl import AttrConstraint, IntConstraint, VerificationContext
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.memref_layout import all_compatible, shape_of
from asyncir.dialects.plain_forms import NAME, TYPE, HasPlainForm
from asyncir.dialects.syntax import parse_attributes, parsed, write
from asyncir.ir import (
    AnyFloat,
    Attribute,
    AttrParser,
    IndexType,
    IntegerType,
    IRDLOperation,
    MemRefType,
    Operation,
    Parser,
    Printer,
    Pure,
    Signedness,
    SSAValue,
    TensorType,
    UnitAttr,
    UnrankedTensorType,
    VarConstraint,
    VectorType,
    VerifyException,
    i1,
    irdl_attr_definition,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)

_Flag = TypeVar("_Flag", bound=StrEnum)

FLOAT_TYPES: tuple[type[Attribute], ...] = AnyFloat.__args__
"""The classes of floating-point types."""


@irdl_attr_definition
class FastMathFlagsAttr(FastMathAttrBase):
    """`#arith.fastmath<...>`: what an optimiser may assume of a floating-point op."""

    name = "arith.fastmath"

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> frozenset[FastMathFlag]:
        """Parse `<nnan,ninf>`; the base class would take `<>`, too."""
        return _parse_flags(parser, FastMathFlag, all_="fast")


def _parse_flags(parser: AttrParser, kind: type[_Flag], all_: str | None = None) -> frozenset[_Flag]:
    """Parse `<flag, ...>`, where `none` is no flag and `all_` every one."""
    flags: set[_Flag] = set()
    with parser.in_angle_brackets():
        more = True
        while more:
            if all_ is not None and parser.parse_optional_keyword(all_) is not None:
                flags.update(kind)
            elif parser.parse_optional_keyword("none") is None:
                flags.add(parser.parse_str_enum(kind))
            more = parser.parse_optional_punctuation(",") is not None
    return frozenset(flags)


class IntegerOverflowFlag(StrEnum):
    """What must not happen in an integer op, lest its result be poison."""

    NSW = "nsw"
    NUW = "nuw"


@irdl_attr_definition
class IntegerOverflowAttr(BitEnumAttribute[IntegerOverflowFlag]):
    """`#arith.overflow<...>`: the ways in which an integer op does not wrap."""

    name = "arith.overflow"
    none_value = "none"
    separator_value = ", "

    @classmethod
    def parse_parameter(cls, parser: AttrParser) -> frozenset[IntegerOverflowFlag]:
        """Parse `<nsw, nuw>`; the base class takes its separator for a token, which has no space."""
        return _parse_flags(parser, IntegerOverflowFlag)


NO_FASTMATH = FastMathFlagsAttr(frozenset())
NO_OVERFLOW_FLAGS = IntegerOverflowAttr(frozenset())


_SHAPED = (VectorType, TensorType, UnrankedTensorType)


def is_signless(type_: Attribute) -> bool:
    """Whether the type is anything but `siN` and `uiN`."""
    integer: Any = type_
    return not isinstance(type_, IntegerType) or integer.signedness.data is Signedness.SIGNLESS


def element_type(type_: Attribute) -> Attribute:
    """The element type of a vector or tensor; any other type itself."""
    shaped: Any = type_
    return shaped.element_type if isinstance(type_, _SHAPED) else type_


def element_type_through_memref(type_: Attribute) -> Attribute:
    """The element type of a vector, tensor or memref; any other type itself."""
    memref: Any = type_
    return memref.element_type if isinstance(type_, MemRefType) else element_type(type_)


def with_element_type(type_: Attribute, element: Attribute) -> Attribute:
    """The type with the same shape and another element type."""
    shaped: Any = type_
    if isinstance(type_, VectorType):
        return VectorType(element, shaped.shape, shaped.scalable_dims)
    if isinstance(type_, TensorType):
        return TensorType(element, shaped.shape, shaped.encoding)
    return UnrankedTensorType(element) if isinstance(type_, UnrankedTensorType) else element


def bool_like(type_: Attribute) -> Attribute:
    """`i1`, or a vector or tensor of it with the shape of the given type."""
    return with_element_type(type_, i1)


def same_shape(first: Attribute, second: Attribute) -> bool:
    """Whether both are scalars, or vectors or tensors of one shape, or memrefs of shapes that may agree."""
    one: Any = first
    other: Any = second
    if isinstance(first, MemRefType) and isinstance(second, MemRefType):
        return all_compatible(shape_of(one), shape_of(other))
    return bool_like(one) == bool_like(other)


class TypeCheck(AttrConstraint[Attribute]):
    """A constraint on a type that has no type variables inside."""

    def mapping_type_vars(
        self, type_var_mapping: Mapping[TypeVar, AttrConstraint | IntConstraint]
    ) -> AttrConstraint[Attribute]:
        """The constraint itself."""
        return self


@dataclass(frozen=True)
class ElementsOf(TypeCheck):
    """A type of one of the classes, or a vector or tensor (or memref) of it; integers are signless."""

    classes: tuple[type[Attribute], ...]
    description: str
    memref: bool = False
    scalar: bool = False

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        """Raise unless the type is one of these."""
        element = attr
        if not self.scalar:
            element = element_type_through_memref(attr) if self.memref else element_type(attr)
        if not isinstance(element, self.classes) or not is_signless(element):
            raise VerifyException(f"must be {self.description}, but got '{attr}'")


INTEGER_LIKE = ElementsOf((IntegerType, IndexType), "signless-integer-like")
INTEGERS = VarConstraint("T", INTEGER_LIKE)
"""The one type of several operands or results."""
FIXED_WIDTH_INTEGER_LIKE = ElementsOf((IntegerType,), "signless-fixed-width-integer-like")
FLOAT_LIKE = ElementsOf(FLOAT_TYPES, "floating-point-like")
FLOATS = VarConstraint("T", FLOAT_LIKE)
"""The one type of several operands or results."""
INDEX_CAST_LIKE = ElementsOf(
    (IntegerType, IndexType), "signless-integer-like or memref of signless-integer", memref=True
)
BITCAST_LIKE = ElementsOf(
    (IntegerType, *FLOAT_TYPES),
    "signless-integer-or-float-like or memref of signless-integer or float",
    memref=True,
)


class BoolLike(TypeCheck):
    """`i1`, or a vector or tensor of it."""

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        """Raise unless the type is one of these."""
        if element_type(attr) != i1:
            raise VerifyException(f"must be bool-like, but got '{attr}'")


BOOL_LIKE = BoolLike()


class FlagsSyntax(IRDLOperation):
    """The flags of an op: the properties that its syntax writes between the operands and the attributes."""

    @classmethod
    def plain_flags(cls) -> dict[str, Attribute]:
        """The flags where nothing is written."""
        return {}

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse the flags into properties."""
        return cls.plain_flags()

    def print_flags(self, printer: Printer) -> None:
        """Print the flags, each after a space."""


class OverflowSyntax(FlagsSyntax):
    """`overflow<nsw, nuw>`, written where there is any."""

    @classmethod
    def plain_flags(cls) -> dict[str, Attribute]:
        """None of the two."""
        return {"overflowFlags": NO_OVERFLOW_FLAGS}

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse `overflow<...>` if present."""
        if parser.parse_optional_keyword("overflow") is None:
            return cls.plain_flags()
        return {"overflowFlags": IntegerOverflowAttr.new(IntegerOverflowAttr.parse_parameter(parser))}

    def print_flags(self, printer: Printer) -> None:
        """Print `overflow<...>` unless there is none."""
        flags = self.properties.get("overflowFlags", NO_OVERFLOW_FLAGS)
        if isinstance(flags, IntegerOverflowAttr) and flags.data:
            printer.print_string(" overflow")
            flags.print_parameter(printer)


class ExactSyntax(FlagsSyntax):
    """`exact`, written where it is set."""

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse `exact` if present."""
        return {} if parser.parse_optional_keyword("exact") is None else {"isExact": UnitAttr()}

    def print_flags(self, printer: Printer) -> None:
        """Print `exact` if set."""
        if "isExact" in self.properties:
            printer.print_string(" exact")


class FastMathSyntax(FlagsSyntax):
    """`fastmath<...>`, written unless it is what the op has without it."""

    FASTMATH_DEFAULT: ClassVar[FastMathFlagsAttr | None] = NO_FASTMATH
    """What the op has where nothing is written; None where the flags are optional."""

    @classmethod
    def plain_flags(cls) -> dict[str, Attribute]:
        """The default."""
        return {} if cls.FASTMATH_DEFAULT is None else {"fastmath": cls.FASTMATH_DEFAULT}

    @classmethod
    def parse_flags(cls, parser: Parser) -> dict[str, Attribute]:
        """Parse `fastmath<...>` if present."""
        if parser.parse_optional_keyword("fastmath") is not None:
            return {"fastmath": FastMathFlagsAttr.new(FastMathFlagsAttr.parse_parameter(parser))}
        return cls.plain_flags()

    def print_flags(self, printer: Printer) -> None:
        """Print `fastmath<...>` unless it is the default."""
        flags = self.properties.get("fastmath")
        if isinstance(flags, FastMathFlagsAttr) and flags != self.FASTMATH_DEFAULT:
            printer.print_string(" fastmath")
            flags.print_parameter(printer)


class SameTypeSyntax(FlagsSyntax, HasPlainForm):
    """`%a, %b flags attributes : type`: all operands have one type, from which that of the only result follows."""

    ARITY: ClassVar[int] = 2
    PLAIN_FORM: ClassVar = re.compile(f"{NAME}(?:, {NAME})? : {TYPE}")

    def __init__(self, *operands: SSAValue | Operation):
        super().__init__(operands=operands, result_types=[self.result_type(SSAValue.get(operands[0]).type)])

    @classmethod
    def result_type(cls, type_: Attribute) -> Attribute:
        """The type of the result: that of the operands, where the class does not say otherwise."""
        return type_

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """Without flags and attributes."""
        if len(values) != cls.ARITY or any(value.type != type for value in values):
            return None
        return parsed(cls, values, (cls.result_type(type),), cls.plain_flags(), {})

    @classmethod
    def parse_operand_type(cls, parser: Parser) -> Attribute:
        """Parse the type of the operands."""
        return parser.parse_type()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse this syntax."""
        operands = [parser.parse_unresolved_operand()]
        for _ in range(1, cls.ARITY):
            parser.parse_punctuation(",")
            operands.append(parser.parse_unresolved_operand())
        properties = cls.parse_flags(parser)
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        type_ = cls.parse_operand_type(parser)
        resolved = [parser.resolve_operand(operand, type_) for operand in operands]
        return parsed(cls, resolved, (cls.result_type(type_),), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print this syntax."""
        printer.print_string(" ")
        printer.print_list(self.operands, printer.print_operand)
        self.print_flags(printer)
        write(printer, self.attributes, " : ", self.operands[0].type)


class CastSyntax(FlagsSyntax):
    """`%a flags attributes : type to type`."""

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse this syntax."""
        operand = parser.parse_unresolved_operand()
        properties = cls.parse_flags(parser)
        attributes = parse_attributes(cls, parser, properties)
        parser.parse_punctuation(":")
        from_type = parser.parse_type()
        parser.parse_keyword("to")
        to_type = parser.parse_type()
        resolved = parser.resolve_operand(operand, from_type)
        return parsed(cls, (resolved,), (to_type,), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print this syntax."""
        write(printer, " ", self.operands[0])
        self.print_flags(printer)
        write(printer, self.attributes, " : ", self.operands[0].type, " to ", self.results[0].type)


class IntegerUnaryOp(SameTypeSyntax):
    """A function of an integer, or of each of a vector or tensor of them."""

    ARITY: ClassVar = 1
    operand = operand_def(INTEGERS)
    result = result_def(INTEGERS)
    traits = traits_def(Pure())


class IntegerBinaryOp(SameTypeSyntax):
    """A function of two integers, or of each two of two vectors or tensors of them."""

    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    result = result_def(INTEGERS)


class FastMathOp(FastMathSyntax):
    """An op on floats that an optimiser may treat as its flags say."""

    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    traits = traits_def(Pure())


class FloatUnaryOp(FastMathOp, SameTypeSyntax):
    """A function of a float, or of each of a vector or tensor of them."""

    ARITY: ClassVar = 1
    operand = operand_def(FLOATS)
    result = result_def(FLOATS)


class FloatBinaryOp(FastMathOp, SameTypeSyntax):
    """A function of two floats, or of each two of two vectors or tensors of them."""

    lhs = operand_def(FLOATS)
    rhs = operand_def(FLOATS)
    result = result_def(FLOATS)
