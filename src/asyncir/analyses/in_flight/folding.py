"""What `arith` computes of two constants, with the width of their type."""

from __future__ import annotations

from collections.abc import Callable


def wrapped(number: int, width: int) -> int:
    """What so many bits hold of a number, read as signed; of one bit, whether it is set."""
    if width == 1:
        return number & 1
    half = 1 << (width - 1)
    return (number + half) % (2 * half) - half


def folded(name: str, width: int, a: int, b: int) -> int | None:
    """The result of an op, None where it has none or is not known here.

    The operands are read as the op says: as signed numbers, or as unsigned ones.
    """
    found = _FOLDS.get(name)
    if found is None:
        return None
    mask = (1 << width) - 1
    if width == 1:
        a, b = -(a & 1), -(b & 1)
    if name.endswith("ui") or name.startswith("arith.sh"):
        b &= mask
        a = a & mask if name.endswith("ui") else a
    if (("div" in name or "rem" in name) and b == 0) or (name.startswith("arith.sh") and b >= width):
        return None
    return wrapped(found(a, b), width)


def _towards_zero(a: int, b: int) -> int:
    return abs(a) // abs(b) * (1 if (a < 0) == (b < 0) else -1)


_FOLDS: dict[str, Callable[[int, int], int]] = {
    "arith.addi": lambda a, b: a + b,
    "arith.subi": lambda a, b: a - b,
    "arith.muli": lambda a, b: a * b,
    "arith.remui": lambda a, b: a % b,
    "arith.remsi": lambda a, b: a - b * _towards_zero(a, b),
    "arith.divui": lambda a, b: a // b,
    "arith.divsi": _towards_zero,
    "arith.floordivsi": lambda a, b: a // b,
    "arith.ceildivsi": lambda a, b: -(-a // b),
    "arith.ceildivui": lambda a, b: -(-a // b),
    "arith.minsi": min,
    "arith.minui": min,
    "arith.maxsi": max,
    "arith.maxui": max,
    "arith.shli": lambda a, b: a << b,
    "arith.shrui": lambda a, b: a >> b,
    "arith.shrsi": lambda a, b: a >> b,
    "arith.andi": lambda a, b: a & b,
    "arith.ori": lambda a, b: a | b,
    "arith.xori": lambda a, b: a ^ b,
}
