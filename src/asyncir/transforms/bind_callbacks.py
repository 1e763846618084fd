"""`bind-callbacks`: functions that the host provides get bodies that call it and wait."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.dialects import async_dialect, func, rt
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.dialects.functions import DirectCallOp, FunctionOp
from asyncir.ir import (
    Attribute,
    Block,
    Context,
    ModuleOp,
    ModulePass,
    Operation,
    Rewriter,
    SSAValue,
    UnitAttr,
)
from asyncir.ir.marks import CALLBACK, HOST
from asyncir.ir.walk import walk


@dataclass(frozen=True)
class BindCallbacks(ModulePass):
    """
    Turn calls of declarations with the attribute `asyncir.callback` into `rt.call`, which calls the host.

    Where a `func.func` was called, its results are awaited: who calls it may wait, and blocks no worker. The call of an
    `async.func` returns its token and values at once. The declarations get bodies that do the same, for those that call
    them through a value.
    """

    name = "bind-callbacks"

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
    host = rt.CallOp(call.callee, call.operands, _completions(call))
    added: list[Operation] = [host]
    results: list[SSAValue] = list(host.results)
    if isinstance(call, func.CallOp):
        waits = [async_dialect.AwaitOp(completion) for completion in host.results]
        added.extend(waits)
        results = [wait.result for wait in waits if wait.result is not None]
    for op in added:
        op.location = call.location
    Rewriter.replace_op(call, added, results)


def _completions(call: DirectCallOp) -> list[Attribute]:
    if isinstance(call, async_dialect.CallOp):
        return list(call.result_types)
    return [ValueType(type_) for type_ in call.result_types] or [TokenType()]


def _give_body(function: FunctionOp) -> None:
    """Call the function as its callers do, then have that call replaced as theirs are."""
    type_ = function.function_type
    block = Block(arg_types=type_.inputs.data)
    call: Operation
    waits: list[Operation] = []
    if isinstance(function, func.FuncOp):
        call = func.CallOp(function.sym_name.data, block.args, type_.outputs.data)
        end: Operation = func.ReturnOp(*call.results)
    else:
        call = async_dialect.CallOp(function.sym_name.data, block.args, type_.outputs.data)
        awaited = [async_dialect.AwaitOp(result) for result in call.results]
        waits.extend(awaited)
        end = async_dialect.ReturnOp.create(operands=[w.result for w in awaited if w.result is not None])
    for op in (call, *waits, end):
        op.location = function.location
    block.add_ops((call, *waits, end))
    function.body.add_block(block)
    _replace(call)
    del function.attributes[CALLBACK]
    function.attributes[HOST] = UnitAttr()
