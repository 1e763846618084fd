"""Calls of functions that launch or wait, with what they call in their place, for a program that is only looked at."""

from __future__ import annotations

from asyncir.dialects.effects import callee_name
from asyncir.dialects.execution_traits import may_wait
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.interfaces.launches import launches
from asyncir.ir import ModuleOp, Operation
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import walk
from asyncir.transforms.inline import copied_body, put_in_place

_MOST_CALLS = 100
_MOST_OPS = 20_000
"""A program that becomes larger is not looked at."""


def with_calls_in_place(module: ModuleOp, name: str) -> tuple[ModuleOp, Operation] | None:
    """A copy of the module in which a function calls nothing that launches or waits, and that function.

    None where there is none: what it calls calls itself, has several blocks or memory on the stack, or is not known, or it
    becomes too large.
    """
    copy = module.clone()
    functions = {one: op for op in ops_of(copy) if (one := symbol_name(op)) is not None}
    launching = _launching(functions)
    function = functions[name]
    for _ in range(_MOST_CALLS):
        ops = list(walk(function))
        if len(ops) > _MOST_OPS or any(kind_of(op) is OpKind.CALL_OF_VALUE for op in ops):
            return None
        call = next((op for op in ops if callee_name(op) in launching), None)
        if call is None:
            return copy, function
        callee = functions[callee_name(call) or ""]
        if callee is function or kind_of(call) is not OpKind.CALL or not _is_simple(callee):
            return None
        put_in_place(call, copied_body(callee))
    return None


def _launching(functions: dict[str, Operation]) -> set[str]:
    """The functions that launch or wait, or call some that do."""
    found = {
        name
        for name, function in functions.items()
        if any(launches(op) is not None or may_wait(type(op)) for op in walk(function))
    }
    while True:
        more = {
            name
            for name, function in functions.items()
            if name not in found and any(callee_name(op) in found for op in walk(function))
        }
        if not more:
            return found
        found |= more


def _is_simple(function: Operation) -> bool:
    return len(function.regions[0].blocks) == 1 and not any(
        kind_of(op) is OpKind.ALLOCATE_ON_STACK for op in walk(function)
    )
