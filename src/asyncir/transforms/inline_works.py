"""`inline-works`: what is given to engines is done where it is given."""

from __future__ import annotations

from asyncir.diagnostics import Diagnostic, raise_all
from asyncir.dialects import sync
from asyncir.ir import Operation
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import complaint


class InlineWorks(ScopedPass):
    """Let the ops of each `sync.work` take its place; signals, waits, barriers and what prepares them go.

    It is what a program of one process computes, if it has no race, no misuse and no deadlock: one of the orders that its
    machine allows. A program with several processes, or with a work of which it is not known what it computes, is refused
    (P163).
    """

    def run_on(self, root: Operation) -> None:
        """Rewrite everything below `root`."""
        raise_all([fault for op in walk(root) if (fault := _fault(op)) is not None])
        for op in list(walk(root)):
            if isinstance(op, sync.WorkOp):
                move_ops(op.body.block.ops, op)
                erase(op)
            elif isinstance(op, sync.OfResource | sync.BarrierOp):
                erase(op)


def _fault(op: Operation) -> Diagnostic | None:
    """Why a program with the op is not done in one order."""
    if isinstance(op, sync.ProcessOp):
        message = "a program with several processes is not done in one order"
        return complaint("P163", message, op, "simulate it on its machine")
    if isinstance(op, sync.OpaqueOp):
        message = f"it is not known what '{op.does.data}' computes"
        return complaint(
            "P163", message, op, "say so in the machine's file, by computes or body, and expand-bodies"
        )
    return None
