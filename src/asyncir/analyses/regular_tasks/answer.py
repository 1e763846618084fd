"""What is said of a program, and how the proof is given up."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from asyncir.ir import Operation

Candidate = tuple[Operation, Operation, Mapping[str, int]]
"""Two accesses that may race, and what the entry is called with then: `2` is an argument, `0.1` the extent of one."""


@dataclass(frozen=True)
class RegularAnswer:
    """Whether no execution of an entry has a race or a deadlock, whatever the arguments."""

    proved: bool
    reason: str = ""
    """Why it is not proved."""
    at: Operation | None = None
    """Where that is."""
    candidates: tuple[Candidate, ...] = ()
    """Accesses that may race: whoever wants to know runs them."""


class NoProof(Exception):
    """Something of the program is not understood, so that nothing is proved."""

    def __init__(self, reason: str, at: Operation | None = None):
        super().__init__(reason)
        self.reason = reason
        self.at = at
