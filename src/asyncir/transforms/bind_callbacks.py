"""`bind-callbacks`: functions that the host provides get bodies that call it and wait."""

from __future__ import annotations

from asyncir.dialects import async_dialect, func, rt
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.dialects.functions import DirectCallOp, FunctionOp
from asyncir.ir import (
    Attribute,
    Block,
    Context,
    ModuleOp,
    Operation,
    Rewriter,
    UnitAttr,
)
from asyncir.ir.marks import CALLBACK, HOST
from asyncir.ir.walk import walk
from asyncir.transforms._blocks import at
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass


class BindCallbacks(Pass):
    """
    Turn calls of declarations with the attribute `asyncir.callback` into `rt.call`, which calls the host.

    Where a `func.func` was called, its results are awaited: who calls it may wait, and blocks no worker. The call of an
    `async.func` returns its token and values at once. The declarations get bodies that do the same, for those that call
    them through a value.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Replace the calls, then give the bodies."""
        callbacks = {f.sym_name.data: f for f in op.ops if isinstance(f, FunctionOp) and is_callback(f)}
        if not callbacks:
            return
        for function in op.ops:
            for inner in list(walk(function)):
                if isinstance(inner, DirectCallOp):
                    callee = callbacks.get(inner.callee.root_reference.data)
                    if callee is not None:
                        _replace(inner)
                        function.attributes[HOST] = UnitAttr()
        for function in callbacks.values():
            _give_body(function)


def is_callback(function: FunctionOp) -> bool:
    """Whether the host provides the function."""
    return not function.body.blocks and CALLBACK in function.attributes


def _replace(call: DirectCallOp) -> None:
    host = at(rt.CallOp(call.callee, call.operands, _completions(call)), call.location)
    waits: list[Operation] = []
    if isinstance(call, func.CallOp):
        waits = [at(async_dialect.AwaitOp(completion), call.location) for completion in host.results]
    results = [result for op in waits for result in op.results] if waits else host.results
    Rewriter.replace_op(call, [host, *waits], results)


def _completions(call: DirectCallOp) -> list[Attribute]:
    if isinstance(call, async_dialect.CallOp):
        return list(call.result_types)
    return [ValueType(type_) for type_ in call.result_types] or [TokenType()]


def _give_body(function: FunctionOp) -> None:
    """Call the function as its callers do, then have that call replaced as theirs are."""
    type_, name = function.function_type, function.sym_name.data
    block = Block(arg_types=type_.inputs.data)
    build = Builder(block, function)
    call: DirectCallOp
    if isinstance(function, func.FuncOp):
        call = build.add(func.CallOp(name, block.args, type_.outputs.data))
        build.add(func.ReturnOp(*call.results))
    else:
        call = build.add(async_dialect.CallOp(name, block.args, type_.outputs.data))
        awaited = [r for c in call.results for r in build.add(async_dialect.AwaitOp(c)).results]
        build.add(async_dialect.ReturnOp.create(operands=awaited))
    function.body.add_block(block)
    _replace(call)
    del function.attributes[CALLBACK]
    function.attributes[HOST] = UnitAttr()
