"""Functions that LLVM's code generators call and that the system's libraries may not have.

They are written in LLVM text (builtins.ll) and added to a module that needs them, so that its machine code is complete.
"""

from __future__ import annotations

from pathlib import Path

NAMES = frozenset({"__truncsfbf2", "__truncdfbf2"})


def complete(text: str) -> str:
    """The module with the functions that its types make necessary."""
    if "bfloat" not in text or "@__truncsfbf2" in text:
        return text
    return text + Path(__file__).with_name("builtins.ll").read_text(encoding="utf-8")
