"""Who calls whom, by name, inside one module."""

from __future__ import annotations

from dataclasses import dataclass

from asyncir.analyses.walk import walk
from asyncir.dialects.effects import callee_name
from asyncir.ir import ModuleOp, Operation, StringAttr


@dataclass(frozen=True, slots=True)
class CallGraph:
    """The functions of a module, and the direct calls in each, in textual order."""

    functions: dict[str, Operation]
    calls: dict[str, tuple[Operation, ...]]

    def callees(self, name: str) -> list[str]:
        """The functions of this module that the function calls."""
        names = dict.fromkeys(callee_name(call) for call in self.calls.get(name, ()))
        return [callee for callee in names if callee is not None and callee in self.functions]

    def components(self) -> list[list[str]]:
        """Functions that call each other in a cycle together; callees before callers (Tarjan, no recursion)."""
        components: list[list[str]] = []
        index: dict[str, int] = {}
        low: dict[str, int] = {}
        open_: dict[str, None] = {}
        for root in self.functions:
            if root in index:
                continue
            stack = [(root, iter(self.callees(root)))]
            index[root] = low[root] = len(index)
            open_[root] = None
            while stack:
                name, rest = stack[-1]
                callee = next(rest, None)
                if callee is None:
                    stack.pop()
                    if stack:
                        low[stack[-1][0]] = min(low[stack[-1][0]], low[name])
                    if low[name] == index[name]:
                        components.append(_popped(open_, name))
                elif callee not in index:
                    index[callee] = low[callee] = len(index)
                    open_[callee] = None
                    stack.append((callee, iter(self.callees(callee))))
                elif callee in open_:
                    low[name] = min(low[name], index[callee])
        return components


def _popped(open_: dict[str, None], last: str) -> list[str]:
    component: list[str] = []
    while not component or component[-1] != last:
        component.append(open_.popitem()[0])
    return component


def call_graph(module: ModuleOp) -> CallGraph:
    """The call graph of the functions directly in the module."""
    functions: dict[str, Operation] = {}
    calls: dict[str, tuple[Operation, ...]] = {}
    for function in module.ops:
        name = function.get_attr_or_prop("sym_name")
        if isinstance(name, StringAttr) and function.regions:
            functions[name.data] = function
            calls[name.data] = tuple(op for op in walk(function) if callee_name(op) is not None)
    return CallGraph(functions, calls)
