"""Functions of the async dialect: they start at once in their caller and return tokens and values."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from asyncir.dialects.async_types import TOKEN_OR_VALUE, TokenType, ValueType
from asyncir.dialects.checks import SymbolFault, SymbolLookup, check_types, verify_call, verify_function
from asyncir.dialects.define import define
from asyncir.dialects.execution_traits import TakesOver
from asyncir.dialects.function_syntax import (
    CallText,
    FunctionText,
    parse_call,
    parse_function,
    print_call,
    print_function,
)
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    CallableOpInterface,
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
    VerifyException,
    opt_prop_def,
    prop_def,
    region_def,
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


@define("async.func")
class FuncOp(IRDLOperation):
    """`async.func`: a function that starts at once in its caller and returns tokens and values.

    async.func @f(%x: f32) -> (!async.token, !async.value<f32>) {
      return %x : f32
    }
    """

    body = region_def()
    sym_name = prop_def(SymbolNameConstraint())
    function_type = prop_def(FunctionType)
    sym_visibility = opt_prop_def(StringAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    traits = traits_def(IsolatedFromAbove(), SymbolOpInterface(), _FuncCallable())

    def __init__(
        self,
        name: str,
        function_type: FunctionType,
        body: Region,
        visibility: str | None = None,
        arg_attrs: ArrayAttr[DictionaryAttr] | None = None,
        res_attrs: ArrayAttr[DictionaryAttr] | None = None,
    ):
        super().__init__(
            regions=[body],
            properties={
                "sym_name": StringAttr(name),
                "function_type": function_type,
                "sym_visibility": StringAttr(visibility) if visibility else None,
                "arg_attrs": arg_attrs,
                "res_attrs": res_attrs,
            },
        )

    @property
    def is_declaration(self) -> bool:
        """Whether it has no body."""
        return not self.body.blocks

    @classmethod
    def parse(cls, parser: Parser) -> FuncOp:
        """Parse everything behind the name."""
        text = parse_function(parser)
        op = cls(text.name, text.function_type, text.body, text.visibility, text.arg_attrs, text.res_attrs)
        op.attributes.update(text.attributes)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        visibility = None if self.sym_visibility is None else self.sym_visibility.data
        print_function(
            printer,
            FunctionText(
                self.sym_name.data,
                self.function_type,
                visibility,
                self.arg_attrs,
                self.res_attrs,
                self.attributes,
                self.body,
            ),
        )

    def verify_(self) -> None:
        """Check the signature."""
        results = self.function_type.outputs.data
        if not results:
            raise VerifyException("result is expected to be at least of size 1, but got 0")
        for index, type in enumerate(results):
            if not isinstance(type, (TokenType, ValueType)):
                raise VerifyException(
                    f"result type must be async value type or async token type, but got {type}"
                )
            if index and isinstance(type, TokenType):
                raise VerifyException(
                    "results' (optional) async token type is expected to appear as the 1st return value, "
                    f"but got {index + 1}"
                )
        verify_function(self, self.function_type, self.body, self.sym_visibility)


@define("async.call")
class CallOp(IRDLOperation):
    """`async.call`: call an `async.func`.

    %t, %v = async.call @f(%x) : (f32) -> (!async.token, !async.value<f32>)
    """

    arguments = var_operand_def()
    callee = prop_def(FlatSymbolRefAttr)
    arg_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res_attrs = opt_prop_def(ArrayAttr[DictionaryAttr])
    res = var_result_def(TOKEN_OR_VALUE)
    traits = traits_def(TakesOver())
    _PROPERTIES: ClassVar[tuple[str, ...]] = ("arg_attrs", "res_attrs")

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
            raise SymbolFault(self.callee, "an async function", function)
        verify_call(self.arguments, self.result_types, function.function_type, function)


@define("async.return")
class ReturnOp(IRDLOperation):
    """`async.return`: end an `async.func`; its values and its token complete."""

    arguments = var_operand_def()
    traits = traits_def(IsTerminator(), ReturnLike(), Pure(), HasParent(FuncOp))
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"

    def verify_(self) -> None:
        """Check the values against the signature."""
        function = self.parent_op()
        assert isinstance(function, FuncOp)
        results = function.function_type.outputs.data
        payloads = [t.value_type for t in results if isinstance(t, ValueType)]
        check_types(
            self.arguments, payloads, "operand types do not match the types returned from the parent FuncOp"
        )
