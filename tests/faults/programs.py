"""Programs at which the toolkit once went wrong, each in a file beside this one that says what is wrong with it."""

from __future__ import annotations

from pathlib import Path

_FOLDER = Path(__file__).parent


def program(name: str) -> str:
    """The text of the program that has this name."""
    return (_FOLDER / f"{name}.mlir").read_text()
