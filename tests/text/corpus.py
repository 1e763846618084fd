"""The corpus of texts: what mlir-opt 22 speaks too, and our extensions."""

from __future__ import annotations

from pathlib import Path

HERE = Path(__file__).parent / "programs"

PROGRAMS: tuple[Path, ...] = tuple(sorted(HERE.glob("*.mlir")))
"""Texts that mlir-opt 22 accepts."""

EXTENSIONS: tuple[Path, ...] = tuple(sorted((HERE / "extensions").glob("*.mlir")))
"""Texts that only we accept, one for each extension."""


def name(path: Path) -> str:
    """The id of a program in a parametrised test."""
    return path.stem
