"""`insert-sync`: work on the engines of a machine that is written without synchronisation gets what it needs of it."""

from __future__ import annotations

from collections.abc import Sequence

from asyncir.analyses.machines.allocation import TooFew, allocated
from asyncir.analyses.machines.counts import counts_of
from asyncir.analyses.machines.edges import OrderEdge, edges_of
from asyncir.analyses.machines.knowledge import CannotFollow
from asyncir.analyses.machines.program import MachineProgram
from asyncir.diagnostics import DiagnosticError
from asyncir.dialects.sync import ProcessOp, WorkOp
from asyncir.ir import Context, ModuleOp
from asyncir.targets.machine import load_machine
from asyncir.transforms._passes import Pass
from asyncir.transforms._remarks import complaint
from asyncir.transforms._sync_writer import SyncWriter


class InsertSync(Pass):
    """Give each function with `sync.work` the fewest signals, waits and barriers that make it right on the machine.

    What is there already is kept and counts. Every order that is needed is made; none that others imply. Arrays that are
    passed to a function are taken to be different ones, unless `args_alias` says that they may overlap.
    """

    machine: str = "ascend-a2"
    args_alias: bool = False

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Look at each function, those that it calls first: what is called is followed where it is called."""
        machine = load_machine(self.machine)
        first = next(iter(op.ops), None)
        functions = [] if first is None else MachineProgram(first, machine).calls.in_order()
        for function in functions:
            program = MachineProgram(function, machine, self.args_alias)
            works = any(isinstance(inner, WorkOp | ProcessOp) for inner in program.calls.inside(function))
            if works or (not program.issuer_in_order and function.regions and function.regions[0].blocks):
                _insert(program)


def _insert(program: MachineProgram) -> None:
    try:
        edges, allocation = allocated(program, edges_of(program))
        counts = counts_of(program, edges)
    except CannotFollow as error:
        help = "write the synchronisation of this function by hand, and ask `asyncir check`"
        raise DiagnosticError(
            complaint("P150", f"the program is not followed: {error.why}", error.op, help)
        ) from None
    except TooFew as error:
        raise DiagnosticError(_too_few(program, error.edges)) from None
    SyncWriter(program, allocation, counts).write(edges)


def _too_few(program: MachineProgram, edges: Sequence[OrderEdge]):
    edge = edges[0]
    assert edge.resource is not None
    x, y = program.engines[edge.x], program.engines[edge.y]
    message = f"there are too few instances of '{edge.resource.name}' from {x} to {y}: {edge.resource.count}"
    return complaint("P151", message, edge.source, "put a `sync.barrier` where waiting costs least")
