"""Functions of the async dialect: they start at once in their caller and return tokens and values."""

from __future__ import annotations

from typing import ClassVar

from asyncir.dialects.async_types import TOKEN_OR_VALUE, TokenType, ValueType
from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define
from asyncir.dialects.execution_traits import TakesOver
from asyncir.dialects.functions import DirectCallOp, FunctionOp
from asyncir.ir import (
    HasParent,
    IRDLOperation,
    IsTerminator,
    Pure,
    ReturnLike,
    VerifyException,
    var_operand_def,
    var_result_def,
)


@define("async.func")
class FuncOp(FunctionOp):
    """`async.func`: a function that starts at once in its caller and returns tokens and values.

    async.func @f(%x: f32) -> (!async.token, !async.value<f32>) {
      return %x : f32
    }
    """

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
        super().verify_()


@define("async.call", TakesOver())
class CallOp(DirectCallOp):
    """`async.call`: call an `async.func`.

    %t, %v = async.call @f(%x) : (f32) -> (!async.token, !async.value<f32>)
    """

    FUNCTION: ClassVar = FuncOp
    EXPECTED: ClassVar = "an async function"
    res = var_result_def(TOKEN_OR_VALUE)


@define("async.return", IsTerminator(), ReturnLike(), Pure(), HasParent(FuncOp))
class ReturnOp(IRDLOperation):
    """`async.return`: end an `async.func`; its values and its token complete."""

    arguments = var_operand_def()
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
