"""`carry-context`: the host's functions learn who has called the program."""

from __future__ import annotations

from collections import defaultdict

from asyncir.dialects import func, rt
from asyncir.dialects.effects import callee_name
from asyncir.dialects.function_values import wrap_values
from asyncir.dialects.functions import FunctionOp
from asyncir.ir import (
    Context,
    ModuleOp,
    i64,
)
from asyncir.ir.graphs import reached
from asyncir.ir.marks import HOST
from asyncir.ir.walk import walk
from asyncir.transforms._outlining import SymbolNames
from asyncir.transforms._passes import Pass
from asyncir.transforms._rebuilding import match_type


class CarryContext(Pass):
    """
    Add a last argument, an `i64`, to each function that may come to call the host, and to each public one.

    Who calls the program chooses the number, and each call of the host has it as its last argument; so two callers of one
    program are told apart, whatever tasks the work was divided into. A function that is called through a value has 0 in its
    place, since its type stays as it is.
    """

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Extend signatures, then calls; nothing where no function calls the host."""
        functions = {
            function.sym_name.data: function
            for function in op.ops
            if isinstance(function, FunctionOp) and function.body.blocks
        }
        hosts = [name for name, function in functions.items() if HOST in function.attributes]
        if not hosts:
            return
        for name in hosts:
            del functions[name].attributes[HOST]
        carrying = _reaching(functions, hosts)
        names = SymbolNames(op)
        values = {name: f for name, f in functions.items() if name in carrying and isinstance(f, func.FuncOp)}
        # Functions that are values keep their types.
        wrap_values(op, values, lambda name: names.fresh(f"{name}_value"), zeros=1)
        for name in carrying:
            _extend(functions[name], carrying)


def _reaching(functions: dict[str, FunctionOp], hosts: list[str]) -> dict[str, None]:
    """The functions that may come to call the host, and the public ones, in the order of the text."""
    callers: defaultdict[str, list[str]] = defaultdict(list)
    for name, function in functions.items():
        for op in walk(function):
            if (callee := callee_name(op)) is not None:
                callers[callee].append(name)
    public = [
        n for n, f in functions.items() if f.sym_visibility is None or f.sym_visibility.data == "public"
    ]
    found = {*public, *reached(hosts, lambda name: callers.get(name, ()))}
    return {name: None for name in functions if name in found}


def _extend(function: FunctionOp, carrying: dict[str, None]) -> None:
    entry = function.body.blocks[0]
    context = entry.insert_arg(i64, len(entry.args))
    match_type(function)
    for op in walk(function):
        if isinstance(op, rt.CallOp) or callee_name(op) in carrying:
            op.operands = [*op.operands, context]
