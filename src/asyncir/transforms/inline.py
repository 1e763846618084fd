"""`inline`: calls become the body of what they call."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.analyses.walk import walk
from asyncir.dialects import cf, scf
from asyncir.dialects.effects import callee_name
from asyncir.ir import (
    Block,
    CallSiteLoc,
    Context,
    LocationAttr,
    ModuleOp,
    ModulePass,
    Operation,
    Region,
    SSAValue,
    UnknownLoc,
)
from asyncir.transforms._blocks import at, erase, move_ops, replace_all, split_after

SEVERAL_BLOCKS = frozenset({"func.func", "async.func", "async.execute", "scf.execute_region"})
"""Ops whose regions may have several blocks; elsewhere a body of several blocks stays together."""


@dataclass(frozen=True)
class Inline(ModulePass):
    """Replace `func.call` by the body of the callee, callees first, in functions and tasks alike.

    A call of a function that may call itself stays, as does one of a function that is only declared, that has
    the attribute `no_inline`, or that allocates on its stack, since the caller would hold that memory for longer.
    Nothing is inlined into a function once it has `max-size` ops. `async.call` stays: its callee runs on its
    own. Ops that come from a callee are located at the call site.
    """

    name = "inline"

    max_size: int = 20_000

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Go through the functions, callees before callers."""
        graph = call_graph(op)
        sizes: dict[str, int] = {}
        inlinable: set[str] = set()
        for component in graph.components():
            for name in component:
                sizes[name] = sum(1 for _ in walk(graph.functions[name]))
                self._inline_into(name, inlinable, graph, sizes)
            name = component[0]
            recursive = len(component) > 1 or name in graph.callees(name)
            if not recursive and _can_be_inlined(graph.functions[name]):
                inlinable.add(name)

    def _inline_into(self, name: str, inlinable: set[str], graph: CallGraph, sizes: dict[str, int]) -> None:
        for call in graph.calls[name]:
            callee = callee_name(call)
            if call.name != "func.call" or callee not in inlinable or call.parent is None:
                continue
            function = graph.functions[callee]
            if sizes[name] + sizes[callee] > self.max_size:
                continue
            sizes[name] += sizes[callee]
            _inline(call, function)


def _can_be_inlined(function: Operation) -> bool:
    if function.name != "func.func" or function.regions[0].first_block is None:
        return False
    if "no_inline" in function.attributes or "no_inline" in function.properties:
        return False
    return not any(op.name == "memref.alloca" for op in walk(function))


def _inline(call: Operation, function: Operation) -> None:
    """Replace the call by a copy of the function's body."""
    body = Region()
    values: dict[SSAValue, SSAValue] = {}
    function.regions[0].clone_into(body, 0, values, {})
    for op in walk(body):
        op.location = _called_from(op.location, call.location)
    entry = body.blocks[0]
    replace_all(entry.args, tuple(call.operands))
    for argument in tuple(entry.args):
        entry.erase_arg(argument)
    if entry is body.last_block:
        _inline_block(call, entry)
        return
    around = call.parent_op()
    if around is not None and around.name in SEVERAL_BLOCKS:
        _inline_blocks(call, body)
    else:
        _wrap_blocks(call, body)


def _called_from(location: LocationAttr, caller: LocationAttr) -> LocationAttr:
    if isinstance(location, UnknownLoc) or isinstance(caller, UnknownLoc):
        return location
    return CallSiteLoc(location, caller)


def _inline_block(call: Operation, body: Block) -> None:
    assert call.parent is not None
    terminator = body.last_op
    assert terminator is not None
    results = tuple(terminator.operands)
    erase(terminator)
    move_ops(body.first_op, call.parent, before=call)
    replace_all(call.results, results)
    erase(call)


def _inline_blocks(call: Operation, body: Region) -> None:
    """Put the blocks between what is in front of the call and what is behind it."""
    block = call.parent
    assert block is not None
    after = split_after(call, call.result_types)
    replace_all(call.results, after.args)
    for inner in body.blocks:
        last = inner.last_op
        if last is not None and last.name == "func.return":
            inner.insert_op_before(at(cf.BranchOp(after, *last.operands), last.location), last)
            erase(last)
    entry = body.blocks[0]
    body.move_blocks_before(after)
    location = call.location
    erase(call)
    block.add_op(at(cf.BranchOp(entry), location))


def _wrap_blocks(call: Operation, body: Region) -> None:
    """Keep the blocks together where there can be only one."""
    assert call.parent is not None
    for inner in body.blocks:
        last = inner.last_op
        if last is not None and last.name == "func.return":
            inner.insert_op_before(at(scf.YieldOp(*last.operands), last.location), last)
            erase(last)
    wrapper = at(scf.ExecuteRegionOp(call.result_types, body), call.location)
    call.parent.insert_op_before(wrapper, call)
    replace_all(call.results, wrapper.results)
    erase(call)
