"""What does not fit a machine, in words: diagnostics about engines and names."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from asyncir.diagnostics import Diagnostic
from asyncir.diagnostics.names import did_you_mean
from asyncir.dialects.verification import location_span
from asyncir.ir import Operation, StringAttr
from asyncir.targets.machine import MachineModel


def engine_faults(op: Operation, name: StringAttr, machine: MachineModel) -> Iterator[Diagnostic]:
    """M020 where the machine has no engine of that name."""
    known = list(dict.fromkeys([*(engine.name for engine in machine.engines), machine.issuer]))
    if name.data not in known:
        message = f"the machine '{machine.name}' has no engine \"{name.data}\""
        yield misfit("M020", message, op, nearest(name.data, known, ""))


def nearest(name: str, known: list[str], none: str) -> str:
    """What may be meant by the name; `none` where nothing is known."""
    return did_you_mean(name, known) or (f"it has {few(known)}" if known else none)


def few(names: Iterable[str]) -> str:
    """The names, if they are few; else the first of them."""
    names = list(names)
    return ", ".join(names if len(names) < 9 else [*names[:8], "…"])


def misfit(code: str, message: str, op: Operation, help: str) -> Diagnostic:
    """A diagnostic at the op."""
    return Diagnostic(code, message, location_span(op.location, op.name), help=help)
