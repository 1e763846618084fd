"""Patterns: how an op and what is around it become something simpler. One file per subject."""

from collections.abc import Mapping, Sequence

from asyncir.transforms._patterns import (
    arithmetic,
    carried_casts,
    conversions,
    fills,
    foralls,
    ifs,
    memory,
    parallels,
    reshapes,
    selects,
    slices,
    structured,
    structured_ops,
    tasks,
    tensors,
    vector_accesses,
    vectors,
    views,
    whiles,
)
from asyncir.transforms._rewriting import Key, Pattern


def _joined(*tables: Mapping[Key, Sequence[Pattern]]) -> dict[Key, tuple[Pattern, ...]]:
    """One table; where several have patterns for a kind, they are tried one table after the other."""
    joined: dict[Key, tuple[Pattern, ...]] = {}
    for table in tables:
        for key, patterns in table.items():
            joined[key] = (*joined.get(key, ()), *patterns)
    return joined


PATTERNS: Mapping[Key, Sequence[Pattern]] = _joined(
    arithmetic.PATTERNS,
    conversions.PATTERNS,
    selects.PATTERNS,
    structured.PATTERNS,
    ifs.PATTERNS,
    whiles.PATTERNS,
    parallels.PATTERNS,
    foralls.PATTERNS,
    carried_casts.PATTERNS,
    memory.PATTERNS,
    views.PATTERNS,
    tensors.PATTERNS,
    reshapes.PATTERNS,
    slices.PATTERNS,
    fills.PATTERNS,
    structured_ops.PATTERNS,
    vectors.PATTERNS,
    vector_accesses.PATTERNS,
    tasks.PATTERNS,
)
"""The patterns of each kind of ops, in the order in which they are tried, by its kind, or its class where it has none."""

__all__ = ["PATTERNS", "Pattern"]
