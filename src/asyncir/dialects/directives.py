"""What the declared formats of ops have beyond xDSL's: numbers written as keywords, types that follow from other types.

An op with `custom<Keyword>($kind)` in its format has `custom_directives = (Keyword,)`, and the words in `KEYWORDS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence, Set
from dataclasses import dataclass
from typing import Any

from xdsl.irdl import InferenceContext, RangeConstraint, VerificationContext
from xdsl.irdl.declarative_assembly_format import (
    AttributeVariable,
    CustomDirective,
    ParsingState,
    PrintingState,
    RegionVariable,
    irdl_custom_directive,
)

from asyncir.dialects.elementwise import TypeCheck
from asyncir.ir import (
    Attribute,
    Block,
    IntegerAttr,
    IntegerType,
    IRDLOperation,
    IsTerminator,
    Parser,
    Printer,
    SingleBlockImplicitTerminator,
)

Keywords = dict[str, tuple[IntegerType, tuple[str, ...]]]
"""By the name of a property: its type, and the keyword of each number from 0 on."""


@irdl_custom_directive
class Keyword(CustomDirective):
    """A property that is an integer, written as a keyword; one that is optional may be missing."""

    number: AttributeVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse one of the keywords."""
        type_, names = _keywords(state.op_type)[self.number.name]
        start = parser.pos
        found = next((n for n, name in enumerate(names) if parser.parse_optional_keyword(name)), None)
        if found is not None:
            self.number.set(state, IntegerAttr(found, type_))
        elif not self.number.is_optional:
            parser.parse_optional_identifier()
            parser.raise_error(f"expected one of {', '.join(names)}", start, parser.pos)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print the keyword."""
        number = self.number.get(op)
        if isinstance(number, IntegerAttr):
            state.print_whitespace(printer)
            printer.print_string(_keywords(type(op))[self.number.name][1][number.value.data])


def _keywords(op: Any) -> Keywords:
    return op.KEYWORDS


@irdl_custom_directive
class Body(CustomDirective):
    """A region that has a block, which may be empty; a terminator that its op implies is left out if it hands on nothing."""

    region: RegionVariable

    def parse(self, parser: Parser, state: ParsingState) -> None:
        """Parse `{ ... }`."""
        body = parser.parse_region()
        if not body.blocks:
            body.add_block(Block())
        last = body.blocks[-1]
        for trait in state.op_type.get_traits_of_type(SingleBlockImplicitTerminator):
            if last.last_op is None or not last.last_op.has_trait(IsTerminator):
                last.add_op(trait.op_type.create())
        self.region.set(state, body)

    def print(self, printer: Printer, state: PrintingState, op: IRDLOperation) -> None:
        """Print `{ ... }`."""
        state.print_whitespace(printer)
        implied = not op.results and op.has_trait(SingleBlockImplicitTerminator)
        printer.print_region(
            self.region.get(op), print_empty_block=False, print_block_terminators=not implied
        )


@dataclass(frozen=True)
class TypeFrom(TypeCheck):
    """The type that follows from constraint variables."""

    names: tuple[str, ...]
    type_from: Callable[..., Attribute]

    def verify(self, attr: Attribute, constraint_context: VerificationContext) -> None:
        """Nothing: the op checks it, with words of its own."""

    def can_infer(self, var_constraint_names: Set[str]) -> bool:
        """Whether the variables are known."""
        return var_constraint_names >= set(self.names)

    def infer(self, context: InferenceContext) -> Attribute:
        """The type."""
        return self.type_from(*(context.get_variable(name) for name in self.names))


@dataclass(frozen=True)
class TypesFrom(RangeConstraint[Attribute]):
    """The types, any number of them, that follow from a constraint variable."""

    variable: str
    types_from: Callable[[Any], Sequence[Attribute]]

    def verify(self, attrs: Sequence[Attribute], constraint_context: VerificationContext) -> None:
        """Nothing: the op checks them, with words of its own."""

    def verify_length(self, length: int, constraint_context: VerificationContext) -> None:
        """Nothing."""

    def can_infer(self, var_constraint_names: Set[str], *, length_known: bool) -> bool:
        """Whether the variable is known."""
        return self.variable in var_constraint_names

    def infer(self, context: InferenceContext, *, length: int | None) -> Sequence[Attribute]:
        """The types."""
        return self.types_from(context.get_variable(self.variable))

    def mapping_type_vars(self, type_var_mapping: object) -> TypesFrom:
        """The constraint itself."""
        return self


class InAngles:
    """An attribute with one parameter, `<...>`."""

    @classmethod
    def parse_parameter(cls, parser: Any) -> Any:
        """Parse `<...>`."""
        base: Any = super()
        with parser.in_angle_brackets():
            return base.parse_parameter(parser)

    def print_parameter(self, printer: Printer) -> None:
        """Print `<...>`."""
        base: Any = super()
        with printer.in_angle_brackets():
            base.print_parameter(printer)
