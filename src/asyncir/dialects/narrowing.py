"""Type tests that keep pyright's knowledge: `isinstance` on xDSL's generic types leaves their parameters unknown."""

from __future__ import annotations

from typing import Any

from typing_extensions import TypeIs

from asyncir.ir import Attribute, IntegerType, MemRefType, UnrankedMemRefType, VectorType


def is_memref(value: Attribute) -> TypeIs[MemRefType[Attribute]]:
    """Whether the type is a ranked memref."""
    return isinstance(value, MemRefType)


def is_unranked_memref(value: Attribute) -> TypeIs[UnrankedMemRefType[Attribute]]:
    """Whether the type is a memref of unknown rank."""
    return isinstance(value, UnrankedMemRefType)


def is_vector(value: Attribute) -> TypeIs[VectorType[Attribute]]:
    """Whether the type is a vector."""
    return isinstance(value, VectorType)


def is_integer(value: Attribute) -> TypeIs[IntegerType[Any, Any]]:
    """Whether the type is an integer."""
    return isinstance(value, IntegerType)
