"""Parallel loops of the scf dialect, and their reductions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Self

from xdsl.dialects.scf import ParallelOp as XdslParallelOp, ReduceOp as XdslReduceOp, ReduceReturnOp

from asyncir.dialects.checks import check_types
from asyncir.dialects.counted_loops import Count, CountedLoop
from asyncir.dialects.function_syntax import parse_arrow_types, print_arrow_types, with_attributes
from asyncir.ir import (
    Block,
    ConstantLike,
    IndexType,
    IntegerAttr,
    IsTerminator,
    Parser,
    Printer,
    Region,
    SSAValue,
    UnresolvedOperand,
    VerifyException,
)


def single_block(region: Region, what: str) -> Block:
    """The one block of a region that has to have one."""
    if len(region.blocks) != 1:
        raise VerifyException(f"{what} has one block, not {len(region.blocks)}")
    return region.block


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
        paren = parser.Delimiter.PAREN
        variables = parser.parse_comma_separated_list(
            paren, lambda: parser.parse_argument(expect_type=False).resolve(IndexType())
        )
        parser.parse_punctuation("=")

        def parse_bounds() -> list[SSAValue]:
            at = parser.pos
            names = parser.parse_comma_separated_list(paren, parser.parse_unresolved_operand)
            return list(parser.resolve_operands(names, [IndexType()] * len(variables), at))

        lower = parse_bounds()
        parser.parse_keyword("to")
        upper = parse_bounds()
        parser.parse_keyword("step")
        step = parse_bounds()
        inits: list[UnresolvedOperand] = []
        if parser.parse_optional_keyword("init") is not None:
            inits = parser.parse_comma_separated_list(paren, parser.parse_unresolved_operand)
        at = parser.pos
        types = parse_arrow_types(parser)
        values = parser.resolve_operands(inits, types, at)
        body = parser.parse_region(variables)
        last = body.blocks.last
        if last is not None and (last.last_op is None or not last.last_op.has_trait(IsTerminator)):
            last.add_op(ReduceOp())
        return with_attributes(cls(lower, upper, step, body, values), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        lists: tuple[tuple[str, Sequence[SSAValue]], ...] = (
            (" (", self.body.block.args),
            (") = (", self.lowerBound),
            (") to (", self.upperBound),
            (") step (", self.step),
        )
        for text, values in lists:
            printer.print_string(text)
            printer.print_list(values, printer.print_ssa_value)
        printer.print_string(")")
        if self.initVals:
            printer.print_string(" init (")
            printer.print_list(self.initVals, printer.print_operand)
            printer.print_string(")")
        print_arrow_types(printer, self.res.types)
        printer.print_string(" ")
        printer.print_region(self.body, print_entry_block_args=False, print_empty_block=False)
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
        values: list[SSAValue] = []
        if parser.parse_optional_punctuation("(") is not None:
            names = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_unresolved_operand)
            parser.parse_punctuation(":")
            at = parser.pos
            types = parser.parse_comma_separated_list(parser.Delimiter.NONE, parser.parse_type)
            values = list(parser.resolve_operands(names, types, at))
            parser.parse_punctuation(")")
        regions: list[Region] = []
        region = parser.parse_optional_region()
        while region is not None:
            regions.append(region)
            region = parser.parse_region() if parser.parse_optional_punctuation(",") is not None else None
        return with_attributes(cls(values, regions), parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        if self.args:
            printer.print_string("(")
            printer.print_list(self.args, printer.print_operand)
            printer.print_string(" : ")
            printer.print_list(self.args.types, printer.print_attribute)
            printer.print_string(")")
        printer.print_string(" ")
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
