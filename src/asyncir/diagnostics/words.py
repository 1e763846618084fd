"""Words that depend on numbers."""

from __future__ import annotations


def counted(count: int, what: str) -> str:
    """`1 group`, `2 groups`."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
