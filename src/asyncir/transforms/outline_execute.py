"""`outline-execute`: the bodies of `async.execute` become functions of their own."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from asyncir.analyses.disjoint_values import disjoint_pairs
from asyncir.dialects import async_dialect, func
from asyncir.dialects.async_types import TokenType, ValueType
from asyncir.ir import (
    ArrayAttr,
    Attribute,
    Block,
    BlockArgument,
    ConstantLike,
    Context,
    FunctionType,
    IntegerAttr,
    ModuleOp,
    ModulePass,
    Operation,
    Region,
    Rewriter,
    SSAValue,
    SymbolOpInterface,
    SymbolRefAttr,
    UnitAttr,
    i64,
)
from asyncir.ir.marks import DISJOINT_ARGS, SCHEDULED
from asyncir.ir.walk import block_of, first_of

_CALLS = (func.CallOp, async_dialect.CallOp)


@dataclass(frozen=True)
class OutlineExecute(ModulePass):
    """
    Turn each `async.execute` into an `async.call` of a new private `async.func` that starts on a worker.

    The function's arguments are the dependencies, the operands and the captured values, in this order; it awaits the
    first two before anything else. An attribute says which of them are disjoint arrays. Constants that it computes with are
    cloned into it, not captured, so that loops in it see them; those that it only hands to calls are captured, so that tasks
    that differ in nothing else are equal.
    """

    name = "outline-execute"

    def apply(self, ctx: Context, op: ModuleOp) -> None:
        """Outline from the innermost to the outermost."""
        for module in [o for o in op.walk() if isinstance(o, ModuleOp)]:
            names = SymbolNames(module)
            for function in list(module.ops):
                if isinstance(function, ModuleOp):
                    continue
                for execute in _innermost_first(function):
                    _outline(execute, function, names)


class SymbolNames:
    """Fresh symbol names in one module."""

    def __init__(self, module: ModuleOp):
        self._taken: set[str] = set()
        for op in module.ops:
            trait = op.get_trait(SymbolOpInterface)
            name = trait.get_sym_attr_name(op) if trait is not None else None
            if name is not None:
                self._taken.add(name.data)
        self._next: dict[str, int] = {}

    def fresh(self, stem: str) -> str:
        """`stem` with a number appended that no symbol has yet."""
        number = self._next.get(stem, 0)
        while (name := f"{stem}_{number}") in self._taken:
            number += 1
        self._next[stem] = number + 1
        self._taken.add(name)
        return name


def _innermost_first(root: Operation) -> Iterator[async_dialect.ExecuteOp]:
    found = [op for op in root.walk() if isinstance(op, async_dialect.ExecuteOp)]
    return reversed(found)


def captured_values(region: Region) -> tuple[list[SSAValue], list[tuple[Operation, int]]]:
    """The values used in the region and defined outside, in order of first use; and every operand that is one."""
    inside: set[SSAValue] = set()
    captured: dict[SSAValue, None] = {}
    uses: list[tuple[Operation, int]] = []
    for block in _blocks(region):
        inside.update(block.args)
        for op in block.ops:
            inside.update(op.results)
    for block in _blocks(region):
        for op in block.ops:
            for index, operand in enumerate(op.operands):
                if operand not in inside:
                    captured[operand] = None
                    uses.append((op, index))
    return list(captured), uses


def _blocks(region: Region) -> Iterator[Block]:
    for block in region.blocks:
        yield block
        for op in block.ops:
            for inner in op.regions:
                yield from _blocks(inner)


def replace_captures(
    entry: Block, captured: list[SSAValue], uses: list[tuple[Operation, int]]
) -> list[SSAValue]:
    """Make the code that `uses` lie in self-contained: clone constants to the start of `entry`, and add an argument to it
    for every other captured value. Returns the values that need passing.
    """
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


def _outline(execute: async_dialect.ExecuteOp, function: Operation, names: SymbolNames) -> None:
    captured, uses = captured_values(execute.body)
    body = execute.detach_region(execute.body)
    entry = body.blocks[0]
    unwrapped = list(entry.args)
    passed = replace_captures(entry, captured, uses)
    awaited = (*execute.dependencies, *execute.body_operands)
    _await_first(entry, [v.type for v in awaited], unwrapped, execute)
    for block in body.blocks:
        last = block.last_op
        if isinstance(last, async_dialect.YieldOp):
            returned = async_dialect.ReturnOp.create(operands=last.operands, location=last.location)
            Rewriter.replace_op(last, returned)
    name = names.fresh(f"{_symbol(function)}_execute")
    operands = (*awaited, *passed)
    result_types = [r.type for r in execute.results]
    outlined = async_dialect.FuncOp(
        name, FunctionType.from_lists([v.type for v in operands], result_types), body, "private"
    )
    outlined.attributes |= execute.attributes
    outlined.attributes[SCHEDULED] = UnitAttr()
    if any(
        op.regions for block in body.blocks for op in block.ops
    ):  # a loop in it may become a function, too
        _tell_disjoint(outlined, operands)
    outlined.location = execute.location
    parent = block_of(function)
    parent.insert_op_after(outlined, function)
    call = async_dialect.CallOp.create(
        operands=operands,
        result_types=result_types,
        properties={"callee": SymbolRefAttr(name)},
        location=execute.location,
    )
    Rewriter.replace_op(execute, call)


def _tell_disjoint(outlined: Operation, operands: Sequence[SSAValue]) -> None:
    pairs = [ArrayAttr([IntegerAttr(i, i64) for i in pair]) for pair in disjoint_pairs(operands)]
    if pairs:
        outlined.attributes[DISJOINT_ARGS] = ArrayAttr(pairs)


def _await_first(
    entry: Block, types: list[Attribute], unwrapped: Sequence[BlockArgument], execute: async_dialect.ExecuteOp
) -> None:
    """Put arguments for what is awaited in front, await them all, and replace the unwrapped arguments."""
    first = first_of(entry)
    tokens = len(types) - len(unwrapped)
    for position, awaited_type in enumerate(types):
        argument = entry.insert_arg(awaited_type, position)
        is_value = isinstance(awaited_type, ValueType)
        wait = async_dialect.AwaitOp.create(
            operands=[argument],
            result_types=[awaited_type.value_type] if is_value else [],
            location=execute.location,
        )
        entry.insert_op_before(wait, first)
        if position >= tokens:
            old = unwrapped[position - tokens]
            if is_value:
                old.replace_all_uses_with(wait.results[0])
            else:
                old.replace_all_uses_with(argument)
    for argument in unwrapped:
        assert not isinstance(argument.type, TokenType) or not argument.uses
        entry.erase_arg(argument)


def _symbol(op: Operation) -> str:
    trait = op.get_trait(SymbolOpInterface)
    name = trait.get_sym_attr_name(op) if trait is not None else None
    return name.data if name is not None else "module"
