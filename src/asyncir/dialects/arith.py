"""The arith dialect: arithmetic on integers, `index` and floats, and on vectors and tensors of them.

All the ops of MLIR 22's `ArithOps.td`. The classes of ops with operands and a result of one type are in
`arith_binary`, those of conversions in `arith_casts`; all are imported from here.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from typing import Any, ClassVar, Self, cast

from xdsl.dialects.builtin import DenseResourceAttr
from xdsl.interfaces import HasFolderInterface

from asyncir.dialects.arith_binary import (
    AddfOp as AddfOp,
    AddiOp as AddiOp,
    AndIOp as AndIOp,
    CeilDivSIOp as CeilDivSIOp,
    CeilDivUIOp as CeilDivUIOp,
    DivfOp as DivfOp,
    DivSIOp as DivSIOp,
    DivUIOp as DivUIOp,
    FloorDivSIOp as FloorDivSIOp,
    MaximumfOp as MaximumfOp,
    MaxSIOp as MaxSIOp,
    MinimumfOp as MinimumfOp,
    MinSIOp as MinSIOp,
    MulfOp as MulfOp,
    MuliOp as MuliOp,
    OrIOp as OrIOp,
    RemSIOp as RemSIOp,
    RemUIOp as RemUIOp,
    ShRSIOp as ShRSIOp,
    SubfOp as SubfOp,
    SubiOp as SubiOp,
    XOrIOp as XOrIOp,
)
from asyncir.dialects.arith_casts import (
    ExtFOp as ExtFOp,
    ExtSIOp as ExtSIOp,
    ExtUIOp as ExtUIOp,
    FPToSIOp as FPToSIOp,
    FPToUIOp as FPToUIOp,
    IndexCastOp as IndexCastOp,
    SIToFPOp as SIToFPOp,
    TruncFOp as TruncFOp,
    TruncIOp as TruncIOp,
    UIToFPOp as UIToFPOp,
)
from asyncir.dialects.define import define, dialect
from asyncir.dialects.elementwise import (
    BOOL_LIKE,
    FLOATS,
    INTEGERS,
    NO_OVERFLOW_FLAGS as NO_OVERFLOW_FLAGS,
    FastMathOp,
    FlagsSyntax,
    bool_like,
    is_signless,
)
from asyncir.dialects.plain_forms import NAME, TYPE as TYPE_NAME, HasPlainForm
from asyncir.dialects.syntax import ATTRIBUTES, OPERAND, TYPE, parse_attributes, parsed, read, write
from asyncir.ir import (
    Attribute,
    Commutative,
    ConstantLike,
    FloatAttr,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    Operation,
    Parser,
    Printer,
    Pure,
    SSAValue,
    VarConstraint,
    VectorType,
    VerifyException,
    i1,
    i32,
    i64,
    operand_def,
    prop_def,
    result_def,
    traits_def,
)
from asyncir.ir.dense import is_splat
from asyncir.ir.elements import ELEMENTS

CMPI_PREDICATES = ("eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge")
"""The names of integer comparisons, by their numbers."""

CMPF_PREDICATES = (
    *("false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord"),
    *("ueq", "ugt", "uge", "ult", "ule", "une", "uno", "true"),
)
"""The names of floating-point comparisons, by their numbers."""


_CONSTANTS = (IntegerAttr, FloatAttr, DenseResourceAttr, *ELEMENTS)


@define("arith.constant", Pure(), ConstantLike())
class ConstantOp(HasPlainForm, HasFolderInterface):
    """`arith.constant`: a constant of any type that an attribute can have."""

    PLAIN_FORM: ClassVar = re.compile(rf"(?P<word>-?[0-9]+) : {TYPE_NAME}")

    value = prop_def()
    result = result_def()

    def __init__(self, value: Attribute, value_type: Attribute | None = None):
        super().__init__(result_types=[value_type or _attribute_type(value)], properties={"value": value})

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `attributes value`."""
        attributes = parser.parse_optional_attr_dict()
        start = parser.pos
        value = parser.parse_attribute()
        type_ = _attribute_type(value)
        if type_ is None:
            parser.raise_error("expected an attribute with a type", start)
        return cls.create(result_types=(type_,), properties={"value": value}, attributes=attributes)

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """An integer of few digits."""
        known, of = _WIDE.get(type), cast("Any", type)
        if known is None or len(word) > known:
            return None
        return cls.create(result_types=(type,), properties={"value": IntegerAttr(int(word), of)})

    def print(self, printer: Printer) -> None:
        """Print `attributes value`."""
        write(printer, self.attributes, " ", self.value)

    def verify_(self) -> None:
        """Check that the value has the result's type and is one that a constant can have."""
        result = self.result.type
        value: Any = self.properties["value"]
        if not isinstance(self.properties["value"], _CONSTANTS):
            raise VerifyException("value must be an integer, float, or elements attribute")
        if value.get_type() != result:
            raise VerifyException(f"the value has the type {value.get_type()}, the result {result}")
        if not is_signless(result):
            raise VerifyException("integer return type must be signless")
        if isinstance(result, VectorType) and result.get_num_scalable_dims() and not is_splat(value):
            raise VerifyException(
                "initializing scalable vectors with elements attribute is not supported"
                " unless it's a vector splat"
            )

    def fold(self) -> Sequence[SSAValue | Attribute] | None:
        """A constant folds to its value."""
        return (self.value,)


_WIDE: dict[Attribute, int] = {i32: 9, i64: 18, IndexType(): 18}
"""How many characters an integer may have that is in the range of the type for sure."""


def _attribute_type(value: Attribute) -> Attribute | None:
    typed: Any = value
    get_type = getattr(typed, "get_type", None)
    return get_type() if get_type is not None else getattr(typed, "type", None)


@define("arith.addui_extended", Pure(), Commutative())
class AddUIExtendedOp(IRDLOperation):
    """`arith.addui_extended`: unsigned addition and whether it overflowed."""

    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    sum = result_def(INTEGERS)
    overflow = result_def(BOOL_LIKE)
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($sum) `,` type($overflow)"

    def verify_(self) -> None:
        """Check that the flags have the shape of the sum."""
        if self.overflow.type != bool_like(self.sum.type):
            raise VerifyException("all non-scalar operands/results must have the same shape and base type")


class MulExtendedBase(IRDLOperation):
    """A multiplication with the low and the high half of its result."""

    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)
    low = result_def(INTEGERS)
    high = result_def(INTEGERS)
    traits = traits_def(Pure(), Commutative())
    assembly_format = "$lhs `,` $rhs attr-dict `:` type($lhs)"


@define("arith.mulsi_extended")
class MulSIExtendedOp(MulExtendedBase):
    """`arith.mulsi_extended`: signed multiplication to twice the width."""


@define("arith.mului_extended")
class MulUIExtendedOp(MulExtendedBase):
    """`arith.mului_extended`: unsigned multiplication to twice the width."""


@cache
def _i64(number: int) -> IntegerAttr:
    return IntegerAttr(number, i64)


class ComparisonOp(FlagsSyntax, HasPlainForm):
    """`predicate, %lhs, %rhs flags attributes : type`."""

    PLAIN_FORM: ClassVar = re.compile(rf"(?P<word>[a-z]+), {NAME}, {NAME} : {TYPE_NAME}")

    PREDICATES: ClassVar[tuple[str, ...]]
    predicate = prop_def(IntegerAttr)
    result = result_def(BOOL_LIKE)

    def __init__(self, lhs: SSAValue | Operation, rhs: SSAValue | Operation, predicate: int | str):
        super().__init__(
            operands=[lhs, rhs],
            result_types=[bool_like(SSAValue.get(lhs).type)],
            properties={"predicate": self.predicate_attribute(predicate)},
        )

    @classmethod
    def predicate_attribute(cls, predicate: int | str) -> IntegerAttr:
        """The attribute for a predicate given by name or number."""
        return _i64(cls.PREDICATES.index(predicate) if isinstance(predicate, str) else predicate)

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """Without flags and attributes."""
        if word not in cls.PREDICATES or any(value.type != type for value in values):
            return None
        properties = {**cls.plain_flags(), "predicate": cls.predicate_attribute(word)}
        return parsed(cls, values, (bool_like(type),), properties, {})

    @property
    def predicate_name(self) -> str:
        """The predicate as it is written."""
        return self.PREDICATES[self.predicate.value.data]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse this syntax."""
        start = parser.pos
        name = parser.parse_optional_identifier() or parser.parse_optional_str_literal()
        if name not in cls.PREDICATES:
            parser.raise_error(f"expected one of {', '.join(cls.PREDICATES)}", start, parser.pos)
        lhs, rhs = read(parser, ",", OPERAND, ",", OPERAND)
        properties = cls.parse_flags(parser)
        properties["predicate"] = cls.predicate_attribute(name)
        attributes = parse_attributes(cls, parser, properties)
        (type_,) = read(parser, ":", TYPE)
        operands = (parser.resolve_operand(lhs, type_), parser.resolve_operand(rhs, type_))
        return parsed(cls, operands, (bool_like(type_),), properties, attributes)

    def print(self, printer: Printer) -> None:
        """Print this syntax."""
        write(printer, f" {self.predicate_name}, ", self.operands)
        self.print_flags(printer)
        write(printer, self.attributes, " : ", self.operands[0].type)

    def verify_(self) -> None:
        """Check the predicate and the result's type."""
        predicate: Any = self.properties["predicate"]
        if predicate.type != i64 or not 0 <= predicate.value.data < len(self.PREDICATES):
            raise VerifyException(
                "attribute 'predicate' failed to satisfy constraint: allowed 64-bit signless integer cases: "
                + ", ".join(str(number) for number in range(len(self.PREDICATES)))
            )
        if self.results[0].type != bool_like(self.operands[0].type):
            raise VerifyException(
                "failed to verify that result type has i1 element type and same shape as operands"
            )


@define("arith.cmpi", Pure())
class CmpiOp(ComparisonOp):
    """`arith.cmpi`: compare integers."""

    PREDICATES: ClassVar = CMPI_PREDICATES
    lhs = operand_def(INTEGERS)
    rhs = operand_def(INTEGERS)


@define("arith.cmpf")
class CmpfOp(FastMathOp, ComparisonOp):
    """`arith.cmpf`: compare floats; `o...` is false and `u...` is true where an operand is NaN."""

    PREDICATES: ClassVar = CMPF_PREDICATES
    lhs = operand_def(FLOATS)
    rhs = operand_def(FLOATS)


@define("arith.select", Pure())
class SelectOp(HasPlainForm):
    """`arith.select`: one of two values; element by element where the condition is no scalar."""

    PLAIN_FORM: ClassVar = re.compile(f"{NAME}, {NAME}, {NAME} : {TYPE_NAME}(?! *,)")

    T: ClassVar = VarConstraint.get("T")
    condition = operand_def(BOOL_LIKE)
    true_value = operand_def(T)
    false_value = operand_def(T)
    result = result_def(T)

    def __init__(self, condition: SSAValue, true_value: SSAValue, false_value: SSAValue):
        super().__init__(operands=[condition, true_value, false_value], result_types=[true_value.type])

    @classmethod
    def of_plain_form(cls, values: Sequence[SSAValue], type: Attribute, word: str) -> Self | None:
        """With a condition that is a scalar."""
        condition, *choices = values
        if condition.type != i1 or any(value.type != type for value in choices):
            return None
        return parsed(cls, values, (type,), {}, {})

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse `%c, %t, %f attributes : type`, the condition's type before it unless it is i1."""
        *names, attributes, type_ = read(parser, OPERAND, ",", OPERAND, ",", OPERAND, ATTRIBUTES, ":", TYPE)
        condition_type: Attribute = i1
        if parser.parse_optional_punctuation(",") is not None:
            condition_type, type_ = type_, parser.parse_type()
        operands = parser.resolve_operands(names, (condition_type, type_, type_), parser.pos)
        return parsed(cls, operands, (type_,), {}, attributes)

    def print(self, printer: Printer) -> None:
        """Print `%c, %t, %f attributes : type`, the condition's type before it unless it is i1."""
        condition_type = self.operands[0].type
        shown = () if condition_type == i1 else (condition_type, ", ")
        write(printer, " ", self.operands, self.attributes, " : ", *shown, self.results[0].type)

    def verify_(self) -> None:
        """Check that the condition is a scalar or has the result's shape."""
        condition, expected = self.condition.type, bool_like(self.result.type)
        if condition == i1:
            return
        if expected == i1:
            raise VerifyException(f"expected condition to be a signless i1, but got {condition}")
        if condition != expected:
            raise VerifyException(
                "expected condition type to have the same shape as the result type, "
                f"expected {expected}, but got {condition}"
            )


Arith = dialect("arith", __name__, ("elementwise", "arith_binary", "arith_casts"))
