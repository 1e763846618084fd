"""Parallel loops of the scf dialect, and their reductions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from xdsl.dialects.scf import ParallelOp as XdslParallelOp, ReduceOp as XdslReduceOp, ReduceReturnOp

from asyncir.dialects.checks import check_types
from asyncir.dialects.counted_loops import Count, CountedLoop
from asyncir.dialects.syntax import (
    ARGUMENT,
    OPERAND,
    PARENS,
    POSITION,
    arrow,
    ended,
    given,
    listed,
    parse_arrow_types,
    parse_typed_values,
    read,
    typed,
    with_attributes,
    write,
    write_body,
)
from asyncir.ir import (
    Block,
    ConstantLike,
    IndexType,
    IntegerAttr,
    Parser,
    Printer,
    Region,
    SSAValue,
    VerifyException,
)


def single_block(region: Region, what: str) -> Block:
    """The one block of a region that has to have one."""
    if len(region.blocks) != 1:
        raise VerifyException(f"{what} has one block, not {len(region.blocks)}")
    return region.block


_OPERANDS = listed(OPERAND, PARENS)


class ParallelOp(XdslParallelOp, CountedLoop):
    """`scf.parallel`: iterations in any order, with reductions.

    %s = scf.parallel (%i) = (%a) to (%b) step (%c) init (%zero) -> f32 { ... scf.reduce(%x : f32) { ... } }
    """

    def counts(self) -> Sequence[Count]:
        """Its induction variables."""
        bounds = zip(self.body.block.args, self.lowerBound, self.upperBound, self.step, strict=True)
        return [Count((variable,), lower, upper, step) for variable, lower, upper, step in bounds]

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        (names,) = read(parser, listed(ARGUMENT, PARENS), "=")
        variables = [name.resolve(IndexType()) for name in names]

        def parse_bounds(parser: Parser) -> Sequence[SSAValue]:
            at = parser.pos
            return parser.resolve_operands(_OPERANDS(parser), [IndexType()] * len(variables), at)

        lower, upper, step = read(parser, parse_bounds, "to", parse_bounds, "step", parse_bounds)
        inits, at = read(parser, given("init", _OPERANDS), POSITION)
        types = parse_arrow_types(parser)
        values = parser.resolve_operands(inits or (), types, at)
        body = parser.parse_region(variables)
        op = cls(lower, upper, step, ended(body, ReduceOp), values)
        return with_attributes(op, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, " (", self.body.block.args, ") = (", self.lowerBound, ") to (", self.upperBound)
        write(
            printer, ") step (", self.step, ")", *((" init (", self.initVals, ")") if self.initVals else ())
        )
        write(printer, *arrow(self.res.types), " ")
        write_body(printer, self.body)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check bounds and reductions."""
        block = single_block(self.body, "the body of scf.parallel")
        self.get_irdl_definition().verify(self)
        if not self.step:
            raise VerifyException("needs at least one tuple element for lowerBound, upperBound and step")
        if not len(self.lowerBound) == len(self.upperBound) == len(self.step) == len(block.args):
            raise VerifyException("expects as many arguments of the body as bounds and steps")
        for argument in block.args:
            if not isinstance(argument.type, IndexType):
                raise VerifyException("expects arguments for the induction variable to be of index type")
        for step in self.step:
            number: Any = ConstantLike.get_constant_value(step)
            if isinstance(number, IntegerAttr) and number.value.data <= 0:
                raise VerifyException("constant step operand must be positive")
        reduce = block.last_op
        if not isinstance(reduce, XdslReduceOp):
            raise VerifyException("the body of scf.parallel ends with scf.reduce")
        if not len(self.res) == len(reduce.args) == len(self.initVals):
            raise VerifyException(
                f"expects number of results: {len(self.res)} to be the same as number of reductions: "
                f"{len(reduce.args)} and of initial values: {len(self.initVals)}"
            )
        check_types(reduce.args, self.res.types, "what scf.reduce combines has the types of the results")
        check_types(self.initVals, self.res.types, "the initial values have the types of the results")


class ReduceOp(XdslReduceOp):
    """`scf.reduce`: end an iteration of `scf.parallel`, combining each value with what is there.

    scf.reduce(%x : f32) { ^bb0(%a: f32, %b: f32): ... scf.reduce.return %s : f32 }
    """

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        values: list[SSAValue] = given("(", parse_typed_values, ")")(parser) or []
        regions: list[Region] = []
        region = parser.parse_optional_region()
        while region is not None:
            regions.append(region)
            region = parser.parse_region() if parser.parse_optional_punctuation(",") is not None else None
        return with_attributes(cls(values, regions), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, *(("(", *typed(self.args), ")") if self.args else ()), " ")
        printer.print_list(self.reductions, printer.print_region)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check each reduction."""
        self.get_irdl_definition().verify(self)
        if len(self.args) != len(self.reductions):
            raise VerifyException(
                f"expects number of reductions: {len(self.reductions)} to be that of operands: {len(self.args)}"
            )
        for index, (region, value) in enumerate(zip(self.reductions, self.args, strict=True)):
            block = single_block(region, f"reduction {index}")
            if tuple(block.arg_types) != (value.type, value.type):
                raise VerifyException(
                    f"expects two block arguments of type {value.type} in reduction {index}"
                )
            last = block.last_op
            if not isinstance(last, ReduceReturnOp):
                raise VerifyException(f"reduction {index} ends with scf.reduce.return")
            check_types([last.result], [value.type], f"what reduction {index} returns")
