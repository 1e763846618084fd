"""`assign-engines`: a vendor's ops become works on engines, signals and waits, as a machine file says."""

from __future__ import annotations

from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import sync
from asyncir.ir import Block, Operation, Region
from asyncir.ir.walk import enclosing, walk
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.matching import NoMemory, NotGiven, NotListed, as_sync, as_work
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._dialect_memory import (
    gives_memory,
    memory_behind,
    regions_in_place,
    touch_nothing,
    types_to_memrefs,
)
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._planned_addresses import addresses_in_callees
from asyncir.transforms._remarks import complaint
from asyncir.transforms._vendor_syncs import sync_op_of


class AssignEngines(ScopedPass):
    """Wrap each op that an `[[op]]` table of the machine names into a `sync.work`; those of `[[sync]]` become sync ops.

    What is in a work stays as it is. An op that is not as its table says is an error (P161). `lower-sync` undoes it.
    """

    machine: str = "cpu"

    def run_on(self, root: Operation) -> None:
        """Rewrite everything below `root`, or raise with all that is wrong."""
        assign_all(root, load_machine(self.machine))


def assign_all(root: Operation, machine: MachineModel) -> dict[Operation, Operation]:
    """Rewrite everything below `root`, or raise with all that is wrong; by op that was there, what it has become."""
    faults: list[Diagnostic] = []
    made: dict[Operation, Operation] = {}
    for op, caller in addresses_in_callees(root, machine):
        why = NotGiven(f"its function is called, and @{caller} and others may have the same memory")
        faults.append(_fault(machine, op, why, "address", "inline the call first: `inline`"))
    faults += regions_in_place(root, machine)
    faults += types_to_memrefs(root, machine)
    raise_all(faults)
    for op in list(walk(root)):
        if op.parent is not None and _is_in_work(op):
            _check(machine, op, faults)
        elif op.parent is not None:
            found = _assign(machine, op, faults)
            if found is not None:
                made[op] = found
    raise_all(faults)
    return made


def _is_in_work(op: Operation) -> bool:
    return any(isinstance(around, sync.WorkOp) for around in enclosing(op))


def _check(machine: MachineModel, op: Operation, faults: list[Diagnostic]) -> None:
    """Say where an op in a work that somebody wrote does more than its table says."""
    try:
        as_work(machine, op)
    except NotListed as why:
        faults.append(_fault(machine, op, why, "op"))
    except NotGiven:
        pass  # nothing is known of it, and its work lists what it touches


def _fault(
    machine: MachineModel, op: Operation, why: NotGiven, table: str, help: str | None = None
) -> Diagnostic:
    help = help or f"write it as the [[{table}]] table of '{machine.name}' says"
    if isinstance(why, NoMemory):
        help = f"let a [[buffer]] table of '{machine.name}' say which memory its type is in"
    if isinstance(why, NotListed):
        help = f"let `reads` and `writes` in the [[op]] table of '{machine.name}' list what it touches"
    return complaint("P161", f"{op.name} is not as the machine has it: {why}", op, help)


def _assign(machine: MachineModel, op: Operation, faults: list[Diagnostic]) -> Operation | None:
    table, gives = as_sync(machine, op), gives_memory(machine, op)
    try:
        work = as_work(machine, op) if table is None and not gives else None
        if work is not None and work.engine == machine.issuer and work.touches_nothing and op.results:
            touch_nothing(op)  # the process computes numbers
            return None
        if (table or work) and any(result.first_use is not None for result in op.results):
            raise NotGiven("others use its result, which an engine does not hand over")
        if gives:
            return memory_behind(machine, op)
        if table is not None:
            made = sync_op_of(machine, table, op, Builder(op))
            erase(op)
            return made
        if work is not None:
            around = sync.WorkOp(work.engine, Region(Block()), work.reads, work.writes)
            Builder(op).add(around)
            move_ops([op], around.body.block)
            return around
    except NotGiven as why:
        kind = gives or ("op" if table is None else "sync")
        faults.append(_fault(machine, op, why, kind))
    return None
