"""`eliminate-sync`: signals, waits and barriers that order nothing go away, on a machine or in a block of threads."""

from __future__ import annotations

from asyncir.analyses.call_graph import is_function
from asyncir.analyses.machines.orders import superfluous
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import Context, ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_tables
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.transforms._block_barriers import superfluous_barriers
from asyncir.transforms._blocks import erase
from asyncir.transforms._kernel_functions import kernels_as_functions
from asyncir.transforms._passes import Pass
from asyncir.transforms.assign_engines import assign_all


class EliminateSync(Pass):
    """Remove each barrier, each wait for groups, and all signals and waits of an order, without which nothing goes wrong.

    Without a machine, each `gpu.barrier` goes without which all functions and kernels that come to it are proved, for all
    threads of their blocks; who tells threads apart has to say how many there are. A program that is not proved stays as
    it is. Ops with the attribute `keep` stay. Arrays that are passed to a function are taken to be different ones, unless
    `args_alias` says that they may overlap.
    """

    machine: str = ""
    args_alias: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at each function for itself."""
        if not self.machine:
            for barrier in superfluous_barriers(op, self.args_alias):
                erase(barrier)
            return
        machine = load_machine(self.machine)
        assign_all(op, machine)
        with kernels_as_functions(op):
            for table in symbol_tables(op):
                self._apply_to(ops_of(table), machine)

    def _apply_to(self, ops: list[Operation], machine: MachineModel) -> None:
        """Look at the functions among the ops of one module, on the machine."""
        functions = [one for one in ops if is_function(one) and one.regions[0].blocks]
        if not functions:
            return
        any_of_them = MachineProgram(functions[0], machine, self.args_alias)
        for function in functions:
            program = any_of_them.beside(function)
            # What a function does for those that call it is not seen in it.
            if not program.calls.is_called(function):
                for order in superfluous(program):
                    for one in order.ops:
                        erase(one)
