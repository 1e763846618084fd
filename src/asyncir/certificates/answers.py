"""What a verifier says of a certificate that it does not accept. Nothing of IR is needed here: kernels have none."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from asyncir.ir import Operation


class Refused(Exception):
    """The certificate proves nothing; `op` is where that was seen."""

    def __init__(self, message: str, op: Operation | None = None):
        super().__init__(message)
        self.op = op


class NotFollowed(Refused):
    """The verifier has no rules for something in the program: it says nothing of the certificate."""
