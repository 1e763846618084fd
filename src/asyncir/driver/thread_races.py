"""Races among the threads of a block, for programs on machines whose issuer is one.

On a machine a block is one engine (MAC-8), and the player of machines does not tell its threads apart. What is wrong among
them is wrong whatever the machine is: so where threads are told apart, and the program has nothing that only a machine
knows, the check of threads shows the run.
"""

from __future__ import annotations

from asyncir.diagnostics import DiagnosticError, Severity
from asyncir.dialects.execution_traits import OfHost
from asyncir.dialects.interfaces.completion import BlockSize, ThreadIndex
from asyncir.dialects.verification import span_of
from asyncir.driver.check import check
from asyncir.driver.machine_runs import WrongRun
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import walk
from asyncir.targets.machine import CompletionOrder, MachineModel

_ONLY_ON_MACHINES = "sync"
"""The dialect that the interpreter of threads does not know."""


def tells_threads_apart(module: ModuleOp, machine: MachineModel) -> bool:
    """Whether the issuer of the machine is a block of threads, and the module asks which of them it is in."""
    issuer = next((engine for engine in machine.engines if engine.name == machine.issuer), None)
    if issuer is None or issuer.order is not CompletionOrder.OVERLAPPING:
        return False
    ops = list(walk(module))
    if any(op.name.partition(".")[0] == _ONLY_ON_MACHINES or _is_of_host(op) for op in ops):
        return False
    return any(op.has_trait(t, value_if_unregistered=False) for op in ops for t in (ThreadIndex, BlockSize))


def _is_of_host(op: Operation) -> bool:
    return op.has_trait(OfHost, value_if_unregistered=False)


def race_of_threads(module: ModuleOp, name: str) -> WrongRun | None:
    """A run of a kernel in which its threads race; None where none is found.

    The module is as it was before engines were assigned.
    """
    span = next((span_of(op) for op in module.ops if symbol_name(op) == name), None)
    try:
        found = check(module, filename="<string>" if span is None else span.file, entry=name, recheck=False)
    except DiagnosticError:
        return None
    if not found.races:
        return None
    errors = tuple(each for each in found.diagnostics if each.severity is Severity.ERROR)
    return WrongRun("among the threads of a block", errors)
