"""Who calls whom inside one module: by name, and perhaps by value."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from asyncir.dialects.effects import callee_name
from asyncir.dialects.execution_traits import IsFunction
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import ModuleOp, Operation, StringAttr, SymbolRefAttr
from asyncir.ir.graphs import components, connected
from asyncir.ir.symbols import symbol_around, symbol_name
from asyncir.ir.walk import walk


@dataclass(frozen=True, slots=True)
class CallGraph:
    """The functions of a module, and the direct calls in each, in textual order."""

    functions: dict[str, Operation]
    calls: dict[str, tuple[Operation, ...]]
    calling_values: frozenset[str] = frozenset()
    """The functions with a `func.call_indirect`."""
    values: tuple[str, ...] = ()
    """The functions that are values somewhere (`func.constant`): what is called then may be any of them."""

    def callees(self, name: str) -> list[str]:
        """The functions of this module that the function calls by name."""
        names = dict.fromkeys(callee_name(call) for call in self.calls.get(name, ()))
        return [callee for callee in names if callee is not None and callee in self.functions]

    def may_call(self, name: str) -> list[str]:
        """The functions of this module that the function calls by name, or may call by value."""
        by_name = self.callees(name)
        return list(dict.fromkeys((*by_name, *self.values))) if name in self.calling_values else by_name

    def entries(self) -> list[str]:
        """The functions that somebody outside of the module may call: public ones with a body."""
        bodies = [n for n, f in self.functions.items() if f.regions[0].blocks and is_function(f)]
        return [name for name in bodies if _is_public(self.functions[name])]

    def components(self) -> list[list[str]]:
        """Functions that may call each other in a cycle together; callees before callers."""
        return components(self.functions, self.may_call)

    def parts(self) -> dict[str, int]:
        """A number for each function, the same for functions that calls connect, in either direction."""
        pairs = ((name, other) for name in self.functions for other in self.may_call(name))
        parts = connected(self.functions, pairs)
        return {name: number for number, names in enumerate(parts) for name in names}


def function_around(op: Operation) -> str | None:
    """The name of the function that the op is in; None in a task's function, which nobody calls and waits for."""
    around = symbol_around(op)
    return symbol_name(around) if around is not None and kind_of(around) is OpKind.FUNCTION else None


def is_function(op: Operation) -> bool:
    """Whether the op is one that calls may name."""
    return op.has_trait(IsFunction, value_if_unregistered=False)


def _is_public(function: Operation) -> bool:
    visibility = function.get_attr_or_prop("sym_visibility")
    return not isinstance(visibility, StringAttr) or visibility.data == "public"


def call_graph(module: ModuleOp) -> CallGraph:
    """The call graph of the functions directly in the module."""
    functions: dict[str, Operation] = {}
    calls: dict[str, tuple[Operation, ...]] = {}
    calling_values: set[str] = set()
    values: dict[str, None] = {}
    for function in module.ops:
        name = function.get_attr_or_prop("sym_name")
        if isinstance(name, StringAttr) and function.regions:
            ops = list(walk(function))
            functions[name.data] = function
            calls[name.data] = tuple(op for op in ops if callee_name(op) is not None)
            if any(kind_of(op) is OpKind.CALL_OF_VALUE for op in ops):
                calling_values.add(name.data)
            values.update(dict.fromkeys(_values(ops)))
    known = tuple(name for name in values if name in functions)
    return CallGraph(functions, calls, frozenset(calling_values), known)


def _values(ops: Iterable[Operation]) -> Iterable[str]:
    """The functions that become values."""
    for op in ops:
        function = op.properties.get("value") if kind_of(op) is OpKind.FUNCTION_VALUE else None
        if isinstance(function, SymbolRefAttr):
            yield function.root_reference.data
