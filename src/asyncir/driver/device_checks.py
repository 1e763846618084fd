"""The check of programs that launch on devices: as tasks for all that events order, and for who holds which device.

That a device does one launch after the other orders nothing (DEV-5), so two accesses race where the tasks that the launches
are like race; the proof is that of tasks, with its certificate. Deadlock is for `analyses/devices`.
"""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.devices.fitting import doubt_of
from asyncir.analyses.devices.holding import cycle_of_waits
from asyncir.analyses.devices.rooms import crowded_memories
from asyncir.analyses.sync_report import Standing
from asyncir.diagnostics import Diagnostic, DiagnosticError
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.launches import launches
from asyncir.driver.check import check
from asyncir.driver.launching_calls import with_calls_in_place
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel
from asyncir.transforms.launches_to_tasks import for_check, is_followed

_OTHERS = frozenset({"async", "gpu", "io", "nvgpu", "queue", "rt"})
"""Dialects whose programs no machine plays."""


def has_launches(module: Operation) -> bool:
    """Whether something is launched on devices."""
    return any(launches(op) is not None for op in walk(module))


@dataclass(frozen=True, slots=True)
class LaunchAnswer:
    """What is known of a function that launches, for all arguments."""

    doubt: str = ""
    """Why it is not proved; empty where it is."""
    at: Operation | None = None
    """Where."""
    remarks: tuple[Diagnostic, ...] = ()
    """What is to be said of the proof: that nobody could check it again (Q007)."""


def check_launches(
    module: ModuleOp, function: Operation, name: str, machine: MachineModel, args_alias: bool
) -> LaunchAnswer:
    """Prove that events order all accesses of the function, and that nobody waits for ever."""
    if any(op.name.partition(".")[0] in _OTHERS for op in walk(module)):
        return LaunchAnswer("it has tasks, queues or kernels besides launches")
    refused = is_followed(module)
    if refused:
        return LaunchAnswer(refused[0].message)
    if any(kind_of(op) in (OpKind.CALL, OpKind.CALL_OF_VALUE) for op in walk(function)):
        alone = with_calls_in_place(module, name)
        if alone is None:
            return LaunchAnswer("it calls what launches or waits, and is not followed there")
        module, function = alone
    for doubt, op in doubt_of(function, machine):
        return LaunchAnswer(doubt, op)
    crowded = crowded_memories(function, machine)
    for memory in crowded:
        if memory.too_large is not None:
            doubt = f'it is not known that there is ever room in "{memory.name}" for this buffer'
            return LaunchAnswer(doubt, memory.too_large)
    cycle = cycle_of_waits(function, [engine.name for engine in machine.engines], machine.issuer, crowded)
    if cycle:
        first = cycle[0]
        who = f'who waits here may hold "{first.held}"'
        return LaunchAnswer(f'{who} and wait for what needs "{first.needed}", and so round', first.wait)
    return _as_tasks(module, name, machine.drains, args_alias)


def _as_tasks(module: ModuleOp, name: str, drains: bool, args_alias: bool) -> LaunchAnswer:
    tasks = module.clone()
    for_check(tasks, drains=drains)
    try:
        checked = check(tasks, entry=name, args_alias=args_alias)
    except DiagnosticError as error:
        return LaunchAnswer(error.diagnostics[0].message)
    if checked.functions.get(name) == Standing.PROVED.value:
        return LaunchAnswer(remarks=tuple(d for d in checked.diagnostics if d.code == "Q007"))
    wrong = [d.message for d in checked.diagnostics if d.code != "Q004"]
    return LaunchAnswer(wrong[0] if wrong else "it is not proved that events order all accesses")
