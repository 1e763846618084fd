"""linalg.softmax: what it is made of is executed in its place."""

from __future__ import annotations

from asyncir.dialects.linalg_relayout import SoftmaxOp
from asyncir.dialects.linalg_softmax import softmax_of
from asyncir.dialects.linalg_structured import LinalgYieldOp
from asyncir.ir import Block, Operation, Region, SSAValue
from asyncir.semantics.core.faults import fault
from asyncir.semantics.core.program import Compiler, Segment, Terminators, handles, transfer
from asyncir.semantics.core.tensors import is_tensor


@handles(SoftmaxOp)
def _softmax(op: SoftmaxOp, c: Compiler) -> None:
    if not is_tensor(op.output.type):
        raise fault("S012", f"the interpreter does not know `{op.name}` on memory", op, "unknown op")
    block = Block(arg_types=[op.input.type, op.output.type])

    def add(part: Operation) -> SSAValue:
        part.location = op.location
        block.add_op(part)
        return part.results[0]

    block.add_op(LinalgYieldOp(softmax_of(op, block.args[0], block.args[1], add)))
    go_on, results, scope = Segment(), c.slots(op.results), Terminators()

    def ends(last: Operation, c: Compiler) -> None:
        c.end(transfer(c.uses(last.operands), results, go_on))

    scope["linalg.yield"] = ends
    body = c.region(Region(block), scope)
    c.end(transfer(c.uses(op.operands), c.slots(block.args), body), go_on)
