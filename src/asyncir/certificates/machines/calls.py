"""Calls of functions that give works or synchronise: what such a function does stands in place of the call.

The verifier judges a copy of the entry in which there are no such calls any more; ops have the numbers that they have in the
copy. Works stay as they are.
"""

from __future__ import annotations

from asyncir.certificates.state import NotFollowed, Refused
from asyncir.dialects import sync
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.ir import Operation, SSAValue
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import walk

_MOST_CALLS = 1000


def function_named(module: Operation, name: str) -> Operation:
    """The function of that name."""
    found = _functions(module).get(name)
    if found is None:
        raise Refused(f"there is no function @{name}")
    return found


def entry_named(module: Operation, name: str) -> Operation:
    """The function of that name, with what it calls in place of calls; a copy, if there are any."""
    function, functions = function_named(module, name), _functions(module)
    if not _calls(function, functions):
        return function
    _ask_ends(function, functions, ())
    functions = _functions(module.clone())
    function = functions[name]
    for _ in range(_MOST_CALLS):
        calls = _calls(function, functions)
        if not calls:
            return function
        _take_in(calls[0], functions[callee_name(calls[0]) or ""])
    raise NotFollowed("it calls too many functions")


def _ask_ends(function: Operation, functions: dict[str, Operation], around: tuple[Operation, ...]) -> None:
    """Raise `NotFollowed` where a function may be called again before it is over."""
    for call in _calls(function, functions):
        callee = functions[callee_name(call) or ""]
        if callee in (*around, function):
            raise NotFollowed("the rules for functions that call themselves are not known here", call)
        _ask_ends(callee, functions, (*around, function))


def _functions(module: Operation) -> dict[str, Operation]:
    return {
        name: op
        for op in ops_of(module)
        if (name := symbol_name(op)) is not None and op.regions and op.regions[0].blocks
    }


def _calls(function: Operation, functions: dict[str, Operation]) -> list[Operation]:
    """The calls of what may synchronise that are in no work."""
    found: list[Operation] = []
    for op in walk(function):
        name = callee_name(op)
        if name not in functions or kind_of(op) is not OpKind.CALL or _is_in_work(op):
            continue
        if any(map(may_synchronise, walk(functions[name]))):
            found.append(op)
    return found


def is_of_machine(op: Operation) -> bool:
    """Whether an op is a work, or says what engines do; a view of memory is neither."""
    return op.name.startswith("sync.") and not isinstance(op, sync.AsMemoryOp)


def may_synchronise(op: Operation) -> bool:
    """Whether an op is one of a machine, or calls what may be."""
    return is_of_machine(op) or callee_name(op) is not None or kind_of(op) is OpKind.CALL_OF_VALUE


def _is_in_work(op: Operation | None) -> bool:
    while op is not None and not isinstance(op, sync.WorkOp):
        op = op.parent_op()
    return op is not None


def _take_in(call: Operation, callee: Operation) -> None:
    """Put what a function does in place of a call of it."""
    block, body = call.parent_block(), callee.regions[0].blocks[0]
    last = body.last_op
    if (
        block is None
        or len(callee.regions[0].blocks) != 1
        or last is None
        or kind_of(last) is not OpKind.RETURN
    ):
        raise NotFollowed("the rules for a call of several blocks are not known here", call)
    values: dict[SSAValue, SSAValue] = dict(zip(body.args, call.operands, strict=True))
    for op in list(body.ops)[:-1]:
        block.insert_op_before(op.clone(values), call)
    for result, value in zip(call.results, last.operands, strict=True):
        result.replace_all_uses_with(values.get(value, value))
    call.detach()
    call.erase()
