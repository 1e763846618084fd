"""Certificates of programs on described machines: a second opinion on what `asyncir check --machine` proves.

A certificate says of each loop what may be true where an iteration begins (`verifier.py` says why that proves something).
`docs/proofs.md` has the format.
"""

from __future__ import annotations

from typing import Any

from asyncir.certificates import MALFORMED, bounded_steps, digest
from asyncir.certificates.machines.calls import entry_named, function_named
from asyncir.certificates.machines.verifier import MachineVerifier
from asyncir.certificates.state import NotFollowed, Refused
from asyncir.dialects import sync
from asyncir.dialects.effects import touches_nothing
from asyncir.dialects.execution_traits import ConcernsOtherThreads
from asyncir.dialects.foreign import ForeignOp
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation
from asyncir.ir.walk import outermost, walk
from asyncir.targets.machine import MachineModel
from asyncir.targets.verify_sync import verify_sync

__all__ = ["accept_on_machine", "function_named", "verify_on_machine"]

_MOST_OPERATIONS = 8_000_000
"""More steps than this isl does not take."""


def verify_on_machine(module: Operation, entry: str, machine: MachineModel, certificate: Any) -> None:
    """Return if the certificate is this program's, for this machine, and proves that nothing goes wrong in `entry`.

    The operations of a vendor have to be those of the `sync` dialect already. Else raise `NotFollowed`, where the
    verifier has no rules for something in the program, or `Refused`.
    """
    try:
        if certificate["text"] != digest(module):
            raise Refused("it is about another program")
        if certificate["machine"] != machine.digest:
            raise Refused("it is about another machine")
    except MALFORMED as error:
        raise Refused(f"it is malformed ({type(error).__name__})") from error
    accept_on_machine(module, entry, machine, certificate)


def accept_on_machine(module: Operation, entry: str, machine: MachineModel, certificate: Any) -> None:
    """The same, for a certificate that was just made of this program and this machine."""
    if verify_sync(module, machine):
        raise Refused("the program does not fit the machine")
    try:
        function = entry_named(module, entry)
        _ask_rules(function)
        with bounded_steps(_MOST_OPERATIONS):
            MachineVerifier(function, machine, certificate["loops"]).run()
    except RecursionError as error:
        raise NotFollowed("its numbers hang on too many others") from error
    except MALFORMED as error:
        raise Refused(f"it is malformed ({type(error).__name__})") from error


def _ask_rules(function: Operation) -> None:
    """Raise `NotFollowed` where a program does what the verifier has no rules for."""
    module = outermost(function)
    works = [op for op in walk(module) if isinstance(op, sync.WorkOp)]
    inside = {op for work in works for op in walk(work)}
    for op in walk(module):
        if isinstance(op, ForeignOp) and op not in inside and not touches_nothing(op):
            raise NotFollowed(f"nothing is known of {op.name}", op)
        others = op.get_trait(ConcernsOtherThreads)
        if isinstance(others, ConcernsOtherThreads) and not others.of_machine:
            raise NotFollowed(f"{op.name} concerns threads of which the machine knows nothing", op)
    for op in walk(function):
        if kind_of(op) is OpKind.ALLOCATE_ON_STACK and op not in inside:
            raise NotFollowed("when memory on the stack ends is not followed here", op)
