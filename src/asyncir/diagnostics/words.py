"""Words that depend on numbers."""

from __future__ import annotations

from collections.abc import Sequence


def counted(count: int, what: str) -> str:
    """`1 group`, `2 groups`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def listing(names: Sequence[str], last: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    *most, end = names
    return f"{', '.join(most)} {last} {end}" if most else end
