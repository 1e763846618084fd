"""From IR to segments: the compiler of the engine for tasks, with other handlers where ops mean more here."""

from __future__ import annotations

from typing import cast

from asyncir.ir import Operation
from asyncir.semantics.blocks.machine import BlockMachine
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

BLOCK_HANDLERS: dict[str, Handler] = {}
"""Of ops that the engine for tasks does not know, or that mean something else there."""

TRAIT_HANDLERS: dict[type, Handler] = {}
"""Of ops that carry a trait."""


handles = registering(BLOCK_HANDLERS)
"""Register the function as the handler of the named ops."""


handles_trait = registering(TRAIT_HANDLERS)
"""Register the function as the handler of all ops that carry one of the traits."""


class BlockCompiler(Compiler):
    """Compiles one function."""

    def __init__(self, program: Program):
        super().__init__(program)
        self.block = cast(BlockMachine, cast(object, program.machine))

    def use_program(self, program: Program) -> None:
        """See `Compiler`."""
        super().use_program(program)
        self.block = cast(BlockMachine, cast(object, program.machine))

    def counting(self) -> Counting:
        """See `Compiler`: accesses are told apart by the iterations that they are in."""
        return counting(self.code.fresh())

    @property
    def in_flight(self) -> bool:
        """Whether the op at hand is in the body of an async op."""
        return self.code.captures is not None

    def begin(self, op: Operation) -> None:
        """See `Compiler`: that the op is executed is written down, if that was asked for."""
        super().begin(op)
        machine, recorder = self.block, self.block.recorder
        if recorder is not None and op in recorder.marks and not self.in_flight:
            self.step(lambda r: recorder.reached(machine.thread, op))

    def handler_of(self, op: Operation) -> Handler:
        """What compiles the op."""
        found = BLOCK_HANDLERS.get(op.name)
        if found is not None:
            return found
        if op.name in HANDLERS and not op.name.startswith(FOR_TASKS):
            return HANDLERS[op.name]
        for trait, handler in TRAIT_HANDLERS.items():
            if op.has_trait(trait):
                return handler
        message = f"the interpreter does not know `{op.name}` in a program with queues"
        raise fault("S012", message, op, "unknown op")
