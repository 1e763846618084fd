"""The nearest known name to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(name: str, known: Iterable[str]) -> str | None:
    """The known name most like `name`, or None where none is like it."""
    if len(name) > 100:  # no name that anybody knows, and the search takes time by the square of it
        return None
    from difflib import get_close_matches  # only when something is wrong: start-up does not pay for it

    matches = get_close_matches(name, list(known), n=1, cutoff=0.6)
    return matches[0] if matches else None


def did_you_mean(name: str, known: Iterable[str]) -> str:
    """A help line that offers the nearest known name; empty where none is like it."""
    match = nearest(name, known)
    return f"did you mean '{match}'?" if match else ""
