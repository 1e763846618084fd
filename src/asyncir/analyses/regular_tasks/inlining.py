"""One op that holds all of a program: what the entry calls is put in place of the calls, in a copy of the module.

A call of a function becomes a region that runs once, one of an `async.func` a task. What is left are calls of functions
that are only declared, have several blocks, or call themselves.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from asyncir.analyses.regular_tasks.answer import NoProof
from asyncir.dialects.async_dialect import ExecuteOp, YieldOp as TaskYieldOp
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.dialects.effects import callee_name
from asyncir.dialects.interfaces.kinds import OpKind, kind_of
from asyncir.dialects.scf import ExecuteRegionOp, YieldOp
from asyncir.ir import Block, ModuleOp, Operation, Region, SSAValue
from asyncir.ir.symbols import ops_of, symbol_name
from asyncir.ir.walk import terminator_of, walk

MOST_OPS = 20_000
"""Of a program that is larger when all calls are taken apart nothing is said."""

_CALLS = (OpKind.CALL, OpKind.TASK_CALL)


@dataclass
class Inlined:
    """The entry without its calls."""

    entry: Operation
    origin: dict[Operation, Operation]
    """For each op, the one of the program that it was."""
    functions: dict[str, Operation]
    bodies: set[Operation] = field(default_factory=set[Operation])
    """Regions and tasks that were functions: what is allocated on the stack in them ends with them."""
    called: set[Operation] = field(default_factory=set[Operation])
    """Tasks that were `async.func`s, which begin in their caller."""
    recursive: set[Operation] = field(default_factory=set[Operation])
    """Calls that are left since the callee is under way already."""

    def of(self, op: Operation | None) -> Operation | None:
        """The op of the program that was copied."""
        return None if op is None else self.origin.get(op, op)


def inlined(module: ModuleOp, entry: Operation, kept: frozenset[str] = frozenset()) -> Inlined:
    """The entry with what it calls, but for the functions that are to be kept as calls."""
    copy = module.clone()
    origin = dict(zip(walk(copy), walk(module), strict=True))
    functions = {name: op for op in ops_of(copy) if (name := symbol_name(op)) is not None}
    own = next((op for op in functions.values() if origin[op] is entry), None)
    if own is None:
        raise NoProof("the entry is no function of the module itself", entry)
    found = Inlined(own, origin, functions)
    originals = {name: op.clone() for name, op in functions.items() if op.regions}
    for name, function in originals.items():
        for new, old in zip(walk(function), walk(functions[name]), strict=True):
            origin[new] = origin[old]
    _inline(found, originals, symbol_name(own) or "", kept)
    return found


def _inline(found: Inlined, originals: dict[str, Operation], start: str, kept: frozenset[str]) -> None:
    pending = [(call, frozenset({start})) for call in _calls(found.entry)]
    count = sum(1 for _ in walk(found.entry))
    while pending:
        call, active = pending.pop()
        name = callee_name(call)
        callee = None if name is None else originals.get(name)
        if name is None or callee is None:
            continue
        if name in active or name in kept:
            found.recursive.add(call)
            continue
        if not _is_plain(callee):
            continue
        body = callee.clone()
        for new, old in zip(walk(body), walk(callee), strict=True):
            found.origin[new] = found.origin[old]
        count += sum(1 for _ in walk(body))
        if count > MOST_OPS:
            raise NoProof("the program is too large once its calls are taken apart", found.of(call))
        inside = list(_calls(body))
        _replace(found, call, body.regions[0])
        pending += [(inner, active | {name}) for inner in inside]


def _calls(root: Operation) -> Iterator[Operation]:
    return (op for op in walk(root) if kind_of(op) in _CALLS)


def _is_plain(function: Operation) -> bool:
    """Whether the function has a body that runs from its first op to its last."""
    region = function.regions[0]
    return region.first_block is not None and region.first_block is region.last_block


def _replace(found: Inlined, call: Operation, body: Region) -> None:
    """Put the body in place of the call."""
    block = body.block
    for argument, operand in zip(list(block.args), list(call.operands), strict=True):
        argument.replace_all_uses_with(operand)
        block.erase_arg(argument)
    end = terminator_of(block)
    results = list(end.operands)
    end.detach()
    end.erase()
    ops = list(block.ops)
    for op in ops:
        op.detach()
    new, values = (_region if kind_of(call) is OpKind.CALL else _task)(call, ops, results)
    found.origin[new] = found.origin[call]
    last = terminator_of(new.regions[0].block)
    found.origin[last] = found.origin[call]
    found.bodies.add(new)
    if kind_of(call) is OpKind.TASK_CALL:
        found.called.add(new)
    assert call.parent is not None
    call.parent.insert_op_before(new, call)
    for old, value in zip(call.results, values, strict=True):
        old.replace_all_uses_with(value)
    call.detach()
    call.erase()


def _region(
    call: Operation, ops: list[Operation], results: list[SSAValue]
) -> tuple[Operation, list[SSAValue]]:
    block = Block([*ops, YieldOp(*results)])
    new = ExecuteRegionOp([result.type for result in call.results], Region(block))
    return new, list(new.results)


def _task(call: Operation, ops: list[Operation], results: list[SSAValue]) -> tuple[Operation, list[SSAValue]]:
    block = Block([*ops, TaskYieldOp(*results)])
    payloads = [result.type.value_type for result in call.results if isinstance(result.type, ValueType)]
    new = ExecuteOp([], [], payloads, Region(block))
    has_token = bool(call.results) and isinstance(call.results[0].type, TokenType)
    return new, list(new.results[0 if has_token else 1 :])
