"""From IR to segments: the compiler that all engines share, with handlers for `sync` ops and for memory that is watched."""

from __future__ import annotations

from typing import cast

from asyncir.dialects.effects import touches_nothing
from asyncir.dialects.interfaces.launches import launches
from asyncir.ir import Operation, UnregisteredOp
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.program import (
    FOR_TASKS,
    HANDLERS,
    Compiler,
    Counting,
    Handler,
    Program,
    counting,
    registering,
)
from asyncir.semantics.core.values import Poison, Registers
from asyncir.semantics.machines.costs import Counter, count
from asyncir.semantics.machines.machine import SyncMachine
from asyncir.semantics.machines.processes import Process

SYNC_HANDLERS: dict[str, Handler] = {}
"""Of ops that the other engines do not know, or that mean something else there."""


handles = registering(SYNC_HANDLERS)
"""Register the function as the handler of the named ops."""


class SyncCompiler(Compiler):
    """Compiles one function."""

    def __init__(self, program: Program):
        super().__init__(program)
        self.sync = cast(SyncMachine, cast(object, program.machine))

    def counting(self) -> Counting:
        """See `Compiler`: what is given is told apart by the iterations that it is in."""
        if self.code.op.name == "sync.work":
            return Counting()
        return counting(self.code.fresh())

    def begin(self, op: Operation) -> None:
        """See `Compiler`: what a process does itself takes time."""
        super().begin(op)
        machine = self.sync
        if not machine.counts_cycles or op.regions or self.code.op.name == "sync.work":
            return
        if launches(op) is not None:
            return  # what it does others do
        operations = Counter(op, self).cost(op)
        if callable(operations) or operations:

            def step(r: Registers) -> None:
                runner = machine.runner
                if isinstance(runner, Process):
                    machine.order.did(runner, count(operations, r))

            self.step(step)

    def handler_of(self, op: Operation) -> Handler:
        """What compiles the op."""
        found = SYNC_HANDLERS.get(op.name)
        if found is not None:
            return found
        if op.name in HANDLERS and not op.name.startswith(FOR_TASKS):
            return HANDLERS[op.name]
        if isinstance(op, UnregisteredOp) and touches_nothing(op):
            return _unknown_values
        message = f"the interpreter does not know `{op.name}` in a program for a described machine"
        raise fault("S012", message, op, "unknown op")


def _unknown_values(op: Operation, c: Compiler) -> None:
    """What an op of another dialect gives is not known: who computes with it does what nobody knows."""
    results, value = c.slots(op.results), Poison(op)

    def step(registers: Registers) -> None:
        for slot in results:
            registers[slot] = value

    c.step(step)
