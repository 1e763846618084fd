"""The ub dialect: values and code that must not be used."""

from __future__ import annotations

from xdsl.dialects.ub import PoisonAttr, UnreachableOp

from asyncir.dialects.define import define, dialect
from asyncir.ir import (
    Attribute,
    ConstantLike,
    IRDLOperation,
    Pure,
    VerifyException,
    prop_def,
    result_def,
)


@define("ub.poison", ConstantLike(), Pure())
class PoisonOp(IRDLOperation):
    """`ub.poison`: a value of any type that stands for a mistake; what is computed from it is one, too."""

    value = prop_def(default_value=PoisonAttr())
    result = result_def()
    assembly_format = "attr-dict (`<` $value^ `>`)? `:` type($result)"

    def __init__(self, result_type: Attribute):
        super().__init__(result_types=[result_type])

    def verify_(self) -> None:
        """Check that the value is poison, all of it."""
        if not isinstance(self.value, PoisonAttr):
            raise VerifyException("invalid kind of attribute specified: expected #ub.poison")


UB = dialect("ub", __name__, also=(UnreachableOp, PoisonAttr))
