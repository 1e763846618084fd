"""Calls of functions that give works or synchronise: a walk follows them, as if the function stood where it is called."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from asyncir.dialects.effects import callee_name
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import walk


class MachineCalls:
    """The functions of a module, and which of them matter to a machine."""

    def __init__(self, function: Operation, matters: Callable[[Operation], bool]):
        """`matters` says of an op whether it is one that a walk follows."""
        module = function.parent_op()
        functions = ops_of(module) if isinstance(module, ModuleOp) else [function]
        self._functions: dict[str, Operation] = {}
        for one in functions:
            name = symbol_name(one)
            if name is not None and one.regions:
                self._functions[name] = one
        self._calls = {name: _callees(one, self._functions) for name, one in self._functions.items()}
        busy = {name for name, one in self._functions.items() if any(map(matters, walk(one)))}
        while more := {
            n for n, callees in self._calls.items() if n not in busy and not busy.isdisjoint(callees)
        }:
            busy |= more
        self._busy = busy
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

    def recursive(self, function: Operation) -> str | None:
        """The name of a function that may be called again before it is over, among those that a function calls."""
        name = symbol_name(function)
        return None if name is None else self._recursive(name, (), set())

    def _recursive(self, name: str, around: tuple[str, ...], done: set[str]) -> str | None:
        if name in around:
            return name
        if name in done:
            return None
        for callee in self._calls[name]:
            found = self._recursive(callee, (*around, name), done) if callee in self._busy else None
            if found is not None:
                return found
        done.add(name)
        return None

    def in_order(self) -> list[Operation]:
        """The functions, each behind those that it calls."""
        found: dict[str, None] = {}
        for name in self._functions:
            self._put(name, found, set())
        return [self._functions[name] for name in found]

    def _put(self, name: str, found: dict[str, None], around: set[str]) -> None:
        if name in found or name in around:
            return
        around.add(name)
        for callee in self._calls[name]:
            self._put(callee, found, around)
        found[name] = None


def _callees(function: Operation, functions: dict[str, Operation]) -> list[str]:
    names = dict.fromkeys(callee_name(op) for op in walk(function))
    return [name for name in names if name is not None and name in functions]
