"""A second opinion on proofs: checks the certificate of a program without the code that made it.

A certificate says, at points of the program, what may be in flight there: relations from a few integers that the program
has there, the coordinates, to (age, element). The verifier executes the program from each point to the next ones, over
such relations, by the rules of `docs/semantics-queues.md`, and accepts if nothing that is touched may be in flight and what
is true on the way into a point is what the certificate says of it. `docs/proofs.md` has the format.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from asyncir.certificates.answers import NotFollowed, Refused

if TYPE_CHECKING:
    from asyncir.certificates.programs import (
        MALFORMED,
        VERSION,
        accept,
        bounded_steps,
        digest,
        entries,
        is_trivial,
        verify,
    )

__all__ = [
    "MALFORMED",
    "VERSION",
    "NotFollowed",
    "Refused",
    "accept",
    "bounded_steps",
    "digest",
    "entries",
    "is_trivial",
    "verify",
]


def __getattr__(name: str) -> Any:
    """What is of programs in MLIR's text, imported when it is used: certificates of kernels do without xDSL."""
    if name not in __all__:
        raise AttributeError(f"module 'asyncir.certificates' has no attribute '{name}'")
    return getattr(import_module("asyncir.certificates.programs"), name)
