"""What pictures are made of: shapes at places in pixels, which the templates write as SVG."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Shape:
    """Something in a picture, or beside it; what has no iteration has the number -1."""

    x: float
    y: float = 0
    width: float = 0
    height: float = 0
    css: str = ""
    text: str = ""
    title: str = ""
    iteration: int = -1
    lines: str = ""
    """The lines of the program that it shows, each with its role."""
    stripe: int | None = None
    """The colour of the slot that it reads, where it writes another one."""
    tail: float = 0
    """How far its latency reaches beyond it."""
    torn: tuple[float, ...] = ()
    """Where it goes on outside of the picture."""
    path: str = ""
    """Of an arrow."""
    head: str = ""
    """The arrow's head, where it has one of its own."""


def steps() -> Iterator[int]:
    """Distances of marks on an axis: 1, 2 and 5 times the powers of ten."""
    step = 1
    while True:
        yield from (step, 2 * step, 5 * step)
        step *= 10


def shortened(text: str, most: int) -> str:
    """The text, cut where it has more letters than that."""
    return text if len(text) <= most else text[: most - 1] + "…"
