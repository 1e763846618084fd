"""`inline`: calls become the body of what they call."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from asyncir.analyses.call_graph import CallGraph, call_graph
from asyncir.dialects import scf
from asyncir.dialects.effects import callee_name
from asyncir.dialects.foreign import foreign
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import (
    Block,
    CallSiteLoc,
    Context,
    LocationAttr,
    ModuleOp,
    Operation,
    Region,
    UnknownLoc,
)
from asyncir.ir.symbols import is_private, symbol_uses
from asyncir.ir.walk import terminator_of, walk
from asyncir.transforms._blocks import erase, move_ops, replace_all
from asyncir.transforms._building import Builder
from asyncir.transforms._passes import Pass
from asyncir.transforms.convert_scf_to_cf import MULTI_BLOCK, lower_region


class Inline(Pass):
    """Replace `func.call` by the body of the callee, callees first, in functions and tasks alike.

    A call of a function that may call itself stays, as does one of a function that is only declared, that has
    the attribute `no_inline`, that allocates on its stack, since the caller would hold that memory for longer, or that
    has a block whose end is an op of another dialect, which may return.
    Nothing is inlined into a function once it has `max-size` ops, and no function of more than `max-callee-size`
    ops unless this is its only use. `async.call` stays: its callee runs on its own. Ops that come from a callee
    are located at the call site.
    """

    max_size: int = 20_000
    max_callee_size: int = 1_000

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """First move the bodies with one use, callers first; then copy the others, callees first."""
        inlining = _Inlining(op, self)
        inlining.move(symbol_uses(op))
        inlining.copy()


class _Inlining:
    """One run of the pass."""

    def __init__(self, module: ModuleOp, options: Inline):
        self.options = options
        graph = call_graph(module)
        self.functions = graph.functions
        self.inlinable = inlinable(graph)
        self.sizes = {name: sum(1 for _ in walk(function)) for name, function in graph.functions.items()}
        self.calls = {name: list(calls) for name, calls in graph.calls.items()}
        self.order = [name for component in graph.components() for name in component]

    def move(self, uses: Counter[str]) -> None:
        """Let the only caller of a private function take its body, and the calls in it."""
        for name in reversed(self.order):
            left: list[Operation] = []
            for call in self.calls[name]:
                callee = self._called(call)
                only = callee is not None and uses[callee] == 1 and is_private(self.functions[callee])
                if callee is None or not only or not self._grow(name, callee):
                    left.append(call)
                    continue
                # The loop goes on with the calls that were moved: their locations nest.
                self.calls[name].extend(self.calls[callee])
                self.calls[callee] = []
                put_in_place(call, _taken(self.functions[callee]))
                del self.inlinable[callee]
            self.calls[name] = left

    def copy(self) -> None:
        """Copy small bodies, those that have been inlined into before others."""
        for name in self.order:
            for call in self.calls[name]:
                callee = self._called(call)
                small = callee is not None and self.sizes[callee] <= self.options.max_callee_size
                if callee is not None and small and self._grow(name, callee):
                    put_in_place(call, copied_body(self.functions[callee]))

    def _called(self, call: Operation) -> str | None:
        """The function that the call is of, if it can be inlined."""
        callee = callee_name(call)
        return callee if kind_of(call) is OpKind.CALL and callee in self.inlinable else None

    def _grow(self, name: str, callee: str) -> bool:
        """Count the callee's ops as the function's, if there is room for them."""
        together = self.sizes[name] + self.sizes[callee]
        fits = together <= self.options.max_size
        if fits:
            self.sizes[name] = together
        return fits


def inlinable(graph: CallGraph) -> dict[str, Operation]:
    """The functions whose calls can be replaced by their bodies: none that may call itself."""
    alone = [names[0] for names in graph.components() if len(names) == 1]
    functions = {name: graph.functions[name] for name in alone if name not in graph.callees(name)}
    return {name: function for name, function in functions.items() if _can_be_inlined(function)}


def _can_be_inlined(function: Operation) -> bool:
    if kind_of(function) is not OpKind.FUNCTION or function.regions[0].first_block is None:
        return False
    if "no_inline" in function.attributes or "no_inline" in function.properties:
        return False
    if any(foreign(block.last_op) is not None for block in function.regions[0].blocks if block.last_op):
        return False
    return not any(kind_of(op) is OpKind.ALLOCATE_ON_STACK for op in walk(function))


def take_in_calls(root: Operation, functions: Mapping[str, Operation]) -> None:
    """Replace the calls of these functions below `root` by their bodies, and the calls in those."""
    pending = [op for op in walk(root) if kind_of(op) is OpKind.CALL]
    while pending:
        call = pending.pop()
        function = functions.get(callee_name(call) or "")
        if function is not None:
            body = copied_body(function)
            pending += [op for op in walk(body) if kind_of(op) is OpKind.CALL]
            put_in_place(call, body)


def copied_body(function: Operation) -> Region:
    """A copy of the function's body."""
    body = Region()
    function.regions[0].clone_into(body, 0, {}, {})
    return body


def _taken(function: Operation) -> Region:
    """The function's own body; the function is gone."""
    body = function.detach_region(0)
    erase(function)
    return body


def put_in_place(call: Operation, body: Region) -> None:
    """Replace the call by the body of what it calls."""
    for op in walk(body):
        op.location = _called_from(op.location, call.location)
    entry = body.blocks[0]
    replace_all(entry.args, tuple(call.operands))
    for argument in tuple(entry.args):
        entry.erase_arg(argument)
    if entry is body.last_block:
        _inline_block(call, entry)
    else:
        _inline_blocks(call, body)


_DEEPEST_LOCATION = 16
"""Call sites nest no deeper: what they say is read by people, and xDSL compares attributes recursively."""


def _called_from(location: LocationAttr, caller: LocationAttr) -> LocationAttr:
    if isinstance(location, UnknownLoc) or isinstance(caller, UnknownLoc):
        return location
    depth, outer = 0, caller
    while isinstance(outer, CallSiteLoc):
        depth, outer = depth + 1, outer.caller
    return CallSiteLoc(location, caller) if depth < _DEEPEST_LOCATION else location


def _inline_block(call: Operation, body: Block) -> None:
    terminator = terminator_of(body)
    results = tuple(terminator.operands)
    erase(terminator)
    move_ops(body.ops, call)
    replace_all(call.results, results)
    erase(call)


def _inline_blocks(call: Operation, body: Region) -> None:
    """Put the blocks between what is in front of the call and what is behind it; together, where there can be only one."""
    for inner in body.blocks:
        last = inner.last_op
        if last is not None and kind_of(last) is OpKind.RETURN:
            Builder(last).add(scf.YieldOp(*last.operands))
            erase(last)
    wrapper = Builder(call).add(scf.ExecuteRegionOp(call.result_types, body))
    replace_all(call.results, wrapper.results)
    erase(call)
    around = wrapper.parent_op()
    if around is not None and kind_of(around) in MULTI_BLOCK:
        lower_region(wrapper)
