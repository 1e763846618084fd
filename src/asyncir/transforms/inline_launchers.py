"""`inline-launchers`: a function that only launches a task is replaced by the launch."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects import async_dialect, func
from asyncir.ir import (
    CallSiteLoc,
    ConstantLike,
    Context,
    LocationAttr,
    ModuleOp,
    ModulePass,
    Operation,
    SSAValue,
    UnknownLoc,
)
from asyncir.ir.marks import SCHEDULED
from asyncir.ir.symbols import is_private, symbol_uses
from asyncir.ir.walk import block_of


@dataclass(frozen=True)
class InlineLaunchers(ModulePass):
    """
    Replace each `func.call` of a function whose body is one launch of an outlined task, beside constants, by that launch.

    `func.func @cell(%i, %j) -> !async.token { %t = async.execute { … } return %t }` is how a task that launches others of its
    kind is written; the function between them would be a coroutine of its own. Other functions are left to `inline`.
    """

    name = "inline-launchers"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Copy the bodies to the calls; private functions without further use go."""
        scheduled = {
            f.sym_name.data
            for f in op.ops
            if isinstance(f, async_dialect.FuncOp) and SCHEDULED in f.attributes
        }
        launchers = {
            f.sym_name.data: f for f in op.ops if isinstance(f, func.FuncOp) and _only_launches(f, scheduled)
        }
        if not launchers:
            return
        inlined: set[str] = set()
        for call in [c for c in op.walk() if isinstance(c, func.CallOp)]:
            name = call.callee.root_reference.data
            if name in launchers and "no_inline" not in call.properties:
                _inline(call, launchers[name])
                inlined.add(name)
        uses = symbol_uses(op)
        for name in inlined:
            if uses[name] == 0 and is_private(launchers[name]):
                launchers[name].detach()
                launchers[name].erase()


def _only_launches(function: func.FuncOp, scheduled: set[str]) -> bool:
    if len(function.body.blocks) != 1 or "no_inline" in function.properties:
        return False
    ops = [o for o in function.body.block.ops if not o.has_trait(ConstantLike)]
    match ops:
        case [async_dialect.CallOp() as call, func.ReturnOp()]:
            return call.callee.root_reference.data in scheduled
        case _:
            return False


def _inline(call: func.CallOp, function: func.FuncOp) -> None:
    entry = function.body.block
    held: dict[SSAValue, SSAValue] = dict(zip(entry.args, call.operands, strict=True))
    block = block_of(call)
    for op in entry.ops:
        if isinstance(op, func.ReturnOp):
            for result, value in zip(call.results, op.operands, strict=True):
                result.replace_all_uses_with(held[value])
            break
        copy = op.clone(held)
        copy.location = _at(op, call)
        block.insert_op_before(copy, call)
    call.detach()
    call.erase()


def _at(op: Operation, call: Operation) -> LocationAttr:
    """As `inline` has it: where the op was written, called from there."""
    if isinstance(op.location, UnknownLoc) or isinstance(call.location, UnknownLoc):
        return op.location
    return CallSiteLoc(op.location, call.location)
