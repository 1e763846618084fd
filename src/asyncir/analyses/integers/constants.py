"""Integers that are constants of the program."""

from __future__ import annotations

from functools import cache

from asyncir.ir import Block, ConstantLike, HasFolder, IntegerAttr, Operation, SSAValue


def constant_of(value: SSAValue) -> int | None:
    """The integer that `value` is known to be, read with its sign."""
    owner = value.owner
    folder = _of_constants(type(owner))
    if folder is None or not isinstance(owner, Operation):
        return None
    found = folder.fold(owner)
    attribute = found and found[0]
    return attribute.value.data if isinstance(attribute, IntegerAttr) else None


@cache
def _of_constants(owner: type[Operation | Block]) -> HasFolder | None:
    """What knows the values of constants of a class; remembered, since it is asked of every operand."""
    return (
        owner.get_trait(HasFolder) if issubclass(owner, Operation) and owner.has_trait(ConstantLike) else None
    )
