"""What MLIR demands of attributes of its LLVM dialect on arguments and results of functions."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

from asyncir.ir import (
    ArrayAttr,
    Attribute,
    BFloat16Type,
    DictionaryAttr,
    Float16Type,
    Float32Type,
    Float64Type,
    Float80Type,
    Float128Type,
    IntegerAttr,
    IntegerType,
    Signedness,
    TypeAttribute,
    UnitAttr,
    UnregisteredAttr,
    VectorType,
    VerifyException,
)

_POINTER_UNITS = frozenset(
    ["noalias", "readonly", "readnone", "writeonly", "nest", "nocapture", "nofree", "nonnull"]
)
_POINTER_TYPES = frozenset(["sret", "byval", "byref", "inalloca"])
_POINTER_NUMBERS = frozenset(["align", "dereferenceable", "dereferenceable_or_null"])
_INTEGER_UNITS = frozenset(["signext", "zeroext"])
_UNITS = frozenset(["noundef", "inreg", "returned"])

_TYPES = frozenset(["preallocated"])
_NUMBERS = frozenset(["alignstack"])
_FLOATS = (BFloat16Type, Float16Type, Float32Type, Float64Type, Float80Type, Float128Type)

_NOT_OF_RESULTS = (
    frozenset(["allocalign", "allocptr", "alignstack", "nest", "nocapture", "nofree", "readnone", "readonly"])
    | frozenset(["returned", "writeonly", "preallocated"])
    | _POINTER_TYPES
)

Check = Callable[[Attribute], bool]


def _is_pointer(type: Attribute) -> bool:
    return isinstance(type, UnregisteredAttr) and type.attr_name.data == "llvm.ptr"


def _is_known_to_llvm(type: Attribute) -> bool:
    """Whether LLVM's dialect has the type; of others nothing is said."""
    if isinstance(type, UnregisteredAttr):
        return type.attr_name.data.startswith("llvm.")
    if isinstance(type, VectorType):
        return len(type.get_shape()) == 1 and _is_known_to_llvm(cast(Attribute, type.element_type))
    if isinstance(type, IntegerType):
        return type.signedness.data is Signedness.SIGNLESS
    return isinstance(type, _FLOATS)


def _is_unit(value: Attribute) -> bool:
    return isinstance(value, UnitAttr)


def _is_type(value: Attribute) -> bool:
    return isinstance(value, TypeAttribute)


def _is_number(value: Attribute) -> bool:
    return isinstance(value, IntegerAttr)


def _demands(name: str) -> tuple[Check, str, Check | None, str]:
    """What the value has to be, in words, too, and what the type of the argument."""
    if name in _POINTER_UNITS:
        return _is_unit, "a unit attribute", _is_pointer, "non-pointer"
    if name in _POINTER_TYPES:
        return _is_type, "a type attribute", _is_pointer, "non-pointer"
    if name in _POINTER_NUMBERS:
        return _is_number, "an integer attribute", _is_pointer, "non-pointer"
    if name in _INTEGER_UNITS:
        return _is_unit, "a unit attribute", lambda type: isinstance(type, IntegerType), "non-integer"
    if name in _UNITS:
        return _is_unit, "a unit attribute", None, ""
    if name in _TYPES:
        return _is_type, "a type attribute", None, ""
    if name in _NUMBERS:
        return _is_number, "an integer attribute", None, ""
    return lambda _: True, "", None, ""


def verify_llvm_attributes(
    what: str, types: ArrayAttr[Attribute], attrs: ArrayAttr[DictionaryAttr] | None
) -> None:
    """Check those of the arguments, or of the results; `what` names these."""
    for type, given in zip(types.data, () if attrs is None else attrs.data, strict=False):
        for full_name, value in given.data.items():
            if full_name.startswith("llvm."):
                _verify(what, full_name.removeprefix("llvm."), value, type)


def _verify(what: str, name: str, value: Attribute, type: Attribute) -> None:
    if what == "results" and name in _NOT_OF_RESULTS:
        raise VerifyException(f'"llvm.{name}" is not a valid result attribute')
    is_value, words, is_type, other = _demands(name)
    if not is_value(value):
        raise VerifyException(f'"llvm.{name}" should be {words}')
    if is_type is not None and _is_known_to_llvm(type) and not is_type(type):
        raise VerifyException(f'"llvm.{name}" attribute attached to {other} LLVM type')
