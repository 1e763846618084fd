"""Numbers as a reader would say them."""

from __future__ import annotations


def duration_text(nanoseconds: float) -> str:
    """A time with three digits."""
    for unit, size in (("s", 1e9), ("ms", 1e6), ("µs", 1e3)):
        if nanoseconds >= size * 0.9995:
            return f"{nanoseconds / size:#.3g}".rstrip(".") + f" {unit}"
    return f"{nanoseconds:.0f} ns"


def bytes_text(count: int) -> str:
    """A size in memory."""
    for unit, size in (("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count} bytes"
