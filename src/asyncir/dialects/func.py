"""The func dialect, with MLIR 22's syntax: functions, direct and indirect calls, functions as values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from asyncir.dialects.checks import (
    SymbolFault,
    SymbolLookup,
    check_types,
    verify_call,
    verify_function,
)
from asyncir.dialects.define import define, dialect
from asyncir.dialects.function_syntax import (
    CallText,
    FunctionText,
    parse_call,
    parse_function,
    print_call,
    print_function,
    visibility_attr,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    CallableOpInterface,
    ConstantLike,
    DictionaryAttr,
    FlatSymbolRefAttr,
    FunctionType,
    HasParent,
    IRDLOperation,
    IsolatedFromAbove,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    Pure,
    Region,
    ReturnLike,
    SSAValue,
    StringAttr,
    SymbolNameConstraint,
    SymbolOpInterface,
    SymbolRefAttr,
    UnitAttr,
    VerifyException,
    operand_def,
    opt_prop_def,
    prop_def,
    region_def,
    result_def,
    traits_def,
    var_operand_def,
    var_result_def,
)


class _FuncCallable(CallableOpInterface):
    @classmethod
    def get_callable_region(cls, op: Operation) -> Region:
        assert isinstance(op, FuncOp)
        return op.body

    @classmethod
    def get_argument_types(cls, op: Operation) -> tuple[Attribute, ...]:
        assert isinstance(op, FuncOp)
        return op.function_type.inputs.data

    @classmethod
    def get_result_types(cls, op: Operation) -> tuple[Attribute, ...]:
        assert isinstance(op, FuncOp)
        return op.function_type.outputs.data


@define("func.func")
class FuncOp(IRDLOperation):
    """`func.func`: a function, or its declaration where it has no body.

    func.func private @norm(memref<?xf64>) -> f64
    """

    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    no_inline = opt_prop_def(UnitAttr)
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), _FuncCallable())

    def __init__(
        self,
        name: str,
        function_type: FunctionType | tuple[Sequence[Attribute], Sequence[Attribute]],
        region: Region | type[Region.DEFAULT] = Region.DEFAULT,
        visibility: StringAttr | str | None = None,
        *,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ):
        if isinstance(function_type, tuple):
            function_type = FunctionType.from_lists(*function_type)
        if not isinstance(region, Region):
            region = Region(Block(arg_types=function_type.inputs))
        super().__init__(
            properties={
                "sym_name": StringAttr(name),
                "function_type": function_type,
                "sym_visibility": visibility_attr(visibility),
                "arg_attrs": arg_attrs,
                "res_attrs": res_attrs,
            },
            regions=[region],
        )

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

    @staticmethod
    def external(name: str, input_types: Sequence[Attribute], return_types: Sequence[Attribute]) -> FuncOp:
        """A private declaration."""
        return FuncOp(name, (input_types, return_types), Region(), "private")

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        """Parse everything behind the name."""
        text = parse_function(parser)
        op = cls(
            text.name,
            text.function_type,
            text.body,
            text.visibility,
            arg_attrs=text.arg_attrs,
            res_attrs=text.res_attrs,
        )
        no_inline = text.attributes.pop("no_inline", None)
        if no_inline is not None:
            op.properties["no_inline"] = no_inline
        op.attributes.update(text.attributes)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        attributes = dict(self.attributes)
        if self.no_inline is not None:
            attributes["no_inline"] = self.no_inline
        print_function(
            printer,
            FunctionText(
                self.sym_name.data,
                self.function_type,
                None if self.sym_visibility is None else self.sym_visibility.data,
                self.arg_attrs,
                self.res_attrs,
                attributes,
                self.body,
            ),
        )

    def verify_(self) -> None:
        """Check the body against the signature."""
        verify_function(self, self.function_type, self.body, self.sym_visibility)


@define("func.call")
class CallOp(IRDLOperation):
    """`func.call`: call a function by its name.

    %n = func.call @norm(%x) : (memref<?xf64>) -> f64
    """

    arguments = var_operand_def()
    callee = prop_def(FlatSymbolRefAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    no_inline = opt_prop_def(UnitAttr)
    res = var_result_def()
    _PROPERTIES: ClassVar[tuple[str, ...]] = ("arg_attrs", "res_attrs", "no_inline")

    def __init__(
        self,
        callee: str | SymbolRefAttr,
        arguments: Sequence[SSAValue | Operation],
        return_types: Sequence[Attribute],
    ):
        super().__init__(
            operands=[arguments],
            result_types=[return_types],
            properties={"callee": SymbolRefAttr(callee) if isinstance(callee, str) else callee},
        )

    @classmethod
    def parse(cls, parser: Parser) -> CallOp:
        """Parse everything behind the name."""
        text = parse_call(parser)
        op = cls(text.callee, text.operands, text.result_types)
        for name, value in text.attributes.items():
            (op.properties if name in cls._PROPERTIES else op.attributes)[name] = value
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        properties = {name: self.properties[name] for name in self._PROPERTIES if name in self.properties}
        attributes = {**self.attributes, **properties}
        print_call(printer, CallText(self.callee, self.arguments, self.result_types, attributes))

    def verify_symbol_uses(self, lookup: SymbolLookup) -> None:
        """Check the callee and its type."""
        function = lookup(self.callee)
        if not isinstance(function, FuncOp):
            raise SymbolFault(self.callee, "a func.func", function)
        verify_call(self.arguments, self.result_types, function.function_type, function)


@define("func.constant")
class ConstantOp(IRDLOperation):
    """`func.constant`: a function as a value.

    %f = func.constant @norm : (memref<?xf64>) -> f64
    """

    value = prop_def(FlatSymbolRefAttr)
    result = result_def()
    traits = traits_def(ConstantLike(), Pure())
    assembly_format = "attr-dict $value `:` type($result)"

    def __init__(self, value: str | SymbolRefAttr, type: FunctionType):
        symbol = SymbolRefAttr(value) if isinstance(value, str) else value
        super().__init__(properties={"value": symbol}, result_types=[type])

    def verify_symbol_uses(self, lookup: SymbolLookup) -> None:
        """Check that the symbol is a function of the result's type."""
        function = lookup(self.value)
        if not isinstance(function, FuncOp):
            raise SymbolFault(self.value, "a func.func", function)
        if function.function_type != self.result.type:
            raise VerifyException(
                f"reference to function with mismatched type: {self.result.type}, "
                f"but the function has type {function.function_type}"
            )


@define("func.call_indirect")
class CallIndirectOp(IRDLOperation):
    """`func.call_indirect`: call a function that is a value.

    %n = func.call_indirect %f(%x) : (memref<?xf64>) -> f64
    """

    callee = operand_def(FunctionType)
    callee_operands = var_operand_def()
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res = var_result_def()
    _PROPERTIES: ClassVar[tuple[str, ...]] = ("arg_attrs", "res_attrs")

    def __init__(self, callee: SSAValue, callee_operands: Sequence[SSAValue]):
        type = callee.type
        assert isinstance(type, FunctionType)
        super().__init__(operands=[callee, callee_operands], result_types=[type.outputs.data])

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        """Parse `%callee(%operands) attr-dict : type`."""
        callee = parser.parse_unresolved_operand()
        names = parser.parse_comma_separated_list(parser.Delimiter.PAREN, parser.parse_unresolved_operand)
        attributes = parser.parse_optional_attr_dict()
        parser.parse_punctuation(":")
        at = parser.pos
        type = parser.parse_function_type()
        operands = parser.resolve_operands(names, type.inputs.data, at)
        op = cls(parser.resolve_operand(callee, type), operands)
        for name in cls._PROPERTIES:
            if name in attributes:
                op.properties[name] = attributes.pop(name)
        op.attributes.update(attributes)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        printer.print_string(" ")
        printer.print_operand(self.callee)
        printer.print_operands(self.callee_operands)
        attributes = dict(self.attributes)
        attributes.update({k: v for k, v in self.properties.items() if k in self._PROPERTIES})
        printer.print_op_attributes(attributes)
        printer.print_string(" : ")
        printer.print_attribute(self.callee.type)

    def verify_(self) -> None:
        """Check operands and results against the callee's type."""
        type = self.callee.type
        assert isinstance(type, FunctionType)
        check_types(self.callee_operands, type.inputs.data, "operands do not fit the callee")
        check_types(self.res, type.outputs.data, "results do not fit the callee")


@define("func.return")
class ReturnOp(IRDLOperation):
    """`func.return`: end a function."""

    arguments = var_operand_def()
    traits = traits_def(HasParent(FuncOp), IsTerminator(), ReturnLike(), Pure())
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"

    def __init__(self, *return_vals: SSAValue | Operation):
        super().__init__(operands=[return_vals])

    def verify_(self) -> None:
        """Check the values against the signature."""
        function = self.parent_op()
        assert isinstance(function, FuncOp)
        name = function.sym_name.data
        outputs = function.function_type.outputs.data
        check_types(self.arguments, outputs, f"the returned values do not fit the results of @{name}")


Func = dialect("func", __name__)
