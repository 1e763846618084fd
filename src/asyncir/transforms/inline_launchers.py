"""`inline-launchers`: a function that only launches a task is replaced by the launch."""

from __future__ import annotations

from asyncir.dialects import async_dialect, func
from asyncir.ir import ConstantLike, Context, ModuleOp
from asyncir.ir.marks import SCHEDULED
from asyncir.ir.symbols import is_private, symbol_uses
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._passes import Pass
from asyncir.transforms.inline import copied_body, put_in_place


class InlineLaunchers(Pass):
    """
    Replace each `func.call` of a function whose body is one launch of an outlined task, beside constants, by that launch.

    `func.func @cell(%i, %j) -> !async.token { %t = async.execute { … } return %t }` is how a task that launches others of its
    kind is written; the function between them would be a coroutine of its own. Other functions are left to `inline`.
    """

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
        for call in [c for c in walk(op) if isinstance(c, func.CallOp)]:
            name = call.callee.root_reference.data
            if name in launchers and "no_inline" not in call.properties:
                put_in_place(call, copied_body(launchers[name]))
                inlined.add(name)
        uses = symbol_uses(op)
        for name in inlined:
            if uses[name] == 0 and is_private(launchers[name]):
                erase(launchers[name])


def _only_launches(function: func.FuncOp, scheduled: set[str]) -> bool:
    if len(function.body.blocks) != 1 or "no_inline" in function.properties:
        return False
    ops = [o for o in function.body.block.ops if not o.has_trait(ConstantLike)]
    match ops:
        case [async_dialect.CallOp() as call, func.ReturnOp()]:
            return call.callee.root_reference.data in scheduled
        case _:
            return False
