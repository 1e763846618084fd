"""The util dialect of IREE, as far as its compiler's input phase emits it: functions, their calls and returns, and null.

They are what programs come in that are imported from ONNX. Nothing runs them: `strip-boundaries` makes functions of them.
"""

from __future__ import annotations

from typing import ClassVar

from asyncir.dialects.checks import check_types
from asyncir.dialects.define import define, dialect
from asyncir.dialects.functions import DirectCallOp, FunctionOp
from asyncir.ir import (
    Attribute,
    HasParent,
    IRDLOperation,
    IsTerminator,
    ParametrizedAttribute,
    Pure,
    ReturnLike,
    irdl_attr_definition,
    opt_prop_def,
    result_def,
    var_operand_def,
    var_result_def,
)


@irdl_attr_definition
class InlineNeverAttr(ParametrizedAttribute):
    """`#util.inline.never`: a function that is not to be inlined."""

    name = "util.inline.never"


@define("util.func")
class UtilFuncOp(FunctionOp):
    """`util.func`: a function, or its declaration where it has no body.

    util.func public @main(%x: tensor<4xf32>) -> tensor<4xf32>
    """

    inlining_policy = opt_prop_def(Attribute)


@define("util.call")
class UtilCallOp(DirectCallOp):
    """`util.call`: call a function by its name.

    %y = util.call @main(%x) : (tensor<4xf32>) -> tensor<4xf32>
    """

    FUNCTION: ClassVar = UtilFuncOp
    EXPECTED: ClassVar = "a util.func"
    res = var_result_def()


@define("util.return", HasParent(UtilFuncOp), IsTerminator(), ReturnLike(), Pure())
class UtilReturnOp(IRDLOperation):
    """`util.return`: end a function."""

    arguments = var_operand_def()
    assembly_format = "attr-dict ($arguments^ `:` type($arguments))?"

    def verify_(self) -> None:
        """Check the values against the signature."""
        function = self.parent_op()
        assert isinstance(function, UtilFuncOp)
        outputs = function.function_type.outputs.data
        name = function.sym_name.data
        check_types(self.arguments, outputs, f"the returned values do not fit the results of @{name}")


@define("util.null", Pure())
class NullOp(IRDLOperation):
    """`util.null`: nothing, where something of this type may stand.

    %f = util.null : !hal.fence
    """

    result = result_def()
    assembly_format = "attr-dict `:` type($result)"


Util = dialect("util", __name__)
