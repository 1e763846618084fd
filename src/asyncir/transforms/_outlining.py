"""Regions that become functions of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from asyncir.analyses.disjoint_values import alone_among, touches_only_arguments
from asyncir.dialects import async_dialect, func
from asyncir.dialects.effects import Effects, callee_name
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    ConstantLike,
    DictionaryAttr,
    FunctionType,
    LocationAttr,
    ModuleOp,
    Operation,
    Region,
    SSAValue,
    SymbolRefAttr,
    UnitAttr,
)
from asyncir.ir.symbols import symbol_name
from asyncir.ir.walk import block_of, walk
from asyncir.transforms._blocks import at, replace_all

_CALLS = (func.CallOp, async_dialect.CallOp)

FunctionT = TypeVar("FunctionT", func.FuncOp, async_dialect.FuncOp)


def is_coroutine_by_hand(function: Operation) -> bool:
    """Whether the function makes a coroutine of itself, with `async.coro.*`."""
    return any(isinstance(op, async_dialect.CoroBeginOp) for op in walk(function))


class SymbolNames:
    """Fresh symbol names in one module."""

    def __init__(self, module: ModuleOp):
        self._taken = {symbol_name(op) for op in module.ops}
        self._next: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """`stem` with a number appended that no symbol has yet."""
        number = self._next.get(stem, 0)
        while (name := f"{stem}_{number}") in self._taken:
            number += 1
        self._next[stem] = number + 1
        self._taken.add(name)
        return name


def redirect_calls(root: Operation, instead: Mapping[str, str]) -> None:
    """Let calls of these functions call others."""
    for op in walk(root) if instead else ():
        other = instead.get(callee_name(op) or "")
        if other is not None:
            op.properties["callee"] = SymbolRefAttr(other)


def captured_values(region: Region) -> tuple[list[SSAValue], list[tuple[Operation, int]]]:
    """The values used in the region and defined outside, in order of first use; and every operand that is one."""
    blocks = list(_blocks(region))
    ops = [op for block in blocks for op in block.ops]
    inside = {
        value
        for part in (*blocks, *ops)
        for value in (part.args if isinstance(part, Block) else part.results)
    }
    uses = [(op, i) for op in ops for i, operand in enumerate(op.operands) if operand not in inside]
    return list(dict.fromkeys(op.operands[i] for op, i in uses)), uses


def _blocks(region: Region) -> Iterator[Block]:
    for block in region.blocks:
        yield block
        for op in block.ops:
            for inner in op.regions:
                yield from _blocks(inner)


def take_captures(region: Region) -> list[SSAValue]:
    """Make the code of the region self-contained: clone constants to its start, and add an argument to its first block for
    every other captured value. Returns the values that need passing.
    """
    captured, uses = captured_values(region)
    entry = region.blocks[0]
    passed: list[SSAValue] = []
    replacement: dict[SSAValue, SSAValue] = {}
    first = entry.first_op
    computed_with = {op.operands[index] for op, index in uses if not isinstance(op, _CALLS)}
    for value in captured:
        owner = value.owner
        if value in computed_with and isinstance(owner, Operation) and owner.has_trait(ConstantLike):
            clone = owner.clone()
            if first is None:
                entry.add_op(clone)
            else:
                entry.insert_op_before(clone, first)
            replacement[value] = clone.results[owner.results.index(value)]  # pyright: ignore[reportArgumentType]
        else:
            passed.append(value)
            argument = entry.insert_arg(value.type, len(entry.args))
            argument.name_hint = value.name_hint
            replacement[value] = argument
    for op, index in uses:
        op.operands[index] = replacement[op.operands[index]]
    return passed


def add_function(
    kind: type[FunctionT],
    name: str,
    body: Region,
    results: Sequence[Attribute],
    behind: Operation,
    location: LocationAttr,
) -> FunctionT:
    """A private function with this body, behind another one."""
    type_ = FunctionType.from_lists(body.blocks[0].arg_types, results)
    function = at(kind(name, type_, body, "private"), location)
    block_of(behind).insert_op_after(function, behind)
    return function


def move_out(op: Operation, name: str, behind: Operation) -> tuple[func.CallOp, func.FuncOp]:
    """Put a call in the place of `op`, which moves to a private function that is never inlined; the call, and the function.

    Arrays that are disjoint from all others that the function takes are marked `llvm.noalias`.
    """
    call = at(func.CallOp(name, [], op.result_types), op.location)
    block_of(op).insert_op_before(call, op)
    replace_all(op.results, call.results)
    op.detach()
    entry = Block([op])
    body = Region([entry])
    passed = take_captures(body)
    entry.add_op(at(func.ReturnOp(*op.results), op.location))
    outlined = add_function(func.FuncOp, name, body, op.result_types, behind, op.location)
    outlined.attributes["no_inline"] = UnitAttr()
    _mark_disjoint(outlined, passed)
    call.operands = passed
    return call, outlined


def _mark_disjoint(outlined: func.FuncOp, passed: Sequence[SSAValue]) -> None:
    alone = alone_among(passed)
    if alone and touches_only_arguments(outlined, Effects()):
        marks = [{"llvm.noalias": UnitAttr()} if i in alone else {} for i in range(len(passed))]
        outlined.properties["arg_attrs"] = ArrayAttr([DictionaryAttr(mark) for mark in marks])
