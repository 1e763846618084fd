"""Which function of a program is meant."""

from __future__ import annotations

from asyncir.diagnostics import DiagnosticError, failure
from asyncir.launch.compiled import unknown_function
from asyncir.launch.signatures import Signature


def choose(signatures: dict[str, Signature], entry: str | None) -> str:
    """The function to call: the one asked for, else the only one, else `main`."""
    if entry is None and len(signatures) == 1:
        return next(iter(signatures))
    name = "main" if entry is None else entry.removeprefix("@")
    if name in signatures:
        return name
    raise several(signatures) if entry is None and signatures else unknown_function(name, signatures)


def several(signatures: dict[str, Signature]) -> DiagnosticError:
    """C006: one has to be chosen."""
    names = ", ".join(signatures)
    return failure("C006", f"the program has several public functions: {names}", "choose one with --entry")
