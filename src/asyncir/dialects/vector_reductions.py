"""The vector ops that combine elements."""

from __future__ import annotations

from typing import Any

from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.define import define
from asyncir.dialects.elementwise import FLOAT_TYPES, NO_FASTMATH, FastMathFlagsAttr, element_type
from asyncir.dialects.memref_layout import shape_of
from asyncir.dialects.narrowing import is_vector
from asyncir.dialects.syntax import InAngleBrackets
from asyncir.dialects.vector_shapes import STATIC_LIST, verify_elements
from asyncir.ir import (
    Attribute,
    IndexType,
    IntegerType,
    IRDLOperation,
    Pure,
    VarConstraint,
    VectorType,
    VerifyException,
    irdl_attr_definition,
    operand_def,
    opt_operand_def,
    prop_def,
    result_def,
)


class CombiningKindFlag(StrEnum):
    """How a reduction combines two elements."""

    ADD = "add"
    MUL = "mul"
    MINUI = "minui"
    MINSI = "minsi"
    MINNUMF = "minnumf"
    MAXUI = "maxui"
    MAXSI = "maxsi"
    MAXNUMF = "maxnumf"
    AND = "and"
    OR = "or"
    XOR = "xor"
    MINIMUMF = "minimumf"
    MAXIMUMF = "maximumf"


_FLOAT_KINDS = frozenset({"minnumf", "maxnumf", "minimumf", "maximumf"})
_ANY_KINDS = frozenset({"add", "mul"})


@irdl_attr_definition
class CombiningKindAttr(InAngleBrackets, EnumAttribute[CombiningKindFlag]):
    """`#vector.kind<...>`: how a reduction combines two elements."""

    name = "vector.kind"


def verify_kind(kind: str, element: Attribute) -> None:
    """Check that elements of this type can be combined so."""
    is_float = isinstance(element, FLOAT_TYPES)
    is_integer = isinstance(element, IntegerType | IndexType)
    fits = is_float if kind in _FLOAT_KINDS else is_integer or (is_float and kind in _ANY_KINDS)
    if not fits:
        raise VerifyException(f"unsupported reduction type '{element}' for kind '{kind}'")


@define("vector.reduction", Pure())
class ReductionOp(IRDLOperation):
    """`vector.reduction`: all elements combined, and an accumulator where there is one."""

    vector = operand_def(VectorType)
    acc = opt_operand_def(VarConstraint.get("T"))
    kind = prop_def(CombiningKindAttr)
    fastmath = prop_def(FastMathFlagsAttr, default_value=NO_FASTMATH)
    dest = result_def(VarConstraint.get("T"))
    assembly_format = (
        "$kind `,` $vector (`,` $acc^)? (`fastmath` `` $fastmath^)? attr-dict "
        "`:` type($vector) `into` type($dest)"
    )

    def verify_(self) -> None:
        """Check the rank, the types and the kind."""
        if len(shape_of(self.vector.type)) > 1:
            raise VerifyException(f"unsupported reduction rank: {len(shape_of(self.vector.type))}")
        if self.dest.type != element_type(self.vector.type):
            raise VerifyException("failed to verify that source operand and result have same element type")
        verify_kind(self.kind.data, self.dest.type)


@define("vector.multi_reduction", Pure())
class MultiDimReductionOp(IRDLOperation):
    """`vector.multi_reduction`: the elements along some dimensions combined with an accumulator."""

    source = operand_def(VectorType)
    acc = operand_def(VarConstraint.get("T"))
    kind = prop_def(CombiningKindAttr)
    reduction_dims = prop_def(STATIC_LIST)
    dest = result_def(VarConstraint.get("T"))
    assembly_format = (
        "$kind `,` $source `,` $acc attr-dict $reduction_dims `:` type($source) `to` type($dest)"
    )

    def verify_(self) -> None:
        """Check the result's shape and the kind."""
        dims: Any = self.reduction_dims
        reduced, shape = set(dims.get_values()), shape_of(self.source.type)
        kept = tuple(size for dim, size in enumerate(shape) if dim not in reduced)
        actual = shape_of(self.dest.type) if is_vector(self.dest.type) else ()
        if kept != actual or not reduced <= set(range(len(shape))):
            raise VerifyException(f"destination type {self.dest.type} is incompatible with source type")
        verify_elements(self.source.type, self.dest.type)
        verify_kind(self.kind.data, element_type(self.source.type))
