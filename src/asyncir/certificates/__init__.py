"""A second opinion on proofs: checks the certificate of a program without the code that made it.

A certificate says, at points of the program, what may be in flight there: relations from a few integers that the program
has there, the coordinates, to (age, element). The verifier executes the program from each point to the next ones, over
such relations, by the rules of `docs/semantics-queues.md`, and accepts if nothing that is touched may be in flight and what
is true on the way into a point is what the certificate says of it. `docs/proofs.md` has the format.
"""

from __future__ import annotations

import hashlib
from typing import Any

from asyncir.certificates.rules import Refused
from asyncir.certificates.values import isl
from asyncir.certificates.verifier import Verifier
from asyncir.ir import Operation

__all__ = ["Refused", "digest", "verify"]

_MALFORMED = (KeyError, IndexError, ValueError, TypeError, AttributeError, RecursionError, isl.Error)
"""What comes of a certificate that does not have the form it should."""


def digest(module: Operation) -> str:
    """What ties a certificate to its program."""
    return hashlib.sha256(str(module).encode()).hexdigest()


def verify(module: Operation, entry: str, certificate: Any) -> None:
    """Return if the certificate proves that no execution of `entry` has a race; else raise `Refused`."""
    try:
        if certificate["text"] != digest(module):
            raise Refused("it is about another program")
        Verifier(module, entry, certificate).run()
    except _MALFORMED as error:
        raise Refused(f"it is malformed ({type(error).__name__})") from error
