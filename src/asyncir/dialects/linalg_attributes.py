"""The enumerations of the linalg dialect."""

from __future__ import annotations

from xdsl.dialects.utils.enum_attribute import EnumAttribute
from xdsl.utils.str_enum import StrEnum

from asyncir.dialects.syntax import InAngleBrackets
from asyncir.ir import irdl_attr_definition


class LoopKind(StrEnum):
    """Whether the points along a loop of an iteration domain may be visited in any order."""

    PARALLEL = "parallel"
    REDUCTION = "reduction"


@irdl_attr_definition
class LoopKindAttr(InAngleBrackets, EnumAttribute[LoopKind]):
    """`#linalg.iterator_type<...>`: the kind of a loop."""

    name = "linalg.iterator_type"


class CastKind(StrEnum):
    """As what a number is converted."""

    SIGNED = "cast_signed"
    UNSIGNED = "cast_unsigned"


@irdl_attr_definition
class CastKindAttr(InAngleBrackets, EnumAttribute[CastKind]):
    """`#linalg.type_fn<...>`: as what the operands of a named op are converted to the type of its output."""

    name = "linalg.type_fn"


class ElementwiseKind(StrEnum):
    """What `linalg.elementwise` computes."""

    EXP = "exp"
    LOG = "log"
    ABS = "abs"
    CEIL = "ceil"
    FLOOR = "floor"
    NEGF = "negf"
    RECIPROCAL = "reciprocal"
    ROUND = "round"
    SQRT = "sqrt"
    RSQRT = "rsqrt"
    SQUARE = "square"
    TANH = "tanh"
    ERF = "erf"
    ADD = "add"
    SUB = "sub"
    MUL = "mul"
    DIV = "div"
    DIV_UNSIGNED = "div_unsigned"
    MAX_SIGNED = "max_signed"
    MIN_SIGNED = "min_signed"
    MAX_UNSIGNED = "max_unsigned"
    MIN_UNSIGNED = "min_unsigned"
    POWF = "powf"
    SELECT = "select"


@irdl_attr_definition
class ElementwiseKindAttr(InAngleBrackets, EnumAttribute[ElementwiseKind]):
    """`#linalg.elementwise_kind<...>`: what `linalg.elementwise` computes."""

    name = "linalg.elementwise_kind"
