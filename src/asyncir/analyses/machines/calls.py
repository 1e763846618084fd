"""Calls of functions that give works or synchronise: a walk follows them, as if the function stood where it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from asyncir.dialects.effects import callee_name
from asyncir.dialects.execution_traits import IsFunction
from asyncir.ir import Operation
from asyncir.ir.graphs import components
from asyncir.ir.symbols import is_private, is_symbol_table, ops_of, symbol_name
from asyncir.ir.walk import walk


class MachineCalls:
    """The functions of a module, and which of them matter to a machine."""

    def __init__(self, function: Operation, matters: Callable[[Operation], bool]):
        """`matters` says of an op whether it is one that a walk follows."""
        module = function.parent_op()
        functions = ops_of(module) if is_symbol_table(module) else [function]
        self._functions: dict[str, Operation] = {}
        for one in functions:
            name = symbol_name(one)
            if name is not None and one.has_trait(IsFunction, value_if_unregistered=False):
                self._functions[name] = one
        self._calls = {name: _callees(one, self._functions) for name, one in self._functions.items()}
        self._order: list[str] = []
        self._busy: set[str] = set()
        self._again: dict[str, str] = {}
        """Of functions from which one is called again before it is over: which one."""
        self._find(matters)
        self._called = {name for callees in self._calls.values() for name in callees}

    def callee(self, op: Operation) -> Operation | None:
        """The function that an op calls, if it gives works or synchronises."""
        name = callee_name(op)
        return None if name is None or name not in self._busy else self._functions[name]

    def is_called(self, function: Operation) -> bool:
        """Whether another function of the module calls it, or it calls itself."""
        return symbol_name(function) in self._called

    def inside(self, op: Operation) -> Iterator[Operation]:
        """What is in an op, and in the functions that are called there and matter; each function once."""
        seen: set[Operation] = set()
        pending = [op]
        while pending:
            for inner in walk(pending.pop()):
                yield inner
                callee = self.callee(inner)
                if callee is not None and callee not in seen:
                    seen.add(callee)
                    pending.append(callee)

    def only_from(self, function: Operation) -> list[Operation]:
        """The private functions that matter and are called from nowhere but from the function, or from one of them."""
        found = dict.fromkeys(
            one for op in self.inside(function) if (one := self.callee(op)) is not None and is_private(one)
        )
        while True:
            own = {symbol_name(one) for one in (function, *found)}
            others = {
                callee for name, callees in self._calls.items() if name not in own for callee in callees
            }
            kept = [one for one in found if symbol_name(one) not in others]
            if len(kept) == len(found):
                return kept
            found = dict.fromkeys(kept)

    def _find(self, matters: Callable[[Operation], bool]) -> None:
        """Callees first; in a cycle of functions all matter if one does."""
        for part in components(list(self._functions), self._calls.__getitem__):
            self._order += part
            inside = {callee for name in part for callee in self._calls[name]}
            ops = (op for name in part for op in walk(self._functions[name]))
            if not self._busy.isdisjoint(inside) or any(map(matters, ops)):
                self._busy.update(part)
            again = next((self._again[name] for name in sorted(inside) if name in self._again), None)
            if len(part) > 1 or part[0] in self._calls[part[0]]:
                again = part[0]
            if again is not None and part[0] in self._busy:
                self._again.update(dict.fromkeys(part, again))

    def recursive(self, function: Operation) -> str | None:
        """The name of a function that may be called again before it is over, among those that a function calls."""
        name = symbol_name(function)
        return None if name is None else self._again.get(name)

    def in_order(self) -> list[Operation]:
        """The functions, each behind those that it calls."""
        return [self._functions[name] for name in self._order]


def _callees(function: Operation, functions: dict[str, Operation]) -> list[str]:
    names = dict.fromkeys(callee_name(op) for op in walk(function))
    return [name for name in names if name is not None and name in functions]
