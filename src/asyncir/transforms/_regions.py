"""Control flow between blocks made simpler: unreachable blocks, constant branches, chains of branches."""

from __future__ import annotations

from asyncir.ir import Operation


def simplify_regions(root: Operation) -> bool:
    """Simplify the regions below `root`; whether anything changed."""
    return False
