"""`eliminate-sync`: signals, waits and barriers that order nothing go away."""

from __future__ import annotations

from asyncir.analyses.machines.orders import superfluous
from asyncir.analyses.machines.program import MachineProgram
from asyncir.ir import Context, ModuleOp
from asyncir.targets.machine import load_machine
from asyncir.transforms._blocks import erase
from asyncir.transforms._passes import Pass


class EliminateSync(Pass):
    """Remove each barrier, each wait for groups, and all signals and waits of an order, without which nothing goes wrong.

    Whatever is not known to be right stays as it is. Ops with the attribute `keep` stay. Arrays that are passed to a function
    are taken to be different ones, unless `args_alias` says that they may overlap.
    """

    machine: str = "ascend-a2"
    args_alias: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at each function for itself."""
        machine = load_machine(self.machine)
        for function in op.ops:
            if function.regions and function.regions[0].blocks:
                for order in superfluous(MachineProgram(function, machine, self.args_alias)):
                    for one in order.ops:
                        erase(one)
