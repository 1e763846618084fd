"""`repair-sync`: a program whose synchronisation is wrong on a machine gets the fewest changes that make it right."""

from __future__ import annotations

from asyncir.analyses.call_graph import is_function
from asyncir.analyses.machines.program import MachineProgram
from asyncir.dialects.sync import WorkOp
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_name, symbol_tables
from asyncir.ir.walk import walk
from asyncir.targets.machine import load_machine
from asyncir.transforms._blocks import erase
from asyncir.transforms._kernel_functions import kernels_as_functions
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import repeat
from asyncir.transforms._sync_repairs import find_sync_repair, remarks_of
from asyncir.transforms.assign_engines import assign_all


class RepairSync(Pass):
    """Change each function as little as can be so that its signals, waits and barriers are right on the machine, and say how.

    Orders that are missing are added as `insert-sync` does; signals, waits, commits and barriers are removed, added, moved to
    another place, or get another instance, number or engine. Each of these is one change, and so is an order. A function
    that is proved stays as it is; so does one for which nothing is found, with a remark. Ops with the attribute `keep` stay.
    Arrays that are passed to a function are taken to be different ones, unless `args_alias` says that they may overlap.
    """

    machine: str = "ascend-a2"
    args_alias: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at each function for itself."""
        assign_all(op, load_machine(self.machine))
        with kernels_as_functions(op):
            for table in symbol_tables(op):
                for name in [symbol_name(function) for function in filter(is_function, ops_of(table))]:
                    self._repair(op, table, next(one for one in ops_of(table) if symbol_name(one) == name))

    def _repair(self, op: ModuleOp, table: Operation, function: Operation) -> None:
        own = [function, *MachineProgram(function, load_machine(self.machine)).calls.only_from(function)]
        if any(isinstance(inner, WorkOp) for one in own for inner in walk(one)):
            found = find_sync_repair(op, function, self.machine, self.args_alias)
            for said in remarks_of(found, function):
                repeat(said)
            copied = found.copy.ops if found.copy is not None else {}
            for one in filter(copied.__contains__, filter(is_function, ops_of(table))):
                # Orders may have been added to what is called, too.
                _replace(one, copied[one])


def _replace(function: Operation, new: Operation) -> None:
    """Let a function of another module take the place of one."""
    assert function.parent is not None
    new.detach()
    function.parent.insert_op_before(new, function)
    erase(function)
