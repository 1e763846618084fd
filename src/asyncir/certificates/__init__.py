"""A second opinion on proofs: checks the certificate of a program without the code that made it.

A certificate says, wherever control comes back, what may be in flight there: for each effect a relation from the trip
counters and carried integers of the loops around it to (age, element). The program is executed once over such
relations, by the rules of `docs/semantics.md`, and accepted if no access meets what may be in flight and control never
comes back with anything that the certificate does not name. `docs/proofs.md` has the format.
"""

from __future__ import annotations

import hashlib
from typing import Any

from asyncir.certificates.relations import isl
from asyncir.certificates.verifier import Refused, verify_heads
from asyncir.ir import Operation

__all__ = ["Refused", "digest", "verify"]

_MALFORMED = (KeyError, IndexError, ValueError, TypeError, AttributeError, isl.Error)
"""What comes of a certificate that does not have the form it should."""


def digest(module: Operation) -> str:
    """What ties a certificate to its program."""
    return hashlib.sha256(str(module).encode()).hexdigest()


def verify(module: Operation, entry: str, certificate: Any) -> None:
    """Return if the certificate proves that no execution of `entry` has a race; else raise `Refused`."""
    try:
        if certificate["text"] != digest(module):
            raise Refused("it is about another program")
        verify_heads(module, entry, certificate["heads"])
    except _MALFORMED as error:
        raise Refused(f"it is malformed ({type(error).__name__})") from error
