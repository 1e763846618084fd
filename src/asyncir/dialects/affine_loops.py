"""Loops that count between affine bounds, conditions that are integer sets, and what ends their regions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from xdsl.ir.affine import AffineConstraintKind

from asyncir.dialects.affine_syntax import parse_applied, print_applied, verify_map
from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define
from asyncir.dialects.ending_values import EndsWithValues
from asyncir.dialects.syntax import (
    ARGUMENT,
    OPERAND,
    PARENS,
    POSITION,
    arrow,
    ended,
    listed,
    parse_arrow_types,
    read,
    write,
    write_body,
)
from asyncir.ir import (
    AffineConstantExpr,
    AffineExpr,
    AffineMap,
    AffineMapAttr,
    AffineSet,
    AffineSetAttr,
    AffineSymExpr,
    Attribute,
    AttrSizedOperandSegments,
    Block,
    DenseArrayBase,
    IndexType,
    IntegerAttr,
    IRDLOperation,
    IsTerminator,
    Parser,
    Printer,
    Pure,
    RecursiveMemoryEffect,
    Region,
    ReturnLike,
    SSAValue,
    VerifyException,
    i32,
    prop_def,
    region_def,
    var_operand_def,
    var_region_def,
    var_result_def,
)

_PARENTS = ("affine.for", "affine.if", "affine.parallel")


@define("affine.yield", IsTerminator(), ReturnLike(), Pure())
class YieldOp(EndsWithValues):
    """`affine.yield`: end an iteration or a branch with the values that the op around makes results of."""

    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"

    def verify_(self) -> None:
        """Check what op is around."""
        parent = self.parent_op()
        if parent is None or parent.name not in _PARENTS:
            raise VerifyException(f"expects parent op to be one of '{', '.join(_PARENTS)}'")


def _verify_region(region: Region, arguments: int, types: Sequence[Attribute], op: str) -> Block:
    """Check that the region is one block that ends by yielding values of these types."""
    if len(region.blocks) != 1:
        raise VerifyException(f"a region of {op} has one block, not {len(region.blocks)}")
    block = region.block
    if len(block.args) != arguments:
        raise VerifyException(f"the region of {op} has {arguments} arguments, not {len(block.args)}")
    last = block.last_op
    if not isinstance(last, YieldOp):
        raise VerifyException(f"a region of {op} ends with affine.yield")
    check_types(last.arguments, types, f"what affine.yield passes on is what {op} gives")
    return block


# ---- loops


@define("affine.for", RecursiveMemoryEffect())
class ForOp(IRDLOperation):
    """`affine.for`: count from the greatest of some expressions to the least of others, by a constant.

    %s = affine.for %i = 0 to min affine_map<(d0) -> (d0, 100)>(%n) step 2 iter_args(%x = %zero) -> (f32) {
      affine.yield %y : f32
    }
    """

    lower_operands = var_operand_def(IndexType)
    upper_operands = var_operand_def(IndexType)
    inits = var_operand_def()
    lower_bound = prop_def(AffineMapAttr, prop_name="lowerBoundMap")
    upper_bound = prop_def(AffineMapAttr, prop_name="upperBoundMap")
    step = prop_def(IntegerAttr[IndexType])
    res = var_result_def()
    body = region_def()
    irdl_options = (AttrSizedOperandSegments(as_property=True),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        variable = ARGUMENT(parser)
        location = parser.parse_optional_location()
        (at,) = read(parser, "=", POSITION)
        lower, starts = _parse_bound(parser, "lower", "max")
        parser.parse_keyword("to")
        upper, ends = _parse_bound(parser, "upper", "min")
        step = 1
        if parser.parse_optional_keyword("step") is not None:
            at = parser.pos
            is_negative = parser._current_token.text == "-"  # pyright: ignore[reportPrivateUsage]
            step = parser.parse_integer(allow_boolean=False)
            if is_negative:
                parser.raise_error("expected step to be representable as a positive signed integer", at)
        carried: list[Any] = []
        types: list[Attribute] = []
        if parser.parse_optional_keyword("iter_args") is not None:
            carried, at = read(parser, _ASSIGNMENTS, POSITION)
            types = parse_arrow_types(parser)
        inits = parser.resolve_operands([init for _, init in carried], types, at)
        arguments = [name.resolve(of) for (name, _), of in zip(carried, types, strict=True)]
        body = parser.parse_region([variable.resolve(IndexType()), *arguments])
        body = body if types else ended(body, YieldOp)
        if location is not None:
            body.block.args[0].location = location
        counts = (len(starts), len(ends), len(inits))
        return cls.create(
            operands=[*starts, *ends, *inits],
            result_types=types,
            regions=[body],
            properties={
                "lowerBoundMap": AffineMapAttr(lower),
                "upperBoundMap": AffineMapAttr(upper),
                "step": IntegerAttr(step, IndexType()),
                "operandSegmentSizes": DenseArrayBase.from_list(i32, counts),
            },
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        variable, *arguments = self.body.block.args
        write(printer, " ", variable)
        if printer.print_debuginfo:
            write(printer, " ", variable.location)
        printer.print_string(" = ")
        _print_bound(printer, "max", self.lower_bound, self.lower_operands)
        printer.print_string(" to ")
        _print_bound(printer, "min", self.upper_bound, self.upper_operands)
        if self.step.value.data != 1:
            write(printer, " step ", self.step.value.data)
        if arguments:
            pairs = [(name, " = ", value) for name, value in zip(arguments, self.inits, strict=True)]
            write(printer, " iter_args(", pairs, ") -> (", self.res.types, ")")
        printer.print_string(" ")
        write_body(printer, self.body, terminator=bool(arguments))
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check bounds, step, carried values and what is yielded."""
        for which, map, operands in (
            ("lower", self.lower_bound.data, self.lower_operands),
            ("upper", self.upper_bound.data, self.upper_operands),
        ):
            if not map.results:
                raise VerifyException(f"expected {which} bound map to have at least one result")
            verify_map(map, operands)
        if len(self.inits) != len(self.res):
            raise VerifyException("mismatch between the number of loop-carried values and results")
        check_types(self.inits, self.res.types, "what affine.for begins with is what it gives")
        block = _verify_region(self.body, 1 + len(self.res), self.res.types, "affine.for")
        if not isinstance(block.args[0].type, IndexType):
            raise VerifyException("expected body to have a single index argument for the induction variable")
        check_types(block.args[1:], self.res.types, "what affine.for carries is what it gives")


_ASSIGNMENTS = listed(lambda parser: read(parser, ARGUMENT, "=", OPERAND), PARENS)


def _parse_bound(parser: Parser, which: str, several: str) -> tuple[AffineMap, list[SSAValue]]:
    """Parse a number, a value, or a map that is applied to values; one with several results has a word before it."""
    at = parser.pos
    prefixed = parser.parse_optional_keyword(several) is not None
    value = parser.parse_optional_unresolved_operand()
    if value is not None:
        return AffineMap(0, 1, (AffineSymExpr(0),)), [parser.resolve_operand(value, IndexType())]
    is_negative = parser._current_token.text == "-"  # pyright: ignore[reportPrivateUsage]
    number = parser.parse_optional_integer(allow_boolean=False)
    if number is not None:
        if is_negative and not number:
            parser.raise_error("integer constant out of range for attribute", at)
        return AffineMap(0, 0, (AffineExpr.constant(number),)), []
    bound = parser.parse_attribute()
    if not isinstance(bound, AffineMapAttr):
        parser.raise_error("expected valid affine map representation for loop bounds", at)
    operands = parse_applied(parser, bound.data)
    if len(bound.data.results) > 1 and not prefixed:
        message = f"{which} loop bound affine map with multiple results requires '{several}' prefix"
        parser.raise_error(message, at)
    return bound.data, operands


def _print_bound(printer: Printer, several: str, bound: AffineMapAttr, operands: Sequence[SSAValue]) -> None:
    map = bound.data
    first = map.results[0]
    if len(map.results) > 1:
        write(printer, several, " ")
    elif not operands and isinstance(first, AffineConstantExpr):
        write(printer, first.value)
        return
    elif map.num_dims == 0 and len(operands) == 1 and isinstance(first, AffineSymExpr):
        write(printer, operands[0])
        return
    write(printer, bound)
    print_applied(printer, map, operands)


# ---- conditions


def as_map(condition: AffineSet) -> AffineMap:
    """The expressions of a set's constraints, each of which is compared with zero."""
    results = tuple(constraint.lhs for constraint in condition.constraints)
    return AffineMap(condition.num_dims, condition.num_symbols, results)


def equalities(condition: AffineSet) -> list[bool]:
    """For each constraint of a set whether its expression has to be zero; the others must not be negative."""
    return [constraint.kind is AffineConstraintKind.eq for constraint in condition.constraints]


@define("affine.if", RecursiveMemoryEffect())
class IfOp(IRDLOperation):
    """`affine.if`: one of two regions, by whether values are in an integer set.

    %x = affine.if affine_set<(d0)[s0] : (d0 - s0 >= 0)>(%i)[%n] -> f32 { ... } else { ... }
    """

    values = var_operand_def(IndexType)
    condition = prop_def(AffineSetAttr)
    res = var_result_def()
    branches = var_region_def()

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        at = parser.pos
        condition = parser.parse_attribute()
        if not isinstance(condition, AffineSetAttr):
            parser.raise_error("expected an integer set", at, parser.pos)
        operands = parse_applied(parser, as_map(condition.data))
        types = parse_arrow_types(parser)
        regions = [ended(parser.parse_region(), YieldOp), Region()]
        if parser.parse_optional_keyword("else") is not None:
            regions[1] = ended(parser.parse_region(), YieldOp)
        return cls.create(
            operands=operands,
            result_types=types,
            regions=regions,
            properties={"condition": condition},
            attributes=parser.parse_optional_attr_dict(),
        )

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " ", self.condition)
        print_applied(printer, as_map(self.condition.data), self.operands)
        write(printer, *arrow(self.res.types), " ")
        first, second = self.regions
        write_body(printer, first, terminator=bool(self.res))
        if second.blocks:
            printer.print_string(" else ")
            write_body(printer, second, terminator=bool(self.res))
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check the set, both regions and what they yield."""
        map = as_map(self.condition.data)
        if len(self.operands) != map.num_dims + map.num_symbols:
            raise VerifyException(
                "operand count and condition integer set dimension and symbol count must match"
            )
        verify_map(map, self.operands)
        if len(self.regions) != 2:
            raise VerifyException(f"expected two regions, not {len(self.regions)}")
        if self.res and not self.regions[1].blocks:
            raise VerifyException(
                "needs a second region, which gives the results where the first does not run"
            )
        for region in self.regions[: 2 if self.regions[1].blocks else 1]:
            _verify_region(region, 0, self.res.types, "affine.if")
