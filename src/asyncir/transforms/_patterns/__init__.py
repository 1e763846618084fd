"""Patterns: how an op and what is around it become something simpler. One file per family of ops."""

from collections.abc import Sequence

from asyncir.dialects.interfaces.kinds import OpKind
from asyncir.transforms._patterns import arithmetic, memory, structured, tasks
from asyncir.transforms._rewriting import Pattern

PATTERNS: dict[OpKind, Sequence[Pattern]] = {
    **arithmetic.PATTERNS,
    **structured.PATTERNS,
    **memory.PATTERNS,
    **tasks.PATTERNS,
}
"""The patterns of each kind of ops, in the order in which they are tried, by its kind."""

__all__ = ["PATTERNS", "Pattern"]
