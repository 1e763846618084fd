"""`fuse-task-calls`: a task that only calls a task and waits for it becomes that task."""

from __future__ import annotations

from collections import Counter

from asyncir.dialects import async_dialect
from asyncir.dialects.async_types import ValueType
from asyncir.ir import (
    BlockArgument,
    ConstantLike,
    Context,
    FunctionType,
    LocationAttr,
    ModuleOp,
    Operation,
    OpResult,
    SSAValue,
    StringAttr,
    SymbolRefAttr,
    UnitAttr,
)
from asyncir.ir.marks import AWAITED_AT, NURSERY, PASSES_ON, SCHEDULED
from asyncir.ir.walk import block_of, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._building import Builder
from asyncir.transforms._outlining import SymbolNames
from asyncir.transforms._passes import Pass


class FuseTaskCalls(Pass):
    """
    Where a scheduled `async.func` does nothing but call another `async.func`, wait for it and return what that yields,
    call a scheduled copy of the other one instead.

    `async.execute { %f = async.call @fib(%n) … %x = async.await %f … async.yield %x }` is how a call is made a task of
    its own; one frame does instead of two. An error of the copy is still reported as one of a task that was awaited.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Redirect all calls first, so that the copies call copies too."""
        functions = {f.sym_name.data: f for f in op.ops if isinstance(f, async_dialect.FuncOp)}
        found = {
            name: fused for name, f in functions.items() if (fused := _only_call(f, functions)) is not None
        }
        if not found:
            return
        names = SymbolNames(op)
        copies: dict[str, str] = {}
        for name, (call, _) in found.items():
            copies[name] = names.fresh(f"{call.callee.root_reference.data}_task")
        calls = [c for c in walk(op) if isinstance(c, async_dialect.CallOp)]
        for call in calls:
            name = call.callee.root_reference.data
            if name in found:
                _redirect(call, found[name][0], copies[name])
        for name, (call, location) in found.items():
            _copy(functions[name], functions[call.callee.root_reference.data], copies[name], location)
        used = Counter(c.callee.root_reference.data for c in walk(op) if isinstance(c, async_dialect.CallOp))
        for name in found:
            if not used[name]:
                erase(functions[name])


def _only_call(
    function: async_dialect.FuncOp, functions: dict[str, async_dialect.FuncOp]
) -> tuple[async_dialect.CallOp, LocationAttr | None] | None:
    """The call that is all that a scheduled function does, and where it waits for it; None if it passes on errors."""
    attributes = function.attributes
    if SCHEDULED not in attributes or NURSERY in attributes or len(function.body.blocks) != 1:
        return None
    ops = [o for o in function.body.block.ops if not o.has_trait(ConstantLike)]
    match ops:
        case [async_dialect.CallOp() as call, *waits, async_dialect.ReturnOp() as end] if waits:
            pass
        case _:
            return None
    callee = functions.get(call.callee.root_reference.data)
    if callee is None or not callee.body.blocks or callee is function or SCHEDULED in callee.attributes:
        return None
    awaited: dict[SSAValue, Operation] = {}
    for wait in waits:
        if not isinstance(wait, async_dialect.AwaitOp) or wait.operands[0] in awaited:
            return None
        awaited[wait.operands[0]] = wait
    values = [r for r in call.results if isinstance(r.type, ValueType)]
    # Everything is waited for, so that nothing outlives the task, and what it yields is handed on as it is.
    if not set(values) <= set(awaited) <= set(call.results):
        return None
    if [awaited[v].results[0] for v in values] != list(end.operands):
        return None
    passes_on = all(PASSES_ON in wait.attributes for wait in waits)
    return call, None if passes_on else waits[0].location


def _redirect(call: async_dialect.CallOp, inner: async_dialect.CallOp, name: str) -> None:
    """Call the copy, with what the fused function would have passed on."""
    operands: list[SSAValue] = []
    for operand in inner.operands:
        if isinstance(operand, OpResult):
            constant = Builder(call, operand.op).add(operand.op.clone())
            operands.append(constant.results[operand.index])
        else:
            assert isinstance(operand, BlockArgument)
            operands.append(call.operands[operand.index])
    call.operands = operands
    call.properties["callee"] = SymbolRefAttr(name)


def _copy(
    fused: async_dialect.FuncOp, callee: async_dialect.FuncOp, name: str, location: LocationAttr | None
) -> None:
    copy = callee.clone()
    copy.sym_name = StringAttr(name)
    copy.sym_visibility = StringAttr("private")
    copy.function_type = FunctionType.from_lists(
        list(callee.function_type.inputs), list(fused.function_type.outputs)
    )
    copy.attributes[SCHEDULED] = UnitAttr()
    if location is not None:
        copy.attributes[AWAITED_AT] = location
    parent = block_of(callee)
    parent.insert_op_after(copy, callee)
