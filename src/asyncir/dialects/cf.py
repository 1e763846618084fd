"""The cf dialect, with MLIR 22's syntax. The classes are xDSL's where nothing differs, else they derive from them."""

from __future__ import annotations

from collections.abc import Sequence
from operator import methodcaller
from typing import Any, ClassVar, cast

from xdsl.dialects.cf import (
    BranchOp,
    ConditionalBranchOp as XdslConditionalBranchOp,
    SwitchOp as XdslSwitchOp,
)

from asyncir.dialects.define import define, dialect
from asyncir.dialects.effect_types import FAILURE, Access, Effect, always
from asyncir.dialects.execution_traits import Fails
from asyncir.dialects.extend import Extended, with_any_property, with_operand, with_optional_properties
from asyncir.dialects.syntax import (
    INTEGER,
    OPERAND,
    POSITION,
    SQUARES,
    TYPE,
    Piece,
    given,
    listed,
    parse_typed_values,
    read,
    typed,
    with_attributes,
    write,
)
from asyncir.ir import (
    Attribute,
    Block,
    DenseArrayBase,
    DenseIntOrFPElementsAttr,
    IntegerType,
    IRDLOperation,
    IsTerminator,
    Parser,
    Printer,
    Pure,
    Signedness,
    SSAValue,
    StringAttr,
    VectorType,
    VerifyException,
    base,
    i1,
    i32,
    operand_def,
    prop_def,
    traits_def,
)
from asyncir.ir.dense import all_elements, dense_of, elements_in
from asyncir.ir.wide_elements import WideElementsAttr


@define("cf.assert", Fails(), always(Effect(Access.WRITE, FAILURE)))
class AssertOp(IRDLOperation):
    """`cf.assert`: fail the function that it is in, with a message, unless the operand is true."""

    arg = operand_def(i1)
    msg = prop_def(StringAttr)
    assembly_format = "$arg `,` $msg attr-dict"

    def __init__(self, arg: SSAValue, msg: str):
        super().__init__(operands=[arg], properties={"msg": StringAttr(msg)})


def _parse_destination(parser: Parser) -> tuple[Block, list[SSAValue]]:
    """Parse `^block` or `^block(%a, %b : T, U)`."""
    block, values = read(parser, methodcaller("parse_successor"), given("(", parse_typed_values, ")"))
    return block, values or []


def _destination(block: Block, values: Sequence[SSAValue]) -> tuple[Piece, ...]:
    """`^block` or `^block(%a, %b : T, U)`."""
    return (block, "(", *typed(values), ")") if values else (block,)


class ConditionalBranchOp(Extended, XdslConditionalBranchOp):
    """`cf.cond_br`: go to one of two blocks.

    cf.cond_br %c weights([1, 3]), ^then(%x : f32), ^else
    """

    DEFINITION: ClassVar = with_optional_properties(
        XdslConditionalBranchOp, branch_weights=DenseArrayBase.constr(i32)
    )
    traits = traits_def(IsTerminator(), Pure())

    @property
    def branch_weights(self) -> DenseArrayBase[IntegerType] | None:
        """How often each destination is taken, relative to the other; the author's estimate."""
        return self.properties.get("branch_weights")  # pyright: ignore

    @classmethod
    def parse(cls, parser: Parser) -> ConditionalBranchOp:
        """Parse everything behind the name."""
        condition = parser.parse_operand(i1)
        (weights,) = read(parser, given("weights", "(", listed(INTEGER, SQUARES), ")"))
        one, other = read(parser, ",", _parse_destination, ",", _parse_destination)
        op = with_attributes(cls(condition, *one, *other), parser.parse_optional_attr_dict())
        if weights is not None:
            op.properties["branch_weights"] = DenseArrayBase.from_list(i32, weights)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.cond)
        if self.branch_weights is not None:
            write(printer, " weights([", self.branch_weights.get_values(), "])")
        write(printer, ", ", *_destination(self.then_block, self.then_arguments))
        write(printer, ", ", *_destination(self.else_block, self.else_arguments), self.attributes)

    def verify_(self) -> None:
        """Check what xDSL's does, and the number of weights."""
        self.DEFINITION.verify(self)
        weights = self.branch_weights
        if weights is not None and len(weights.get_values()) != 2:
            raise VerifyException(f"expects two branch weights, got {len(weights.get_values())}")
        if weights is not None and not any(weights.get_values()):
            raise VerifyException("branch weights cannot all be zero")


class SwitchOp(Extended, XdslSwitchOp):
    """`cf.switch`: go to the block of the case that the flag equals, or to the default.

    cf.switch %n : i32, [
      default: ^other,
      42: ^answer(%n : i32)
    ]
    """

    DEFINITION: ClassVar = with_any_property(
        with_operand(XdslSwitchOp, "flag", base(IntegerType)), "case_values"
    )
    """xDSL's, for integers of any signedness and never for an index."""
    traits = traits_def(IsTerminator(), Pure())

    @classmethod
    def parse(cls, parser: Parser) -> SwitchOp:
        """Parse everything behind the name."""
        flag, at, flag_type = read(parser, OPERAND, ":", POSITION, TYPE)
        if not isinstance(flag_type, IntegerType):
            parser.raise_error(f"cf.switch takes an integer, not {flag_type}", at)
        type = _integer(flag_type)  # pyright: ignore
        ((default, default_values),) = read(parser, ",", "[", "default", ":", _parse_destination)
        values: list[int] = []
        destinations: list[tuple[Block, list[SSAValue]]] = []
        while parser.parse_optional_punctuation(",") is not None:
            at, value, destination = read(parser, POSITION, INTEGER, ":", _parse_destination)
            if not -_LARGEST <= value < _LARGEST:
                parser.raise_error("integer value too large", at)
            values.append(_as_stored(value, type))
            destinations.append(destination)
        parser.parse_punctuation("]")
        flag_value, vector = parser.resolve_operand(flag, type), VectorType(type, (len(values),))
        cases = dense_of(vector, values) if values else None  # pyright: ignore
        blocks, arguments = [block for block, _ in destinations], [passed for _, passed in destinations]
        attributes = parser.parse_optional_attr_dict()
        return cls(flag_value, default, default_values, cases, blocks, arguments, attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        modulus = 1 << _integer(self.flag.type).bitwidth
        write(printer, " ", self.flag, " : ", self.flag.type, ", [")
        with printer.indented():
            write(printer, "\ndefault: ", *_destination(self.default_block, self.default_operands))
            if self.case_values is not None:
                cases = zip(all_elements(self.case_values), self.case_blocks, self.case_operand, strict=True)
                for value, block, values in cases:
                    write(printer, f",\n{int(value) % modulus}: ", *_destination(block, values))  # pyright: ignore
        write(printer, "\n]" if self.case_blocks else "]", self.attributes)

    def verify_(self) -> None:
        """Check the cases."""
        self.DEFINITION.verify(self)
        cases: Any = self.case_values
        if cases is None:
            if self.case_blocks:
                raise VerifyException("has case destinations but no case values")
            return
        if not isinstance(cases, DenseIntOrFPElementsAttr | WideElementsAttr):
            raise VerifyException("the case values are a dense attribute")
        of = cast("Any", self.case_values).type
        if of.element_type != self.flag.type:
            raise VerifyException(
                f"'flag' type ({self.flag.type}) should match case value type ({of.element_type})"
            )
        if elements_in(of) != len(self.case_blocks):
            raise VerifyException(
                f"number of case values ({elements_in(of)}) should match number of case destinations "
                f"({len(self.case_blocks)})"
            )
        segments = self.case_operand_segments.get_values()
        if len(segments) != len(self.case_blocks) or sum(segments) != len(self.case_operands):
            raise VerifyException("the sizes of the case operands do not fit the case operands")


def _integer(type: Attribute) -> IntegerType:
    assert isinstance(type, IntegerType)
    return cast(IntegerType, type)


_LARGEST = 1 << 63


def _as_stored(value: int, type: IntegerType) -> int:
    """The value as the type has it: of one that is too large, the last bits; MLIR reads 64 of them, without a sign."""
    size = 1 << type.bitwidth
    value %= min(size, 2 * _LARGEST)
    return value if type.signedness.data is Signedness.UNSIGNED or value < size // 2 else value - size


Cf = dialect("cf", __name__, also=(BranchOp,))
