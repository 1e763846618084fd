"""What MLIR asks of the attributes that an op has beside its own: their dialect says where they may be."""

from __future__ import annotations

from typing import Any

from asyncir.dialects.effect_types import Access
from asyncir.dialects.effects import effects_of
from asyncir.ir import (
    AffineMapAttr,
    Attribute,
    DictionaryAttr,
    IntegerAttr,
    ModuleOp,
    Operation,
    StridedLayoutAttr,
    StringAttr,
    UnrealizedConversionCastOp,
    VerifyException,
    i1,
)

_BUFFERIZATION = "bufferization."
_MANUAL = "bufferization.manual_deallocation"
_OF_A_MODULE = ("sym_name", "sym_visibility")
_VISIBILITIES = tuple(map(StringAttr, ("public", "private", "nested")))
_ACCESSES = ("none", "read", "write", "read-write")


def verify_builtin_op(op: Operation) -> None:
    """Raise where an op of the builtin dialect is not as MLIR wants it; xDSL wants less."""
    if isinstance(op, UnrealizedConversionCastOp) and not op.results:
        raise VerifyException("expected at least one result for cast operation")
    if not isinstance(op, ModuleOp):
        return
    entry = op.body.blocks.first
    if entry is not None and entry.args:
        raise VerifyException("region should have no arguments")
    visibility = op.attributes.get("sym_visibility")
    if op.sym_name is not None and visibility not in (None, *_VISIBILITIES):
        raise VerifyException(
            f'visibility expected to be one of ["public", "private", "nested"], but got {visibility}'
        )
    for name in op.attributes:
        if "." not in name and name not in _OF_A_MODULE:
            raise VerifyException(f"can only contain attributes with dialect-prefixed names, found: '{name}'")


def verify_discardable_attributes(op: Operation) -> None:
    """Raise where an attribute may not be on this op."""
    for name in op.attributes:
        if not name.startswith(_BUFFERIZATION):
            continue
        if name != _MANUAL:
            raise VerifyException(f"the bufferization dialect has no attribute '{name}' of an op")
        if not any(effect.access in (Access.ALLOC, Access.FREE) for effect in effects_of(op)):
            raise VerifyException(f"'{name}' is for ops that allocate or free memory")


def verify_argument_attributes(attrs: DictionaryAttr) -> None:
    """Raise where an attribute may not be on an argument, or has a value that means nothing there."""
    for name, value in attrs.data.items():
        if not name.startswith(_BUFFERIZATION):
            continue
        if name not in _VALUES:
            raise VerifyException(f"the bufferization dialect has no attribute '{name}' of an argument")
        wanted, is_right = _VALUES[name]
        if not is_right(value):
            raise VerifyException(f"'{name}' is expected to be {wanted}")


def _is_bool(value: Attribute) -> bool:
    typed: Any = value
    return isinstance(value, IntegerAttr) and typed.type == i1


def _is_access(value: Attribute) -> bool:
    return isinstance(value, StringAttr) and value.data in _ACCESSES


def _is_layout(value: Attribute) -> bool:
    return isinstance(value, (AffineMapAttr, StridedLayoutAttr))


_VALUES: dict[str, tuple[str, Any]] = {
    "bufferization.writable": ("a boolean attribute", _is_bool),
    "bufferization.access": (f"one of {', '.join(_ACCESSES)}", _is_access),
    "bufferization.buffer_layout": ("a memref layout attribute", _is_layout),
}
