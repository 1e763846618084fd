"""The func dialect, with MLIR 22's syntax: functions, direct and indirect calls, functions as values."""

from __future__ import annotations

from typing import ClassVar

from asyncir.dialects.checks import SymbolFault, SymbolLookup, check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.function_syntax import parse_call, print_call
from asyncir.dialects.functions import DirectCallOp, FunctionOp, distribute
from asyncir.dialects.syntax import OPERAND
from asyncir.ir import (
    ArrayAttr,
    ConstantLike,
    DictionaryAttr,
    FlatSymbolRefAttr,
    FunctionType,
    HasParent,
    IRDLOperation,
    IsTerminator,
    Operation,
    Parser,
    Printer,
    Pure,
    ReturnLike,
    SSAValue,
    UnitAttr,
    VerifyException,
    operand_def,
    opt_prop_def,
    prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)


@define("func.func")
class FuncOp(FunctionOp):
    """`func.func`: a function, or its declaration where it has no body.

    func.func private @norm(memref<?xf64>) -> f64
    """

    no_inline = opt_prop_def(UnitAttr)


@define("func.call")
class CallOp(DirectCallOp):
    """`func.call`: call a function by its name.

    %n = func.call @norm(%x) : (memref<?xf64>) -> f64
    """

    FUNCTION: ClassVar = FuncOp
    EXPECTED: ClassVar = "a func.func"
    no_inline = opt_prop_def(UnitAttr)
    res = var_result_def()


@define("func.constant", ConstantLike(), Pure())
class ConstantOp(IRDLOperation):
    """`func.constant`: a function as a value.

    %f = func.constant @norm : (memref<?xf64>) -> f64
    """

    value = prop_def(FlatSymbolRefAttr)
    result = result_def()
    assembly_format = "attr-dict $value `:` type($result)"

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

    @classmethod
    def parse(cls, parser: Parser) -> CallIndirectOp:
        """Parse `%callee(%operands) attr-dict : type`."""
        callee, operands, attributes, type = parse_call(parser, OPERAND)
        values = [parser.resolve_operand(callee, type), *operands]
        op = cls.create(operands=values, result_types=type.outputs.data)
        distribute(op, attributes)
        return op

    def print(self, printer: Printer) -> None:
        """Print everything behind the name."""
        attributes = self.attributes | self.properties
        print_call(printer, self.callee, self.callee_operands, attributes, self.result_types)

    def verify_(self) -> None:
        """Check operands and results against the callee's type."""
        type = self.callee.type
        assert isinstance(type, FunctionType)
        check_types(self.callee_operands, type.inputs.data, "operands do not fit the callee")
        check_types(self.res, type.outputs.data, "results do not fit the callee")


@define("func.return", HasParent(FuncOp), IsTerminator(), ReturnLike(), Pure())
class ReturnOp(IRDLOperation):
    """`func.return`: end a function."""

    arguments = var_operand_def()
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
