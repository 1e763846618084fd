"""How wide integers are. A number of a width is read with its sign, so that 255 of eight bits is -1."""

from __future__ import annotations

from asyncir.ir import Attribute, IndexType, IntegerType

INDEX_WIDTH = 64


def width_of(type_: Attribute) -> int | None:
    """The bits of an integer or an index; None of other types."""
    if isinstance(type_, IndexType):
        return INDEX_WIDTH
    return (type_.bitwidth or None) if isinstance(type_, IntegerType) else None


def limits(width: int) -> tuple[int, int]:
    """The least and the greatest number."""
    half = 1 << (width - 1)
    return -half, half - 1


def fits(low: int, high: int, width: int) -> bool:
    """Whether all numbers from `low` to `high` are of this width."""
    least, most = limits(width)
    return least <= low and high <= most


def wrapped(number: int, width: int) -> int:
    """What is left of a number in so many bits."""
    half = 1 << (width - 1)
    return (number + half) % (1 << width) - half


def unsigned(number: int, width: int) -> int:
    """The number read without a sign."""
    return number % (1 << width)
