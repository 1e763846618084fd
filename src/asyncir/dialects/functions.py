"""What functions and their calls have in common, whichever dialect they are of."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import ClassVar, Self

from asyncir.dialects.checks import (
    SymbolFault,
    SymbolLookup,
    verify_call,
    verify_dialect_attributes,
    verify_function,
)
from asyncir.dialects.discardable_attributes import verify_argument_attributes
from asyncir.dialects.execution_traits import IsFunction
from asyncir.dialects.function_syntax import (
    CALLEE,
    RESERVED,
    attr_list,
    parse_arguments,
    parse_call,
    parse_results,
    print_arguments,
    print_call,
    print_results,
)
from asyncir.dialects.llvm_attributes import verify_llvm_attributes
from asyncir.dialects.syntax import write, write_body
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    DictionaryAttr,
    FlatSymbolRefAttr,
    FunctionType,
    IRDLOperation,
    IsolatedFromAbove,
    Operation,
    Parser,
    Printer,
    Region,
    SSAValue,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    SymbolRefAttr,
    VerifyException,
    opt_prop_def,
    prop_def,
    region_def,
    traits_def,
    var_operand_def,
)


class FunctionOp(IRDLOperation):
    """A function, or its declaration where it has no body."""

    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), IsFunction())

    def __init__(
        self,
        name: str,
        function_type: FunctionType | tuple[Sequence[Attribute], Sequence[Attribute]],
        region: Region | type[Region.DEFAULT] = Region.DEFAULT,
        visibility: StringAttr | str | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ):
        if isinstance(function_type, tuple):
            function_type = FunctionType.from_lists(*function_type)
        if not isinstance(region, Region):
            region = Region(Block(arg_types=function_type.inputs))
        properties = {
            "sym_name": StringAttr(name),
            "function_type": function_type,
            "sym_visibility": StringAttr(visibility) if isinstance(visibility, str) else visibility,
            "arg_attrs": arg_attrs,
            "res_attrs": res_attrs,
        }
        super().__init__(properties=properties, regions=[region])

    @property
    def is_declaration(self) -> bool:
        """Whether it has no body."""
        return not self.body.blocks

    @property
    def args(self) -> tuple[BlockArgument, ...]:
        """The arguments of the first block."""
        entry = self.body.blocks.first
        assert entry is not None, "a declaration has no block arguments"
        return entry.args

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        visibility = parser.parse_optional_visibility_keyword()
        name = parser.parse_symbol_name()
        arguments, arg_types, arg_attrs = parse_arguments(parser)
        res_types, res_attrs = parse_results(parser)
        extra = parser.parse_optional_attr_dict_with_keyword(RESERVED[:3])
        declared = parser.pos
        body = parser.parse_optional_region(arguments)
        named = arguments or (body is not None and body.blocks.first is not None and body.blocks.first.args)
        if body is not None and arg_types and not named:
            parser.raise_error("the arguments of a function with a body need names", declared)
        attributes = (attr_list(arg_attrs), attr_list(res_attrs))
        op = cls(
            name.data, (arg_types, res_types), Region() if body is None else body, visibility, *attributes
        )
        distribute(op, {} if extra is None else extra.data)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        visibility = () if self.sym_visibility is None else (self.sym_visibility.data, " ")
        write(printer, " ", *visibility)
        printer.print_symbol_name(self.sym_name.data)
        print_arguments(printer, self.function_type, self.arg_attrs, self.body.blocks.first)
        print_results(printer, self.function_type, self.res_attrs)
        shown = self.attributes | {k: v for k, v in self.properties.items() if k not in RESERVED}
        printer.print_op_attributes(shown, print_keyword=True)
        if self.body.blocks:
            printer.print_string(" ")
            write_body(printer, self.body)

    def verify_(self) -> None:
        """Check the body against the signature."""
        verify_function(self, self.function_type, self.body, self.sym_visibility)
        inputs, outputs = self.function_type.inputs, self.function_type.outputs
        for what, types, attrs in (
            ("arguments", inputs, self.arg_attrs),
            ("results", outputs, self.res_attrs),
        ):
            verify_dialect_attributes(what, attrs)
            if attrs is not None and len(attrs) != len(types):
                raise VerifyException(f"there are attributes of {len(attrs)} {what}, but {len(types)} {what}")
        for each in () if self.arg_attrs is None else self.arg_attrs:
            verify_argument_attributes(each)
        verify_llvm_attributes("arguments", self.function_type.inputs, self.arg_attrs)
        verify_llvm_attributes("results", self.function_type.outputs, self.res_attrs)


def distribute(op: IRDLOperation, attributes: Mapping[str, Attribute]) -> None:
    """Make properties of what the op has as such, and attributes of the rest."""
    known = op.get_irdl_definition().properties
    for name, value in attributes.items():
        (op.properties if name in known else op.attributes)[name] = value


class DirectCallOp(IRDLOperation):
    """A call of a function by its name."""

    FUNCTION: ClassVar[type[FunctionOp]]
    """What it calls."""
    EXPECTED: ClassVar[str]
    """What is needed where something else is called."""

    arguments = var_operand_def()
    callee = prop_def(FlatSymbolRefAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])

    def __init__(
        self,
        callee: str | SymbolRefAttr,
        arguments: Sequence[SSAValue | Operation],
        return_types: Sequence[Attribute],
    ):
        properties = {"callee": SymbolRefAttr(callee) if isinstance(callee, str) else callee}
        super().__init__(operands=[arguments], result_types=[return_types], properties=properties)

    @classmethod
    def parse(cls, parser: Parser) -> Self:
        """Parse everything behind the name."""
        callee, operands, attributes, type = parse_call(parser, CALLEE)
        op = cls(SymbolRefAttr(callee), operands, type.outputs.data)
        distribute(op, attributes)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        attributes = self.attributes | {k: v for k, v in self.properties.items() if k != "callee"}
        print_call(printer, self.callee, self.arguments, attributes, self.result_types)

    def verify_symbol_uses(self, lookup: SymbolLookup) -> None:
        """Check the callee and its type."""
        function = lookup(self.callee)
        if not isinstance(function, self.FUNCTION):
            raise SymbolFault(self.callee, self.EXPECTED, function)
        verify_call(self.arguments, self.result_types, function.function_type, function)
