"""Private copies of public functions, so that what calls hand over can change and what others call stays as it is."""

from __future__ import annotations

from collections.abc import Callable

from asyncir.analyses.call_graph import call_graph
from asyncir.dialects import func
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, StringAttr
from asyncir.ir.symbols import is_private, symbol_uses
from asyncir.ir.walk import block_of, walk
from asyncir.transforms._blocks import erase
from asyncir.transforms._outlining import SymbolNames, redirect_calls


def make_private_copies(
    module: ModuleOp, concerned: Callable[[Operation], bool]
) -> dict[func.FuncOp, func.FuncOp]:
    """Let calls in the module call private copies of the functions with concerned ops that others may call as well.

    Returns the copies, each with its original.
    """
    graph = call_graph(module)
    uses = symbol_uses(module)
    reaching = _reaching(module, concerned)
    names = SymbolNames(module)
    copies: dict[func.FuncOp, func.FuncOp] = {}
    calls: dict[str, list[Operation]] = {}
    for found in graph.calls.values():
        for call in found:
            callee = callee_name(call)
            if callee in reaching and kind_of(call) is OpKind.CALL:
                calls.setdefault(callee, []).append(call)
    for name, calling in calls.items():
        function = graph.functions[name]
        if isinstance(function, func.FuncOp) and not (is_private(function) and uses[name] == len(calling)):
            copy = function.clone()
            copy.sym_name = StringAttr(names.fresh(name))
            copy.sym_visibility = StringAttr("private")
            block_of(function).insert_op_after(copy, function)
            copies[copy] = function
    redirect_calls(module, {original.sym_name.data: copy.sym_name.data for copy, original in copies.items()})
    return copies


def drop_equal_copies(module: ModuleOp, copies: dict[func.FuncOp, func.FuncOp]) -> None:
    """Undo the copies of which nothing came: those that are still what their originals are."""
    equal = {
        copy: original
        for copy, original in copies.items()
        if copy.function_type == original.function_type
        and copy.body.is_structurally_equivalent(original.body)
    }
    redirect_calls(module, {copy.sym_name.data: original.sym_name.data for copy, original in equal.items()})
    for copy in equal:
        erase(copy)


def _reaching(module: ModuleOp, concerned: Callable[[Operation], bool]) -> set[str]:
    """The functions that have such an op, or call one that does."""
    graph = call_graph(module)
    reaching: set[str] = set()
    for component in graph.components():
        if any(
            any(concerned(op) for op in walk(graph.functions[name]))
            or any(callee in reaching for callee in graph.callees(name))
            for name in component
        ):
            reaching.update(component)
    return reaching
