"""What `arith` computes of two constants; here a bit is 0 or 1, not 0 or -1."""

from __future__ import annotations

from asyncir.analyses.integers import arithmetic, widths
from asyncir.dialects.interfaces.kinds import OpKind


def wrapped(number: int, width: int) -> int:
    """What so many bits hold of a number, read as signed; of one bit, whether it is set."""
    return number & 1 if width == 1 else widths.wrapped(number, width)


def folded(kind: OpKind, width: int, a: int, b: int) -> int | None:
    """The result of an op, None where it has none or is not known here."""
    found = arithmetic.combined(kind, widths.wrapped(a, width), widths.wrapped(b, width), width)
    return None if found is None else wrapped(found, width)
