"""The scf dialect, with MLIR 22's syntax. The classes are xDSL's where nothing differs, else they derive from them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, ClassVar, Self

from xdsl.dialects.scf import (
    ConditionOp,
    ExecuteRegionOp as XdslExecuteRegionOp,
    ForOp as XdslForOp,
    IfOp as XdslIfOp,
    IndexSwitchOp as XdslIndexSwitchOp,
    ReduceReturnOp,
    WhileOp as XdslWhileOp,
    YieldOp,
)

from asyncir.dialects.arith import AddiOp, CmpiOp
from asyncir.dialects.checks import OperandFault, check_types
from asyncir.dialects.counted_loops import Count, CountedLoop
from asyncir.dialects.define import dialect
from asyncir.dialects.effect_types import Speculatable
from asyncir.dialects.extend import Extended, with_optional_properties
from asyncir.dialects.interfaces.tensors import MakesOf
from asyncir.dialects.scf_forall import ForallOp as ForallOp, InParallelOp as InParallelOp
from asyncir.dialects.scf_parallel import ParallelOp as ParallelOp, ReduceOp as ReduceOp, single_block
from asyncir.dialects.syntax import (
    ARGUMENT,
    ATTRIBUTES,
    OPERAND,
    PARENS,
    POSITION,
    REGION,
    TYPE,
    Piece,
    arrow,
    ended,
    given,
    keyword_attributes,
    listed,
    parse_arrow_types,
    read,
    with_attributes,
    write,
    write_body,
)
from asyncir.ir import (
    Attribute,
    BlockArgument,
    ConstantLike,
    DenseArrayBase,
    EqAttrConstraint,
    IndexType,
    IntegerAttr,
    Parser,
    Printer,
    RecursiveMemoryEffect,
    Region,
    SSAValue,
    UnitAttr,
    VerifyException,
    i1,
    i64,
    traits_def,
)
from asyncir.ir.walk import is_defined_below


def _check_yield(region: Region, types: Sequence[Attribute], what: str) -> None:
    """Raise unless the region's one block ends by yielding values of these types."""
    terminator = region.block.last_op
    if not isinstance(terminator, YieldOp):
        raise VerifyException(f"{what} ends with scf.yield")
    check_types(terminator.arguments, types, f"what {what} yields")


def _carried(op: ForOp) -> Iterable[tuple[int, SSAValue]]:
    return enumerate(op.results, 3)


class ForOp(Extended, XdslForOp, CountedLoop):
    """`scf.for`: a counted loop with values carried from one iteration to the next.

    %s = scf.for %i = %a to %b step %c iter_args(%x = %zero) -> (f32) { ... }
    """

    traits = traits_def(*XdslForOp.traits, MakesOf(_carried))
    DEFINITION: ClassVar = with_optional_properties(XdslForOp, unsignedCmp=EqAttrConstraint(UnitAttr()))

    @property
    def unsigned_cmp(self) -> bool:
        """Whether the bounds are compared as unsigned numbers."""
        return "unsignedCmp" in self.properties

    def counts(self) -> Sequence[Count]:
        """Its induction variable."""
        lower, upper, step, *_ = self.operands  # the properties with names are slow
        return (Count((self.body.block.args[0],), lower, upper, step, self.unsigned_cmp),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        unsigned = parser.parse_optional_keyword("unsigned") is not None
        variable, *names = read(parser, ARGUMENT, "=", OPERAND, "to", OPERAND, "step", OPERAND)
        carried: list[Any] = []
        types: list[Attribute] = []
        at = parser.pos
        if parser.parse_optional_keyword("iter_args") is not None:
            carried, at = read(parser, _ASSIGNMENTS, POSITION)
            types = parse_arrow_types(parser)
        values = parser.resolve_operands([init for _, init in carried], types, at)
        type = parser.parse_type() if parser.parse_optional_punctuation(":") is not None else _INDEX
        lower, upper, step = parser.resolve_operands(names, [type] * 3, at)
        arguments = [name.resolve(t) for (name, _), t in zip(carried, types, strict=True)]
        body = parser.parse_region([variable.resolve(type), *arguments])
        op = cls(lower, upper, step, values, body if types else ended(body, YieldOp))
        op.attributes.update(parser.parse_optional_attr_dict())
        if unsigned:
            op.properties["unsignedCmp"] = UnitAttr()
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        variable, *arguments = self.body.block.args
        write(printer, " unsigned " if self.unsigned_cmp else " ", variable)
        write(printer, " = ", self.lb, " to ", self.ub, " step ", self.step)
        if arguments:
            write(
                printer, " iter_args(", _assignments(arguments, self.iter_args), ") -> (", self.res.types, ")"
            )
        if not isinstance(variable.type, IndexType):
            write(printer, "  : ", variable.type)  # two blanks, as mlir-opt 22 has it
        printer.print_string(" ")
        write_body(printer, self.body, terminator=bool(arguments))
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check bounds, carried values and what is yielded."""
        block = single_block(self.body, "the body of scf.for")
        self.DEFINITION.verify(self)
        if not block.args:
            raise VerifyException("the body of scf.for needs the induction variable as its first argument")
        type = self.lb.type
        for bound in (self.ub, self.step):
            if bound.type != type:
                raise OperandFault(
                    f"the bounds and step of scf.for have one type: {type}, not {bound.type}", bound
                )
        if block.args[0].type != type:
            raise VerifyException(f"the induction variable has type {block.args[0].type}, the bounds {type}")
        types = self.iter_args.types
        if self.res.types != types:
            raise VerifyException("the results of scf.for do not have the types of its initial values")
        if tuple(argument.type for argument in block.args[1:]) != tuple(types):
            raise VerifyException("the body's arguments do not have the types of the initial values")
        _check_yield(self.body, types, "the body of scf.for")


_INDEX = IndexType()
_ASSIGNMENTS = listed(lambda parser: read(parser, ARGUMENT, "=", OPERAND), PARENS)
"""Parses `(%a = %x, ...)`."""


def _assignments(names: Sequence[SSAValue], values: Sequence[SSAValue]) -> list[Piece]:
    """`%a = %x, ...`."""
    return [(name, " = ", value) for name, value in zip(names, values, strict=True)]


class WhileOp(XdslWhileOp, CountedLoop):
    """`scf.while`: repeat while a condition holds.

    %n = scf.while (%x = %a) : (i32) -> i32 { ... scf.condition(%c) %x : i32 } do { ... }
    """

    def counts(self) -> Sequence[Count]:
        """A value that it carries, if it goes on just as long as that, which grows by a constant, is below a bound."""
        before, after = self.before_region, self.after_region
        if len(before.blocks) != 1 or len(after.blocks) != 1:
            return ()
        condition, end = before.block.last_op, after.block.last_op
        if condition is None or end is None:
            return ()
        compare = condition.operands[0].owner
        if not isinstance(compare, CmpiOp) or compare.predicate_name not in ("slt", "ult"):
            return ()
        tested, bound = compare.operands
        if not isinstance(tested, BlockArgument) or tested.block is not before.block:
            return ()
        if is_defined_below(bound, self) and ConstantLike.get_constant_value(bound) is None:
            return ()
        handed = [after.block.args[i] for i, value in enumerate(condition.operands[1:]) if value is tested]
        becomes = end.operands[tested.index].owner
        if not handed or not isinstance(becomes, AddiOp) or becomes.operands[0] not in handed:
            return ()
        step = ConstantLike.get_constant_value(becomes.operands[1])
        if not isinstance(step, IntegerAttr) or step.value.data <= 0:
            return ()
        unsigned = compare.predicate_name == "ult"
        lower = self.arguments[tested.index]
        return (Count(tuple(handed), lower, bound, step.value.data, unsigned),)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        carried: list[Any] = []
        if parser.parse_optional_punctuation(":") is None:
            (carried,) = read(parser, _ASSIGNMENTS, ":")
        at = parser.pos
        type = parser.parse_function_type()
        values = parser.resolve_operands([init for _, init in carried], type.inputs.data, at)
        arguments = [name.resolve(t) for (name, _), t in zip(carried, type.inputs, strict=True)]
        before = parser.parse_region(arguments)
        (after,) = read(parser, "do", REGION)
        op = cls(values, type.outputs.data, before, after)
        return with_attributes(op, keyword_attributes(parser))

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        if self.arguments:
            write(printer, " (", _assignments(self.before_region.block.args, self.arguments), ")")
        printer.print_string(" : ")
        printer.print_function_type(self.arguments.types, self.res.types)
        printer.print_string(" ")
        write_body(printer, self.before_region)
        printer.print_string(" do ")
        printer.print_region(self.after_region, print_empty_block=False)
        printer.print_op_attributes(self.attributes, print_keyword=True)

    def verify_(self) -> None:
        """Check both regions, their arguments and how they end."""
        before = single_block(self.before_region, "the first region of scf.while")
        after = single_block(self.after_region, "the second region of scf.while")
        self.get_irdl_definition().verify(self)
        if tuple(before.arg_types) != tuple(self.arguments.types):
            raise VerifyException("the first region's arguments do not have the types of the initial values")
        condition = before.last_op
        if not isinstance(condition, ConditionOp):
            raise VerifyException("the first region of scf.while ends with scf.condition")
        check_types(
            condition.args, self.res.types, "what scf.condition passes on is the results of scf.while"
        )
        if tuple(after.arg_types) != tuple(self.res.types):
            raise VerifyException("the second region's arguments do not have the types of the results")
        _check_yield(self.after_region, self.arguments.types, "the second region of scf.while")


class IfOp(XdslIfOp):
    """`scf.if`: one of two regions.

    %y = scf.if %c -> (f32) { scf.yield %a : f32 } else { scf.yield %b : f32 }
    """

    traits = traits_def(*XdslIfOp.traits, Speculatable())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        condition = parser.parse_operand(i1)
        types = parse_arrow_types(parser)
        then_region = ended(parser.parse_region(), YieldOp)
        else_region = Region()
        if parser.parse_optional_keyword("else") is not None:
            else_region = ended(parser.parse_region(), YieldOp)
        return cls(condition, types, then_region, else_region, parser.parse_optional_attr_dict())

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        yields = bool(self.output)
        write(printer, " ", self.cond, *((" -> (", self.output.types, ")") if yields else ()), " ")
        write_body(printer, self.true_region, terminator=yields)
        if self.false_region.blocks:
            printer.print_string(" else ")
            write_body(printer, self.false_region, terminator=yields)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check both regions and what they yield."""
        self.get_irdl_definition().verify(self)
        if self.output and not self.false_region.blocks:
            raise VerifyException("must have an else block if defining values")
        regions = {"the first region of scf.if": self.true_region}
        if self.false_region.blocks:
            regions["the second region of scf.if"] = self.false_region
        for what, region in regions.items():
            if single_block(region, what).args:
                raise VerifyException(f"{what} has no arguments")
            _check_yield(region, self.output.types, what)


class ExecuteRegionOp(Extended, XdslExecuteRegionOp):
    """`scf.execute_region`: run a region with any control flow, once, in place.

    %x = scf.execute_region -> f32 { ... scf.yield %y : f32 }
    """

    DEFINITION: ClassVar = with_optional_properties(
        XdslExecuteRegionOp, no_inline=EqAttrConstraint(UnitAttr())
    )
    traits = traits_def(*XdslExecuteRegionOp.traits, RecursiveMemoryEffect(), Speculatable())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        types = parse_arrow_types(parser)
        no_inline = parser.parse_optional_keyword("no_inline") is not None
        op = cls(types, parser.parse_region())
        op.attributes.update(parser.parse_optional_attr_dict())
        if no_inline:
            op.properties["no_inline"] = UnitAttr()
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        write(printer, *arrow(self.outs.types), " no_inline " if "no_inline" in self.properties else " ")
        write_body(printer, self.region)
        printer.print_op_attributes(self.attributes)

    def verify_(self) -> None:
        """Check every block that ends the region."""
        self.DEFINITION.verify(self)
        entry = self.region.blocks.first
        if entry is None:
            raise VerifyException("region needs to have at least one block")
        if entry.args:
            raise VerifyException("region cannot have any arguments")
        for block in self.region.blocks:
            if isinstance(last := block.last_op, YieldOp):
                check_types(last.arguments, self.outs.types, "what scf.execute_region yields")


class IndexSwitchOp(XdslIndexSwitchOp):
    """`scf.index_switch`: the region of the case that an index equals.

    %x = scf.index_switch %i -> f32
    case 2 { scf.yield %a : f32 }
    default { scf.yield %b : f32 }
    """

    traits = traits_def(*XdslIndexSwitchOp.traits, RecursiveMemoryEffect(), Speculatable())

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        argument = parser.parse_operand(IndexType())
        attributes, types = read(parser, ATTRIBUTES, given("->", listed(TYPE)))
        values: list[int] = []
        regions: list[Region] = []
        while parser.parse_optional_keyword("case") is not None:
            values.append(parser.parse_integer())
            regions.append(parser.parse_region())
        (default,) = read(parser, "default", REGION)
        cases = DenseArrayBase.from_list(i64, values)
        return cls(argument, cases, ended(default, YieldOp), regions, types or [], attributes)

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        yields = bool(self.output)
        write(printer, " ", self.arg, self.attributes, *((" -> ", self.output.types) if yields else ()), " ")
        for value, region in zip(self.cases.iter_values(), self.case_regions, strict=True):
            printer.print_string(f"\ncase {value} ")
            write_body(printer, region)
        printer.print_string("\ndefault ")
        write_body(printer, self.default_region, terminator=yields)

    def verify_(self) -> None:
        """Check the cases and what each region yields."""
        self.get_irdl_definition().verify(self)
        values = list(self.cases.iter_values())
        if len(values) != len(self.case_regions):
            raise VerifyException(f"has {len(self.case_regions)} case regions but {len(values)} case values")
        if len(set(values)) != len(values):
            raise VerifyException("has duplicate case value")
        for name, region in zip(("default", *values), (self.default_region, *self.case_regions), strict=True):
            what = f"case {name} of scf.index_switch"
            single_block(region, what)
            _check_yield(region, self.output.types, what)


Scf = dialect("scf", __name__, ("scf_parallel", "scf_forall"), also=(YieldOp, ConditionOp, ReduceReturnOp))
