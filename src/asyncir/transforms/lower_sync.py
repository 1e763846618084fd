"""`lower-sync`: works, signals and waits become a vendor's ops again, as a machine file says."""

from __future__ import annotations

from asyncir.dialects import arith, sync
from asyncir.dialects.foreign import ForeignOp
from asyncir.ir import Operation
from asyncir.ir.walk import walk
from asyncir.targets.machine import MachineModel, load_machine
from asyncir.targets.matching import NotGiven, as_work
from asyncir.transforms._blocks import erase, move_ops
from asyncir.transforms._building import Builder
from asyncir.transforms._dialect_memory import memory_again
from asyncir.transforms._passes import ScopedPass
from asyncir.transforms._remarks import remark
from asyncir.transforms._vendor_syncs import forms_of_program, vendor_op_of


class LowerSync(ScopedPass):
    """Undo `assign-engines`: works whose op the machine's file puts on their engine, and sync ops that it has ops for.

    A sync op that was a vendor's has its form again, with what passes have changed; one that a pass has made gets that of
    the first table which can say it. What the file has no op for stays, with a remark (P164).
    """

    machine: str = "cpu"

    def run_on(self, root: Operation) -> None:
        """Rewrite everything below `root`."""
        machine = load_machine(self.machine)
        ops = list(walk(root))
        is_of_issuer = not any(isinstance(op, sync.ProcessOp) for op in ops)
        spoken = {op.name.partition(".")[0] for op in ops if isinstance(op, ForeignOp)}
        forms = forms_of_program(machine, ops)
        for op in ops:
            if isinstance(op, sync.WorkOp):
                if _is_assigned(machine, op):
                    move_ops(op.body.block.ops, op)
                    erase(op)
            elif isinstance(op, sync.OfResource | sync.BarrierOp):
                made = vendor_op_of(
                    machine, op, Builder(op), is_of_issuer=is_of_issuer, spoken=spoken, forms=forms
                )
                if made is not None:
                    _erase_with_casts(op)
                elif machine.syncs:
                    message = f"`{op.name}` stays: no [[sync]] table of '{machine.name}' says what it says"
                    remark("P164", message, op, help="add a table for it, or write it in another way")
        memory_again(root)


def _erase_with_casts(op: Operation) -> None:
    """Erase an op, and the casts of its operands that nobody needs any more."""
    casts = [owner for operand in op.operands if isinstance(owner := operand.owner, arith.IndexCastOp)]
    erase(op)
    for cast in casts:
        if cast.result.first_use is None and cast.parent is not None:
            erase(cast)


def _is_assigned(machine: MachineModel, work: sync.WorkOp) -> bool:
    """Whether the work is what `assign-engines` makes of its op."""
    ops = list(work.body.block.ops)
    try:
        found = as_work(machine, ops[0]) if len(ops) == 1 else None
    except NotGiven:
        return False
    return (
        found is not None
        and found.engine == work.engine.data
        and (tuple(work.read), tuple(work.written)) == (found.reads, found.writes)
        and not work.attributes
    )
